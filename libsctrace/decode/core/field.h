/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Emits the fields of a tracepoint as arguments. */
#ifndef SCT_DECODE_FIELD_H
#define SCT_DECODE_FIELD_H

#include "decode/core/call.h"

void field__emit(struct out *o, const struct call *c, const struct probe_field *f);

#endif

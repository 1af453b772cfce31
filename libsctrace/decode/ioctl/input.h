/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef SCT_IOCTL_INPUT_H
#define SCT_IOCTL_INPUT_H

#include "decode/core/call.h"

/*
 * Emits an input device's answer, in the memory that argument reg points to. Returns false, with nothing emitted, if
 * there is none: print the address then.
 */
bool input__emit(struct out *o, const struct call *c, unsigned reg);

#endif

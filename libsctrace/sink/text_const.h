/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Constants by name, as numbers, or both: strace -X. */
#ifndef SCT_TEXT_CONST_H
#define SCT_TEXT_CONST_H

#include "sink/text_out.h"

/* Sets how constants are printed. Call it after text_out__init(). */
void text_const__init(struct text_out *t, enum text_consts consts);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* When the memory that an argument or a member of a struct points to is valid. */
#ifndef SCT_DIR_H
#define SCT_DIR_H

#define IN 1
#define OUT 2 /* after the call, if it did not fail */
#define INOUT 3
#define OUT_ANY 4    /* after the call, even if it failed */
#define IN_NOTED 8   /* like IN, and also after the call, for the note after the return value */
#define INOUT_ANY 16 /* before the call, and after it even if it failed */

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* When the memory that an argument or a struct's member points to is valid. */
#ifndef SCT_DIR_H
#define SCT_DIR_H

#define IN 1
#define OUT 2 /* after a call that did not fail */
#define INOUT 3
#define OUT_ANY 4    /* after the call, failed or not */
#define IN_NOTED 8   /* printed as IN; what comes out is in the note after the return value */
#define INOUT_ANY 16 /* before the call, and after it, failed or not */

#endif

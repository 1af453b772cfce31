/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef SCT_IOCTL_INPUT_H
#define SCT_IOCTL_INPUT_H

#include "decode/core/call.h"

/* The answer of an input device in the memory that argument reg points to. False: it is not one, print the address. */
bool input__emit(struct out *o, const struct call *c, unsigned reg);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Pieces of bpf() that its attributes and the kernel's answers share. */
#ifndef SCT_DECODE_BPF_H
#define SCT_DECODE_BPF_H

#include "decode/core/call.h"

#define BPF_ATTR_ARG 1 /* register of the attributes */

/* What the kernel answered about an object, in len bytes. False: nothing is known of it. */
bool bpf_info(struct out *o, const struct call *c, uint32_t len);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Parts of bpf() that its attributes and the kernel's answers share. */
#ifndef SCT_DECODE_BPF_H
#define SCT_DECODE_BPF_H

#include "decode/core/call.h"

#define BPF_ATTR_ARG 1 /* register of the attributes */

/* Emits the kernel's answer about an object, of len bytes. Returns false, with nothing emitted, if it is not known. */
bool bpf_info(struct out *o, const struct call *c, uint32_t len);

#endif

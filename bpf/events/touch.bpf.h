/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads user memory in programs that may sleep, to make its pages resident. */
#ifndef TOUCH_BPF_H
#define TOUCH_BPF_H

#include "common/kernel.h"
#include <bpf/bpf_helpers.h>

/* Makes the page at addr resident by a read of one byte. */
static __always_inline void touch_page(__u64 addr)
{
	__u8 byte;

	if (addr)
		bpf_copy_from_user(&byte, 1, (void *)addr);
}

/* Returns the word at addr, or 0 if it cannot be read. */
static __always_inline __u64 touch_word(__u64 addr, __u32 word)
{
	__u64 v = 0;

	if (word == 4)
		bpf_copy_from_user(&v, 4, (void *)addr);
	else
		bpf_copy_from_user(&v, 8, (void *)addr);
	return v;
}

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The kernel's memory, read through a program that is run for it: for what is looked up seldom. */
#ifndef SCT_LOAD_KERNEL_READ_H
#define SCT_LOAD_KERNEL_READ_H

#include <stdint.h>

struct kernel_read;

struct ksymbol {
	const char *name;
	uint64_t addr; /* 0: not known */
};

/* Addresses of the kernel's variables. They are hidden from who has no CAP_SYSLOG, and where the kernel lists none. */
void ksymbols__find(struct ksymbol *want, unsigned n);

/* 0 or -errno of the load. */
int kernel_read__open(struct kernel_read **out);
void kernel_read__close(struct kernel_read *k);
/* len bytes, at most 512. 0 or -EFAULT. */
int kernel_read__read(struct kernel_read *k, uint64_t addr, void *to, uint32_t len);
/* A string; NULL: not readable. Valid until the next read. */
const char *kernel_read__string(struct kernel_read *k, uint64_t addr);

#endif

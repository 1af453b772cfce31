/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads the kernel's memory through a BPF program. This is slow, and meant for rare look-ups. */
#ifndef SCT_LOAD_KERNEL_READ_H
#define SCT_LOAD_KERNEL_READ_H

#include <stdint.h>

struct kernel_read;

struct ksymbol {
	const char *name;
	uint64_t addr; /* 0: unknown */
};

/*
 * Sets the addresses of n variables of the kernel, from /proc/kallsyms. They stay 0 without CAP_SYSLOG, or if the
 * kernel does not list variables (CONFIG_KALLSYMS_ALL).
 */
void ksymbols__find(struct ksymbol *want, unsigned n);

/* Loads the program that reads. Returns 0 or -errno. */
int kernel_read__open(struct kernel_read **out);
void kernel_read__close(struct kernel_read *k);
/* Reads len bytes, at most 512, at an address. Returns 0 or -EFAULT. */
int kernel_read__read(struct kernel_read *k, uint64_t addr, void *to, uint32_t len);
/* Returns the string at an address, valid until the next read, or NULL if it cannot be read. */
const char *kernel_read__string(struct kernel_read *k, uint64_t addr);

#endif

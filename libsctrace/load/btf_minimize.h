/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reduces the kernel's types (BTF) to those that a BPF object names. Otherwise libbpf would search all 150 000 types of
 * the kernel for each of them, which is a third of the time of a start. That is still done if the feature cut_types is
 * off, or if the kernel's BTF has kinds of types that are unknown here.
 */
#ifndef SCT_LOAD_BTF_MINIMIZE_H
#define SCT_LOAD_BTF_MINIMIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * Writes to out those types of kernel that have the name of a type in object (without a "___x" at its end), and the
 * types of their members. Pointers become pointers to void. kernel, object and out are BTF (Documentation/bpf/btf.rst).
 * Returns 0, -EINVAL if the BTF is damaged or has an unknown kind of type, -E2BIG or -ENOMEM.
 */
int btf_minimize__cut(struct buf *out, const void *kernel, size_t kernel_size, const void *object, size_t object_size);

struct btf_minimize {
	struct buf kernel; /* BTF of the running kernel; empty: the kernel has none */
	bool mapped;	   /* kernel.p is mapped, not allocated */
	bool plain;	   /* do not reduce: libbpf searches all types */
	int fd;
	char path[32];
};

/* Reads the running kernel's BTF, for the functions below. It is freed by btf_minimize__free(). */
void btf_minimize__read(struct btf_minimize *k);
void btf_minimize__free(struct btf_minimize *k);

struct ktype {
	const char *name;
	unsigned kind; /* BTF_KIND_* */
	uint32_t id;
};

/* Sets the ids of n types of the running kernel, in one search through its types. 0: there is no such type. */
void btf_minimize__find(const struct btf_minimize *k, struct ktype *want, unsigned n);
/*
 * Reduces the types for an ELF object in memory. Returns the path of a file that has them and exists until
 * btf_minimize__free(), or NULL: then libbpf has to search all types.
 */
const char *btf_minimize__file(struct btf_minimize *k, const void *elf, size_t size);

#endif

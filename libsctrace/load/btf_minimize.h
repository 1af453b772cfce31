/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Cuts the kernel's types (BTF) down to those that a BPF object names. libbpf looks for each of them through all of the
 * kernel's 150 000, which would be a third of the time that a start takes. libbpf still does so if the feature cut_types
 * is switched off, or if the kernel has kinds of types that are not known here.
 */
#ifndef SCT_LOAD_BTF_MINIMIZE_H
#define SCT_LOAD_BTF_MINIMIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * Writes into out the types of kernel whose names object has, too ("___x" at the end of a name is ignored), and the types
 * of their members. Pointers become pointers to void. kernel, object and out are BTF (Documentation/bpf/btf.rst).
 * Returns 0, -EINVAL if one of them is damaged or has an unknown kind of type, -E2BIG or -ENOMEM.
 */
int btf_minimize__cut(struct buf *out, const void *kernel, size_t kernel_size, const void *object, size_t object_size);

struct btf_minimize {
	struct buf kernel; /* BTF of the running kernel; empty: it has none */
	bool mapped;	   /* kernel.p is a mapping of the kernel's file, not allocated */
	bool plain;	   /* types are not cut: libbpf searches all of them */
	int fd;
	char path[32];
};

/* Reads the running kernel's BTF, which is valid until btf_minimize__free(). */
void btf_minimize__read(struct btf_minimize *k);
void btf_minimize__free(struct btf_minimize *k);

struct ktype {
	const char *name;
	unsigned kind; /* BTF_KIND_* */
	uint32_t id;
};

/* Sets the ids of n types of the running kernel, 0 if it has no such type. One search, through all types, finds all n. */
void btf_minimize__find(const struct btf_minimize *k, struct ktype *want, unsigned n);
/*
 * Cuts the types down for an ELF object in memory. Returns the path of a file with them that exists until
 * btf_minimize__free(), or NULL if libbpf has to search.
 */
const char *btf_minimize__file(struct btf_minimize *k, const void *elf, size_t size);

#endif

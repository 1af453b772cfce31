/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The kernel's types (BTF), cut down to those that a BPF object names. libbpf
 * looks for each of them through all of the kernel's 150 000, which would be a
 * third of the time that a start takes. It does where that is asked for, or
 * where the kernel has kinds of types that are not known here.
 */
#ifndef SCT_LOAD_BTF_MINIMIZE_H
#define SCT_LOAD_BTF_MINIMIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * Of kernel's types, those with a name that object's have ("___x" at its end
 * does not count), and all that lies in them; pointers lead nowhere. Both and
 * out: BTF (Documentation/bpf/btf.rst). Returns -EINVAL for what is none, or
 * has kinds that are not known here.
 */
int btf_minimize__cut(struct buf *out, const void *kernel, size_t kernel_size, const void *object, size_t object_size);

struct btf_minimize {
	struct buf kernel; /* the running kernel's; empty: it has none */
	bool mapped;	   /* these bytes are the kernel's own */
	bool plain;	   /* libbpf does all of this: of the bytes it only counts that there are some */
	int fd;
	char path[32];
};

/* The running kernel's types are there until btf_minimize__free(). */
void btf_minimize__read(struct btf_minimize *k);
void btf_minimize__free(struct btf_minimize *k);

struct ktype {
	const char *name;
	unsigned kind; /* BTF_KIND_* */
	uint32_t id;
};

/* Sets the ids of n of the running kernel's types; 0: it has no such. All at once: each search looks at all of them. */
void btf_minimize__find(const struct btf_minimize *k, struct ktype *want, unsigned n);
/*
 * Cuts them down for an ELF object in memory. Returns the path of a file that
 * is there until btf_minimize__free(), or NULL: let libbpf search.
 */
const char *btf_minimize__file(struct btf_minimize *k, const void *elf, size_t size);

#endif

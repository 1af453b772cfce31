/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds functions of the kernel that can be probed, and their arguments in the kernel's BTF. */
#ifndef SCT_PROBE_KFUNCS_H
#define SCT_PROBE_KFUNCS_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct btf;

struct kfunc {
	char *name;
	char *module;	 /* NULL: the kernel itself */
	char *prototype; /* for probe_spec__parse(); NULL: not known */
	char *types;	 /* structs and enums of the prototype, for defs__parse(); NULL: not known */
};

struct kfuncs {
	struct kfunc *v;
	size_t n;
};

/* The kernel's list of functions that can be probed. It is read for the first pattern, and kept for the next ones. */
struct kfunc_list {
	const char *path;
	char *text; /* the list; names point into it */
	struct kfunc_line {
		const char *name, *module; /* NULL: the kernel itself */
	} * v;
	size_t n;
	struct btf *btf; /* the kernel's types */
};

void kfunc_list__free(struct kfunc_list *l);

/*
 * Adds the functions whose names match a pattern of fnmatch(3), sorted by name. Names that several functions have are left
 * out. Returns 0, -ENOENT if none matches, -EINVAL if all names that match are ambiguous, -E2BIG if more than most match,
 * or another -errno, all with a message.
 */
int kfuncs__find(struct kfuncs *k, struct kfunc_list *l, const char *pattern, size_t most, const struct errmsg *errmsg);
void kfuncs__free(struct kfuncs *k);

struct btf_type;
struct buf;
/* Writes the prototype of a function (BTF_KIND_FUNC), "(path:kpath, flags:u32) -> i32", and rows of the types in it. */
void kfunc__prototype(const struct btf *btf, const struct btf_type *func, struct buf *out, struct buf *types);

#endif

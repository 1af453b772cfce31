/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The functions of the kernel that can be probed, with their arguments by the kernel's types. */
#ifndef SCT_PROBE_KFUNCS_H
#define SCT_PROBE_KFUNCS_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct btf;

struct kfunc {
	char *name;
	char *module;	 /* NULL: the kernel itself */
	char *prototype; /* as probe_spec__parse() takes it; NULL: not known */
	char *types;	 /* the structs and enums in it, as defs__parse() takes them; NULL likewise */
};

struct kfuncs {
	struct kfunc *v;
	size_t n;
};

/* What the kernel says that it has. Read for the first pattern that is looked for, and kept for the next ones. */
struct kfunc_list {
	const char *path;
	char *text; /* that the lines lie in */
	struct kfunc_line {
		const char *name, *module; /* NULL: the kernel itself */
	} * v;
	size_t n;
	struct btf *btf; /* its types */
};

void kfunc_list__free(struct kfunc_list *l);

/*
 * Those whose names match the pattern of fnmatch(3), in the order of their
 * names. A name that several functions have stands for none of them. None at
 * all: -ENOENT; why is one line for people.
 */
int kfuncs__find(struct kfuncs *k, struct kfunc_list *l, const char *pattern, size_t most, const struct errmsg *errmsg);
void kfuncs__free(struct kfuncs *k);

struct btf_type;
struct buf;
/* The prototype of a function (BTF_KIND_FUNC), "(path:kpath, flags:u32) -> i32", and rows of the types in it. */
void kfunc__prototype(const struct btf *btf, const struct btf_type *func, struct buf *out, struct buf *types);

#endif

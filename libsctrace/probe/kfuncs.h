/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds kernel functions that can be probed, and their arguments, by the kernel's BTF. */
#ifndef SCT_PROBE_KFUNCS_H
#define SCT_PROBE_KFUNCS_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct btf;

struct kfunc {
	char *name;
	char *module;	 /* NULL: not in a module */
	char *prototype; /* for probe_spec__parse(); NULL: unknown */
	char *types;	 /* definitions of the prototype's structs and enums, for defs__parse(); NULL: unknown */
};

struct kfuncs {
	struct kfunc *v;
	size_t n, cap;
};

/*
 * The kernel's list of functions that can be probed. It is read for the first pattern, and kept for further patterns.
 */
struct kfunc_list {
	const char *path;
	char *text; /* the list; names point into it */
	struct kfunc_line {
		const char *name, *module; /* module NULL: not in a module */
	} * v;
	size_t n, cap;
	struct btf *btf; /* the kernel's types */
};

void kfunc_list__free(struct kfunc_list *l);

/*
 * Adds the functions whose names match a pattern of fnmatch(3), sorted by name. A name that several functions have is
 * left out. Returns 0, -ENOENT if no name matches, -EINVAL if all matching names are ambiguous, -E2BIG if more than
 * 'most' match, or another -errno, all with a message.
 */
int kfuncs__find(struct kfuncs *k, struct kfunc_list *l, const char *pattern, size_t most, const struct errmsg *errmsg);
void kfuncs__free(struct kfuncs *k);

struct btf_type;
struct buf;
/*
 * Writes the prototype of a function (BTF_KIND_FUNC) to out, "(path:kpath, flags:u32) -> i32", and to types the
 * definitions of the types in it.
 */
void kfunc__prototype(const struct btf *btf, const struct btf_type *func, struct buf *out, struct buf *types);

#endif

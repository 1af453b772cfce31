// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/kfuncs.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>

#include "util/buf.h"
#include "util/caps.h"
#include "util/suggest.h"
#include "util/grow.h"

static const char *const lists[] = {
	"/sys/kernel/tracing/available_filter_functions",
	"/sys/kernel/debug/tracing/available_filter_functions",
};

static FILE *open_list(const char **path)
{
	FILE *f = NULL;

	for (size_t i = 0; !f && i < sizeof(lists) / sizeof(lists[0]); i++)
		f = caps__fopen(*path = lists[i]);
	return f;
}

static int kfunc_add(struct kfuncs *k, const char *name, const char *module)
{
	struct kfunc *new;

	if (!GROW(k->v, k->cap, k->n + 1))
		return -ENOMEM;
	new = &k->v[k->n++];
	*new = (struct kfunc){ .name = strdup(name), .module = module ? strdup(module) : NULL };
	return new->name && (!module || new->module) ? 0 : -ENOMEM;
}

/* Cuts a line, "vfs_read" or "ext4_sync_file [ext4]", after the function's name. Returns the module's name, or NULL. */
static const char *take_module(char *line)
{
	char *blank = strpbrk(line, " \t\n"), *from = strchr(line, '['), *to = from ? strchr(from, ']') : NULL;

	if (blank)
		*blank = '\0';
	if (!to)
		return NULL;
	*to = '\0';
	return from + 1;
}

static int split_lines(struct kfunc_list *l)
{
	for (char *line = l->text, *next; line && *line; line = next) {
		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		if (!GROW(l->v, l->cap, l->n + 1))
			return -ENOMEM;
		l->v[l->n].module = take_module(line);
		l->v[l->n++].name = line;
	}
	return 0;
}

/*
 * Reads the kernel's list, unless it was read before: it has tens of thousands of lines, which the kernel generates for
 * each read.
 */
static int read_list(struct kfunc_list *l, const struct errmsg *errmsg)
{
	size_t cap = 0;
	FILE *f;

	if (l->text)
		return 0;
	f = open_list(&l->path);
	if (!f)
		return errmsg__set(errmsg, -errno,
				   "probes of kernel functions need a readable tracefs (mount -t tracefs tracefs "
				   "/sys/kernel/tracing): %s",
				   strerror(errno));
	if (getdelim(&l->text, &cap, '\0', f) < 0 && l->text)
		*l->text = '\0';
	fclose(f);
	return l->text ? split_lines(l) : -ENOMEM;
}

void kfunc_list__free(struct kfunc_list *l)
{
	btf__free(l->btf);
	free(l->v);
	free(l->text);
	*l = (struct kfunc_list){};
}

/* Adds the functions that match the pattern. near: gets the most similar name, for the message if none matches. */
static int list_match(struct kfuncs *k, const struct kfunc_list *l, const char *pattern, struct suggest *near)
{
	int err = 0;

	for (size_t i = 0; !err && i < l->n; i++)
		if (!fnmatch(pattern, l->v[i].name, 0))
			err = kfunc_add(k, l->v[i].name, l->v[i].module);
		else if (!k->n)
			suggest__try(near, l->v[i].name, strlen(l->v[i].name));
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct kfunc *)a)->name, ((const struct kfunc *)b)->name);
}

static void kfunc_free(struct kfunc *k)
{
	free(k->name);
	free(k->module);
	free(k->prototype);
	free(k->types);
}

/*
 * Removes names that several functions have: probes are attached by name, so it is unknown which function would be
 * probed.
 */
static void leave_out_doubles(struct kfuncs *k)
{
	size_t n = 0;

	for (size_t from = 0, to; from < k->n; from = to) {
		for (to = from + 1; to < k->n && !by_name(&k->v[from], &k->v[to]); to++)
			;
		if (to == from + 1) {
			k->v[n++] = k->v[from];
			continue;
		}
		for (size_t i = from; i < to; i++)
			kfunc_free(&k->v[i]);
	}
	k->n = n;
}

static int of_name(const void *name, const void *k)
{
	return strcmp(name, ((const struct kfunc *)k)->name);
}

static bool same_module(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/*
 * Sets the prototypes of functions of one module, or (module NULL) of the kernel itself. Types before id from are
 * skipped.
 */
static int type_by(struct kfuncs *k, const struct btf *btf, uint32_t from, const char *module)
{
	uint32_t to = btf__type_cnt(btf);

	for (uint32_t id = from; id < to; id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);
		const char *name = btf_is_func(t) ? btf__name_by_offset(btf, t->name_off) : NULL;
		struct kfunc *f = name ? bsearch(name, k->v, k->n, sizeof(*k->v), of_name) : NULL;
		struct buf b = {}, types = {};

		if (!f || f->prototype || !same_module(f->module, module))
			continue;
		kfunc__prototype(btf, t, &b, &types);
		buf__char(&b, '\0');
		buf__char(&types, '\0');
		f->prototype = b.p;
		f->types = types.p;
		if (b.failed || types.failed)
			return -ENOMEM;
	}
	return 0;
}

static int type_module(struct kfuncs *k, struct btf *kernel, const char *module)
{
	struct btf *btf = btf__load_module_btf(module, kernel);
	int err = btf ? type_by(k, btf, btf__type_cnt(kernel), module) : 0;

	btf__free(btf);
	return err;
}

/* Sets the prototypes of all functions. Functions that BTF does not have get no arguments. */
static int type_all(struct kfuncs *k, struct kfunc_list *l)
{
	struct btf *kernel = l->btf = l->btf ? l->btf : btf__load_vmlinux_btf();
	int err = kernel ? type_by(k, kernel, 1, NULL) : 0;
	const char *last = NULL;

	for (size_t i = 0; kernel && !err && i < k->n; i++) {
		const char *module = k->v[i].module;

		if (module && !k->v[i].prototype && !same_module(module, last))
			err = type_module(k, kernel, last = module);
	}
	return err;
}

static int matches_check(const struct kfuncs *k, size_t doubles, const char *pattern, size_t most,
			 const struct suggest *near, const char *path, const struct errmsg *errmsg)
{
	char hint[64];

	if (k->n > most)
		return errmsg__set(
			errmsg, -E2BIG,
			"'%s' matches %zu functions of the kernel, but at most %zu can be probed (use a narrower pattern, "
			"or several)",
			pattern, k->n, most);
	if (k->n)
		return 0;
	if (doubles)
		return errmsg__set(errmsg, -EINVAL, "the kernel has %zu functions '%s': it is not known which is meant",
				   doubles, pattern);
	return errmsg__set(errmsg, -ENOENT, "no function '%s' of the kernel can be probed%s (valid: see %s)", pattern,
			   suggest__text(near, hint, sizeof(hint)), path);
}

int kfuncs__find(struct kfuncs *k, struct kfunc_list *l, const char *pattern, size_t most, const struct errmsg *errmsg)
{
	struct suggest near;
	size_t all;
	int err = read_list(l, errmsg);

	suggest__init(&near, pattern, strlen(pattern));
	if (!err)
		err = list_match(k, l, pattern, &near);
	if (err)
		return err;
	if (k->n)
		qsort(k->v, k->n, sizeof(*k->v), by_name);
	all = k->n;
	leave_out_doubles(k);
	err = matches_check(k, all, pattern, most, &near, l->path, errmsg);
	return err ? err : type_all(k, l);
}

void kfuncs__free(struct kfuncs *k)
{
	for (size_t i = 0; i < k->n; i++)
		kfunc_free(&k->v[i]);
	free(k->v);
	*k = (struct kfuncs){};
}

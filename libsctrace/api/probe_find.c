// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/probe_find.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/elf.h"
#include "probe/elf_file.h"
#include "probe/files.h"
#include "probe/kfuncs.h"
#include "probe/rows.h"
#include "probe/tracefs.h"
#include "probe/usdt.h"
#include "load/libbpf_log.h"
#include "probe_bpf/uprobe.h"

/* The process or file in which probes are looked for. */
struct finder {
	struct probes *probes;
	const struct probe_ask *ask;
	struct probe_owner owner;
	struct probe_rows rows;
	struct kfunc_list kfuncs;
	unsigned found; /* number of places, also of those that were in the set */
	const struct errmsg *errmsg;
};

static int too_many(const struct finder *f)
{
	return errmsg__set(f->errmsg, -E2BIG, "these are more than %d probes (a narrower pattern, or several)",
			   PROBES_MAX);
}

/* Adds a probe at the place that was found. func: the function's name, as in a file of probes. */
static int add_probe(struct finder *f, const struct probe_spec *s, const struct probe_place *found, const char *func)
{
	const struct probe_spec *row = s->typed ? NULL : probe_rows__find(&f->rows, s, func, found->file);
	struct probe_place at = *found;
	struct buf types = {};
	int err;

	if (row && (row->typed || row->ret_typed)) {
		at.prototype = row->prototype;
		probe_spec__types(row, &types);
		buf__char(&types, '\0');
		at.types = types.p;
	}
	err = types.failed ? -ENOMEM : probes__add(f->probes, s, &at);
	buf__free(&types);
	f->found += !err;
	if (err == -EEXIST)
		return errmsg__set(f->errmsg, -EINVAL, "'%s' has two prototypes (give all its %s= the same one)",
				   at.name, probe_kind__word(s->kind));
	return err == -E2BIG ? too_many(f) : err;
}

/*
 * Refuses probes of returns in Go programs: they replace the return address, and Go's runtime aborts the process when
 * it finds the replacement.
 */
static int refuse_go(const struct finder *f, const struct probe_spec *s, const char *file)
{
	return errmsg__set(f->errmsg, -EINVAL,
			   "'%s' is a Go program: %s= would end it, and every other process of it (uprobe= is safe; "
			   "--allow-go-returns does it all the same)",
			   file, probe_kind__word(s->kind));
}

static int add_functions(struct finder *fi, const struct probe_spec *s, const char *file)
{
	struct elf_funcs f = {};
	bool go = elf_file__is_go(file);
	int err = go && probe_kind__returns(s->kind) && !fi->ask->go_returns ? refuse_go(fi, s, file) : 0;

	if (!err)
		err = elf__functions(file, s->func, PROBES_MAX, &f, fi->errmsg);

	for (size_t i = 0; !err && i < f.n; i++) {
		struct probe_place at = { .file = file, .name = f.v[i].name, .off = f.v[i].off + s->off, .go = go };
		char name[PROBE_NAME_MAX + 32];

		if (s->off) {
			snprintf(name, sizeof(name), "%s+0x%llx", f.v[i].name, (unsigned long long)s->off);
			at.name = name;
		}
		err = add_probe(fi, s, &at, f.v[i].name);
	}
	elf_funcs__free(&f);
	return err;
}

static int add_usdts(struct finder *f, const struct probe_spec *s, const char *file)
{
	struct usdts u = {};
	int err = usdts__find(&u, file, s->provider, s->func, f->errmsg);

	for (size_t i = 0; !err && i < u.n; i++) {
		char name[2 * PROBE_NAME_MAX];
		struct probe_place at = {
			.file = file,
			.name = name,
			.prototype = u.v[i].prototype,
			.places = u.v[i].places,
		};

		snprintf(name, sizeof(name), "%s:%s", u.v[i].provider, u.v[i].name);
		err = add_probe(f, s, &at, name);
	}
	usdts__free(&u);
	return err;
}

static int add_tracepoints(struct finder *f, const struct probe_spec *s)
{
	struct tracepoints tp = {};
	int err = 0;

	if (*s->prototype)
		return errmsg__set(f->errmsg, -EINVAL,
				   "a tracepoint has the fields that the kernel gives it, and no prototype");
	err = tracepoints__find(&tp, s->provider, s->func, f->errmsg);
	for (size_t i = 0; !err && i < tp.n; i++) {
		const struct probe_place at = {
			.name = tp.v[i].name,
			.prototype = tp.v[i].prototype,
			.off = tp.v[i].id,
		};

		err = add_probe(f, s, &at, at.name);
	}
	tracepoints__free(&tp);
	return err;
}

static int add_kfuncs(struct finder *f, const struct probe_spec *s)
{
	struct kfuncs k = {};
	int err = uprobes__kfuncs_check(f->ask->features, f->ask->own_only, f->errmsg);

	libbpf_log__begin();
	if (!err)
		err = kfuncs__find(&k, &f->kfuncs, s->func, PROBES_MAX, f->errmsg);
	libbpf_log__end();
	for (size_t i = 0; !err && i < k.n; i++) {
		const struct probe_place at = {
			.name = k.v[i].name,
			.prototype = k.v[i].prototype,
			.types = k.v[i].types,
		};

		err = add_probe(f, s, &at, at.name);
	}
	kfuncs__free(&k);
	return err;
}

static int no_usdt(const struct probe_spec *s, const struct probe_files *f, pid_t pid, const struct errmsg *errmsg)
{
	if (!s->file && pid)
		return errmsg__set(errmsg, -ENOENT,
				   "no USDT probe '%s:%s' in process %d and its libraries (--list=usdt -p %d has those "
				   "that there are)",
				   s->provider, s->func, (int)pid, (int)pid);
	return errmsg__set(errmsg, -ENOENT, "no USDT probe '%s:%s' in '%s' (--list=usdt FILE has those that there are)",
			   s->provider, s->func, f->v[0]);
}

static int add_all(struct finder *fi, const struct probe_spec *s)
{
	bool usdt = s->kind == PROBE_USDT;
	struct probe_files f = {};
	unsigned before = fi->found;
	int err = usdt && !s->file && fi->owner.pid ? probe_files__mapped(&f, fi->owner.pid, fi->errmsg)
						    : probe_files__find(&f, &fi->owner, s->file, fi->errmsg);

	for (unsigned i = 0; !err && i < f.n; i++)
		err = usdt ? add_usdts(fi, s, f.v[i]) : add_functions(fi, s, f.v[i]);
	if (!err && fi->found == before)
		err = no_usdt(s, &f, fi->owner.pid, fi->errmsg);
	probe_files__free(&f);
	return err;
}

static int add_spec(struct finder *f, const struct probe_spec *s)
{
	return s->kind == PROBE_TRACEPOINT ? add_tracepoints(f, s)
	       : s->kind == PROBE_KFUNC	   ? add_kfuncs(f, s)
					   : add_all(f, s);
}

static int add_text(struct finder *f, const char *text)
{
	struct probe_spec s;
	int err = probe_spec__parse(&s, text, f->rows.types, f->errmsg);

	if (!err)
		err = add_spec(f, &s);
	probe_spec__free(&s);
	return err;
}

/* Finds the probes of the list; without a list, all probes of the file of probes. */
int probe_find__all(struct probes *probes, const struct probe_ask *ask, const struct errmsg *errmsg)
{
	struct finder f = { .probes = probes, .ask = ask, .owner = { ask->pid, ask->program }, .errmsg = errmsg };
	int err = ask->rows ? probe_rows__read(&f.rows, ask->rows, errmsg) : 0;

	if (!err)
		probe_rows__locate(&f.rows, &f.owner);
	for (unsigned i = 0; !err && i < ask->n; i++)
		err = ask->specs && ask->specs[i] ? add_text(&f, ask->specs[i]) : -EINVAL;
	for (size_t i = 0; !err && !ask->n && i < f.rows.n; i++)
		err = add_spec(&f, &f.rows.v[i].spec);
	probe_rows__free(&f.rows);
	kfunc_list__free(&f.kfuncs);
	return err;
}

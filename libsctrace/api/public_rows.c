// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/public_rows.h"

#include "lookup/abi.h"
#include "stats/table.h"

/* Copies one key of a row to its member of the public struct: 0 or NULL if the row does not have the key. */
static void put_key(const struct public_rows *p, const struct kstat_by_key *k, const struct by_key *key,
		    struct sctrace_stat *out)
{
	void *to = (char *)out + key->stat;
	uint64_t id;

	switch (key->kind) {
	case KSTAT_KEY_CALL: /* set by row_public() */
		break;
	case KSTAT_KEY_NUM:
		*(uint32_t *)to = by_key__num(key, k);
		break;
	case KSTAT_KEY_COMM:
		*(const char **)to = *(const char *)by_key__at(key, k) ? by_key__at(key, k) : NULL;
		break;
	case KSTAT_KEY_CGROUP:
		id = by_key__cgroup(key, k);
		*(const char **)to = id ? cgroups__path(p->cgroups, id) : NULL;
		break;
	case KSTAT_KEY_ERRNO:
		*(uint32_t *)to = by_key__errno(key, k);
		break;
	case KSTAT_KEY_RET:
		*(int64_t *)to = by_key__ret(key, k);
		break;
	case KSTAT_KEY_ARG: /* set by put_args() */
	case KSTAT_KEY_SUM: /* set by row_public() */
		break;
	case KSTAT_KEY_NAME:
		id = by_key__num(key, k);
		*(const char **)to = id ? p->rows->names.p[id - 1] : NULL;
	}
}

/* Splits the texts of the arguments, which the row has as one string in args[0]. */
static void put_args(const struct public_rows *p, struct sctrace_stat *out)
{
	const char *texts = out->args[0];
	size_t len;
	char *text;

	if (!texts)
		return;
	out->args[0] = NULL;
	p->args->len = 0;
	buf__str(p->args, texts);
	buf__char(p->args, '\0');
	for (unsigned i = 0; !p->args->failed && i < p->keys->nargs; i++) {
		text = (char *)by__arg(p->args->p, i, &len);
		out->args[p->numbered ? p->keys->args[i].what : i] = len ? text : NULL;
	}
	for (text = p->args->p; !p->args->failed && *text; text++)
		*text = *text == '\n' ? '\0' : *text;
}

static void put_group(const struct public_rows *p, const struct stat_group *g, struct sctrace_stat *out)
{
	out->tid = g->tid;
	out->pid = g->pid;
	out->comm = g->comm[0] ? g->comm : NULL;
	out->cgroup = g->cgroup ? cgroups__path(p->cgroups, g->cgroup) : NULL;
}

void public_row__call(uint64_t call, struct sctrace_stat *out)
{
	out->nr = call__nr(call);
	out->abi = call__abi(call) ? abi__native()->id + 1u : abi__native()->id;
}

static void row_public(const struct public_rows *p, const struct stat_row *row, struct sctrace_stat *out, char *name,
		       size_t size)
{
	const struct stat_group *g = &p->rows->groups[row->key.owner - 1];
	const struct kstat_split split = row__split(row);

	*out = (struct sctrace_stat){
		.sz = sizeof(*out),
		.other = g->other,
		.calls = row->r.calls,
		.errors = row->r.errors,
		.total = row->r.total,
		.min = row__min(&row->r),
		.max = row->r.max,
		.avg = row__avg(&row->r),
		.std_error = row__stderr(&row->r),
		.never_returned = row->r.gone,
		.begun = row->r.begun,
		.in_progress = row->in_progress,
		.oldest = row->in_progress ? row->oldest : 0,
		.oldest_before = row->in_progress && row->before,
		.bytes = row->r.bytes,
		.system = split.system,
		.user = split.user,
		.runnable = split.runnable,
		.blocked = split.blocked,
		.hist = row->hist,
		.nhist = row->hist ? KSTAT_BUCKETS : 0,
	};
	for (unsigned i = 0; i < NKEYS; i++)
		put_key(p, &row->key, &by_keys[i], out);
	put_args(p, out);
	if (!p->by)
		put_group(p, g, out);
	if (!p->by || p->by & KSTAT_BY_SYSCALL || g->other) {
		out->name = row__name(p->rows, row, name, size);
		out->probe = row__is_probe(row);
		public_row__call(key__call(&row->key), out);
	}
	if (out->probe)
		out->nr = row->key.call - (row->key.call >= STATS_SPAN ? STATS_SPAN : STATS_PROBE);
}

int public_rows__each(const struct public_rows *p, sctrace_stat_fn *fn, void *ctx)
{
	int err = 0;

	stats__settle(p->rows);
	for (size_t i = 0; !err && i < p->rows->nrows; i++) {
		struct sctrace_stat out;
		char name[32];

		row_public(p, &p->rows->rows[i], &out, name, sizeof(name));
		err = fn(ctx, &out);
	}
	return err;
}

/* Makes a public row of calls in progress that have the same call and comm. It is not about a single thread. */
static void wait_public(const struct stat_wait *w, struct sctrace_stat *out, char *name, size_t size)
{
	*out = (struct sctrace_stat){
		.sz = sizeof(*out),
		.name = call__name(w->call, name, size),
		.tid = w->oldest_tid,
		.comm = w->comm,
		.in_progress = w->n,
		.oldest = w->oldest,
		.oldest_before = w->before,
		.waiting = true,
	};
	public_row__call(w->call, out);
}

int public_rows__waits(const struct public_rows *p, sctrace_stat_fn *fn, void *ctx)
{
	int err = 0;

	for (size_t i = 0; !err && i < p->rows->nwaits; i++) {
		struct sctrace_stat out;
		char name[32];

		wait_public(&p->rows->waits[i], &out, name, sizeof(name));
		err = fn(ctx, &out);
	}
	return err;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Public functions of statistics. They connect the rows of the kernel, those of the library, and tables. */
#include "api/stats_control.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "load/footprint.h"
#include "stats/event_by.h"
#include "stats/event_stats.h"
#include "stats/sort.h"
#include "api/opts_check.h"
#include "api/public_rows.h"
#include "api/scope.h"
#include "api/stats_probes.h"
#include "util/caps.h"
#include "util/clock.h"
#include "util/procfs.h"

/* ---- open ---- */

static int parse_by(const struct sctrace_stats_opts *o, struct sctrace_stats *s)
{
	if (!o->by)
		return 0;
	for (const char *w = o->by;; w++) {
		bool optional = *w == '?';
		size_t len;
		int k;

		w += optional;
		len = strcspn(w, ",");
		k = by_key__find(w, len);
		if (k < 0)
			return guard__fail(&s->base.guard, -EINVAL, "unknown key '%.*s' (valid: %s)", (int)len, w,
					   by_keys_list);
		if (by_keys[k].kind == KSTAT_KEY_ARG)
			return guard__fail(&s->base.guard, -EOPNOTSUPP,
					   "the key '%s' needs a table made from events (sctrace_event_stats)",
					   by_keys[k].name);
		if (!(s->by & by_keys[k].bit) && by_keys[k].kind != KSTAT_KEY_SUM)
			s->order[s->norder++] = (uint8_t)k;
		s->by |= by_keys[k].bit;
		s->if_can |= optional ? by_keys[k].bit : 0;
		w += len;
		if (!*w)
			return 0;
	}
}

/* Tests whether the kernel accepts the programs with these keys: loads and closes them. */
static bool loads(struct kstats_opts ao, uint32_t by)
{
	struct kstats *a;

	ao.errmsg = NULL;
	ao.by = by;
	if (kstats__open(&a, &ao))
		return false;
	kstats__close(a);
	return true;
}

static void drop_key(struct sctrace_stats *s, uint32_t bit)
{
	unsigned n = 0;

	s->by &= ~bit;
	for (unsigned i = 0; i < s->norder; i++)
		if (by_keys[s->order[i]].bit != bit)
			s->order[n++] = s->order[i];
	s->norder = n;
}

/*
 * Called if the programs cannot be loaded. Keys that are names need members of kernel structs that this kernel may
 * lack: drops such keys if they are optional, otherwise fails with a message.
 */
static int open_without(struct sctrace_stats *s, struct kstats_opts *ao, int err)
{
	bool any = false;

	if (err == -EPERM || err == -EACCES || !loads(*ao, KSTAT_BY_SYSCALL))
		return err;
	for (const struct by_key *key = by_keys; key < by_keys + NKEYS; key++) {
		if (key->kind != KSTAT_KEY_NAME || !(s->by & key->bit) || loads(*ao, key->bit))
			continue;
		if (!(s->if_can & key->bit))
			return guard__fail(
				&s->base.guard, err,
				"this kernel lacks what the key '%s' needs (use '?%s' to drop it on such kernels)",
				key->name, key->name);
		drop_key(s, key->bit);
		any = true;
	}
	if (!any)
		return err;
	if (!s->by)
		return guard__fail(&s->base.guard, err, "this kernel lacks what the keys need: use another key");
	ao->by &= s->by | ~(uint32_t)KSTAT_BY_NAMES;
	return kstats__open(&s->kstats, ao);
}

static int open_programs(struct sctrace_stats *s, struct kstats_opts *ao)
{
	int err = kstats__open(&s->kstats, ao);

	return err && s->by & KSTAT_BY_NAMES ? open_without(s, ao, err) : err;
}

static char *gone_cgroup(void *ctx, uint64_t id)
{
	struct sctrace_stats *s = ctx;
	struct kstat_cgroup c;

	return s->kstats && kstats__gone_cgroup(s->kstats, id, &c) ? strdup(c.path) : NULL;
}

static int open_kernel(struct sctrace_stats *s, const struct sctrace_stats_opts *o)
{
	const struct scope_opts so = SCOPE_OPTS(o);
	const struct result_opts ro = {
		.failed = o->only_failed,
		.successful = o->only_successful,
		.errnos = o->only_errnos,
		.min_ns = o->min_ns,
		.range = o->ret_range,
		.min = o->ret_min,
		.max = o->ret_max,
	};
	struct kstats_opts ao = {
		.selection = &s->base.selection,
		.all = o->all_tasks,
		.total = o->group == SCTRACE_GROUP_TOTAL,
		.errors = o->errnos,
		.hist = o->hist,
		.cpu_time = o->cpu_time,
		.wall_too = o->wall_too,
		.begun = o->begun || (o->split && !o->all_tasks),
		.split = o->split,
		.attached = o->attached,
		.attached_ctx = o->attached_ctx,
		/* containers are derived from cgroups */
		.by = s->by & KSTAT_BY_CONTAINER ? (s->by & ~(uint32_t)KSTAT_BY_CONTAINER) | KSTAT_BY_CGROUP : s->by,
		.map_rows = o->max_rows && o->max_rows < 1024 ? 1024
			    : o->max_rows < 1u << 20	      ? o->max_rows
							      : 1u << 20,
		.proc = s->base.proc,
		.btf = o->btf,
		.own_only = o->own_only,
		.errmsg = s->base.guard.now,
		.why_size = sizeof(s->base.guard.now),
	};
	int err = session__without(&s->base, o->without, &ao.without);

	if (!err)
		err = session__choose(&s->base, o->trace, &s->base.selection);
	if (!err)
		err = scope__make(&ao.scope, &so, false, &s->base.guard);
	if (!err)
		err = result_filter__make(&ao.results, &ro, &s->base.guard);
	s->results = ao.results;
	if (!err && stats_probes__wanted(o))
		err = stats_probes__find(s, o, &ao);
	if (err)
		return err;
	if (o->group == SCTRACE_GROUP_CGROUP && !s->by)
		ao.by = KSTAT_BY_CGROUP | KSTAT_BY_SYSCALL;
	err = stats_share__open(s, o, &ao, open_programs);
	return err ? err : stats_probes__open(s, o, &ao);
}

static int open_with(struct sctrace_stats *s, const struct sctrace_stats_opts *o)
{
	static const enum stats_groups groups[] = {
		[SCTRACE_GROUP_THREAD] = STATS_THREADS,
		[SCTRACE_GROUP_TOTAL] = STATS_TOTAL,
		[SCTRACE_GROUP_CGROUP] = STATS_CGROUPS,
	};
	int err;

	if ((unsigned)o->group > SCTRACE_GROUP_CGROUP)
		return guard__fail(&s->base.guard, -EINVAL, "unknown group (valid: thread, total, cgroup)");
	if (o->own_only && o->all_tasks)
		return guard__fail(&s->base.guard, -EPERM,
				   "a summary of the whole machine needs root (or CAP_SYS_PTRACE)");
	if (o->wall_too && (!o->cpu_time || o->by || o->group != SCTRACE_GROUP_TOTAL))
		return guard__fail(&s->base.guard, -EINVAL, "wall_too needs cpu_time, SCTRACE_GROUP_TOTAL and no keys");
	if (o->begun && o->all_tasks)
		return guard__fail(
			&s->base.guard, -EINVAL,
			"begun counts calls that targets are in when they are added: leave it out with all_tasks");
	if (o->attached && o->all_tasks)
		return guard__fail(&s->base.guard, -EINVAL, "attached reports targets: leave it out with all_tasks");
	s->base.unnamed = o->unnamed;
	s->hist = o->hist;
	s->base.all = o->all_tasks;
	s->base.by_cgroup = o->cgroups;
	s->base.own_only = o->own_only;
	err = stats_probes__wanted(o) ? 0 : parse_by(o, s);
	s->deltas = o->deltas;
	stats__init(&s->stats, o->by ? STATS_KEYS : groups[o->group], o->max_rows);
	stats__init(&s->delta, s->stats.by, o->max_rows);
	stats__init(&s->unread, s->stats.by, o->max_rows);
	s->stats.wall = o->wall_too;
	if (o->split)
		s->stats.split = s->by ? s->by : KSTAT_BY_SYSCALL;
	return err ? err : open_kernel(s, o);
}

/* ---- life ---- */

/*
 * Returns whether a call in progress is shown. With a filter of results it is not, except if that is min_ns only, and
 * the call has taken so long already.
 */
static bool shows_in_progress(const struct sctrace_stats *s, const struct kstat_task *t)
{
	uint64_t age = stats__age(t, s->now);

	if (!s->results.any)
		return true;
	return !s->results.failed && !s->results.successful && !s->results.by_errno && !s->results.by_range &&
	       age != STATS_AGE_UNKNOWN && age >= s->results.min_ns;
}

static int on_task(void *ctx, const struct kstat_task *t)
{
	struct sctrace_stats *s = ctx;
	struct kstat_task task = *t;

	s->alive += t->flags != 0;
	if (s->deltas && stats__task(&s->delta, t, 0)) /* intervals do not include calls in progress */
		return -ENOMEM;
	if (t->in_call && s->results.any)
		task.in = (struct kstat_split){}; /* the call has no result yet */
	return stats__task(&s->stats, &task, shows_in_progress(s, t) ? s->now : 0);
}

static int read_tasks(struct sctrace_stats *s)
{
	s->now = now_ns();
	s->alive = 0;
	stats__tasks_begin(&s->stats);
	stats__tasks_begin(&s->delta);
	return stats_share__tasks(s, on_task, s);
}

static int fold(struct sctrace_stats *s)
{
	int err = s->deltas ? stats__fold(&s->delta) : 0;

	return err ? err : stats__fold(&s->stats);
}

/* Reads the rows before the tasks, because calls end meanwhile. */
static int read_all(struct sctrace_stats *s)
{
	int err;

	if (s->base.life == LIFE_STOPPED)
		return 0;
	kstats__hear(s->kstats);
	err = stats_share__drain(s);
	if (!err)
		err = read_tasks(s);
	return err ? err : fold(s);
}

static int stop(struct session *base)
{
	struct sctrace_stats *s = stats_of(base);
	int err, serr;

	if (base->life == LIFE_STOPPED)
		return 0;
	base->life = LIFE_STOPPED;
	err = read_tasks(s); /* before the programs that see the ends of calls are detached */
	serr = stats_share__stop(s);
	kstats__hear(s->kstats);
	err = err ? err : serr;
	return err ? err : fold(s);
}

static void look(struct session *base, struct sctrace_health *h)
{
	struct sctrace_stats *s = stats_of(base);
	struct footprint cost = {};

	h->lost = stats_share__missed(s);
	h->tasks = s->alive > 0 ? (uint32_t)s->alive : 0;
	kstats__look(s->kstats, base->proc, &cost, &h->lost_skipped);
	stats_probes__cost(s, &cost);
	/* shared programs may have skipped events before this handle was opened */
	if (h->lost_skipped > h->lost)
		h->lost_skipped = h->lost;
	h->lost_no_memory = h->lost - h->lost_skipped;
	h->handles = stats_share__count(s);
	h->fds += cost.fds;
	h->memory = cost.memory;
	h->runs = cost.runs;
	h->run_ns = cost.run_ns;
}

static const struct session_ops ops = {
	.verb = "counted",
	.target = stats_control__target,
	.enroll = stats_control__enroll,
	.cgroup = stats_control__cgroup,
	.untarget = stats_control__untarget,
	.select = stats_control__select,
	.changed = stats_control__changed,
	.start = stats_control__start,
	.stop = stop,
	.look = look,
};

int sctrace_stats_open(struct sctrace_stats **out, const struct sctrace_stats_opts *opts)
{
	struct sctrace_stats_opts o;
	struct sctrace_stats *s;
	int err;

	if (!out || !opts)
		return -EINVAL;
	err = opts__take(OPTS_sctrace_stats_opts, &o, opts, &(struct errmsg){ opts->why, opts->why_size });
	if (err)
		return err;
	o.own_only = o.own_only || (!o.any_owner && caps__own_only());
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	session__init(&s->base, &ops);
	s->base.proc = s->cgroups.proc = procfs__open();
	s->cgroups.gone = gone_cgroup;
	s->cgroups.ctx = s;
	err = guard__end(&s->base.guard, open_with(s, &o));
	if (err) {
		guard__copy(&s->base.guard, o.why, o.why_size);
		sctrace_stats_close(s);
		return err;
	}
	*out = s;
	return 0;
}

int sctrace_stats_close(struct sctrace_stats *s)
{
	int err = s ? guard__refuse(&s->base.guard) : 0;

	if (!s || err)
		return err;
	stats_share__close(s);
	stats__free(&s->stats);
	stats__free(&s->delta);
	stats__free(&s->unread);
	cgroups__free(&s->cgroups);
	buf__free(&s->args);
	session__free(&s->base);
	free(s);
	return 0;
}

static int read_rows(struct session *base, int unused)
{
	return read_all(stats_of(base));
}

int sctrace_stats_read(struct sctrace_stats *s)
{
	return session__take(stats_session(s), read_rows, 0);
}

int sctrace_stats_tasks(struct sctrace_stats *s)
{
	int err = s ? guard__enter(&s->base.guard) : -EINVAL;

	if (err)
		return err;
	err = guard__leave(&s->base.guard, s->base.life == LIFE_STOPPED ? 0 : read_tasks(s));
	return err ? err : s->alive;
}

uint64_t sctrace_stats_other(const struct sctrace_stats *s)
{
	return s ? s->stats.evicted : 0;
}

uint64_t sctrace_stats_missed(const struct sctrace_stats *s)
{
	return s ? stats_share__missed(s) : 0;
}

int sctrace_stats_reset(struct sctrace_stats *s)
{
	int err = s ? guard__enter(&s->base.guard) : -EINVAL;

	if (err)
		return err;
	stats__reset(&s->stats);
	stats__reset(&s->delta);
	s->missed_before = stats_share__missed(s);
	return guard__leave(&s->base.guard, 0);
}

/* ---- rows ---- */

uint64_t sctrace_stats_bucket(size_t bucket)
{
	return bucket__low(bucket < KSTAT_BUCKETS ? (unsigned)bucket : KSTAT_BUCKETS - 1);
}

static struct public_rows public_rows(struct sctrace_stats *s, struct stats *rows)
{
	return (struct public_rows){
		.rows = rows, .cgroups = &s->cgroups, .keys = &s->keys, .by = s->by, .numbered = true, .args = &s->args
	};
}

static int each(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	const struct public_rows from = public_rows(s, &s->stats);

	return public_rows__each(&from, fn, ctx) ?: public_rows__waits(&from, fn, ctx);
}

int sctrace_stats_each(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	int err = !s ? -EINVAL : !fn ? guard__invalid(&s->base.guard, "fn is NULL") : guard__enter(&s->base.guard);

	return err ? err : guard__leave(&s->base.guard, each(s, fn, ctx));
}

/* Passes the rows that have changed. If fn stops, the next call passes all of these rows again. */
static int delta(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	const struct public_rows from = public_rows(s, &s->delta);
	int err;

	if (!s->deltas)
		return guard__fail(&s->base.guard, -EINVAL, "this handle was opened without opts.deltas");
	err = public_rows__each(&from, fn, ctx);
	if (!err)
		stats__reset(&s->delta);
	return err;
}

int sctrace_stats_delta(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	int err = !s ? -EINVAL : !fn ? guard__invalid(&s->base.guard, "fn is NULL") : guard__enter(&s->base.guard);

	return err ? err : guard__leave(&s->base.guard, delta(s, fn, ctx));
}

uint64_t sctrace_stat_percentile(const struct sctrace_stat *row, double q)
{
	uint64_t n = 0;

	if (!row || !SCTRACE_HAS(row, nhist) || !row->hist || row->nhist != KSTAT_BUCKETS || !(q >= 0 && q <= 1))
		return 0;
	for (size_t i = 0; i < row->nhist; i++)
		n += row->hist[i];
	return n ? (uint64_t)hist__percentile(row->hist, (double)n, (double)row->min, (double)row->max, q) : 0;
}

/* ---- tables ---- */

static const char *cgroup_path(void *ctx, uint64_t id)
{
	return cgroups__path(ctx, id);
}

int sctrace_table_check(const struct sctrace_table_opts *opts, char *errmsg, size_t size)
{
	const struct errmsg w = { errmsg, size };
	struct sctrace_table_opts copy, *o = &copy;
	const char *valid;
	unsigned times;
	char bad[64];
	int err = opts ? opts__take(OPTS_sctrace_table_opts, o, opts, &w) : errmsg__set(&w, -EINVAL, "opts is NULL");

	if (err)
		return err;
	switch (o->columns ? strace__columns_check(o->columns, bad, sizeof(bad), &valid) : COLUMNS_OK) {
	case COLUMNS_UNKNOWN:
		return errmsg__set(&w, -EINVAL, "unknown column name: '%s' (valid: %s)", bad, valid);
	case COLUMNS_TWICE:
		return errmsg__set(
			&w, -EINVAL,
			"call summary column has been provided more than once: '%s' (-U option residual: '%s')", bad,
			valid);
	default:
		break;
	}
	valid = sort__valid;
	if (o->sort && !(o->table == SCTRACE_TABLE_STRACE ? strace__sort_ok(o->sort, &valid)
							  : sort__is_column(o->sort, o->table == SCTRACE_TABLE_BY)))
		return errmsg__set(&w, -EINVAL, "invalid sortby: '%s' (valid: %s%s)", o->sort, valid,
				   o->table == SCTRACE_TABLE_BY ? ", the keys" : "");
	times = o->cpu_time ? strace__times(o->columns, o->sort) : 0;
	return times == STRACE_WALL_TIMES ? 1 : times == (STRACE_TIMES | STRACE_WALL_TIMES) ? 2 : 0;
}

/* The rows of a table and their keys. */
struct table_source {
	struct stats *stats;
	struct cgroups *cgroups;
	const struct event_by *keys; /* keys of the rows */
	uint64_t lost;		     /* number of calls that are in no row */
	uint64_t time_ns;	     /* wall clock when the rows were read; 0: unknown */
	bool here;		     /* the rows were counted on this host, so its user names may be used */
};

static int print(const struct table_source *from, const struct sctrace_table_opts *opts, const struct errmsg *errmsg,
		 sctrace_write_fn *write, void *ctx)
{
	struct sctrace_table_opts o = {};
	char host[HOST_NAME_MAX + 1] = "";
	struct buf b = {};
	int err = opts ? opts__take(OPTS_sctrace_table_opts, &o, opts, errmsg) : 0;
	struct table_opts to = {
		.errors = o.errnos,
		.percentiles = o.percentiles,
		.split = o.split,
		.hist = o.hist,
		.by = from->keys->by,
		.max = o.max,
		.seconds = o.seconds,
		.columns = o.columns,
		.sort = o.sort,
		.overhead = o.overhead,
		.lost = from->lost,
		.time_ns = from->time_ns,
		.host = host,
		.cgroup = cgroup_path,
		.ctx = from->cgroups,
		.order = from->keys->order,
		.norder = from->keys->n,
		.titles = from->keys->titles,
	};

	if (err)
		return err;
	if ((o.json || to.by || o.table != SCTRACE_TABLE_STRACE) && !sort__ok(&to))
		return errmsg__set(errmsg, -EINVAL, "invalid sortby: '%s' (valid: %s, the keys)", o.sort, sort__valid);
	if (o.split && !from->stats->split)
		return errmsg__set(errmsg, -EINVAL,
				   "split: the statistics have no such times: set sctrace_stats_opts.split");
	if (from->here)
		gethostname(host, sizeof(host) - 1);
	if (o.json)
		err = table__json(&b, from->stats, &to);
	else if (from->keys->events & KEY_IS_STACKS)
		err = table__folded(&b, from->stats, &to);
	else if (to.by)
		err = table__by(&b, from->stats, &to);
	else if (o.table == SCTRACE_TABLE_STRACE)
		err = table__strace(&b, from->stats, &to);
	else
		table__perf(&b, from->stats, &to);
	if (!o.json && !to.by && o.table == SCTRACE_TABLE_PERF)
		table__lost(&b, &to);
	if (!err && b.failed)
		err = -ENOMEM;
	if (!err && b.len)
		err = write(ctx, b.p, b.len);
	buf__free(&b);
	return err;
}

int sctrace_stats_print(struct sctrace_stats *s, const struct sctrace_table_opts *opts, sctrace_write_fn *write,
			void *ctx)
{
	int err = !s	   ? -EINVAL
		  : !write ? guard__invalid(&s->base.guard, "write is NULL")
			   : guard__enter(&s->base.guard);
	const struct errmsg errmsg = { s ? s->base.guard.now : NULL, sizeof(s->base.guard.now) };
	struct event_by keys = {};
	struct table_source from = { .here = true, .keys = &keys };

	if (err)
		return err;
	from.stats = &s->stats;
	from.cgroups = &s->cgroups;
	from.lost = stats_share__missed(s) - s->missed_before;
	from.time_ns = clock__read(CLOCK_REALTIME);
	keys.by = s->by;
	keys.n = s->norder;
	memcpy(keys.order, s->order, sizeof(keys.order));
	memcpy(keys.titles, s->keys.titles, sizeof(keys.titles));
	return guard__leave(&s->base.guard, print(&from, opts, &errmsg, write, ctx));
}

int sctrace_event_stats_print(struct sctrace_event_stats *s, const struct sctrace_table_opts *opts,
			      sctrace_write_fn *write, void *ctx)
{
	const struct errmsg nowhere = { NULL, 0 };
	struct cgroups none = { .proc = -1 };
	int err = event_stats__alive(s) && write ? event_stats__settle(s) : -EINVAL;
	struct table_source from = { .cgroups = &none };

	if (err)
		return err;
	if (event_stats__paths(s))
		from.cgroups = event_stats__paths(s);
	from.stats = event_stats__rows(s);
	from.keys = event_stats__keys(s);
	from.lost = event_stats__lost(s);
	from.time_ns = event_stats__time(s);
	from.here = event_stats__live(s);
	return print(&from, opts, &nowhere, write, ctx);
}

static int each_of_events(struct sctrace_event_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	struct cgroups none = { .proc = -1 };
	const struct event_by *keys = event_stats__keys(s);
	struct buf args = {};
	const struct public_rows from = {
		.rows = event_stats__rows(s),
		.cgroups = event_stats__paths(s) ?: &none,
		.keys = keys,
		.by = keys->by,
		.args = &args,
	};
	int err = event_stats__settle(s);

	if (!err)
		err = public_rows__each(&from, fn, ctx) ?: public_rows__waits(&from, fn, ctx);
	buf__free(&args);
	return err;
}

int sctrace_event_stats_each(struct sctrace_event_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	return event_stats__alive(s) && fn ? each_of_events(s, fn, ctx) : -EINVAL;
}

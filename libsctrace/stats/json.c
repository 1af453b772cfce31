// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Tables as JSON: one object in one line, described in docs/event.schema.json. Times are ns. Rows do not have members
 * for keys that the table does not have.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "stats/sort.h"
#include "lookup/abi.h"
#include "util/json.h"

static void put_field(struct buf *b, const char *name, uint64_t v)
{
	buf__printf(b, ",\"%s\":", name);
	json__uint(b, v);
}

static void put_text(struct buf *b, const char *name, const char *s, size_t n)
{
	buf__printf(b, ",\"%s\":", name);
	json__string(b, s, strnlen(s, n));
}

static void put_age(struct buf *b, uint64_t age, bool before)
{
	if (age == STATS_AGE_UNKNOWN)
		buf__str(b, ",\"oldest\":null");
	else
		put_field(b, "oldest", age);
	if (before)
		buf__str(b, ",\"before_start\":true");
}

static void put_times(struct buf *b, const struct stat_row *row, const struct table_opts *o)
{
	const struct kstat_row *r = &row->r;

	put_field(b, "calls", r->calls);
	put_field(b, "errors", r->errors);
	put_field(b, "total", r->total);
	put_field(b, "min", row__min(r));
	buf__printf(b, ",\"avg\":%.1f", row__avg(r));
	put_field(b, "max", r->max);
	buf__printf(b, ",\"stddev\":%.4f", row__stderr(r));
	if (o->split) {
		struct kstat_split split = row__split(row);

		put_field(b, "system", split.system);
		put_field(b, "user", split.user);
		put_field(b, "runnable", split.runnable);
		put_field(b, "blocked", split.blocked);
	}
	if (r->gone)
		put_field(b, "never_returned", r->gone);
	if (r->begun)
		put_field(b, "begun_before", r->begun);
	if (o->seconds > 0)
		buf__printf(b, ",\"per_second\":%.3f", (double)r->calls / o->seconds);
	if (row->in_progress) {
		put_field(b, "in_progress", row->in_progress);
		put_age(b, row->oldest, row->before);
		put_field(b, "oldest_tid", row->oldest_tid);
	}
	if (o->percentiles)
		buf__printf(b, ",\"p50\":%.0f,\"p90\":%.0f,\"p99\":%.0f,\"p99.9\":%.0f", row__percentile(row, 0.5),
			    row__percentile(row, 0.9), row__percentile(row, 0.99), row__percentile(row, 0.999));
}

/* Appends [[from ns, calls], ...], a pair for each bucket that is not empty. */
static void put_hist(struct buf *b, const struct stat_row *row)
{
	const char *sep = "";

	buf__str(b, ",\"hist\":[");
	for (unsigned i = 0; i < KSTAT_BUCKETS; i++)
		if (row->hist[i]) {
			buf__printf(b, "%s[%llu,%llu]", sep, (unsigned long long)bucket__low(i),
				    (unsigned long long)row->hist[i]);
			sep = ",";
		}
	buf__char(b, ']');
}

static void put_key(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row,
		    unsigned i)
{
	const struct kstat_by_key *k = &row->key;
	const struct by_key *key = &by_keys[i];
	const char *text;

	switch (key->kind) {
	case KSTAT_KEY_CALL: /* printed first, for every row */
		break;
	case KSTAT_KEY_NUM:
		if (key->bit != KSTAT_BY_UID || by_key__num(key, k) != UINT32_MAX)
			put_field(b, key->name, by_key__num(key, k));
		break;
	case KSTAT_KEY_COMM:
		put_text(b, key->name, k->comm, sizeof(k->comm));
		break;
	case KSTAT_KEY_CGROUP:
		if (by_key__cgroup(key, k))
			put_text(b, key->name, o->cgroup(o->ctx, by_key__cgroup(key, k)), 4096);
		break;
	case KSTAT_KEY_ERRNO:
		if (by_key__errno(key, k))
			put_text(b, key->name, errno__name(by_key__errno(key, k), &text) ?: "unknown", 32);
		break;
	case KSTAT_KEY_RET:
		buf__printf(b, ",\"%s\":", key->name);
		json__int(b, by_key__ret(key, k));
		break;
	case KSTAT_KEY_ARG: /* put_arg() */
		break;
	case KSTAT_KEY_SUM:
		put_field(b, "bytes", row->r.bytes);
		break;
	case KSTAT_KEY_NAME:
		if (by_key__num(key, k))
			put_text(b, table__title(o, i), s->names.p[by_key__num(key, k) - 1], 4096);
	}
}

static void put_arg(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row,
		    unsigned column)
{
	uint32_t id = row->key.args;
	size_t len;
	const char *text = by__arg(id ? s->names.p[id - 1] : NULL, column - KEY_ARGS, &len);

	if (len)
		put_text(b, table__title(o, column), text, len);
}

static void put_keys(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row)
{
	for (unsigned i = 0; i < KEY_ARGS; i++)
		if (o->by & by_keys[i].bit)
			put_key(b, s, o, row, i);
	for (unsigned i = 0; i < o->norder; i++)
		if (o->order[i] >= KEY_ARGS)
			put_arg(b, s, o, row, o->order[i]);
}

static void put_group(struct buf *b, const struct stat_group *g)
{
	if (g->tid || g->outside) {
		put_field(b, "tid", g->tid);
		put_field(b, "pid", g->pid);
	} else if (g->ended) {
		put_field(b, "ended", g->ended);
	}
	if (g->comm[0])
		put_text(b, "comm", g->comm, sizeof(g->comm));
}

static void put_errnos(struct buf *b, const struct stats *s, const struct stat_group *g, const struct stat_row *row)
{
	const char *text, *sep = "";

	buf__str(b, ",\"errnos\":{");
	for (size_t i = 0; i < g->n; i++) {
		const struct stat_row *e = &s->rows[g->first + i];
		const char *name = errno__name(e->key.err, &text);

		if (!e->key.err || key__call(&e->key) != key__call(&row->key))
			continue;
		if (name)
			buf__printf(b, "%s\"%s\":%llu", sep, name, (unsigned long long)e->r.calls);
		else
			buf__printf(b, "%s\"%u\":%llu", sep, e->key.err, (unsigned long long)e->r.calls);
		sep = ",";
	}
	buf__char(b, '}');
}

static void put_name(struct buf *b, const struct stats *s, const struct stat_row *row)
{
	char name[32];
	const char *text = row__name(s, row, name, sizeof(name));

	buf__str(b, row__is_probe(row) ? "\"probe\":" : "\"syscall\":");
	json__string(b, text, strlen(text));
	if (!row__is_probe(row) && call__abi(key__call(&row->key)))
		buf__printf(b, ",\"abi\":\"%s\"", call__abi(key__call(&row->key)));
}

static void put_row(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row)
{
	const struct stat_group *g = &s->groups[row->key.owner - 1];

	buf__char(b, '{');
	if (!o->by || o->by & KSTAT_BY_SYSCALL)
		put_name(b, s, row);
	else
		buf__printf(b, "\"events\":%llu", (unsigned long long)(2 * row->r.calls));
	if (g->other)
		buf__str(b, ",\"other\":true");
	else if (o->by)
		put_keys(b, s, o, row);
	else if (g->cgroup)
		put_text(b, "cgroup", o->cgroup(o->ctx, g->cgroup), 4096);
	else
		put_group(b, g);
	put_times(b, row, o);
	if (o->errors && !o->by)
		put_errnos(b, s, g, row);
	if (o->hist && row->hist)
		put_hist(b, row);
	buf__char(b, '}');
}

static void put_waits(struct buf *b, const struct stats *s)
{
	buf__str(b, ",\"in_progress\":[");
	for (size_t i = 0; i < s->nwaits; i++) {
		const struct stat_wait *w = &s->waits[i];
		char name[32];

		buf__printf(b, "%s{\"syscall\":\"%s\"", i ? "," : "", call__name(w->call, name, sizeof(name)));
		if (call__abi(w->call))
			buf__printf(b, ",\"abi\":\"%s\"", call__abi(w->call));
		put_text(b, "comm", w->comm, sizeof(w->comm));
		put_field(b, "calls", w->n);
		put_age(b, w->oldest, w->before);
		put_field(b, "oldest_tid", w->oldest_tid);
		buf__char(b, '}');
	}
	buf__char(b, ']');
}

int table__json(struct buf *b, struct stats *s, const struct table_opts *o)
{
	struct sorted_row *rows;
	struct table_opts all = *o;
	unsigned shown = 0;
	size_t n;

	stats__settle(s);
	all.json = true;
	rows = sort__rows(s, &all, s->rows, s->nrows, &n);
	if (!rows)
		return -ENOMEM;
	buf__str(b, "{\"type\":\"table\"");
	if (o->time_ns) {
		buf__str(b, ",\"time\":");
		json__time(b, o->time_ns);
	}
	if (o->host && *o->host)
		put_text(b, "host", o->host, 256);
	put_field(b, "events", s->events);
	if (o->seconds > 0)
		buf__printf(b, ",\"seconds\":%.3f", o->seconds);
	buf__str(b, ",\"rows\":[");
	for (size_t i = 0; i < n && !(o->max && shown == o->max); i++) {
		if (shown++)
			buf__char(b, ',');
		put_row(b, s, o, rows[i].row);
	}
	buf__char(b, ']');
	if (s->nwaits)
		put_waits(b, s);
	buf__printf(b, ",\"lost\":%llu}\n", (unsigned long long)o->lost);
	free(rows);
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Computes the statistics that the BPF programs count, from events. */
#include "stats/event_stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lookup/abi.h"
#include "lookup/io_calls.h"
#include "stats/cgroup.h"
#include "stats/event_by.h"
#include "stats/name.h"
#include "stats/span.h"
#include "stats/stats.h"

struct event_thread {
	struct kstat_task task; /* as the kernel's iterator would return it */
	bool seen;		/* the beginning of one of its calls was seen */
	bool owned;		/* owned and owner are copies from struct task */
	struct sct_owner owner;
};

struct sctrace_event_stats {
	struct sink base; /* first */
	struct stats stats;
	struct task_slot threads; /* struct event_thread of each task */
	uint64_t seq, now;
	uint64_t lost; /* events */
	const int64_t *clock_offset;
	bool live;
	size_t fold_at; /* number of rows at which to fold again; 0: not folded yet */
	struct event_by by;
	uint32_t known; /* a bit for each column for which an event had a value */
	struct spans spans;
	bool hist;
	const struct event_texts *writes; /* writes the texts of keys */
	void *ctx;
	struct buf texts; /* values of the keys that are names, each with a NUL */
	struct buf span_key;
	struct cgroups *cgroups; /* borrowed from the handle; NULL: no key needs it */
};

int event_stats__by(struct sctrace_event_stats *s, const char *words, bool hist, const struct event_texts *texts,
		    void *ctx, const struct errmsg *errmsg)
{
	const struct probes *probes = s->stats.probes;
	int err = words ? event_by__parse(&s->by, words, false, errmsg) : 0;

	s->hist = hist;
	s->writes = texts;
	s->ctx = ctx;
	s->threads.tasks->comms |= (s->by.by & KSTAT_BY_COMM) != 0;
	if (!err && words) {
		stats__free(&s->stats);
		stats__init(&s->stats, STATS_KEYS, 0);
		s->stats.probes = probes;
		s->stats.spans = &s->spans;
	}
	return err;
}

int event_stats__span(struct sctrace_event_stats *s, const char *text, const struct errmsg *errmsg)
{
	int err = spans__add(&s->spans, text, errmsg);

	s->stats.spans = &s->spans;
	/* a replay gets its probes with the events: event_stats__lacks() checks later */
	return err || !s->live ? err : span__check(s->spans.v[s->spans.n - 1], s->stats.probes, errmsg);
}

void event_stats__cgroups(struct sctrace_event_stats *s, struct cgroups *cgroups)
{
	s->cgroups = cgroups;
}

struct cgroups *event_stats__paths(const struct sctrace_event_stats *s)
{
	return s->cgroups;
}

const struct event_by *event_stats__keys(const struct sctrace_event_stats *s)
{
	return &s->by;
}

/* ---- threads ---- */

/* Returns the data of the event's thread, or NULL without memory. A thread without a known name gets its process's. */
static struct event_thread *thread_get(struct sctrace_event_stats *s, const struct event *ev)
{
	struct event_thread *t = task_slot__data(&s->threads, ev->task) ?: task_slot__make(&s->threads, ev->task);
	const struct task *named = *ev->task->comm ? ev->task : tasks__find(s->threads.tasks, ev->tgid);

	if (!t)
		return NULL;
	t->task.id = 1;
	t->task.tid = ev->tid;
	t->task.pid = ev->tgid;
	t->task.flags = SCT_T_TRACED;
	if (named)
		memcpy(t->task.comm, named->comm, sizeof(t->task.comm));
	t->owned = ev->task->owned;
	t->owner = ev->task->owner;
	return t;
}

/* ---- calls ---- */

static uint16_t index_of(const struct sct_enter *e)
{
	uint32_t nr = record__nr(e) < KSTAT_NR_USER ? record__nr(e) : KSTAT_NR_UNKNOWN;

	return (uint16_t)(nr + (abi__get(e->abi) == abi__native() ? 0 : SCT_NR_MAX));
}

/* Returns the call's part of a row's key: its index, or its number if no table has it. */
static struct kstat_by_key key_of(const struct sct_enter *e)
{
	struct kstat_by_key key = { .owner = 1, .call = index_of(e) };

	if (key.call % SCT_NR_MAX != KSTAT_NR_UNKNOWN)
		return key;
	key.number = key.call < SCT_NR_MAX ? KSTAT_NUMBER_NATIVE : KSTAT_NUMBER_COMPAT;
	key.call = record__nr(e);
	return key;
}

/*
 * Folds the rows when there are twice as many as max_rows and, later, twice as many as the last fold left, so that the
 * cost of folding per new row stays constant.
 */
static int bound(struct sctrace_event_stats *s)
{
	size_t most = s->fold_at ? s->fold_at : 2 * s->stats.max_rows;
	int err;

	if (s->stats.nrows < most)
		return 0;
	err = event_stats__settle(s);
	s->fold_at = 2 * (s->stats.nrows > s->stats.max_rows ? s->stats.nrows : s->stats.max_rows);
	return err;
}

/* Sets the column's bit if a value was written, that is, if s->texts is longer than len. */
static void note_known(struct sctrace_event_stats *s, unsigned column, size_t len)
{
	s->known |= (uint32_t)(s->texts.len > len) << column;
}

static bool is_text(const struct sctrace_event_stats *s, unsigned key)
{
	return s->by.by & by_keys[key].bit && by_keys[key].kind == KSTAT_KEY_NAME;
}

/* Writes the container, or the unit, that the cgroup of the event's task is in. */
static void put_container(struct sctrace_event_stats *s, const struct event *ev)
{
	const struct task *t = ev->task;
	const char *name = t->owned && s->cgroups ? cgroups__container(s->cgroups, t->owner.cgroup) : NULL;

	if (name)
		buf__str(&s->texts, name);
}

/* Writes the values of the keys that are names to s->texts, each with a NUL. Returns 0 or -ENOMEM. */
static int put_texts(struct sctrace_event_stats *s, const struct event *ev)
{
	s->texts.len = 0;
	for (unsigned k = 0; k < NKEYS; k++) {
		size_t len = s->texts.len;

		if (!is_text(s, k))
			continue;
		if (k == KEY_CONTAINER)
			put_container(s, ev);
		else if (k != KEY_ARGS)
			s->writes->key(s->ctx, ev, k, &s->texts);
		if (k != KEY_ARGS)
			note_known(s, k, len);
		for (unsigned i = 0; k == KEY_ARGS && i < s->by.nargs; i++) {
			len = s->texts.len;
			s->writes->arg(s->ctx, ev, &s->by.args[i], &s->texts);
			note_known(s, KEY_ARGS + i, len);
			buf__char(&s->texts, '\n');
		}
		buf__char(&s->texts, '\0');
	}
	return s->texts.failed ? -ENOMEM : 0;
}

/*
 * Sets names[] to the values of the keys that are names. If ev is NULL, s->texts already has them. Returns 0 or
 * -ENOMEM.
 */
static int put_names(struct sctrace_event_stats *s, const struct event *ev, const char **names)
{
	int err = ev ? put_texts(s, ev) : 0;
	const char *text = s->texts.p;

	for (unsigned k = 0; !err && k < NKEYS; k++)
		if (is_text(s, k)) {
			names[k] = *text ? text : NULL;
			text += strlen(text) + 1;
		}
	return err;
}

static int add_by(struct sctrace_event_stats *s, const struct event_thread *t, const struct event *ev,
		  struct kstat_by_key key, const struct kstat_row *r, const uint64_t *hist)
{
	const char *names[NKEYS] = {};
	int err = put_names(s, ev, names);

	if (!(s->by.by & KSTAT_BY_SYSCALL))
		key.call = key.number = 0;
	if (s->by.by & KSTAT_BY_PID)
		key.pid = t->task.pid;
	if (s->by.by & KSTAT_BY_TID)
		key.tid = t->task.tid;
	if (s->by.by & KSTAT_BY_UID)
		key.uid = t->owned ? t->owner.uid : UINT32_MAX;
	if (s->by.by & KSTAT_BY_CGROUP)
		key.cgroup = t->owned ? t->owner.cgroup : 0;
	if (t->owned)
		s->known |= 1u << KEY_UID | 1u << KEY_CGROUP | 1u << KEY_CONTAINER;
	if (s->by.by & KSTAT_BY_COMM)
		memcpy(key.comm, t->task.comm, sizeof(key.comm));
	return err ? err : stats__add(&s->stats, &key, r, hist, names);
}

/* Adds r, a call or a part of one, to the row of its key. failed: the errno of the call, or 0. */
static int add(struct sctrace_event_stats *s, const struct event_thread *t, const struct event *ev,
	       struct kstat_by_key key, uint16_t failed, struct kstat_row *r)
{
	bool timed = s->hist && r->calls && !r->untimed;
	uint64_t buckets[KSTAT_BUCKETS], *hist = timed ? buckets : NULL;
	int err;

	if (timed) {
		memset(buckets, 0, sizeof(buckets));
		buckets[bucket__of(r->max)] = 1;
	}
	r->tid = t->task.tid;
	r->pid = t->task.pid;
	r->born = ++s->seq;
	memcpy(r->comm, t->task.comm, sizeof(r->comm));
	if (s->by.n) {
		key.err = s->by.by & KSTAT_BY_ERRNO ? failed : 0;
		return add_by(s, t, ev, key, r, hist) ?: bound(s);
	}
	err = stats__add(&s->stats, &key, r, hist, NULL);
	if (!err && failed) {
		key.err = failed;
		err = stats__add(&s->stats, &key, r, NULL, NULL);
	}
	return err ? err : bound(s);
}

static void on_enter(struct event_thread *t, const struct event *ev)
{
	t->task.call = index_of(ev->enter);
	t->task.in_call = 1;
	t->task.enter_ts = ev->enter->rec.flags & SCT_F_SNAPSHOT ? 0 : ev->enter->rec.ts;
	t->seen |= !(ev->enter->rec.flags & SCT_F_LATE);
}

static int on_exit_(struct sctrace_event_stats *s, struct event_thread *t, const struct event *ev)
{
	uint16_t failed = ev->exit->ret < 0 && ev->exit->ret >= -4095 ? (uint16_t)-ev->exit->ret : 0;
	bool late = ev->enter->rec.flags & SCT_F_LATE;
	bool begun = ev->enter->rec.flags & SCT_F_SNAPSHOT;
	struct kstat_row row = {};

	t->task.in_call = 0;
	t->task.call = index_of(ev->enter);
	/*
	 * a call whose beginning was not seen is not counted; one that seccomp refused is, but its duration is not
	 * known
	 */
	if (late && !begun && !t->seen)
		return 0;
	row.begun = begun;
	if (s->by.by & KSTAT_BY_SIZE && !failed && record__row(ev->enter) && io_calls__counts(record__row(ev->enter)))
		row.bytes = (uint64_t)ev->exit->ret;
	if (late && !begun) {
		row.calls = row.untimed = 1;
		row.errors = failed != 0;
	} else {
		row__call(&row, ev->ts - ev->enter->rec.ts, failed);
	}
	return add(s, t, ev, key_of(ev->enter), failed, &row);
}

/*
 * Writes the key of a span to s->span_key: the values of its arguments or, if it has none, the thread's id. Returns 0
 * or -ENOMEM.
 */
static int put_span_key(struct sctrace_event_stats *s, const struct span *span, const struct probe *p,
			const struct event *ev)
{
	int arg;

	s->span_key.len = 0;
	for (unsigned i = 0; (arg = span__key(span, p, i)) >= 0; i++) {
		s->writes->arg(s->ctx, ev, &(struct event_by_arg){ .what = (uint8_t)arg }, &s->span_key);
		buf__char(&s->span_key, '\0');
	}
	if (!s->span_key.len)
		buf__udec(&s->span_key, ev->tid);
	return s->span_key.failed ? -ENOMEM : 0;
}

/* Begins a span, whose row has the thread and the arguments of its beginning. Returns 0 or -ENOMEM. */
static int span_begins(struct sctrace_event_stats *s, struct span *span, const struct event_thread *t,
		       const struct event *ev)
{
	struct buf data = {};
	int err = put_texts(s, ev);

	buf__mem(&data, t, sizeof(*t));
	if (s->texts.len)
		buf__mem(&data, s->texts.p, s->texts.len);
	if (!err)
		err = data.failed ? -ENOMEM : span__begin(span, ev->ts, &s->span_key, data.p, data.len);
	s->lost += err == -E2BIG;
	buf__free(&data);
	return err == -E2BIG ? 0 : err;
}

/* Counts a span that ends, unless its beginning was not seen. */
static int span_ends(struct sctrace_event_stats *s, unsigned n, const struct event *ev)
{
	struct span_open *o = span__end(s->spans.v[n], &s->span_key);
	struct kstat_by_key key = { .owner = 1, .call = STATS_SPAN + n };
	struct kstat_row row = {};
	struct event_thread t;
	int err;

	if (!o)
		return 0;
	memcpy(&t, o->data, sizeof(t));
	s->texts.len = 0;
	if (o->size > sizeof(t))
		buf__mem(&s->texts, o->data + sizeof(t), o->size - sizeof(t));
	row__call(&row, ev->ts > o->ts ? ev->ts - o->ts : 0, false);
	err = s->texts.failed ? -ENOMEM : add(s, &t, NULL, key, 0, &row);
	free(o);
	return err;
}

/* Begins and ends the spans of this hit of p. Returns the number of these spans, or -ENOMEM. */
static int on_spans(struct sctrace_event_stats *s, const struct event_thread *t, const struct probe *p,
		    const struct event *ev)
{
	int err = 0, n = 0;

	for (unsigned i = 0; !err && i < s->spans.n; i++) {
		enum span_edge edge = span__edge(s->spans.v[i], p);

		if (edge == SPAN_NONE)
			continue;
		n++;
		err = put_span_key(s, s->spans.v[i], p, ev);
		if (!err)
			err = edge == SPAN_BEGINS ? span_begins(s, s->spans.v[i], t, ev) : span_ends(s, i, ev);
	}
	return err ? err : n;
}

/*
 * Counts a function that returned or, without a duration, a hit of another probe. Hits of spans are counted only as
 * spans, unless the probe was given by itself, too: then it was given more often than it is an end of a span.
 */
static int on_probe(struct sctrace_event_stats *s, struct event_thread *t, const struct event *ev)
{
	struct kstat_by_key key = { .owner = 1, .call = STATS_PROBE + record__nr(ev->enter) };
	const struct probe *p = probes__get(s->stats.probes, record__nr(ev->enter));
	struct kstat_row row = {};
	int of_spans = on_spans(s, t, p, ev);

	if (of_spans < 0)
		return of_spans;
	if (of_spans && p->given <= (unsigned)of_spans)
		return 0;
	if (ev->kind == EV_FUNC_EXIT)
		row__call(&row, ev->ts - ev->enter->rec.ts, false);
	else
		row.calls = row.untimed = 1;
	return add(s, t, ev, key, 0, &row);
}

/* Handles the end of a thread: counts the call that it was in, if any, as never returned. */
static int on_end(struct sctrace_event_stats *s, struct event_thread *t, const struct event *ev)
{
	struct kstat_row row = { .gone = 1 };

	return ev->enter ? add(s, t, ev, key_of(ev->enter), 0, &row) : 0;
}

int event_stats__skip(struct sctrace_event_stats *s, const struct event *ev)
{
	struct event_thread *t = ev->task ? thread_get(s, ev) : NULL;

	s->now = ev->ts;
	if (t)
		t->task.in_call = 0;
	return t || !ev->task ? 0 : -ENOMEM;
}

static int stats_event(struct sink *sink, const struct event *ev)
{
	struct sctrace_event_stats *s = (struct sctrace_event_stats *)sink;
	struct event_thread *t;

	s->now = ev->ts;
	if (ev->kind == EV_LOST)
		s->lost += ev->lost;
	if (!ev->task || !event_kind__of_task(ev->kind))
		return 0;
	t = thread_get(s, ev);
	if (!t)
		return -ENOMEM;
	switch (ev->kind) {
	case EV_SUPERSEDED: /* the thread goes on as the leader, in its execve */
		t->seen = true;
		return 0;
	case EV_ENTER:
		on_enter(t, ev);
		return 0;
	case EV_ABANDONED:
		t->task.in_call = 0;
		return 0;
	case EV_EXIT:
		return on_exit_(s, t, ev);
	case EV_PROBE:
	case EV_FUNC_EXIT:
		return on_probe(s, t, ev);
	case EV_DETACHED:
	case EV_TASK_EXIT:
		return on_end(s, t, ev);
	default:
		return 0;
	}
}

static void stats_free(struct sink *sink)
{
	struct sctrace_event_stats *s = (struct sctrace_event_stats *)sink;

	task_slot__close(&s->threads);
	stats__free(&s->stats);
	buf__free(&s->texts);
	buf__free(&s->span_key);
	spans__free(&s->spans);
	free(s);
}

static const struct sink_ops ops = { .event = stats_event, .free = stats_free };

int event_stats__new(struct sctrace_event_stats **out, struct tasks *tasks, const struct probes *probes,
		     const int64_t *clock_offset, bool live)
{
	*out = calloc(1, sizeof(**out));
	if (!*out)
		return -ENOMEM;
	(*out)->base.ops = &ops;
	(*out)->threads.size = sizeof(struct event_thread);
	task_slot__open(&(*out)->threads, tasks);
	stats__init(&(*out)->stats, STATS_THREADS, 0);
	(*out)->stats.probes = probes;
	(*out)->clock_offset = clock_offset;
	(*out)->live = live;
	return 0;
}

int event_stats__settle(struct sctrace_event_stats *s)
{
	int err = 0;

	stats__tasks_begin(&s->stats);
	for (size_t i = 0; !err && i < s->threads.tasks->map.cap; i++) {
		const struct event_thread *t = task_slot__data(&s->threads, s->threads.tasks->map.slots[i].value);

		if (t)
			err = stats__task(&s->stats, &t->task, s->now);
	}
	return err ? err : stats__fold(&s->stats);
}

struct stats *event_stats__rows(struct sctrace_event_stats *s)
{
	return &s->stats;
}

const char *event_stats__lacks(const struct sctrace_event_stats *s, unsigned i)
{
	for (unsigned n = 0; n < s->by.n && s->stats.nrows; n++) {
		unsigned column = s->by.order[n], key = column < KEY_ARGS ? column : KEY_ARGS;

		if ((is_text(s, key) || by_keys[key].events == KEY_IS_OWNER) && !(s->known >> column & 1) && !i--)
			return s->by.titles[column] ?: by_keys[column].name;
	}
	for (unsigned n = 0; n < s->spans.n; n++)
		if (span__check(s->spans.v[n], s->stats.probes, &(struct errmsg){}) && !i--)
			return span__name(s->spans.v[n]);
	return NULL;
}

uint64_t event_stats__lost(const struct sctrace_event_stats *s)
{
	return s->lost;
}

uint64_t event_stats__other(const struct sctrace_event_stats *s)
{
	return s->stats.evicted;
}

void event_stats__reset(struct sctrace_event_stats *s)
{
	stats__reset(&s->stats);
	s->lost = s->fold_at = 0;
}

void event_stats__limit(struct sctrace_event_stats *s, uint32_t max_rows)
{
	s->stats.max_rows = max_rows;
}

uint64_t event_stats__time(const struct sctrace_event_stats *s)
{
	return s->now && s->clock_offset ? s->now + (uint64_t)*s->clock_offset : 0;
}

bool event_stats__alive(const struct sctrace_event_stats *s)
{
	return s && s->base.at;
}

bool event_stats__live(const struct sctrace_event_stats *s)
{
	return s->live;
}

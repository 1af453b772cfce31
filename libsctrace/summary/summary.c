// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "summary/summary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/abi.h"
#include "util/buf.h"
#include "util/tidmap.h"

/* Durations in ns; the sum of squares in double, which does not overflow. */
struct stat_row {
	const char *name;
	uint64_t calls, errors, total, min, max;
	double squares;
};

struct thread {
	uint32_t tid;
	char comm[16];
	uint64_t events; /* enters and exits, as perf trace counts */
	unsigned n, cap;
	struct stat_row *rows;
};

struct sctrace_summary {
	struct tidmap threads;
	uint64_t events;
};

int summary__new(struct sctrace_summary **out)
{
	*out = calloc(1, sizeof(**out));
	return *out ? 0 : -ENOMEM;
}

static void thread_free(void *p)
{
	struct thread *t = p;

	free(t->rows);
	free(t);
}

void summary__free(struct sctrace_summary *s)
{
	if (!s)
		return;
	tidmap__free(&s->threads, thread_free);
	free(s);
}

static void read_comm(struct thread *t)
{
	char path[64];
	size_t n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%u/comm", t->tid);
	f = fopen(path, "re");
	if (f) {
		n = fread(t->comm, 1, sizeof(t->comm) - 1, f);
		fclose(f);
	}
	t->comm[n] = '\0';
	t->comm[strcspn(t->comm, "\n")] = '\0';
}

static struct thread *thread_get(struct sctrace_summary *s, uint32_t tid)
{
	struct thread *t = tidmap__get(&s->threads, tid);

	if (t)
		return t;
	t = calloc(1, sizeof(*t));
	if (!t)
		return NULL;
	t->tid = tid;
	read_comm(t);
	if (tidmap__put(&s->threads, tid, t)) {
		free(t);
		return NULL;
	}
	return t;
}

static struct stat_row *row_get(struct thread *t, const char *name)
{
	struct stat_row *r;

	for (unsigned i = 0; i < t->n; i++)
		if (t->rows[i].name == name)
			return &t->rows[i];
	if (t->n == t->cap) {
		unsigned cap = t->cap ? 2 * t->cap : 16;

		r = realloc(t->rows, cap * sizeof(*r));
		if (!r)
			return NULL;
		t->rows = r;
		t->cap = cap;
	}
	r = &t->rows[t->n++];
	*r = (struct stat_row){ .name = name, .min = UINT64_MAX };
	return r;
}

static int add_call(struct thread *t, const struct event *ev)
{
	const struct sct_row *row = abi__row(abi__get(ev->enter->abi), ev->enter->nr);
	struct stat_row *r = row_get(t, row ? row->name : "unknown");
	uint64_t ns = ev->ts - ev->enter->rec.ts;

	if (!r)
		return -ENOMEM;
	r->calls++;
	r->errors += ev->exit->ret < 0 && ev->exit->ret >= -4095;
	r->total += ns;
	r->squares += (double)ns * (double)ns;
	if (ns < r->min)
		r->min = ns;
	if (ns > r->max)
		r->max = ns;
	return 0;
}

int summary__event(struct sctrace_summary *s, const struct event *ev)
{
	struct thread *t;

	if (ev->kind == EV_EXEC || ev->kind == EV_ENTER || ev->kind == EV_EXIT) {
		t = thread_get(s, ev->tid);
		if (!t)
			return -ENOMEM;
		if (ev->kind == EV_EXEC) {
			memcpy(t->comm, ev->comm, sizeof(t->comm) - 1);
			return 0;
		}
		t->events++;
		s->events++;
		if (ev->kind == EV_EXIT)
			return add_call(t, ev);
	}
	return 0;
}

/* ---- the table ---- */

static int by_total(const void *a, const void *b)
{
	const struct stat_row *x = a, *y = b;

	return (x->total < y->total) - (x->total > y->total);
}

static int by_events(const void *a, const void *b)
{
	const struct thread *const *x = a, *const *y = b;

	if ((*x)->events != (*y)->events)
		return ((*x)->events < (*y)->events) - ((*x)->events > (*y)->events);
	return ((*x)->tid > (*y)->tid) - ((*x)->tid < (*y)->tid);
}

/* Standard error of the mean, relative to it, in per cent. */
static double relative_error(const struct stat_row *r)
{
	double n = (double)r->calls, mean = (double)r->total / n, variance;

	if (r->calls < 2 || mean <= 0)
		return 0;
	variance = (r->squares - n * mean * mean) / (n - 1);
	return variance > 0 ? 100.0 * sqrt(variance / n) / mean : 0;
}

static void put_row(struct buf *b, const struct stat_row *r)
{
	buf__printf(b, "   %-15s %8llu %6llu %9.3f %9.3f %9.3f %9.3f %9.2f%%\n", r->name,
		    (unsigned long long)r->calls, (unsigned long long)r->errors, (double)r->total / 1e6,
		    (double)r->min / 1e6, (double)r->total / (double)r->calls / 1e6, (double)r->max / 1e6,
		    relative_error(r));
}

static void put_thread(struct buf *b, struct thread *t, uint64_t all)
{
	qsort(t->rows, t->n, sizeof(*t->rows), by_total);
	buf__printf(b, " %s (%u), %llu events, %.1f%%\n\n", t->comm, t->tid, (unsigned long long)t->events,
		    all ? 100.0 * (double)t->events / (double)all : 0.0);
	buf__str(b, "   syscall            calls  errors  total       min       avg       max       stddev\n");
	buf__str(b, "                                     (msec)    (msec)    (msec)    (msec)        (%)\n");
	buf__str(b, "   --------------- --------  ------ -------- --------- --------- ---------     ------\n");
	for (unsigned i = 0; i < t->n; i++)
		put_row(b, &t->rows[i]);
	buf__str(b, "\n\n");
}

int summary__print(struct sctrace_summary *s, int (*write)(void *ctx, const char *p, size_t n), void *ctx)
{
	struct thread **sorted = calloc(s->threads.n + 1, sizeof(*sorted));
	struct buf b = {};
	size_t n = 0;
	int err;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < s->threads.cap; i++)
		if (s->threads.slots[i].value)
			sorted[n++] = s->threads.slots[i].value;
	qsort(sorted, n, sizeof(*sorted), by_events);
	buf__str(&b, "\n Summary of events:\n\n");
	for (size_t i = 0; i < n; i++)
		put_thread(&b, sorted[i], s->events);
	err = b.failed ? -ENOMEM : write(ctx, b.p, b.len);
	buf__free(&b);
	free(sorted);
	return err;
}

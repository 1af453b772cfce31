// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "attach/attach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "attach/task_status.h"
#include "util/clock.h"
#include "util/grow.h"

#define SETTLE_MS 100 /* most ms to wait for an exiting task to become a zombie */

/* ---- targets ---- */

static int watch_add(struct attach *a, uint32_t tid)
{
	if (!GROW(a->watch, a->watch_cap, a->nwatch + 1))
		return -ENOMEM;
	a->watch[a->nwatch++] = (struct attach_watch){ .tid = tid };
	return 0;
}

static struct attach_watch *watch_find(const struct attach *a, uint32_t tid)
{
	for (size_t i = 0; i < a->nwatch; i++)
		if (a->watch[i].tid == tid)
			return &a->watch[i];
	return NULL;
}

static void watch_del(struct attach *a, struct attach_watch *w)
{
	*w = a->watch[--a->nwatch];
}

static int enqueue(struct attach *a, const struct sct_rec *rec, size_t size)
{
	static const char zero[8];

	buf__mem(&a->queue, rec, size);
	buf__mem(&a->queue, zero, -size & 7);
	if (a->queue.failed)
		return -ENOMEM;
	a->nqueued += rec->type == SCT_REC_TARGET;
	return 0;
}

int attach__record(struct attach *a, const struct sct_rec *rec, size_t size)
{
	return enqueue(a, rec, size);
}

void attach__untarget(struct attach *a, uint32_t tid)
{
	struct attach_watch *w = watch_find(a, tid);

	if (w)
		watch_del(a, w);
}

/* Removes a task's records from the queue; with threads, the records of all threads of the process. */
static void queue_drop(struct attach *a, pid_t tid, bool threads)
{
	struct buf rest = {};

	for (size_t at = a->at; at < a->queue.len;) {
		const struct sct_rec *rec = (const void *)(a->queue.p + at);
		size_t size = (record__check(rec, a->queue.len - at) + 7) & ~(size_t)7;

		if (rec->tid == (uint32_t)tid || (threads && rec->tgid == (uint32_t)tid)) {
			a->nqueued -= rec->type == SCT_REC_TARGET;
			attach__untarget(a, rec->tid);
			tidmap__del(&a->announced, rec->tid);
		} else {
			buf__mem(&rest, rec, size);
		}
		at += size;
	}
	buf__free(&a->queue);
	a->queue = rest;
	a->at = 0;
}

bool attach__forget(struct attach *a, pid_t tid)
{
	bool any = false;

	for (size_t i = 0; i < a->ntargets;) {
		if (a->targets[i].tid != tid) {
			i++;
			continue;
		}
		queue_drop(a, tid, a->targets[i].threads);
		a->targets[i] = a->targets[--a->ntargets];
		any = true;
	}
	return any;
}

static int on_target(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct attach *a = ctx;
	int err = rec->type == SCT_REC_TARGET ? watch_add(a, rec->tid) : 0;

	if (!err && rec->type == SCT_REC_TARGET && !tidmap__get(&a->announced, rec->tid))
		err = tidmap__put(&a->announced, rec->tid, a);
	return err ? err : enqueue(a, rec, size);
}

int attach__target(struct attach *a, pid_t tid, bool threads, bool calls)
{
	if (!GROW(a->targets, a->targets_cap, a->ntargets + 1))
		return -ENOMEM;
	a->targets[a->ntargets++] = (struct attach_target){ tid, threads, calls };
	return snapshot__targets(a->proc, a->processes, tid, threads, on_target, a);
}

/* ---- after marking ---- */

static int on_snapshot(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct attach *a = ctx;

	bool of_target = rec->type == SCT_REC_TARGET || rec->type == SCT_REC_PROCESS;

	return of_target && tidmap__get(&a->announced, rec->tid) ? 0 : enqueue(a, rec, size);
}

/*
 * Looks at the watched targets. A task that is running now was running when the kernel enrolled it. The kernel will
 * report its end, so it is not watched any more.
 */
static void watch_look(struct attach *a)
{
	for (size_t i = 0; i < a->nwatch;) {
		struct attach_watch *w = &a->watch[i];

		switch (w->gone ? TASK_GONE : task_status__read(a->proc, w->tid).life) {
		case TASK_ALIVE:
			watch_del(a, w);
			continue;
		case TASK_GONE:
			w->gone = w->gone ? w->gone : now_ns();
			break;
		case TASK_EXITING:
			break;
		}
		i++;
	}
}

static const struct sct_rec *queue_head(const struct attach *a)
{
	return a->at < a->queue.len ? (const void *)(a->queue.p + a->at) : NULL;
}

/* If the whole queue was delivered, frees it and the sets that only its records need. */
static void queue_tidy(struct attach *a)
{
	if (queue_head(a))
		return;
	buf__free(&a->queue);
	a->at = 0;
	tidmap__free(&a->seen, NULL);
	if (!a->ntargets)
		tidmap__free(&a->announced, NULL);
}

int attach__marked(struct attach *a, const struct snapshot *s)
{
	int err = 0;

	watch_look(a);
	for (size_t i = 0; !err && i < a->ntargets; i++)
		if (a->targets[i].calls)
			err = snapshot__tasks(s, a->targets[i].tid, a->targets[i].threads, on_snapshot, a);
	a->ntargets = 0;
	queue_tidy(a);
	return err;
}

static bool any_exiting(const struct attach *a)
{
	for (size_t i = 0; i < a->nwatch; i++)
		if (!a->watch[i].gone)
			return true;
	return false;
}

void attach__settle(struct attach *a)
{
	const struct timespec ms = { .tv_nsec = 1000000 };

	for (int tries = 0; any_exiting(a) && tries < SETTLE_MS; tries++) {
		nanosleep(&ms, NULL);
		watch_look(a);
	}
}

/* ---- merging the queue with the rings ---- */

/* Returns true if a ring already had a record of the task. Then the snapshot's record is out of date. */
static bool record_outdated(const struct attach *a, const struct sct_rec *rec)
{
	bool asked = rec->type == SCT_REC_TARGET && tidmap__get(&a->announced, rec->tid);

	if (rec->type == SCT_REC_CHANGE || rec->type == SCT_REC_TASK_EXIT)
		return false;
	return !asked && tidmap__get(&a->seen, rec->tid);
}

static int queue_deliver(struct attach *a, uint64_t before, int *n, record_fn *fn, void *ctx)
{
	const struct sct_rec *rec;
	int err = 0;

	while (!err && (rec = queue_head(a)) && rec->ts < before) {
		size_t size = record__check(rec, a->queue.len - a->at);
		void *copy = NULL;

		if (!record_outdated(a, rec)) {
			/* copy the record, since the callback may add a target, which moves the queue */
			copy = malloc(size);
			if (!copy)
				return -ENOMEM;
			memcpy(copy, rec, size);
		}
		a->at += (size + 7) & ~(size_t)7;
		a->nqueued -= rec->type == SCT_REC_TARGET;
		if (copy) {
			++*n;
			err = fn(ctx, copy, size);
		}
		free(copy);
	}
	queue_tidy(a);
	return err;
}

static int seen_add(struct attach *a, uint32_t tid)
{
	return tidmap__get(&a->seen, tid) ? 0 : tidmap__put(&a->seen, tid, a);
}

int attach__before(struct attach *a, const struct sct_rec *rec, record_fn *fn, void *ctx)
{
	int n = 0, err = queue_head(a) ? queue_deliver(a, rec->ts, &n, fn, ctx) : 0;
	struct attach_watch *w = rec->type == SCT_REC_TASK_EXIT ? watch_find(a, rec->tid) : NULL;

	if (w)
		watch_del(a, w);
	if (err || !queue_head(a))
		return err;
	if (record__is_signal(rec)) /* sent by another task perhaps, so the snapshot of this one is still valid */
		return 0;
	return seen_add(a, rec->type == SCT_REC_FORK ? ((const struct sct_fork *)rec)->child_tid : rec->tid);
}

int attach__upto(struct attach *a, uint64_t watermark, int *n, record_fn *fn, int (*gone)(void *ctx, uint32_t tid),
		 void *ctx)
{
	int err = queue_deliver(a, watermark, n, fn, ctx);

	watch_look(a);
	for (size_t i = 0; !err && i < a->nwatch;) {
		struct attach_watch w = a->watch[i];

		if (!w.gone || w.gone >= watermark) {
			i++;
			continue;
		}
		watch_del(a, &a->watch[i]);
		++*n;
		err = gone(ctx, w.tid);
	}
	return err;
}

void attach__free(struct attach *a)
{
	free(a->targets);
	free(a->watch);
	buf__free(&a->queue);
	tidmap__free(&a->announced, NULL);
	tidmap__free(&a->seen, NULL);
}

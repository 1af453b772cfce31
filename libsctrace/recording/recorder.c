// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "recording/frame.h"

#define QUEUE 16
#define FLUSH_NS 1000000000 /* a crash loses no more records than those of this time */

struct recorder {
	int err; /* -errno of the first write that failed, by either thread */
	struct writer *writer;
	struct frame_block *fill; /* the caller's: it gets the next record */
	pthread_t thread;
	bool running;
	/* the members below belong to both threads */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct frame_block *full[QUEUE];
	unsigned at, nfull;
	struct frame_block *spare[QUEUE];
	unsigned nspare;
	bool done; /* no more blocks will come */
};

/* ---- the recorder's thread ---- */

static void fail(struct recorder *r, int err)
{
	int none = 0;

	if (err)
		__atomic_compare_exchange_n(&r->err, &none, err, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static int failed(const struct recorder *r)
{
	return __atomic_load_n(&r->err, __ATOMIC_RELAXED);
}

static void block_write(struct recorder *r, const struct frame_block *b)
{
	if (!failed(r))
		fail(r, writer__block(r->writer, b));
}

static struct frame_block *block_take(struct recorder *r)
{
	struct frame_block *b = NULL;

	while (!r->nfull && !r->done)
		pthread_cond_wait(&r->changed, &r->lock);
	if (r->nfull) {
		b = r->full[r->at];
		r->at = (r->at + 1) % QUEUE;
		r->nfull--;
		pthread_cond_signal(&r->changed);
	}
	return b;
}

static void *thread_main(void *arg)
{
	struct recorder *r = arg;
	struct frame_block *b;

	pthread_mutex_lock(&r->lock);
	while ((b = block_take(r))) {
		pthread_mutex_unlock(&r->lock);
		block_write(r, b);
		pthread_mutex_lock(&r->lock);
		if (r->nspare < QUEUE)
			r->spare[r->nspare++] = b;
		else
			free(b);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

/* Without a thread, blocks are written by the caller. */
static void thread_begin(struct recorder *r)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	r->running = !pthread_create(&r->thread, NULL, thread_main, r);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- the caller ---- */

/* Empties the block that is filled, or takes another one. */
static void block_next(struct recorder *r)
{
	if (!r->fill && r->nspare)
		r->fill = r->spare[--r->nspare];
	if (!r->fill)
		r->fill = malloc(sizeof(*r->fill));
	if (!r->fill) {
		fail(r, -ENOMEM);
		return;
	}
	frame_block__clear(r->fill);
}

static void block_pass(struct recorder *r)
{
	if (!r->running)
		thread_begin(r);
	if (!r->running) {
		block_write(r, r->fill);
		block_next(r);
		return;
	}
	pthread_mutex_lock(&r->lock);
	while (r->nfull == QUEUE)
		pthread_cond_wait(&r->changed, &r->lock);
	r->full[(r->at + r->nfull++) % QUEUE] = r->fill;
	r->fill = NULL;
	pthread_cond_signal(&r->changed);
	block_next(r);
	pthread_mutex_unlock(&r->lock);
}

int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len)
{
	uint32_t off = 0, fits = 0;
	void *at;

	if (failed(r))
		return failed(r);
	if (size > RECORD_MAX)
		return -EMSGSIZE;
	if (len > RECORD_MAX - size) {
		while (chunk__next(data, len, &off) && off <= RECORD_MAX - size)
			fits = off;
		len = fits;
	}
	at = frame_block__add(r->fill, head->ts, head, size, data, len);
	/* a head that came without its data says how much of it there is */
	if (data)
		record__set_data_len(at, len);
	if (r->fill->len >= FRAME_BYTES)
		block_pass(r);
	return failed(r);
}

int recorder__write(struct recorder *r, const struct sct_rec *rec, size_t size)
{
	return recorder__write_data(r, rec, size, NULL, 0);
}

int recorder__flush(struct recorder *r, uint64_t now)
{
	if (!failed(r) && r->fill->count && r->fill->first + FLUSH_NS < now)
		block_pass(r);
	return failed(r);
}

static void recorder_free(struct recorder *r)
{
	for (unsigned i = 0; i < r->nspare; i++)
		free(r->spare[i]);
	free(r->fill);
	writer__free(r->writer);
	pthread_cond_destroy(&r->changed);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

int recorder__open(struct recorder **out, const struct writer_opts *opts)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return -ENOMEM;
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->changed, NULL);
	block_next(r);
	err = failed(r) ?: writer__open(&r->writer, opts);
	if (err) {
		recorder_free(r);
		return err;
	}
	*out = r;
	return 0;
}

int recorder__close(struct recorder *r, uint64_t lost)
{
	int err;

	if (!r)
		return 0;
	if (r->running) {
		pthread_mutex_lock(&r->lock);
		r->done = true;
		pthread_cond_signal(&r->changed);
		pthread_mutex_unlock(&r->lock);
		pthread_join(r->thread, NULL);
	}
	if (r->fill && r->fill->count)
		block_write(r, r->fill);
	if (!failed(r))
		fail(r, writer__end(r->writer, lost));
	err = failed(r);
	recorder_free(r);
	return err;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/recorder.h"

#include <errno.h>
#include <linux/capability.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recording/frame.h"
#include "util/number.h"

#define QUEUE 16
#define FLUSH_NS NS_PER_S /* time after which a block is written even if it is not full: a crash loses no more */

struct recorder {
	int err; /* -errno of the first failed write, set by either thread */
	struct writer *writer;
	struct frame_block *fill;    /* the block that gets the next records; used by the caller's thread only */
	struct flight_limits flight; /* bytes is 0: not a flight recorder, all blocks are written */
	struct frame_block *kept, **kept_last;
	uint64_t kept_bytes;
	uint64_t until; /* a flight recorder writes blocks up to this time; 0: it keeps them */
	unsigned triggered;
	pthread_t thread;
	bool running;
	/* both threads use the members from here on */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct frame_block *full[QUEUE];
	unsigned at, nfull;
	struct frame_block *spare[QUEUE];
	unsigned nspare;
	bool done; /* the caller will queue no more blocks */
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

static void block_use(struct recorder *r, const struct frame_block *b)
{
	if (b->use == FRAME_SKIP)
		writer__skip(r->writer, b);
	else if (!failed(r))
		fail(r, b->use == FRAME_STOP ? writer__end(r->writer, 0) : writer__block(r->writer, b));
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

/*
 * Drops capabilities, except those in effect that concern files, which the thread needs to open the next file of a
 * directory. Capabilities belong to threads: the process may drop its own after this thread has begun.
 */
static void capabilities_drop(void)
{
	const uint32_t files = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH | 1u << CAP_FOWNER;
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[2] = {};

	if (syscall(SYS_capget, &head, caps))
		return;
	caps[0] = (struct __user_cap_data_struct){ .effective = caps[0].effective & files,
						   .permitted = caps[0].effective & files };
	caps[1] = (struct __user_cap_data_struct){};
	syscall(SYS_capset, &head, caps);
}

static void *thread_main(void *arg)
{
	struct recorder *r = arg;
	struct frame_block *b;

	capabilities_drop();
	pthread_mutex_lock(&r->lock);
	while ((b = block_take(r))) {
		pthread_mutex_unlock(&r->lock);
		block_use(r, b);
		pthread_mutex_lock(&r->lock);
		if (r->nspare < QUEUE)
			r->spare[r->nspare++] = b;
		else
			free(b);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

/* Starts the thread. If that fails, the caller's thread writes the blocks. */
static void thread_begin(struct recorder *r)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	r->running = !pthread_create(&r->thread, NULL, thread_main, r);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- the caller ---- */

/* Prepares an empty block for the next records. */
static void block_next(struct recorder *r)
{
	pthread_mutex_lock(&r->lock);
	if (!r->fill && r->nspare)
		r->fill = r->spare[--r->nspare];
	pthread_mutex_unlock(&r->lock);
	if (!r->fill)
		r->fill = malloc(sizeof(*r->fill));
	if (!r->fill) {
		fail(r, -ENOMEM);
		return;
	}
	frame_block__clear(r->fill);
}

/* Passes a block to the thread, which takes it over. Waits if the queue is full. */
static void block_queue(struct recorder *r, struct frame_block *b)
{
	if (!r->running)
		thread_begin(r);
	if (!r->running) {
		block_use(r, b);
		free(b);
		return;
	}
	pthread_mutex_lock(&r->lock);
	while (r->nfull == QUEUE)
		pthread_cond_wait(&r->changed, &r->lock);
	r->full[(r->at + r->nfull++) % QUEUE] = b;
	pthread_cond_signal(&r->changed);
	pthread_mutex_unlock(&r->lock);
}

/* ---- what a flight recorder keeps ---- */

static struct frame_block *kept_take(struct recorder *r)
{
	struct frame_block *b = r->kept;

	r->kept = b->next;
	r->kept_bytes -= b->len;
	return b;
}

static void kept_add(struct recorder *r, struct frame_block *b)
{
	if (!r->kept)
		r->kept_last = &r->kept;
	*r->kept_last = b;
	r->kept_last = &b->next;
	b->next = NULL;
	r->kept_bytes += b->len;
}

/*
 * Drops kept blocks that are beyond the limits. They are queued to be skipped, so that the state learns of their tasks.
 */
static void kept_trim(struct recorder *r, uint64_t now)
{
	while (r->kept && (r->kept_bytes > r->flight.bytes || (r->flight.ns && r->kept->last + r->flight.ns < now))) {
		struct frame_block *b = kept_take(r);

		b->use = FRAME_SKIP;
		block_queue(r, b);
	}
}

static void flight_stop(struct recorder *r)
{
	struct frame_block *b = malloc(sizeof(*b));

	r->until = 0;
	if (!b) {
		fail(r, -ENOMEM);
		return;
	}
	frame_block__clear(b);
	b->use = FRAME_STOP;
	block_queue(r, b);
}

static void block_pass(struct recorder *r)
{
	struct frame_block *b = r->fill;
	uint64_t last = b->last;

	r->fill = NULL;
	if (!r->flight.bytes || r->until) {
		block_queue(r, b);
		if (r->until && last >= r->until)
			flight_stop(r);
	} else {
		kept_add(r, b);
		kept_trim(r, last);
	}
	block_next(r);
}

void recorder__keep(struct recorder *r, const struct flight_limits *limits)
{
	r->flight = *limits;
}

void recorder__trigger(struct recorder *r, uint64_t now)
{
	if (!r->until) {
		kept_trim(r, now);
		while (r->kept)
			block_queue(r, kept_take(r));
		r->triggered++;
	}
	r->until = now + r->flight.after_ns + 1;
	if (!failed(r) && r->fill->count && now >= r->until)
		block_pass(r);
}

unsigned recorder__triggered(const struct recorder *r)
{
	return r->triggered;
}

/* ---- records ---- */

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
	/* a record in one part has its length already */
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
	bool over = r->until && now >= r->until;

	if (!failed(r) && r->fill->count &&
	    (over || (r->fill->first + FLUSH_NS < now && (!r->flight.bytes || r->until))))
		block_pass(r);
	if (!failed(r) && r->until && over)
		flight_stop(r);
	return failed(r);
}

static void recorder_free(struct recorder *r)
{
	for (unsigned i = 0; i < r->nspare; i++)
		free(r->spare[i]);
	while (r->kept)
		free(kept_take(r));
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
	if (r->fill && r->fill->count && (!r->flight.bytes || r->until))
		block_use(r, r->fill);
	if (!failed(r))
		fail(r, writer__end(r->writer, lost));
	err = failed(r);
	recorder_free(r);
	return err;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/frame.h"

#define QUEUE 16
#define FLUSH_NS 1000000000 /* a crash loses no more records than those of this time */

struct block {
	uint64_t first, last;
	uint32_t count;
	size_t len;
	uint8_t data[FRAME_MAX];
};

struct recorder {
	int fd;
	int err; /* -errno of the first write that failed, by either thread */
	struct frame_packer *packer;
	struct block *fill; /* the caller's: it gets the next record */
	pthread_t thread;
	bool running;
	/* the members below belong to both threads */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct block *full[QUEUE];
	unsigned at, nfull;
	struct block *spare[QUEUE];
	unsigned nspare;
	bool done; /* no more blocks will come */
};

/* ---- the recorder's thread ---- */

static int bytes_write(int fd, const void *p, size_t n)
{
	const char *at = p;

	while (n) {
		ssize_t w = write(fd, at, n);

		if (w < 0 && errno != EINTR)
			return -errno;
		if (w > 0) {
			at += w;
			n -= (size_t)w;
		}
	}
	return 0;
}

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

static void frame_write(struct recorder *r, struct frame_head *h, const void *content, size_t size)
{
	const void *stored;

	if (failed(r))
		return;
	stored = frame_packer__pack(r->packer, h, content, size);
	fail(r, bytes_write(r->fd, h, sizeof(*h)) ?: bytes_write(r->fd, stored, h->stored));
}

static void block_write(struct recorder *r, const struct block *b)
{
	struct frame_head h = { .kind = FRAME_RECORDS, .count = b->count, .first = b->first, .last = b->last };

	frame_write(r, &h, b->data, b->len);
}

static struct block *block_take(struct recorder *r)
{
	struct block *b = NULL;

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
	struct block *b;

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
	r->fill->len = r->fill->count = 0;
	r->fill->first = UINT64_MAX;
	r->fill->last = 0;
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

static void block_add(struct block *b, const void *p, size_t n)
{
	memcpy(b->data + b->len, p, n);
	b->len += n;
}

int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len)
{
	struct frame_record fr = { .size = (uint32_t)size };
	struct block *b = r->fill;
	uint32_t off = 0;
	size_t at;

	if (failed(r))
		return failed(r);
	if (size > RECORD_MAX)
		return -EMSGSIZE;
	if (len > RECORD_MAX - size) {
		uint32_t fits = 0;

		while (chunk__next(data, len, &off) && off <= RECORD_MAX - size)
			fits = off;
		len = fits;
	}
	fr.size += len;
	block_add(b, &fr, sizeof(fr));
	at = b->len;
	block_add(b, head, size);
	if (len)
		block_add(b, data, len);
	/* a head that came without its data says how much of it there is */
	if (data)
		record__set_data_len((struct sct_rec *)(b->data + at), len);
	memset(b->data + b->len, 0, frame__padded(b->len) - b->len);
	b->len = frame__padded(b->len);
	b->count++;
	if (head->ts < b->first)
		b->first = head->ts;
	if (head->ts > b->last)
		b->last = head->ts;
	if (b->len >= FRAME_BYTES)
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

static int head_write(struct recorder *r, const struct capture_info *info)
{
	struct file_head h = {
		.old = {
			.magic = CAPTURE_MAGIC,
			.version = SCT_ABI_VERSION,
			.size = sizeof(h),
			.clock_offset = info->clock_offset,
			.strlen_max = info->decode.strlen_max,
			.verbose = info->decode.verbose,
		},
	};

	h.crc = frame__head_crc(&h, sizeof(h), &h.crc);
	return bytes_write(r->fd, &h, sizeof(h));
}

static void recorder_free(struct recorder *r)
{
	if (r->fd >= 0)
		close(r->fd);
	for (unsigned i = 0; i < r->nspare; i++)
		free(r->spare[i]);
	free(r->fill);
	frame_packer__free(r->packer);
	pthread_cond_destroy(&r->changed);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

int recorder__open(struct recorder **out, const char *path, const struct capture_info *info)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int err = 0;

	if (!r)
		return -ENOMEM;
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->changed, NULL);
	r->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (r->fd < 0)
		err = -errno;
	r->packer = frame_packer__new();
	block_next(r);
	if (!err)
		err = !r->packer ? -ENOMEM : failed(r) ?: head_write(r, info);
	if (err) {
		recorder_free(r);
		return err;
	}
	*out = r;
	return 0;
}

int recorder__close(struct recorder *r, uint64_t lost)
{
	struct frame_head end = { .kind = FRAME_END, .lost = lost };
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
	frame_write(r, &end, NULL, 0);
	err = failed(r);
	if (close(r->fd) && !err)
		err = -errno;
	r->fd = -1;
	recorder_free(r);
	return err;
}

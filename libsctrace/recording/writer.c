// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "recording/file_name.h"
#include "recording/state.h"

#define STATE_FRAMES                                                                                                   \
	16 /* number of frames between two states: a replay from a later time reads at most twice as many */

struct writer {
	struct writer_opts opts;
	char *note;
	int dir, fd; /* -1: not open */
	uint64_t offset, first;
	unsigned frames; /* number of frames of records in this file */
	struct frame_packer *packer;
	struct rec_state state;
	struct frame_block *block; /* buffer for records of the state */
	uint16_t part;
	struct buf index;
};

/* ---- bytes and frames ---- */

static int bytes_write(struct writer *w, const void *p, size_t n)
{
	const char *at = p;

	w->offset += n;
	while (n) {
		ssize_t done = write(w->fd, at, n);

		if (done < 0 && errno != EINTR)
			return -errno;
		if (done > 0) {
			at += done;
			n -= (size_t)done;
		}
	}
	return 0;
}

static int frame_write(struct writer *w, struct frame_head *h, const void *content, size_t size)
{
	const void *stored = frame_packer__pack(w->packer, h, content, size);
	int err = bytes_write(w, h, sizeof(*h));

	return err ? err : bytes_write(w, stored, h->stored);
}

/* Returns the current offset of the wall clock, which may have been set since the recording began. */
static int64_t clock_offset(const struct writer *w)
{
	return w->state.clock.rec.type ? w->state.clock.offset : w->opts.info.clock_offset;
}

static int head_write(struct writer *w)
{
	struct file_head h = {
		.old = {
			.magic = CAPTURE_MAGIC,
			.version = SCT_ABI_VERSION,
			.size = sizeof(h),
			.clock_offset = clock_offset(w),
			.strlen_max = w->opts.info.decode.strlen_max,
			.verbose = w->opts.info.decode.verbose,
		},
	};
	struct frame_head note = { .kind = FRAME_NOTE };
	int err;

	h.crc = frame__head_crc(&h, sizeof(h), &h.crc);
	err = bytes_write(w, &h, sizeof(h));
	return err || !w->note ? err : frame_write(w, &note, w->note, strlen(w->note));
}

/* ---- the state ---- */

static int state_flush(struct writer *w)
{
	struct frame_head h = { .kind = FRAME_STATE, .part = w->part, .count = w->block->count };
	int err;

	h.first = h.last = w->state.ts;
	w->part = 1;
	err = frame_write(w, &h, w->block->data, w->block->len);
	frame_block__clear(w->block);
	return err;
}

static int state_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct writer *w = ctx;

	if (size > RECORD_MAX)
		return 0;
	frame_block__add(w->block, rec->ts, rec, size, NULL, 0);
	return w->block->len < FRAME_BYTES ? 0 : state_flush(w);
}

static int state_write(struct writer *w)
{
	struct frame_index at = { .offset = w->offset, .ts = w->state.ts };
	int err;

	/* without memory for the whole state, leave it out: readers begin at an earlier one */
	if (w->state.failed || !w->state.ts)
		return 0;
	w->part = 0;
	frame_block__clear(w->block);
	err = rec_state__each(&w->state, state_record, w);
	if (!err)
		err = state_flush(w);
	buf__mem(&w->index, &at, sizeof(at));
	return err;
}

void writer__skip(struct writer *w, const struct frame_block *b)
{
	for (size_t at = 0; at < b->len;) {
		const struct frame_record *fr = (const void *)(b->data + at);

		if (record__check(fr + 1, fr->size) == fr->size)
			rec_state__apply(&w->state, (const void *)(fr + 1), fr->size);
		at += frame_record__space(fr);
	}
}

/* ---- files of a directory ---- */

static int only_ours(const struct dirent *d)
{
	return file_name__is_ours(d->d_name);
}

/* Removes the oldest files, beyond the number to keep. Names sort by time. */
static void files_trim(const struct writer *w)
{
	struct dirent **v;
	int n = w->opts.keep ? scandirat(w->dir, ".", &v, only_ours, alphasort) : 0;

	for (int i = 0; i < n; i++) {
		if (i + (int)w->opts.keep < n)
			unlinkat(w->dir, v[i]->d_name, 0);
		free(v[i]);
	}
	if (n > 0)
		free(v);
}

/* Creates a file whose name is the wall-clock time (UTC) of its first record, and opens it. */
static int file_next(struct writer *w, uint64_t ts)
{
	uint64_t us = (ts + (uint64_t)clock_offset(w)) / 1000;
	char name[64];

	for (unsigned tries = 0; w->fd < 0 && tries < 1000; tries++, us++) {
		file_name__make(name, sizeof(name), us);
		w->fd = openat(w->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (w->fd < 0 && errno != EEXIST)
			return -errno;
	}
	return w->fd < 0 ? -EEXIST : 0;
}

static int file_begin(struct writer *w, uint64_t ts)
{
	int err = w->fd < 0 ? file_next(w, ts) : 0;

	if (err)
		return err;
	w->offset = 0;
	w->frames = 0;
	w->first = ts;
	w->index.len = 0;
	err = head_write(w);
	if (!err && w->opts.files) {
		files_trim(w);
		err = state_write(w);
	}
	return err;
}

static bool is_full(const struct writer *w, uint64_t ts)
{
	const struct writer_opts *o = &w->opts;

	return (o->rotate_bytes && w->offset >= o->rotate_bytes) ||
	       (o->rotate_ns && ts > w->first && ts - w->first >= o->rotate_ns);
}

/* ---- the writer ---- */

int writer__open(struct writer **out, const struct writer_opts *opts)
{
	struct writer *w = calloc(1, sizeof(*w));
	int err = 0;

	if (!w)
		return -ENOMEM;
	w->opts = *opts;
	w->dir = w->fd = -1;
	if (opts->files)
		w->dir = open(opts->path, O_DIRECTORY | O_CLOEXEC);
	else
		w->fd = open(opts->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if ((w->dir < 0 && w->fd < 0) || (opts->files && faccessat(w->dir, ".", W_OK, AT_EACCESS)))
		err = -errno;
	w->note = opts->note ? strndup(opts->note, FRAME_BYTES) : NULL;
	w->packer = frame_packer__new();
	w->block = malloc(sizeof(*w->block));
	if (!err && (!w->packer || !w->block || (opts->note && !w->note)))
		err = -ENOMEM;
	if (!err && !opts->files)
		err = file_begin(w, 0);
	if (err) {
		writer__free(w);
		return err;
	}
	*out = w;
	return 0;
}

int writer__block(struct writer *w, const struct frame_block *b)
{
	struct frame_head h = { .kind = FRAME_RECORDS, .count = b->count, .first = b->first, .last = b->last };
	int err = 0;

	/* a flight recorder has completed its only file */
	if (!w->opts.files && w->fd < 0)
		return 0;
	if (w->opts.files && w->fd >= 0 && is_full(w, b->last))
		err = writer__end(w, 0);
	if (!err && w->fd < 0)
		err = file_begin(w, b->first);
	else if (!err && w->state.ts && w->frames % STATE_FRAMES == 0)
		err = state_write(w);
	if (!err)
		err = frame_write(w, &h, b->data, b->len);
	w->frames++;
	writer__skip(w, b);
	return err;
}

int writer__end(struct writer *w, uint64_t lost)
{
	struct frame_head h = { .kind = FRAME_END, .lost = lost, .last = w->state.ts };
	struct file_tail tail = { .end = w->offset, .magic = FRAME_MAGIC };
	int err;

	if (w->fd < 0)
		return 0;
	/* leave out an index that does not fit into memory or a frame: readers then scan the file */
	if (w->index.failed || w->index.len > FRAME_MAX)
		w->index.len = 0;
	h.count = (uint32_t)(w->index.len / sizeof(struct frame_index));
	err = frame_write(w, &h, w->index.p, w->index.len);
	tail.crc = frame__head_crc(&tail, sizeof(tail), &tail.crc);
	if (!err)
		err = bytes_write(w, &tail, sizeof(tail));
	if (close(w->fd) && !err)
		err = -errno;
	w->fd = -1;
	return err;
}

void writer__free(struct writer *w)
{
	if (!w)
		return;
	if (w->fd >= 0)
		close(w->fd);
	if (w->dir >= 0)
		close(w->dir);
	rec_state__free(&w->state);
	buf__free(&w->index);
	frame_packer__free(w->packer);
	free(w->block);
	free(w->note);
	free(w);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/capture_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

#include "recording/frame.h"
#include "util/grow.h"

#define END_MARK 0 /* in a stream, in place of a record's size: the end. The number of lost records follows */
#define BATCH 1024 /* most records that one drain passes on */
/* Number of bytes read at once. At most so many are lost before damaged data, as zlib does not tell where it begins. */
#define AHEAD (1u << 17)
#define VERSION_STREAM 4 /* last version whose files are streams */

struct capture {
	struct source source;
	gzFile gz; /* zlib passes uncompressed files through */
	int fd;	   /* descriptor of gz */
	bool frames;
	uint64_t offset; /* position in the file or, if zlib has compressed it, in the uncompressed stream */
	uint64_t lost;
	uint64_t ended_at; /* time of the last record, from FRAME_END; 0: not read yet */
	bool ended, is_cut;
	uint8_t *ahead; /* bytes read from the file, of which [at, have) are not consumed yet */
	size_t at, have;
	char *errmsg;
	size_t why_size;
	uint8_t *rec; /* stream: the current record; frames: the stored content of a frame */
	size_t rec_cap, content_cap;
	struct frame_packer *packer;
	uint8_t *content; /* records of the current frame, of which [next, size) are not consumed yet */
	size_t next, size;
	bool wants_state; /* only states were read since the beginning or the last seek: use the next one */
	bool in_state; /* content is a FRAME_STATE: the state before the next records, for a replay that begins there */
	char *note;
	struct frame_index *index;
	size_t nindex, index_cap;
	uint64_t first, last; /* times of the first and last record; last is valid with the index */
};

__attribute__((format(printf, 3, 4))) static int fail(struct capture *c, int err, const char *fmt, ...)
{
	va_list ap;

	if (c->errmsg && c->why_size) {
		va_start(ap, fmt);
		vsnprintf(c->errmsg, c->why_size, fmt, ap);
		va_end(ap);
	}
	return err;
}

/* Reads more bytes; all earlier ones must be consumed. Returns false at the end of the file, and at damage. */
static bool ahead_fill(struct capture *c)
{
	z_off_t before = gztell(c->gz);
	int got = gzread(c->gz, c->ahead, AHEAD);

	c->at = 0;
	/* some bytes may be valid before the damage */
	c->have = got < 0 ? (size_t)(gztell(c->gz) - before) : (size_t)got;
	return c->have;
}

static int corrupted(struct capture *c, uint64_t at)
{
	return fail(c, -EBADMSG, "capture file is corrupted at offset %llu", (unsigned long long)at);
}

static int damaged(struct capture *c)
{
	int code;

	gzerror(c->gz, &code);
	c->is_cut = code == Z_OK || code == Z_BUF_ERROR;
	if (c->is_cut)
		return fail(c, -EBADMSG, "capture file is truncated at offset %llu: the recording was cut off there",
			    (unsigned long long)c->offset);
	return corrupted(c, c->offset);
}

/* Reads exactly n bytes. Returns 0, or -EBADMSG with a message if the file is damaged or too short. */
static int file_read(struct capture *c, void *p, size_t n)
{
	size_t got = 0;

	while (c->have - c->at < n - got) {
		memcpy((uint8_t *)p + got, c->ahead + c->at, c->have - c->at);
		got += c->have - c->at;
		if (!ahead_fill(c))
			return damaged(c);
	}
	memcpy((uint8_t *)p + got, c->ahead + c->at, n - got);
	c->at += n - got;
	c->offset += n;
	return 0;
}

/* Checks the end of the file: nothing may follow, and the checksum of a zlib stream must be right. */
static int end_check(struct capture *c)
{
	int code;

	if (c->at < c->have || ahead_fill(c))
		return corrupted(c, c->offset);
	gzerror(c->gz, &code);
	if (code != Z_OK)
		return damaged(c);
	c->ended = true;
	return 0;
}

/* ---- streams ---- */

static int stream_record(struct capture *c, const void **rec, uint32_t *size)
{
	uint64_t at = c->offset;
	int err = file_read(c, size, sizeof(*size));

	if (err)
		return err;
	if (*size == END_MARK)
		return file_read(c, &c->lost, sizeof(c->lost)) ?: end_check(c);
	if (*size > RECORD_MAX)
		return corrupted(c, at);
	if (!GROW(c->rec, c->rec_cap, *size))
		return -ENOMEM;
	err = file_read(c, c->rec, *size);
	if (!err && record__check(c->rec, *size) != *size)
		err = corrupted(c, at);
	*rec = c->rec;
	return err;
}

/* ---- frames ---- */

static bool frame_head_is_valid(const struct frame_head *h)
{
	return h->magic == FRAME_MAGIC && h->head_crc == frame__head_crc(h, sizeof(*h), &h->head_crc) &&
	       h->size <= FRAME_MAX && h->stored <= FRAME_MAX;
}

static bool tail_is_valid(const struct file_tail *t)
{
	return t->magic == FRAME_MAGIC && t->crc == frame__head_crc(t, sizeof(*t), &t->crc);
}

/* Reads the head of the next frame. Returns 0 or -EBADMSG with a message. */
static int frame_head_read(struct capture *c, struct frame_head *h)
{
	uint64_t at = c->offset;
	int err = file_read(c, h, sizeof(*h));

	if (err)
		return err;
	return frame_head_is_valid(h) ? 0 : corrupted(c, at);
}

/* Makes room for the content of a frame, as stored and decompressed. Returns false without memory. */
static bool frame_room(struct capture *c, const struct frame_head *h)
{
	return GROW(c->rec, c->rec_cap, h->stored) && GROW(c->content, c->content_cap, h->size);
}

/* Reads the content of a frame. Returns 0 or -errno with a message. */
static int frame_content(struct capture *c, const struct frame_head *h)
{
	uint64_t at = c->offset;
	int err = frame_room(c, h) ? file_read(c, c->rec, h->stored) : -ENOMEM;

	if (err)
		return err;
	err = frame_packer__unpack(c->packer, h, c->rec, c->content);
	if (err == -ENOTSUP)
		return fail(c, err,
			    "capture file is compressed by a method that this sctrace lacks: zstd, or a newer one");
	if (err)
		return corrupted(c, at);
	c->next = 0;
	c->size = h->size;
	return 0;
}

static int tail_read(struct capture *c)
{
	uint64_t at = c->offset;
	struct file_tail tail;
	int err = file_read(c, &tail, sizeof(tail));

	return err ? err : tail_is_valid(&tail) ? 0 : corrupted(c, at);
}

/* Reads frames up to the next one with records to pass on, or to the end. Returns 0 or -errno with a message. */
static int frame_next(struct capture *c)
{
	struct frame_head h;
	int err = 0;

	while (!err && !c->ended && c->next == c->size) {
		err = frame_head_read(c, &h);
		if (err)
			return err;
		if (h.kind == FRAME_END) {
			c->lost = h.lost;
			c->ended_at = h.last;
		}
		err = frame_content(c, &h);
		c->in_state = h.kind == FRAME_STATE;
		c->wants_state = c->wants_state && h.kind != FRAME_RECORDS;
		if (err || h.kind == FRAME_RECORDS || (h.kind == FRAME_STATE && c->wants_state))
			continue;
		c->next = c->size;
		if (!err && h.kind == FRAME_NOTE && !c->note)
			c->note = strndup((const char *)c->content, c->size);
		if (!err && h.kind == FRAME_END)
			err = tail_read(c) ?: end_check(c);
	}
	return err;
}

static int frame_record(struct capture *c, const void **rec, uint32_t *size)
{
	const struct frame_record *fr;
	int err = frame_next(c);

	if (err || c->ended)
		return err;
	fr = (const void *)(c->content + c->next);
	if (c->size - c->next < sizeof(*fr) || fr->size > c->size - c->next - sizeof(*fr) ||
	    record__check(fr + 1, fr->size) != fr->size)
		return corrupted(c, c->offset);
	*rec = fr + 1;
	*size = fr->size;
	c->next += frame_record__space(fr);
	if (c->next > c->size)
		c->next = c->size;
	return 0;
}

/* ---- the source ---- */

static int capture_drain(struct source *src, record_fn *fn, void *ctx)
{
	struct capture *c = (struct capture *)src;
	int n;

	for (n = 0; n < BATCH && !c->ended; n++) {
		const void *rec = NULL;
		uint32_t size;
		int err = c->frames ? frame_record(c, &rec, &size) : stream_record(c, &rec, &size);

		if (!err && !c->ended)
			err = fn(ctx, rec, size);
		if (err)
			return err;
	}
	return n;
}

static int capture_wait(struct source *src, int timeout_ms)
{
	(void)src;
	(void)timeout_ms;
	return 0;
}

static int capture_fd(struct source *src)
{
	(void)src;
	return -ENOTSUP;
}

static uint64_t capture_lost(struct source *src)
{
	return ((struct capture *)src)->lost;
}

/* Returns 0, since the next record may have any time. A file is never waited for. */
static uint64_t capture_watermark(struct source *src)
{
	(void)src;
	return 0;
}

static bool capture_ended(struct source *src)
{
	return ((struct capture *)src)->ended;
}

static void capture_free(struct source *src)
{
	struct capture *c = (struct capture *)src;

	if (c->gz)
		gzclose(c->gz);
	frame_packer__free(c->packer);
	free(c->content);
	free(c->note);
	free(c->index);
	free(c->rec);
	free(c->ahead);
	free(c);
}

static const struct source_ops capture_ops = {
	.drain = capture_drain,
	.wait = capture_wait,
	.fd = capture_fd,
	.lost = capture_lost,
	.watermark = capture_watermark,
	.ended = capture_ended,
	.free = capture_free,
};

static int frames_begin(struct capture *c, struct file_head *h)
{
	int err = file_read(c, &h->old + 1, sizeof(*h) - sizeof(h->old));

	if (!err && h->crc != frame__head_crc(h, sizeof(*h), &h->crc))
		err = corrupted(c, 0);
	c->frames = c->wants_state = true;
	c->packer = frame_packer__new();
	return err ? err : c->packer ? 0 : -ENOMEM;
}

static int head_read(struct capture *c, const char *path, struct capture_info *info)
{
	struct file_head h;
	struct stream_head *old = &h.old;
	int err = file_read(c, old, sizeof(*old));

	if (err && !gzdirect(c->gz))
		return err;
	if (err || memcmp(old->magic, CAPTURE_MAGIC, sizeof(old->magic)))
		return fail(c, -EBADMSG, "'%s' is not a capture file of sctrace", path);
	if (!old->version || old->version > SCT_ABI_VERSION ||
	    old->size != (old->version > VERSION_STREAM ? sizeof(h) : sizeof(*old)))
		return fail(c, -EPROTO, "'%s' has format %u, but this sctrace reads formats up to %u: use a newer one",
			    path, old->version, SCT_ABI_VERSION);
	info->clock_offset = old->clock_offset;
	info->decode.strlen_max = old->strlen_max;
	info->decode.verbose = old->verbose;
	return old->version > VERSION_STREAM ? frames_begin(c, &h) : 0;
}

int capture__open(struct capture **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size)
{
	struct capture *c = calloc(1, sizeof(*c));
	int err = -ENOMEM;

	if (!c)
		return err;
	c->source.ops = &capture_ops;
	c->errmsg = errmsg;
	c->why_size = why_size;
	c->ahead = malloc(AHEAD);
	c->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (c->fd < 0)
		err = fail(c, -errno, "cannot open '%s': %s", path, strerror(errno));
	else
		c->gz = gzdopen(c->fd, "rb");
	if (c->fd >= 0 && !c->gz)
		close(c->fd);
	if (c->gz && c->ahead && !gzbuffer(c->gz, AHEAD / 2))
		err = head_read(c, path, info);
	if (err) {
		capture_free(&c->source);
		return err;
	}
	*out = c;
	return 0;
}

struct source *capture__source(struct capture *c)
{
	return &c->source;
}

bool capture__in_state(const struct capture *c)
{
	return c->in_state;
}

const char *capture__note(struct capture *c)
{
	/* the note precedes the records; the frame of records that this reads stays unconsumed */
	if (c->frames && !c->note && !c->size)
		frame_next(c);
	return c->note;
}

/* ---- the index ---- */

static bool bytes_at(const struct capture *c, uint64_t at, void *p, size_t n)
{
	return pread(c->fd, p, n, (off_t)at) == (ssize_t)n;
}

static bool frame_head_at(const struct capture *c, uint64_t at, struct frame_head *h)
{
	return bytes_at(c, at, h, sizeof(*h)) && frame_head_is_valid(h);
}

/* Reads the index at the end of the file. Returns false if there is none, because the recording was cut off. */
static bool index_read(struct capture *c, uint64_t size)
{
	struct file_tail tail;
	struct frame_head h;

	if (size < sizeof(tail) || !bytes_at(c, size - sizeof(tail), &tail, sizeof(tail)) || !tail_is_valid(&tail) ||
	    !frame_head_at(c, tail.end, &h) || h.kind != FRAME_END || !frame_room(c, &h) ||
	    !bytes_at(c, tail.end + sizeof(h), c->rec, h.stored) ||
	    frame_packer__unpack(c->packer, &h, c->rec, c->content))
		return false;
	if (!GROW(c->index, c->index_cap, h.size / sizeof(*c->index)))
		return false;
	c->nindex = h.size / sizeof(*c->index);
	memcpy(c->index, c->content, c->nindex * sizeof(*c->index));
	c->last = h.last;
	return true;
}

static int index_add(struct capture *c, uint64_t at, uint64_t ts)
{
	if (!GROW(c->index, c->index_cap, c->nindex + 1))
		return -ENOMEM;
	c->index[c->nindex++] = (struct frame_index){ .offset = at, .ts = ts };
	return 0;
}

/*
 * Scans the heads of the frames. With all, makes the index of a file that has none; otherwise stops at the first frame
 * with records, for the time of the first record.
 */
static int heads_scan(struct capture *c, bool all)
{
	struct frame_head h;
	int err = 0;

	for (uint64_t at = sizeof(struct file_head); !err && frame_head_at(c, at, &h); at += sizeof(h) + h.stored) {
		if (h.kind == FRAME_RECORDS && !c->first)
			c->first = h.first;
		if (c->first && !all)
			break;
		if (h.last > c->last)
			c->last = h.last;
		if (h.kind == FRAME_STATE && !h.part)
			err = index_add(c, at, h.last);
	}
	return err;
}

static bool is_searchable(const struct capture *c)
{
	struct stat st;

	return c->frames && gzdirect(c->gz) && !fstat(c->fd, &st) && S_ISREG(st.st_mode);
}

int capture__span(struct capture *c, uint64_t *first, uint64_t *last)
{
	struct stat st;
	int err = 0;

	if (!is_searchable(c) || fstat(c->fd, &st))
		return -ESPIPE;
	/* the index may have been read by an earlier call */
	if (!c->index)
		err = heads_scan(c, !index_read(c, (uint64_t)st.st_size));
	*first = c->first;
	*last = c->last;
	return err;
}

size_t capture__states(const struct capture *c, uint64_t ts)
{
	size_t i = 0;

	while (i < c->nindex && c->index[i].ts <= ts)
		i++;
	return i;
}

int capture__seek(struct capture *c, size_t state)
{
	c->offset = c->index[state].offset;
	c->at = c->have = 0;
	c->next = c->size;
	c->wants_state = true;
	return gzseek(c->gz, (z_off_t)c->offset, SEEK_SET) < 0 ? corrupted(c, c->offset) : 0;
}

/* ---- files that follow each other ---- */

uint64_t capture__begins_at(struct capture *c)
{
	struct frame_head h;

	if (!is_searchable(c))
		return 0;
	for (uint64_t at = sizeof(struct file_head); frame_head_at(c, at, &h); at += sizeof(h) + h.stored)
		if (h.kind != FRAME_NOTE)
			return h.kind == FRAME_STATE ? h.last : 0;
	return 0;
}

uint64_t capture__ended_at(const struct capture *c)
{
	return c->ended_at;
}

bool capture__is_cut(const struct capture *c)
{
	return c->is_cut;
}

void capture__go_on(struct capture *c)
{
	c->wants_state = false;
}

void capture__end(struct capture *c)
{
	c->ended = true;
}

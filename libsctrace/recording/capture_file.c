// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/capture_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#define MAGIC "sctrace\n"
#define RECORD_MAX (1u << 20)
#define END_MARK 0 /* in place of a record's size; the number of lost records follows */
#define BATCH 1024 /* most records handed over in one drain */
#define GZ_BUFFER (1u << 17)
/* bytes read at once: zlib does not tell how many of them precede damage, so at most so many are lost */
#define AHEAD (1u << 17)

struct head {
	char magic[8];
	uint32_t version;
	uint32_t size; /* bytes of this struct */
	int64_t clock_offset;
	uint32_t strlen_max;
	uint32_t verbose;
};

/* ---- writing ---- */

struct recorder {
	gzFile gz;
};

static int file_write(struct recorder *r, const void *p, size_t n)
{
	return gzwrite(r->gz, p, (unsigned)n) == (int)n ? 0 : -(errno ? errno : EIO);
}

int recorder__open(struct recorder **out, const char *path, const struct capture_info *info)
{
	struct head h = {
		.magic = MAGIC,
		.version = SCT_ABI_VERSION,
		.size = sizeof(h),
		.clock_offset = info->clock_offset,
		.strlen_max = info->decode.strlen_max,
		.verbose = info->decode.verbose,
	};
	struct recorder *r = calloc(1, sizeof(*r));
	int fd, err;

	if (!r)
		return -ENOMEM;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0) {
		err = -errno;
		free(r);
		return err;
	}
	r->gz = gzdopen(fd, "wb1"); /* level 1, so that the reader keeps up */
	if (!r->gz) {
		close(fd);
		free(r);
		return -ENOMEM;
	}
	gzbuffer(r->gz, GZ_BUFFER);
	err = file_write(r, &h, sizeof(h));
	if (err) {
		gzclose(r->gz);
		free(r);
		return err;
	}
	*out = r;
	return 0;
}

/* Returns how many bytes of whole chunks fit into max. */
static uint32_t whole_chunks(const void *data, uint32_t len, size_t max)
{
	uint32_t off = 0, fits = 0;

	if (len <= max)
		return len;
	while (chunk__next(data, len, &off) && off <= max)
		fits = off;
	return fits;
}

int recorder__write(struct recorder *r, const struct sct_rec *rec, size_t size)
{
	uint32_t n = (uint32_t)size;
	int err = file_write(r, &n, sizeof(n));

	return err ? err : file_write(r, rec, size);
}

int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len)
{
	uint32_t fits = whole_chunks(data, len, RECORD_MAX - size), n = (uint32_t)size + fits;
	union {
		struct sct_rec rec;
		struct sct_enter enter;
		struct sct_exit exit;
	} copy;
	int err;

	if (size > sizeof(copy))
		return -EINVAL;
	memcpy(&copy, head, size);
	record__set_data_len(&copy.rec, fits);
	err = file_write(r, &n, sizeof(n));
	if (!err)
		err = file_write(r, &copy, size);
	return err || !fits ? err : file_write(r, data, fits);
}

int recorder__close(struct recorder *r, uint64_t lost)
{
	uint32_t mark = END_MARK;
	int err;

	if (!r)
		return 0;
	err = file_write(r, &mark, sizeof(mark));
	if (!err)
		err = file_write(r, &lost, sizeof(lost));
	errno = 0;
	if (gzclose(r->gz) != Z_OK && !err)
		err = -(errno ? errno : EIO);
	free(r);
	return err;
}

/* ---- reading ---- */

struct capture {
	struct source source;
	gzFile gz;
	uint64_t offset; /* position of the next record, in uncompressed bytes */
	uint64_t lost;
	bool ended;
	uint8_t *ahead; /* bytes that were read; [at, have) are not consumed yet */
	size_t at, have;
	char *errmsg;
	size_t why_size;
	uint8_t *rec;
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

/* Reads more bytes when all are consumed. Returns false at the end of the file and at damage. */
static bool ahead_fill(struct capture *c)
{
	z_off_t before = gztell(c->gz);
	int got = gzread(c->gz, c->ahead, AHEAD);

	c->at = 0;
	/* the bytes before the damage are valid */
	c->have = got < 0 ? (size_t)(gztell(c->gz) - before) : (size_t)got;
	return c->have;
}

static int damaged(struct capture *c)
{
	int code;

	gzerror(c->gz, &code);
	return fail(c, -EBADMSG, "capture file is %s at offset %llu",
		    code == Z_OK || code == Z_BUF_ERROR ? "truncated" : "corrupted", (unsigned long long)c->offset);
}

/* Reads exactly n bytes. Returns 0, or -EBADMSG with a text if the file is damaged. */
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

/*
 * Reads the rest of the end mark. zlib compares the file's checksum after the last byte, so nothing may follow.
 * Returns 0 or -EBADMSG with a text.
 */
static int end_read(struct capture *c)
{
	int err = file_read(c, &c->lost, sizeof(c->lost)), code;

	if (err)
		return err;
	if (c->at < c->have || ahead_fill(c))
		return fail(c, -EBADMSG, "capture file is corrupted at offset %llu", (unsigned long long)c->offset);
	gzerror(c->gz, &code);
	if (code != Z_OK)
		return fail(c, -EBADMSG, "capture file is %s at offset %llu",
			    code == Z_BUF_ERROR ? "truncated" : "corrupted", (unsigned long long)c->offset);
	c->ended = true;
	return 0;
}

static int record_read(struct capture *c, uint32_t *size)
{
	uint64_t at = c->offset;
	int err = file_read(c, size, sizeof(*size));

	if (err)
		return err;
	if (*size == END_MARK)
		return end_read(c);
	if (*size > RECORD_MAX)
		return fail(c, -EBADMSG, "capture file is corrupted at offset %llu", (unsigned long long)at);
	err = file_read(c, c->rec, *size);
	if (!err && record__check(c->rec, *size) != *size)
		err = fail(c, -EBADMSG, "capture file is corrupted at offset %llu", (unsigned long long)at);
	return err;
}

static int capture_drain(struct source *src, record_fn *fn, void *ctx)
{
	struct capture *c = (struct capture *)src;
	int n;

	for (n = 0; n < BATCH && !c->ended; n++) {
		uint32_t size;
		int err = record_read(c, &size);

		if (!err && !c->ended)
			err = fn(ctx, (const struct sct_rec *)c->rec, size);
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

/* Returns 0: records that follow may be of any time. A file is never waited for. */
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

static int head_read(struct capture *c, const char *path, struct capture_info *info)
{
	struct head h;

	int err = file_read(c, &h, sizeof(h));

	if (err && !gzdirect(c->gz))
		return err;
	if (err || memcmp(h.magic, MAGIC, sizeof(h.magic)))
		return fail(c, -EBADMSG, "'%s' is not a capture file of sctrace", path);
	if (!h.version || h.version > SCT_ABI_VERSION || h.size != sizeof(h))
		return fail(c, -EPROTO, "'%s' has format %u, but this sctrace reads formats up to %u: use a newer one",
			    path, h.version, SCT_ABI_VERSION);
	info->clock_offset = h.clock_offset;
	info->decode.strlen_max = h.strlen_max;
	info->decode.verbose = h.verbose;
	return 0;
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
	c->rec = malloc(RECORD_MAX);
	c->ahead = malloc(AHEAD);
	c->gz = gzopen(path, "rbe");
	if (!c->gz)
		err = fail(c, errno ? -errno : -ENOMEM, "cannot open '%s': %s", path, strerror(errno));
	else if (c->rec && c->ahead && !gzbuffer(c->gz, AHEAD / 2))
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

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A capture file, through the library's functions as the command uses them. zlib
 * reads what is not compressed as it is, so that mutations reach the records;
 * an input that begins as a gzip file goes through zlib. By a bit of its last
 * byte, an input is written anew as frames: the state of one half of its
 * records, then the other half.
 */
#include "records.h"

#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "recording/writer.h"
#include "sctrace.h"

const size_t records_head = 32; /* struct head of the library's recording/capture_file.c */

struct run {
	struct sctrace *trace;
	struct sctrace_text *text;
	struct sctrace_json *json;
	struct sctrace_event_stats *stats;
	unsigned stop; /* stop after every stop-th event; 0: never */
	unsigned events;
};

static int fd = -1;
static char path[32];

static int on_value(void *ctx, const struct sctrace_value *v)
{
	unsigned *n = ctx;

	*n += v->kind == SCTRACE_KIND_STRING && v->len ? *(const unsigned char *)v->bytes : 1;
	return 0;
}

static int on_frame(void *ctx, const struct sctrace_frame *f)
{
	unsigned *n = ctx;

	*n += f->symbol ? (unsigned)strlen(f->symbol) : 1;
	return 0;
}

/* Passes the event to every sink, and calls every function that an agent may call for an event. */
static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct run *r = ctx;
	char line[4096];
	unsigned n = 0;

	MUST(!sctrace_text_event(r->text, ev) && !sctrace_json_event(r->json, ev), "sinks");
	MUST(!sctrace_event_stats_add(r->stats, ev), "stats");
	sctrace_values(r->trace, ev, on_value, &n);
	sctrace_frames(r->trace, ev, on_frame, &n);
	sctrace_event_text(r->trace, ev, line, sizeof(line));
	return r->stop && ++r->events % r->stop == 0;
}

static int on_pending(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	MUST(ev->type == SCTRACE_ENTER, "type %d", (int)ev->type);
	return 0;
}

static int write_lines(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_text(p, n, false);
	return 0;
}

static int write_table(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_text(p, n, true);
	return 0;
}

/* Checks that each line is a JSON object. */
static int write_objects(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	for (const char *end; n; n -= (size_t)(end - p), p = end) {
		end = memchr(p, '\n', n);
		MUST(end, "a line without an end");
		must_be_json(p, (size_t)(++end - p));
	}
	return 0;
}

static int write_json(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_json(p, n);
	return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	setenv("TZ", "UTC0", 1);
	tzset();
	fd = memfd_create("capture", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return fd < 0;
}

static void finish(struct sctrace *t, struct run *r)
{
	struct sctrace_table_opts json = { .sz = sizeof(json), .json = true };
	int err;

	while ((err = sctrace_stop(t)) > 0)
		;
	MUST(err <= 0, "sctrace_stop(): %d", err);
	sctrace_pending(t, on_pending, NULL);
	sctrace_text_detach(r->text);
	sctrace_json_detach(r->json);
	MUST(!sctrace_event_stats_print(r->stats, NULL, write_table, NULL), "table");
	MUST(!sctrace_event_stats_print(r->stats, &json, write_json, NULL), "json");
}

/* Moves up to max of the records at *at to a block. */
static void block_fill(struct frame_block *b, const uint8_t *data, size_t size, size_t *at, size_t max)
{
	struct sct_rec rec;
	uint32_t n;

	frame_block__clear(b);
	while (b->count < max && b->len < FRAME_BYTES && size - *at > sizeof(n)) {
		memcpy(&n, data + *at, sizeof(n));
		*at += sizeof(n);
		if (n < sizeof(rec) || n > size - *at || n > RECORD_MAX)
			return;
		memcpy(&rec, data + *at, sizeof(rec));
		frame_block__add(b, rec.ts, data + *at, n, NULL, 0);
		*at += n;
	}
}

static void write_frames(const uint8_t *data, size_t size)
{
	struct frame_block *b = malloc(sizeof(*b));
	size_t at = records_head;
	struct writer *w;

	MUST(b && !writer__open(&w, &(struct writer_opts){ .path = path, .note = "a note" }), "writer");
	block_fill(b, data, size, &at, 100);
	writer__skip(w, b);
	block_fill(b, data, size, &at, SIZE_MAX);
	MUST(!writer__block(w, b) && !writer__end(w, 3), "writing frames");
	writer__free(w);
	free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char errmsg[256] = "";
	struct run r = {};
	struct sctrace_opts o = {
		.sz = sizeof(o), .replay = path, .event = on_event, .ctx = &r, .why = errmsg, .why_size = sizeof(errmsg)
	};
	struct sctrace_text_opts to = { .sz = sizeof(to), .prefix = SCTRACE_PREFIX_PID, .write = write_lines };
	struct sctrace_json_opts jo = { .sz = sizeof(jo), .write = write_objects };
	struct sctrace *t;
	int n;

	MUST(!ftruncate(fd, 0) && pwrite(fd, data, size, 0) == (ssize_t)size, "writing the file");
	if (size > records_head && data[size - 1] & 8)
		write_frames(data, size);
	o.from = size && (data[size - 1] & 24) == 24 ? "+0.001" : NULL;
	o.trace = size && data[size - 1] & 1 ? "!read,write" : NULL;
	o.stacks = size && data[size - 1] & 2;
	r.stop = size && data[size - 1] & 4 ? data[size - 1] >> 4 : 0;
	n = sctrace_open(&t, &o);
	if (n) {
		MUST(*errmsg, "error %d without a reason", n);
		return 0;
	}
	r.trace = t;
	MUST(!sctrace_text_new(&r.text, t, &to) && !sctrace_json_new(&r.json, t, &jo) &&
		     !sctrace_event_stats_new(&r.stats, t),
	     "sinks");
	do {
		n = sctrace_poll(t, 0);
		if (n > 0)
			count_records((unsigned)n);
	} while (n >= 0);
	MUST(n == -ENODATA || *sctrace_error(t), "error %d without a reason", n);
	finish(t, &r);
	sctrace_text_free(r.text);
	sctrace_json_free(r.json);
	sctrace_event_stats_free(r.stats);
	sctrace_close(t);
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sctrace.h"
#include "recording/frame.h"
#include "recording/recorder.h"
#include "synth.h"

#define NRECORDS 12

static char path[] = "/tmp/sctrace-test-XXXXXX";
static char errmsg[256];
static struct synth records[NRECORDS];
static const struct capture_info info = {
	.clock_offset = 1234567890123456789,
	.decode = { .strlen_max = 77, .verbose = true },
};

static void make_records(void)
{
	for (unsigned i = 0; i < NRECORDS; i += 3) {
		synth_enter(&records[i], 10 + i, 100 + i, i, ARGS(1, 2, 3));
		synth_string(&records[i], 1, "/etc/ld.so.cache");
		synth_exit(&records[i + 1], 10 + i, 101 + i, i, -2, 100 + i);
		synth_fork(&records[i + 2], 10 + i, 102 + i, 99);
	}
}

static void write_file(uint64_t lost)
{
	struct recorder *r;

	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = path, .info = info }), 0);
	for (unsigned i = 0; i < NRECORDS; i++)
		cr_assert_eq(recorder__write(r, &records[i].rec, records[i].size), 0);
	cr_assert_eq(recorder__close(r, lost), 0);
}

static void setup(void)
{
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	close(fd);
	make_records();
}

static void teardown(void)
{
	unlink(path);
}

TestSuite(file, .init = setup, .fini = teardown);

static unsigned matching; /* number of records that have the bytes that were written */
static unsigned wrong;

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	const struct synth *s = &records[matching];

	(void)ctx;
	if (matching < NRECORDS && size == s->size && !memcmp(rec, s->raw, size))
		matching++;
	else
		wrong++;
	return 0;
}

/* Reads the file to its end. Returns 0 or the error. */
static int replay(struct capture_info *got, uint64_t *lost)
{
	struct capture *c;
	struct source *src;
	int err;

	matching = wrong = 0;
	errmsg[0] = '\0';
	err = capture__open(&c, path, got, errmsg, sizeof(errmsg));
	if (err)
		return err;
	src = capture__source(c);
	do
		err = src->ops->drain(src, on_record, NULL);
	while (err > 0);
	if (!err)
		cr_assert(src->ops->ended(src));
	*lost = src->ops->lost(src);
	src->ops->free(src);
	return err;
}

Test(file, what_is_written_comes_back)
{
	struct capture_info got;
	uint64_t lost;

	write_file(42);
	cr_assert_eq(replay(&got, &lost), 0, "%s", errmsg);
	cr_assert_eq(matching, NRECORDS);
	cr_assert_eq(wrong, 0);
	cr_assert_eq(lost, 42);
	cr_assert_eq(got.clock_offset, info.clock_offset);
	cr_assert_eq(got.decode.strlen_max, info.decode.strlen_max);
	cr_assert_eq(got.decode.verbose, info.decode.verbose);
}

static int stop_at_3(void *ctx, const struct sct_rec *rec, size_t size)
{
	(void)rec;
	(void)size;
	return ++*(int *)ctx == 3 ? -EPIPE : 0;
}

Test(file, callback_stops)
{
	struct capture_info got;
	struct capture *c;
	struct source *src;
	int n = 0;

	write_file(0);
	cr_assert_eq(capture__open(&c, path, &got, errmsg, sizeof(errmsg)), 0);
	src = capture__source(c);
	cr_assert_eq(src->ops->drain(src, stop_at_3, &n), -EPIPE);
	cr_assert_eq(n, 3);
	src->ops->free(src);
}

Test(file, big_records)
{
	static struct {
		struct sct_enter e;
		uint8_t data[0x10000];
	} big;
	struct capture_info got;
	struct recorder *r;
	uint64_t lost, seed = 1;

	synth_enter(&records[0], 1, 1, 1, NULL);
	memcpy(&big.e, &records[0].enter, sizeof(big.e));
	big.e.data_len = sizeof(big.data);
	for (size_t i = 0; i < sizeof(big.data); i++)
		big.data[i] = (uint8_t)synth_random(&seed);
	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = path, .info = info }), 0);
	for (int i = 0; i < 20; i++)
		cr_assert_eq(recorder__write(r, &big.e.rec, sizeof(big)), 0);
	cr_assert_eq(recorder__close(r, 0), 0);
	cr_assert_eq(replay(&got, &lost), 0, "%s", errmsg);
	cr_assert_eq(wrong, 20, "that many came, none of them a record of the others");
}

Test(file, unwritable)
{
	struct recorder *r = NULL;

	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = "/nonexistent/file", .info = info }), -ENOENT);
	cr_assert_null(r);
}

Test(file, full_disk)
{
	struct recorder *r;
	int err = recorder__open(&r, &(struct writer_opts){ .path = "/dev/full", .info = info });

	if (!err)
		err = recorder__close(r, 0);
	cr_assert_lt(err, 0);
}

static size_t slurp(uint8_t *bytes, size_t max)
{
	FILE *f = fopen(path, "r");
	size_t n = fread(bytes, 1, max, f);

	fclose(f);
	cr_assert_lt(n, max);
	return n;
}

static void spit(const uint8_t *bytes, size_t n)
{
	FILE *f = fopen(path, "w");

	cr_assert_eq(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

Test(file, no_such_file)
{
	struct capture_info got;
	uint64_t lost;

	unlink(path);
	cr_assert_eq(replay(&got, &lost), -ENOENT);
	cr_assert_not_null(strstr(errmsg, path));
}

Test(file, not_a_capture_file)
{
	struct capture_info got;
	uint64_t lost;

	spit((const uint8_t *)"#!/bin/sh\necho a script of more than forty-eight bytes\n", 55);
	cr_assert_eq(replay(&got, &lost), -EBADMSG);
	cr_assert_not_null(strstr(errmsg, "not a capture file"));
	spit((const uint8_t *)"", 0);
	cr_assert_eq(replay(&got, &lost), -EBADMSG);
}

/* A file that is cut at any byte gives an error with the position, and only records that were written. */
Test(file, truncated, .timeout = 60)
{
	static uint8_t bytes[8192];
	struct capture_info got;
	unsigned most = 0;
	uint64_t lost;
	size_t size;

	write_file(7);
	size = slurp(bytes, sizeof(bytes));
	for (size_t n = 0; n < size; n++) {
		spit(bytes, n);
		cr_assert_eq(replay(&got, &lost), -EBADMSG, "%zu of %zu bytes are enough", n, size);
		cr_assert_neq(errmsg[0], '\0');
		cr_assert_eq(wrong, 0);
		if (matching > most)
			most = matching;
		if (matching)
			cr_assert_not_null(strstr(errmsg, "offset"), "%s", errmsg);
	}
	cr_assert_gt(most, 0, "what was before is delivered");
}

/* Any byte is changed: the reader notices, or the change has no effect. Nothing crashes. */
Test(file, flipped_bytes, .timeout = 60)
{
	static uint8_t bytes[8192];
	struct capture_info got;
	uint64_t lost;
	size_t size;

	write_file(7);
	size = slurp(bytes, sizeof(bytes));
	for (size_t i = 0; i < size; i++)
		for (unsigned bit = 0; bit < 8; bit += 5) {
			int err;

			bytes[i] ^= 1u << bit;
			spit(bytes, size);
			bytes[i] ^= 1u << bit;
			err = replay(&got, &lost);
			if (!err)
				cr_assert(matching == NRECORDS && !wrong && lost == 7,
					  "byte %zu, bit %u: other records, and no error", i, bit);
			else
				cr_assert_neq(errmsg[0], '\0', "byte %zu", i);
		}
}

static int ignore(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	(void)ev;
	return 0;
}

/*
 * A small file has many calls that do not end, each with much memory: the reader returns an error before it uses all
 * memory.
 */
Test(file, asks_for_more_memory_than_it_may, .timeout = 60)
{
	struct sctrace_opts o = {
		.sz = sizeof(o), .replay = path, .event = ignore, .why = errmsg, .why_size = sizeof(errmsg)
	};
	struct {
		struct sct_enter enter;
		char data[1000000];
	} *big = calloc(1, sizeof(*big));
	struct recorder *r;
	struct sctrace *t;
	int n;

	cr_assert(big && !recorder__open(&r, &(struct writer_opts){ .path = path, .info = info }));
	big->enter.rec.type = SCT_REC_ENTER;
	big->enter.data_len = sizeof(big->data);
	for (unsigned i = 1; i < 500; i++) {
		big->enter.rec.tid = big->enter.rec.tgid = i;
		cr_assert_eq(recorder__write(r, &big->enter.rec, sizeof(big->enter) + sizeof(big->data)), 0);
	}
	cr_assert_eq(recorder__close(r, 0), 0);
	free(big);
	cr_assert_eq(sctrace_open(&t, &o), 0);
	do
		n = sctrace_poll(t, 0);
	while (n >= 0);
	cr_expect_eq(n, -E2BIG);
	cr_expect_str_eq(sctrace_error(t),
			 "the capture file has more tasks and unfinished calls at a time than 256 MB hold");
	cr_expect_lt(sctrace_tasks(t), 300u);
	sctrace_close(t);
}

static int on_write(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	(void)p;
	(void)n;
	return 0;
}

/* A line takes memory, so a column that no line reaches is refused. */
Test(file, column_of_lines)
{
	struct sctrace_opts o = { .sz = sizeof(o), .replay = path, .event = ignore };
	struct sctrace_text_opts to = {
		.sz = sizeof(to), .column = 1u << 31, .write = on_write, .why = errmsg, .why_size = sizeof(errmsg)
	};
	struct sctrace_text *x;
	struct recorder *r;
	struct sctrace *t;

	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = path, .info = info }), 0);
	cr_assert_eq(recorder__close(r, 0), 0);
	cr_assert_eq(sctrace_open(&t, &o), 0);
	cr_expect_eq(sctrace_text_new(&x, t, &to), -EINVAL);
	cr_expect_str_eq(errmsg, "column: 2147483648 is not one of 0 to 16777216");
	to.column = 1 << 24;
	cr_expect_eq(sctrace_text_new(&x, t, &to), 0);
	sctrace_text_free(x);
	sctrace_close(t);
}

static char lines[4096];
static size_t nlines;

static int on_lines(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	cr_assert_leq(nlines + n, sizeof(lines) - 1);
	memcpy(lines + nlines, p, n);
	nlines += n;
	return 0;
}

static struct sctrace_text *to_lines;

static int on_text(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	return sctrace_text_event(to_lines, ev);
}

/* After a record that the wall clock was set, events have the new time; the records' clock is not affected. */
Test(file, wall_clock_is_set)
{
	struct capture_info begun = { .clock_offset = 1000000000000 };
	struct sct_clock set = { .rec = { .type = SCT_REC_CLOCK, .cpu = SCT_CPU_NONE, .ts = 1500000000 },
				 .offset = 1000000000000 - 3600000000000 / 10 };
	struct sctrace_opts o = { .sz = sizeof(o), .replay = path, .event = on_text };
	struct sctrace_text_opts to = { .sz = sizeof(to), .timestamps = 3, .write = on_lines };
	struct recorder *r;
	struct sctrace *t;

	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = path, .info = begun }), 0);
	synth_call(&records[0], 7, 1000001000, 39, 7, 1000000000);
	cr_assert_eq(recorder__write(r, &records[0].rec, records[0].size), 0);
	cr_assert_eq(recorder__write(r, &set.rec, sizeof(set)), 0);
	synth_call(&records[0], 7, 2000001000, 39, 7, 2000000000);
	cr_assert_eq(recorder__write(r, &records[0].rec, records[0].size), 0);
	cr_assert_eq(recorder__close(r, 0), 0);
	cr_assert_eq(sctrace_open(&t, &o), 0);
	cr_assert_eq(sctrace_text_new(&to_lines, t, &to), 0);
	while (sctrace_poll(t, 0) >= 0)
		sctrace_text_flush(to_lines, true);
	sctrace_text_flush(to_lines, true);
	lines[nlines] = '\0';
	cr_expect(strstr(lines, "1001.000000 getpid()"), "%s", lines);
	cr_expect(strstr(lines, "642.000000 getpid()"), "%s", lines);
	cr_expect(strstr(lines, "\n[ The wall clock was set back by 360.000000 s. ]\n"), "%s", lines);
	sctrace_text_free(to_lines);
	sctrace_close(t);
}

#define PART_CALLS 120000

struct part {
	unsigned in_state, waits; /* number of records of the state; number of those that are of the call in progress */
	uint64_t first, last;	  /* times of the other records */
	unsigned n;
	struct capture *c;
};

static int on_part(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct part *p = ctx;

	(void)size;
	if (capture__in_state(p->c)) {
		cr_assert_eq(p->n, 0);
		p->in_state++;
		p->waits += rec->type == SCT_REC_ENTER && rec->tid == 7 && rec->ts == 1000;
		return 0;
	}
	p->first = p->first ?: rec->ts;
	p->last = rec->ts;
	p->n++;
	return 0;
}

static void read_part(struct part *p, uint64_t from)
{
	struct capture_info got;
	uint64_t first = 0, last = 0;
	struct source *src;
	size_t states;
	int n;

	*p = (struct part){};
	cr_assert_eq(capture__open(&p->c, path, &got, errmsg, sizeof(errmsg)), 0);
	cr_assert_eq(capture__span(p->c, &first, &last), 0);
	cr_expect_eq(first, 1000);
	cr_expect_geq(last, 1000 + 5 * PART_CALLS);
	states = capture__states(p->c, from);
	if (states >= 2)
		cr_assert_eq(capture__seek(p->c, states - 2), 0);
	src = capture__source(p->c);
	do
		n = src->ops->drain(src, on_part, p);
	while (n > 0);
	src->ops->free(src);
}

/* A reader that begins at a later time reads only what it needs, and gets the state before that time. */
Test(file, a_part, .timeout = 60)
{
	const uint64_t end = 1000 + 10 * PART_CALLS;
	struct part whole, part;
	struct recorder *r;
	struct stat st;

	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = path, .info = info }), 0);
	synth_enter(&records[0], 7, 1000, 0, ARGS(1, 2, 3));
	cr_assert_eq(recorder__write(r, &records[0].rec, records[0].size), 0);
	for (unsigned i = 0; i < PART_CALLS; i++) {
		synth_enter(&records[0], 10 + i % 3, 1010 + 10 * i, i % 300, ARGS(1, 2, 3));
		synth_string(&records[0], 1,
			     "a string of some length, so that there are many frames, and then some more: "
			     "it takes more than two states, each of which is 16 frames after another");
		cr_assert_eq(recorder__write(r, &records[0].rec, records[0].size), 0);
		synth_exit(&records[0], 10 + i % 3, 1015 + 10 * i, i % 300, 0, 1010 + 10 * i);
		cr_assert_eq(recorder__write(r, &records[0].rec, records[0].size), 0);
	}
	cr_assert_eq(recorder__close(r, 0), 0);
	read_part(&whole, 0);
	cr_expect_eq(whole.in_state, 0);
	cr_expect_eq(whole.n, 1 + 2 * PART_CALLS);
	read_part(&part, end - 100);
	cr_expect_gt(part.in_state, 0);
	cr_expect_eq(part.waits, 1);
	cr_expect(part.first > end / 4 && part.first < end - 100, "%llu", (unsigned long long)part.first);
	cr_expect_eq(part.last, whole.last);
	/* the file was cut: the heads of its frames take the place of the index */
	cr_assert_eq(stat(path, &st), 0);
	cr_assert_eq(truncate(path, st.st_size - 20), 0);
	read_part(&whole, end - 100);
	cr_expect_eq(whole.n, part.n);
	cr_expect_eq(whole.in_state, part.in_state);
}

static void refused(const char *from, const char *to, const char *why)
{
	struct sctrace_opts o = { .sz = sizeof(o),
				  .replay = path,
				  .from = from,
				  .to = to,
				  .event = ignore,
				  .why = errmsg,
				  .why_size = sizeof(errmsg) };
	struct sctrace *t;

	cr_assert_eq(sctrace_open(&t, &o), -EINVAL, "%s %s", from ?: "", to ?: "");
	cr_expect(strstr(errmsg, why), "%s", errmsg);
}

Test(file, times_of_a_part)
{
	static const char *const good[] = {
		"+1", "-1.5s", "00:00", "23:59:59.999999999", "2026-11-28 10:00:00", "2026-11-28T10:00"
	};
	struct sctrace *t;

	write_file(0);
	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct sctrace_opts o = { .sz = sizeof(o), .replay = path, .from = good[i], .event = ignore };

		cr_expect_eq(sctrace_open(&t, &o), 0, "%s", good[i]);
		sctrace_close(t);
	}
	refused("", NULL, "is not a time");
	refused("10", NULL, "is not a time");
	refused("+", NULL, "is not a time");
	refused("+1x", NULL, "is not a time");
	refused(NULL, "10:00:00.5s", "is not a time");
	refused("2026-13-01 10:00", NULL, "is not a time");
	refused("+2", "+1", "is before '+2'");
}

/* Writes a frame to f, and sets its checksums. */
static void frame_put(FILE *f, struct frame_packer *packer, struct frame_head *h, const void *content, size_t size)
{
	const void *stored = frame_packer__pack(packer, h, content, size);

	cr_assert_eq(fwrite(h, sizeof(*h), 1, f), 1);
	cr_assert(!h->stored || fwrite(stored, h->stored, 1, f) == 1);
}

/* Writes a file with one record by hand: 2000 recorders would spend half a minute on their memory. */
static void write_record(const struct file_head *head, struct frame_packer *packer, const struct synth *s, size_t size)
{
	struct frame_head records_head = { .kind = FRAME_RECORDS, .count = 1 }, end_head = { .kind = FRAME_END };
	struct file_tail tail = { .magic = FRAME_MAGIC };
	static struct frame_block b;
	FILE *f = fopen(path, "w");

	cr_assert_not_null(f);
	frame_block__clear(&b);
	frame_block__add(&b, s->rec.ts, &s->rec, size, NULL, 0);
	cr_assert_eq(fwrite(head, sizeof(*head), 1, f), 1);
	frame_put(f, packer, &records_head, b.data, b.len);
	tail.end = (uint64_t)ftell(f);
	tail.crc = frame__head_crc(&tail, sizeof(tail), &tail.crc);
	frame_put(f, packer, &end_head, NULL, 0);
	cr_assert_eq(fwrite(&tail, sizeof(tail), 1, f), 1);
	cr_assert_eq(fclose(f), 0);
}

/* The checksums and the compression are valid, but the content is not a capture. */
Test(file, hostile_content, .timeout = 60)
{
	struct frame_packer *packer = frame_packer__new();
	unsigned delivered = 0, corrupted = 0;
	static uint8_t bytes[8192];
	struct capture_info got;
	struct file_head head;
	uint64_t lost, seed = 3;

	cr_assert_not_null(packer);
	write_file(0);
	cr_assert_geq(slurp(bytes, sizeof(bytes)), sizeof(head));
	memcpy(&head, bytes, sizeof(head));
	for (unsigned i = 0; i < 2000; i++) {
		size_t n = 0;

		synth_enter(&records[0], 1, 1, 1, NULL);
		synth_string(&records[0], 1, "text");
		for (; n < 1 + synth_random(&seed) % 8; n++)
			records[0].raw[synth_random(&seed) % records[0].size] = (uint8_t)synth_random(&seed);
		/* every other record is shorter than its header says */
		write_record(&head, packer, &records[0], records[0].size - (i & 1 ? 8 : 0));
		if (replay(&got, &lost))
			corrupted++;
		else
			delivered++;
	}
	cr_expect_gt(delivered, 100);
	cr_expect_gt(corrupted, 100);
	frame_packer__free(packer);
}

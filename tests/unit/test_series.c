// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The files of a directory as one recording. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "recording/frame.h"
#include "recording/recorder.h"
#include "sctrace.h"
#include "synth.h"
#include "util/buf.h"

#define SECOND 1000000000ull
#define FILES 6

static char dir[] = "/tmp/sctrace-test-XXXXXX", why[256];
static char files[32][300]; /* sorted by name */
static unsigned nfiles;
static struct buf out;
static struct sctrace_health health;

static void put(struct recorder *r, const struct synth *s)
{
	cr_assert_eq(recorder__write(r, &s->rec, s->size), 0);
}

static int only_captures(const struct dirent *d)
{
	return strstr(d->d_name, ".cap") != NULL;
}

static void list_files(void)
{
	struct dirent **v;
	int n = scandir(dir, &v, only_captures, alphasort);

	for (int i = 0; i < n; i++) {
		snprintf(files[i], sizeof(files[i]), "%s/%s", dir, v[i]->d_name);
		free(v[i]);
	}
	free(v);
	nfiles = (unsigned)n;
}

/*
 * Makes FILES files of one recording, each with close(N) by task 10 at second N from the time on; task 7 is in a call
 * from the first to the last. lost: what the CPU has lost, from the fourth file on.
 */
static void record(uint64_t from, uint32_t lost)
{
	const struct writer_opts o = { .path = dir,
				       .files = true,
				       .rotate_bytes = 1,
				       .info = { .clock_offset = 1000 * SECOND, .decode = { .strlen_max = 32 } } };
	struct recorder *r;
	struct synth s;

	cr_assert_eq(recorder__open(&r, &o), 0);
	synth_enter(&s, 7, from, SYS_dup, ARGS(77));
	put(r, &s);
	for (unsigned i = 0; i < FILES; i++) {
		uint64_t ts = from + i * SECOND + 1000;

		synth_enter(&s, 10, ts, SYS_close, ARGS(i));
		s.rec.lost = i < 3 ? 0 : lost;
		put(r, &s);
		synth_exit(&s, 10, ts + 1, SYS_close, 0, ts);
		s.rec.lost = i < 3 ? 0 : lost;
		put(r, &s);
		if (i + 1 < FILES)
			cr_assert_eq(recorder__flush(r, UINT64_MAX), 0);
	}
	synth_exit(&s, 7, from + FILES * SECOND, SYS_dup, 5, from);
	s.rec.lost = lost;
	put(r, &s);
	cr_assert_eq(recorder__close(r, lost), 0);
	list_files();
}

static void setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	record(SECOND, 0);
	cr_assert_eq(nfiles, FILES);
}

static void teardown(void)
{
	list_files();
	for (unsigned i = 0; i < nfiles; i++)
		unlink(files[i]);
	rmdir(dir);
	buf__free(&out);
}

TestSuite(series, .init = setup, .fini = teardown);

static bool begun[16];

/* Writes "NAME(ARG)" for a call that has ended, with a '?' if its beginning was not delivered, and '!' if its end was not. */
static int on_event(void *ctx, const struct sctrace_event *ev)
{
	char text[64] = "";

	(void)ctx;
	if (ev->flags & SCTRACE_EARLY)
		return 0;
	if (ev->type == SCTRACE_ENTER)
		begun[ev->tid] = true;
	else if (ev->type == SCTRACE_EXIT || ev->type == SCTRACE_ABANDONED)
		snprintf(text, sizeof(text), "%s(%d)%s%s ", ev->name, (int)ev->args[0], begun[ev->tid] ? "" : "?",
			 ev->type == SCTRACE_EXIT ? "" : "!");
	else if (ev->type == SCTRACE_LOST)
		snprintf(text, sizeof(text), "lost:%u ", (unsigned)ev->lost);
	if (*text && ev->type != SCTRACE_LOST)
		begun[ev->tid] = false;
	buf__mem(&out, text, strlen(text));
	return 0;
}

/* Replays the directory, or a part of it. Returns what its events are, or NULL with the message in why. */
static const char *events_of(const char *from, const char *to)
{
	const struct sctrace_opts o = { .sz = sizeof(o),
					.replay = dir,
					.from = from,
					.to = to,
					.event = on_event,
					.why = why,
					.why_size = sizeof(why) };
	struct sctrace *t;
	int n;

	out.len = 0;
	memset(begun, 0, sizeof(begun));
	if (sctrace_open(&t, &o))
		return NULL;
	do
		n = sctrace_poll(t, 0);
	while (n >= 0);
	if (n == -ENODATA)
		n = sctrace_stop(t);
	snprintf(why, sizeof(why), "%s", n ? sctrace_error(t) : "");
	health = (struct sctrace_health){ .sz = sizeof(health) };
	cr_assert_eq(sctrace_health(t, &health), 0);
	sctrace_close(t);
	buf__char(&out, '\0');
	return n ? NULL : (const char *)out.p;
}

static const char *events(void)
{
	return events_of(NULL, NULL);
}

Test(series, one_recording)
{
	cr_expect_str_eq(events(), "close(0) close(1) close(2) close(3) close(4) close(5) dup(77) ");
	cr_expect_eq(health.gaps, 0);
	cr_expect_eq(health.lost, 0);
	cr_expect_eq(health.tasks, 2);
}

Test(series, a_missing_file)
{
	unlink(files[2]);
	cr_expect_str_eq(events(), "close(0) close(1) dup(77)! close(3) close(4) close(5) dup(77)? ");
	cr_expect_eq(health.gaps, 1);
	/* a recorder that keeps some files has removed the oldest ones */
	unlink(files[0]);
	unlink(files[1]);
	cr_expect_str_eq(events(), "close(3) close(4) close(5) dup(77)? ");
	cr_expect_eq(health.gaps, 0);
}

/* Cuts a file after its last record. */
static void cut(const char *path)
{
	struct file_tail tail;
	FILE *f = fopen(path, "r");

	cr_assert(f && !fseek(f, -(long)sizeof(tail), SEEK_END) && fread(&tail, sizeof(tail), 1, f) == 1);
	fclose(f);
	cr_assert_eq(truncate(path, (off_t)tail.end), 0);
}

static void spoil(const char *path)
{
	FILE *f = fopen(path, "w");

	fprintf(f, "this is no recording, but has as many bytes as the head of one\n");
	fclose(f);
}

Test(series, a_file_that_was_cut)
{
	cut(files[2]);
	cr_expect_str_eq(events(), "close(0) close(1) close(2) dup(77)! close(3) close(4) close(5) dup(77)? ");
	cr_expect_eq(health.gaps, 1);
	cut(files[FILES - 1]);
	cr_expect_null(events());
	cr_expect(strstr(why, files[FILES - 1]) && strstr(why, "truncated"), "%s", why);
}

Test(series, a_file_that_is_none)
{
	spoil(files[2]);
	cr_expect_null(events());
	cr_expect(strstr(why, files[2]) && strstr(why, "not a capture file"), "%s", why);
}

/* Only files of this time, and two states before it, are read. */
Test(series, parts)
{
	const char *none = "";

	cr_expect_str_eq(events_of("+2.5s", "+4.5s"), "close(3) close(4) ");
	cr_expect_str_eq(events_of("-2.5s", NULL), "close(4) close(5) dup(77)? ");
	cr_expect_str_eq(events_of(NULL, "+1.5s"), "close(0) close(1) ");
	cr_expect_str_eq(events_of("+2.5s", "+2.6s") ?: why, none);
	spoil(files[1]);
	spoil(files[2]);
	cr_expect_str_eq(events_of("-2.5s", NULL) ?: why, "close(4) close(5) dup(77)? ");
	cr_expect_str_eq(events_of(NULL, "+0.5s") ?: why, "close(0) ");
	cr_expect_str_eq(events_of("+4.5s", NULL) ?: why, "close(5) dup(77)? ");
	cr_expect_eq(health.gaps, 0);
}

Test(series, another_recording)
{
	unlink(files[4]);
	unlink(files[5]);
	record(100 * SECOND, 9);
	cr_expect_str_eq(events(), "close(0) close(1) close(2) close(3) dup(77)! close(0) close(1) close(2) lost:9 "
				   "close(3) close(4) close(5) dup(77) ");
	cr_expect_eq(health.gaps, 1);
	cr_expect_eq(health.lost, 9);
	/* each CPU counts from 0 again in a new recording */
	record(200 * SECOND, 4);
	cr_expect_eq(nfiles, 4 + 2 * FILES);
	cr_expect_not_null(
		strstr(events(), "lost:9 close(3) close(4) close(5) dup(77) close(0) close(1) close(2) lost:4 "));
	cr_expect_eq(health.lost, 13);
	cr_expect_str_eq(events_of("-2.5s", NULL) ?: why, "close(4) close(5) dup(77)? ");
}

Test(series, no_recordings)
{
	for (unsigned i = 0; i < FILES; i++)
		unlink(files[i]);
	cr_expect_null(events());
	cr_expect(strstr(why, dir) && strstr(why, "no recording"), "%s", why);
}

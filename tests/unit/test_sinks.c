// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Several sinks of one handle, which replays a capture file. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lookup/abi.h"
#include "recording/recorder.h"
#include "sctrace.h"
#include "synth.h"
#include "util/buf.h"

static char path[] = "/tmp/sctrace-test-XXXXXX";
static struct buf lines, objects;
static struct sctrace *trace;
static struct sctrace_text *text;
static struct sctrace_json *json;
static struct sctrace_event_stats *stats;

/* A call that ends, and one that is in progress at the end. */
static void write_capture(void)
{
	const struct capture_info info = { .decode = { .strlen_max = 32 } };
	struct synth s[3];
	struct recorder *r;

	synth_enter(&s[0], 10, 100, SYS_dup, ARGS(3));
	synth_exit(&s[1], 10, 200, SYS_dup, 4, 100);
	synth_enter(&s[2], 10, 300, SYS_close, ARGS(4));
	cr_assert_eq(recorder__open(&r, &(struct writer_opts){ .path = path, .info = info }), 0);
	for (unsigned i = 0; i < 3; i++) {
		s[i].raw[offsetof(struct sct_enter, abi)] = abi__native()->id;
		cr_assert_eq(recorder__write(r, &s[i].rec, s[i].size), 0);
	}
	cr_assert_eq(recorder__close(r, 0), 0);
}

static int write_to(void *ctx, const char *p, size_t n)
{
	buf__mem(ctx, p, n);
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	return sctrace_text_event(text, ev) ?: sctrace_json_event(json, ev) ?: sctrace_event_stats_add(stats, ev);
}

static void open_sinks(const char *by)
{
	struct sctrace_opts opts = { .sz = sizeof(opts), .replay = path, .event = on_event };
	struct sctrace_text_opts to = { .sz = sizeof(to), .write = write_to, .ctx = &lines };
	struct sctrace_json_opts jo = { .sz = sizeof(jo), .write = write_to, .ctx = &objects };

	cr_assert_eq(sctrace_open(&trace, &opts), 0);
	cr_assert_eq(sctrace_text_new(&text, trace, &to), 0);
	cr_assert_eq(sctrace_json_new(&json, trace, &jo), 0);
	cr_assert_eq(sctrace_event_stats_new(&stats, trace), 0);
	cr_assert(!by || !sctrace_event_stats_by(stats, trace, by, false, NULL, 0));
	while (sctrace_poll(trace, 0) >= 0)
		;
}

static void close_sinks(void)
{
	sctrace_text_free(text);
	sctrace_json_free(json);
	sctrace_event_stats_free(stats);
	sctrace_close(trace);
}

static void setup(void)
{
	close(mkstemp(path));
	write_capture();
	open_sinks(NULL);
}

static void teardown(void)
{
	close_sinks();
	buf__free(&lines);
	buf__free(&objects);
	unlink(path);
}

TestSuite(sinks, .init = setup, .fini = teardown);

static const char *got(struct buf *b)
{
	buf__char(b, '\0');
	cr_assert_not(b->failed);
	return b->p;
}

Test(sinks, each_has_all_events)
{
	struct sctrace_table_opts table = { .sz = sizeof(table), .table = SCTRACE_TABLE_STRACE };
	struct buf rows = {};
	const char *s;

	cr_assert_eq(sctrace_text_detach(text), 0);
	cr_assert_eq(sctrace_json_detach(json), 0);
	cr_assert_eq(sctrace_event_stats_print(stats, &table, write_to, &rows), 0);
	s = got(&lines);
	cr_assert_not_null(strstr(s, "dup(3)"), "%s", s);
	cr_assert_not_null(strstr(s, "close(4 <detached ...>"), "%s", s);
	s = got(&objects);
	cr_assert_not_null(strstr(s, "\"syscall\":\"dup\""), "%s", s);
	cr_assert_not_null(strstr(s, "\"status\":\"detached\""), "%s", s);
	s = got(&rows);
	cr_assert_not_null(strstr(s, "dup"), "%s", s);
	buf__free(&rows);
}

static int on_dup(void *ctx, const struct sctrace_stat *row)
{
	if (row->waiting || !row->name || strcmp(row->name, "dup") != 0)
		return 0;
	cr_assert_str_eq(row->args[0], "4", "ret");
	cr_assert_str_eq(row->args[1], "3", "arg1");
	*(uint64_t *)ctx = row->calls;
	return -ENOANO;
}

/* Rows have arguments in the order of the keys, and the result of the function ends the list. */
Test(sinks, rows_of_events)
{
	uint64_t calls = 0;

	close_sinks();
	open_sinks("syscall,ret,arg1");
	cr_assert_eq(sctrace_event_stats_each(stats, on_dup, &calls), -ENOANO);
	cr_assert_eq(calls, 1);
	sctrace_close(trace);
	trace = NULL;
	cr_assert_eq(sctrace_event_stats_each(stats, on_dup, &calls), -EINVAL);
	cr_assert_eq(sctrace_event_stats_print(stats, NULL, write_to, &lines), -EINVAL);
}

Test(sinks, of_a_closed_handle)
{
	const struct sctrace_event ev = { .sz = sizeof(ev), .type = SCTRACE_EXIT };

	cr_assert_eq(sctrace_close(trace), 0);
	trace = NULL;
	cr_assert_eq(sctrace_text_event(text, &ev), -EINVAL);
	cr_assert_eq(sctrace_json_event(json, &ev), -EINVAL);
	cr_assert_eq(sctrace_event_stats_add(stats, &ev), -EINVAL);
	cr_assert_eq(sctrace_text_flush(text, true), -EINVAL);
	cr_assert_eq(sctrace_json_flush(json), -EINVAL);
	cr_assert_eq(sctrace_text_detach(text), -EINVAL);
	cr_assert_eq(sctrace_json_detach(json), -EINVAL);
}

/* Sinks come and go in any order, and the handle does not look at one that is gone. */
Test(sinks, freed_before_the_handle)
{
	struct sctrace_json_opts jo = { .sz = sizeof(jo), .write = write_to, .ctx = &objects };
	struct sctrace_json *more[3];

	for (unsigned i = 0; i < 3; i++)
		cr_assert_eq(sctrace_json_new(&more[i], trace, &jo), 0);
	sctrace_json_free(more[1]);
	sctrace_json_free(more[2]);
	sctrace_json_free(more[0]);
	sctrace_json_free(json);
	json = NULL;
	cr_assert_eq(sctrace_text_flush(text, true), 0);
}

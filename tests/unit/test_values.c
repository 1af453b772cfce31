// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The sinks for programs: JSON and values, on synthetic records. */
#include <criterion/criterion.h>
#include <errno.h>

#include "sink/json_out.h"
#include "sink/values.h"
#include "synth.h"
#include "util/json.h"

static struct synth enter, leave;
static struct decode_opts opts = { .strlen_max = 32 };

#define NR_OPENAT 257

static struct event open_event(const char *path, size_t n)
{
	struct event ev = { .kind = EV_EXIT, .tid = 1, .tgid = 1, .enter = &enter.enter, .exit = &leave.exit };

	synth_enter(&enter, 1, 1000, NR_OPENAT, ARGS((uint64_t)-100, 0x7f0000001000, 01101, 0644));
	if (path)
		synth_chunk(&enter, 1, path, n);
	synth_exit(&leave, 1, 2000, NR_OPENAT, 3, 1000);
	return ev;
}

static void json_of(struct buf *b, const struct event *ev)
{
	struct json_out j;
	struct call c;

	call__init(&c, ev, &opts);
	json_out__init(&j, b, &opts);
	json_out__begin(&j);
	for (unsigned i = 0; i < c.row->nargs; i++)
		if (call__shows(&c, i)) {
			json_out__name(&j, c.row->args[i].name);
			call__value(&j.out, &c, i);
		}
	json_out__end(&j);
	buf__char(b, '\0');
}

Test(json, a_call)
{
	struct event ev = open_event("/etc/\xff\\\n", 9);
	struct buf b = { 0 };

	json_of(&b, &ev);
	cr_assert_str_eq(b.p,
			 "{\"dfd\":{\"value\":-100,\"name\":\"AT_FDCWD\"},\"filename\":\"/etc/\\\\xff\\\\\\\\\\u000a\","
			 "\"flags\":{\"value\":577,\"names\":[\"O_WRONLY\",\"O_CREAT\",\"O_TRUNC\"]},\"mode\":420}");
	buf__free(&b);
}

Test(json, memory_that_was_not_read)
{
	struct event ev = open_event(NULL, 0);
	struct buf b = { 0 };

	json_of(&b, &ev);
	cr_assert(strstr(b.p, "\"filename\":{\"address\":\"0x7f0000001000\",\"unread\":true}"), "%s", b.p);
	buf__free(&b);
}

Test(json, integers_beyond_a_double)
{
	struct buf b = { 0 };

	json__uint(&b, 1ull << 53);
	buf__char(&b, ' ');
	json__uint(&b, UINT64_MAX);
	buf__char(&b, ' ');
	json__int(&b, INT64_MIN);
	buf__char(&b, '\0');
	cr_assert_str_eq(b.p, "9007199254740992 \"18446744073709551615\" \"-9223372036854775808\"");
	buf__free(&b);
}

/* Everything that decoders may ask of the emitter, in every nesting: brackets match, and each value has a name. */
Test(json, groups_below_the_limit_are_left_out)
{
	struct buf b = { 0 };
	struct json_out j;
	unsigned depth = 0;

	json_out__init(&j, &b, &opts);
	json_out__begin(&j);
	json_out__name(&j, "deep");
	for (unsigned i = 0; i < 2 * JSON_DEPTH; i++)
		out_open(&j.out, i % 2 ? OUT_STRUCT : OUT_ARRAY);
	out_f_uint(&j.out, "n", 1);
	for (unsigned i = 2 * JSON_DEPTH; i--;)
		out_close(&j.out, i % 2 ? OUT_STRUCT : OUT_ARRAY);
	json_out__end(&j);
	for (size_t i = 0; i < b.len; i++) {
		depth += b.p[i] == '{' || b.p[i] == '[';
		depth -= b.p[i] == '}' || b.p[i] == ']';
	}
	cr_assert_eq(depth, 0, "%.*s", (int)b.len, b.p);
	buf__free(&b);
}

Test(json, before_and_after)
{
	struct buf b = { 0 };
	struct json_out j;

	json_out__init(&j, &b, &opts);
	json_out__begin(&j);
	json_out__name(&j, "len");
	out_open(&j.out, OUT_ARRAY);
	out_int(&j.out, 128);
	out_becomes(&j.out);
	out_int(&j.out, 16);
	out_int(&j.out, 5);
	out_close(&j.out, OUT_ARRAY);
	json_out__name(&j, "nothing");
	json_out__end(&j);
	buf__char(&b, '\0');
	cr_assert_str_eq(b.p, "{\"len\":[{\"before\":128,\"after\":16},5]}");
	buf__free(&b);
}

Test(values, an_argument_by_name)
{
	struct event ev = open_event("/etc/passwd", 12);
	struct values_out v = { 0 };
	struct sctrace_value one;

	cr_assert_eq(values__arg(&v, &ev, &opts, "filename", &one), 0);
	cr_assert_eq(one.kind, SCTRACE_KIND_STRING);
	cr_assert_eq(one.len, 11);
	cr_assert(!memcmp(one.bytes, "/etc/passwd", 11));
	cr_assert_not(one.truncated);
	cr_assert_eq(values__arg(&v, &ev, &opts, "flags", &one), 0);
	cr_assert_eq(one.kind, SCTRACE_KIND_FLAGS);
	cr_assert_eq(one.number, 01101);
	cr_assert_eq(one.nnames, 3);
	cr_assert_str_eq(one.names[2], "O_TRUNC");
	cr_assert_eq(values__arg(&v, &ev, &opts, "nothing", &one), -ENOENT);
	ev.enter = NULL;
	cr_assert_eq(values__arg(&v, &ev, &opts, "filename", &one), -ENOENT);
}

static int count(void *ctx, const struct sctrace_value *v)
{
	unsigned *n = ctx;

	cr_assert(v->argument);
	return ++*n == 3 ? 7 : 0;
}

Test(values, a_callback_that_stops)
{
	struct event ev = open_event("/etc/passwd", 12);
	struct values_out v = { 0 };
	unsigned n = 0;

	cr_assert_eq(values__each(&v, &ev, &opts, count, &n), 7);
	cr_assert_eq(n, 3);
}

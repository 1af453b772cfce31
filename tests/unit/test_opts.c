// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Each rule of opts_rules.def is broken in turn: the struct is refused, and the text names the member. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/opts_check.h"
#include "sctrace.h"

static union {
	size_t sz;
	unsigned char bytes[1024];
} opts;
static char errmsg[256];

static int take(enum opts_struct kind, size_t size)
{
	unsigned char copy[sizeof(opts)];

	opts.sz = size;
	snprintf(errmsg, sizeof(errmsg), "left from before");
	return opts__take(kind, copy, &opts, &(struct errmsg){ errmsg, sizeof(errmsg) });
}

static int write_none(void *ctx, const char *p, size_t n)
{
	(void)ctx, (void)p, (void)n;
	return 0;
}

/* A sink is refused without its required options. */
static void fill(enum opts_struct kind)
{
	struct sctrace_text_opts text = { .write = write_none };
	struct sctrace_json_opts json = { .write = write_none };

	memset(&opts, 0, sizeof(opts));
	if (kind == OPTS_sctrace_text_opts)
		memcpy(&opts, &text, sizeof(text));
	if (kind == OPTS_sctrace_json_opts)
		memcpy(&opts, &json, sizeof(json));
}

static void refused(enum opts_struct kind, size_t size, const char *struct_name, const char *member)
{
	cr_assert_eq(take(kind, size), -EINVAL, "%s.%s", struct_name, member);
	cr_assert(strstr(errmsg, member), "%s.%s: '%s'", struct_name, member, errmsg);
}

static unsigned char *at(size_t off)
{
	return opts.bytes + off;
}

/* Sets the lowest bit of a member, which is a bool, a number or a pointer on a machine that begins with it. */
static void set(size_t off)
{
	*at(off) |= 1;
}

#define OPTS(name)                                                                                                     \
	Test(opts, name)                                                                                               \
	{                                                                                                              \
		typedef struct name options;                                                                           \
		const enum opts_struct kind = OPTS_##name;                                                             \
		const char *self = #name;                                                                              \
		fill(kind);                                                                                            \
		cr_assert_eq(take(kind, sizeof(options)), 0, "%s", errmsg);                                            \
		cr_assert_str_eq(errmsg, "");
#define OFF(m) offsetof(options, m)
#define BROKEN(m, breaks)                                                                                              \
	fill(kind);                                                                                                    \
	breaks;                                                                                                        \
	refused(kind, sizeof(options), self, #m);
#define ANY(m)
#define BOOL(m) BROKEN(m, *at(OFF(m)) = 2)
#define BITS(m, mask) BROKEN(m, memset(at(OFF(m)), 0xff, sizeof(((options *)0)->m)))
#define UPTO(m, max) BROKEN(m, memset(at(OFF(m)), 0xff, sizeof(((options *)0)->m)))
#define GIVEN(m) BROKEN(m, memset(at(OFF(m)), 0, sizeof(((options *)0)->m)))
#define EITHER(m, o) GIVEN(m)
#define NEEDS(m, o) BROKEN(m, set(OFF(m)))
#define COUNTS(m, o) BROKEN(m, set(OFF(m)))
#define APART(m, o) BROKEN(m, (set(OFF(m)), set(OFF(o))))
#define OPTS_END }
#include "api/opts_rules.def"

Test(opts, size)
{
	fill(OPTS_sctrace_opts);
	refused(OPTS_sctrace_opts, 0, "sctrace_opts", "sz is 0: it takes sizeof(struct sctrace_opts)");
	/* the size in an older program */
	cr_assert_eq(take(OPTS_sctrace_opts, 64), 0);
	/* the size in a newer program, which leaves the new members 0, or sets one */
	cr_assert_eq(take(OPTS_sctrace_opts, sizeof(struct sctrace_opts) + 8), 0);
	opts.bytes[sizeof(struct sctrace_opts)] = 1;
	cr_assert_eq(take(OPTS_sctrace_opts, sizeof(struct sctrace_opts) + 8), -E2BIG);
	cr_assert(strstr(errmsg, "older than the program"));
}

/* The public functions check before they do anything: none of these takes a privilege. */
Test(opts, functions)
{
	struct sctrace_opts o = { .sz = sizeof(o), .fds = 0xffff, .why = errmsg, .why_size = sizeof(errmsg) };
	struct sctrace_stats_opts so = { .sz = sizeof(so), .group = 9, .why = errmsg, .why_size = sizeof(errmsg) };
	struct sctrace_table_opts to = { .sz = sizeof(to), .table = 9 };
	struct sctrace_stats *s;
	struct sctrace *t;

	cr_assert_eq(sctrace_open(&t, &o), -EINVAL);
	cr_assert_str_eq(errmsg, "fds: unknown bits in 0xffff (valid: 0x3f)");
	cr_assert_eq(sctrace_stats_open(&s, &so), -EINVAL);
	cr_assert_str_eq(errmsg, "group: 9 is not one of 0 to 2");
	cr_assert_eq(sctrace_table_check(&to, errmsg, sizeof(errmsg)), -EINVAL);
	cr_assert_str_eq(errmsg, "table: 9 is not one of 0 to 2");
	cr_assert_eq(sctrace_table_check(NULL, errmsg, sizeof(errmsg)), -EINVAL);
	cr_assert_eq(sctrace_table_check(NULL, NULL, 0), -EINVAL);
	cr_assert_eq(sctrace_table_check(&to, NULL, 0), -EINVAL);
}

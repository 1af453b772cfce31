// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A monitoring agent that prints which files a process and its children open, and which addresses they connect to.
 *	cc agent.c $(pkg-config --cflags --libs libsctrace)
 */
#include <sctrace.h>
#include <stdio.h>
#include <stdlib.h>

struct agent {
	struct sctrace *trace;
	unsigned gaps;
};

static int on_value(void *ctx, const struct sctrace_value *v)
{
	(void)ctx;
	if (v->kind == SCTRACE_KIND_STRING)
		printf(" %s=%.*s", v->name ? v->name : "", (int)v->len, (const char *)v->bytes);
	else if (v->depth && v->kind == SCTRACE_KIND_UINT)
		printf(" %s=%llu", v->name ? v->name : "", (unsigned long long)v->number);
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct agent *a = ctx;
	struct sctrace_value path;

	if (ev->type == SCTRACE_LOST)
		a->gaps++;
	if (ev->type != SCTRACE_EXIT || !ev->name)
		return 0;
	printf("%u %s = %lld", ev->tid, ev->name, (long long)ev->ret);
	if (!sctrace_arg(a->trace, ev, "filename", &path) && path.kind == SCTRACE_KIND_STRING)
		printf(" %.*s", (int)path.len, (const char *)path.bytes);
	else
		sctrace_values(a->trace, ev, on_value, NULL);
	puts("");
	return 0;
}

int main(int argc, char **argv)
{
	struct agent a = { 0 };
	char why[256] = "";
	struct sctrace_opts opts = { .sz = sizeof(opts),
				     .trace = "%file,connect",
				     .event = on_event,
				     .ctx = &a,
				     .why = why,
				     .why_size = sizeof(why) };
	int err = argc == 2 ? sctrace_open(&a.trace, &opts) : -1;

	if (!err)
		err = sctrace_target(a.trace, atoi(argv[1]), SCTRACE_FOLLOW | SCTRACE_THREADS);
	if (!err)
		err = sctrace_start(a.trace);
	while (!err && sctrace_tasks(a.trace))
		err = sctrace_poll(a.trace, 100) < 0;
	fprintf(stderr, "%s%u gaps\n", why, a.gaps);
	return err != 0;
}

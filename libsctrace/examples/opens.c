// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * opens PID: prints the files that a process and its descendants open: thread, descriptor or -errno, path.
 * cc opens.c $(pkg-config --cflags --libs libsctrace)
 */
#include <sctrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct sctrace **trace = ctx;
	struct sctrace_value path;

	if (ev->type == SCTRACE_LOST)
		fprintf(stderr, "%llu events are missing here\n", (unsigned long long)ev->lost);
	if (ev->type != SCTRACE_EXIT || sctrace_arg(*trace, ev, "filename", &path) || path.kind != SCTRACE_KIND_STRING)
		return 0;
	/* the path may have any bytes except NUL */
	printf("%u %lld %.*s\n", ev->tid, (long long)ev->ret, (int)path.len, (const char *)path.bytes);
	return 0;
}

int main(int argc, char **argv)
{
	struct sctrace *trace = NULL;
	struct sctrace_opts opts = { .sz = sizeof(opts), .trace = "?open,openat", .event = on_event, .ctx = &trace };
	int err = sctrace_open(&trace, &opts);

	err = err ? err : sctrace_target(trace, argc > 1 ? atoi(argv[1]) : 0, SCTRACE_FOLLOW | SCTRACE_THREADS);
	err = err ? err : sctrace_start(trace);
	while (err >= 0 && sctrace_tasks(trace))
		err = sctrace_poll(trace, -1);
	if (err < 0)
		fprintf(stderr, "opens: %s\n", strerror(-err));
	sctrace_close(trace);
	return err < 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* A monitoring agent in 30 lines: says which files a process opens. cc agent.c $(pkg-config --cflags --libs libsctrace) */
#include <sctrace.h>
#include <stdio.h>
#include <stdlib.h>

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	if (ev->type == SCTRACE_EXIT && ev->name)
		printf("%u %s = %lld, %llu ns\n", ev->tid, ev->name, (long long)ev->ret,
		       (unsigned long long)(ev->ts - ev->enter_ts));
	if (ev->type == SCTRACE_LOST)
		++*(unsigned *)ctx;
	return 0;
}

int main(int argc, char **argv)
{
	unsigned gaps = 0;
	char why[256] = "";
	struct sctrace_opts opts = { .sz = sizeof(opts),
				     .trace = "%file",
				     .event = on_event,
				     .ctx = &gaps,
				     .why = why,
				     .why_size = sizeof(why) };
	struct sctrace *t;
	int err = argc == 2 ? sctrace_open(&t, &opts) : -1;

	if (!err)
		err = sctrace_target(t, atoi(argv[1]), SCTRACE_FOLLOW | SCTRACE_THREADS);
	if (!err)
		err = sctrace_start(t);
	while (!err && sctrace_tasks(t))
		err = sctrace_poll(t, 100) < 0;
	fprintf(stderr, "%s%u gaps\n", why, gaps);
	return err != 0;
}

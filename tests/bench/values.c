// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The cost of a string argument in an agent's callback: a capture is replayed with a callback that only counts, then
 * with one that asks for openat's path (sctrace_arg()), and with one that walks all values (sctrace_values()).
 * Prints ns for each openat that ended, the least of the rounds, and what the callbacks add.
 *
 *	sctrace --record FILE -f -e trace=openat grep -rqs 'no such text' /usr/share
 *	bench-values FILE [ROUNDS]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sctrace.h"

struct bench {
	struct sctrace *trace;
	enum { COUNT, ARG, VALUES, MODES } mode;
	unsigned long events, values, bytes;
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static int on_value(void *ctx, const struct sctrace_value *v)
{
	struct bench *b = ctx;

	b->values++;
	if (v->kind == SCTRACE_KIND_STRING)
		b->bytes += v->len;
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct bench *b = ctx;
	struct sctrace_value path;

	if (ev->type != SCTRACE_EXIT || !ev->name || strcmp(ev->name, "openat") != 0)
		return 0;
	b->events++;
	if (b->mode == ARG && !sctrace_arg(b->trace, ev, "filename", &path))
		on_value(b, &path);
	else if (b->mode == VALUES)
		sctrace_values(b->trace, ev, on_value, b);
	return 0;
}

/* ns for each openat; negative: -errno. */
static double replay(const char *file, struct bench *b)
{
	struct sctrace_opts opts = { .sz = sizeof(opts), .replay = file, .event = on_event, .ctx = b };
	double start;
	int err, n = 0;

	b->events = b->values = b->bytes = 0;
	err = sctrace_open(&b->trace, &opts);
	if (err)
		return err;
	start = now(); /* CPU time, because other processes may run, too */
	while (n >= 0) /* a capture file ends with -ENODATA */
		n = sctrace_poll(b->trace, 0);
	start = now() - start;
	sctrace_close(b->trace);
	return n == -ENODATA && b->events ? start / (double)b->events : n;
}

int main(int argc, char **argv)
{
	static const char *const names[MODES] = { "the event", "+ sctrace_arg()", "+ sctrace_values()" };
	int rounds = argc > 2 ? atoi(argv[2]) : 7;
	double best[MODES] = { 0 };
	struct bench b[MODES] = { 0 };

	if (argc < 2) {
		fprintf(stderr, "usage: bench-values FILE [ROUNDS]\n");
		return 2;
	}
	for (int r = 0; r < rounds; r++)
		for (int m = 0; m < MODES; m++) {
			double ns;

			b[m].mode = m;
			ns = replay(argv[1], &b[m]);
			if (ns < 0) {
				fprintf(stderr, "bench-values: %s: %s\n", argv[1], strerror((int)-ns));
				return 1;
			}
			if (!r || ns < best[m])
				best[m] = ns;
		}
	for (int m = 0; m < MODES; m++)
		printf("%-20s %8.1f ns  %+8.1f   %lu events, %lu values, %lu bytes\n", names[m], best[m],
		       best[m] - best[0], b[m].events, b[m].values, b[m].bytes);
	return 0;
}

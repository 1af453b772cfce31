// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * rates TIMES: prints the rates of the machine's calls every second, in Prometheus' text format. The kernel counts the
 * calls and sends no events.
 * cc rates.c $(pkg-config --cflags --libs libsctrace)
 */
#include <sctrace.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct scrape {
	const char *metric;
	double seconds;
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static int print_row(void *ctx, const struct sctrace_stat *row)
{
	static const char *const abis[] = { "x86_64", "i386", "arm64", "arm", "riscv64" };
	const struct scrape *s = ctx;
	const char *abi = row->abi < sizeof(abis) / sizeof(*abis) ? abis[row->abi] : "other";

	printf("sctrace_%s_per_second{abi=\"%s\",syscall=\"%s\"} ", s->metric, abi, row->name);
	printf("%.3f\n", (double)(*s->metric == 'c' ? row->calls : row->errors) / s->seconds);
	return 0;
}

/* The format requires all lines of a metric to be together. */
static int print_rates(struct sctrace_stats *stats, double seconds)
{
	static const char *const metrics[] = { "calls", "errors" };
	int err = 0;

	for (int i = 0; !err && i < 2; i++) {
		struct scrape s = { metrics[i], seconds };

		printf("# HELP sctrace_%s_per_second System calls of the machine%s.\n", s.metric,
		       i ? " that failed" : "");
		printf("# TYPE sctrace_%s_per_second gauge\n", s.metric);
		err = sctrace_stats_each(stats, print_row, &s);
	}
	fflush(stdout);
	return err;
}

int main(int argc, char **argv)
{
	struct sctrace_stats *stats = NULL;
	struct sctrace_stats_opts opts = { .sz = sizeof(opts), .group = SCTRACE_GROUP_TOTAL, .all_tasks = true };
	int err = sctrace_stats_open(&stats, &opts), times = argc > 1 ? atoi(argv[1]) : 1;

	if (!err)
		err = sctrace_stats_start(stats);
	for (double begin = now(); !err && times > 0;) {
		double left = begin + 1 - now();
		struct pollfd fd = { .fd = sctrace_stats_fd(stats), .events = POLLIN };

		/* the descriptor becomes readable before the second is over if the kernel's maps must be emptied */
		if (left > 0)
			poll(&fd, 1, (int)(left * 1e3) + 1);
		err = sctrace_stats_read(stats);
		if (err || (left = now() - begin) < 1)
			continue;
		err = print_rates(stats, left);
		sctrace_stats_reset(stats);
		begin += left;
		times--;
	}
	if (err)
		fprintf(stderr, "rates: %s\n", strerror(-err));
	sctrace_stats_close(stats);
	return err != 0;
}

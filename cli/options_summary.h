/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The options of summaries. */
#ifndef CLI_OPTIONS_SUMMARY_H
#define CLI_OPTIONS_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "sctrace.h"

struct options;

struct summary_options {
	enum sctrace_group group;
	const char *by, *columns, *sort;
	bool strace_table; /* -c or -C */
	bool lines_too;	   /* -C */
	bool wall;	   /* -w */
	bool errnos, hist, percentiles, json;
	bool live;	   /* --top without a number: redraws */
	unsigned top, max; /* rows; 0: all */
	uint32_t max_rows;
	double interval, seconds;
	unsigned count;
};

#define SUMMARY_USAGE                                                                                                  \
	"Summaries, kept in the kernel (without PROG and -p: --all-cpus, of the whole machine, until ^C)\n"            \
	"  -s, --summary            perf trace's table for each thread; children included\n"                           \
	"  -c, --summary-only       strace's table; -f: with children\n"                                               \
	"  -C, --with-summary       strace's table after the lines\n"                                                  \
	"  -w                       in strace's table time passed, not CPU time\n"                                     \
	"  -S, -U                   strace's sort key and columns\n"                                                   \
	"      --by KEY,...         a row for each of: syscall pid tid comm cgroup uid errno file peer\n"              \
	"      --summary-mode MODE  thread, total or cgroup\n"                                                         \
	"      --errno-summary      a line for each error number\n"                                                    \
	"      --hist               the distribution of times\n"                                                       \
	"      --percentiles        columns p50 p90 p99 p99.9\n"                                                       \
	"      --top [N]            the first N rows; without N: redrawn in place, q quits\n"                          \
	"      --max-summary N      at most N threads, and N calls of each\n"                                          \
	"      --max-rows N         rows that are told apart (100000); the least used become \"other\"\n"              \
	"      --interval SEC       a table each SEC seconds; --count N: only N of them\n"                             \
	"      --for SEC            end by itself\n"                                                                   \
	"      --format json        every table as one line of JSON, times in ns\n"

/* Handles the option and returns true, or it is none of these. Exits with a message if the argument makes no sense. */
bool options__summary(struct options *o, int id, int argc, char **argv);
void options__summary_check(struct options *o);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The options of summaries. */
#ifndef CLI_OPTIONS_STATS_H
#define CLI_OPTIONS_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "sctrace.h"

struct options;

struct stats_options {
	bool on; /* a summary, instead of lines */
	enum sctrace_group group;
	char *by; /* the keys of all --by, malloc'd */
	const char *columns, *sort;
	bool strace_table; /* -c or -C */
	bool lines_too;	   /* -C */
	bool wall_too;	   /* time passed beside CPU time, for wall-* columns */
	bool wall;	   /* -w, or columns of it */
	uint64_t overhead; /* -O, ns */
	bool errnos, hist, percentiles, json;
	bool live;	   /* --top without a number: redraws */
	unsigned top, max; /* rows; 0: all */
	uint32_t max_rows;
	double interval, seconds;
	unsigned count;
};

extern const char options__stats_usage[];

/* Handles the option and returns true, or it is none of these. Exits with a message if the argument makes no sense. */
bool options__stats(struct options *o, int id, int argc, char **argv);
void options__stats_check(struct options *o);
/* Have they arguments of calls in them? */
bool options__by_args(const struct options *o);
/* Is something asked for that only tables of the kernel's rows have? */
bool options__kernel_table(const struct options *o);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The options of summaries. */
#ifndef CLI_OPTIONS_STATS_H
#define CLI_OPTIONS_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "sctrace.h"

struct options;

struct stats_options {
	bool on; /* tables instead of lines */
	enum sctrace_group group;
	char *by; /* the keys of all --by, malloc'd */
	const char *columns, *sort;
	char live_sort;	   /* -S as a letter of TOP_SORTS */
	bool strace_table; /* -c or -C */
	bool lines_too;	   /* -C */
	bool wall_too;	   /* wall-clock time beside CPU time, for wall-* columns */
	bool wall;	   /* -w, or only columns of wall-clock time */
	uint64_t overhead; /* -O, ns */
	bool errnos, hist, percentiles, split, json;
	bool live;	   /* --top without a number: redraws */
	unsigned top, max; /* rows; 0: all */
	uint32_t max_rows;
	double interval;
	unsigned count;
	const char **spans; /* -e span=, malloc'd */
	unsigned nspans;
	char **span_ends; /* the texts of their probes, 2 * nspans, malloc'd */
};

/* Functions of options.def */
void option__top(struct options *o, const char *arg);
void option__overhead(struct options *o, const char *arg);
void option__counts(struct options *o, const char *arg);
void option__counts_too(struct options *o, const char *arg);
void option__sort(struct options *o, const char *column);
void option__columns(struct options *o, const char *columns);
void option__by(struct options *o, const char *keys);
void option__summary_mode(struct options *o, const char *arg);
void option__errno_summary(struct options *o, const char *arg);
void option__hist(struct options *o, const char *arg);
void option__percentiles(struct options *o, const char *arg);
void option__split(struct options *o, const char *arg);
void option__top_rows(struct options *o, const char *arg);
void option__live(struct options *o, const char *arg);
void option__max_summary(struct options *o, const char *arg);
void option__max_rows(struct options *o, const char *arg);
void option__interval(struct options *o, const char *arg);
void option__count(struct options *o, const char *arg);
void option__span(struct options *o, const char *arg);
void option__format(struct options *o, const char *arg);

/* Completes the options of tables, when all are parsed. Exits with a message if they make no sense. */
void options__stats_check(struct options *o);
/* Returns whether the table needs arguments: --by names arguments, or return values of probes, or there are spans. */
bool options__by_args(const struct options *o);
/* Returns the keys of --by, or the default keys of --top without a number, or NULL if the table has no keys. */
const char *options__keys(const struct options *o);

#endif

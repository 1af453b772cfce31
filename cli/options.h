/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The command line. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "options_filter.h"
#include "options_format.h"
#include "options_metrics.h"
#include "options_output.h"
#include "options_recording.h"
#include "options_scope.h"
#include "options_sets.h"
#include "options_startup.h"
#include "options_stats.h"
#include "options_table.h"
#include "options_when.h"

struct options {
	const char *name;	      /* the name that sctrace was started by, argv[0] */
	const struct option_row *row; /* row of the option that is being parsed */
	char spelling[32];	      /* how that option was written: "-X", "--const-print-style" */
	unsigned given[OPT_IDS];      /* how often each option was given */
	/* what to trace */
	char **command; /* NULL: processes only */
	pid_t *pids;
	unsigned *families; /* of each pid: SCTRACE_NEW_THREADS, SCTRACE_TREE, or 0 for -p */
	unsigned npids;
	bool any_family;
	bool follow;
	const char **env; /* VAR=VALUE to set, or VAR to remove */
	unsigned nenv;
	const char *user; /* the user that the command runs as */
	struct startup_options start;
	struct when_options when;
	struct scope_options scope;
	struct filter_options filter;
	const char *trace;
	const char *status, *signals;
	bool calls_only; /* do not print lines of tasks that exit */
	const char **probes;
	unsigned nprobes;
	const char *probe_rows; /* file name */
	bool go_returns;
	/* what to print */
	struct stats_options stats;
	struct metrics_options metrics;
	struct format_options format;
	unsigned quiet; /* SCTRACE_QUIET_*, QUIET_PATHS */
	/* where output goes, and where records come from */
	const char *output, *lines, *json, *record, *replay, *from, *to;
	struct recording_options recording;
	bool append, separate, block_output;
	uint32_t ring_bytes;
	/* how to trace, or what to do instead */
	const char *btf, *without;
	bool doctor;  /* only print what this host lacks */
	bool version; /* only print the version */
	bool list;    /* only print USDT probes */
	bool why;     /* only print what tasks wait for */
	bool fail_on_loss;
	bool health;  /* print sctrace_health at the end */
	int priority; /* 0: unchanged */
};

/* Parses the command line. Exits with a message if it makes no sense, and after --help and --version. */
void options__parse(struct options *o, int argc, char **argv);

/* Applies an option as its row in options.def says, and counts it in o->given. arg is its argument, or NULL. */
void options__apply(struct options *o, int id, const char *arg);

/* Functions of options.def for options that stand for others, and --help. */
void option__expr(struct options *o, const char *arg);
void option__s(struct options *o, const char *arg);
void option__r(struct options *o, const char *arg);
void option__t(struct options *o, const char *arg);
void option__h(struct options *o, const char *arg);
void option__help(struct options *o, const char *arg);

/* Prints that the option that is being parsed does not take this argument, and exits. */
void options__invalid(const struct options *o, const char *arg) __attribute__((noreturn));
/* The same, with a description of the valid arguments. */
void options__bad(const struct options *o, const char *arg, const char *valid) __attribute__((noreturn));
/* Returns the index of the argument in .words of the option that is parsed, ignoring case; exits if it is not there. */
unsigned options__word(const struct options *o, const char *arg);
/* The same, where case matters. */
unsigned options__exact_word(const struct options *o, const char *arg);
/* Returns the argument as a number from 0 to max, or exits. */
unsigned long options__number(const struct options *o, const char *arg, unsigned long max);
/* Returns the argument as a whole number above 0, or exits. */
unsigned options__count(const struct options *o, const char *arg);
/*
 * Returns the argument as a time in ns, at least min, or exits. unit: how many ns a number without a unit means, NS_PER_S
 * or NS_PER_MS.
 */
uint64_t options__time(const struct options *o, const char *arg, uint64_t unit, uint64_t min);
/* Parses a decimal number up to max, after blanks and a "+", as strace does. Returns false if it is none. */
bool options__is_number(const char *s, unsigned long max, unsigned long *v);

/*
 * True if the whole machine or cgroups are traced: they are asked for, or there is neither a command nor -p. A command
 * is then traced like any other process, and tracing ends with it.
 */
static inline bool options__no_targets(const struct options *o)
{
	return !o->replay && (o->scope.all_cpus || o->scope.ncgroups || (!o->command && !o->npids));
}

/* True if the children of the command and of -p are traced. perf trace's tables include children. */
static inline bool options__children(const struct options *o)
{
	return o->follow || (o->stats.on && !o->stats.strace_table);
}

/* Returns the flags of sctrace_target() for the i-th process. */
unsigned options__target_flags(const struct options *o, unsigned i);

/* ---- messages, and memory (options_message.c) ---- */

/* Prints one line on stderr, "NAME: ...". */
void complain(const struct options *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints the text and exits. */
void options__refuse(const struct options *o, const char *text) __attribute__((noreturn));
/* Prints the text and a pointer to the help, and exits. */
void options__usage_error(const struct options *o, const char *text) __attribute__((noreturn));
/* Prints a pointer to the help, and exits. */
void options__try_help(const struct options *o) __attribute__((noreturn));
/* realloc() to n elements. Exits with a message if memory is short. */
void *options__more(const struct options *o, void *p, size_t n, size_t size);
/* strdup(). Exits with a message if memory is short. */
char *options__copy(const struct options *o, const char *text);

#endif

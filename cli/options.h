/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The command line, strace's words. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "options_filter.h"
#include "options_format.h"
#include "options_rules.h"
#include "options_startup.h"
#include "options_scope.h"
#include "options_stats.h"

/* Of -e quiet=: the command's own message. */
#define QUIET_PATHS 0x100
#define QUIET_ALL (SCTRACE_QUIET_ALL | QUIET_PATHS)

struct options {
	const char *name;  /* what the program was called */
	char spelling[32]; /* of the option whose turn it is: "-X", "--const-print-style" */
	/* what to trace */
	char **command; /* NULL: processes only */
	pid_t *pids;
	unsigned npids;
	bool follow;
	const char **env; /* VAR=VALUE, or VAR: without it */
	unsigned nenv;
	const char *user; /* that the command runs as */
	struct startup_options start;
	const char *trace;
	const char *status, *signals;
	bool calls_only; /* no lines of tasks that exit */
	struct filter_options filter;
	struct scope_options scope;
	const char **probes;
	unsigned nprobes;
	const char *probe_rows; /* a file */
	bool go_returns;
	/* what to show */
	struct stats_options stats;
	struct format_options format;
	unsigned quiet; /* SCTRACE_QUIET_*, QUIET_PATHS */
	/* where */
	const char *output, *record, *replay;
	bool append, separate;
	uint32_t ring_bytes;
	/* how */
	const char *btf, *without;
	bool features; /* only print what this kernel has */
	bool version;  /* only print sctrace's own */
	bool list;     /* only print the USDT probes that there are */
	bool fail_on_loss;
	bool health;  /* at the end: how the session was */
	int priority; /* 0: unchanged */
	option_set given, twice;
};

/* Exits with a message when the words make no sense, or after --help and --version. */
void options__parse(struct options *o, int argc, char **argv);

/* Notes that the option was given. id: enum option_id */
void options__given(struct options *o, int id);

/* Prints that, with a pointer to the help, and exits. */
void options__usage_error(const struct options *o, const char *text) __attribute__((noreturn));
/* Prints a pointer to the help, and exits. */
void options__try_help(const struct options *o) __attribute__((noreturn));
/* The option whose turn it is does not take this argument: prints that and exits. */
void options__invalid(const struct options *o, const char *arg) __attribute__((noreturn));
/* Likewise, of an option whose valid arguments can be told. */
void options__bad(const struct options *o, const char *opt, const char *arg, const char *valid)
	__attribute__((noreturn));
/* Its argument as a number from 0 to max. */
unsigned long options__number(const struct options *o, const char *arg, unsigned long max);
/* A decimal number up to max, after blanks and a "+", as strace takes them. false: it is none. */
bool options__is_number(const char *s, unsigned long max, unsigned long *v);
/* These exit with a message if memory is short. */
void *options__more(const struct options *o, void *p, size_t n, size_t size); /* room for n elements */
char *options__copy(const struct options *o, const char *text);

/* Neither a command nor processes by number: the whole machine, or cgroups. */
static inline bool options__no_targets(const struct options *o)
{
	return !o->command && !o->npids && !o->replay;
}

/* One line on stderr, "NAME: ...". */
void complain(const struct options *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif

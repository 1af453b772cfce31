// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_rules.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "options_names.h"

/* How an option is called in a message: "-c/--summary-only", as in strace's. */
static const struct {
	char letter;
	enum { ADDS, LAST, ONCE } twice;
} table[OPT_IDS] = {
#define OPTION(id, letter, arg, twice) [OPT_##id] = { letter, twice },
#include "options.def"
#undef OPTION
	[OPT_PROG] = { 0, LAST },
};

#define S(id) OPTION_SET(id)

/* Tables that only the kernel's rows have. */
#define KERNEL_TABLES (S(SUMMARY_MODE) | S(LIVE) | S(MAX_ROWS) | S(INTERVAL))
/* Those that events have, too. */
#define KEY_TABLES (S(BY) | S(HIST) | S(PERCENTILES))
/* Tables instead of lines: any of these asks for them by itself. */
#define PERF_TABLES (S(SUMMARY) | S(ERRNO_SUMMARY) | S(TOP) | S(MAX_SUMMARY) | KERNEL_TABLES | KEY_TABLES)
#define STRACE_TABLES (S(COUNTS) | S(COUNTS_TOO))
#define TABLES (PERF_TABLES | S(COUNTS))
#define FILTERS (S(TRACE_PATH) | S(TRACE_FDS))
#define FOLLOWS (S(FOLLOW) | S(FOLLOW_FORKS) | S(FORKS))
#define FDS (S(DECODE_FDS) | S(DECODE_FDS_SET))
/* What lines look like, and which there are. */
#define LOOKS                                                                                                          \
	(S(STATUS) | S(SIGNAL) | S(SUCCESSFUL) | S(FAILED) | S(STRLEN) | S(VERBOSE) | S(ABBREV) | FDS | PIDS |         \
	 STACKS | FORMATS)
#define PIDS (S(PIDS) | S(PIDS_SET) | S(PIDNS))
#define DUMPS (S(READ) | S(WRITE))
#define STACKS (S(STACK) | S(STACK_TRACE) | S(STACK_LIMIT))
/* What no other sink than the text has. */
#define FORMATS                                                                                                        \
	(S(DEREF) | S(IP) | S(RAW) | S(CONSTS) | S(TIME) | S(ABSOLUTE) | S(RELATIVE) | S(DURATIONS) | S(NUMBER) |      \
	 S(ARG_NAMES) | S(SHOW_PID) | S(MARK_LATE) | S(HEX) | S(STRINGS_IN_HEX) | S(COLUMN) | S(SECONTEXT) | DUMPS)
/* Those of which strace says that its table has no use for them; of the others it says nothing. */
#define TOLD                                                                                                           \
	(S(IP) | S(NUMBER) | S(ARG_NAMES) | S(TIME) | S(ABSOLUTE) | S(RELATIVE) | S(DURATIONS) | FDS | S(STACK) |      \
	 S(STACK_TRACE))
/* Of these, what a recording keeps. */
#define RECORDED (S(IP) | S(STRLEN) | S(VERBOSE) | S(ABBREV) | FDS | PIDS | STACKS | DUMPS)
/* By what they came to: the kernel decides. */
#define RESULTS (S(FAILURE) | S(ERRNO) | S(DURATION))
/* Of the lines, some. */
#define CUTS (S(MAX_EVENTS) | S(SWITCH_ON) | S(SWITCH_OFF))
#define LIVE_ONLY                                                                                                      \
	(SCOPES | RESULTS | S(PROG) | S(ATTACH) | S(RECORD) | S(RING_SIZE) | S(BTF) | S(WITHOUT) | S(ENV) | S(USER) |  \
	 S(PRIORITY) | S(ARGV0) | S(PROBE) | S(PROBES) | S(GO_RETURNS) | S(D) | S(DAEMONIZE) | S(DETACH_ON) |          \
	 S(KILL_ON_EXIT) | S(INTERRUPTIBLE))
#define ALL (~(option_set)0)

enum kind {
	EXCLUDES,     /* a and b are an error */
	TWO_FORMS,    /* likewise: both say the same */
	NEEDS,	      /* a without any of b is an error */
	SPECIFIED,    /* likewise, in strace's other words */
	IDLE_WITH,    /* a has no effect with b: a warning, as those below */
	IDLE_WITHOUT, /* a has no effect without any of b */
};

/* The first error counts. */
static const struct rule {
	enum kind kind;
	option_set a, b;
	option_set unless; /* one of these is given, too */
	option_set named;  /* in the message, where b is too long a list */
	bool whole;	   /* the message names all of a, as strace does */
} rules[] = {
	/* strace has these */
	{ EXCLUDES, S(COUNTS), S(COUNTS_TOO) },
	{ TWO_FORMS, S(FOLLOW), S(FOLLOW_FORKS) },
	{ TWO_FORMS, S(TIME), S(ABSOLUTE) },
	{ TWO_FORMS, S(HEX), S(STRINGS_IN_HEX) },
	{ TWO_FORMS, S(DECODE_FDS), S(DECODE_FDS_SET) },
	{ EXCLUDES, PERF_TABLES, S(SEPARATELY) },
	{ EXCLUDES, STRACE_TABLES, S(SEPARATELY), .whole = true },
	{ NEEDS, S(WALL) | S(COLUMNS), STRACE_TABLES },
	{ IDLE_WITHOUT, S(SORT), STRACE_TABLES | S(BY) | S(LIVE) },
	{ IDLE_WITHOUT, S(APPEND), S(OUTPUT) },
	{ IDLE_WITHOUT, S(SEPARATELY), S(OUTPUT), .unless = S(FF) },
	{ IDLE_WITH, LOOKS & ~RECORDED, PERF_TABLES },
	/* arguments may be keys, and are as in the lines */
	{ IDLE_WITH, RECORDED, PERF_TABLES, .unless = S(RECORD) | S(BY) },
	{ IDLE_WITH, TOLD & ~RECORDED, S(COUNTS) },
	{ IDLE_WITH, TOLD &RECORDED, S(COUNTS), .unless = S(RECORD) },
	/* who and where */
	{ EXCLUDES, S(FEATURES), ALL & ~(S(FEATURES) | S(WITHOUT) | S(FORMAT) | S(BTF)) },
	{ IDLE_WITH, S(BTF), S(FEATURES) },
	{ EXCLUDES, S(LIST), ALL & ~(S(LIST) | S(ATTACH) | S(PROG)) },
	{ EXCLUDES, S(REPLAY), LIVE_ONLY },
	{ EXCLUDES, S(SECONTEXT), S(RECORD) | S(REPLAY) },
	{ SPECIFIED, S(D) | S(DAEMONIZE) | S(ARGV0), S(PROG) },
	{ IDLE_WITHOUT, S(ENV) | S(USER), S(PROG), .unless = S(ATTACH) }, /* with -p strace does not say so */
	{ EXCLUDES, S(D) | S(DAEMONIZE) | S(SYSCALL_LIMIT) | S(DETACH_ON) | S(KILL_ON_EXIT), PERF_TABLES },
	{ EXCLUDES, S(ALL_CPUS) | S(CGROUP), S(PROG) | S(ATTACH) | FOLLOWS },
	{ EXCLUDES, S(ALL_CPUS), S(CGROUP) },
	{ EXCLUDES, RESULTS, TABLES, .unless = S(RECORD) },
	{ EXCLUDES, CUTS, TABLES | S(SEPARATELY) },
	/* some tables are made from events */
	{ EXCLUDES, S(RING_SIZE), TABLES,
	  .unless = S(RECORD) | S(BY) | S(PROBE) | S(PROBES) | FILTERS | S(SYSCALL_LIMIT) | S(DETACH_ON) },
	{ IDLE_WITHOUT, FOLLOWS, S(PROG) | S(ATTACH) | S(REPLAY), .unless = S(SEPARATELY) },
	/* kinds of tables */
	{ EXCLUDES, S(SUMMARY), STRACE_TABLES },
	{ EXCLUDES, STRACE_TABLES, S(BY) | S(SUMMARY_MODE) | S(ERRNO_SUMMARY) | S(HIST) | S(PERCENTILES) | S(LIVE) },
	{ EXCLUDES, S(COUNTS_TOO), PERF_TABLES | S(FOR) | S(FORMAT) },
	{ EXCLUDES, S(BY), S(SUMMARY_MODE) | S(ERRNO_SUMMARY) },
	{ EXCLUDES, S(TOP), S(LIVE) | S(MAX_SUMMARY) },
	{ EXCLUDES, S(LIVE),
	  S(SUMMARY_MODE) | S(ERRNO_SUMMARY) | S(HIST) | S(PERCENTILES) | S(MAX_SUMMARY) | S(COUNT) | S(FORMAT) |
		  S(OUTPUT) | S(APPEND) },
	{ EXCLUDES, S(REPLAY) | S(RECORD) | FILTERS, KERNEL_TABLES | S(COUNT) | S(FOR) },
	{ EXCLUDES, S(SYSCALL_LIMIT) | S(DETACH_ON), S(COUNT) | S(FOR) },
	{ NEEDS, S(COUNT), S(INTERVAL) },
	{ NEEDS, S(FOR), TABLES, .named = S(SUMMARY) | S(COUNTS) },
	{ EXCLUDES, S(FORMAT), S(SEPARATELY) },
	{ IDLE_WITH, S(COLUMNS), S(FORMAT) },
	{ IDLE_WITHOUT, S(STACK_LIMIT), S(STACK) | S(STACK_TRACE), .named = S(STACK) },
	{ IDLE_WITH, FORMATS, S(FORMAT), .unless = TABLES },
};

#define NRULES (sizeof(rules) / sizeof(rules[0]))

static const char *name_of(enum option_id id, char *text, size_t size)
{
	const char *name = options__long(id);

	if (id == OPT_PROG)
		return "PROG";
	if (id == OPT_LIVE)
		return "--top without a number";
	if (id == OPT_SUMMARY)
		return "-s/--summary";
	if (id == OPT_D || id == OPT_DAEMONIZE)
		return "-D/--daemonize";
	if (id == OPT_FOLLOW)
		return "-f/--follow-forks";
	if (id == OPT_SEPARATELY)
		return "-ff/--output-separately";
	if (id == OPT_PROBE)
		return "-e uprobe=/ufunc=/uretprobe=/usdt=/kfunc=/tracepoint=";
	if (id == OPT_STRLEN)
		return "-s N/--string-limit";
	if (id == OPT_TIME)
		return "-t/--absolute-timestamps";
	if (id == OPT_DECODE_FDS)
		return "-y/--decode-fds";
	if (id == OPT_STACK || id == OPT_STACK_TRACE)
		return "-k/--stack-trace";
	if (id == OPT_RELATIVE)
		return "-r/--relative-timestamps";
	if (id == OPT_DURATIONS)
		return "-T/--syscall-times";
	if (table[id].letter && name)
		snprintf(text, size, "-%c/--%s", table[id].letter, name);
	else if (table[id].letter)
		snprintf(text, size, "-%c", table[id].letter);
	else
		snprintf(text, size, "--%s", name);
	return text;
}

/* The first of a set. */
static enum option_id first(option_set set)
{
	uint64_t low = (uint64_t)set;

	return (enum option_id)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64)));
}

/* "X", "(X or Y)" */
static void name_all(option_set set, char *text, size_t size)
{
	bool several = set & (set - 1);
	char one[64];
	size_t n = 0;

	for (option_set rest = set; rest && n < size; rest &= rest - 1)
		n += (size_t)snprintf(text + n, size - n, "%s%s",
				      rest != set ? " or "
				      : several	  ? "("
						  : "",
				      name_of(first(rest), one, sizeof(one)));
	if (several && n < size)
		snprintf(text + n, size - n, ")");
}

/* The message of a rule that id breaks; NULL: it does not. */
static char *apply(const struct rule *r, enum option_id id, option_set given)
{
	static const char *const texts[] = {
		[EXCLUDES] = "%s and %s are mutually exclusive",
		[TWO_FORMS] = "%s and %s cannot be provided simultaneously",
		[NEEDS] = "%s must be given with %s",
		[SPECIFIED] = "PROG [ARGS] must be specified with %s",
		[IDLE_WITH] = "%s has no effect with %s",
		[IDLE_WITHOUT] = "%s has no effect without %s",
	};
	option_set with = r->b & given & ~OPTION_BIT(id);
	bool without = r->kind == NEEDS || r->kind == SPECIFIED || r->kind == IDLE_WITHOUT;
	char a[256], b[256], *text;

	if (!with != without || r->unless & given)
		return NULL;
	name_all(without ? r->named ?: r->b : with & -with, b, sizeof(b));
	name_all(r->whole ? r->a : OPTION_BIT(id), a, sizeof(a));
	/* of two forms of one option the letter alone names the other */
	if (r->kind == TWO_FORMS)
		snprintf(a, sizeof(a), "-%c", table[id].letter);
	/* what -ff leaves out of it */
	if (r->kind == IDLE_WITHOUT && id == OPT_SEPARATELY)
		snprintf(a, sizeof(a), "--%s", options__long(id));
	if (asprintf(&text, texts[r->kind], a, b) < 0)
		abort();
	return text;
}

char *options__wrong(option_set given, option_set twice, bool *help)
{
	char a[64], *text = NULL;

	*help = true;

	for (option_set rest = twice; rest; rest &= rest - 1)
		if (table[first(rest)].twice == ONCE) {
			if (asprintf(&text, "%s is given twice", name_of(first(rest), a, sizeof(a))) < 0)
				abort();
			return text;
		}
	for (const struct rule *r = rules; r < rules + NRULES; r++)
		for (option_set rest = r->kind < IDLE_WITH ? r->a & given : 0; !text && rest; rest &= rest - 1) {
			text = apply(r, first(rest), given);
			*help = r->kind != TWO_FORMS;
		}
	return text;
}

void options__warn(const struct options *o)
{
	for (const struct rule *r = rules; r < rules + NRULES; r++)
		for (option_set rest = r->kind < IDLE_WITH ? 0 : r->a & o->given; rest; rest &= rest - 1) {
			char *text = apply(r, first(rest), o->given);

			if (text)
				complain(o, "%s", text);
			free(text);
		}
}

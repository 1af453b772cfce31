// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION "0.1.0"

enum {
	OPT_RECORD = 256,
	OPT_REPLAY,
	OPT_FAIL_ON_LOSS,
	OPT_RING_SIZE,
	OPT_SUMMARY,
	OPT_BTF,
	OPT_FEATURES,
	OPT_WITHOUT,
	OPT_STATUS,
	OPT_SIGNAL,
	OPT_SEPARATELY,
};

static const struct option long_options[] = {
	{ "attach", required_argument, NULL, 'p' },
	{ "follow-forks", no_argument, NULL, 'f' },
	{ "output", required_argument, NULL, 'o' },
	{ "env", required_argument, NULL, 'E' },
	{ "user", required_argument, NULL, 'u' },
	{ "output-append-mode", no_argument, NULL, 'A' },
	{ "output-separately", no_argument, NULL, OPT_SEPARATELY },
	{ "trace", required_argument, NULL, 'e' },
	{ "string-limit", required_argument, NULL, 's' },
	{ "no-abbrev", no_argument, NULL, 'v' },
	{ "relative-timestamps", no_argument, NULL, 'r' },
	{ "syscall-times", no_argument, NULL, 'T' },
	{ "columns", required_argument, NULL, 'a' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "successful-only", no_argument, NULL, 'z' },
	{ "failed-only", no_argument, NULL, 'Z' },
	{ "status", required_argument, NULL, OPT_STATUS },
	{ "signal", required_argument, NULL, OPT_SIGNAL },
	{ "summary", no_argument, NULL, OPT_SUMMARY },
	SUMMARY_LONG_OPTIONS,
	{ "record", required_argument, NULL, OPT_RECORD },
	{ "replay", required_argument, NULL, OPT_REPLAY },
	{ "fail-on-loss", no_argument, NULL, OPT_FAIL_ON_LOSS },
	{ "ring-size", required_argument, NULL, OPT_RING_SIZE },
	{ "btf", required_argument, NULL, OPT_BTF },
	{ "features", no_argument, NULL, OPT_FEATURES },
	{ "without", required_argument, NULL, OPT_WITHOUT },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

static const char usage_text[] =
	"Usage: sctrace [OPTIONS] PROG [ARGS]\n"
	"       sctrace [OPTIONS] -p PID\n"
	"       sctrace --replay FILE [OPTIONS]\n"
	"\n"
	"What to trace\n"
	"  -p, --attach=PID         a running process; lists: -p 1,2 (without -f: that one thread)\n"
	"  -f, --follow-forks       children and threads too, from their first call on\n"
	"  -E, --env=VAR[=VALUE]    PROG has this in its environment; without a value: has it not\n"
	"  -u, --user=NAME          PROG runs as this user\n"
	"  -e [trace=]SET           calls: names, !SET, /regex, %file %desc %process %network %signal\n"
	"                           %ipc %memory %creds %clock %stat %lstat %fstat %statfs %fstatfs %pure\n"
	"\n"
	"What to show\n"
	"  -z, --successful-only    only calls that succeeded\n"
	"  -Z, --failed-only        only calls that failed\n"
	"  -e status=SET            only calls that came to this: successful, failed, unfinished\n"
	"  -e signal=SET            only these signals: names, numbers, !SET, none\n"
	"  -s N                     at most N bytes of a string (32)\n"
	"  -v                       whole structs and the environment\n"
	"  -t -tt -ttt              time of day; with microseconds; as seconds since the epoch\n"
	"  -r                       time since the line before\n"
	"  -T                       time spent in the call\n"
	"  -x -xx                   strings with unprintable bytes in hex; all strings in hex\n"
	"  -a N                     column of the return value (40)\n"
	"  -q                       no messages about attaching\n"
	"\n" SUMMARY_USAGE "\n"
	"Where\n"
	"  -o FILE                  lines to FILE instead of stderr; -A, --output-append-mode: at its end\n"
	"  -ff                      -f, and each task's lines to FILE.TID; --output-separately: without -f\n"
	"      --record FILE        keep the raw events in FILE\n"
	"      --replay FILE        print the events kept in FILE; no privileges needed\n"
	"      --ring-size BYTES    of each CPU's ring buffer (k, M: units)\n"
	"      --fail-on-loss       exit with 1 if an event was lost\n"
	"      --btf FILE           the kernel's types, where the kernel does not say them\n"
	"      --features           what this kernel has, and what is used instead of the rest\n"
	"      --without=FEATURE    do as if the kernel had it not\n"
	"  -h, --help   -V, --version\n";

/* In one write: the command, and the child that is about to become it, say things at the same time. */
void complain(const struct options *o, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0) {
		dprintf(STDERR_FILENO, "%s: %s\n", o->name, text);
		free(text);
	}
	va_end(ap);
}

static void try_help(const struct options *o)
{
	fprintf(stderr, "Try '%s -h' for more information.\n", o->name);
	exit(1);
}

static void invalid(const struct options *o, const char *opt, const char *arg)
{
	complain(o, "invalid %s argument: '%s'", opt, arg);
	exit(1);
}

static bool number(const char *s, unsigned long max, unsigned long *v)
{
	char *end;

	errno = 0;
	*v = strtoul(s, &end, 10);
	return isdigit((unsigned char)*s) && !*end && !errno && *v <= max;
}

/* Room for n elements. */
static void *more(const struct options *o, void *p, size_t n, size_t size)
{
	p = realloc(p, n * size);
	if (!p) {
		complain(o, "%s", strerror(ENOMEM));
		exit(1);
	}
	return p;
}

/* "12", "12,13", "12 13", "12\n13" */
static void add_pids(struct options *o, const char *arg)
{
	char *list = strdup(arg), *save = NULL, *word;
	unsigned long pid;

	if (!list) {
		complain(o, "%s", strerror(ENOMEM));
		exit(1);
	}
	word = strtok_r(list, ", \n\t", &save);
	if (!word)
		invalid(o, "-p", arg);
	for (; word; word = strtok_r(NULL, ", \n\t", &save)) {
		if (!number(word, 1u << 22, &pid) || !pid) {
			complain(o, "Invalid process id: '%s'", word);
			exit(1);
		}
		o->pids = more(o, o->pids, o->npids + 1, sizeof(*o->pids));
		o->pids[o->npids++] = (pid_t)pid;
	}
	free(list);
}

static void add_env(struct options *o, const char *arg)
{
	o->env = more(o, o->env, o->nenv + 1, sizeof(*o->env));
	o->env[o->nenv++] = arg;
}

static uint32_t bytes(const struct options *o, const char *arg)
{
	char digits[16];
	size_t n = strlen(arg), shift = 0;
	unsigned long v;

	if (n && (arg[n - 1] == 'k' || arg[n - 1] == 'K'))
		shift = 10;
	else if (n && arg[n - 1] == 'M')
		shift = 20;
	if (shift)
		n--;
	if (!n || n >= sizeof(digits))
		invalid(o, "--ring-size", arg);
	memcpy(digits, arg, n);
	digits[n] = '\0';
	if (!number(digits, (1ul << 30) >> shift, &v) || (v << shift) < 4096 || (v << shift & ((v << shift) - 1))) {
		complain(o, "--ring-size takes a power of two, 4k to 1024M, not '%s'", arg);
		exit(1);
	}
	return (uint32_t)(v << shift);
}

/* strace's -e QUALIFIER=...: the ones that change what the traced program sees can't be done. */
static void add_expr(struct options *o, const char *arg)
{
	static const char *const impossible[] = { "inject=", "fault=" };
	static const struct {
		const char *word;
		size_t at;
	} sets[] = {
		{ "trace=", offsetof(struct options, trace) },	   { "t=", offsetof(struct options, trace) },
		{ "status=", offsetof(struct options, status) },   { "signal=", offsetof(struct options, signals) },
		{ "signals=", offsetof(struct options, signals) }, { "s=", offsetof(struct options, signals) },
	};

	for (size_t i = 0; i < sizeof(impossible) / sizeof(impossible[0]); i++)
		if (!strncmp(arg, impossible[i], strlen(impossible[i]))) {
			complain(o, "-e %s cannot be done: BPF sees calls, it does not change them (use strace)", arg);
			exit(1);
		}
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		if (!strncmp(arg, sets[i].word, strlen(sets[i].word))) {
			*(const char **)((char *)o + sets[i].at) = arg + strlen(sets[i].word);
			return;
		}
	if (strchr(arg, '=')) {
		complain(o, "-e %s is not supported (only trace=, status= and signal=)", arg);
		exit(1);
	}
	o->trace = arg;
}

/* "-s 64" is the string limit, "-s" followed by anything else the summary. */
static void dash_s(struct options *o, int argc, char **argv)
{
	const char *arg = optarg;
	unsigned long v;

	if (!arg && optind < argc && isdigit((unsigned char)argv[optind][0]) && number(argv[optind], UINT32_MAX, &v))
		arg = argv[optind++];
	if (!arg) {
		o->summary = true;
		return;
	}
	if (!number(arg, UINT32_MAX, &v))
		invalid(o, "-s", arg);
	o->strlen_max = (uint32_t)v;
	o->strlen_set = true;
}

/* Options without a letter. false: it is none of them. */
static bool long_one(struct options *o, int c)
{
	switch (c) {
	case OPT_RECORD:
		o->record = optarg;
		return true;
	case OPT_REPLAY:
		o->replay = optarg;
		return true;
	case OPT_RING_SIZE:
		o->ring_bytes = bytes(o, optarg);
		return true;
	case OPT_BTF:
		o->btf = optarg;
		return true;
	case OPT_FEATURES:
		o->features = true;
		return true;
	case OPT_WITHOUT:
		o->without = optarg;
		return true;
	case OPT_FAIL_ON_LOSS:
		o->fail_on_loss = true;
		return true;
	}
	return false;
}

/* What lines look like, and which there are. false: it is none of these. */
static bool of_lines(struct options *o, int c)
{
	switch (c) {
	case 't':
		if (o->timestamps < 3)
			o->timestamps++;
		return true;
	case 'r':
		o->relative = true;
		return true;
	case 'T':
		o->durations = true;
		return true;
	case 'v':
		o->verbose = true;
		return true;
	case 'x':
		if (o->hex < 2)
			o->hex++;
		return true;
	case 'z':
		o->status = "successful";
		return true;
	case 'Z':
		o->status = "failed";
		return true;
	case OPT_STATUS:
		o->status = optarg;
		return true;
	case OPT_SIGNAL:
		o->signals = optarg;
		return true;
	case 'q':
		o->quiet++;
		return true;
	}
	return false;
}

static void one(struct options *o, int c, int argc, char **argv)
{
	unsigned long v;

	switch (c) {
	case 'p':
		add_pids(o, optarg);
		break;
	case 'f':
		o->separate |= o->follow;
		o->follow = true;
		break;
	case 'E':
		add_env(o, optarg);
		break;
	case 'u':
		o->user = optarg;
		break;
	case 'A':
		o->append = true;
		break;
	case OPT_SEPARATELY:
		o->separate = true;
		break;
	case 'o':
		o->output = optarg;
		break;
	case 'e':
		add_expr(o, optarg);
		break;
	case 's':
		dash_s(o, argc, argv);
		break;
	case 'a':
		if (!number(optarg, 4096, &v))
			invalid(o, "-a", optarg);
		o->column = (unsigned)v;
		break;
	case OPT_SUMMARY:
		o->summary = true;
		break;
	case 'h':
		fputs(usage_text, stdout);
		exit(0);
	case 'V':
		puts("sctrace " VERSION);
		exit(0);
	default:
		if (!of_lines(o, c) && !long_one(o, c) && !options__summary(o, c, argc, argv))
			try_help(o);
	}
}

static void check(struct options *o)
{
	bool live = o->command || o->npids;

	if (o->features)
		return;

	options__summary_check(o);
	if (o->separate && (o->summary || o->sum.lines_too)) {
		complain(o, "a summary is of all tasks: not with -ff");
		try_help(o);
	}
	o->separate = o->separate && o->output;
	if (o->replay && (live || o->record)) {
		complain(o, "--replay takes no PROG, -p or --record");
		exit(1);
	}
	if ((o->user || o->nenv) && !o->command) {
		complain(o, "-E and -u are for PROG");
		try_help(o);
	}
	if (!o->replay && !live && !o->summary) {
		complain(o, "must have PROG [ARGS] or -p PID");
		try_help(o);
	}
}

void options__parse(struct options *o, int argc, char **argv)
{
	const char *slash = strrchr(argv[0] ? argv[0] : "sctrace", '/');
	int c;

	*o = (struct options){ .name = slash ? slash + 1 : argv[0] ? argv[0] : "sctrace" };
	argv[0] = (char *)o->name;
	while ((c = getopt_long(argc, argv, "+p:fo:AE:u:e:s::trTvxqzZa:cCwS:U:hV", long_options, NULL)) != -1)
		one(o, c, argc, argv);
	if (optind < argc)
		o->command = argv + optind;
	check(o);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "options_names.h"
#include "options_rules.h"
#include "options_sets.h"
#include "tips.h"
#include "util/number.h"

/* What getopt_long() returns for an option without a letter: that and its id. */
#define NO_LETTER 256

static const struct {
	int arg;
	char letter;
} table[OPT_IDS] = {
#define OPTION(id, letter, arg, twice) [OPT_##id] = { arg, letter },
#include "options.def"
#undef OPTION
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
	"  -u, --user=NAME|UID:GID  PROG runs as this user\n"
	"      --argv0=NAME         PROG's own name for itself\n"
	"  -e [trace=]SET           calls: names, !SET, ?NAME, /regex, NAME@64 NAME@32 NAME@x32, %file %desc\n"
	"                           %process %network %signal %ipc %memory %creds %clock %stat %lstat %fstat\n"
	"                           %%stat %statfs %fstatfs %%statfs %pure\n"
	"  -e uprobe=[FILE:]FUNC[+OFF][(NAME:TYPE,...)]   also where a program is at this place (FUNC: a pattern)\n"
	"  -e ufunc=, uretprobe=[FILE:]FUNC[(...)][ -> TYPE]   a function's entry and return; its return\n"
	"  -e usdt=[FILE:]PROVIDER:NAME[(...)]   a place that the program's author named (both: patterns)\n"
	"  -e kfunc=FUNC[(...)][ -> TYPE]   functions of the kernel, with the arguments that it says they have\n"
	"  -e tracepoint=CATEGORY:NAME  likewise, a place in the kernel\n"
	"      --allow-go-returns   uretprobe= and ufunc= also in programs of Go, which they may end\n"
	"      --probes=FILE        prototypes of these, and structs that they name, a row each\n"
	"\n"
	"When it ends\n"
	"  -b, --detach-on=execve   leave what runs another program\n"
	"      --syscall-limit=N    leave all after N calls\n"
	"      --kill-on-exit       kill what is traced when sctrace ends\n"
	"  -I, --interruptible=N    signals end it: 1 (anywhere: at once); 2 (waiting: all is printed);\n"
	"                           3 (never; as with -o FILE PROG); 4 (never_tstp: nor does ^Z stop it;\n"
	"                           as with -D)\n"
	"  -D -DD -DDD              PROG is the caller's child, sctrace a grandchild; in a process group, a\n"
	"                           session of its own (--daemonize=grandchild, pgroup, session)\n"
	"\n"
	"What to show\n"
	"  -z, --successful-only    only calls that succeeded\n"
	"  -Z, --failed-only        only calls that failed\n"
	"  -e status=SET            only calls that came to this: successful, failed, unfinished\n"
	"  -e signal=SET            only these signals: names, numbers, !SET, none\n"
	"  -P, --trace-path=PATH    only calls on this path, or on a descriptor of it; several: any of them\n"
	"  -e trace-fds=SET         only calls on these descriptors: numbers, !SET; with -P: on either\n"
	"";

static const char usage_quiet[] =
	"  -q -qq -qqq              no messages about attaching; nor of exits; none at all\n"
	"  -e quiet=SET             or --quiet=SET: none of these: attach, exit, path-resolution, personality,\n"
	"                           thread-execve\n"
	"\n";

static const char usage_rest[] =
	"\n"
	"Where\n"
	"  -o FILE                  lines to FILE instead of stderr; -A, --output-append-mode: at its end\n"
	"  -o '|COMMAND'            or '!COMMAND': lines to COMMAND's input\n"
	"  -ff                      -f, and each task's lines to FILE.TID; --output-separately: without -f\n"
	"      --record FILE        keep the raw events in FILE\n"
	"      --replay FILE        print the events kept in FILE; no privileges needed\n"
	"      --ring-size BYTES    of each CPU's ring buffer (k, M: units)\n"
	"      --fail-on-loss       exit with 1 if an event was lost\n"
	"      --health             at the end: records, losses, rings, memory, CPU time of all this\n"
	"      --priority=N         sctrace's own, -20 (goes first) to 19; it changes none otherwise\n"
	"      --btf FILE           the kernel's types, where the kernel does not say them\n"
	"      --features           what this kernel has, and what is used instead of the rest\n"
	"      --list=usdt          the USDT probes of -p PID, or of FILE...\n"
	"      --without=FEATURE    do as if the kernel had it not\n"
	"  -d, --debug              what sctrace does itself, on stderr\n"
	"      --tips[=N][,full]    how else it can be used\n"
	"      --seccomp-bpf        accepted; only the calls of -e leave the kernel in any case\n"
	"      --inject, --fault    refused: sctrace changes no call (strace does)\n"
	"  -h, --help   -V, --version\n";

/*
 * In one write: the command, and the child that is about to become it, may print at the same time. What is to be printed
 * may be that there is no memory: only a long text takes some.
 */
/* A part of a message, whatever the names in it: control characters are written in octal. */
static void add_safe(char **to, const char *end, const char *text)
{
	for (; *text && end - *to > 5; text++) {
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*to += sprintf(*to, "\\%03o", (unsigned char)*text);
		else
			*(*to)++ = *text;
	}
}

/* One line in one write, without memory of its own: there may be none. */
static void print_safe(const char *name, const char *text)
{
	char line[16384], *to = line;

	add_safe(&to, line + sizeof(line), name);
	add_safe(&to, line + sizeof(line), ": ");
	add_safe(&to, line + sizeof(line), text);
	dprintf(STDERR_FILENO, "%.*s\n", (int)(to - line), line);
}

void complain(const struct options *o, const char *fmt, ...)
{
	char text[1024], *whole = NULL;
	va_list ap, again;

	va_start(ap, fmt);
	va_copy(again, ap);
	if (vsnprintf(text, sizeof(text), fmt, ap) >= (int)sizeof(text) && vasprintf(&whole, fmt, again) < 0)
		whole = NULL;
	print_safe(o->name, whole ? whole : text);
	free(whole);
	va_end(again);
	va_end(ap);
}

void options__try_help(const struct options *o)
{
	fprintf(stderr, "Try '%s -h' for more information.\n", o->name);
	exit(1);
}

void options__invalid(const struct options *o, const char *arg)
{
	complain(o, "invalid %s argument: '%s'", o->spelling, arg);
	options__try_help(o);
}

void options__bad(const struct options *o, const char *opt, const char *arg, const char *valid)
{
	complain(o, "invalid %s argument: '%s' (valid: %s)", opt, arg, valid);
	exit(1);
}

bool options__is_number(const char *s, unsigned long max, unsigned long *v)
{
	uint64_t value;

	if (!number__parse(s, strlen(s), max, &value))
		return false;
	*v = value;
	return true;
}

unsigned long options__number(const struct options *o, const char *arg, unsigned long max)
{
	unsigned long v;

	if (!options__is_number(arg, max, &v))
		options__invalid(o, arg);
	return v;
}

void *options__more(const struct options *o, void *p, size_t n, size_t size)
{
	p = realloc(p, n * size);
	if (!p) {
		complain(o, "%s", strerror(ENOMEM));
		exit(1);
	}
	return p;
}

char *options__copy(const struct options *o, const char *text)
{
	char *copy = strdup(text);

	if (copy)
		return copy;
	complain(o, "%s", strerror(ENOMEM));
	exit(1);
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
		options__invalid(o, arg);
	memcpy(digits, arg, n);
	digits[n] = '\0';
	if (!options__is_number(digits, (1ul << 30) >> shift, &v) || (v << shift) < 4096 ||
	    (v << shift & ((v << shift) - 1))) {
		complain(o, "--ring-size takes a power of two, 4k to 1024M, not '%s'", arg);
		exit(1);
	}
	return (uint32_t)(v << shift);
}

/* "64", "+1", "-1": meant as a number, whether it is one that is allowed or not. */
static bool looks_like_number(const char *s)
{
	s += strspn(s, " \t");
	s += *s == '-' || *s == '+';
	return *s && strspn(s, "0123456789") == strlen(s);
}

/* "-s 64" is the string limit, "-s" followed by anything else the summary. */
static void dash_s(struct options *o, int argc, char **argv)
{
	const char *arg = optarg;

	if (!arg && optind < argc && looks_like_number(argv[optind]))
		arg = argv[optind++];
	if (arg) {
		optarg = (char *)arg;
		options__format(o, OPT_STRLEN);
		return;
	}
	o->stats.on = true;
	options__given(o, OPT_SUMMARY);
}

static void set_priority(struct options *o, const char *arg)
{
	unsigned long v;
	bool negative = *arg == '-';

	if (!options__is_number(arg + negative, negative ? 20 : 19, &v)) {
		complain(o, "invalid --priority argument: '%s' (valid: -20, which goes first, to 19)", arg);
		exit(1);
	}
	o->priority = negative ? -(int)v : (int)v;
}

/* -q, -qq, -qqq */
static void more_quiet(struct options *o)
{
	if (!(o->quiet & SCTRACE_QUIET_ATTACH))
		o->quiet |= SCTRACE_QUIET_ATTACH | SCTRACE_QUIET_PERSONALITY;
	else if (!(o->quiet & SCTRACE_QUIET_EXIT))
		o->quiet |= SCTRACE_QUIET_EXIT;
	else
		o->quiet |= SCTRACE_QUIET_ALL;
	options__given(o, OPT_QUIET);
}

static const struct {
	const char *word;
	unsigned bit;
} quiets[] = {
	{ "attach", SCTRACE_QUIET_ATTACH },
	{ "exit", SCTRACE_QUIET_EXIT },
	{ "exits", SCTRACE_QUIET_EXIT },
	{ "path-resolution", QUIET_PATHS },
	{ "personality", SCTRACE_QUIET_PERSONALITY },
	{ "thread-execve", SCTRACE_QUIET_THREAD_EXEC },
	{ "superseded", SCTRACE_QUIET_THREAD_EXEC },
};

#define NQUIETS (sizeof(quiets) / sizeof(quiets[0]))

static void invalid_quiet(const struct options *o, const char *word)
{
	char hint[64];

	sctrace_nearest(word, "attach exit path-resolution personality thread-execve superseded", hint, sizeof(hint));
	complain(o, "invalid quiet '%s'%s", word, hint);
	exit(1);
}

/* As strace's: words, "none" or "all" alone, or a "!" and what is left over. */
static void set_quiet(struct options *o, const char *arg)
{
	bool not = *arg == '!';
	char *list, *save = NULL, *word;

	o->quiet = 0;
	if (!strcmp(arg + not, "all"))
		o->quiet = QUIET_ALL;
	if (!strcmp(arg + not, "all") || !strcmp(arg + not, "none")) {
		o->quiet ^= not ? QUIET_ALL : 0;
		return;
	}
	list = options__copy(o, arg + not );
	word = strtok_r(list, ",", &save);
	if (!word)
		invalid_quiet(o, arg);
	for (; word; word = strtok_r(NULL, ",", &save)) {
		size_t i = 0;

		while (i < NQUIETS && strcasecmp(quiets[i].word, word))
			i++;
		if (i == NQUIETS)
			invalid_quiet(o, word);
		o->quiet |= quiets[i].bit;
	}
	o->quiet ^= not ? QUIET_ALL : 0;
	free(list);
}

/* Where it is, and how. false: it is none of these. */
static bool of_output(struct options *o, int id)
{
	switch (id) {
	case OPT_OUTPUT:
		o->output = optarg;
		return true;
	case OPT_APPEND:
		o->append = true;
		return true;
	case OPT_SEPARATELY:
		o->separate = true;
		return true;
	case OPT_RECORD:
		o->record = optarg;
		return true;
	case OPT_REPLAY:
		o->replay = optarg;
		return true;
	case OPT_RING_SIZE:
		o->ring_bytes = bytes(o, optarg);
		return true;
	case OPT_FAIL_ON_LOSS:
		o->fail_on_loss = true;
		return true;
	case OPT_HEALTH:
		o->health = true;
		return true;
	case OPT_PRIORITY:
		set_priority(o, optarg);
		return true;
	case OPT_BTF:
		o->btf = optarg;
		return true;
	case OPT_FEATURES:
		o->features = true;
		return true;
	case OPT_LIST:
		if (strcmp(optarg, "usdt")) {
			complain(o, "--list: '%s' is nothing that is listed (valid: usdt)", optarg);
			exit(1);
		}
		o->list = true;
		return true;
	case OPT_WITHOUT:
		o->without = optarg;
		return true;
	}
	return false;
}

static void add_probe(struct options *o, const char *arg)
{
	o->probes = options__more(o, o->probes, o->nprobes + 1, sizeof(*o->probes));
	o->probes[o->nprobes++] = arg;
}

/* Which lines there are. false: it is none of these. */
static bool of_lines(struct options *o, int id)
{
	switch (id) {
	case OPT_TRACE:
		options__calls(o, optarg);
		o->trace = optarg;
		return true;
	case OPT_SUCCESSFUL:
		o->status = "successful";
		return true;
	case OPT_FAILED:
		o->status = "failed";
		return true;
	case OPT_STATUS:
		o->status = optarg;
		options__status_check(o);
		return true;
	case OPT_SIGNAL:
		o->signals = optarg;
		return true;
	case OPT_PROBE:
		add_probe(o, optarg);
		return true;
	case OPT_GO_RETURNS:
		o->go_returns = true;
		return true;
	case OPT_PROBES:
		o->probe_rows = optarg;
		return true;
	case OPT_QUIET:
		more_quiet(o);
		return true;
	case OPT_QUIET_SET:
		/* without a set they are -q, however often they are given */
		set_quiet(o, optarg ? optarg : "attach,personality");
		return true;
	}
	return false;
}

/* strace's -e QUALIFIER=... */
static const struct {
	const char *word;
	int id;
} qualifiers[] = {
	{ "trace=", OPT_TRACE },
	{ "t=", OPT_TRACE },
	{ "status=", OPT_STATUS },
	{ "signal=", OPT_SIGNAL },
	{ "signals=", OPT_SIGNAL },
	{ "s=", OPT_SIGNAL },
	{ "quiet=", OPT_QUIET_SET },
	{ "silent=", OPT_QUIET_SET },
	{ "silence=", OPT_QUIET_SET },
	{ "q=", OPT_QUIET_SET },
	{ "inject=", OPT_INJECT },
	{ "fault=", OPT_FAULT },
	{ "abbrev=", OPT_ABBREV },
	{ "a=", OPT_ABBREV },
	{ "verbose=", OPT_DEREF },
	{ "v=", OPT_DEREF },
	{ "raw=", OPT_RAW },
	{ "x=", OPT_RAW },
	{ "read=", OPT_READ },
	{ "reads=", OPT_READ },
	{ "r=", OPT_READ },
	{ "write=", OPT_WRITE },
	{ "writes=", OPT_WRITE },
	{ "w=", OPT_WRITE },
	{ "trace-fds=", OPT_TRACE_FDS },
	{ "trace-fd=", OPT_TRACE_FDS },
	{ "fds=", OPT_TRACE_FDS },
	{ "fd=", OPT_TRACE_FDS },
	{ "decode-fds=", OPT_DECODE_FDS_SET },
	{ "decode-fd=", OPT_DECODE_FDS_SET },
	{ "decode-pids=", OPT_PIDS_SET },
	{ "decode-pid=", OPT_PIDS_SET },
	{ "kvm=", OPT_KVM },
	{ "namespace=", OPT_NAMESPACE },
	{ "secontext=", OPT_SECONTEXT },
	{ "uprobe=", OPT_PROBE },
	{ "uretprobe=", OPT_PROBE },
	{ "ufunc=", OPT_PROBE },
	{ "usdt=", OPT_PROBE },
	{ "kfunc=", OPT_PROBE },
	{ "tracepoint=", OPT_PROBE },
};

/* Options whose argument is a set, which a "!" turns around. */
#define SETS                                                                                                           \
	(OPTION_SET(TRACE) | OPTION_SET(STATUS) | OPTION_SET(SIGNAL) | OPTION_SET(QUIET_SET) | OPTION_SET(INJECT) |    \
	 OPTION_SET(FAULT) | OPTION_SET(ABBREV) | OPTION_SET(DEREF) | OPTION_SET(RAW) | OPTION_SET(READ) |             \
	 OPTION_SET(WRITE) | OPTION_SET(TRACE_FDS) | OPTION_SET(DECODE_FDS_SET) | OPTION_SET(PIDS_SET) |               \
	 OPTION_SET(SECONTEXT))

/* Two of them cancel each other, as with strace. */
static void set_of(int id)
{
	while (OPTION_BIT(id) & SETS && optarg && !strncmp(optarg, "!!", 2) && optarg[2])
		optarg += 2;
}

/* What is none of them is a set of calls. */
static void add_expr(struct options *o, const char *arg)
{
	size_t i = 0;

	while (i < sizeof(qualifiers) / sizeof(qualifiers[0]) &&
	       strncmp(arg, qualifiers[i].word, strlen(qualifiers[i].word)))
		i++;
	optarg = (char *)arg;
	if (i == sizeof(qualifiers) / sizeof(qualifiers[0])) {
		options__given(o, OPT_TRACE);
		set_of(OPT_TRACE);
		of_lines(o, OPT_TRACE);
		return;
	}
	if (qualifiers[i].id != OPT_PROBE)
		optarg += strlen(qualifiers[i].word);
	set_of(qualifiers[i].id);
	options__given(o, qualifiers[i].id);
	if (!of_lines(o, qualifiers[i].id) && !options__format(o, qualifiers[i].id) &&
	    !options__filter(o, qualifiers[i].id))
		options__startup(o, qualifiers[i].id);
}

static void one(struct options *o, int id, int argc, char **argv)
{
	set_of(id);
	switch (id) {
	case OPT_FOLLOW:
		if (o->follow) {
			o->separate = true;
			options__given(o, OPT_FF);
			options__given(o, OPT_SEPARATELY);
		}
		o->follow = true;
		break;
	case OPT_FOLLOW_FORKS:
		o->follow = true;
		break;
	case OPT_EXPR:
		add_expr(o, optarg);
		break;
	case OPT_S:
		dash_s(o, argc, argv);
		break;
	case OPT_R:
	case OPT_T:
		id = id == OPT_R ? OPT_RELATIVE : OPT_DURATIONS;
		options__given(o, id);
		options__format(o, id);
		break;
	case OPT_SUMMARY:
		o->stats.on = true;
		break;
	case OPT_HELP:
		fprintf(stdout, "%s%s%s%s%s%s", usage_text, options__scope_usage, options__format_usage, usage_quiet,
			options__stats_usage, usage_rest);
		exit(0);
	case OPT_VERSION:
		o->version = true;
		break;
	default:
		if (!options__scope(o, id) && !of_lines(o, id) && !options__format(o, id) && !options__filter(o, id) &&
		    !of_output(o, id) && !options__startup(o, id) && !options__stats(o, id, argc, argv))
			options__try_help(o);
	}
}

/* Options that set another one, which depends on their argument: that one is recorded as given, not they. */
static bool stands_for_other(int id)
{
	return id == OPT_EXPR || id == OPT_S || id == OPT_R || id == OPT_T || id == OPT_TOP || id == OPT_STRLEN;
}

void options__given(struct options *o, int id)
{
	o->twice |= o->given & OPTION_BIT(id);
	o->given |= OPTION_BIT(id);
}

void options__usage_error(const struct options *o, const char *text)
{
	complain(o, "%s", text);
	options__try_help(o);
}

static void nothing_to_trace(const struct options *o)
{
	if (o->start.tip == TIP_NONE)
		options__usage_error(o, "must have PROG [ARGS] or -p PID");
	tips__print(o);
	exit(0);
}

/* Of probes that may name structs of a file, the library has to say whether they mean something. */
static void check_probes(const struct options *o)
{
	char why[256];

	for (unsigned i = 0; !o->probe_rows && i < o->nprobes; i++)
		if (sctrace_probe_check(o->probes[i], why, sizeof(why))) {
			complain(o, "%s", why);
			exit(1);
		}
}

/* As strace does, whatever else is given, but for one pair. */
static void print_version(const struct options *o)
{
	option_set both = OPTION_SET(COUNTS) | OPTION_SET(COUNTS_TOO);

	if ((o->given & both) == both)
		return;
	printf("sctrace %s\n", sctrace_version());
	exit(0);
}

static void check(struct options *o)
{
	bool pipe = o->output && (*o->output == '|' || *o->output == '!');
	bool help;
	char *wrong;

	if (o->command)
		o->given |= OPTION_SET(PROG);
	if (o->version)
		print_version(o);
	check_probes(o);
	options__startup_check(o);
	if (!o->features && options__no_targets(o) && !o->stats.on && !(o->given & SCOPES))
		nothing_to_trace(o);
	wrong = options__wrong(o->given, o->twice, &help);
	if (wrong && help)
		options__usage_error(o, wrong);
	if (wrong) {
		complain(o, "%s", wrong);
		exit(1);
	}
	options__daemon_check(o);
	if (pipe && o->separate)
		options__usage_error(o, "piping the output and -ff/--output-separately are mutually exclusive");
	if (!o->features)
		options__stats_check(o);
	options__scope_signals(o);
	options__startup_warn(o);
	options__warn(o);
	o->separate = o->separate && o->output;
	options__filter_resolve(o);
	options__seccomp_warn(o);
}

/* What getopt_long() returns for it. */
static int value_of(int id)
{
	return table[id].letter ? table[id].letter : NO_LETTER + id;
}

/* getopt's own two forms of the table. */
static void make_forms(struct option *longs, char *letters)
{
	size_t i = 0;

	*letters++ = '+';
	for (int id = 0; id < OPT_PROG; id++) {
		if (!table[id].letter)
			continue;
		*letters++ = table[id].letter;
		for (int colons = table[id].arg; colons; colons--)
			*letters++ = ':';
	}
	*letters = '\0';
	for (const struct option_name *n = options__name(0); n; n = options__name(++i))
		*longs++ = (struct option){ n->name, table[n->id].arg, NULL, value_of(n->id) };
	*longs = (struct option){};
}

/* getopt_long()'s message for a long option that there is not, with the nearest name. */
static void check_name(const struct options *o, const char *word)
{
	size_t n = strlen(word) > 2 && !strncmp(word, "--", 2) ? strcspn(word + 2, "=") : 0, len = 0;
	char known[4096] = "", given[64], hint[96];
	const struct option_name *one;
	const char *name;

	if (!n)
		return;
	for (size_t i = 0; (one = options__name(i)); i++) {
		if (!strncmp(one->name, word + 2, n))
			return;
		if (len < sizeof(known))
			len += (size_t)snprintf(known + len, sizeof(known) - len, "%s ", one->name);
	}
	/* the dashes are no letters that two names share */
	snprintf(given, sizeof(given), "%.*s", (int)n, word + 2);
	sctrace_nearest(given, known, hint, sizeof(hint));
	name = strchr(hint, '\'');
	complain(o, "unrecognized option '%s'%.*s%s%s", word, name ? (int)(name + 1 - hint) : 0, hint, name ? "--" : "",
		 name ? name + 1 : "");
	options__try_help(o);
}

static int id_of(int value)
{
	if (value >= NO_LETTER)
		return value - NO_LETTER;
	for (int id = 0; id < OPT_PROG; id++)
		if (table[id].letter == value)
			return id;
	return -1;
}

void options__parse(struct options *o, int argc, char **argv)
{
	struct option longs[OPT_NAMES + 1];
	char letters[4 * OPT_IDS];
	int value, index = -1;

	*o = (struct options){ .name = argv[0] && *argv[0] ? argv[0] : "sctrace" };
	make_forms(longs, letters);
	for (;;) {
		int id;

		if (optind < argc) {
			options__expand(o, &argv[optind]);
			check_name(o, argv[optind]);
		}
		value = getopt_long(argc, argv, letters, longs, &index);
		if (value == -1)
			break;
		id = id_of(value);
		if (id < 0)
			options__try_help(o);
		if (index >= 0)
			snprintf(o->spelling, sizeof(o->spelling), "--%s", longs[index].name);
		else
			snprintf(o->spelling, sizeof(o->spelling), "-%c", table[id].letter);
		index = -1;
		if (!stands_for_other(id))
			options__given(o, id);
		one(o, id, argc, argv);
	}
	if (optind < argc)
		o->command = argv + optind;
	check(o);
}

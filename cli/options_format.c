// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_format.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "options.h"
#include "options_rules.h"
#include "options_sets.h"

#define COLUMN_MAX (1 << 24) /* sctrace_text_opts */

const char options__format_usage[] =
	"  -s N, --string-limit=N   at most N bytes of a string (32)\n"
	"  -v, --no-abbrev          whole structs and the environment\n"
	"  -e abbrev=SET            -v for all calls but these\n"
	"  -e verbose=SET           pointers of these calls are followed\n"
	"  -e raw=SET               arguments of these calls as registers, in hexadecimal\n"
	"  -X, --const-print-style=raw|abbrev|verbose\n"
	"                           constants as numbers, by name (as it is without), or both\n"
	"  -y, -yy                  what descriptors refer to: paths; sockets, devices, processes, too\n"
	"      --decode-fds=SET     any of these: path, socket, dev, pidfd, eventfd, signalfd, all, none\n"
	"  -Y, --decode-pids=SET    what processes are called (comm), and their ids here (pidns); -Y: comm\n"
	"      --pidns-translation  --decode-pids=pidns\n"
	"      --secontext[=full,mismatch]\n"
	"                           SELinux contexts of processes, files and descriptors: types; full: all of\n"
	"                           them; mismatch: and what a file should have\n"
	"  -e kvm=vcpu              why KVM_RUN left the virtual processor\n"
	"  -e namespace=new         numbers of the namespaces that unshare, setns, clone and clone3 enter\n"
	"  -e read=SET              dump all that is read from these descriptors, in hexadecimal and ASCII\n"
	"  -e write=SET             likewise, all that is written to them\n"
	"  -x, -xx                  strings with unprintable bytes in hex; all strings in hex\n"
	"      --strings-in-hex[=all|non-ascii|non-ascii-chars|none]\n"
	"  -t -tt -ttt              time of day; with microseconds; as seconds since the epoch\n"
	"      --timestamps[=[time|unix|none],[s|ms|us|ns]]\n"
	"  -r, --relative-timestamps[=s|ms|us|ns]\n"
	"                           time since the line before\n"
	"  -T, --syscall-times[=s|ms|us|ns]\n"
	"                           time spent in the call\n"
	"  -i, --instruction-pointer\n"
	"                           the address that the call returns to\n"
	"  -n, --syscall-number     the call's number\n"
	"  -N, --arg-names          the arguments' names\n"
	"  -k, --stack-trace[=symbol]\n"
	"                           where each call comes from; -kk, =source: files and lines, too\n"
	"      --stack-trace-frame-limit=N\n"
	"                           at most N functions of a stack (256, which is the most)\n"
	"      --always-show-pid    the process id in every line\n"
	"      --mark-late          a comment after what was read of memory after the call began\n"
	"  -a, --columns=N          column of the return value (40)\n"
	"      --color=auto|always|never\n"
	"                           colors; auto: on a terminal, without NO_COLOR\n";

struct word {
	const char *word;
	int value;
};

static const struct word precisions[] = {
	{ "s", SCTRACE_PRECISION_S },
	{ "ms", SCTRACE_PRECISION_MS },
	{ "us", SCTRACE_PRECISION_US },
	{ "ns", SCTRACE_PRECISION_NS },
	{},
};

/* The value of a word of the list, the n bytes at s in any case; -1: it is none of them. */
static int word_of(const struct word *list, const char *s, size_t n)
{
	for (; list->word; list++)
		if (strlen(list->word) == n && !strncasecmp(list->word, s, n))
			return list->value;
	return -1;
}

/* Likewise, of words that strace takes in small letters only. */
static int exact_choice(const struct options *o, const struct word *list)
{
	for (; list->word; list++)
		if (!strcmp(list->word, optarg))
			return list->value;
	options__invalid(o, optarg);
}

static int choice(const struct options *o, const struct word *list)
{
	int v = word_of(list, optarg, strlen(optarg));

	if (v < 0)
		options__invalid(o, optarg);
	return v;
}

static enum sctrace_precision precision(const struct options *o)
{
	return optarg ? (enum sctrace_precision)choice(o, precisions) : SCTRACE_PRECISION_US;
}

/* "[[format:]FORMAT],[[precision:]PRECISION]", in any order. */
static void set_timestamps(struct options *o)
{
	enum { NONE, TIME = 1, UNIX = 3 };
	static const struct word formats[] = { { "none", NONE }, { "time", TIME }, { "unix", UNIX }, {} };
	struct format_options *f = &o->format;
	const char *p = optarg ?: "";
	unsigned format = TIME;
	enum sctrace_precision precision = SCTRACE_PRECISION_S;

	while (*p) {
		size_t n = strcspn(p, ",");
		bool format_only = !strncasecmp(p, "format:", 7), precision_only = !strncasecmp(p, "precision:", 10);
		size_t skip = format_only ? 7 : precision_only ? 10 : 0;
		int a = precision_only ? -1 : word_of(formats, p + skip, n - skip);
		int b = format_only ? -1 : word_of(precisions, p + skip, n - skip);

		/* "," is none of either */
		if (!n) {
			p++;
			continue;
		}
		if (a >= 0)
			format = (unsigned)a;
		else if (b >= 0)
			precision = (enum sctrace_precision)b;
		else
			options__invalid(o, optarg);
		p += n;
		p += *p == ',';
	}
	f->timestamps = format;
	f->timestamp_precision = precision;
}

static void set_hex(struct options *o)
{
	static const struct word styles[] = {
		{ "none", 0 }, { "non-ascii", 1 }, { "all", 2 }, { "non-ascii-chars", 3 }, {}
	};

	o->format.hex = optarg ? (unsigned)choice(o, styles) : 2;
}

static enum sctrace_consts consts(const struct options *o)
{
	static const struct word styles[] = {
		{ "raw", SCTRACE_CONSTS_RAW },
		{ "abbrev", SCTRACE_CONSTS_ABBREV },
		{ "verbose", SCTRACE_CONSTS_VERBOSE },
		{},
	};

	return (enum sctrace_consts)exact_choice(o, styles);
}

static enum color_when color(const struct options *o)
{
	static const struct word words[] = {
		{ "auto", COLOR_AUTO },
		{ "always", COLOR_ALWAYS },
		{ "never", COLOR_NEVER },
		{},
	};

	return (enum color_when)choice(o, words);
}

#define STACK_FRAMES 256 /* the library's limit; strace takes any number */

/* -k, and its long names. false: it is none of these. */
static bool of_stack(struct options *o, int id)
{
	static const struct word kinds[] = { { "symbol", 1 }, { "source", 2 }, {} };
	struct format_options *f = &o->format;

	switch (id) {
	case OPT_STACK:
		f->stack += f->stack < 2;
		return true;
	case OPT_STACK_TRACE:
		f->stack = optarg ? (unsigned)exact_choice(o, kinds) : 1;
		return true;
	case OPT_STACK_LIMIT:
		f->stack_frames = (unsigned)options__number(o, optarg, INT32_MAX);
		if (!f->stack_frames)
			options__invalid(o, optarg);
		if (f->stack_frames > STACK_FRAMES)
			f->stack_frames = STACK_FRAMES;
		return true;
	}
	return false;
}

/* Times of lines and calls. false: it is none of these. */
static bool of_time(struct options *o, int id)
{
	struct format_options *f = &o->format;

	switch (id) {
	case OPT_TIME:
		f->timestamps += f->timestamps < 3;
		return true;
	case OPT_ABSOLUTE:
		set_timestamps(o);
		return true;
	case OPT_RELATIVE:
		f->relative = true;
		f->relative_precision = precision(o);
		return true;
	case OPT_DURATIONS:
		f->durations = true;
		f->duration_precision = precision(o);
		return true;
	}
	return false;
}

/* What is printed of processes. false: it is none of these. */
static bool of_processes(struct options *o, int id)
{
	switch (id) {
	case OPT_PIDS:
		o->format.pids |= SCTRACE_PIDS_COMM;
		return true;
	case OPT_PIDNS:
		o->format.pids |= SCTRACE_PIDS_NS;
		return true;
	case OPT_PIDS_SET:
		options__pids(o, optarg);
		return true;
	case OPT_KVM:
		if (strcmp(optarg, "vcpu") && strcmp(optarg, "vcpu+")) {
			complain(o, "invalid -e kvm= argument: '%s'", optarg);
			exit(1);
		}
		o->format.kvm = true;
		return true;
	case OPT_NAMESPACE:
		if (optarg && strcmp(optarg, "new")) {
			complain(o, "invalid -e namespace= argument: '%s'", optarg);
			exit(1);
		}
		o->format.namespaces = true;
		return true;
	}
	return false;
}

/* What is printed of descriptors. false: it is none of these. */
static bool of_descriptors(struct options *o, int id)
{
	switch (id) {
	case OPT_DECODE_FDS:
		options__fds_more(o);
		return true;
	case OPT_DECODE_FDS_SET:
		options__fds(o, optarg ?: "path");
		return true;
	case OPT_READ:
		options__fdset(o, optarg);
		o->format.reads = optarg;
		return true;
	case OPT_WRITE:
		options__fdset(o, optarg);
		o->format.writes = optarg;
		return true;
	}
	return false;
}

/* Of which calls something is printed in another way. false: it is none of these. */
static bool of_calls(struct options *o, int id)
{
	struct format_options *f = &o->format;

	if (id != OPT_ABBREV && id != OPT_DEREF && id != OPT_RAW)
		return false;
	options__calls(o, optarg);
	*(id == OPT_ABBREV ? &f->abbrev : id == OPT_DEREF ? &f->deref : &f->raw) = optarg;
	return true;
}

bool options__format(struct options *o, int id)
{
	struct format_options *f = &o->format;

	if (of_time(o, id) || of_stack(o, id) || of_descriptors(o, id) || of_processes(o, id) || of_calls(o, id))
		return true;
	switch (id) {
	case OPT_VERBOSE:
		f->verbose = true;
		f->abbrev = NULL;
		return true;
	case OPT_HEX:
		f->hex = f->hex == 1 || f->hex == 2 ? 2 : 1;
		return true;
	case OPT_STRINGS_IN_HEX:
		set_hex(o);
		return true;
	case OPT_CONSTS:
		f->consts = consts(o);
		return true;
	case OPT_COLUMN:
		f->column = (unsigned)options__number(o, optarg, COLUMN_MAX);
		f->column_set = true;
		return true;
	case OPT_STRLEN:
		f->strlen_max = (uint32_t)options__number(o, optarg, INT32_MAX / 2);
		f->strlen_set = true;
		options__given(o, OPT_STRLEN);
		return true;
	case OPT_SECONTEXT:
		options__secontext(o, optarg);
		return true;
	case OPT_IP:
		f->instruction_pointer = true;
		return true;
	case OPT_NUMBER:
		f->syscall_number = true;
		return true;
	case OPT_ARG_NAMES:
		f->arg_names = true;
		return true;
	case OPT_COLOR:
		f->color = color(o);
		return true;
	case OPT_MARK_LATE:
		f->mark_late = true;
		return true;
	case OPT_SHOW_PID:
		f->show_pid = true;
		return true;
	}
	return false;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_stats.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "options_rules.h"

#define TIME_MAX_NS 1e18 /* whatever is more takes all of a call's time off, too */

const char options__stats_usage[] =
	"Summaries, kept in the kernel (without PROG and -p: of the whole machine, until ^C)\n"
	"  -s, --summary            perf trace's table for each thread; children included\n"
	"  -c, --summary-only       strace's table; -f: with children\n"
	"  -C, --with-summary       strace's table after the lines\n"
	"  -w                       in strace's table time passed, not CPU time\n"
	"  -S, -U                   strace's sort key and columns\n"
	"  -O TIME                  this is taken off each call in strace's table (us; s, ms, us, ns)\n"
	"      --by KEY,...         a row for each of:"
#define KEY(id, bit, kind, member, stat, name, ...) " " name
#include "tables/keys.def"
	"\n"
	"      --summary-mode MODE  thread, total or cgroup\n"
	"      --errno-summary      a line for each error number\n"
	"      --hist               the distribution of times\n"
	"      --percentiles        columns p50 p90 p99 p99.9\n"
	"      --top [N]            the first N rows; without N: redrawn in place, q quits\n"
	"      --max-summary N      at most N threads, and N calls of each\n"
	"      --max-rows N         rows that are told apart (100000); the least used become \"other\"\n"
	"      --interval SEC       a table each SEC seconds; --count N: only N of them\n"
	"      --for SEC            end by itself\n"
	"      --format json        every table as one line of JSON, times in ns\n";

/* A whole number above 0? */
static bool is_count(const char *s, unsigned long max, unsigned long *v)
{
	return options__is_number(s, max, v) && *v;
}

static unsigned whole(const struct options *o, const char *opt, const char *arg)
{
	unsigned long v;

	if (!is_count(arg, 100000000, &v))
		options__bad(o, opt, arg, "a whole number above 0");
	return (unsigned)v;
}

static double seconds(const struct options *o, const char *opt, const char *arg)
{
	char *end;
	double v = strtod(arg, &end);

	if (end == arg || *end || !isfinite(v) || v < 0.01 || v > 1e9)
		options__bad(o, opt, arg, "seconds, 0.01 or more");
	return v;
}

/* A time's number, as strace takes it: decimal, and where it has neither a point nor an exponent, up to INT64_MAX. */
static double decimal(const char *s, char **end)
{
	double v;

	errno = 0;
	strtoll(s, end, 10);
	if (strpbrk(s, "xX") || (errno && (!**end || !strchr(".eE", **end))))
		return -1;
	errno = 0;
	v = strtod(s, end);
	return errno || !isfinite(v) ? -1 : v;
}

/* strace's time: microseconds, or with a unit. */
static uint64_t duration(const struct options *o)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "", 1e3 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };
	char *end;
	double v = decimal(optarg, &end);

	for (size_t i = 0; v >= 0 && end != optarg && i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].unit))
			return (uint64_t)fmin(v * units[i].ns, TIME_MAX_NS);
	options__invalid(o, optarg);
}

static void set_mode(struct options *o, const char *arg)
{
	static const char *const modes[] = {
		[SCTRACE_GROUP_THREAD] = "thread",
		[SCTRACE_GROUP_TOTAL] = "total",
		[SCTRACE_GROUP_CGROUP] = "cgroup",
	};

	for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(arg, modes[i])) {
			o->stats.group = i;
			return;
		}
	options__bad(o, "--summary-mode", arg, "thread, total, cgroup");
}

/* "--top 20", "--top=20", or alone. */
static void set_top(struct options *o, int argc, char **argv)
{
	const char *arg = optarg;
	unsigned long v;

	if (!arg && optind < argc && is_count(argv[optind], 100000000, &v))
		arg = argv[optind++];
	if (arg)
		o->stats.top = whole(o, "--top", arg);
	else
		o->stats.live = true;
	options__given(o, arg ? OPT_TOP : OPT_LIVE);
}

static void set_format(struct options *o, const char *arg)
{
	o->stats.json = !strcmp(arg, "json");
	if (!o->stats.json && strcmp(arg, "text"))
		options__bad(o, "--format", arg, "text, json");
}

static void add_keys(struct options *o, const char *arg)
{
	char *by = o->stats.by;

	if (!by) {
		o->stats.by = options__copy(o, arg);
		return;
	}
	by = options__more(o, by, strlen(by) + strlen(arg) + 2, 1);
	strcat(by, ",");
	o->stats.by = strcat(by, arg);
}

/* Of -U and -S, where they stand: as strace does, before it is known what else is given. */
static void check_words(const struct options *o, const char *columns, const char *sort)
{
	struct sctrace_table_opts t = { .sz = sizeof(t), .columns = columns, .sort = sort };
	char why[256];

	if (sctrace_table_check(&t, why, sizeof(why)) < 0)
		options__usage_error(o, why);
}

static bool strace_option(struct options *o, int id)
{
	switch (id) {
	case OPT_COUNTS:
		o->stats.on = o->stats.strace_table = true;
		return true;
	case OPT_COUNTS_TOO:
		o->stats.strace_table = o->stats.lines_too = true;
		return true;
	case OPT_WALL:
		o->stats.wall = true;
		return true;
	case OPT_OVERHEAD:
		o->stats.overhead = duration(o);
		return true;
	case OPT_SORT:
		check_words(o, NULL, optarg);
		o->stats.sort = optarg;
		return true;
	case OPT_COLUMNS:
		check_words(o, optarg, NULL);
		o->stats.columns = optarg;
		return true;
	}
	return false;
}

/* Options that mean a summary by themselves. */
static void stats_option(struct options *o, int id, int argc, char **argv)
{
	struct stats_options *s = &o->stats;

	o->stats.on = true;
	switch (id) {
	case OPT_BY:
		add_keys(o, optarg);
		break;
	case OPT_TOP:
		set_top(o, argc, argv);
		break;
	case OPT_MAX_ROWS:
		s->max_rows = whole(o, "--max-rows", optarg);
		break;
	case OPT_HIST:
		s->hist = true;
		break;
	case OPT_PERCENTILES:
		s->percentiles = true;
		break;
	case OPT_INTERVAL:
		s->interval = seconds(o, "--interval", optarg);
		break;
	case OPT_COUNT:
		s->count = whole(o, "--count", optarg);
		break;
	case OPT_ERRNO_SUMMARY:
		s->errnos = true;
		break;
	case OPT_SUMMARY_MODE:
		set_mode(o, optarg);
		break;
	case OPT_MAX_SUMMARY:
		s->max = whole(o, "--max-summary", optarg);
		break;
	}
}

bool options__stats(struct options *o, int id, int argc, char **argv)
{
	if (strace_option(o, id))
		return true;
	if (id < OPT_BY || id > OPT_FORMAT)
		return false;
	if (id == OPT_FOR)
		o->stats.seconds = seconds(o, "--for", optarg);
	else if (id == OPT_FORMAT)
		set_format(o, optarg);
	else
		stats_option(o, id, argc, argv);
	return true;
}

void options__stats_check(struct options *o)
{
	struct stats_options *s = &o->stats;
	struct sctrace_table_opts t = { .sz = sizeof(t), .columns = s->columns, .sort = s->sort };
	int times;

	t.cpu_time = s->strace_table && !s->wall;
	times = sctrace_table_check(&t, NULL, 0);
	s->wall |= times == 1;
	s->wall_too = times == 2;
	if (options__by_args(o) && options__from_events(o) && options__kernel_table(o))
		options__usage_error(o, "--by of an argument, but of numbers that probes are given: not with --top "
					"without a number, --max-rows, --interval, --for");
	if (s->live && !isatty(STDOUT_FILENO)) {
		complain(o, "--top redraws a terminal; give it a number of rows (--top 20) when the output is none");
		exit(1);
	}
}

bool options__kernel_table(const struct options *o)
{
	return o->stats.live || o->stats.max_rows || o->stats.interval > 0 || o->stats.seconds > 0;
}

bool options__by_args(const struct options *o)
{
	for (const char *w = o->stats.by; w; w = strchr(w, ',')) {
		w += *w == ',';
		if (!strncmp(w, "arg", 3) || (!strncmp(w, "ret", 3) && (!w[3] || w[3] == ',')))
			return true;
	}
	return false;
}

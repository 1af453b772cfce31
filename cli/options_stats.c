// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_stats.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "util/number.h"

#define TIME_MAX_NS 1e18 /* more than any call takes */

/*
 * Parses the number of a time as strace does: decimal, and up to INT64_MAX if it has neither point nor exponent. Returns -1
 * if it is not a number.
 */
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

/* ---- strace's table ---- */

void option__overhead(struct options *o, const char *arg)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "", 1e3 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };
	char *end;
	double v = decimal(arg, &end);

	for (size_t i = 0; v >= 0 && end != arg && i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].unit)) {
			o->stats.overhead = (uint64_t)fmin(v * units[i].ns, TIME_MAX_NS);
			return;
		}
	options__invalid(o, arg);
}

void option__counts(struct options *o, const char *arg)
{
	o->stats.on = o->stats.strace_table = true;
}

void option__counts_too(struct options *o, const char *arg)
{
	o->stats.strace_table = o->stats.lines_too = true;
}

/* Returns whether a table of this kind has the columns of -U and can be sorted by -S; if not, why gets the message. */
static bool columns_ok(enum sctrace_table table, const char *columns, const char *sort, char *why, size_t size)
{
	struct sctrace_table_opts t = { .sz = sizeof(t), .table = table, .columns = columns, .sort = sort };

	return sctrace_table_check(&t, why, size) >= 0;
}

/* Refuses a word that no table has at once, as strace does: it is not known yet which table it is for. */
void option__sort(struct options *o, const char *column)
{
	char why[256];

	if (!columns_ok(SCTRACE_TABLE_STRACE, NULL, column, NULL, 0) &&
	    !columns_ok(SCTRACE_TABLE_BY, NULL, column, why, sizeof(why)))
		options__usage_error(o, why);
	o->stats.sort = column;
}

void option__columns(struct options *o, const char *columns)
{
	char why[256];

	if (!columns_ok(SCTRACE_TABLE_STRACE, columns, NULL, why, sizeof(why)))
		options__usage_error(o, why);
	o->stats.columns = columns;
}

/* ---- options that ask for a table ---- */

void option__by(struct options *o, const char *keys)
{
	char *by = o->stats.by;

	o->stats.on = true;
	if (!by) {
		o->stats.by = options__copy(o, keys);
		return;
	}
	by = options__more(o, by, strlen(by) + strlen(keys) + 2, 1);
	strcat(by, ",");
	o->stats.by = strcat(by, keys);
}

void option__summary_mode(struct options *o, const char *arg)
{
	_Static_assert(SCTRACE_GROUP_THREAD == 0 && SCTRACE_GROUP_TOTAL == 1 && SCTRACE_GROUP_CGROUP == 2,
		       "the order of the words");

	o->stats.on = true;
	o->stats.group = (enum sctrace_group)options__exact_word(o, arg);
}

void option__errno_summary(struct options *o, const char *arg)
{
	o->stats.on = o->stats.errnos = true;
}

void option__hist(struct options *o, const char *arg)
{
	o->stats.on = o->stats.hist = true;
}

void option__percentiles(struct options *o, const char *arg)
{
	o->stats.on = o->stats.percentiles = true;
}

void option__split(struct options *o, const char *arg)
{
	o->stats.on = o->stats.split = true;
}

void option__top_rows(struct options *o, const char *arg)
{
	o->stats.on = true;
	o->stats.top = options__count(o, arg);
}

void option__live(struct options *o, const char *arg)
{
	o->stats.on = o->stats.live = true;
}

void option__max_summary(struct options *o, const char *arg)
{
	o->stats.on = true;
	o->stats.max = options__count(o, arg);
}

void option__max_rows(struct options *o, const char *arg)
{
	o->stats.on = true;
	o->stats.max_rows = options__count(o, arg);
}

void option__interval(struct options *o, const char *arg)
{
	o->stats.on = true;
	o->stats.interval = (double)options__time(o, arg, NS_PER_S, NS_PER_S / 100) / NS_PER_S;
}

void option__count(struct options *o, const char *arg)
{
	o->stats.on = true;
	o->stats.count = options__count(o, arg);
}

void option__format(struct options *o, const char *arg)
{
	o->stats.json = options__exact_word(o, arg) == 0;
}

/* ---- what follows from all options ---- */

/* Returns whether --by has the key. */
static bool has_key(const struct options *o, const char *key)
{
	size_t len = strlen(key);

	for (const char *w = o->stats.by; w; w = strchr(w, ',')) {
		w += *w == ',';
		w += *w == '?';
		if (!strncmp(w, key, len) && (!w[len] || w[len] == ','))
			return true;
	}
	return !o->stats.by && !strcmp(key, "syscall");
}

/* Returns the letter of TOP_SORTS for the argument of -S, 0 for a column that the display does not sort by. */
static char live_sort(const char *sort)
{
	static const char *const words[] = {
		"c calls count calls/s ",   "t total time total-time time-total ",
		"a avg avg-time time-avg ", "m max max-time time-max ",
		"e errors error ",	    "n name syscall-name ",
	};
	char key[32];

	snprintf(key, sizeof(key), " %s ", sort);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(words[i], key))
			return *words[i];
	return 0;
}

/* Exits if -S has no column of the table that is printed. */
static void check_sort(struct options *o)
{
	struct stats_options *s = &o->stats;
	char why[256];

	if (s->strace_table && !columns_ok(SCTRACE_TABLE_STRACE, NULL, s->sort, why, sizeof(why)))
		options__usage_error(o, why);
	if (s->on && !s->strace_table && !has_key(o, s->sort) &&
	    !columns_ok(SCTRACE_TABLE_PERF, NULL, s->sort, why, sizeof(why)))
		options__usage_error(o, why);
	if (s->live)
		s->live_sort = live_sort(s->sort);
	if (!s->live_sort && s->live)
		options__usage_error(o, "-S: --top without a number sorts by calls, total, avg, max, errors or name");
	if (s->on && !s->split && option_words__find("system user runnable blocked", s->sort, strlen(s->sort)) >= 0)
		options__usage_error(o, "-S: the columns system, user, runnable and blocked need --time");
	/* the order needs the distribution */
	s->percentiles |= s->on && *s->sort == 'p' && strspn(s->sort + 1, "0123456789.");
}

void options__stats_check(struct options *o)
{
	struct stats_options *s = &o->stats;
	struct sctrace_table_opts t = {
		.sz = sizeof(t), .table = SCTRACE_TABLE_STRACE, .columns = s->columns, .sort = s->sort
	};
	int times;

	/* the probes of spans are in the recording */
	if (o->replay)
		o->nprobes = 0;
	options__metrics_check(o);
	if (s->split && options__by_args(o))
		options__usage_error(
			o, "--time: stacks and arguments as keys are made from events, which have no such times; "
			   "use the other keys of --by");
	s->live_sort = 't';
	if (s->sort)
		check_sort(o);
	if (!s->strace_table)
		t.sort = NULL;
	t.cpu_time = s->strace_table && !s->wall;
	times = sctrace_table_check(&t, NULL, 0);
	s->wall |= times == 1;
	s->wall_too = times == 2;
	if (s->live && !isatty(STDOUT_FILENO)) {
		complain(o,
			 "--top without a number redraws a terminal, but the output is not one: give a number of rows "
			 "(--top 20)");
		exit(1);
	}
}

const char *options__keys(const struct options *o)
{
	return o->stats.by || !o->stats.live ? o->stats.by : "comm,tid,syscall";
}

/* Returns whether the word of --by is a key that the kernel has for system calls. */
static bool is_kernel_key(const char *word, size_t len)
{
	static const char *const keys[] = {
		"func",
#define KEY(id, bit, kind, member, stat, events, name, ...) name,
#include "tables/keys.def"
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strlen(keys[i]) == len && !memcmp(keys[i], word, len))
			return strcmp(keys[i], "stack") != 0;
	return false;
}

bool options__by_args(const struct options *o)
{
	size_t len;

	if (o->stats.nspans)
		return true;
	for (const char *w = o->stats.by; w; w = w[len] ? w + len + 1 : NULL) {
		w += *w == '?';
		len = strcspn(w, ",");
		/* the result of a call is a key of the kernel's; that of a function is printed like an argument */
		if (len && (!is_kernel_key(w, len) || (options__probes(o) && len == 3 && !memcmp(w, "ret", 3))))
			return true;
	}
	return false;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options_help.h"
#include "options_names.h"
#include "options_rules.h"
#include "tips.h"
#include "util/number.h"

/* getopt_long() returns this plus the id for an option without a letter. */
#define NO_LETTER 256
#define COUNT_MAX 100000000

/* ---- arguments ---- */

void options__invalid(const struct options *o, const char *arg)
{
	complain(o, "invalid %s argument: '%s'", o->spelling, arg);
	options__try_help(o);
}

void options__bad(const struct options *o, const char *arg, const char *valid)
{
	complain(o, "invalid %s argument: '%s' (valid: %s)", o->spelling, arg, valid);
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

unsigned options__count(const struct options *o, const char *arg)
{
	unsigned long v;

	if (!options__is_number(arg, COUNT_MAX, &v) || !v)
		options__bad(o, arg, "a whole number above 0");
	return (unsigned)v;
}

uint64_t options__time(const struct options *o, const char *arg, uint64_t unit, uint64_t min)
{
	char valid[128], least[32] = "";
	uint64_t ns;

	if (number__time(arg, unit, &ns) && ns >= min)
		return ns;
	if (min >= NS_PER_MS)
		snprintf(least, sizeof(least), ", at least %ums", (unsigned)(min / NS_PER_MS));
	else if (min)
		snprintf(least, sizeof(least), ", more than 0");
	snprintf(valid, sizeof(valid), "a time such as 500ms, 1.5s, 10m or 2h%s; without a unit, %s", least,
		 unit == NS_PER_S ? "seconds" : "milliseconds");
	options__bad(o, arg, valid);
}

/* Prints that the argument is none of the words, and exits: in strace's words, or with those that are valid. */
static void __attribute__((noreturn)) refuse_word(const struct options *o, const char *arg)
{
	char valid[256] = "";
	const char *words = o->row->words, *w;
	size_t n, used = 0;

	if (o->row->strace)
		options__invalid(o, arg);
	while ((w = option_words__next(&words, &n)) && used < sizeof(valid))
		used += (size_t)snprintf(valid + used, sizeof(valid) - used, "%s%.*s", used ? ", " : "", (int)n, w);
	options__bad(o, arg, valid);
}

unsigned options__word(const struct options *o, const char *arg)
{
	int i = option_words__find_nocase(o->row->words, arg, strlen(arg));

	if (i < 0)
		refuse_word(o, arg);
	return (unsigned)i;
}

unsigned options__exact_word(const struct options *o, const char *arg)
{
	int i = option_words__find(o->row->words, arg, strlen(arg));

	if (i < 0)
		refuse_word(o, arg);
	return (unsigned)i;
}

/* ---- options that stand for others ---- */

void options__apply(struct options *o, int id, const char *arg)
{
	const struct option_row *row = &option_rows[id];

	while (row->set && arg && !strncmp(arg, "!!", 2) && arg[2])
		arg += 2;
	if (!row->alias)
		o->given[id]++;
	o->row = row;
	if (row->flag)
		*(bool *)((char *)o + row->flag) = true;
	if (row->text)
		*(const char **)((char *)o + row->text) = arg;
	if (row->call)
		row->call(o, arg);
}

void option__expr(struct options *o, const char *arg)
{
	size_t n = strcspn(arg, "=");

	for (int id = 1; id < OPT_IDS && arg[n]; id++)
		if (option_words__find(option_rows[id].expr, arg, n) >= 0) {
			/* the library parses the whole text of a probe, "ufunc=..." */
			options__apply(o, id, option_rows[id].classes & C_PROBE ? arg : arg + n + 1);
			return;
		}
	/* anything else is a set of calls */
	options__apply(o, OPT_TRACE, arg);
}

void option__s(struct options *o, const char *arg)
{
	options__apply(o, arg ? OPT_STRLEN : OPT_SUMMARY, arg);
}

void option__r(struct options *o, const char *arg)
{
	options__apply(o, OPT_RELATIVE, arg);
}

void option__t(struct options *o, const char *arg)
{
	options__apply(o, OPT_DURATIONS, arg);
}

void option__top(struct options *o, const char *arg)
{
	options__apply(o, arg ? OPT_TOP_ROWS : OPT_LIVE, arg);
}

void option__follow(struct options *o, const char *arg)
{
	if (o->follow) {
		options__apply(o, OPT_FF, NULL);
		options__apply(o, OPT_SEPARATELY, NULL);
	}
	o->follow = true;
}

void option__h(struct options *o, const char *arg)
{
	options__apply(o, OPT_HELP, NULL);
}

void option__help(struct options *o, const char *arg)
{
	/* strace's words */
	if (arg && strcmp(arg, "all"))
		options__usage_error(o, "option '--help' doesn't allow an argument");
	options__print_help(arg != NULL);
	exit(0);
}

/* ---- what follows from all options ---- */

/* Exits because there is neither a command nor a process, with the tip if --tips asks for one. */
static void nothing_to_trace(const struct options *o)
{
	if (o->start.tip == TIP_NONE)
		options__usage_error(o, "must have PROG [ARGS] or -p PID");
	tips__print(o);
	exit(0);
}

/* Prints the version and exits, whatever else is given, as strace does; but one pair of options is an error first. */
static void print_version(const struct options *o)
{
	if (o->given[OPT_COUNTS] && o->given[OPT_COUNTS_TOO])
		return;
	printf("sctrace %s\n", sctrace_version());
	exit(0);
}

static bool any_given(const struct options *o, enum option_class class)
{
	for (int id = 1; id < OPT_IDS; id++)
		if (o->given[id] && option_rows[id].classes & class)
			return true;
	return false;
}

static void check(struct options *o)
{
	bool pipe = o->output && (*o->output == '|' || *o->output == '!');

	o->given[OPT_PROG] = o->command != NULL;
	if (o->version)
		print_version(o);
	options__check_probes(o);
	options__check_first(o);
	options__startup_imply(o);
	if (!o->doctor && options__no_targets(o) && !o->stats.on && !any_given(o, C_SCOPE))
		nothing_to_trace(o);
	options__check_rules(o);
	options__daemon_check(o);
	if (pipe && o->separate)
		options__usage_error(o, "piping the output and -ff/--output-separately are mutually exclusive");
	if (!o->doctor && !o->why)
		options__stats_check(o);
	options__scope_signals(o);
	options__startup_warn(o);
	options__warn(o);
	o->separate = o->separate && o->output;
	options__filter_resolve(o);
	options__seccomp_warn(o);
}

/* ---- getopt_long() ---- */

/* Returns the value by which getopt_long() reports the option. */
static int getopt_value(int id)
{
	return option_rows[id].letter ? option_rows[id].letter : NO_LETTER + id;
}

static int id_of_value(int value)
{
	if (value >= NO_LETTER)
		return value - NO_LETTER;
	for (int id = 1; id < OPT_IDS; id++)
		if (option_rows[id].letter == value)
			return id;
	return OPT_NONE;
}

/* Makes getopt's string of letters. letters: at least 3 * OPT_IDS bytes */
static void make_letters(char *letters)
{
	*letters++ = '+';
	for (int id = 1; id < OPT_IDS; id++) {
		if (!option_rows[id].letter)
			continue;
		*letters++ = option_rows[id].letter;
		if (option_rows[id].arg != NO_ARG)
			*letters++ = ':';
		if (option_rows[id].arg > ARG)
			*letters++ = ':';
	}
	*letters = '\0';
}

/* Makes getopt_long()'s array of names, malloc'd with them. */
static struct option *make_long_options(const struct options *o)
{
	size_t n = 0, bytes = 0, len;
	struct option *longs, *to;
	const char *names, *name;
	char *text;

	for (int id = 1; id < OPT_IDS; id++)
		for (names = options__long(id); option_words__next(&names, &len); n++)
			bytes += len + 1;
	longs = to = options__more(o, NULL, (n + 1) * sizeof(*longs) + bytes, 1);
	text = (char *)(longs + n + 1);
	for (int id = 1; id < OPT_IDS; id++) {
		int arg = option_rows[id].arg == NUMBER_ARG ? optional_argument : (int)option_rows[id].arg;

		for (names = options__long(id); (name = option_words__next(&names, &len)); text += len + 1) {
			memcpy(text, name, len);
			text[len] = '\0';
			*to++ = (struct option){ text, arg, NULL, getopt_value(id) };
		}
	}
	*to = (struct option){};
	return longs;
}

/* True if the word is meant as a number: "64", "+1", "-1". The option's function checks whether it is a valid one. */
static bool looks_like_number(const char *s)
{
	s += strspn(s, " \t");
	s += *s == '-' || *s == '+';
	return *s && strspn(s, "0123456789") == strlen(s);
}

/* Parses the next option. Returns false if there is none. */
static bool parse_next(struct options *o, int argc, char **argv, const struct option *longs, const char *letters)
{
	int value, id, index = -1;
	const char *arg;

	if (optind < argc) {
		options__expand(o, &argv[optind]);
		options__check_name(o, argv[optind]);
	}
	value = getopt_long(argc, argv, letters, longs, &index);
	if (value == -1)
		return false;
	id = id_of_value(value);
	if (!id)
		options__try_help(o);
	if (index >= 0)
		snprintf(o->spelling, sizeof(o->spelling), "--%s", longs[index].name);
	else
		snprintf(o->spelling, sizeof(o->spelling), "-%c", option_rows[id].letter);
	arg = optarg;
	if (option_rows[id].arg == NUMBER_ARG && !arg && optind < argc && looks_like_number(argv[optind]))
		arg = argv[optind++];
	options__apply(o, id, arg);
	return true;
}

void options__parse(struct options *o, int argc, char **argv)
{
	char letters[3 * OPT_IDS];
	struct option *longs;

	*o = (struct options){ .name = argv[0] && *argv[0] ? argv[0] : "sctrace" };
	longs = make_long_options(o);
	make_letters(letters);
	while (parse_next(o, argc, argv, longs, letters))
		;
	free(longs);
	if (optind < argc)
		o->command = argv + optind;
	check(o);
	options_recording__note(o, argc, argv);
}

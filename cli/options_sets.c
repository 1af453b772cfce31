// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_sets.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sctrace.h"

struct word {
	const char *word;
	unsigned bit;
};

static void invalid(const struct options *o, const char *what, const char *word)
{
	complain(o, "invalid %s '%s'", what, word);
	exit(1);
}

static unsigned bit_of(const struct options *o, const char *what, const struct word *words, const char *word)
{
	for (; words->word; words++)
		if (!strcasecmp(words->word, word))
			return words->bit;
	invalid(o, what, word);
	return 0;
}

/* words: ended by one without a name */
static unsigned parse(const struct options *o, const char *what, const struct word *words, const char *set)
{
	bool not = *set == '!';
	char *list = strdup(set + not ), *save = NULL, *word;
	unsigned all = 0, bits = 0;

	for (const struct word *w = words; w->word; w++)
		all |= w->bit;
	if (!strcmp(set + not, "all")) {
		bits = all;
	} else if (strcmp(set + not, "none") != 0) {
		word = list ? strtok_r(list, ",", &save) : NULL;
		if (!word)
			invalid(o, what, set);
		for (; word; word = strtok_r(NULL, ",", &save))
			bits |= bit_of(o, what, words, word);
	}
	free(list);
	return not ? all & ~bits : bits;
}

void options__calls(const struct options *o, const char *set)
{
	static const char designator[] = "incorrect personality designator";
	char why[4096];

	if (!sctrace_trace_check(set, why, sizeof(why)))
		return;
	if (!strncmp(why, designator, strlen(designator)))
		options__usage_error(o, why);
	complain(o, "%s", why);
	exit(1);
}

void options__fdset(const struct options *o, const char *set)
{
	const char *rest = set + (*set == '!');
	char *list = options__copy(o, rest), *save = NULL, *word;
	unsigned long v;

	if (strcmp(rest, "all") && strcmp(rest, "none")) {
		word = strtok_r(list, ",", &save);
		if (!word)
			invalid(o, "descriptor", set);
		for (; word; word = strtok_r(NULL, ",", &save))
			if (!options__is_number(word, INT32_MAX, &v))
				invalid(o, "descriptor", word);
	}
	free(list);
}

void options__fds_more(struct options *o)
{
	o->format.fds = o->format.fds ? SCTRACE_FDS_ALL : SCTRACE_FDS_PATH;
}

void options__fds(struct options *o, const char *set)
{
	static const struct word words[] = {
		{ "path", SCTRACE_FDS_PATH },
		{ "socket", SCTRACE_FDS_SOCKET },
		{ "dev", SCTRACE_FDS_DEV },
		{ "pidfd", SCTRACE_FDS_PIDFD },
		{ "eventfd", SCTRACE_FDS_EVENTFD },
		{ "signalfd", SCTRACE_FDS_SIGNALFD },
		{},
	};

	o->format.fds = parse(o, "decode-fds", words, set);
}

void options__pids(struct options *o, const char *set)
{
	static const struct word words[] = { { "comm", SCTRACE_PIDS_COMM }, { "pidns", SCTRACE_PIDS_NS }, {} };

	o->format.pids = parse(o, "decode-pids", words, set);
}

void options__secontext(struct options *o, const char *set)
{
	static const struct word words[] = {
		{ "full", SCTRACE_SECONTEXT_FULL },
		{ "mismatch", SCTRACE_SECONTEXT_MISMATCH },
		{},
	};

	o->format.secontext = SCTRACE_SECONTEXT_TYPE | (set ? parse(o, "secontext", words, set) : 0);
}

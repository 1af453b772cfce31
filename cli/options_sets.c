// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_sets.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

/* .words of each set begins with these words, which cannot be combined with others */
static const char all_none[] = "all none ";

static void __attribute__((noreturn)) refuse_set_word(const struct options *o, const char *word)
{
	const char *name = o->row->expr;
	char hint[64];

	sctrace_nearest(word, o->row->words + strlen(all_none), hint, sizeof(hint));
	complain(o, "invalid %.*s '%s'%s", (int)strcspn(name, " "), name, word, hint);
	exit(1);
}

unsigned options__parse_set(const struct options *o, const char *set, const unsigned *bits)
{
	const char *words = o->row->words + strlen(all_none);
	bool not = *set == '!';
	char *list = options__copy(o, set + not ), *save = NULL, *word = strtok_r(list, ",", &save);
	unsigned all = 0, got = 0, i = 0;
	size_t n;

	for (const char *rest = words; option_words__next(&rest, &n);)
		all |= bits[i++];
	if (!strcmp(set + not, "all"))
		got = all;
	else if (strcmp(set + not, "none") && !word)
		refuse_set_word(o, set);
	else if (strcmp(set + not, "none"))
		for (; word; word = strtok_r(NULL, ",", &save)) {
			int at = option_words__find_nocase(words, word, strlen(word));

			if (at < 0)
				refuse_set_word(o, word);
			got |= bits[at];
		}
	free(list);
	return not ? all & ~got : got;
}

void options__check_calls(const struct options *o, const char *set)
{
	static const char designator[] = "incorrect personality designator";
	char why[4096];

	if (!sctrace_trace_check(set, why, sizeof(why)))
		return;
	if (!strncmp(why, designator, strlen(designator)))
		options__usage_error(o, why);
	options__refuse(o, why);
}

static void __attribute__((noreturn)) refuse_descriptor(const struct options *o, const char *word)
{
	complain(o, "invalid descriptor '%s'", word);
	exit(1);
}

void options__check_descriptors(const struct options *o, const char *set)
{
	const char *rest = set + (*set == '!');
	char *list = options__copy(o, rest), *save = NULL, *word;
	unsigned long v;

	if (strcmp(rest, "all") && strcmp(rest, "none")) {
		word = strtok_r(list, ",", &save);
		if (!word)
			refuse_descriptor(o, set);
		for (; word; word = strtok_r(NULL, ",", &save))
			if (!options__is_number(word, INT32_MAX, &v))
				refuse_descriptor(o, word);
	}
	free(list);
}

void option__decode_fds_more(struct options *o, const char *arg)
{
	o->format.fds = o->format.fds ? SCTRACE_FDS_ALL : SCTRACE_FDS_PATH;
}

void option__decode_fds(struct options *o, const char *set)
{
	static const unsigned bits[] = { SCTRACE_FDS_PATH,  SCTRACE_FDS_SOCKET,	 SCTRACE_FDS_DEV,
					 SCTRACE_FDS_PIDFD, SCTRACE_FDS_EVENTFD, SCTRACE_FDS_SIGNALFD };

	o->format.fds = options__parse_set(o, set ?: "path", bits);
}

void option__decode_pids_comm(struct options *o, const char *arg)
{
	o->format.pids |= SCTRACE_PIDS_COMM;
}

void option__decode_pids_ns(struct options *o, const char *arg)
{
	o->format.pids |= SCTRACE_PIDS_NS;
}

void option__decode_pids(struct options *o, const char *set)
{
	static const unsigned bits[] = { SCTRACE_PIDS_COMM, SCTRACE_PIDS_NS };

	o->format.pids = options__parse_set(o, set, bits);
}

void option__secontext(struct options *o, const char *set)
{
	static const unsigned bits[] = { SCTRACE_SECONTEXT_FULL, SCTRACE_SECONTEXT_MISMATCH };

	o->format.secontext = SCTRACE_SECONTEXT_TYPE | (set ? options__parse_set(o, set, bits) : 0);
}

/* Handles each -q of -q, -qq and -qqq. */
void option__quieter(struct options *o, const char *arg)
{
	if (!(o->quiet & SCTRACE_QUIET_ATTACH))
		o->quiet |= SCTRACE_QUIET_ATTACH | SCTRACE_QUIET_PERSONALITY;
	else if (!(o->quiet & SCTRACE_QUIET_EXIT))
		o->quiet |= SCTRACE_QUIET_EXIT;
	else
		o->quiet |= SCTRACE_QUIET_ALL;
}

void option__quiet(struct options *o, const char *set)
{
	static const unsigned bits[] = {
		SCTRACE_QUIET_ATTACH,	   SCTRACE_QUIET_EXIT,	      SCTRACE_QUIET_EXIT,	 QUIET_PATHS,
		SCTRACE_QUIET_PERSONALITY, SCTRACE_QUIET_THREAD_EXEC, SCTRACE_QUIET_THREAD_EXEC,
	};

	/* without a set it is -q, however often it is given */
	o->quiet = options__parse_set(o, set ?: "attach,personality", bits);
}

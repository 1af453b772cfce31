/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which options go together. */
#ifndef CLI_OPTIONS_RULES_H
#define CLI_OPTIONS_RULES_H

#include <stdbool.h>

#define NO_ARG no_argument
#define ARG required_argument
#define OPTIONAL_ARG optional_argument

enum option_id {
#define OPTION(id, letter, arg, twice) OPT_##id,
#include "options.def"
#undef OPTION
	OPT_PROG, /* the command */
	OPT_IDS,
};

enum {
	OPT_NAMES = 0
#define NAME(id, name, whose) +1
#include "names.def"
#undef NAME
};

/* Of enum option_id: a bit for each, of which there are more than 64. */
typedef unsigned __int128 option_set;

#define OPTION_BIT(id) ((option_set)1 << (id))
#define OPTION_SET(id) OPTION_BIT(OPT_##id)

/* Who is looked at: any of these will do without PROG and -p. */
#define SCOPES                                                                                                         \
	(OPTION_SET(ALL_CPUS) | OPTION_SET(CGROUP) | OPTION_SET(UID) | OPTION_SET(COMM) | OPTION_SET(FILTER_PIDS))

struct options;

/*
 * What is wrong with the set of options that were given, some of them twice: malloc'd, or NULL. help: strace's message
 * comes with a pointer to the help.
 */
char *options__wrong(option_set given, option_set twice, bool *help);
/* Prints a line for each option that has no effect, as strace does. */
void options__warn(const struct options *o);

#endif

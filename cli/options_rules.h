/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which options go together. */
#ifndef CLI_OPTIONS_RULES_H
#define CLI_OPTIONS_RULES_H

#include <stdint.h>

#define NO_ARG no_argument
#define ARG required_argument
#define OPTIONAL_ARG optional_argument

enum option_id {
#define OPTION(id, letter, name, arg, twice) OPT_##id,
#include "options.def"
#undef OPTION
	OPT_PROG, /* the command */
	OPT_IDS,
};

#define OPTION_SET(id) (1ull << OPT_##id)

struct options;

/* What is wrong with the set of options that were given, some of them twice: malloc'd, or NULL. */
char *options__wrong(uint64_t given, uint64_t twice);
/* Prints a line for each option that has no effect, as strace does. */
void options__warn(const struct options *o);

#endif

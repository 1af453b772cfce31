/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Long options by the beginning of their name. */
#ifndef CLI_OPTIONS_NAMES_H
#define CLI_OPTIONS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct options;

struct option_name {
	const char *name;
	int id;	     /* enum option_id */
	bool strace; /* strace has it, too; what it means there may differ: --summary */
};

/* The i-th of them all; NULL: there are no more. */
const struct option_name *options__name(size_t i);
/* What the option is called in a message: NULL if it has no long name. */
const char *options__long(int id);
/*
 * "--foll" becomes "--follow-forks" if that is the only option of strace's that begins so, whatever sctrace has more
 * of: who is used to strace types it. Exits with strace's message if there are several. Other words stay as they are.
 */
void options__expand(const struct options *o, char **word);

#endif

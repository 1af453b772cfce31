/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* strace's sets of words: "a,b", "none" or "all" alone, or a "!" and what is left over. */
#ifndef CLI_OPTIONS_SETS_H
#define CLI_OPTIONS_SETS_H

#include "options.h"

/* -y, -yy */
void options__fds_more(struct options *o);
/* Each exits with a message if it is no such set. */
void options__fds(struct options *o, const char *set);
/* What is shown of security contexts; NULL: the types. */
void options__secontext(struct options *o, const char *set);
void options__pids(struct options *o, const char *set);
/* Of calls, as -e trace= has them. */
void options__calls(const struct options *o, const char *set);
/* Descriptors: numbers. */
void options__fdset(const struct options *o, const char *set);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Long names of options, and their abbreviations. */
#ifndef CLI_OPTIONS_NAMES_H
#define CLI_OPTIONS_NAMES_H

#include <stddef.h>

struct options;

/* Returns the option's long names, separated by blanks, or NULL. */
const char *options__long(int id);
/*
 * Expands an abbreviation in *word: "--foll" becomes "--follow-forks" if that is the only option of strace's that begins
 * so, even if options that strace has not begin so, too. Exits with strace's message if several of strace's do. Other
 * words stay as they are.
 */
void options__expand(const struct options *o, char **word);
/* Exits with a message that has a similar name if no long option begins with this word. */
void options__check_name(const struct options *o, const char *word);

#endif

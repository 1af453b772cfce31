/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Checks which options can be given together. */
#ifndef CLI_OPTIONS_RULES_H
#define CLI_OPTIONS_RULES_H

#include <stdbool.h>

struct options;

/* Exits with a message if two options exclude each other whatever else is wrong. */
void options__check_first(const struct options *o);
/* Exits with a message if an option is given twice that may not be, excludes another one, or needs one. */
void options__check_rules(const struct options *o);
/* Prints a line for each option that has no effect, as strace does. */
void options__warn(const struct options *o);

#endif

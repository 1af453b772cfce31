/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --help */
#ifndef CLI_OPTIONS_HELP_H
#define CLI_OPTIONS_HELP_H

#include <stdbool.h>

/* Prints all options, or the usual ones, in lines of at most 79 columns. */
void options__print_help(bool all);

#endif

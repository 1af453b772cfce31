/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --help */
#ifndef CLI_OPTIONS_HELP_H
#define CLI_OPTIONS_HELP_H

/* Prints all options, in lines of at most 79 columns. */
void options__print_help(void);

#endif

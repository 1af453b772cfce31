/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Prints strings that come from others, such that no byte acts on a terminal. */
#ifndef CLI_PRINT_H
#define CLI_PRINT_H

#include <stdio.h>

/* Prints a name: a backslash and bytes that are not printable ASCII become \OOO. */
void print__name(FILE *f, const char *s);
/* Prints ', "key": "s"'. In the value, a byte outside of ASCII becomes \xHH, and a backslash two. NULL: nothing. */
void print__json_string(FILE *f, const char *key, const char *s);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* strace's -e inject= and -e fault=. */
#ifndef CLI_OPTIONS_INJECT_H
#define CLI_OPTIONS_INJECT_H

#include <stdbool.h>

struct options;

/* Exits: with what strace says of a wrong argument, or that no call is ever changed, and what does it. */
void options__inject(const struct options *o, const char *arg, bool fault) __attribute__((noreturn));

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Matches patterns with *, ? and [a-z] against bytes of a traced process, which cannot make it take exponential time.
 */
#ifndef SCT_GLOB_H
#define SCT_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether the n bytes at s match the pattern. * matches any bytes, also '/'; \ quotes the next character. */
bool glob__match(const char *pattern, const char *s, size_t n);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Writes the values of JSON that need care: strings of any bytes, 64-bit integers, times. */
#ifndef SCT_JSON_UTIL_H
#define SCT_JSON_UTIL_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * Appends n bytes as a JSON string with its quotation marks, from which the bytes can be recovered: a byte outside of
 * valid UTF-8 becomes \xHH, and a backslash two of them (as characters of the string's value). Controls and
 * characters that change the direction of text become \u escapes, so that no terminal acts on them.
 */
void json__string(struct buf *b, const void *p, size_t n);

/* Append a number, or a string of its digits if a double cannot hold it. */
void json__uint(struct buf *b, uint64_t v);
void json__int(struct buf *b, int64_t v);

/*
 * Appends nanoseconds since 1970 as "2026-11-22T18:06:46.123456789Z", or null if the year has more than four digits.
 */
void json__time(struct buf *b, uint64_t ns);

#endif

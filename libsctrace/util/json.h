/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* JSON's pieces that are not obvious: strings of any bytes, integers of 64 bits. */
#ifndef SCT_JSON_UTIL_H
#define SCT_JSON_UTIL_H

#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * n bytes as a JSON string, with its quotation marks, from which they can be
 * had back: a byte that is not part of valid UTF-8 becomes \xHH, and a
 * backslash two (both as characters of the string's value). Controls and what
 * changes the direction of writing are \u escapes, so that no terminal acts on them.
 */
void json__string(struct buf *b, const void *p, size_t n);

/* A number, or where a double does not hold it, a string of its digits. */
void json__uint(struct buf *b, uint64_t v);
void json__int(struct buf *b, int64_t v);

/* Nanoseconds since 1970 as a string: "2026-11-22T18:06:46.123456789Z". null if the year has more than four digits. */
void json__time(struct buf *b, uint64_t ns);

#endif

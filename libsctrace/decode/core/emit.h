/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Values that take several operations of the sink, for all decoders. */
#ifndef SCT_EMIT_H
#define SCT_EMIT_H

#include "decode/core/call.h"

/* Emits a buffer of n bytes as a string; the cursor has the first ones. */
void decode_bytes(struct out *o, const struct call *c, struct rd *r, uint64_t n);
/*
 * Returns true if the cursor has enough of n bytes to emit them as a string. If the rest could not be read, it must
 * have more than the sink shows.
 */
bool decode_suffices(const struct out *o, const struct rd *r, uint64_t n);
/*
 * Call it before element i of a list, which has size bytes at the cursor. If the sink shows no more elements, or the
 * element is missing, marks the end of the list and returns false.
 */
bool decode_element(struct out *o, const struct rd *r, uint64_t i, size_t size);
/*
 * Like decode_element(), for lists that are never shortened. If the element is missing, marks the end of the list and
 * returns true.
 */
bool decode_short(struct out *o, const struct rd *r, size_t size);
/*
 * Emits a captured C string. A capture that cuts a string still ends it with a NUL; a string without a NUL was cut
 * because the record had no room. path: emit all of it.
 */
void decode_cstring(struct out *o, const struct call *c, struct rd *r, bool path);
/* Emits makedev(major, minor). */
void decode_dev(struct out *o, uint64_t dev);
/*
 * Emits "2026-11-21T23:30:27.237023648+0000" as a comment. frac: fraction of the second, a number of `digits` digits;
 * digits 0: no fraction.
 */
void decode_date(struct out *o, int64_t sec, int64_t frac, int digits);
/* Emits bytes [from, to) of a struct, which no row describes, unless all of them are 0. */
void decode_tail(struct out *o, const struct call *c, struct rd *r, uint64_t from, uint64_t to);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Values that no single call of the sink makes, for all decoders. */
#ifndef SCT_EMIT_H
#define SCT_EMIT_H

#include "decode/core/call.h"

/* Quoted buffer of n bytes, of which the cursor holds the first ones. */
void decode_bytes(struct out *o, const struct call *c, struct rd *r, uint64_t n);
/* Is there enough of n bytes to be quoted? Where not all can be read: what is shown, and a byte that tells of more. */
bool decode_suffices(const struct out *o, const struct rd *r, uint64_t n);
/*
 * Before element i of a list, of size bytes: the cursor is there. False where the
 * list ends early: it has been marked so.
 */
bool decode_element(struct out *o, const struct rd *r, uint64_t i, size_t size);
/* Likewise, where the list is never shortened: true if it ends here. */
bool decode_short(struct out *o, const struct rd *r, size_t size);
/*
 * A captured C string: the NUL is its last byte, seen or put there by the cut. One without was cut where a record had no
 * room for more. path: not shortened.
 */
void decode_cstring(struct out *o, const struct call *c, struct rd *r, bool path);
/* makedev(major, minor) */
void decode_dev(struct out *o, uint64_t dev);
/* "2026-11-21T23:30:27.237023648+0000" as a comment; frac: part of a second in digits, 0: none. */
void decode_date(struct out *o, int64_t sec, int64_t frac, int digits);
/* Bytes from..to of a struct that is longer than its rows; emits nothing if they are all 0. */
void decode_tail(struct out *o, const struct call *c, struct rd *r, uint64_t from, uint64_t to);

#endif

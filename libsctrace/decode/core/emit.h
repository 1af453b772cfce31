/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Values that take several operations of the sink, for all decoders. */
#ifndef SCT_EMIT_H
#define SCT_EMIT_H

#include "decode/core/call.h"

/* Emits a quoted buffer of n bytes, of which the cursor holds the first ones. */
void decode_bytes(struct out *o, const struct call *c, struct rd *r, uint64_t n);
/*
 * Returns true if the cursor has enough of n bytes to be quoted: all, or, if memory ended, what is shown and one byte
 * more.
 */
bool decode_suffices(const struct out *o, const struct rd *r, uint64_t n);
/*
 * Call it before element i of a list, of size bytes, where the cursor is. Returns false if the list ends early, after
 * marking that.
 */
bool decode_element(struct out *o, const struct rd *r, uint64_t i, size_t size);
/* For lists that are never shortened. Returns true if the list ends here, after marking that. */
bool decode_short(struct out *o, const struct rd *r, size_t size);
/*
 * Emits a captured C string, whose last byte is a NUL, its own or the one put there when it was cut. Without a NUL it
 * was cut because the record had no room. path: print all of it.
 */
void decode_cstring(struct out *o, const struct call *c, struct rd *r, bool path);
/* makedev(major, minor) */
void decode_dev(struct out *o, uint64_t dev);
/*
 * Emits "2026-11-21T23:30:27.237023648+0000" as a comment. frac: fraction of the second, with so many digits; 0:
 * none.
 */
void decode_date(struct out *o, int64_t sec, int64_t frac, int digits);
/* Emits bytes from..to of a struct that is longer than its rows, unless all of them are 0. */
void decode_tail(struct out *o, const struct call *c, struct rd *r, uint64_t from, uint64_t to);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Emits the structs of tables/structs/. */
#ifndef SCT_DECODE_STRUCT_H
#define SCT_DECODE_STRUCT_H

#include "decode/core/call.h"
#include "lookup/layout.h"
#include "lookup/struct.h"

/* FIELD_FN(name): field_name() emits a member's value; r: the whole struct. */
typedef void field_fn(struct out *o, const struct call *c, const struct field *f, const struct rd *r);
/* COND_FN(name): cond_name() returns whether the next row counts. */
typedef bool cond_fn(const struct call *c, const struct rd *r);

#define FIELD_FN(f) field_fn field_##f;
#define COND_FN(f) cond_fn cond_##f;
#include "tables/functions.def"

/* ---- for the functions above ---- */

/* Returns a number of the struct; missing bytes are 0. */
uint64_t struct__number(const struct rd *r, size_t off, unsigned size);
/* Returns a cursor from an offset on; empty if the offset is beyond the end. */
struct rd struct__part(const struct rd *r, size_t off);
/*
 * The member's offset in the call's ABI, its value, signed or unsigned, and the value of the member that the row
 * names by OF() or COUNTED().
 */
size_t field_off(const struct call *c, const struct field *f);
uint64_t field_value(const struct call *c, const struct field *f, const struct rd *r);
int64_t field_signed(const struct call *c, const struct field *f, const struct rd *r);
uint64_t field_count(const struct call *c, const struct field *f, const struct rd *r);
/* Finds the memory that the member points to. Returns false if not all of it was captured: print the address then. */
bool field_pointed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/*
 * As field_pointed(), but also succeeds with only its beginning, where the rest could not be read: in->ends is set
 * then.
 */
bool field_partly(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* As field_partly(), at AT_ENTER or AT_EXIT whatever the direction of the row. */
bool field_partly_when(const struct call *c, const struct field *f, const struct rd *r, int when, struct rd *in);
/*
 * Emits the iovecs that the member leads to in place of bytes (the row's OR_IOVS), at AT_ENTER or AT_EXIT. total:
 * bytes that are valid in all of them together.
 */
void field_iovs_when(struct out *o, const struct call *c, const struct field *f, const struct rd *r, int when,
		     uint64_t total);
/* Finds a list that the member points to, or its first elements, where the rest could not be read. */
bool field_listed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* bits of an ioctl request's number that have the bytes of its struct, after a shift */
#define IOC_SIZEMASK 0x3fff

/* Returns any member of a struct that is the same in all ABIs. */
#define MEMBER(r, t, m) struct__number(r, offsetof(struct lp64_##t, m), sizeof(((struct lp64_##t *)0)->m))

/* ---- structs ---- */

/* Emits one struct. answer: the struct after the call; NULL: not known. */
void struct__emit(struct out *o, const struct call *c, enum sct_type type, const struct rd *r, const struct rd *answer);
/* Emits a struct that a pointer leads to: a number is in brackets. */
void struct__emit_pointed(struct out *o, const struct call *c, enum sct_type type, const struct rd *r);
/* Emits n elements, of which the cursor holds the first ones; shortened unless verbose. */
void struct__emit_array(struct out *o, const struct call *c, enum sct_type type, struct rd *r, uint64_t n);
/* Finds the argument's struct as it was before or after the call. Returns false if it is not known. */
bool struct__of(const struct call *c, unsigned reg, int when, struct rd *r);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Emits the structs of tables/structs/. */
#ifndef SCT_DECODE_STRUCT_H
#define SCT_DECODE_STRUCT_H

#include "decode/core/call.h"
#include "lookup/layout.h"
#include "lookup/struct.h"

/* FIELD_FN(name): emits the member's value; r: the whole struct. */
typedef void field_fn(struct out *o, const struct call *c, const struct field *f, const struct rd *r);
/* COND_FN(name): whether the next row counts. */
typedef bool cond_fn(const struct call *c, const struct rd *r);

#define FIELD_FN(f) field_fn field_##f;
#define COND_FN(f) cond_fn cond_##f;
#include "tables/functions.def"

/* ---- for these functions ---- */

/* A number of the struct; bytes that are not there are 0. */
uint64_t struct__number(const struct rd *r, size_t off, unsigned size);
/* What lies from an offset on; nothing, if that is after the end. */
struct rd struct__part(const struct rd *r, size_t off);
/* Where the member is in the call's ABI, its number, and that of the member that the row names by OF() or COUNTED(). */
size_t field_off(const struct call *c, const struct field *f);
uint64_t field_value(const struct call *c, const struct field *f, const struct rd *r);
int64_t field_signed(const struct call *c, const struct field *f, const struct rd *r);
uint64_t field_count(const struct call *c, const struct field *f, const struct rd *r);
/* What the member points to; false: it was not captured, print the address. */
bool field_pointed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* Likewise, and where not all of it could be read its beginning: in->ends tells. */
bool field_partly(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* Likewise at AT_ENTER or AT_EXIT, whatever the direction of the row. */
bool field_partly_when(const struct call *c, const struct field *f, const struct rd *r, int when, struct rd *in);
/*
 * The iovecs that it leads to in place of bytes (the row's OR_IOVS), as they were at AT_ENTER or AT_EXIT; total: bytes
 * that count in all of them together.
 */
void field_iovs_when(struct out *o, const struct call *c, const struct field *f, const struct rd *r, int when,
		     uint64_t total);
/* Likewise a list that it points to: the first elements, where those after them could not be read. */
bool field_listed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* Any member of a struct that is the same in all ABIs. */
/* Bytes of the struct that the number of an ioctl's request has. */
#define IOC_SIZEMASK 0x3fff

#define MEMBER(r, t, m) struct__number(r, offsetof(struct lp64_##t, m), sizeof(((struct lp64_##t *)0)->m))

/* ---- structs ---- */

/* One struct; answer: what it is after the call, NULL: not known. */
void struct__emit(struct out *o, const struct call *c, enum sct_type type, const struct rd *r, const struct rd *answer);
/* Likewise where a pointer leads to it: a number is in brackets. */
void struct__emit_pointed(struct out *o, const struct call *c, enum sct_type type, const struct rd *r);
/* n elements, of which the cursor holds the first ones; shortened unless verbose. */
void struct__emit_array(struct out *o, const struct call *c, enum sct_type type, struct rd *r, uint64_t n);
/* The argument's struct as it was before the call, or after it: false where it is not known. */
bool struct__of(const struct call *c, unsigned reg, int when, struct rd *r);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Emits the structs of tables/structs/. */
#ifndef SCT_DECODE_STRUCT_H
#define SCT_DECODE_STRUCT_H

#include "decode/core/call.h"
#include "lookup/layout.h"
#include "lookup/struct.h"

/* field_NAME() emits the value of member f (FIELD_FN(NAME)); r: the whole struct. */
typedef void field_fn(struct out *o, const struct call *c, const struct field *f, const struct rd *r);
/* cond_NAME() returns whether the next row is shown (COND_FN(NAME)). */
typedef bool cond_fn(const struct call *c, const struct rd *r);

#define FIELD_FN(f) field_fn field_##f;
#define COND_FN(f) cond_fn cond_##f;
#include "tables/functions.def"

/* ---- for the functions above ---- */

/* Returns the number of size bytes at an offset of the struct; missing bytes are 0. */
uint64_t struct__number(const struct rd *r, size_t off, unsigned size);
/* Returns a cursor at an offset of the struct, which is empty if the offset is beyond the end. */
struct rd struct__part(const struct rd *r, size_t off);
/*
 * Return a member's offset in the call's ABI; its value, unsigned or signed; and the value of the member that its row
 * names by OF() or COUNTED().
 */
size_t field_off(const struct call *c, const struct field *f);
uint64_t field_value(const struct call *c, const struct field *f, const struct rd *r);
int64_t field_signed(const struct call *c, const struct field *f, const struct rd *r);
uint64_t field_count(const struct call *c, const struct field *f, const struct rd *r);
/* Finds the memory that the member points to. Returns false if any of it is missing: print the address then. */
bool field_pointed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* Like field_pointed(), but also succeeds, with in->ends set, if only the beginning of the memory could be read. */
bool field_partly(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* Like field_partly(), with memory from `when` (AT_ENTER or AT_EXIT) instead of the row's direction. */
bool field_partly_when(const struct call *c, const struct field *f, const struct rd *r, int when, struct rd *in);
/*
 * Emits the iovecs that a member points to if it does not point to bytes (OR_IOVS in its row). when: AT_ENTER or
 * AT_EXIT. total: sum of the valid bytes in their buffers.
 */
void field_iovs_when(struct out *o, const struct call *c, const struct field *f, const struct rd *r, int when,
		     uint64_t total);
/* Finds the list that the member points to, or its first elements if the rest could not be read. */
bool field_listed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in);
/* mask of the struct's size in an ioctl request's number, after a shift by 16 */
#define IOC_SIZEMASK 0x3fff

/* Returns member m of a struct t that has the same layout in all ABIs. */
#define MEMBER(r, t, m) struct__number(r, offsetof(struct lp64_##t, m), sizeof(((struct lp64_##t *)0)->m))

/* ---- structs ---- */

/* Emits one struct. answer: the struct after the call, or NULL if it is not known. */
void struct__emit(struct out *o, const struct call *c, enum sct_type type, const struct rd *r, const struct rd *answer);
/* Emits a struct that a pointer leads to. A single number is put in brackets. */
void struct__emit_pointed(struct out *o, const struct call *c, enum sct_type type, const struct rd *r);
/* Emits n elements, of which the cursor has the first ones; the sink may shorten the list. */
void struct__emit_array(struct out *o, const struct call *c, enum sct_type type, struct rd *r, uint64_t n);
/* Finds the argument's struct as it was before or after the call. Returns false if it is not known. */
bool struct__of(const struct call *c, unsigned reg, int when, struct rd *r);

#endif

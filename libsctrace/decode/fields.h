/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Structs as data: what ioctls point to, and what bpf() answers, is described in
 * tables/structs/, a row per field in the order of printing, and one function
 * prints them all.
 *
 *	STRUCT_BEGIN(rtc_pll_info)
 *	M_INT(pll_ctrl, 0, 4)
 *	...
 *	STRUCT_END(rtc_pll_info)
 *
 * Offsets are those of all ABIs: an ioctl whose struct has words in it has
 * another number for 32-bit programs, and no row.
 */
#ifndef SCT_DECODE_FIELDS_H
#define SCT_DECODE_FIELDS_H

#include "decode/call.h"

struct field;

/* Emits the field's value; r: the whole struct. */
typedef void field_fn(struct out *o, const struct call *c, const struct field *f, const struct rd *r);

enum field_kind {
	FIELD_INT,
	FIELD_UINT,
	FIELD_HEX,
	FIELD_ADDR,
	FIELD_FLAGS,
	FIELD_SYM,
	FIELD_NAMED, /* a name of .flags, or decimal */
	FIELD_STR,   /* .n bytes with a C string in them */
	FIELD_SUB,   /* another struct: .sub */
	FIELD_BY,    /* by a function: .fn */
	/* no fields of the struct */
	FIELD_MORE,    /* ... */
	FIELD_ANSWER,  /* what follows is after the call, and not shown if that failed */
	FIELD_BECOMES, /* likewise, in a struct of its own: } => { */
};

/* field.mark */
#define F_WASZERO 0x01	/* only if it was 0 before the call */
#define F_NONZERO 0x02	/* only if a byte of it is not 0 */
#define F_VERBOSE 0x04	/* only with -v */
#define F_BRIEF 0x08	/* only without */
#define F_WHOLE 0x10	/* an array that is never shortened */
#define F_LIST 0x20	/* an array, .count of .n at most */
#define F_AFTER 0x40	/* behind an arrow: the value before it, after the call */
#define F_FAILED 0x80	/* only if there is no answer */
#define F_CHANGES 0x100 /* a number: as it was before the call, and behind an arrow after it, if that is another */

struct field {
	const char *name; /* NULL: a value without a name */
	uint8_t kind;	  /* enum field_kind */
	uint8_t size;	  /* bytes of a number */
	uint16_t mark;	  /* F_* */
	uint16_t off, n;
	uint16_t least; /* only if the struct has so many bytes */
	struct {
		uint16_t off;
		uint8_t size; /* 0: .n is the number */
	} count;
	struct {
		uint16_t off;
		uint8_t size; /* 0: always */
		bool unless;
		uint64_t mask, value;
	} cond;
	const struct sct_flags *flags;
	const struct desc *sub;
	field_fn *fn;
	bool (*holds)(const struct call *c, const struct rd *r); /* in addition; NULL: always */
};

#define GROUP_NONE (-1) /* one value, no braces */

struct desc {
	const struct field *fields;
	size_t n;
	uint16_t size; /* of an element in an array; of a struct with one behind it */
	int8_t group;  /* enum out_group */
};

#define M_FIELD(f, k, o, s, ...) { .name = f, .kind = k, .off = o, .size = s, __VA_ARGS__ },
#define M_INT(f, o, s, ...) M_FIELD(#f, FIELD_INT, o, s, __VA_ARGS__)
#define M_UINT(f, o, s, ...) M_FIELD(#f, FIELD_UINT, o, s, __VA_ARGS__)
#define M_HEX(f, o, s, ...) M_FIELD(#f, FIELD_HEX, o, s, __VA_ARGS__)
#define M_ADDR(f, o, ...) M_FIELD(#f, FIELD_ADDR, o, 8, __VA_ARGS__)
#define M_FLAGS(f, o, s, t, ...) M_FIELD(#f, FIELD_FLAGS, o, s, .flags = &flags_##t, __VA_ARGS__)
#define M_SYM(f, o, s, t, ...) M_FIELD(#f, FIELD_SYM, o, s, .flags = &flags_##t, __VA_ARGS__)
#define M_NAMED(f, o, s, t, ...) M_FIELD(#f, FIELD_NAMED, o, s, .flags = &flags_##t, __VA_ARGS__)
#define M_STR(f, o, bytes, ...) M_FIELD(#f, FIELD_STR, o, 1, .n = bytes, __VA_ARGS__)
#define M_SUB(f, o, d, ...) M_FIELD(#f, FIELD_SUB, o, 0, .sub = &desc_##d, __VA_ARGS__)
#define M_BY(f, o, s, g, ...) M_FIELD(#f, FIELD_BY, o, s, .fn = field_##g, __VA_ARGS__)
#define M_MORE(...) M_FIELD(NULL, FIELD_MORE, 0, 0, __VA_ARGS__)
#define M_ANSWER(...) M_FIELD(NULL, FIELD_ANSWER, 0, 0, __VA_ARGS__)
#define M_BECOMES(...) M_FIELD(NULL, FIELD_BECOMES, 0, 0, __VA_ARGS__)
/* Values without a name: of arrays at the top. */
#define M_ITEM(k, o, s, ...) M_FIELD(NULL, FIELD_##k, o, s, __VA_ARGS__)

#define MARK(m) .mark = (m)
#define COUNTED(m, most, o, s) .mark = F_LIST | (m), .n = most, .count = { o, s }
#define TIMES(m, most) .mark = F_LIST | (m), .n = most
/* In addition: printed only if the s bytes at o, masked, are v. */
#define IF(o, s, m, v) .cond = { o, s, false, m, v }
#define UNLESS(o, s, m, v) .cond = { o, s, true, m, v }
/* In addition: printed only if the struct is longer than that. */
#define LONGER(bytes) .least = (bytes) + 1

#define STRUCT_BEGIN(t) static const struct field fields_##t[] = {
#define STRUCT_END(t) STRUCT_DESC(t, OUT_STRUCT, 0)
#define ELEMENT_END(t, bytes) STRUCT_DESC(t, OUT_STRUCT, bytes)
#define ARRAY_END(t) STRUCT_DESC(t, OUT_ARRAY, 0)
#define VALUE_END(t) STRUCT_DESC(t, GROUP_NONE, 0)
#define STRUCT_DESC(t, g, bytes)                                                                                       \
	}                                                                                                              \
	;                                                                                                              \
	const struct desc desc_##t = {                                                                                 \
		.fields = fields_##t,                                                                                  \
		.n = sizeof(fields_##t) / sizeof(fields_##t[0]),                                                       \
		.size = bytes,                                                                                         \
		.group = g,                                                                                            \
	};

#define TYPE(t, x86_64, i386, arm64) extern const struct desc desc_##t;
#include "tables/types/ioctl.def"
#undef TYPE

/* A number of the struct; bytes that are not there are 0. */
uint64_t field_number(const struct rd *r, size_t off, unsigned size);
/* What lies from an offset on; nothing, if that is behind the end. */
struct rd field_part(const struct rd *r, size_t off);
/* One struct; answer: what it is after the call, NULL: not known. */
void fields__emit(struct out *o, const struct call *c, const struct desc *d, const struct rd *r,
		  const struct rd *answer);
/* n elements, of which the cursor holds the first ones; shortened unless verbose. */
void fields__emit_array(struct out *o, const struct call *c, const struct desc *d, struct rd *r, uint64_t n);
/* The argument's struct as it was before the call, or after it: false where it is not known. */
bool fields__of(const struct call *c, unsigned reg, int when, struct rd *r);

/* of many tables */
field_fn field_device, field_uuid, field_timestamp;

#endif

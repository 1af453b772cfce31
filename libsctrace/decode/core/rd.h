/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A cursor over captured bytes. A read past the end returns 0 and sets bad, so that a decoder reads all its fields
 * first and checks once. The bytes come from the traced process and are not trusted.
 */
#ifndef SCT_RD_H
#define SCT_RD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct rd {
	const uint8_t *start, *p, *end;
	uint8_t word; /* bytes of a long in the traced process: 4 or 8 */
	bool bad;
	bool ends; /* the memory after end could not be read */
	/* position of start in an argument's memory, by which the targets of pointers are found (core/struct.c) */
	uint8_t arg;	/* 1 + register; 0: in no argument's memory */
	uint16_t at;	/* offset in the argument's struct, or in the struct of via */
	uint16_t via;	/* 1 + number of the pointer that leads to the struct (SCT_PART_NEST); 0: none */
	uint32_t lacks; /* netlink only: number of bytes after end that could not be read */
	uint64_t addr;	/* address of start in the traced process, for lists and strings; 0: not known */
};

static inline struct rd rd_make(const void *p, size_t n, unsigned word)
{
	/* pointer arithmetic on an empty cursor needs a non-NULL pointer */
	if (!p)
		p = "";
	return (struct rd){ .start = p, .p = p, .end = (const uint8_t *)p + n, .word = word };
}

static inline size_t rd_left(const struct rd *r)
{
	return r->end - r->p;
}

static inline void rd_bytes(struct rd *r, void *to, size_t n)
{
	if (rd_left(r) < n) {
		r->bad = true;
		r->p = r->end;
		memset(to, 0, n);
		return;
	}
	memcpy(to, r->p, n);
	r->p += n;
}

/* Skips padding before a member that is aligned to n bytes. */
static inline void rd_align(struct rd *r, size_t n)
{
	size_t off = (size_t)(r->p - r->start) % n;

	if (off && rd_left(r) >= n - off)
		r->p += n - off;
	else if (off)
		r->p = r->end;
}

static inline void rd_skip(struct rd *r, size_t n)
{
	if (rd_left(r) < n) {
		r->bad = true;
		n = rd_left(r);
	}
	r->p += n;
}

#define RD_FIELD(name, type)                                                                                           \
	static inline type rd_##name(struct rd *r)                                                                     \
	{                                                                                                              \
		type v;                                                                                                \
		rd_bytes(r, &v, sizeof(v));                                                                            \
		return v;                                                                                              \
	}
RD_FIELD(u8, uint8_t)
RD_FIELD(u16, uint16_t)
RD_FIELD(u32, uint32_t)
RD_FIELD(u64, uint64_t)
RD_FIELD(i16, int16_t)
RD_FIELD(i32, int32_t)
RD_FIELD(i64, int64_t)
#undef RD_FIELD

/* Reads a long or unsigned long (pointers, size_t) of the traced process, aligned. */
static inline int64_t rd_long(struct rd *r)
{
	rd_align(r, r->word);
	return r->word == 8 ? rd_i64(r) : rd_i32(r);
}

static inline uint64_t rd_ulong(struct rd *r)
{
	rd_align(r, r->word);
	return r->word == 8 ? rd_u64(r) : rd_u32(r);
}

#endif

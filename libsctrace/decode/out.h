/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What decoders emit: typed values, never text. A sink (text, json) supplies
 * the operations. Separators, quoting and braces are the sink's business.
 */
#ifndef SCT_OUT_H
#define SCT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/flags.h"

enum out_style { OUT_DEC, OUT_UDEC, OUT_HEX, OUT_OCT, OUT_ADDR, OUT_MODE, OUT_HEX0 };

enum out_group {
	OUT_STRUCT, /* {a=1, b=2} */
	OUT_ARRAY,  /* [1, 2] */
	OUT_SET,    /* [A B]: signal and descriptor sets; values apart by a blank */
	OUT_NOTSET, /* ~[A B] */
	OUT_CALL,   /* name(1, 2): makedev(0x8, 0x1), htons(80) */
	OUT_BITS,   /* A|B: parts of one word that are decoded apart */
	OUT_MAP,    /* {{..}, {..}} without names, "key=value" pairs are fields */
};

/* out_str flags */
#define OUT_STR_CUT 0x1	  /* more bytes than are given: "..."... */
#define OUT_STR_PATH 0x2  /* never shortened */
#define OUT_STR_NUL 0x4	  /* a C string whose NUL was seen */
#define OUT_STR_HEX 0x8	  /* \x.. throughout */
#define OUT_STR_ZERO 0x10 /* the last byte is a NUL: it, and CUT, are said in \x.. only */

struct out;

struct out_ops {
	void (*integer)(struct out *, uint64_t v, enum out_style);
	void (*symbol)(struct out *, const struct sct_flags *, uint64_t v, bool enumeration);
	void (*name)(struct out *, const char *name, uint64_t v); /* one known constant */
	void (*string)(struct out *, const void *p, size_t n, unsigned flags);
	void (*open)(struct out *, enum out_group, const char *name);
	void (*close)(struct out *, enum out_group);
	void (*field)(struct out *, const char *name); /* name of the next value */
	void (*more)(struct out *);		       /* what follows is left out: ... */
	void (*becomes)(struct out *);		       /* next value is the one after the call: => */
	void (*comment)(struct out *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
	void (*text)(struct out *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
};

/* First member of a sink's own struct. */
struct out {
	const struct out_ops *ops;
};

/* -- values -- */
static inline void out_int(struct out *o, int64_t v) /* 5 -5 */
{
	o->ops->integer(o, (uint64_t)v, OUT_DEC);
}
static inline void out_uint(struct out *o, uint64_t v)
{
	o->ops->integer(o, v, OUT_UDEC);
}
static inline void out_hex(struct out *o, uint64_t v) /* 0x1f, 0 as 0 */
{
	o->ops->integer(o, v, OUT_HEX);
}
static inline void out_hex0(struct out *o, uint64_t v) /* 0x1f, 0 as 0x0 or 0 padded: always with 0x */
{
	o->ops->integer(o, v, OUT_HEX0);
}
static inline void out_oct(struct out *o, uint64_t v) /* 0644, 0 as 0 */
{
	o->ops->integer(o, v, OUT_OCT);
}
static inline void out_mode(struct out *o, uint64_t v) /* S_IFREG|0644, 000 */
{
	o->ops->integer(o, v, OUT_MODE);
}
static inline void out_addr(struct out *o, uint64_t v) /* 0x7f..., 0 as NULL */
{
	o->ops->integer(o, v, OUT_ADDR);
}
/* -1 as -1, else unsigned: uid, gid, socklen */
static inline void out_id(struct out *o, uint32_t v)
{
	if (v == UINT32_MAX)
		out_int(o, -1);
	else
		out_uint(o, v);
}
static inline void out_flags(struct out *o, const struct sct_flags *t, uint64_t v) /* A|B|0x40 */
{
	o->ops->symbol(o, t, v, false);
}
static inline void out_sym(struct out *o, const struct sct_flags *t, uint64_t v) /* A, or 0x9 / * X_??? * / */
{
	o->ops->symbol(o, t, v, true);
}
static inline void out_name(struct out *o, const char *name, uint64_t v)
{
	o->ops->name(o, name, v);
}
static inline void out_str(struct out *o, const void *p, size_t n, unsigned flags)
{
	o->ops->string(o, p, n, flags);
}

/* -- structure: between open and close every value is an item; a field names it -- */
static inline void out_open(struct out *o, enum out_group g)
{
	o->ops->open(o, g, NULL);
}
static inline void out_call(struct out *o, const char *name) /* close with OUT_CALL */
{
	o->ops->open(o, OUT_CALL, name);
}
static inline void out_close(struct out *o, enum out_group g)
{
	o->ops->close(o, g);
}
static inline void out_field(struct out *o, const char *name)
{
	o->ops->field(o, name);
}
static inline void out_more(struct out *o)
{
	o->ops->more(o);
}
static inline void out_becomes(struct out *o)
{
	o->ops->becomes(o);
}
/* A note about the value just emitted (" / * 20 vars * /"); the text comes without the marks. */
#define out_comment(o, ...) (o)->ops->comment(o, __VA_ARGS__)
/* A value that only text can say: WIFEXITED(s) && WEXITSTATUS(s) == 0 */
#define out_text(o, ...) (o)->ops->text(o, __VA_ARGS__)

/* -- shorthands for struct fields -- */
#define OUT_FIELD(suffix, type)                                                                                        \
	static inline void out_f_##suffix(struct out *o, const char *name, type v)                                     \
	{                                                                                                              \
		out_field(o, name);                                                                                    \
		out_##suffix(o, v);                                                                                    \
	}
OUT_FIELD(int, int64_t)
OUT_FIELD(uint, uint64_t)
OUT_FIELD(hex, uint64_t)
OUT_FIELD(oct, uint64_t)
OUT_FIELD(mode, uint64_t)
OUT_FIELD(addr, uint64_t)
OUT_FIELD(id, uint32_t)
#undef OUT_FIELD

static inline void out_f_flags(struct out *o, const char *name, const struct sct_flags *t, uint64_t v)
{
	out_field(o, name);
	out_flags(o, t, v);
}
static inline void out_f_sym(struct out *o, const char *name, const struct sct_flags *t, uint64_t v)
{
	out_field(o, name);
	out_sym(o, t, v);
}
static inline void out_f_str(struct out *o, const char *name, const void *p, size_t n, unsigned flags)
{
	out_field(o, name);
	out_str(o, p, n, flags);
}

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The interface from decoders to sinks: decoders emit typed values, never text. A sink (text, JSON, an agent's
 * callback) supplies the operations, and says how much it wants of strings, lists and structs. Separators, quoting,
 * braces, abbreviation and notes are the sink's business.
 */
#ifndef SCT_OUT_H
#define SCT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/flags.h"

/* The type of an integer, and how C would write it. */
enum out_style {
	OUT_DEC,
	OUT_UDEC,
	OUT_HEX,    /* 0x1f, 0 as 0; a width pads with zeros as printf's %#0*x does */
	OUT_HEX0,   /* 0x1f, 0 as 0x0 */
	OUT_OCT,    /* 0644, 0 as 000 */
	OUT_MODE,   /* S_IFREG|0644 */
	OUT_DIGITS, /* octal digits without the leading 0 */
	OUT_ADDR,   /* 0x7f..., 0 as NULL */
	OUT_UNREAD, /* as OUT_ADDR: an address whose memory should be shown, but was not captured */
	OUT_BEYOND, /* as OUT_ADDR: address of the element where a list ends early */
	OUT_FD,
	OUT_PID,
	OUT_CHAR,   /* 'a', '\n' */
	OUT_LETTER, /* 'a', '\x0a' */
	OUT_STATUS, /* as from wait(2), written with W* macros */
};

/* How a constant of a table is written. */
enum out_symbol {
	SYM_FLAGS, /* A|B|0x40 */
	/* A|B|0x40, nothing for 0 */
	SYM_BLANK,
	SYM_ENUM,      /* A; without a name 0x9 */
	SYM_ENUM_DEC,  /* A; without a name -9 */
	SYM_ENUM_UDEC, /* A; without a name 9 */
	SYM_NAMED,     /* A; without a name 9, without a note */
	SYM_NOTE_DEC,  /* the number; its name is a note */
	SYM_NOTE_HEX,  /* the number in hex; its name is a note */
	/* the number in hex; A|B is a note */
	SYM_NOTE_FLAGS,
};

/* A constant made of parts: prefix, name or number, sum, product, shift. */
struct out_expr {
	uint64_t value; /* value of the whole expression */
	const char *prefix, *name;
	uint64_t number;     /* in place of a name that is NULL */
	const char *unknown; /* note of a number without a name */
	bool unknown_last;   /* the note is written after the shift */
	bool hex;	     /* number is written in hex */
	bool has_plus, plus_hex;
	uint64_t plus;
	unsigned times;
	unsigned shift;
	const char *shift_name; /* in place of the number of bits */
	bool always;		/* the name is written even where the sink wants numbers */
};

/* The raw form of a value that has a readable form: bytes, or a number. */
struct out_code {
	const char *field; /* name of the field, if the readable form has it only as "&field"; or NULL */
	const void *bytes; /* NULL: the raw form is number */
	size_t n;
	uint64_t number;
	enum out_style style;
	bool open; /* constants in the readable form follow the sink's choice of names or numbers */
};

enum out_group {
	OUT_STRUCT,  /* {a=1, b=2} */
	OUT_ARRAY,   /* [1, 2] */
	OUT_INDEXED, /* [[A]=1, [B]=2]: an array whose indices have names, see out_index() */
	OUT_SET,     /* [A B]: blanks separate the values */
	OUT_NOTSET,  /* ~[A B]: complement of a set */
	/* sets of signals, and their complement */
	OUT_SIGNALS,
	OUT_NOT_SIGNALS,
	OUT_CALL, /* name(1, 2): makedev(0x8, 0x1), htons(80) */
	/* A|B: parts of one word, emitted one by one */
	OUT_BITS,
	OUT_GLUED,  /* AB: parts of one word, with nothing between them */
	OUT_SUM,    /* A+B: parts of one sum */
	OUT_EITHER, /* A or B: two names of one value */
	OUT_MAP,    /* {{..}, {..}} without names, "key=value" pairs are fields */
	OUT_INODES, /* uts:[4026531838], net:[4026531840]: inode numbers, as the links of /proc/PID/ns show them */
	OUT_READY,  /* [{..}, {..}]: result of a poll, in the note of its return value */
};

/* out_str flags */
#define OUT_STR_CUT 0x1	  /* the string has more bytes than are passed */
#define OUT_STR_WHOLE 0x2 /* not subject to the sink's limit */
#define OUT_STR_NUL 0x4	  /* a C string whose NUL was captured, after the bytes that are passed */
#define OUT_STR_HEX 0x8	  /* bytes, not characters */
#define OUT_STR_TRIM 0x10 /* a NUL at the end of what is shown counts as the end of the string */
#define OUT_STR_ENDS 0x20 /* a NUL at the end counts as the end of the string, if all bytes are shown */
#define OUT_STR_NAME 0x40 /* abstract name of a socket: @"name" */

struct out;
struct call;
struct out_file;

struct out_ops {
	void (*integer)(struct out *, uint64_t v, enum out_style, unsigned width);
	void (*symbol)(struct out *, const struct sct_flags *, uint64_t v, enum out_symbol);
	/* A known constant; style: OUT_HEX, OUT_DEC or OUT_UDEC, how C would write its number. */
	void (*name)(struct out *, const char *name, uint64_t v, enum out_style);
	void (*expr)(struct out *, const struct out_expr *);
	/*
	 * Begins one value in a readable form, htons(80), which coded_end() ends. Returns false if the sink has taken
	 * the raw form: emit no readable form and no coded_end() then.
	 */
	bool (*coded)(struct out *, const struct out_code *);
	void (*coded_end)(struct out *);
	/* n bytes of total; n == total if nothing is cut */
	void (*string)(struct out *, const void *p, size_t n, uint64_t total, unsigned flags);
	void (*ifindex)(struct out *, uint32_t index); /* index of a network interface */
	/* A value that has a textual form of its own: 01:02:03:04:05:06, 1/30, a UUID. */
	void (*form)(struct out *, const char *text);
	void (*device)(struct out *, uint64_t major, uint64_t minor);
	/* Wall-clock time with a fraction of `digits` digits. note: as a note on the value just emitted. */
	void (*date)(struct out *, int64_t sec, int64_t frac, unsigned digits, bool note);
	/* The call that restart_syscall() resumes. */
	void (*resumes)(struct out *, const char *name);
	void (*open)(struct out *, enum out_group, const char *name);
	void (*close)(struct out *, enum out_group);
	void (*field)(struct out *, const char *name); /* name of the next value */
	/*
	 * Element i of an OUT_INDEXED: name and suffix or, if name is NULL, the number with a note (unknown), which
	 * may be NULL.
	 */
	void (*index)(struct out *, const char *name, const char *suffix, uint64_t i, const char *unknown);
	/*
	 * Call it before element i of a list. Returns false if the element is not wanted; the sink has marked the
	 * list as shortened then.
	 */
	bool (*item)(struct out *, uint64_t i);
	void (*more)(struct out *);    /* the rest is left out, or not known */
	void (*unknown)(struct out *); /* a value that is not available */
	void (*becomes)(struct out *); /* the next value is the one after the call */
	/* Bytes [from, to) of a struct, which no row describes; n of them are there. */
	void (*rest)(struct out *, const void *p, size_t n, uint64_t from, uint64_t to);
	/* A note for people on the value just emitted. */
	void (*note)(struct out *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
};

/* The operations of a sink that has the functions op_integer() to op_note(); a missing one fails to compile. */
#define OUT_OPS                                                                                                        \
	{                                                                                                              \
		.integer = op_integer, .symbol = op_symbol, .name = op_name, .expr = op_expr, .coded = op_coded,       \
		.coded_end = op_coded_end, .string = op_string, .ifindex = op_ifindex, .form = op_form,                \
		.device = op_device, .date = op_date, .resumes = op_resumes, .open = op_open, .close = op_close,       \
		.field = op_field, .index = op_index, .item = op_item, .more = op_more, .unknown = op_unknown,         \
		.becomes = op_becomes, .rest = op_rest, .note = op_note,                                               \
	}

/* For values that have a name: print the name, the number, or the number with the name in a note. */
enum out_numbers { OUT_NAMES, OUT_NUMBERS, OUT_BOTH };

/* First member of a sink's own struct. */
struct out {
	const struct out_ops *ops;
	uint64_t items; /* elements of a list that are shown */
	size_t bytes;	/* bytes of a string that are shown */
	bool full;	/* all fields of a struct are shown */
	enum out_numbers numbers;
	const struct sct_flags *interfaces; /* names of network interfaces; NULL: not known */
	/* the call whose descriptors are emitted; NULL: their files are not wanted */
	const struct call *call;
	/* when those descriptors are looked up: AT_ENTER or AT_EXIT (core/call.h) */
	int when;
	bool late; /* the next value was read after the call began; call.late points here, the sink clears it */
	const struct out_file *file; /* file of the descriptor that is being emitted; NULL: not known */
	/* the socket address whose struct is being opened, of sockaddr_len bytes; NULL: not a socket address */
	const void *sockaddr;
	size_t sockaddr_len;
};

/* -- numbers -- */
static inline void out_num(struct out *o, uint64_t v, enum out_style style)
{
	o->ops->integer(o, v, style, 0);
}
static inline void out_int(struct out *o, int64_t v) /* 5 -5 */
{
	out_num(o, (uint64_t)v, OUT_DEC);
}
static inline void out_uint(struct out *o, uint64_t v)
{
	out_num(o, v, OUT_UDEC);
}
static inline void out_hex(struct out *o, uint64_t v) /* 0x1f, 0 as 0 */
{
	out_num(o, v, OUT_HEX);
}
static inline void out_hex0(struct out *o, uint64_t v) /* 0x1f, 0 as 0x0 */
{
	out_num(o, v, OUT_HEX0);
}
static inline void out_hex_width(struct out *o, uint64_t v, unsigned width) /* 0x00001f, 0 as 00000000 */
{
	o->ops->integer(o, v, OUT_HEX, width);
}
static inline void out_oct(struct out *o, uint64_t v) /* 0644 */
{
	out_num(o, v, OUT_OCT);
}
static inline void out_mode(struct out *o, uint64_t v) /* S_IFREG|0644, 000 */
{
	out_num(o, v, OUT_MODE);
}
static inline void out_addr(struct out *o, uint64_t v) /* 0x7f..., 0 as NULL */
{
	out_num(o, v, OUT_ADDR);
}
/* Emits an address whose memory should be shown, but was not captured. */
static inline void out_unread(struct out *o, uint64_t addr)
{
	out_num(o, addr, OUT_UNREAD);
}
/* Ends a list early: its element at addr could not be read. */
static inline void out_beyond(struct out *o, uint64_t addr)
{
	out_num(o, addr, OUT_BEYOND);
}
/* Emit a descriptor, or AT_FDCWD, with its file (core/file.c). */
void out_fd(struct out *o, int32_t fd);
void out_fdcwd(struct out *o);
static inline void out_pid(struct out *o, int32_t pid)
{
	out_num(o, (uint64_t)(int64_t)pid, OUT_PID);
}
static inline void out_char(struct out *o, uint8_t c)
{
	out_num(o, c, OUT_CHAR);
}
static inline void out_letter(struct out *o, uint8_t c)
{
	out_num(o, c, OUT_LETTER);
}
/* Emits -1 as -1, other numbers as unsigned: uid, gid, socklen. */
static inline void out_id(struct out *o, uint32_t v)
{
	if (v == UINT32_MAX)
		out_int(o, -1);
	else
		out_uint(o, v);
}

/* -- constants -- */
static inline void out_symbol(struct out *o, const struct sct_flags *t, uint64_t v, enum out_symbol how)
{
	o->ops->symbol(o, t, v, how);
}
static inline void out_flags(struct out *o, const struct sct_flags *t, uint64_t v) /* A|B|0x40 */
{
	out_symbol(o, t, v, SYM_FLAGS);
}
static inline void out_sym(struct out *o, const struct sct_flags *t, uint64_t v) /* A, or 0x9 */
{
	out_symbol(o, t, v, SYM_ENUM);
}
static inline void out_name(struct out *o, const char *name, uint64_t v)
{
	o->ops->name(o, name, v, OUT_HEX);
}
static inline void out_name_dec(struct out *o, const char *name, uint64_t v)
{
	o->ops->name(o, name, v, OUT_DEC);
}
static inline void out_name_udec(struct out *o, const char *name, uint64_t v)
{
	o->ops->name(o, name, v, OUT_UDEC);
}
static inline void out_expr(struct out *o, struct out_expr e)
{
	o->ops->expr(o, &e);
}
/* __NR_read, -ENOENT */
static inline void out_prefixed(struct out *o, const char *prefix, const char *name, uint64_t v)
{
	out_expr(o, (struct out_expr){ .value = v, .prefix = prefix, .name = name });
}
/* NAME+5, NAME+0x5 */
static inline void out_plus(struct out *o, const char *name, uint64_t v, uint64_t plus, bool hex)
{
	out_expr(o, (struct out_expr){ .value = v, .name = name, .plus = plus, .has_plus = true, .plus_hex = hex });
}
/* 5*1024 */
static inline void out_times(struct out *o, uint64_t number, unsigned times)
{
	out_expr(o, (struct out_expr){ .value = number * times, .number = number, .times = times });
}
/* 5<<16, 0x5<<16, 5<<SHIFT */
static inline void out_shifted(struct out *o, uint64_t number, unsigned shift, const char *shift_name, bool hex)
{
	out_expr(o, (struct out_expr){ .value = number << shift,
				       .number = number,
				       .shift = shift,
				       .shift_name = shift_name,
				       .hex = hex });
}
/* NAME<<16, 0x5<<16 */
static inline void out_sym_shifted(struct out *o, const struct sct_flags *t, uint64_t number, unsigned shift)
{
	out_expr(o, (struct out_expr){ .value = number << shift,
				       .name = flags__name(t, number),
				       .unknown = t->unknown,
				       .number = number,
				       .hex = true,
				       .shift = shift });
}

/* -- values with a raw and a readable form: if (out_coded(...)) { ...; out_coded_end(o); } -- */
static inline bool out_coded(struct out *o, uint64_t v, enum out_style style)
{
	return o->ops->coded(o, &(struct out_code){ .number = v, .style = style });
}
static inline bool out_coded_bytes(struct out *o, const void *p, size_t n)
{
	return o->ops->coded(o, &(struct out_code){ .bytes = p, .n = n });
}
static inline void out_coded_end(struct out *o)
{
	o->ops->coded_end(o);
}

/* -- strings -- */
static inline void out_bytes(struct out *o, const void *p, size_t n, uint64_t total, unsigned flags)
{
	o->ops->string(o, p, n, total, flags);
}
static inline void out_str(struct out *o, const void *p, size_t n, unsigned flags)
{
	out_bytes(o, p, n, n, flags);
}
static inline void out_form(struct out *o, const char *text)
{
	o->ops->form(o, text);
}
static inline void out_dev(struct out *o, uint64_t major, uint64_t minor)
{
	o->ops->device(o, major, minor);
}
static inline void out_ifindex(struct out *o, uint32_t index)
{
	o->ops->ifindex(o, index);
}
/* Returns the name of a network interface, or NULL. */
static inline const char *out_interface(const struct out *o, uint32_t index)
{
	return o->interfaces && index ? flags__name(o->interfaces, index) : NULL;
}
/* Emits an interface's name beside its number, for sinks that have no form of their own for it. */
static inline void out_ifindex_named(struct out *o, uint32_t index)
{
	const char *name = out_interface(o, index);

	if (name)
		o->ops->name(o, name, index, OUT_UDEC);
	else
		out_uint(o, index);
}
static inline void out_rest(struct out *o, const void *p, size_t n, uint64_t from, uint64_t to)
{
	o->ops->rest(o, p, n, from, to);
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
static inline void out_index(struct out *o, const struct sct_flags *names, uint64_t i, const char *suffix)
{
	o->ops->index(o, flags__name(names, i), suffix, i, names->unknown);
}
static inline bool out_item(struct out *o, uint64_t i)
{
	return o->ops->item(o, i);
}
static inline void out_more(struct out *o)
{
	o->ops->more(o);
}
static inline void out_unknown(struct out *o)
{
	o->ops->unknown(o);
}
static inline void out_becomes(struct out *o)
{
	o->ops->becomes(o);
}
/* Adds a note to the value just emitted; the text has no comment marks. */
#define out_note(o, ...) (o)->ops->note(o, __VA_ARGS__)
/* Adds a note that is another form of the value, unless the sink wants numbers alone. */
#define out_form_note(o, ...) ((o)->numbers == OUT_NUMBERS ? (void)0 : out_note(o, __VA_ARGS__))

/* HIGH<<SHIFT|LOW, or LOW alone where HIGH is 0. */
static inline void out_halves(struct out *o, uint64_t v, unsigned shift, bool hex)
{
	uint64_t low = v & ((1ull << shift) - 1);

	if (!(v >> shift)) {
		out_uint(o, low);
		return;
	}
	out_open(o, OUT_BITS);
	out_shifted(o, v >> shift, shift, NULL, hex);
	out_uint(o, low);
	out_close(o, OUT_BITS);
}

/* Returns true if all fields of a struct are wanted. If not, emit the common ones, then out_more(). */
static inline bool out_full(const struct out *o)
{
	return o->full;
}
/* Returns how many of n elements are wanted. */
static inline uint64_t out_wanted(const struct out *o, uint64_t n)
{
	return n < o->items ? n : o->items;
}

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
OUT_FIELD(fd, int32_t)
OUT_FIELD(pid, int32_t)
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

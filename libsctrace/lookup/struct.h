/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The structs of tables/structs/, a row per member in C's order. From the rows follow the layout in each ABI
 * (computed by the compiler in lookup/struct.c), what the kernel captures through a struct's pointers (plan/plan.c),
 * and what is emitted (decode/core/struct.c).
 */
#ifndef SCT_STRUCT_H
#define SCT_STRUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/flags.h"
#include "lookup/types.h"

/* How an ABI lays out structs: bytes of a long, alignment of a 64-bit member. */
enum sct_layout { LAYOUT_LP64, LAYOUT_I386, LAYOUT_ARM, LAYOUT_MAX };

enum field_kind {
	FIELD_INT,
	FIELD_UINT,
	FIELD_HEX,
	FIELD_OCT,
	FIELD_ADDR,
	FIELD_MODE,
	FIELD_FD,
	FIELD_PID,
	FIELD_ID, /* uid or gid: -1 as -1 */
	FIELD_DEV,
	FIELD_SIGNAL,
	FIELD_FLAGS,
	FIELD_SYM,
	FIELD_NAMED, /* a name from .flags, or decimal */
	FIELD_STR,   /* .n bytes that hold a C string */
	FIELD_SUB,   /* another struct: .type */
	FIELD_BY,    /* emitted by a function: .fn */
	FIELD_PTR,   /* pointer to one struct .type, or to .count of them */
	FIELD_BUF,   /* pointer to .count bytes */
	FIELD_CSTR,  /* pointer to a string */
	FIELD_CSTRS, /* pointer to .count pointers to strings; captured only, a function emits them */
	FIELD_CHAIN, /* pointer to the next struct of a list, .count: its data of .n bytes; captured only */
	FIELD_IOV,   /* pointer to .count iovecs; IN: with their data */
	/* rows that are no members */
	FIELD_MORE,    /* prints ... */
	FIELD_TAIL,    /* the bytes after the struct, if the call gave more and they are not 0 */
	FIELD_ANSWER,  /* the rows that follow show the struct after the call, and are left out if it failed */
	FIELD_BECOMES, /* as FIELD_ANSWER, in braces of its own: } => { */
	FIELD_IF,      /* condition for the next row: the member & .mask has .value */
	FIELD_UNLESS,
	FIELD_CHANGED, /* condition for the next row: the call changed the member */
	FIELD_IFBY,    /* condition for the next row: .fn returns true */
};

/* A reference to another member of the same struct. */
struct field_ref {
	uint16_t off[LAYOUT_MAX];
	uint8_t size[2]; /* with words of 8 and of 4 bytes; 0: no reference */
};

struct field {
	union {
		const char *name;
		uint64_t mask; /* IF, UNLESS */
	};
	union {
		const struct sct_flags *flags;
		uint64_t value;
		/* BUF: if this member is not 0, the pointer leads to so many iovecs instead */
		struct field_ref vector;
	};
	uint16_t off[LAYOUT_MAX];
	uint8_t size[2]; /* bytes of a number, with words of 8 and of 4 bytes */
	struct field_ref count;
	uint16_t type;	/* enum sct_type, or a type of own_types */
	uint16_t n;	/* elements, or bytes of a string; pointers: most bytes looked at, or an argument's index */
	uint16_t least; /* shown only if the struct has this many bytes */
	uint8_t kind;	/* enum field_kind */
	uint8_t fn;	/* enum sct_fieldfn */
	uint8_t dir;	/* pointers: IN, OUT ... */
	union {
		struct {
			bool list : 1;	  /* an array: .count elements, at most .n */
			bool whole : 1;	  /* the array or string is not shortened */
			bool full : 1;	  /* printed only in the full form of the struct */
			bool brief : 1;	  /* printed only in the abbreviated form */
			bool nonzero : 1; /* printed only if one of its bytes is not 0 */
			bool waszero : 1; /* printed only if it was 0 before the call */
			/* after an arrow, as the new value of the row before it, when the call has ended */
			bool after : 1;
			bool failed : 1; /* printed only if the struct after the call is not known */
			/* "=> new" if the call changed the number; the rows that follow are after the call, too */
			bool changes : 1;
			/* shows the number after a call that succeeded; so do the rows that follow */
			bool renewed : 1;
			bool clipped : 1; /* a string that the end of the struct may cut */
			bool unseen : 1;  /* a pointer that is captured by this row and printed elsewhere */
			bool noname : 1;
			bool covered : 1; /* only if the struct reaches to its end */
			bool cut : 1;	  /* only as far as the struct reaches; a cut number prints as bytes */
			bool bytes : 1;	  /* .count is in bytes, not elements */
			bool counted : 1; /* a pointer to as many elements as argument .n says */
		};
		uint32_t marks; /* any of these marks */
	};
};

enum struct_group {
	GROUP_STRUCT, /* {name=value} */
	GROUP_ARRAY,  /* [value] */
	GROUP_LIST,   /* [value, value], shortened as lists are */
	GROUP_NONE,   /* a single value, no braces */
	GROUP_SCALAR, /* a single value; in brackets where a pointer leads to it */
	GROUP_INLINE, /* members of the enclosing struct */
	GROUP_HAND,   /* layout only: emitted by type_NAME() in decode/ */
};

struct desc {
	const struct field *fields;
	uint16_t n;
	uint8_t group; /* enum struct_group */
	uint16_t head; /* least bytes to emit anything */
	uint16_t size[LAYOUT_MAX];
};

/* Returns the description of a type in an ABI (enum sct_abi_id), or NULL for a type that has a name only. */
const struct desc *struct__desc(enum sct_type, unsigned abi);

/* Structs that a probe defines, with types from T_MAX on. Their layout is the same in all ABIs. */
struct own_types {
	const struct desc *const *v;
	unsigned n;
};

/* Returns the description of any struct, or NULL. own: NULL if there are none. */
static inline const struct desc *own__desc(const struct own_types *own, unsigned type, unsigned abi)
{
	if (type < T_MAX)
		return struct__desc((enum sct_type)type, abi);
	return own && type - T_MAX < own->n ? own->v[type - T_MAX] : NULL;
}
/* Returns the layout of structs in an ABI. abi: enum sct_abi_id */
enum sct_layout struct__layout(unsigned abi);

/* A pointer in a struct, at whatever depth of nesting. */
struct pointer {
	const struct field *field;
	const struct field *only; /* FIELD_IF: the pointer is valid only if this condition holds; NULL: always */
	uint16_t off;		  /* from the outermost struct's start */
	uint16_t count_off;
	uint16_t vector_off;
	uint8_t via; /* 1 + index of the pointer that leads to its struct; 0: it is in the outermost struct */
	bool full;   /* printed only in the full form of the struct */
};

#define STRUCT_POINTERS 8

/*
 * Lists the pointers that a struct's rows capture, so that a pointer's index is its chunk's number (SCT_PART_NEST):
 * first those of the struct itself in the order of memory, then those of the structs that they point to. Returns
 * their number.
 */
unsigned struct__pointers(const struct own_types *own, unsigned type, unsigned abi,
			  struct pointer out[STRUCT_POINTERS]);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The structs of tables/structs/: a row per member, in C's order. From the rows
 * follow the layout in each ABI (the compiler computes it: lookup/struct.c), what
 * the kernel captures through a struct's pointers (plan/plan.c), and what is
 * emitted (decode/core/struct.c).
 */
#ifndef SCT_STRUCT_H
#define SCT_STRUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/flags.h"
#include "lookup/types.h"

/* How an ABI lays out a struct: bytes of a long, alignment of a 64-bit member. */
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
	FIELD_NAMED, /* a name of .flags, or decimal */
	FIELD_STR,   /* .n bytes with a C string in them */
	FIELD_SUB,   /* another struct: .type */
	FIELD_BY,    /* by a function: .fn */
	FIELD_PTR,   /* to .type: one, or as many as .count says */
	FIELD_BUF,   /* to as many bytes as .count says */
	FIELD_CSTR,  /* to a string */
	FIELD_CSTRS, /* to pointers to strings, as many as .count says: captured only, a function emits them */
	FIELD_CHAIN, /* to the next struct of a list, .count: its data, of .n bytes: captured only, likewise */
	FIELD_IOV,   /* to as many iovecs as .count says; IN: with their data */
	/* no members */
	FIELD_MORE,    /* ... */
	FIELD_TAIL,    /* bytes after the struct, if the call gave more and they are not 0 */
	FIELD_ANSWER,  /* what follows is after the call, and not shown if that failed */
	FIELD_BECOMES, /* likewise, in braces of its own: } => { */
	FIELD_IF,      /* the next row counts only if the member has this value */
	FIELD_UNLESS,
	FIELD_CHANGED, /* or only if the call changed it */
	FIELD_IFBY,    /* or only if .fn holds */
};

/* Another member of the same struct. */
struct field_ref {
	uint16_t off[LAYOUT_MAX];
	uint8_t size[2]; /* with words of 8 and of 4 bytes; 0: none */
};

struct field {
	union {
		const char *name;
		uint64_t mask; /* IF, UNLESS */
	};
	union {
		const struct sct_flags *flags;
		uint64_t value;
		struct field_ref vector; /* BUF: where this is not 0, the pointer leads to so many iovecs instead */
	};
	uint16_t off[LAYOUT_MAX];
	uint8_t size[2]; /* of a number, with words of 8 and of 4 bytes */
	struct field_ref count;
	uint16_t type; /* enum sct_type, or of own_types */
	uint16_t
		n; /* elements of an array, bytes of a string; a pointer: most bytes that are looked at, or an argument */
	uint16_t least; /* shown only if the struct has so many bytes */
	uint8_t kind;	/* enum field_kind */
	uint8_t fn;	/* enum sct_fieldfn */
	uint8_t dir;	/* pointers: IN, OUT ... */
	union {
		struct {
			bool list : 1;	  /* an array, .count of .n at most */
			bool whole : 1;	  /* of which nothing is left out; a string: never shortened */
			bool full : 1;	  /* only in the full form of the struct */
			bool brief : 1;	  /* only in the abbreviated one */
			bool nonzero : 1; /* only if a byte of it is not 0 */
			bool waszero : 1; /* only if it was 0 before the call */
			bool after : 1;	  /* after an arrow: the value before it, when the call has ended */
			bool failed : 1;  /* only if there is no answer */
			bool changes : 1; /* => the number after the call, if that is another; the rows that follow are after it too */
			bool renewed : 1; /* the number after the call, if it succeeded; likewise */
			bool clipped : 1; /* a string that may end where the struct does */
			bool unseen : 1;  /* a pointer that is captured here and printed elsewhere */
			bool noname : 1;
			bool covered : 1; /* only as far as the struct reaches */
			bool cut : 1;	  /* likewise, and of a number that is cut its bytes */
			bool bytes : 1;	  /* .count is not of elements */
			bool counted : 1; /* a pointer to as many elements as argument .n says */
		};
		uint32_t marks; /* any of these */
	};
};

enum struct_group {
	GROUP_STRUCT, /* {name=value} */
	GROUP_ARRAY,  /* [value] */
	GROUP_LIST,   /* [value, value], shortened as lists are */
	GROUP_NONE,   /* one value, no braces */
	GROUP_SCALAR, /* likewise, but in brackets where a pointer leads to it */
	GROUP_INLINE, /* members of the struct that it is in */
	GROUP_HAND,   /* the layout alone: emitted by type_NAME() of decode/ */
};

struct desc {
	const struct field *fields;
	uint16_t n;
	uint8_t group; /* enum struct_group */
	uint16_t head; /* without so many bytes there is nothing to emit */
	uint16_t size[LAYOUT_MAX];
};

/* NULL: nothing but a name. abi: enum sct_abi_id */
const struct desc *struct__desc(enum sct_type, unsigned abi);

/* Structs that no table has, of a probe: T_MAX and on are their types. They are the same in all ABIs. */
struct own_types {
	const struct desc *const *v;
	unsigned n;
};

/* Any struct. own: NULL if there are none. */
static inline const struct desc *own__desc(const struct own_types *own, unsigned type, unsigned abi)
{
	if (type < T_MAX)
		return struct__desc((enum sct_type)type, abi);
	return own && type - T_MAX < own->n ? own->v[type - T_MAX] : NULL;
}
enum sct_layout struct__layout(unsigned abi);

/* A pointer inside a struct, whatever it is nested in. */
struct pointer {
	const struct field *field;
	const struct field *only; /* FIELD_IF: there is one only where this holds; NULL: always */
	uint16_t off;		  /* from the outermost struct's start */
	uint16_t count_off;
	uint16_t vector_off;
	uint8_t via; /* 1 + the pointer through which its struct is found; 0: it is in the outermost one */
	bool full;   /* only in the full form of the struct */
};

#define STRUCT_POINTERS 8

/*
 * The pointers that a struct's rows capture: what leads to a chunk's number
 * (SCT_PART_NEST) and back. First the struct's own in the order of memory, then
 * those of the structs that they point to.
 */
unsigned struct__pointers(const struct own_types *own, unsigned type, unsigned abi,
			  struct pointer out[STRUCT_POINTERS]);

#endif

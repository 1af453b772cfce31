/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The structs of tables/structs/: a row for each member, in C's order. The rows determine the layout in each ABI
 * (computed by the compiler in lookup/struct.c), what the kernel captures through pointers in a struct (plan/plan.c),
 * and what is printed (decode/core/struct.c).
 */
#ifndef SCT_STRUCT_H
#define SCT_STRUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/flags.h"
#include "lookup/types.h"

/* Layouts of structs: they differ in the size of a long and in the alignment of 64-bit members. */
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
	FIELD_ID, /* uid or gid: unsigned; -1 is "-1" */
	FIELD_DEV,
	FIELD_SIGNAL,
	FIELD_FLAGS,
	FIELD_SYM,
	FIELD_NAMED, /* the row of .flags with its value; decimal if there is none */
	FIELD_STR,   /* C string in .n bytes */
	FIELD_SUB,   /* struct .type */
	FIELD_BY,    /* emitted by function .fn */
	FIELD_PTR,   /* pointer to a struct .type, or to .count of them */
	FIELD_BUF,   /* pointer to .count bytes */
	FIELD_CSTR,  /* pointer to a string */
	FIELD_CSTRS, /* pointer to .count pointers to strings; captured by this row, emitted by a function */
	FIELD_CHAIN, /* pointer to the next struct of a list; .count: pointer to its data of .n bytes. Captured only */
	FIELD_IOV,   /* pointer to .count iovecs; if .dir is IN, with their data */
	/* rows that are not members */
	FIELD_MORE,    /* prints "..." */
	FIELD_TAIL,    /* the bytes after the struct, if the call passed any that are not 0 */
	FIELD_ANSWER,  /* the next rows show the struct after the call; left out if the call failed */
	FIELD_BECOMES, /* like FIELD_ANSWER, in separate braces: "} => {" */
	FIELD_IF,      /* the next row is shown only if the member & .mask is .value */
	FIELD_UNLESS,
	FIELD_CHANGED, /* the next row is shown only if the call changed the member */
	FIELD_IFBY,    /* the next row is shown only if .fn returns true */
};

/* Refers to another member of the same struct. */
struct field_ref {
	uint16_t off[LAYOUT_MAX];
	uint8_t size[2]; /* bytes of that member, with words of 8 and of 4 bytes; 0: no reference */
};

struct field {
	union {
		const char *name;
		uint64_t mask; /* IF, UNLESS */
	};
	union {
		const struct sct_flags *flags;
		uint64_t value;
		/* BUF: if this member is not 0, the pointer is to so many iovecs */
		struct field_ref vector;
	};
	uint16_t off[LAYOUT_MAX];
	uint8_t size[2]; /* bytes of a number, with words of 8 and of 4 bytes */
	struct field_ref count;
	uint16_t type; /* enum sct_type, or a type of own_types */
	/* elements, or bytes of a string; pointers: most bytes used, or an argument's index (counted) */
	uint16_t n;
	uint16_t least; /* shown only if the struct has at least so many bytes */
	uint8_t kind;	/* enum field_kind */
	uint8_t fn;	/* enum sct_fieldfn */
	uint8_t dir;	/* of pointers: IN, OUT ... */
	union {
		struct {
			bool list : 1;	  /* an array of .count elements, at most .n */
			bool whole : 1;	  /* the array or string is not shortened */
			bool full : 1;	  /* only in the full form of the struct (-v) */
			bool brief : 1;	  /* only in the abbreviated form */
			bool nonzero : 1; /* only if one of its bytes is not 0 */
			bool waszero : 1; /* only if it was 0 before the call */
			/* printed when the call has ended, after an arrow, as the new value of the row before */
			bool after : 1;
			bool failed : 1; /* only if the struct after the call is not known */
			/*
			 * prints "=> new" if the call changed the number; the next rows show the struct after the call,
			 * too
			 */
			bool changes : 1;
			/* shows the number after a call that succeeded, and so do the next rows */
			bool renewed : 1;
			bool clipped : 1; /* a string that the struct's end may cut */
			bool unseen : 1;  /* a pointer whose memory this row captures, but another row prints */
			bool noname : 1;
			bool covered : 1; /* shown only if the struct has all of the member's bytes */
			bool cut : 1;	  /* print the part of it that the struct has; if it is a number, as bytes */
			bool bytes : 1;	  /* .count is a number of bytes, not of elements */
			bool counted : 1; /* a pointer to so many elements as argument .n says */
		};
		uint32_t marks; /* all of these bits, to test whether any is set */
	};
};

enum struct_group {
	GROUP_STRUCT, /* {name=value} */
	GROUP_ARRAY,  /* [value] */
	GROUP_LIST,   /* [value, value], shortened like other lists */
	GROUP_NONE,   /* a single value, no braces */
	GROUP_SCALAR, /* a single value; in brackets if it is reached by a pointer */
	GROUP_INLINE, /* the members are printed as those of the enclosing struct */
	GROUP_HAND,   /* only the layout is used: emitted by type_NAME() in decode/ */
};

struct desc {
	const struct field *fields;
	uint16_t n;
	uint8_t group; /* enum struct_group */
	uint16_t head; /* least bytes of a struct that is printed at all */
	uint16_t size[LAYOUT_MAX];
};

/* Returns the description of a type in an ABI (enum sct_abi_id), or NULL for a type without a description. */
const struct desc *struct__desc(enum sct_type, unsigned abi);

/* Structs that a probe defines; their types begin with T_MAX. They have the same layout in all ABIs. */
struct own_types {
	const struct desc *const *v;
	unsigned n;
};

/* Returns the description of any struct, or NULL. own: structs that a probe defines, or NULL */
static inline const struct desc *own__desc(const struct own_types *own, unsigned type, unsigned abi)
{
	if (type < T_MAX)
		return struct__desc((enum sct_type)type, abi);
	return own && type - T_MAX < own->n ? own->v[type - T_MAX] : NULL;
}
/* Returns the layout that an ABI uses. abi: enum sct_abi_id */
enum sct_layout struct__layout(unsigned abi);

/* A pointer in a struct, or in a struct nested in it. */
struct pointer {
	const struct field *field;
	const struct field *only; /* FIELD_IF row on which the pointer's validity depends; NULL: it is always valid */
	uint16_t off;		  /* offset from the beginning of the outermost struct */
	uint16_t count_off;
	uint16_t vector_off;
	uint8_t via; /* 1 + index of the pointer to the struct that this one is in; 0: it is in the outermost struct */
	bool full;   /* only in the full form of the struct */
};

#define STRUCT_POINTERS 8

/*
 * Lists the pointers that a struct's rows capture. A pointer's index is the number of its chunk (SCT_PART_NEST). Those
 * in the struct itself come first, in the order of memory, and then those in structs that they point to. Returns their
 * number.
 */
unsigned struct__pointers(const struct own_types *own, unsigned type, unsigned abi,
			  struct pointer out[STRUCT_POINTERS]);

#endif

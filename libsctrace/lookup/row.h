/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The system call rows of tables/syscalls/ as data. Both the kernel's capture plan (plan/plan.c) and the printing
 * (decode/) are derived from them.
 */
#ifndef SCT_ROW_H
#define SCT_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "lookup/dir.h"
#include "lookup/flags.h"
#include "lookup/types.h"

/* strace's classes (-e trace=%file ...); a row has the bitwise or of its classes. */
enum sct_class {
	C_FILE = 1 << 0,
	C_DESC = 1 << 1,
	C_PROCESS = 1 << 2,
	C_NETWORK = 1 << 3,
	C_SIGNAL = 1 << 4,
	C_IPC = 1 << 5,
	C_MEMORY = 1 << 6,
	C_CREDS = 1 << 7,
	C_CLOCK = 1 << 8,
	C_STAT = 1 << 9,
	C_LSTAT = 1 << 10,
	C_FSTAT = 1 << 11,
	C_STATFS = 1 << 12,
	C_FSTATFS = 1 << 13,
	C_PURE = 1 << 14,
	C_STATFS_LIKE = 1 << 15, /* in %%statfs only */
};

/* How the return value is printed. */
enum sct_ret {
	RET_DEC, /* decimal; an error as "-1 ENAME (text)" */
	/* decimal, of an int that is not sign-extended: errors are positive, and printed with their number */
	RET_DEC32,
	RET_FD,	  /* decimal, a new file descriptor */
	RET_UDEC, /* unsigned; only errors are negative */
	RET_HEX,
	RET_OCT,
	RET_NONE, /* never returns */
};

enum sct_kind {
	K_INT, /* int, decimal */
	K_UINT,
	K_LONG,
	K_ULONG,
	K_HEX,	/* 0x...; 0 is "0" */
	K_ADDR, /* 0x...; 0 is "NULL" */
	K_OCT,	/* octal with leading 0 */
	K_MODE, /* file type by name, permission bits octal */
	K_FD,
	K_DIRFD, /* descriptor, or AT_FDCWD */
	K_PID,
	K_ID,	/* uid or gid: unsigned; -1 is "-1" */
	K_ID16, /* uid or gid of 16 bits */
	K_SIG,
	K_FLAGS, /* flags: bitwise or of rows of .flags */
	K_SYM,	 /* symbol: one of the rows of .flags */
	K_DEV,
	/* kinds of pointers */
	K_PATH,	  /* NUL-terminated, never shortened */
	K_STR,	  /* NUL-terminated, shortened at the string limit */
	K_BYTES,  /* buffer, quoted, shortened at the string limit */
	K_STRUCT, /* struct .type; .len: FIXED, or its size in bytes */
	K_ARRAY,  /* array of .type; .len: number of elements */
	K_IOV,
	K_STRV, /* argv: vector of strings, ended by NULL */
	K_ENVP, /* like argv; without verbose, printed as a number of variables */
	K_MSG,	/* struct msghdr */
	K_MMSG, /* vector of struct mmsghdr */
	K_PTRS, /* vector of pointers to .type; .len: number of pointers */
};

struct sct_arg {
	const char *name;
	const struct sct_flags *flags;
	uint8_t kind;	   /* enum sct_kind */
	uint8_t dir;	   /* IN, OUT ... */
	uint8_t len;	   /* enum sct_len_from */
	uint8_t len_arg;   /* register index */
	uint16_t type;	   /* enum sct_type, or a type that a probe defines */
	uint16_t fn;	   /* enum sct_argfn: function that prints the argument */
	uint8_t reg;	   /* 1 + index of the register; 0: the argument's position */
	uint8_t cond_arg;  /* 1 + index of a register; the argument is printed only if register & cond_mask */
	uint8_t object;	   /* PATH of a kernel function: enum sct_object */
	bool named : 1;	   /* printed as name=value */
	bool sel : 1;	   /* selects among the call's variants (SCV rows) */
	bool sorted : 1;   /* like sel, with variants that are sorted by number */
	bool sel_long : 1; /* with sel: if upper bits are set, no variant is selected */
	bool hexed : 1;	   /* BYTES: always printed as \x.. */
	bool pair : 1;	   /* a 64-bit value in two registers: low half, then high half */
	bool high : 1;	   /* pair: the high half comes first */
	bool onsock : 1;   /* BYTES: data sent or received on the socket in argument 0 */
	/* the beginning is enough if the rest cannot be read; STRUCT: the text after the struct is included */
	bool parts : 1;
	bool nulled : 1;  /* OUT: with a NULL pointer, the call is printed when it begins */
	bool request : 1; /* printed as a number; with -v, as the memory that ioctl() request describes */
	uint32_t cond_mask;
	uint32_t sel_mask;
	uint16_t elem; /* VSTRUCT, STR: most bytes that are used */
};

#define SCT_ROW_NARGS 9

struct sct_row {
	const char *name;
	uint32_t classes;
	uint8_t ret;		     /* enum sct_ret */
	uint8_t nargs;		     /* number of args */
	uint16_t aux;		     /* enum sct_auxfn: function that prints the note after the return value */
	uint16_t base;		     /* of a variant: 1 + index of its base call */
	uint64_t key;		     /* of a variant: value that selects it */
	const struct own_types *own; /* structs that a probe defines (lookup/struct.h), or NULL */
	struct sct_arg args[SCT_ROW_NARGS];
};

#endif

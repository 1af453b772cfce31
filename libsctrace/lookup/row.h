/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The system call rows of tables/syscalls/ as data, from which both the kernel's capture plan (plan/plan.c) and the
 * printing (decode/) follow.
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

/* strace's classes (-e trace=%file ...), or'ed in a row. */
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
	C_STATFS_LIKE = 1 << 15, /* only in %%statfs */
};

/* How the return value is printed. */
enum sct_ret {
	RET_DEC,   /* decimal; negative: -1 ENAME (text) */
	RET_DEC32, /* decimal, of an int that the kernel does not extend: errors are positive and keep their number */
	RET_FD,	   /* decimal, a new file descriptor */
	RET_UDEC,  /* a register's value: only errors are negative */
	RET_HEX,
	RET_OCT,
	RET_NONE, /* never returns */
};

enum sct_kind {
	K_INT, /* int, decimal */
	K_UINT,
	K_LONG,
	K_ULONG,
	K_HEX,	/* 0x..., 0 as 0 */
	K_ADDR, /* 0x..., 0 as NULL */
	K_OCT,	/* octal with leading 0 */
	K_MODE, /* file type by name, permission bits octal */
	K_FD,
	K_DIRFD, /* fd, or AT_FDCWD */
	K_PID,
	K_ID,	/* uid or gid: unsigned, -1 as -1 */
	K_ID16, /* uid or gid of 16 bits */
	K_SIG,
	K_FLAGS, /* or'ed rows of .flags */
	K_SYM,	 /* a row of .flags */
	K_DEV,
	/* kinds of pointers */
	K_PATH,	  /* NUL-terminated, never shortened */
	K_STR,	  /* NUL-terminated, shortened at the string limit */
	K_BYTES,  /* buffer, quoted, shortened at the string limit */
	K_STRUCT, /* .type at this address; .len other than FIXED: bytes */
	K_ARRAY,  /* .type elements; .len counts them */
	K_IOV,
	K_STRV, /* argv: vector of strings, ended by NULL */
	K_ENVP, /* as argv; printed as a number of variables unless verbose */
	K_MSG,	/* struct msghdr */
	K_MMSG, /* struct mmsghdr vector */
	K_PTRS, /* pointers to .type; .len counts them */
};

struct sct_arg {
	const char *name;
	const struct sct_flags *flags;
	uint8_t kind;	   /* enum sct_kind */
	uint8_t dir;	   /* IN, OUT ... */
	uint8_t len;	   /* enum sct_len_from */
	uint8_t len_arg;   /* register index */
	uint16_t type;	   /* enum sct_type, or a type of the row's own */
	uint16_t fn;	   /* enum sct_argfn: a function prints the argument */
	uint8_t reg;	   /* 1 + register index; 0: the argument's position */
	uint8_t cond_arg;  /* 1 + register index; the argument is printed only if that register & cond_mask */
	uint8_t object;	   /* PATH of a kernel function: enum sct_object */
	bool named : 1;	   /* printed as name=value */
	bool sel : 1;	   /* selects the variant (SCV rows) */
	bool sorted : 1;   /* selects the variant; the variants are sorted by number */
	bool sel_long : 1; /* with sel: a value with upper bits set selects no variant */
	bool hexed : 1;	   /* BYTES: printed as \x.. always */
	bool pair : 1;	   /* 64 bits in this register (low half) and the next one */
	bool high : 1;	   /* the high half of a pair comes first */
	bool onsock : 1;   /* BYTES: sent or received on the socket that is argument 0 */
	/* a beginning is enough where the rest cannot be read; STRUCT: includes the text that follows it */
	bool parts : 1;
	bool nulled : 1;  /* OUT: if the pointer is NULL, the whole call is printed on entry */
	bool request : 1; /* printed as a number; with -v, as the memory that this ioctl() request describes */
	uint32_t cond_mask;
	uint32_t sel_mask;
	uint16_t elem; /* VSTRUCT, STR: most bytes that are looked at */
};

#define SCT_ROW_NARGS 9

struct sct_row {
	const char *name;
	uint32_t classes;
	uint8_t ret;		     /* enum sct_ret */
	uint8_t nargs;		     /* entries of args */
	uint16_t aux;		     /* enum sct_auxfn: function that prints the note after the return value */
	uint16_t base;		     /* variant: 1 + its base call */
	uint64_t key;		     /* variant: value of the selecting arguments */
	const struct own_types *own; /* structs of a probe (lookup/struct.h); NULL: none */
	struct sct_arg args[SCT_ROW_NARGS];
};

#endif

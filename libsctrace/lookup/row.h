/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The syscall rows of tables/syscalls/ as data: the kernel's capture plan
 * (plan/plan.c) and the printing (decode/) both follow from it.
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

/* strace's classes: -e trace=%file ... A row's class word is an or of these. */
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
	C_STATFS_LIKE = 1 << 15, /* %%statfs alone */
};

/* How the return value prints. */
enum sct_ret {
	RET_DEC,   /* decimal; negative: -1 ENAME (text) */
	RET_DEC32, /* likewise, of an int that the kernel does not extend: errors are positive, and keep their number */
	RET_FD,	   /* as DEC; a new file descriptor */
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
	K_ID16, /* of 16 bits */
	K_SIG,
	K_FLAGS, /* or of .flags rows */
	K_SYM,	 /* one of .flags rows */
	K_DEV,
	/* pointers */
	K_PATH,	  /* NUL-terminated, never shortened */
	K_STR,	  /* NUL-terminated, shortened at the string limit */
	K_BYTES,  /* buffer, quoted, shortened at the string limit */
	K_STRUCT, /* .type at this address; .len other than FIXED: bytes */
	K_ARRAY,  /* .type elements; .len counts them */
	K_IOV,
	K_STRV, /* argv */
	K_ENVP, /* number of variables; with verbose as argv */
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
	uint16_t type;	   /* enum sct_type, or of the row's own */
	uint16_t fn;	   /* enum sct_argfn: printed by a function of its own */
	uint8_t reg;	   /* 1 + register index; 0: the argument's position */
	uint8_t cond_arg;  /* 1 + register: printed only if it & cond_mask */
	uint8_t object;	   /* PATH, of a kernel's function: enum sct_object */
	bool named : 1;	   /* printed as name=value */
	bool sel : 1;	   /* selects the variant (SCV rows) */
	bool sorted : 1;   /* likewise; the variants are in order of their numbers */
	bool sel_long : 1; /* likewise; with upper bits set it selects none of them */
	bool hexed : 1;	   /* BYTES: printed as \x.. always */
	bool pair : 1;	   /* 64 bits in this register (low half) and the next one */
	bool high : 1;	   /* of a pair: the high half comes first */
	bool onsock : 1;   /* BYTES: sent or received on the socket that is argument 0 */
	bool parts : 1;	   /* as far as memory goes; a STRUCT: with the text that follows it */
	bool nulled : 1;   /* OUT: where it is NULL, the whole call is printed on entry */
	bool request : 1;  /* a number, but with -v the memory that this request of ioctl() tells of */
	bool after : 1;	   /* the value after the call of the argument before it: [5] => [8] */
	uint32_t cond_mask;
	uint32_t sel_mask;
	uint16_t elem; /* VSTRUCT, STR: bytes that are ever looked at */
};

#define SCT_ROW_NARGS 9

struct sct_row {
	const char *name;
	uint32_t classes;
	uint8_t ret;		     /* enum sct_ret */
	uint8_t nargs;		     /* entries of args */
	uint16_t aux;		     /* enum sct_auxfn: note after the return value */
	uint16_t base;		     /* variant: 1 + its base call */
	uint64_t key;		     /* variant: value of the selecting argument(s) */
	const struct own_types *own; /* of a probe (lookup/struct.h); NULL: there are none */
	struct sct_arg args[SCT_ROW_NARGS];
};

#endif

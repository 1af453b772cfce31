/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The vocabulary of the syscall rows in tables/syscalls/. A row is data: the
 * kernel's capture plan (source/plan.c) and the printing (decode/) both follow
 * from it.
 */
#ifndef SCT_ROW_H
#define SCT_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sctrace_abi.h"
#include "table/flags.h"
#include "table/types.h"

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
};

/* How the return value prints. */
enum sct_ret {
	RET_DEC,  /* decimal; negative: -1 ENAME (text) */
	RET_FD,	  /* as DEC; a new file descriptor */
	RET_UDEC, /* a register's value: only errors are negative */
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
	K_NEST, /* not printed: captures what a pointer inside another argument points to */
};

/* sct_arg.dir: when the memory behind a pointer means something. */
#define IN 1
#define OUT 2 /* after a call that did not fail */
#define INOUT 3
#define OUT_ANY 4    /* after the call, failed or not */
#define IN_NOTED 8   /* printed as IN; what comes out is in the note behind the return value */
#define INOUT_ANY 16 /* before the call, and after it, failed or not */

/* sct_arg.mark */
#define A_NAMED 0x01	/* printed as name=value */
#define A_SEL 0x02	/* selects the variant (SCV rows) */
#define A_HEX 0x04	/* bytes print as \x.. always */
#define A_PAIR 0x08	/* 64 bits in this register (low half) and the next one */
#define A_HIGH 0x10	/* of a pair: the high half comes first */
#define A_WORDS 0x20	/* NEST: offsets as with 8-byte words; halved for an ABI of 4-byte ones */
#define A_SOCK 0x40	/* BYTES: sent or received on the socket that is argument 0 */
#define A_PARTS 0x80	/* as far as memory goes; a STRUCT: with the text that follows it */
#define A_NULLED 0x100	/* OUT: where it is NULL, all of the call is said when it begins */
#define A_VERBOSE 0x200 /* captured under -v only */
#define A_AFTER 0x400	/* the value after the call of the argument before it: [5] => [8] */

struct sct_arg {
	const char *name;
	const struct sct_flags *flags;
	uint8_t kind;	  /* enum sct_kind */
	uint8_t dir;	  /* IN, OUT ... */
	uint8_t len;	  /* enum sct_len_from */
	uint8_t len_arg;  /* register index */
	uint16_t type;	  /* enum sct_type */
	uint16_t fn;	  /* enum sct_argfn: printed by a function of its own */
	uint8_t reg;	  /* 1 + register index; 0: the argument's position */
	uint8_t cond_arg; /* 1 + register: printed only if it & cond_mask */
	uint16_t mark;	  /* A_* */
	uint32_t cond_mask;
	uint32_t sel_mask;
	/* NEST: offsets in the argument's struct, bytes of one element (0: a string) */
	uint16_t ptr_off, cnt_off, cnt_size, elem;
};

/* Key of an ioctl variant whose size is that of a long: row__key() has that of the ABI. */
#define LONGED(k) ((k) | 1ull << 63)
/* Key of a variant that x86 alone has. */
#define X86ONLY(k) ((k) | 1ull << 62)

/* Key of a variant that 64-bit ABIs alone have: other ones have another number, if any. */
#define WIDE(k) ((k) | 1ull << 61)

#define SCT_ROW_NARGS 9

struct sct_row {
	const char *name;
	uint32_t classes;
	uint8_t ret;   /* enum sct_ret */
	uint8_t nargs; /* entries of args */
	uint16_t aux;  /* enum sct_auxfn: note behind the return value */
	uint16_t base; /* variant: 1 + its base call */
	uint64_t key;  /* variant: value of the selecting argument(s) */
	struct sct_arg args[SCT_ROW_NARGS];
};

/*
 * Every macro below takes modifiers behind its own parameters:
 *   MODE(mode, WHEN(1, 0100))       printed only if register 1 has the bits
 *   ADDR(child_stack, NAMED, REG(1)) prints child_stack=..., from register 1
 *   ULONG(arg, BY(fcntl_lock))      printed by argfn_fcntl_lock()
 *   SYM(cmd, fcntl_cmds, SEL)       selects among the call's SCV rows
 */
#define REG(i) .reg = (i) + 1
#define WHEN(i, m) .cond_arg = (i) + 1, .cond_mask = (m)
#define BY(f) .fn = ARGFN_##f
#define NAMED .mark = A_NAMED
#define SEL .mark = A_SEL
#define HEXED .mark = A_HEX
#define NULLED .mark = A_NULLED
#define ONSOCK .mark = A_SOCK
#define PARTS .mark = A_PARTS
#define MOST(n) .elem = n /* VSTRUCT: bytes that are ever looked at */
#define SELMASK(m) .mark = A_SEL, .sel_mask = (m)
#define PAIR(i) .mark = A_PAIR, .reg = (i) + 1 /* 32-bit ABIs: registers i and i + 1 */
#define PAIR_HIGH(i) .mark = A_PAIR | A_HIGH, .reg = (i) + 1

/* ---- scalar arguments --------------------------------------------------- */
#define SCALAR(n, k, ...)                                                                                              \
	{                                                                                                              \
		.name = #n, .kind = k, __VA_ARGS__                                                                     \
	}
#define INT(n, ...) SCALAR(n, K_INT, __VA_ARGS__)
#define UINT(n, ...) SCALAR(n, K_UINT, __VA_ARGS__)
#define LONG(n, ...) SCALAR(n, K_LONG, __VA_ARGS__)
#define ULONG(n, ...) SCALAR(n, K_ULONG, __VA_ARGS__)
#define SIZE(n, ...) SCALAR(n, K_ULONG, __VA_ARGS__)
#define OFF(n, ...) SCALAR(n, K_LONG, __VA_ARGS__)
#define HEX(n, ...) SCALAR(n, K_HEX, __VA_ARGS__)
#define ADDR(n, ...) SCALAR(n, K_ADDR, __VA_ARGS__)
#define OCT(n, ...) SCALAR(n, K_OCT, __VA_ARGS__)
#define MODE(n, ...) SCALAR(n, K_MODE, __VA_ARGS__)
#define FD(n, ...) SCALAR(n, K_FD, __VA_ARGS__)
#define DIRFD(n, ...) SCALAR(n, K_DIRFD, __VA_ARGS__)
#define PID(n, ...) SCALAR(n, K_PID, __VA_ARGS__)
#define UID(n, ...) SCALAR(n, K_ID, __VA_ARGS__)
#define GID(n, ...) SCALAR(n, K_ID, __VA_ARGS__)
#define UID16(n, ...) SCALAR(n, K_ID16, __VA_ARGS__)
#define GID16(n, ...) SCALAR(n, K_ID16, __VA_ARGS__)
#define SIG(n, ...) SCALAR(n, K_SIG, __VA_ARGS__)
#define DEV(n, ...) SCALAR(n, K_DEV, __VA_ARGS__)
#define FLAGS(n, t, ...) SCALAR(n, K_FLAGS, .flags = &flags_##t, __VA_ARGS__)
#define SYM(n, t, ...) SCALAR(n, K_SYM, .flags = &flags_##t, __VA_ARGS__)

/* ---- pointers ------------------------------------------------------------ */
#define POINTER(n, k, d, ...)                                                                                          \
	{                                                                                                              \
		.name = #n, .kind = k, .dir = d, __VA_ARGS__                                                           \
	}
#define PATH(n, ...) POINTER(n, K_PATH, IN, __VA_ARGS__)
#define STR(n, ...) POINTER(n, K_STR, IN, __VA_ARGS__)
#define BYTES(n, d, l, ...) POINTER(n, K_BYTES, d, l, __VA_ARGS__)
#define STRUCT(n, d, t, ...) POINTER(n, K_STRUCT, d, .type = T_##t, __VA_ARGS__)
#define VSTRUCT(n, d, t, l, ...) POINTER(n, K_STRUCT, d, .type = T_##t, l, __VA_ARGS__)
#define ARRAY(n, d, t, l, ...) POINTER(n, K_ARRAY, d, .type = T_##t, l, __VA_ARGS__)
#define IOV(n, d, l, ...) POINTER(n, K_IOV, d, l, __VA_ARGS__)
#define STRV(n, ...) POINTER(n, K_STRV, IN, __VA_ARGS__)
#define ENVP(n, ...) POINTER(n, K_ENVP, IN, __VA_ARGS__)
#define MSG(n, d, ...) POINTER(n, K_MSG, d, __VA_ARGS__)
#define MMSG(n, d, l, ...) POINTER(n, K_MMSG, d, l, __VA_ARGS__)

/* One that changes: said when the call begins, and what became of it when it has ended. Where it is NULL, nothing will. */
#define CHANGES(n, t, r)                                                                                               \
	STRUCT(n, IN, t), STRUCT(n##_after, OUT, t, BY(becomes), .mark = A_AFTER | A_NULLED, .reg = (r) + 1)

/*
 * Behind the arguments: register r points to a struct with a pointer at offset
 * p. Captured as part SCT_PART_NEST, sub s: one element of size e, or as many
 * as the w bytes at offset c say (V: under -v
 * only); a string.
 */
#define NEST(r, d, s, p, e)                                                                                            \
	{                                                                                                              \
		.kind = K_NEST, .dir = d, .reg = (r) + 1, .len_arg = s, .ptr_off = p, .cnt_off = 0xffff, .elem = e     \
	}
#define NESTN(r, d, s, p, e, c, w)                                                                                     \
	{                                                                                                              \
		.kind = K_NEST, .dir = d, .reg = (r) + 1, .len_arg = s, .ptr_off = p, .cnt_off = c, .cnt_size = w,     \
		.elem = e                                                                                              \
	}
#define NESTV(r, d, s, p, e, c, w)                                                                                     \
	{                                                                                                              \
		.kind = K_NEST, .dir = d, .reg = (r) + 1, .len_arg = s, .ptr_off = p, .cnt_off = c, .cnt_size = w,     \
		.elem = e, .mark = A_VERBOSE                                                                           \
	}
#define NESTSTR(r, d, s, p) NEST(r, d, s, p, 0)
/* Likewise, in a struct of words: offsets of a 64-bit ABI, and what an ABI of 4-byte words makes of them. */
#define NESTW(r, d, s, p, e, c, w)                                                                                     \
	{                                                                                                              \
		.kind = K_NEST, .dir = d, .reg = (r) + 1, .len_arg = s, .ptr_off = p, .cnt_off = c, .cnt_size = w,     \
		.elem = e, .mark = A_WORDS                                                                             \
	}

/* Where a length comes from; i is a register index. */
#define LEN_ARG(i) .len = SCT_LEN_ARG, .len_arg = i	/* argument i */
#define LEN_PTR(i) .len = SCT_LEN_ARG_PTR, .len_arg = i /* *(u32 *)argument i */
#define LEN_PTR_MIN(i) .len = SCT_LEN_ARG_PTR_MIN, .len_arg = i
#define LEN_RET(i) .len = SCT_LEN_RET, .len_arg = i   /* return value, at most argument i */
#define LEN_BITS(i) .len = SCT_LEN_BITS, .len_arg = i /* argument i bits, in whole longs */

#endif

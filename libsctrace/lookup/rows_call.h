/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The vocabulary of the system call rows in tables/syscalls/. Included by lookup/row.c only, as tables/structs/ uses
 * the same names for other macros.
 */
#ifndef SCT_ROWS_CALL_H
#define SCT_ROWS_CALL_H

/*
 * Every macro below takes modifiers after its own parameters:
 *   MODE(mode, WHEN(1, 0100))        printed only if register 1 has the bits
 *   ADDR(child_stack, NAMED, REG(1)) prints child_stack=..., from register 1
 *   ULONG(arg, BY(fcntl_lock))       printed by argfn_fcntl_lock()
 *   SYM(cmd, fcntl_cmds, SEL)        selects among the call's SCV rows
 */
#define REG(i) .reg = (i) + 1
#define WHEN(i, m) .cond_arg = (i) + 1, .cond_mask = (m)
#define BY(f) .fn = ARGFN_##f
#define NAMED .named = true
#define SEL .sel = true
#define SEL_LONG .sel = true, .sel_long = true
#define SEL_SORTED .sel = true, .sorted = true
#define HEXED .hexed = true
#define NULLED .nulled = true
#define ONSOCK .onsock = true
#define PARTS .parts = true
#define OF_REQUEST .request = true
/* VSTRUCT, STR: most bytes that are used; a string that fills them, with its NUL, is printed as truncated */
#define MOST(n) .elem = n
#define SELMASK(m) .sel = true, .sel_mask = (m)
#define PAIR(i) .pair = true, .reg = (i) + 1 /* 32-bit ABIs: the value is in registers i and i + 1 */
#define PAIR_HIGH(i) .pair = true, .high = true, .reg = (i) + 1

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
#define PTRS(n, d, t, l, ...) POINTER(n, K_PTRS, d, .type = T_##t, l, __VA_ARGS__)
#define IOV(n, d, l, ...) POINTER(n, K_IOV, d, l, __VA_ARGS__)
#define STRV(n, ...) POINTER(n, K_STRV, IN, __VA_ARGS__)
#define ENVP(n, ...) POINTER(n, K_ENVP, IN, __VA_ARGS__)
#define MSG(n, d, ...) POINTER(n, K_MSG, d, BY(msg), __VA_ARGS__)
#define MMSG(n, d, l, ...) POINTER(n, K_MMSG, d, l, BY(mmsg), __VA_ARGS__)

/* Sources of a length. i: index of a register. */
#define LEN_ARG(i) .len = SCT_LEN_ARG, .len_arg = i	/* argument i */
#define LEN_PTR(i) .len = SCT_LEN_ARG_PTR, .len_arg = i /* *(u32 *)argument i */
#define LEN_PTR_MIN(i) .len = SCT_LEN_ARG_PTR_MIN, .len_arg = i
#define LEN_RET(i) .len = SCT_LEN_RET, .len_arg = i   /* return value, at most argument i */
#define LEN_FIXED(n) .len = SCT_LEN_FIXED, .elem = n  /* n elements */
#define LEN_BITS(i) .len = SCT_LEN_BITS, .len_arg = i /* argument i bits, in whole longs */

#endif

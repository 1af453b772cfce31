/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Turns the rows of tables/structs/ into members of the C struct ABI_NAME. ABI is LAYOUT_ABI, which the includer
 * defines. No include guard: see rows_end.h.
 */
#define WIRE_(abi, t) abi##_##t
#define WIRE__(abi, t) WIRE_(abi, t)
#define WIRE(t) WIRE__(LAYOUT_ABI, t)

#define STRUCT(t) struct WIRE(t) {
#define STRUCT_PACKED(t) struct __attribute__((packed)) WIRE(t) {
#define ENDS(t)                                                                                                        \
	}                                                                                                              \
	;
#define END(t) ENDS(t)
#define END_ARRAY(t) ENDS(t)
#define END_LIST(t) ENDS(t)
#define END_VALUE(t) ENDS(t)
#define END_INLINE(t) ENDS(t)
#define END_HAND(t) ENDS(t)

#define SKIP(f, T) WIRE(T) f;
#define SKIPN(f, T, len) WIRE(T) f[len];
#define SKIPSUB(f, t) struct WIRE(t) f;
#define SKIPSUBS(f, t, len) struct WIRE(t) f[len];
#define DEC(f, T, ...) SKIP(f, T)
#define HEX(f, T, ...) SKIP(f, T)
#define OCT(f, T, ...) SKIP(f, T)
#define ADDR(f, T, ...) SKIP(f, T)
#define MODE(f, T, ...) SKIP(f, T)
#define FD(f, T, ...) SKIP(f, T)
#define PID(f, T, ...) SKIP(f, T)
#define ID(f, T, ...) SKIP(f, T)
#define DEV(f, T, ...) SKIP(f, T)
#define SIGNAL(f, T, ...) SKIP(f, T)
#define FLAGS(f, T, ...) SKIP(f, T)
#define SYM(f, T, ...) SKIP(f, T)
#define NAMED(f, T, ...) SKIP(f, T)
#define BY(f, T, ...) SKIP(f, T)
#define PTR(f, T, ...) SKIP(f, T)
#define PTRS(f, T, ...) SKIP(f, T)
#define BUF(f, T, ...) SKIP(f, T)
#define CSTR(f, T, ...) SKIP(f, T)
#define CHAIN(f, T, ...) SKIP(f, T)
#define CSTRS(f, T, ...) SKIP(f, T)
#define STRN(f, len, ...) SKIPN(f, char, len)
#define LIST(K, f, T, len, ...) SKIPN(f, T, len)
#define BYN(f, T, len, ...) SKIPN(f, T, len)
#define SUB(f, t, ...) SKIPSUB(f, t)
#define BYS(f, t, ...) SKIPSUB(f, t)
#define SUBS(f, t, len, ...) SKIPSUBS(f, t, len)
#define PAD_NAME_(line) pad_##line
#define PAD_NAME(line) PAD_NAME_(line)
#define PAD(len) SKIPN(PAD_NAME(__LINE__), u8, len)
#define UNION() union {
#define ENDUNION(...)                                                                                                  \
	}                                                                                                              \
	__VA_ARGS__;
#define GROUP() struct {
#define ENDGROUP(...)                                                                                                  \
	}                                                                                                              \
	__VA_ARGS__;
#define END_HEAD(t, f) ENDS(t)
#define PTRB(f, T, ...) SKIP(f, T)
#define IOVS(f, T, ...) SKIP(f, T)
#define LAYOUT(...) __VA_ARGS__
#define END_SCALAR(t) ENDS(t)
#define END_LAYOUT(t) ENDS(t)
#define END_WHOLE(t) ENDS(t)

#include "lookup/rows_none.h"

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Turns the rows of tables/structs/ into cases of struct__desc(), which are arrays of struct field. S64, S32 and SARM
 * are the struct's three layouts. No include guard: see rows_end.h.
 */
#define FIELDS_OF(t, of)                                                                                               \
	case T_##t: {                                                                                                  \
		typedef struct lp64_##of S64;                                                                          \
		typedef struct i386_##of S32;                                                                          \
		typedef struct arm_##of SARM;                                                                          \
		static const struct field fields[] = {
#define FIELDS_END(g, ...)                                                                                             \
	}                                                                                                              \
	;                                                                                                              \
	static const struct desc desc = { .fields = fields,                                                            \
					  .n = sizeof(fields) / sizeof(*fields),                                       \
					  .group = g,                                                                  \
					  .size = { sizeof(S64), sizeof(S32), sizeof(SARM) },                          \
					  __VA_ARGS__ };                                                               \
	return &desc;                                                                                                  \
	}
#define STRUCT(t) FIELDS_OF(t, t)
#define STRUCT_PACKED(t) FIELDS_OF(t, t)
#define END(t) FIELDS_END(GROUP_STRUCT)
#define END_HEAD(t, f) FIELDS_END(GROUP_STRUCT, .head = offsetof(S64, f))
#define END_WHOLE(t) FIELDS_END(GROUP_STRUCT, .head = sizeof(S64))
#define END_ARRAY(t) FIELDS_END(GROUP_ARRAY)
#define END_LIST(t) FIELDS_END(GROUP_LIST)
#define END_VALUE(t) FIELDS_END(GROUP_NONE)
#define END_INLINE(t) FIELDS_END(GROUP_INLINE)
#define END_SCALAR(t) FIELDS_END(GROUP_SCALAR)
#define END_LAYOUT(t) FIELDS_END(GROUP_HAND)
#define END_HAND(t) FIELDS_END(GROUP_HAND)
#define VIEW(t, of, ...) FIELDS_OF(t, of) __VA_ARGS__ FIELDS_END(GROUP_STRUCT)
#define VIEW_INLINE(t, of, ...) FIELDS_OF(t, of) __VA_ARGS__ FIELDS_END(GROUP_INLINE)
#define PERABI(t, x86_64, i386, arm64, arm)                                                                            \
	case T_##t: {                                                                                                  \
		static const uint16_t of[SCT_ABI_MAX] = { T_##x86_64, T_##i386, T_##arm64, T_##arm, T_##arm64 };       \
		return struct__desc((enum sct_type)of[abi], abi);                                                      \
	}

#define OFFS(f)                                                                                                        \
	{                                                                                                              \
		offsetof(S64, f), offsetof(S32, f), offsetof(SARM, f)                                                  \
	}
#define SIZES(f)                                                                                                       \
	{                                                                                                              \
		sizeof(((S64 *)0)->f), sizeof(((S32 *)0)->f)                                                           \
	}
#define REF(f)                                                                                                         \
	{                                                                                                              \
		OFFS(f), SIZES(f)                                                                                      \
	}
#define ROW(k, f, ...) { .name = #f, .kind = k, .off = OFFS(f), __VA_ARGS__ },
#define NUMBER(k, f, ...) ROW(k, f, .size = SIZES(f), __VA_ARGS__)
#define MARK(k, ...) { .kind = k, __VA_ARGS__ },

/* A decimal number is signed if its C type is. */
#define DEC_s8 FIELD_INT
#define DEC_s16 FIELD_INT
#define DEC_s32 FIELD_INT
#define DEC_s64 FIELD_INT
#define DEC_as64 FIELD_INT
#define DEC_long FIELD_INT
#define DEC_u8 FIELD_UINT
#define DEC_u16 FIELD_UINT
#define DEC_u32 FIELD_UINT
#define DEC_u64 FIELD_UINT
#define DEC_au64 FIELD_UINT
#define DEC_ulong FIELD_UINT

#define DEC(f, T, ...) NUMBER(DEC_##T, f, __VA_ARGS__)
#define HEX(f, T, ...) NUMBER(FIELD_HEX, f, __VA_ARGS__)
#define OCT(f, T, ...) NUMBER(FIELD_OCT, f, __VA_ARGS__)
#define ADDR(f, T, ...) NUMBER(FIELD_ADDR, f, __VA_ARGS__)
#define MODE(f, T, ...) NUMBER(FIELD_MODE, f, __VA_ARGS__)
#define FD(f, T, ...) NUMBER(FIELD_FD, f, __VA_ARGS__)
#define PID(f, T, ...) NUMBER(FIELD_PID, f, __VA_ARGS__)
#define ID(f, T, ...) NUMBER(FIELD_ID, f, __VA_ARGS__)
#define DEV(f, T, ...) NUMBER(FIELD_DEV, f, __VA_ARGS__)
#define SIGNAL(f, T, ...) NUMBER(FIELD_SIGNAL, f, __VA_ARGS__)
#define FLAGS(f, T, t, ...) NUMBER(FIELD_FLAGS, f, .flags = &flags_##t, __VA_ARGS__)
#define SYM(f, T, t, ...) NUMBER(FIELD_SYM, f, .flags = &flags_##t, __VA_ARGS__)
#define NAMED(f, T, t, ...) NUMBER(FIELD_NAMED, f, .flags = &flags_##t, __VA_ARGS__)
#define BY(f, T, g, ...) NUMBER(FIELD_BY, f, .fn = FIELDFN_##g, __VA_ARGS__)
#define BYN(f, T, len, g, ...) ROW(FIELD_BY, f, .size = SIZES(f[0]), .fn = FIELDFN_##g, .n = len, __VA_ARGS__)
#define BYS(f, t, g, ...) ROW(FIELD_BY, f, .fn = FIELDFN_##g, .type = T_##t, __VA_ARGS__)
/* VIA(member, function), in PRINT(): the function prints the member, which a SKIP row declares. */
#define NUMBER_OF(n) ((n) <= 8 ? (n) : 0)
#define VIA(f, g, ...)                                                                                                 \
	ROW(FIELD_BY, f, .size = { NUMBER_OF(sizeof(((S64 *)0)->f)), NUMBER_OF(sizeof(((S32 *)0)->f)) },               \
	    .fn = FIELDFN_##g, __VA_ARGS__)
#define STRN(f, len, ...) ROW(FIELD_STR, f, .size = { 1, 1 }, .n = len, __VA_ARGS__)
#define LIST_DEC(T) DEC_##T
#define LIST_HEX(T) FIELD_HEX
#define LIST_ADDR(T) FIELD_ADDR
#define LIST_FD(T) FIELD_FD
#define LIST(K, f, T, len, ...) ROW(LIST_##K(T), f, .size = SIZES(f[0]), .list = true, .n = len, __VA_ARGS__)
#define SUB(f, t, ...) ROW(FIELD_SUB, f, .type = T_##t, __VA_ARGS__)
#define SUBS(f, t, len, ...) ROW(FIELD_SUB, f, .type = T_##t, .list = true, .n = len, __VA_ARGS__)

/* Pointers. d: IN, OUT ... */
#define PTR(f, T, t, d, ...) NUMBER(FIELD_PTR, f, .type = T_##t, .dir = d, __VA_ARGS__)
#define PTRS(f, T, t, d, g, ...) PTR(f, T, t, d, .list = true, .count = REF(g), __VA_ARGS__)
#define PTRB(f, T, t, d, g, ...) PTRS(f, T, t, d, g, .bytes = true, __VA_ARGS__)
#define IOVS(f, T, d, g, ...) NUMBER(FIELD_IOV, f, .type = T_remote_iov, .dir = d, .count = REF(g), __VA_ARGS__)
#define BUF(f, T, d, g, ...) NUMBER(FIELD_BUF, f, .dir = d, .count = REF(g), __VA_ARGS__)
#define CSTR(f, T, d, ...) NUMBER(FIELD_CSTR, f, .dir = d, __VA_ARGS__)
#define CHAIN(f, T, g, ...) NUMBER(FIELD_CHAIN, f, .dir = IN, .unseen = true, .count = REF(g), __VA_ARGS__)
#define CSTRS(f, T, d, g, ...) NUMBER(FIELD_CSTRS, f, .dir = d, .count = REF(g), __VA_ARGS__)

#define MORE(...) MARK(FIELD_MORE, __VA_ARGS__)
#define ANSWER() MARK(FIELD_ANSWER)
#define BECOMES() MARK(FIELD_BECOMES)
#define COND(k, f, m, v) { .mask = m, .value = v, .kind = k, .off = OFFS(f), .size = SIZES(f) },
#define IF(f, m, v) COND(FIELD_IF, f, m, v)
#define UNLESS(f, m, v) COND(FIELD_UNLESS, f, m, v)
#define IS(f, v) COND(FIELD_IF, f, ~0ull, v)
#define ISNT(f, v) COND(FIELD_UNLESS, f, ~0ull, v)
#define CHANGED(f) { .kind = FIELD_CHANGED, .off = OFFS(f), .size = SIZES(f) },
#define IFBY(g) MARK(FIELD_IFBY, .fn = FIELDFN_##g)
#define PRINT(...) __VA_ARGS__
#define TAIL() MARK(FIELD_TAIL)

/* Modifiers of rows. */
#define VERBOSE .full = true
#define BRIEF .brief = true
#define NONZERO .nonzero = true
#define WASZERO .waszero = true
#define WHOLE .whole = true
#define AFTER .after = true
#define FAILED .failed = true
#define CHANGES .changes = true
#define RENEWED .renewed = true
#define CLIPPED .clipped = true
#define UNSEEN .unseen = true
#define NONAME .noname = true
#define COUNTED(g) .count = REF(g)
#define OF(g) .count = REF(g)
#define SINCE(g) .least = offsetof(S64, g) + 1
#define COVERS(g) .least = offsetof(S64, g) + sizeof(((S64 *)0)->g)
#define COVERED .covered = true
#define CUT .cut = true
#define LISTED(t, len) .type = T_##t, .list = true, .n = len
#define NAMES(t) .flags = &flags_##t
#define BYFN(g) .fn = FIELDFN_##g
#define OR_IOVS(g) .vector = REF(g)
#define MOST(bytes) .n = bytes
#define COUNT_ARG(i) .counted = true, .n = i

#include "lookup/rows_none.h"

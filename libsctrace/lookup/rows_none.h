/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Defines the row macros that the includer did not define, to expand to nothing. No include guard: see rows_end.h. */
#ifndef DEC
#define DEC(...)
#endif
#ifndef HEX
#define HEX(...)
#endif
#ifndef OCT
#define OCT(...)
#endif
#ifndef ADDR
#define ADDR(...)
#endif
#ifndef MODE
#define MODE(...)
#endif
#ifndef FD
#define FD(...)
#endif
#ifndef PID
#define PID(...)
#endif
#ifndef ID
#define ID(...)
#endif
#ifndef DEV
#define DEV(...)
#endif
#ifndef SIGNAL
#define SIGNAL(...)
#endif
#ifndef FLAGS
#define FLAGS(...)
#endif
#ifndef SYM
#define SYM(...)
#endif
#ifndef NAMED
#define NAMED(...)
#endif
#ifndef STRN
#define STRN(...)
#endif
#ifndef LIST
#define LIST(...)
#endif
#ifndef SUB
#define SUB(...)
#endif
#ifndef SUBS
#define SUBS(...)
#endif
#ifndef BY
#define BY(...)
#endif
#ifndef BYN
#define BYN(...)
#endif
#ifndef BYS
#define BYS(...)
#endif
#ifndef PTR
#define PTR(...)
#endif
#ifndef PTRS
#define PTRS(...)
#endif
#ifndef BUF
#define BUF(...)
#endif
#ifndef CHAIN
#define CHAIN(...)
#endif
#ifndef CSTRS
#define CSTRS(...)
#endif
#ifndef CSTR
#define CSTR(...)
#endif
#ifndef SKIP
#define SKIP(...)
#endif
#ifndef SKIPN
#define SKIPN(...)
#endif
#ifndef SKIPSUB
#define SKIPSUB(...)
#endif
#ifndef SKIPSUBS
#define SKIPSUBS(...)
#endif
#ifndef PAD
#define PAD(...)
#endif
#ifndef UNION
#define UNION(...)
#endif
#ifndef ENDUNION
#define ENDUNION(...)
#endif
#ifndef GROUP
#define GROUP(...)
#endif
#ifndef ENDGROUP
#define ENDGROUP(...)
#endif
#ifndef MORE
#define MORE(...)
#endif
#ifndef ANSWER
#define ANSWER(...)
#endif
#ifndef BECOMES
#define BECOMES(...)
#endif
#ifndef IF
#define IF(...)
#endif
#ifndef UNLESS
#define UNLESS(...)
#endif
#ifndef IS
#define IS(...)
#endif
#ifndef ISNT
#define ISNT(...)
#endif
#ifndef IFBY
#define IFBY(...)
#endif
#ifndef PRINT
#define PRINT(...)
#endif
#ifndef END
#define END(...)
#endif
#ifndef END_LIST
#define END_LIST(...)
#endif
#ifndef END_ARRAY
#define END_ARRAY(...)
#endif
#ifndef END_VALUE
#define END_VALUE(...)
#endif
#ifndef END_INLINE
#define END_INLINE(...)
#endif
#ifndef END_HAND
#define END_HAND(...)
#endif
#ifndef STRUCT
#define STRUCT(...)
#endif
#ifndef STRUCT_PACKED
#define STRUCT_PACKED(...)
#endif
#ifndef VIEW
#define VIEW(...)
#endif
#ifndef PERABI
#define PERABI(...)
#endif
#ifndef VIA
#define VIA(...)
#endif
#ifndef VIEW_INLINE
#define VIEW_INLINE(...)
#endif
#ifndef END_HEAD
#define END_HEAD(...)
#endif
#ifndef PTRB
#define PTRB(...)
#endif
#ifndef IOVS
#define IOVS(...)
#endif
#ifndef TAIL
#define TAIL(...)
#endif
#ifndef LAYOUT
#define LAYOUT(...)
#endif
#ifndef END_SCALAR
#define END_SCALAR(...)
#endif
#ifndef END_LAYOUT
#define END_LAYOUT(...)
#endif
#ifndef CHANGED
#define CHANGED(...)
#endif
#ifndef END_WHOLE
#define END_WHOLE(...)
#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The sets of attributes that NL_ROWS has, before they are defined: they point to each other, and functions to them.
 * One row has all of an attribute:
 *
 *	NL_SET(set, table of names, note of an unknown one)	NL_SET_SHARED: other files know it
 *	NLA(NAME, number, kind)			a kind that needs nothing else
 *	NLA_OF(NAME, number, kind, of)		constants of a table, attributes of a set
 *	NLA_FN(NAME, number, function)		a function that needs all of the attribute's bytes
 *	NLA_LIST(NAME, number, function)	one that emits a list, which may end before them
 *	NL_END(set, table of names)				NL_END_SHARED likewise
 */
#define NL_SET(set, t, unknown) static const struct nl_set set;
#define NL_SET_SHARED(set, t, unknown)
#define NLA(name, number, kind)
#define NLA_OF(name, number, kind, of)
#define NLA_FN(name, number, fn)
#define NLA_LIST(name, number, fn)
#define NL_END(set, t)
#define NL_END_SHARED(set, t)
#include NL_ROWS
#undef NL_SET
#undef NL_SET_SHARED
#undef NLA
#undef NLA_OF
#undef NLA_FN
#undef NLA_LIST
#undef NL_END
#undef NL_END_SHARED

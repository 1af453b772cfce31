/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Declares the sets of attributes that NL_ROWS has, as they refer to each other, and functions refer to them. An
 * attribute is one row:
 *
 *	NL_SET(set, table of names, note of an unknown one)	NL_SET_SHARED: used by other files
 *	NLA(NAME, number, kind)			a kind without a parameter
 *	NLA_OF(NAME, number, kind, of)		a kind with a table of constants, or a set of attributes
 *	NLA_FN(NAME, number, function)		a function, called if all bytes of the attribute were read
 *	NLA_LIST(NAME, number, function)	a function that emits a list, of which only a part may have been read
 *	NL_END(set, table of names)				NL_END_SHARED: of a shared set
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

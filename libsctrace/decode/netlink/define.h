/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Defines the sets of attributes that NL_ROWS has (declare.h). Include it last, as the rows name functions. */
#define NL_SET(set, t, unknown) static const struct nl_rule t##_rules[] = {
#define NL_SET_SHARED(set, t, unknown) NL_SET(set, t, unknown)
#define NLA(name, number, kind) { number, NL_##kind, NULL, NULL },
#define NLA_OF(name, number, kind, of) { number, NL_##kind, of, NULL },
#define NLA_FN(name, number, fn) { number, NL_FN, NULL, fn },
#define NLA_LIST(name, number, fn) { number, NL_LIST, NULL, fn },
#define NL_END_SHARED(set, t)                                                                                          \
	}                                                                                                              \
	;                                                                                                              \
	const struct nl_set set = { &flags_##t, t##_rules, sizeof(t##_rules) / sizeof(t##_rules[0]) };
#define NL_END(set, t)                                                                                                 \
	}                                                                                                              \
	;                                                                                                              \
	static const struct nl_set set = { &flags_##t, t##_rules, sizeof(t##_rules) / sizeof(t##_rules[0]) };
#include NL_ROWS
#undef NL_SET
#undef NL_SET_SHARED
#undef NLA
#undef NLA_OF
#undef NLA_FN
#undef NLA_LIST
#undef NL_END
#undef NL_END_SHARED

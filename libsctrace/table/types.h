/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Ids of what tables/types.def lists. */
#ifndef SCT_TYPES_H
#define SCT_TYPES_H

#define TYPE(t, x86_64, i386, arm64) T_##t,
#define ARG_FN(f)
#define AUX_FN(f)
enum sct_type {
	T_NONE,
#include "tables/types.def"
	T_MAX,
};
#undef TYPE
#undef ARG_FN

#define TYPE(t, x86_64, i386, arm64)
#define ARG_FN(f) ARGFN_##f,
enum sct_argfn {
	ARGFN_NONE,
#include "tables/types.def"
	ARGFN_MAX,
};
#undef ARG_FN
#undef AUX_FN

#define ARG_FN(f)
#define AUX_FN(f) AUXFN_##f,
enum sct_auxfn {
	AUXFN_NONE,
#include "tables/types.def"
	AUXFN_MAX,
};
#undef TYPE
#undef ARG_FN
#undef AUX_FN

#endif

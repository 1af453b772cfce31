/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Ids of the structs in tables/structs/ and of the functions in tables/functions.def. */
#ifndef SCT_TYPES_H
#define SCT_TYPES_H

#define STRUCT(t) T_##t,
#define STRUCT_PACKED(t) T_##t,
#define VIEW(t, ...) T_##t,
#define VIEW_INLINE(t, ...) T_##t,
#define PERABI(t, ...) T_##t,
#include "lookup/rows_none.h"
enum sct_type {
	T_NONE,
#include "tables/structs/all.def"
	T_MAX,
};
#include "lookup/rows_end.h"

#define ARG_FN(f) ARGFN_##f,
enum sct_argfn {
	ARGFN_NONE,
#include "tables/functions.def"
	ARGFN_MAX,
};

#define AUX_FN(f) AUXFN_##f,
enum sct_auxfn {
	AUXFN_NONE,
#include "tables/functions.def"
	AUXFN_MAX,
};

#define FIELD_FN(f) FIELDFN_##f,
#define COND_FN(f) FIELDFN_##f,
enum sct_fieldfn {
	FIELDFN_NONE,
#include "tables/functions.def"
	FIELDFN_MAX,
};

#endif

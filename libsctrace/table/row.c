// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The row files, expanded: an enum of all rows, the rows, each ABI's numbers. */
#include "table/row.h"

#include "table/abi.h"

#define ROW_ID(n) SC_##n
#define VAR_ID(n, v) SC_##n##__##v

enum row_id {
#define SC(n, c, r, ...) ROW_ID(n),
#define SCA(n, c, r, x, ...) ROW_ID(n),
#define SCV(n, v, k, r, ...) VAR_ID(n, v),
#define SCVA(n, v, k, r, x, ...) VAR_ID(n, v),
#include "tables/syscalls/all.def"
#undef SC
#undef SCA
#undef SCV
#undef SCVA
	ROW_MAX
};

#define ARGS(...)                                                                                  \
	.nargs = sizeof((struct sct_arg[]){ __VA_ARGS__ }) / sizeof(struct sct_arg),               \
	.args = { __VA_ARGS__ }

const struct sct_row sct_rows[] = {
#define SC(n, c, r, ...) [ROW_ID(n)] = { .name = #n, .classes = c, .ret = RET_##r, ARGS(__VA_ARGS__) },
#define SCA(n, c, r, x, ...)                                                                       \
	[ROW_ID(n)] = { .name = #n, .classes = c, .ret = RET_##r, .aux = AUXFN_##x, ARGS(__VA_ARGS__) },
#define SCV(n, v, k, r, ...)                                                                       \
	[VAR_ID(n, v)] = { .name = #n, .ret = RET_##r, .base = 1 + ROW_ID(n), .key = k, ARGS(__VA_ARGS__) },
#define SCVA(n, v, k, r, x, ...)                                                                   \
	[VAR_ID(n, v)] = { .name = #n, .ret = RET_##r, .aux = AUXFN_##x, .base = 1 + ROW_ID(n),    \
			   .key = k, ARGS(__VA_ARGS__) },
#include "tables/syscalls/all.def"
#undef SC
#undef SCA
#undef SCV
#undef SCVA
};
const unsigned sct_nrows = ROW_MAX;

const struct sct_row sct_row_unknown = {
	.name = "syscall",
	ARGS(HEX(arg0), HEX(arg1), HEX(arg2), HEX(arg3), HEX(arg4), HEX(arg5)),
};

/* ---- numbers ---- */

#define NR(nr, n) [nr] = 1 + ROW_ID(n),
static const uint16_t nr_x86_64[SCT_NR_MAX] = {
#include "tables/nr/x86_64.def"
};
#undef NR

/* ---- struct sizes ---- */

#define ARG_FN(f)
#define AUX_FN(f)
#define TYPE(t, x86_64, i386, arm64) [T_##t] = x86_64,
static const uint16_t sizes_x86_64[T_MAX] = {
#include "tables/types.def"
};
#undef TYPE
#define TYPE(t, x86_64, i386, arm64) [T_##t] = i386,
static const uint16_t sizes_i386[T_MAX] __attribute__((unused)) = {
#include "tables/types.def"
};
#undef TYPE
#define TYPE(t, x86_64, i386, arm64) [T_##t] = arm64,
static const uint16_t sizes_arm64[T_MAX] __attribute__((unused)) = {
#include "tables/types.def"
};
#undef TYPE

static const struct abi abis[SCT_ABI_MAX] = {
	[SCT_ABI_X86_64] = { SCT_ABI_X86_64, "x86_64", 8, SCT_NR_MAX, nr_x86_64, sizes_x86_64 },
};

const struct abi *abi__get(unsigned id)
{
	return id < SCT_ABI_MAX && abis[id].name ? &abis[id] : NULL;
}

const struct abi *abi__native(void)
{
#if defined(__aarch64__)
	return abi__get(SCT_ABI_ARM64);
#else
	return abi__get(SCT_ABI_X86_64);
#endif
}

const struct abi *abi__compat(void)
{
#if defined(__aarch64__)
	return abi__get(SCT_ABI_ARM);
#else
	return abi__get(SCT_ABI_I386);
#endif
}

const struct sct_row *abi__row(const struct abi *abi, unsigned nr)
{
	return nr < abi->nr_max && abi->nr[nr] ? &sct_rows[abi->nr[nr] - 1] : NULL;
}

static uint64_t selector(const struct sct_row *row, const uint64_t *args)
{
	uint64_t key = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < row->nargs && n < 2; i++) {
		const struct sct_arg *a = &row->args[i];
		uint32_t v = args[a->reg ? a->reg - 1u : i];

		if (!(a->mark & A_SEL))
			continue;
		if (a->sel_mask)
			v &= a->sel_mask;
		key |= (uint64_t)v << (32 * n++);
	}
	return key;
}

const struct sct_row *row__select(const struct sct_row *row, const uint64_t *args)
{
	const struct sct_row *v = row + 1;
	unsigned base = 1 + (unsigned)(row - sct_rows);
	uint64_t key;

	if (v == sct_rows + sct_nrows || v->base != base)
		return row;
	key = selector(row, args);
	for (; v < sct_rows + sct_nrows && v->base == base; v++)
		if (v->key == key)
			return v;
	return row;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Expands the row files, and selects the row for a call's arguments. */
#include "lookup/row.h"

#include "lookup/abi.h"
#include "lookup/row_id.h"
#include "lookup/rows_call.h"
#include "lookup/sockopt.h"

#define ARGS(...) .nargs = sizeof((struct sct_arg[]){ __VA_ARGS__ }) / sizeof(struct sct_arg), .args = { __VA_ARGS__ }

const struct sct_row sct_rows[] = {
#define SC(n, c, r, ...) [ROW_ID(n)] = { .name = #n, .classes = c, .ret = RET_##r, ARGS(__VA_ARGS__) },
#define SCA(n, c, r, x, ...)                                                                                           \
	[ROW_ID(n)] = { .name = #n, .classes = c, .ret = RET_##r, .aux = AUXFN_##x, ARGS(__VA_ARGS__) },
#define SCN(id, n, c, r, ...) [ROW_ID(id)] = { .name = #n, .classes = c, .ret = RET_##r, ARGS(__VA_ARGS__) },
#define SCNA(id, n, c, r, x, ...)                                                                                      \
	[ROW_ID(id)] = { .name = #n, .classes = c, .ret = RET_##r, .aux = AUXFN_##x, ARGS(__VA_ARGS__) },
#define SCV(n, v, k, r, ...)                                                                                           \
	[VAR_ID(n, v)] = { .name = #n, .ret = RET_##r, .base = 1 + ROW_ID(n), .key = k, ARGS(__VA_ARGS__) },
#define SCNV(id, n, v, k, r, ...)                                                                                      \
	[VAR_ID(id, v)] = { .name = #n, .ret = RET_##r, .base = 1 + ROW_ID(id), .key = k, ARGS(__VA_ARGS__) },
#define SCVA(n, v, k, r, x, ...)                                                                                       \
	[VAR_ID(n, v)] = {                                                                                             \
		.name = #n, .ret = RET_##r, .aux = AUXFN_##x, .base = 1 + ROW_ID(n), .key = k, ARGS(__VA_ARGS__)       \
	},
#include "tables/syscalls/all.def"
#undef SC
#undef SCA
#undef SCN
#undef SCNA
#undef SCNV
#undef SCV
#undef SCVA
};
const unsigned sct_nrows = ROW_MAX;

const struct sct_row sct_row_unknown = {
	.name = "syscall",
	ARGS(HEX(arg0), HEX(arg1), HEX(arg2), HEX(arg3), HEX(arg4), HEX(arg5)),
};

static uint64_t selector(const struct sct_row *row, const uint64_t *args)
{
	uint64_t key = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < row->nargs && n < 2; i++) {
		const struct sct_arg *a = &row->args[i];
		uint32_t v = args[a->reg ? a->reg - 1u : i];

		if (!a->sel)
			continue;
		if (a->sel_mask)
			v &= a->sel_mask;
		key |= (uint64_t)v << (32 * n++);
	}
	return key;
}

uint64_t row__key(const struct sct_row *row, const struct abi *abi)
{
	uint64_t marks = SIZED(0, 0) | X86ONLY(0) | WIDE_ONLY(0), key = row->key & ~marks;

	if ((row->key & X86ONLY(0) && !abi->x86) || (row->key & WIDE(0) && abi->word == 4))
		return ROW_NO_KEY;
	if (row->key & SIZED(0, 0))
		return abi->word == 4 ? request__32(row->key) : (uint32_t)key;
	return key;
}

/*
 * Searches variants that are sorted by number, such as the hundreds of ioctl(), in a 64-bit ABI, where the number is
 * the key. The step is doubled first, because the number of variants is unknown. Returns NULL if no variant has the
 * key.
 */
static const struct sct_row *select_sorted(const struct sct_row *first, unsigned base, uint64_t key,
					   const struct abi *abi)
{
	const struct sct_row *end = sct_rows + sct_nrows, *lo = first;
	size_t step = 1;

	while (step < (size_t)(end - lo) && lo[step].base == base && (uint32_t)lo[step].key <= key) {
		lo += step;
		step *= 2;
	}
	for (; step; step /= 2)
		while (step < (size_t)(end - lo) && lo[step].base == base && (uint32_t)lo[step].key <= key)
			lo += step;
	return row__key(lo, abi) == key ? lo : NULL;
}

static bool is_sorted(const struct sct_row *row)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].sorted)
			return true;
	return false;
}

/* Returns true if a 64-bit selector has upper bits set; no variant's number has. */
static bool has_upper_bits(const struct sct_row *row, const uint64_t *args)
{
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *a = &row->args[i];

		if (a->sel_long && args[a->reg ? a->reg - 1u : i] >> 32)
			return true;
	}
	return false;
}

const struct sct_row *row__select(const struct sct_row *row, const uint64_t *args, const struct abi *abi)
{
	const struct sct_row *v = row + 1;
	unsigned base = 1 + (unsigned)(row - sct_rows);
	uint64_t key;

	if (v == sct_rows + sct_nrows || v->base != base)
		return row;
	if (has_upper_bits(row, args))
		return row;
	key = selector(row, args);
	if (abi->word == 8 && is_sorted(row)) {
		v = select_sorted(v, base, key, abi);
		return v ? v : row;
	}
	for (; v < sct_rows + sct_nrows && v->base == base; v++)
		if (row__key(v, abi) == key)
			return v;
	return row;
}

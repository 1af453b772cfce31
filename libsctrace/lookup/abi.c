// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The system call ABIs, and which machine has which. A new ABI needs its numbers in tables/nr/, an entry in abis[],
 * its layout in lookup/layout.h if no other ABI has it, and its registers in bpf/arch/arch.h.
 */
#include <string.h>

#include "lookup/abi.h"

#include "lookup/row_id.h"

/* ---- numbers ---- */

#define NR(nr, n) [nr] = 1 + ROW_ID(n),
static const uint16_t nr_x86_64[SCT_NR_MAX] = {
#include "tables/nr/x86_64.def"
};
static const uint16_t nr_i386[SCT_NR_MAX] = {
#include "tables/nr/i386.def"
};
static const uint16_t nr_arm64[SCT_NR_MAX] = {
#include "tables/nr/arm64.def"
};
static const uint16_t nr_arm[SCT_NR_MAX] = {
#include "tables/nr/arm.def"
};
static const uint16_t nr_riscv64[SCT_NR_MAX] = {
#include "tables/nr/riscv64.def"
};
#undef NR

/* ---- constants whose values differ between ABIs ---- */

/* The generic tables have the values of x86; these differ. */
static const struct abi_flags flags_of_arm[] = {
	{ &flags_open_mode_flags, &flags_arm_open_mode_flags },
	{ &flags_open_flags, &flags_arm_open_flags },
	{ &flags_mmap_flags, &flags_arm_mmap_flags },
	{ &flags_ptrace_requests, &flags_arm_ptrace_requests },
	{ NULL, NULL },
};

const struct abi abis[SCT_ABI_MAX] = {
	[SCT_ABI_X86_64] = {
		.id = SCT_ABI_X86_64, .name = "x86_64", .word = 8, .align64 = 8,
		.nr_max = SCT_NR_MAX, .nr = nr_x86_64, .x86 = true, .tls_arg = 4,
		.audit = 0xc000003e,
	},
	[SCT_ABI_I386] = {
		.id = SCT_ABI_I386, .name = "i386", .word = 4, .align64 = 4, .layout = LAYOUT_I386,
		.nr_max = SCT_NR_MAX, .nr = nr_i386, .x86 = true, .tls_arg = 3,
		.audit = 0x40000003,
	},
	[SCT_ABI_ARM64] = {
		.id = SCT_ABI_ARM64, .name = "aarch64", .word = 8, .align64 = 8,
		.nr_max = SCT_NR_MAX, .nr = nr_arm64, .flags = flags_of_arm, .tls_arg = 3,
		.audit = 0xc00000b7,
	},
	[SCT_ABI_ARM] = {
		.id = SCT_ABI_ARM, .name = "arm", .word = 4, .align64 = 8, .layout = LAYOUT_ARM,
		.nr_max = SCT_NR_MAX, .nr = nr_arm, .flags = flags_of_arm, .tls_arg = 3,
		.audit = 0x40000028,
	},
	[SCT_ABI_RISCV64] = {
		.id = SCT_ABI_RISCV64, .name = "riscv64", .word = 8, .align64 = 8,
		.nr_max = SCT_NR_MAX, .nr = nr_riscv64, .tls_arg = 3,
		.audit = 0xc00000f3,
	},
};

const struct abi *abi__native(void)
{
#if defined(__aarch64__)
	return abi__get(SCT_ABI_ARM64);
#elif defined(__riscv)
	return abi__get(SCT_ABI_RISCV64);
#else
	return abi__get(SCT_ABI_X86_64);
#endif
}

const struct abi *abi__compat(void)
{
#if defined(__aarch64__)
	return abi__get(SCT_ABI_ARM);
#elif defined(__riscv)
	return NULL;
#else
	return abi__get(SCT_ABI_I386);
#endif
}

const struct abi *abi__of_arch(uint32_t arch)
{
	for (unsigned i = 0; i < SCT_ABI_MAX; i++)
		if (abis[i].audit == arch)
			return &abis[i];
	return NULL;
}

const struct abi *abi__of_audit(uint32_t arch)
{
	const struct abi *compat = abi__compat();

	if (abi__native()->audit == arch)
		return abi__native();
	return compat && compat->audit == arch ? compat : NULL;
}

#define X32_BIT 0x40000000u
#define X32_OWN 512u

static const struct {
	uint16_t nr;
	const char *name;
} x32_calls[] = {
#define NR(n, call) { n, #call },
#include "tables/nr/x32.def"
#undef NR
};

/*
 * Returns the name of an x32 call. x32 has the numbers of x86_64, but calls with other structs have numbers of their
 * own.
 */
static const char *x32_name(const struct abi *abi, uint32_t nr)
{
	const struct sct_row *row = nr < X32_OWN ? abi__row(abi, nr) : NULL;

	for (size_t i = 0; i < sizeof(x32_calls) / sizeof(x32_calls[0]); i++) {
		if (x32_calls[i].nr == nr)
			return x32_calls[i].name;
		if (row && !strcmp(x32_calls[i].name, row->name))
			return NULL;
	}
	return row ? row->name : NULL;
}

const char *abi__call_name(const struct abi *abi, uint32_t nr)
{
	const struct sct_row *row;

	if (abi->id == SCT_ABI_X86_64 && nr & X32_BIT)
		return x32_name(abi, nr & ~X32_BIT);
	row = abi__row(abi, nr);
	return row ? row->name : NULL;
}

static uint16_t size_of(const struct own_types *own, const struct abi *abi, unsigned type)
{
	const struct desc *d = own__desc(own, type, abi->id);

	return d ? d->size[abi->layout] : 0;
}

uint16_t abi__size(const struct abi *abi, enum sct_type type)
{
	return size_of(NULL, abi, type);
}

uint16_t row__size(const struct sct_row *row, const struct abi *abi, unsigned type)
{
	return size_of(row->own, abi, type);
}

const struct sct_flags *abi__flags(const struct abi *abi, const struct sct_flags *generic)
{
	for (const struct abi_flags *f = abi->flags; f && f->generic; f++)
		if (f->generic == generic)
			return f->own;
	return generic;
}

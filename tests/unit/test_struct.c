/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A struct with pointers that only its rows describe: the capture plan, the
 * data that the kernel would send, and the printed text, in each layout.
 */
#include <criterion/criterion.h>

#include "decode/core/decode.h"
#include "sink/text_out.h"
#include "plan/plan.h"
#include "lookup/rows_call.h"
#include "lookup/struct.h"
#include "synth.h"

static const struct sct_row row = {
	.name = "example",
	.nargs = 2,
	.args = { FD(fd), STRUCT(arg, INOUT, example) },
};

static struct synth enter, leave;
static struct buf text;
static struct text_out out;
static struct decode_opts opts = { .strlen_max = 32 };

/* The memory of the traced process: the struct, the string, the array. */
#define STRUCT_AT 0x1000
#define STRING_AT 0x2000
#define LIST_AT 0x3000

static uint8_t structure[64];
static const char string[] = "a name";
static const uint32_t list[] = { 1, 2, 70000 };

static void put(unsigned *off, uint64_t v, unsigned size)
{
	*off = (*off + size - 1) / size * size;
	memcpy(structure + *off, &v, size);
	*off += size;
}

/* Lays the struct out as a C compiler for the ABI would. Returns its size. */
static unsigned lay_out(const struct abi *abi)
{
	unsigned off = 0;

	put(&off, 5, 4);
	put(&off, (uint64_t)-7, abi->word);
	put(&off, STRING_AT, abi->word);
	put(&off, LIST_AT, abi->word);
	put(&off, 3, 2);
	return (off + abi->word - 1) / abi->word * abi->word;
}

static uint64_t number(unsigned off, unsigned size)
{
	uint64_t v = 0;

	memcpy(&v, structure + off, size);
	return v;
}

/* Captures one entry of the plan, as bpf/record/capture.bpf.h does. */
static void capture(struct synth *s, const struct abi *abi, const struct sct_cap *cap)
{
	uint64_t p, n = 1;

	if (cap->kind == SCT_CAP_BUF) {
		synth_chunk(s, cap->arg, structure, cap->elem);
		return;
	}
	cr_assert_eq(cap->kind, SCT_CAP_NEST);
	p = number(cap->ptr_off, abi->word);
	if (cap->cnt_off != SCT_NO_OFF)
		n = number(cap->cnt_off, cap->cnt_size);
	cr_assert(p == STRING_AT || p == LIST_AT, "%s: no pointer at %u", abi->name, cap->ptr_off);
	cr_assert_leq(n * cap->elem, cap->max);
	if (p == STRING_AT)
		synth_part(s, cap->arg, SCT_PART_NEST, cap->sub, string, sizeof(string));
	else
		synth_part(s, cap->arg, SCT_PART_NEST, cap->sub, list, (int32_t)(n * cap->elem));
}

static const char *print(const struct abi *abi, bool done)
{
	struct call c = { .row = &row,
			  .abi = abi,
			  .opts = &opts,
			  .args = { 3, STRUCT_AT },
			  .done = done,
			  .in = enter.raw + sizeof(enter.enter),
			  .in_len = enter.enter.data_len,
			  .out = leave.raw + sizeof(leave.exit),
			  .out_len = leave.exit.data_len };

	text_out__init(&out, &text, QUOTE_OCTAL, &opts);
	text.len = 0;
	text_out__begin(&out);
	for (unsigned i = 0; i < row.nargs; i++)
		call__arg(&out.out, &c, i);
	buf__char(&text, '\0');
	return text.p;
}

static void check(enum sct_abi_id id)
{
	const struct abi *abi = abi__get(id);
	struct sct_plan plan;
	unsigned size = lay_out(abi);

	cr_assert_eq(abi__size(abi, T_example), size, "%s: %u", abi->name, abi__size(abi, T_example));
	plan__make(&plan, abi, &row, &opts, true);
	cr_assert_eq(plan.ncaps, 3);
	synth_enter(&enter, 1, 1, 0, ARGS(3, STRUCT_AT));
	synth_exit(&leave, 1, 2, 0, 0, 1);
	for (unsigned i = 0; i < plan.ncaps; i++) {
		if (plan.cap[i].when & SCT_AT_ENTER)
			capture(&enter, abi, &plan.cap[i]);
		if (plan.cap[i].when & SCT_AT_EXIT_OK)
			capture(&leave, abi, &plan.cap[i]);
	}
	cr_assert_str_eq(print(abi, true), "3, {fd=5, n=-7, name=\"a name\", list=[1, 2, 70000], count=3}");
}

Test(structs, with_pointers_on_x86_64)
{
	check(SCT_ABI_X86_64);
}

Test(structs, with_pointers_on_i386)
{
	check(SCT_ABI_I386);
}

Test(structs, with_pointers_on_arm64_and_arm)
{
	check(SCT_ABI_ARM64);
	check(SCT_ABI_ARM);
}

/* The memory behind the pointers was not captured, so their addresses are printed. */
Test(structs, pointers_that_lead_nowhere)
{
	const struct abi *abi = abi__get(SCT_ABI_I386);
	unsigned size = lay_out(abi);

	synth_enter(&enter, 1, 1, 0, ARGS(3, STRUCT_AT));
	synth_exit(&leave, 1, 2, 0, 0, 1);
	synth_chunk(&enter, 1, structure, size);
	synth_chunk(&leave, 1, structure, size);
	cr_assert_str_eq(print(abi, true), "3, {fd=5, n=-7, name=0x2000, list=0x3000, count=3}");
}

/* 64-bit members are aligned to 4 bytes on i386, to 8 elsewhere. */
Test(structs, layouts_differ)
{
	cr_expect_eq(abi__size(abi__get(SCT_ABI_I386), T_flock64), 24);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_ARM), T_flock64), 32);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_X86_64), T_epoll_event), 12);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_ARM64), T_epoll_event), 16);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_X86_64), T_semid_ds), 104);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_RISCV64), T_semid_ds), 88);
}

/* The number of a chunk is the pointer's place in memory, not in the printed order, because recordings depend on it. */
Test(structs, pointers_are_counted_as_they_are_in_memory)
{
	struct pointer p[STRUCT_POINTERS];
	unsigned n = struct__pointers(NULL, T_clone_args, SCT_ABI_X86_64, p);

	cr_assert_eq(n, 3);
	cr_expect(p[0].off == 8 && p[1].off == 24 && p[2].off == 64, "pidfd, parent_tid, set_tid");
	cr_assert_eq(struct__pointers(NULL, T_clone_args_i386, SCT_ABI_I386, p), 4);
	cr_assert_eq(struct__pointers(NULL, T_stat, SCT_ABI_X86_64, p), 0);
}

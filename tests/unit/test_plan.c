// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Capture plans: which memory the programs read, by row and option. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include "plan/plan.h"

#define DATA_MAX 0xff00

static struct sct_plan plan;
static const struct decode_opts plain = { .strlen_max = 32 };

static const struct sct_row *row_of(unsigned nr)
{
	return abi__row(abi__native(), nr);
}

static void make(unsigned nr, const struct decode_opts *opts)
{
	plan__make(&plan, abi__native(), row_of(nr), opts, true);
}

static unsigned size_of(enum sct_type type)
{
	return abi__size(abi__native(), type);
}

Test(plan, registers_only)
{
	make(SYS_close, &plain);
	cr_assert_eq(plan.flags, SCT_PLAN_ENABLED);
	cr_assert_eq(plan.word, 8);
	cr_assert_eq(plan.ncaps, 0);
	cr_assert_eq(plan.when, 0);
	cr_assert_eq(plan.sel[0], 0);
}

Test(plan, disabled)
{
	plan__make(&plan, abi__native(), row_of(SYS_close), &plain, false);
	cr_assert_eq(plan.flags & SCT_PLAN_ENABLED, 0);
}

Test(plan, call_without_row)
{
	plan__make(&plan, abi__native(), NULL, &plain, true);
	cr_assert_eq(plan.flags, SCT_PLAN_ENABLED);
	cr_assert_eq(plan.ncaps, 0);
}

Test(plan, path)
{
	make(SYS_openat, &plain);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].kind, SCT_CAP_STR);
	cr_assert_eq(plan.cap[0].arg, 1);
	cr_assert_eq(plan.cap[0].when, SCT_AT_ENTER);
	cr_assert_eq(plan.cap[0].max, 4097, "paths are never shortened");
	cr_assert_eq(plan.when, SCT_AT_ENTER);
}

/* A request without a row: the memory that it returns is captured; with -v also the memory passed to it. */
Test(plan, memory_of_a_request)
{
	struct decode_opts full = { .strlen_max = 32, .verbose = true };

	make(SYS_ioctl, &plain);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].when, SCT_AT_EXIT_OK);
	cr_assert_eq(plan.cap[0].max, 96, "the keys of a keyboard");
	make(SYS_ioctl, &full);
	cr_assert_eq(plan.cap[0].when, SCT_AT_ENTER | SCT_AT_EXIT_OK | SCT_AT_EXIT_ERR);
}

Test(plan, two_paths)
{
	make(SYS_rename, &plain);
	cr_assert_eq(plan.ncaps, 2);
	cr_assert(plan.cap[0].arg == 0 && plan.cap[1].arg == 1);
}

Test(plan, buffer_out)
{
	make(SYS_read, &plain);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].kind, SCT_CAP_BUF);
	cr_assert_eq(plan.cap[0].arg, 1);
	cr_assert_eq(plan.cap[0].len_from, SCT_LEN_RET);
	cr_assert_eq(plan.cap[0].len_arg, 2);
	cr_assert_eq(plan.cap[0].when, SCT_AT_EXIT_OK);
	cr_assert_geq(plan.cap[0].max, 33, "one byte more than is shown");
	cr_assert_lt(plan.cap[0].max, 64);
}

Test(plan, buffer_in)
{
	make(SYS_write, &plain);
	cr_assert_eq(plan.cap[0].kind, SCT_CAP_BUF);
	cr_assert_eq(plan.cap[0].len_from, SCT_LEN_ARG);
	cr_assert_eq(plan.cap[0].len_arg, 2);
	cr_assert_eq(plan.cap[0].when, SCT_AT_ENTER);
}

Test(plan, string_limit)
{
	struct decode_opts o = { .strlen_max = 1000 };

	make(SYS_write, &o);
	cr_assert_geq(plan.cap[0].max, 1001);
	o.strlen_max = 0;
	make(SYS_write, &o);
	cr_assert_leq(plan.cap[0].max, 2);
	o.strlen_max = UINT32_MAX;
	make(SYS_write, &o);
	cr_assert_eq(plan.cap[0].max, DATA_MAX, "what a record holds");
}

Test(plan, struct_out)
{
	make(SYS_fstat, &plain);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].kind, SCT_CAP_BUF);
	cr_assert_eq(plan.cap[0].arg, 1);
	cr_assert_eq(plan.cap[0].len_from, SCT_LEN_FIXED);
	cr_assert_eq(plan.cap[0].elem, size_of(T_stat));
	cr_assert_eq(plan.cap[0].max, size_of(T_stat));
	cr_assert_eq(plan.cap[0].when, SCT_AT_EXIT_OK);
}

Test(plan, array_in_and_out)
{
	make(SYS_poll, &plain);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].elem, size_of(T_pollfd));
	cr_assert_eq(plan.cap[0].len_from, SCT_LEN_ARG);
	cr_assert_eq(plan.cap[0].len_arg, 1);
	cr_assert(plan.cap[0].when & SCT_AT_ENTER);
	cr_assert_geq(plan.cap[0].max, 33 * size_of(T_pollfd), "as many as are shown, and one");
}

Test(plan, argv_and_environment)
{
	struct decode_opts verbose = { .strlen_max = 32, .verbose = true };

	make(SYS_execve, &plain);
	cr_assert_eq(plan.ncaps, 3);
	cr_assert(plan.cap[0].kind == SCT_CAP_STR && plan.cap[0].arg == 0);
	cr_assert(plan.cap[1].kind == SCT_CAP_STRV && plan.cap[1].arg == 1);
	cr_assert(plan.cap[2].kind == SCT_CAP_COUNT && plan.cap[2].arg == 2);
	make(SYS_execve, &verbose);
	cr_assert_eq(plan.cap[2].kind, SCT_CAP_STRV);
}

Test(plan, message_out)
{
	make(SYS_sendmsg, &plain);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].kind, SCT_CAP_MSG);
	cr_assert_eq(plan.cap[0].when, SCT_AT_ENTER);
}

/* recvmsg(): at entry only the header is captured, in case the call fails; at exit, if it succeeds, header and data. */
Test(plan, message_in)
{
	make(SYS_recvmsg, &plain);
	cr_assert_eq(plan.ncaps, 2);
	cr_assert(plan.cap[0].kind == SCT_CAP_MSG && plan.cap[0].when == SCT_AT_ENTER);
	cr_assert_eq(plan.cap[0].max, 0);
	cr_assert(plan.cap[1].kind == SCT_CAP_MSG && plan.cap[1].when == SCT_AT_EXIT_OK);
	cr_assert_gt(plan.cap[1].max, 0);
}

Test(plan, selecting_argument)
{
	uint64_t args[SCT_NARGS] = { 3, F_SETLK };
	const struct sct_row *base = row_of(SYS_fcntl), *variant = row__select(base, args, abi__get(SCT_ABI_X86_64));

	make(SYS_fcntl, &plain);
	cr_assert_eq(plan.sel[0], 2, "1 + the argument");
	cr_assert_eq(plan.ncaps, 0);
	cr_assert_neq(variant, base);
	plan__make(&plan, abi__native(), variant, &plain, true);
	cr_assert_eq(plan.ncaps, 1);
	cr_assert_eq(plan.cap[0].elem, size_of(T_flock));
}

/*
 * io_submit: the iocbs, the data of PWRITE, and the vectors of PREADV and PWRITEV. Data is captured only if it is
 * written.
 */
Test(plan, pointers_to_structs)
{
	make(SYS_io_submit, &plain);
	cr_assert_eq(plan.ncaps, 4);
	cr_assert(plan.cap[0].kind == SCT_CAP_PTRS && plan.cap[0].elem == size_of(T_iocb));
	for (unsigned i = 1; i < 4; i++) {
		const struct sct_cap *c = &plan.cap[i];

		cr_assert(c->ptr_off == 24 && c->cnt_off == 32 && c->cnt_size == 8 && c->if_off == 16);
		cr_assert(c->arg == 2 && c->len_arg == 1 && c->when == SCT_AT_ENTER);
		cr_assert_eq(c->kind, c->if_value == 1 ? SCT_CAP_EACH_BUF : SCT_CAP_EACH_IOV);
		cr_assert_eq(!c->max, c->if_value == 7);
	}
}

Test(plan, no_data)
{
	struct decode_opts o = { .strlen_max = 32, .no_data = true };

	for (unsigned i = 0; i < sct_nrows; i++) {
		struct sct_plan with;

		plan__make(&with, abi__native(), &sct_rows[i], &plain, true);
		plan__make(&plan, abi__native(), &sct_rows[i], &o, true);
		cr_assert_eq(plan.ncaps, 0, "%s", sct_rows[i].name);
		cr_assert_eq(plan.when, 0);
		cr_assert_eq(plan.sel[0], with.sel[0]);
	}
}

static void sane(const struct sct_row *row, const struct sct_cap *c)
{
	cr_assert(c->kind > SCT_CAP_NONE && c->kind <= SCT_CAP_CHAIN, "%s", row->name);
	cr_assert(c->arg < SCT_NARGS && (c->len_arg < SCT_NARGS || c->kind == SCT_CAP_NEST), "%s", row->name);
	cr_assert(c->when && !(c->when & ~(SCT_AT_ENTER | SCT_AT_EXIT_OK | SCT_AT_EXIT_ERR)), "%s", row->name);
	/* size 0: a string, which the pointer refers to */
	cr_assert((c->elem > 0 || c->kind == SCT_CAP_NEST) && c->elem <= DATA_MAX, "%s: element of %u bytes", row->name,
		  c->elem);
	cr_assert_leq(c->max, DATA_MAX, "%s", row->name);
	cr_assert(c->len_from != SCT_LEN_RET || !(c->when & SCT_AT_ENTER), "%s: no return value at entry", row->name);
}

/* Checks the plans of all rows with extreme options. */
Test(plan, every_row_is_sane)
{
	static const struct decode_opts opts[] = {
		{ .strlen_max = 0 },
		{ .strlen_max = 32 },
		{ .strlen_max = 32, .verbose = true },
		{ .strlen_max = UINT32_MAX, .verbose = true },
	};

	for (unsigned i = 0; i < sct_nrows; i++)
		for (unsigned o = 0; o < sizeof(opts) / sizeof(opts[0]); o++) {
			unsigned when = 0;

			plan__make(&plan, abi__native(), &sct_rows[i], &opts[o], true);
			cr_assert_leq(plan.ncaps, SCT_PLAN_NCAPS);
			for (unsigned k = 0; k < plan.ncaps; k++) {
				sane(&sct_rows[i], &plan.cap[k]);
				when |= plan.cap[k].when;
			}
			cr_assert_eq(plan.when, when, "%s", sct_rows[i].name);
		}
}

/* Each pointer whose memory a row describes is captured: no plan is so full that one is dropped. */
Test(plan, nothing_is_left_out)
{
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *row = &sct_rows[i];

		plan__make(&plan, abi__native(), row, &plain, true);
		for (unsigned k = 0; k < row->nargs; k++) {
			const struct sct_arg *a = &row->args[k];
			unsigned reg = a->reg ? a->reg - 1u : k;
			bool found = a->kind < K_PATH || !a->dir;

			for (unsigned c = 0; c < plan.ncaps; c++)
				found |= plan.cap[c].arg == reg;
			cr_assert(found, "%s: nothing is read for %s", row->name, a->name);
		}
	}
}

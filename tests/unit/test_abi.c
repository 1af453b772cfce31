/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The ABIs: their numbers are those of the kernel's headers; 32-bit ABIs have calls of their own. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "decode/core/call.h"
#include "lookup/abi.h"
#include "lookup/row.h"
#include "skip.h"

static const struct sct_row *row_at(enum sct_abi_id id, unsigned nr)
{
	const struct abi *abi = abi__get(id);

	cr_assert_not_null(abi);
	return abi__row(abi, nr);
}

/* "#define __NR_name 12", and in the generic header "#define __NR3264_name 12" */
static bool header_line(const char *line, char *name, unsigned *nr)
{
	if (sscanf(line, "#define __NR_%63[a-z0-9_] %u", name, nr) == 2)
		return true;
	return sscanf(line, "#define __NR3264_%63[a-z0-9_] %u", name, nr) == 2;
}

/* Returns the name of the call that 64-bit machines have at the number of a generic name; "" if they have none. */
static const char *other_name(const char *name)
{
	static const char *const pairs[][2] = {
		{ "fstatat", "newfstatat" },
		/* both calls have this number, and the word size decides which one it is */
		{ "sync_file_range2", "sync_file_range" },
	};
	/* only 32-bit machines have these */
	static const char *const none[] = {
		"clock_gettime64",	  "clock_settime64",
		"clock_adjtime64",	  "clock_getres_time64",
		"clock_nanosleep_time64", "timer_gettime64",
		"timer_settime64",	  "timerfd_gettime64",
		"timerfd_settime64",	  "utimensat_time64",
		"pselect6_time64",	  "ppoll_time64",
		"io_pgetevents_time64",	  "recvmmsg_time64",
		"mq_timedsend_time64",	  "mq_timedreceive_time64",
		"semtimedop_time64",	  "rt_sigtimedwait_time64",
		"futex_time64",		  "sched_rr_get_interval_time64",
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (!strcmp(name, pairs[i][0]))
			return pairs[i][1];
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		if (!strcmp(name, none[i]))
			return "";
	return NULL;
}

/* Compares each number of the header with the row of that number. Returns how many numbers have another row or none. */
static unsigned check_header(enum sct_abi_id id, const char *path)
{
	const struct abi *abi = abi__get(id);
	char line[256], name[64];
	unsigned nr, n = 0, excused = 0;
	FILE *f = fopen(path, "re");

	if (!f)
		SKIP("no %s here", path);
	while (fgets(line, sizeof(line), f)) {
		const struct sct_row *row;
		const char *wanted = name, *other;

		if (!header_line(line, name, &nr) || !strcmp(name, "syscalls") ||
		    !strcmp(name, "arch_specific_syscall"))
			continue;
		n++;
		row = row_at(id, nr);
		other = abi->word == 8 && strstr(path, "generic") ? other_name(name) : NULL;
		if (other) {
			wanted = other;
			excused++;
		}
		cr_expect_str_eq(row ? row->name : "", wanted, "%s: %u is '%s', not '%s'", abi->name, nr,
				 row ? row->name : "", wanted);
	}
	fclose(f);
	cr_expect_gt(n, 300);
	return excused;
}

Test(abi, numbers_of_x86_64)
{
	cr_expect_eq(check_header(SCT_ABI_X86_64, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), 0);
}

Test(abi, numbers_of_i386)
{
	cr_expect_eq(check_header(SCT_ABI_I386, "/usr/include/x86_64-linux-gnu/asm/unistd_32.h"), 0);
}

Test(abi, numbers_of_arm64)
{
	cr_expect_eq(check_header(SCT_ABI_ARM64, "/usr/include/asm-generic/unistd.h"), 22);
}

Test(abi, numbers_that_bpf_knows)
{
	/*
	 * The numbers of execve, execveat and rt_sigreturn in bpf/arch/ are those of each ABI, and so are the calls
	 * within calls of i386.
	 */
	cr_expect_str_eq(row_at(SCT_ABI_X86_64, 59)->name, "execve");
	cr_expect_str_eq(row_at(SCT_ABI_X86_64, 322)->name, "execveat");
	cr_expect_str_eq(row_at(SCT_ABI_X86_64, 15)->name, "rt_sigreturn");
	cr_expect_str_eq(row_at(SCT_ABI_I386, 11)->name, "execve");
	cr_expect_str_eq(row_at(SCT_ABI_I386, 358)->name, "execveat");
	cr_expect_str_eq(row_at(SCT_ABI_I386, 119)->name, "sigreturn");
	cr_expect_str_eq(row_at(SCT_ABI_I386, 173)->name, "rt_sigreturn");
	cr_expect_str_eq(row_at(SCT_ABI_ARM64, 221)->name, "execve");
	cr_expect_str_eq(row_at(SCT_ABI_ARM64, 281)->name, "execveat");
	cr_expect_str_eq(row_at(SCT_ABI_ARM64, 139)->name, "rt_sigreturn");
	cr_expect_str_eq(row_at(SCT_ABI_ARM, 11)->name, "execve");
	cr_expect_str_eq(row_at(SCT_ABI_ARM, 387)->name, "execveat");
	cr_expect_str_eq(row_at(SCT_ABI_ARM, 173)->name, "rt_sigreturn");
	cr_expect_str_eq(row_at(SCT_ABI_ARM, 505)->name, "set_tls");

	static const char *const inner[] = { "mmap",  "select",	    "accept", "send",  "recv",
					     "semop", "semtimedop", "semctl", "shmat", "msgrcv" };
	for (unsigned i = 0; i < sizeof(inner) / sizeof(inner[0]); i++)
		cr_expect_str_eq(row_at(SCT_ABI_I386, 500 + i)->name, inner[i]);
}

Test(abi, words_and_alignment)
{
	cr_expect_eq(abi__get(SCT_ABI_X86_64)->word, 8);
	cr_expect_eq(abi__get(SCT_ABI_I386)->word, 4);
	cr_expect_eq(abi__get(SCT_ABI_I386)->align64, 4);
	cr_expect_eq(abi__get(SCT_ABI_ARM)->word, 4);
	cr_expect_eq(abi__get(SCT_ABI_ARM)->align64, 8);
	cr_expect_null(abi__get(SCT_ABI_MAX));
	cr_expect_eq(abi__size(abi__get(SCT_ABI_I386), T_stat64), 96);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_ARM), T_stat64), 104);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_ARM64), T_stat), 128);
	cr_expect_eq(abi__size(abi__get(SCT_ABI_ARM), T_timespec), 8);
}

Test(abi, values_that_differ)
{
	const struct sct_flags *x86 = abi__flags(abi__get(SCT_ABI_X86_64), &flags_open_mode_flags);
	const struct sct_flags *arm64 = abi__flags(abi__get(SCT_ABI_ARM64), &flags_open_mode_flags);

	cr_expect_eq(x86, &flags_open_mode_flags);
	cr_expect_str_eq(flags__name(x86, 0200000), "O_DIRECTORY");
	cr_expect_str_eq(flags__name(arm64, 040000), "O_DIRECTORY");
	cr_expect_str_eq(flags__name(arm64, 0200000), "O_DIRECT");
	cr_expect_str_eq(flags__name(arm64, 0400000), "O_LARGEFILE");
	cr_expect_eq(abi__flags(abi__get(SCT_ABI_ARM64), &flags_at_flags), &flags_at_flags);
}

Test(abi, pairs_of_registers)
{
	const struct sct_row *pread = row_at(SCT_ABI_I386, 180), *arm = row_at(SCT_ABI_ARM, 180);
	const struct sct_row *llseek = row_at(SCT_ABI_I386, 140);
	struct call c = { .row = pread, .abi = abi__get(SCT_ABI_I386), .args = { 0, 1, 2, 3, 4, 5 } };

	cr_expect_eq(call_arg(&c, &pread->args[3]), 0x400000003);
	c.row = arm;
	cr_expect_eq(call_arg(&c, &arm->args[3]), 0x500000004);
	c.row = llseek;
	cr_expect_eq(call_arg(&c, &llseek->args[1]), 0x100000002);
}

/* The plans of variants follow those of the numbers, for both ABIs; live/programs.c relies on it. */
Test(abi, room_for_all_plans)
{
	static const enum sct_abi_id machines[][2] = { { SCT_ABI_X86_64, SCT_ABI_I386 },
						       { SCT_ABI_ARM64, SCT_ABI_ARM } };

	for (unsigned m = 0; m < 2; m++) {
		unsigned plans = SCT_NABIS * SCT_NR_MAX;

		for (unsigned i = 0; i < 2; i++)
			for (unsigned nr = 0; nr < SCT_NR_MAX; nr++) {
				const struct sct_row *row = row_at(machines[m][i], nr), *v = row;
				unsigned base = row ? 1 + (unsigned)(row - sct_rows) : 0;

				while (v && ++v < sct_rows + sct_nrows && v->base == base)
					plans++;
			}
		cr_expect_leq(plans, SCT_PLANS_MAX);
	}
}

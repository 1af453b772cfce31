// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The tables are compared with each other and with what the running kernel says of itself. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>

#include "lookup/abi.h"
#include "lookup/sockopt.h"
#include "skip.h"

static bool is_pointer(const struct sct_arg *a)
{
	return a->kind >= K_PATH;
}

static unsigned reg_of(const struct sct_row *row, const struct sct_arg *a)
{
	return a->reg ? a->reg - 1u : (unsigned)(a - row->args);
}

Test(rows, variants_stand_behind_their_call)
{
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *row = &sct_rows[i];

		if (!row->base)
			continue;
		cr_assert_lt(row->base - 1u, i, "%s", row->name);
		cr_assert_str_eq(row->name, sct_rows[row->base - 1].name);
		cr_assert_eq(sct_rows[row->base - 1].base, 0, "%s: variant of a variant", row->name);
		cr_assert(i == row->base || sct_rows[i - 1].base == row->base, "%s: not after its call", row->name);
	}
}

Test(rows, variants_can_be_selected)
{
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *base = &sct_rows[i];
		unsigned selecting = 0, variants = 0;

		for (unsigned k = 0; k < base->nargs; k++)
			selecting += base->args[k].sel;
		for (const struct sct_row *v = base + 1; v < sct_rows + sct_nrows && v->base == i + 1; v++) {
			variants++;
			for (const struct sct_row *w = base + 1; w < v; w++)
				cr_assert_neq(w->key, v->key, "%s: two variants of key %#llx", v->name,
					      (unsigned long long)v->key);
			cr_assert(selecting == 2 || row__key(v, abi__get(SCT_ABI_X86_64)) <= UINT32_MAX, "%s", v->name);
		}
		cr_assert(!base->base || !variants);
		cr_assert_eq(!!variants, !base->base && !!selecting, "%s: %u variants, %u selecting arguments",
			     base->name, variants, selecting);
	}
}

Test(rows, select_finds_each_variant)
{
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *row = &sct_rows[i], *base = row->base ? &sct_rows[row->base - 1] : row;
		uint64_t args[SCT_NARGS] = { 0 };
		unsigned n = 0;

		for (unsigned k = 0; k < base->nargs; k++)
			if (base->args[k].sel)
				args[reg_of(base, &base->args[k])] =
					(uint32_t)(row__key(row, abi__get(SCT_ABI_X86_64)) >> (32 * n++));
		if (row->base)
			cr_assert_eq(row__select(base, args, abi__get(SCT_ABI_X86_64)), row, "%s: variant %#llx",
				     row->name, (unsigned long long)row->key);
	}
}

static const struct sct_row *selected(enum sct_abi_id id, unsigned nr, uint64_t a0, uint64_t a1)
{
	const struct abi *abi = abi__get(id);

	return row__select(abi__row(abi, nr), (uint64_t[SCT_NARGS]){ a0, a1 }, abi);
}

Test(rows, requests_of_the_size_of_a_long)
{
	const struct sct_row *base = abi__row(abi__get(SCT_ABI_X86_64), 16), *row; /* ioctl */

	row = selected(SCT_ABI_X86_64, 16, 0, 0x40081271); /* BLKBSZSET */
	cr_assert_neq(row, base);
	cr_assert_eq(selected(SCT_ABI_I386, 54, 0, 0x40081271), base);
	cr_assert_eq(selected(SCT_ABI_I386, 54, 0, 0x40041271), row);
	cr_assert_eq(selected(SCT_ABI_X86_64, 16, 0, 0x40041271), base);
	/* TIOCGWINSZ: its struct has no long */
	row = selected(SCT_ABI_X86_64, 16, 0, 0x5413);
	cr_assert_neq(row, base);
	cr_assert_eq(selected(SCT_ABI_I386, 54, 0, 0x5413), row);
}

Test(rows, requests_of_64_bits_alone)
{
	const struct sct_row *base = abi__row(abi__get(SCT_ABI_X86_64), 16); /* ioctl */

	cr_assert_neq(selected(SCT_ABI_X86_64, 16, 0, 0xc058560f), base); /* VIDIOC_QBUF */
	cr_assert_neq(selected(SCT_ABI_ARM64, 29, 0, 0xc058560f), base);
	cr_assert_eq(selected(SCT_ABI_I386, 54, 0, 0xc058560f), base);
	cr_assert_eq(selected(SCT_ABI_ARM, 54, 0, 0xc058560f), base);
	cr_assert_neq(selected(SCT_ABI_I386, 54, 0, 0xc0145608), base); /* VIDIOC_REQBUFS: its struct has no word */
}

Test(rows, requests_of_x86_alone)
{
	const struct sct_row *base = abi__row(abi__get(SCT_ABI_X86_64), 101); /* ptrace */

	cr_assert_neq(selected(SCT_ABI_X86_64, 101, 12, 0), base); /* PTRACE_GETREGS */
	cr_assert_neq(selected(SCT_ABI_I386, 26, 12, 0), base);
	cr_assert_eq(selected(SCT_ABI_ARM64, 117, 12, 0), base);
	cr_assert_eq(selected(SCT_ABI_ARM, 26, 12, 0), base);
	cr_assert_neq(selected(SCT_ABI_ARM64, 117, 16, 0), base); /* PTRACE_ATTACH */
}

Test(rows, arguments_are_sane)
{
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *row = &sct_rows[i];

		cr_assert_not_null(row->name);
		cr_assert_leq(row->nargs, SCT_ROW_NARGS);
		for (unsigned k = 0; k < row->nargs; k++) {
			const struct sct_arg *a = &row->args[k];

			cr_assert(a->name && *a->name, "%s: argument %u", row->name, k);
			cr_assert_lt(reg_of(row, a), SCT_NARGS, "%s: %s", row->name, a->name);
			cr_assert_lt(a->type, T_MAX, "%s: %s", row->name, a->name);
			cr_assert_lt(a->fn, ARGFN_MAX);
			cr_assert(a->kind != K_FLAGS && a->kind != K_SYM ? 1 : !!a->flags, "%s: %s", row->name,
				  a->name);
			cr_assert(a->kind != K_STRUCT && a->kind != K_ARRAY ? 1 : !!a->type || a->fn, "%s: %s",
				  row->name, a->name);
			cr_assert(!is_pointer(a) || a->dir || a->fn, "%s: %s has no direction", row->name, a->name);
			cr_assert(a->len_arg < SCT_NARGS, "%s: %s", row->name, a->name);
			cr_assert_leq(a->cond_arg, SCT_NARGS, "%s: %s", row->name, a->name);
		}
	}
}

/* Lower case, as in the kernel; a macro's argument by the same name once took the place of one. */
Test(rows, argument_names_are_names)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

	for (size_t i = 0; i < sct_nrows; i++)
		for (unsigned k = 0; k < sct_rows[i].nargs; k++) {
			const char *name = sct_rows[i].args[k].name;

			cr_assert_eq(strspn(name, letters), strlen(name), "%s: %s", sct_rows[i].name, name);
		}
}

Test(rows, argument_names_are_unique)
{
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *row = &sct_rows[i];

		for (unsigned k = 0; k < row->nargs; k++)
			for (unsigned m = 0; m < k; m++)
				cr_assert_str_neq(row->args[k].name, row->args[m].name, "%s", row->name);
	}
}

Test(rows, every_type_has_a_size_in_every_abi)
{
	for (unsigned id = 0; id < SCT_ABI_MAX; id++) {
		const struct abi *abi = abi__get(id);

		for (unsigned t = T_NONE + 1; abi && t < T_MAX; t++)
			cr_assert(abi__size(abi, t) > 0 && abi__size(abi, t) <= 8192, "%s: type %u has %u bytes",
				  abi->name, t, abi__size(abi, t));
	}
}

Test(rows, every_call_has_a_number)
{
	static bool numbered[4096];

	cr_assert_lt(sct_nrows, 4096);
	for (unsigned id = 0; id < SCT_ABI_MAX; id++) {
		const struct abi *abi = abi__get(id);

		for (unsigned nr = 0; abi && nr < abi->nr_max; nr++) {
			const struct sct_row *row = abi__row(abi, nr);

			if (!row)
				continue;
			cr_assert_eq(row->base, 0, "%s: a number of a variant", row->name);
			numbered[row - sct_rows] = true;
		}
	}
	for (unsigned i = 0; i < sct_nrows; i++)
		cr_assert(sct_rows[i].base || numbered[i], "%s has no number", sct_rows[i].name);
}

Test(rows, abis)
{
	cr_assert_not_null(abi__native());
	cr_assert_eq(abi__native()->word, sizeof(long));
	cr_assert_null(abi__get(SCT_ABI_MAX));
	cr_assert_null(abi__get(~0u));
	cr_assert_null(abi__row(abi__native(), SCT_NR_MAX));
	cr_assert_null(abi__row(abi__native(), ~0u));
	cr_assert_str_eq(abi__row(abi__native(), SYS_read)->name, "read");
	cr_assert_str_eq(abi__row(abi__native(), SYS_clone3)->name, "clone3");
}

Test(rows, errors)
{
	const char *text = NULL;

	cr_assert_str_eq(errno__name(ENOENT, &text), "ENOENT");
	cr_assert_str_eq(text, "No such file or directory");
	cr_assert_str_eq(errno__name(512, &text), "ERESTARTSYS");
	cr_assert_null(errno__name(0, &text));
	cr_assert_null(errno__name(4095, &text));
	cr_assert_null(errno__name(~0u, &text));
	for (unsigned e = 1; e < 134; e++) {
		const char *name = errno__name(e, &text);

		cr_assert(e == 41 || e == 58 ? !name : !!name, "error %u", e);
		if (name) {
			cr_assert_str_eq(name, strerrorname_np((int)e));
			cr_assert_str_eq(text, strerrordesc_np((int)e));
		}
	}
}

/* ---- the kernel's own list ---- */

#define EVENTS "/sys/kernel/tracing/events/syscalls"

/* Returns the number of arguments in the kernel's event of this call, or -1 if there is no such event. */
static int kernel_args(const char *name)
{
	char path[256], line[512];
	int n = 0;
	FILE *f;

	snprintf(path, sizeof(path), EVENTS "/sys_enter_%s/format", name);
	f = fopen(path, "r");
	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f))
		n += strstr(line, "field:") && strstr(line, "offset:") && !strstr(line, "common_") &&
		     !strstr(line, "__syscall_nr");
	fclose(f);
	return n;
}

/* True for calls of which strace prints another number of arguments than the kernel's prototype has. */
static bool differs(const char *name)
{
	static const char *const names[] = {
		/* the last argument is printed only with some flag, mode or command, by a variant */
		"fcntl",
		"mknod",
		"mknodat",
		"mremap",
		"ptrace",
		"reboot",
		"semctl",
		/* the argument is the upper half of an offset, which 64-bit calls do not use */
		"preadv",
		"pwritev",
		"preadv2",
		"pwritev2",
		/* the arguments are not in registers */
		"rt_sigreturn",
		"restart_syscall",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Counts registers up to the last one that is printed. */
static unsigned args_of(const struct sct_row *row)
{
	unsigned last = 0;

	for (unsigned k = 0; k < row->nargs; k++)
		if (reg_of(row, &row->args[k]) + 1 > last)
			last = reg_of(row, &row->args[k]) + 1;
	return last;
}

Test(rows, as_many_arguments_as_the_kernel_has)
{
	const struct abi *abi = abi__native();
	unsigned compared = 0, wrong = 0;

	for (unsigned nr = 0; nr < abi->nr_max; nr++) {
		const struct sct_row *row = abi__row(abi, nr);
		int n = row ? kernel_args(row->name) : -1;

		if (n < 0 || differs(row->name))
			continue;
		compared++;
		if ((int)args_of(row) != n) {
			wrong++;
			fprintf(stderr, "%s: %u arguments, the kernel says %d\n", row->name, args_of(row), n);
		}
	}
	if (!compared)
		SKIP("no tracefs, or not root");
	cr_assert_gt(compared, 250);
	cr_assert_eq(wrong, 0);
}

/* A row of tables/net/sockopt.def: a level, or an option that is looked up for a call. */
struct wanted_option {
	const char *name;
	uint32_t level, value;
	unsigned call; /* 0: a level */
};

/* Rows are looked up by bisection, so a row that is out of order is not found. */
Test(rows, socket_options_are_in_order)
{
	static const struct wanted_option all[] = {
#define SOL(n, v, ...) { #n, v, 0, 0 },
#define FOUND(l, n, v, call) { #n, LEVEL_##l, v, call },
#define SOCKOPT(l, n, v, ...) FOUND(l, n, v, SOCKOPT_SETS) FOUND(l, n, v, SOCKOPT_GETS)
#define SOCKOPT_SET(l, n, v, ...) FOUND(l, n, v, SOCKOPT_SETS)
#define SOCKOPT_GET(l, n, v, ...) FOUND(l, n, v, SOCKOPT_GETS)
#define SOCKOPT_SETS_VIA(l, n, v, t) FOUND(l, n, v, SOCKOPT_SETS)
#define SOCKOPT_GETS_ARRAY(l, n, v, t) FOUND(l, n, v, SOCKOPT_GETS)
#include "tables/net/sockopt.def"
	};

	for (const struct wanted_option *o = all; o < all + sizeof(all) / sizeof(all[0]); o++) {
		const struct sockopt *found = o->call ? sockopt__find(o->level, o->value, o->call) : NULL;
		const struct sockopt *level = sockopt__level(o->level);

		cr_assert(level && level->level == o->level, "%s", o->name);
		if (o->call)
			cr_assert(found && !strcmp(found->name, o->name), "%s", o->name);
	}
	cr_assert_null(sockopt__find(LEVEL_SOL_SOCKET, 1000, SOCKOPT_GETS));
	cr_assert_null(sockopt__level(1000));
}

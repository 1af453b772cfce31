// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Puts what each pointer argument of each call refers to in front of an unmapped page, so that it ends after 0 to 256
 * bytes. The tables say which calls there are, what selects their variants, and what counts their elements. A seccomp
 * filter answers all calls, first with 0, so that output arguments are decoded as well, then with an error. The calls
 * of "real" reach the kernel, with a descriptor that does not exist: they are read when the call begins. This program
 * is for host/edge.sh.
 *
 *	edge calls|ioctl|real [STEP [NAME]]	every STEP-th distance, of NAME only
 *
 * The program calls close(-GROUP) before each group: the same call and memory, first complete, then cut.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lookup/abi.h"

#define PAGE 4096ul
#define WHOLE 3072 /* bytes before the edge for arguments that are not cut; no struct is larger */
#define SLOTS (SCT_NARGS + 1)
#define NESTED SCT_NARGS /* the slot for what a pointer in a struct refers to */
#define BASE 0x20000000ul
#define STRIDE 0x100000ul
#define NO_FD 1000
#define ENDED 77

static const unsigned char distances[] = { 0,	1,   2,	  3,   4,   5,	 6,   7,   8,	9,   10,  11,  12,  13,
					   14,	15,  16,  17,  19,  20,	 21,  23,  24,	25,  27,  28,  29,  31,
					   32,	33,  36,  39,  40,  41,	 44,  47,  48,	49,  52,  55,  56,  57,
					   60,	63,  64,  65,  68,  71,	 72,  73,  79,	80,  84,  87,  88,  90,
					   95,	96,  97,  99,  100, 103, 104, 108, 111, 112, 119, 120, 127, 128,
					   129, 130, 135, 136, 143, 144, 145, 151, 152, 160, 176, 192, 224, 255 };
#define N_DISTANCES (sizeof(distances) / sizeof(distances[0]))

enum pattern { ZEROS, TEXT, ONES, NAMES, PATTERNS };

static unsigned step = 1, first;
static long group;
static bool real;

static uint64_t slot_end(unsigned slot)
{
	return BASE + slot * STRIDE + 16 * PAGE;
}

static void map_slots(void)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		void *want = (void *)(slot_end(i) - 16 * PAGE);

		if (mmap(want, 16 * PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_FIXED_NOREPLACE, -1, 0) != want)
			_exit(1);
	}
}

/* Fills the last n bytes of a slot, and returns their address. */
static uint64_t fill(unsigned slot, size_t n, enum pattern pattern)
{
	unsigned char *p = (unsigned char *)slot_end(slot) - n;

	for (size_t i = 0; i < n; i++) {
		static const unsigned char bytes[] = { [ZEROS] = 0, [ONES] = 0xff };

		/* NAMES: strings of up to seven bytes with their NUL; as numbers they are small */
		p[i] = pattern == TEXT	  ? 'a' + i % 26
		       : pattern == NAMES ? (i % 8 < 2 ? '1' + i / 8 % 9 : 0)
					  : bytes[pattern];
	}
	return (uint64_t)p;
}

static bool is_pointer(const struct sct_arg *a)
{
	return a->kind >= K_PATH;
}

static unsigned reg_of(const struct sct_row *row, const struct sct_arg *a)
{
	return a->reg ? a->reg - 1u : (unsigned)(a - row->args);
}

static void call(long nr, const uint64_t *a)
{
	syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void begin_group(void)
{
	syscall(SYS_close, (int)-++group);
}

/* Values of the arguments that select a variant. */
static void select_variant(const struct sct_row *row, uint64_t *args)
{
	const struct sct_row *base = row->base ? &sct_rows[row->base - 1] : row;
	uint64_t key = row->base ? row__key(row, abi__native()) : 0;

	for (unsigned i = 0; row->base && i < base->nargs; i++) {
		if (!base->args[i].sel)
			continue;
		args[reg_of(base, &base->args[i])] = (uint32_t)key;
		key >>= 32;
	}
}

static void set_length(const struct sct_arg *a, uint64_t *args, uint64_t n)
{
	switch (a->len) {
	case SCT_LEN_ARG:
	case SCT_LEN_RET:
	case SCT_LEN_BITS:
		args[a->len_arg] = n;
		break;
	case SCT_LEN_ARG_PTR:
	case SCT_LEN_ARG_PTR_MIN:
		args[a->len_arg] = fill(a->len_arg, WHOLE, ZEROS);
		*(uint32_t *)args[a->len_arg] = n;
	}
}

/* Cuts the memory of one argument; that of the others is complete. */
static void cut(const struct sct_row *row, long nr, const struct sct_arg *a, enum pattern pattern, uint64_t n)
{
	uint64_t args[SCT_NARGS] = { 0 };
	unsigned reg = reg_of(row, a);

	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *other = &row->args[i];

		if (is_pointer(other))
			args[reg_of(row, other)] = fill(reg_of(row, other), WHOLE, pattern);
		else if (other->kind == K_FD || other->kind == K_DIRFD)
			args[reg_of(row, other)] = NO_FD;
	}
	select_variant(row, args);
	for (unsigned i = 0; i < row->nargs; i++)
		set_length(&row->args[i], args, n);
	args[reg] = fill(reg, WHOLE, pattern);
	if (a->len == SCT_LEN_ARG_PTR || a->len == SCT_LEN_ARG_PTR_MIN)
		set_length(a, args, n);
	begin_group();
	call(nr, args);
	for (unsigned i = first++ % step; i < N_DISTANCES; i += step) {
		args[reg] = fill(reg, distances[i], pattern);
		call(nr, args);
	}
}

static bool is_counted(const struct sct_row *row)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].len != SCT_LEN_FIXED)
			return true;
	return false;
}

static void sweep_row(const struct sct_row *row, long nr)
{
	static const uint64_t lengths[] = { 3, 24, 100, 256, 1ul << 61, -1ul };

	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *a = &row->args[i];

		if (!is_pointer(a))
			continue;
		for (enum pattern p = 0; p < PATTERNS; p++)
			for (size_t k = 0; k < (is_counted(row) ? sizeof(lengths) / sizeof(lengths[0]) : 1); k++)
				cut(row, nr, a, p, lengths[k]);
	}
}

static bool is_real(const struct sct_row *row)
{
	return row->nargs && (row->args[0].kind == K_FD || !strcmp(row->name, "poll"));
}

static void sweep(bool ioctls, const char *name)
{
	const struct abi *abi = abi__native();

	for (unsigned nr = 0; nr < abi->nr_max; nr++) {
		const struct sct_row *base = abi__row(abi, nr), *row = base;

		if (!base || (name && strcmp(base->name, name)))
			continue;
		if (ioctls != !strcmp(base->name, "ioctl") || (real && !is_real(row)) || nr == SYS_exit_group)
			continue;
		sweep_row(base, nr);
		for (row++; row < sct_rows + sct_nrows && row->base == 1 + (base - sct_rows); row++)
			if (row__key(row, abi) != ROW_NO_KEY)
				sweep_row(row, nr);
	}
}

/* Lets the kernel handle exit_group(ENDED); all other calls return err. */
static void refuse(unsigned err)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ENDED, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
	};
	struct sock_fprog prog = { sizeof(code) / sizeof(*code), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		_exit(1);
}

static int child(unsigned err, const char *part, const char *name)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		map_slots();
		if (!real)
			refuse(err);
		sweep(!strcmp(part, "ioctl"), name);
		for (;;)
			syscall(SYS_exit_group, ENDED);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != ENDED;
}

int main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "calls", *name = argc > 3 ? argv[3] : NULL;

	if (argc > 2)
		step = strtoul(argv[2], NULL, 10);
	real = !strcmp(part, "real");
	return child(0, part, name) || (!real && child(EPERM, part, name));
}

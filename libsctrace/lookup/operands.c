// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/operands.h"

#include <string.h>

#include "lookup/abi.h"
#include "lookup/io_calls.h"
#include "lookup/types.h"

/*
 * Operands that strace was found not to compare: of epoll_ctl() and fanotify_mark() it compares only what is watched,
 * of perf_event_open() nothing.
 */
static const struct {
	const char *call;
	uint8_t fds, paths; /* registers (bits) not to compare */
} exceptions[] = {
	{ "epoll_ctl", 1 << 0, 0 },	{ "fanotify_mark", 1 << 0, 0 }, { "fcntl", 0x3e, 0 },
	{ "fcntl64", 0x3e, 0 },		{ "fsconfig", 1 << 0, 0 },	{ "ioctl", 0x3e, 0 },
	{ "perf_event_open", 0x3f, 0 }, { "pidfd_getfd", 1 << 1, 0 },	{ "quotactl", 0, 1 << 3 },
	{ "quotactl_fd", 0, 0x3f },	{ "rename", 0, 1 << 1 },	{ "symlink", 0, 1 << 0 },
	{ "symlinkat", 0, 1 << 0 },
};

static unsigned reg_of(const struct sct_row *row, unsigned i)
{
	return row->args[i].reg ? row->args[i].reg - 1u : i;
}

static void leave_out(struct operands *t, const char *call)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (!strcmp(exceptions[i].call, call)) {
			t->fds &= (uint8_t)~exceptions[i].fds;
			t->paths &= (uint8_t)~exceptions[i].paths;
		}
}

struct operands operands__of(const struct sct_row *row)
{
	const struct sct_row *base = row->base ? &sct_rows[row->base - 1] : row;
	struct operands t = {};

	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *a = &row->args[i];
		uint8_t bit = (uint8_t)(1u << reg_of(row, i));

		if (a->kind == K_FD || a->kind == K_DIRFD)
			t.fds |= bit;
		else if (a->kind == K_PATH && a->dir == IN)
			t.paths |= bit;
		else if (a->kind == K_ARRAY && a->type == T_pollfd)
			t.polls |= bit;
		else if (a->kind == K_STRUCT && a->type == T_fd_set)
			t.sets |= bit;
	}
	if (!(base->classes & (C_DESC | C_NETWORK)))
		t.fds = t.polls = t.sets = 0;
	if (!(base->classes & C_FILE))
		t.paths = 0;
	leave_out(&t, base->name);
	return t;
}

struct operands operands__of_all(const struct sct_row *row)
{
	struct operands all = operands__of(row);
	unsigned base = 1 + (unsigned)(row - sct_rows);

	for (const struct sct_row *v = row + 1; v < sct_rows + sct_nrows && v->base == base; v++) {
		struct operands t = operands__of(v);

		all.fds |= t.fds;
		all.paths |= t.paths;
		all.polls |= t.polls;
		all.sets |= t.sets;
	}
	return all;
}

struct kstat_call operands__names(const struct sct_row *row)
{
	struct kstat_call c = {};

	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *arg = &row->args[i];
		uint8_t reg = arg->reg ? arg->reg : (uint8_t)(i + 1);

		if (arg->kind == K_PATH && !c.path)
			c.path = reg;
		if ((arg->kind == K_FD || arg->kind == K_DIRFD) && !c.fd)
			c.fd = reg;
		if (arg->type == T_sockaddr && arg->dir == IN && strcmp(row->name, "bind") != 0) {
			c.addr = reg;
			c.addr_len = arg->len_arg + 1;
		}
	}
	if (row->ret == RET_FD && !strncmp(row->name, "accept", 6))
		c.flags |= KSTAT_C_RET_FD;
	if (!strcmp(row->name, "close"))
		c.flags |= KSTAT_C_EARLY;
	if (!strncmp(row->name, "execve", 6))
		c.flags |= KSTAT_C_EXEC;
	if (io_calls__counts(row))
		c.flags |= KSTAT_C_BYTES;
	return c;
}

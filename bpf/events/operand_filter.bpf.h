/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Filter of calls by their operands: -P, -e trace-fds=. A call that cannot match is dropped when it begins: nothing is
 * captured or sent. A call that may match is captured, and the reader decides (sink/operand_filter.c).
 */
#ifndef OPERAND_FILTER_BPF_H
#define OPERAND_FILTER_BPF_H

#include "record/chunk.bpf.h"
#include "record/fd.bpf.h"
#include "record/maps.bpf.h"

/* Set by the reader before loading. */
const volatile struct sct_operand_filter operand_filter = {};

static __always_inline bool choice_has_fd(__u32 fd)
{
	return fd < SCT_CHOICE_FDS ? operand_filter.fds[fd / 64 % (SCT_CHOICE_FDS / 64)] >> fd % 64 & 1
				   : operand_filter.beyond;
}

/* Returns 1 if path i of the filter equals the path in t->name, which has len bytes and is padded with zeros. */
__noinline int choice_is(__u32 i, __u32 len)
{
	struct fd_table *t = fd_table_get();
	__u64 differ = 0;

	if (!t || i >= SCT_CHOICE_PATHS)
		return 0;
	if (operand_filter.path[i].len != len)
		return 0;
	for (__u32 k = 0; k < SCT_CHOICE_WORDS; k++)
		differ |= t->name[k] ^ operand_filter.path[i].words[k];
	return !differ;
}

static __always_inline bool choice_has_name(__u32 len)
{
	for (__u32 i = 0; i < SCT_CHOICE_PATHS; i++)
		if (i < operand_filter.npaths && choice_is(i, len))
			return true;
	return false;
}

/* True if the current file's path matches the filter, or may match because its beginning is not known. */
static __always_inline bool choice_has_walked(struct fd_table *t)
{
	__u32 pos, n;

	t->out.flags = 0;
	fd_walk(t);
	pos = t->pos;
	n = FD_PATH_MASK - pos;
	if (t->out.flags || !n)
		return true;
	if (n >= SCT_CHOICE_LEN)
		return false;
	asm volatile("" : "+r"(n), "+r"(pos));
	__builtin_memset(t->name, 0, sizeof(t->name));
	bpf_probe_read_kernel(t->name, n & (SCT_CHOICE_LEN - 1), t->walk + (pos & FD_PATH_MASK));
	return choice_has_name(n & (SCT_CHOICE_LEN - 1));
}

/*
 * True if a file that is in no mounted file system may match: a memfd, which has any name, or, if the filter has a path
 * without a leading '/', a name such as "pipe:[1]".
 */
static __always_inline bool choice_has_pseudo(struct fd_table *t)
{
	fd_pseudo(t, (void *)t->at.dentry);
	return t->out.kind == SCT_FILE_NAMELESS || !operand_filter.rooted;
}

static __always_inline bool choice_has_file(struct fd_table *t)
{
	__u64 dentry = t->at.dentry, parent = (__u64)LOAD(dentry, dentry, d_parent), chain;
	struct fd_verdict *v;

	if (parent == dentry && dentry != (__u64)LOAD(vfsmount, t->at.mnt, mnt_root))
		return choice_has_pseudo(t);
	if (parent != dentry && !LOAD(dentry, dentry, d_hash.pprev))
		return true; /* the name of a deleted file ends in " (deleted)", which is not compared here */
	chain = chain_of(t, dentry, mount_of(t->at.mnt));
	v = &t->verdicts[slot_of(t) & (FD_VERDICTS - 1)];
	if (v->dentry != dentry || v->mnt != t->at.mnt || v->chain != chain) {
		v->chosen = choice_has_walked(t);
		v->dentry = dentry;
		v->mnt = t->at.mnt;
		v->chain = chain;
	}
	return v->chosen;
}

__noinline int choice_has(__u32 fd)
{
	struct fd_table *t = fd_table_get();

	if ((__s32)fd < 0)
		return 0;
	if (choice_has_fd(fd))
		return 1;
	if (!operand_filter.npaths)
		return 0;
	return !t || (fd_path(t, fd) && choice_has_file(t));
}

/* Returns 1 if the path argument at addr may match. One that cannot be read yet may be readable at the call's end. */
__noinline int choice_has_path(__u64 addr)
{
	struct fd_table *t = fd_table_get();
	long n;

	if (!t)
		return 1;
	__builtin_memset(t->name, 0, sizeof(t->name));
	n = bpf_probe_read_user_str(t->name, sizeof(t->name), (void *)addr);
	return n <= 0 || choice_has_name(n - 1);
}

/* Returns 1 if the current call may match. Its plan and arguments are in the scratch. */
__noinline int chosen(void)
{
	struct scratch *s = scratch_get();
	struct sct_plan *p = s ? plan_of(s) : NULL;

	if (!p || p->choose_more)
		return 1;
	for (__u32 i = 0; i < SCT_NARGS; i++)
		if (p->choose_fds & 1 << i && choice_has(s->head.args[i]))
			return 1;
	for (__u32 i = 0; operand_filter.npaths && i < SCT_NARGS; i++)
		if (p->choose_paths & 1 << i && choice_has_path(s->head.args[i]))
			return 1;
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Captures arguments of kernel functions: strings and buffers in kernel or user memory, and the paths of files. */
#ifndef KFUNC_BPF_H
#define KFUNC_BPF_H

#include "record/capture.bpf.h"
#include "record/chunk.bpf.h"
#include "record/fd.bpf.h"
#include "record/maps.bpf.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct filename {
	const char *name;
};
#pragma clang attribute pop

/* On all supported machines kernel addresses have the highest bit set. */
static __always_inline bool is_kernel_address(__u64 addr)
{
	return addr >> 63;
}

/* Captures n bytes, or a string of at most n bytes, at addr in kernel or user memory. */
__noinline int kcap_memory(__u64 addr, __u64 n, __u64 id, __u32 is_string)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;
	__u64 len;
	long got;

	if (!is_kernel_address(addr))
		return is_string ? cap_string(addr, n, id) : cap_bytes(addr, n, id);
	if (!s)
		return 0;
	c = chunk_begin_id(s, id);
	if (!c)
		return 0;
	len = fitting(s, n);
	if (is_string)
		got = bpf_probe_read_kernel_str((void *)c + CHUNK, len, (void *)addr);
	else
		got = len && bpf_probe_read_kernel((void *)c + CHUNK, len, (void *)addr) ? -EFAULT : (long)len;
	chunk_end(s, c, got < 0 ? -EFAULT : got);
	return 0;
}

/* Captures the path of fd_table.dentry and .mount. Without a mount, it is the path within the file system. */
__noinline int kcap_walked(__u64 arg)
{
	struct scratch *s = scratch_get();
	struct fd_table *t = fd_table_get();
	struct sct_chunk *c;
	__u32 n, pos;

	if (!s || !t || s->off > DATA_MAX - 2 * FD_PATH_MAX)
		return 0;
	t->pos = FD_PATH_MASK;
	for (__u32 i = 0; i < FD_BLOCKS; i++)
		if (fd_steps())
			break;
	if (t->pos == FD_PATH_MASK) /* the file is a root */
		name_put(t, t->walk, 0);
	c = chunk_begin(s, arg, SCT_PART_SELF, 0);
	if (!c)
		return 0;
	pos = t->pos;
	n = FD_PATH_MAX - pos; /* includes the NUL after the path, which is never overwritten */
	asm volatile("" : "+r"(n), "+r"(pos));
	bpf_probe_read_kernel((void *)c + CHUNK, n & FD_PATH_MASK, t->walk + (pos & FD_PATH_MASK));
	chunk_end(s, c, n & FD_PATH_MASK);
	return 0;
}

/*
 * True if the dentry has a path. A pipe or socket is a root that is not named "/" and has none; its address is printed.
 */
static __always_inline bool has_path(struct dentry *d)
{
	char first = 0;

	if (!d || BPF_CORE_READ(d, d_parent) != d)
		return d;
	bpf_probe_read_kernel(&first, 1, BPF_CORE_READ(d, d_name.name));
	return first == '/';
}

__noinline int kcap_object(__u64 addr, __u32 object, __u64 arg)
{
	struct fd_table *t = fd_table_get();
	struct vfsmount *mnt = NULL;
	struct dentry *d = NULL;

	if (!t || !is_kernel_address(addr))
		return 0;
	switch (object) {
	case SCT_OBJECT_FILE:
		d = BPF_CORE_READ((struct file *)addr, f_path.dentry);
		mnt = BPF_CORE_READ((struct file *)addr, f_path.mnt);
		break;
	case SCT_OBJECT_PATH:
		d = BPF_CORE_READ((struct path *)addr, dentry);
		mnt = BPF_CORE_READ((struct path *)addr, mnt);
		break;
	case SCT_OBJECT_DENTRY:
		d = (void *)addr;
		break;
	}
	if (!has_path(d))
		return 0;
	t->dentry = (__u64)d;
	t->mount = mnt ? mount_of((__u64)mnt) : 0;
	return kcap_walked(arg);
}

/* Reads an unsigned number of 2, 4 or 8 bytes in kernel or user memory. */
static __always_inline long kread_number(__u64 addr, __u32 size, __u64 *v)
{
	if (!is_kernel_address(addr))
		return read_number(addr, size, v);
	*v = 0;
	if (size == 2)
		return bpf_probe_read_kernel(v, 2, (void *)addr);
	if (size == 4)
		return bpf_probe_read_kernel(v, 4, (void *)addr);
	return bpf_probe_read_kernel(v, 8, (void *)addr);
}

/* Captures cap i: a pointer and a count inside the struct at addr, or in a struct that it points to. */
__noinline int kcap_nest(__u64 addr, __u32 i)
{
	struct scratch *s = scratch_get();
	const struct sct_cap *cap;
	__u64 p = 0, n = 1, id;

	if (!s)
		return 0;
	cap = cap_at(s, i);
	if (!cap)
		return 0;
	id = CHUNK_ID(cap->arg, SCT_PART_NEST, cap->sub);
	if (cap->via_off != SCT_NO_OFF) {
		if (kread_number(addr + cap->via_off, 8, &p) || !p)
			return 0;
		addr = p;
	}
	if (kread_number(addr + cap->ptr_off, 8, &p) || !p)
		return 0;
	if (cap->cnt_off != SCT_NO_OFF && kread_number(addr + cap->cnt_off, cap->cnt_size, &n))
		return 0;
	if (!cap->elem) /* a string */
		return kcap_memory(p, cap->max, id, true);
	if (n > DATA_MAX)
		n = DATA_MAX;
	n *= cap->elem;
	return kcap_memory(p, n < cap->max ? n : cap->max, id, false);
}

__noinline int kcap_run(__u32 i)
{
	struct scratch *s = scratch_get();
	const struct sct_cap *cap;
	__u64 addr, n;
	__u32 arg;

	if (!s)
		return 0;
	cap = cap_at(s, i);
	if (!cap)
		return 0;
	arg = cap->arg;
	if (arg >= SCT_NARGS || cap->len_arg >= SCT_NARGS)
		return 0;
	addr = s->args[arg];
	if (!addr)
		return 0;
	if (cap->kind == SCT_CAP_BUF) {
		n = sct_cap_length(cap->len_from, s->args[cap->len_arg], 0, s->word, DATA_MAX);
		if (n > DATA_MAX)
			n = DATA_MAX;
		n *= cap->elem;
		return kcap_memory(addr, n < cap->max ? n : cap->max, CHUNK_ID(arg, SCT_PART_SELF, 0), false);
	}
	if (cap->kind == SCT_CAP_NEST)
		return kcap_nest(addr, i);
	if (cap->kind != SCT_CAP_STR)
		return 0;
	if (cap->sub == SCT_OBJECT_NAME)
		addr = (__u64)BPF_CORE_READ((struct filename *)addr, name);
	else if (cap->sub)
		return kcap_object(addr, cap->sub, arg);
	return addr ? kcap_memory(addr, cap->max, CHUNK_ID(arg, SCT_PART_SELF, 0), true) : 0;
}

__noinline int kcapture(void)
{
	struct scratch *s = scratch_get();
	struct sct_plan *plan;

	if (!s)
		return 0;
	plan = plan_of(s);
	if (!plan)
		return 0;
	for (__u32 i = 0; i < SCT_PLAN_NCAPS; i++)
		if (i < plan->ncaps)
			kcap_run(i);
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Descriptors that stand in memory (-y): in an array, a set, a struct, behind a
 * pointer in there, in control messages. Where, says the capture plan.
 */
#ifndef FDMEM_BPF_H
#define FDMEM_BPF_H

#include "fd.bpf.h"

#define FDS_MAX 64    /* of an array */
#define SET_BYTES 128 /* of a set: FD_SETSIZE */
#define CMSG_MAX 8
#define RIGHTS_MAX 32 /* descriptors of a control message */
#define SOL_SOCKET 1
#define SCM_RIGHTS 1
#define SCM_PIDFD 4

__noinline int cap_fd_array(__u64 addr, __u64 n, __u32 stride, __u32 size)
{
	__u64 v;

	for (__u32 i = 0; i < FDS_MAX; i++) {
		v = 0;
		if (i >= n || read_word(addr + i * stride, size, &v))
			break;
		cap_fd(v);
	}
	return 0;
}

/* The one at off in each of n structs, to which the pointers at addr lead. */
__noinline int cap_fd_each(__u64 addr, __u64 n, __u32 off, __u32 size)
{
	struct scratch *s = scratch_get();
	__u64 p, v;

	if (!s)
		return 0;
	for (__u32 i = 0; i < FDS_MAX; i++) {
		p = v = 0;
		if (i >= n || read_word(addr + i * s->word, s->word, &p) || read_word(p + off, size, &v))
			break;
		cap_fd(v);
	}
	return 0;
}

/* A byte of a set, whose first bit is this descriptor. */
__noinline int cap_fd_byte(__u64 addr, __u32 fd)
{
	__u8 byte = 0;

	if (bpf_probe_read_user(&byte, 1, (void *)addr) || !byte)
		return 0;
	for (__u32 i = 0; i < 8; i++)
		if (byte & 1 << i)
			cap_fd(fd + i);
	return 0;
}

__noinline int cap_fd_set(__u64 addr, __u64 bits)
{
	for (__u32 i = 0; i < SET_BYTES; i++) {
		if (8 * i >= bits)
			break;
		cap_fd_byte(addr + i, 8 * i);
	}
	return 0;
}

static __always_inline struct sct_fdmem *fdmem_of(struct scratch *s, __u32 i)
{
	__u32 idx = s ? s->plan : 0;
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);

	if (!s || !p)
		return NULL;
	return &p->fdmem[MASKED(i, SCT_PLAN_NFDMEM - 1)];
}

/*
 * Captures the descriptors of entry i in the struct at addr, or where a pointer in the struct leads. Their number is n, or
 * in a member of the struct.
 */
__noinline int cap_fd_inner(__u32 i, __u64 addr, __u64 n)
{
	struct scratch *s = scratch_get();
	struct sct_fdmem *m = fdmem_of(s, i);

	if (!m)
		return 0;
	/* not on the stack: see cap_msg_parts() */
	s->msg[0] = n;
	s->msg[1] = addr;
	if (m->cnt_off != SCT_NO_OFF && read_number(addr + m->cnt_off, m->cnt_size, &s->msg[0]))
		return 0;
	if (m->ptr_off != SCT_NO_OFF && (read_number(addr + m->ptr_off, s->word, &s->msg[1]) || !s->msg[1]))
		return 0;
	return cap_fd_array(s->msg[1] + m->off, s->msg[0], m->stride, m->size);
}

static __always_inline int cap_fd_mem(__u32 i)
{
	struct scratch *s = scratch_get();
	struct sct_fdmem *m = fdmem_of(s, i);
	__u64 addr, n;

	if (!m || !(m->when & s->moment) || m->arg >= SCT_NARGS || m->len_arg >= SCT_NARGS)
		return 0;
	addr = s->args[m->arg];
	n = m->len_from == SCT_LEN_FIXED ? m->n : s->args[m->len_arg];
	if (!addr)
		return 0;
	if (m->len_from == SCT_LEN_BITS)
		return cap_fd_set(addr, (__s32)n > 0 ? n : 0);
	if (m->each)
		return cap_fd_each(addr, n, m->off, m->size);
	if (m->within < SCT_NARGS && m->off + m->size > s->args[m->within])
		return cap_fd(0);
	if (m->cnt_off != SCT_NO_OFF || m->ptr_off != SCT_NO_OFF)
		return cap_fd_inner(i, addr, n);
	return cap_fd_array(addr + m->off, n, m->stride, m->size);
}

/* What was captured, in place: 4 or 8 bytes at off, which end before end. */
static __always_inline __u64 captured(struct scratch *s, __u32 off, __u32 end, __u32 size)
{
	void *at = (void *)s->data + MASKED(off, DATA_MASK);

	if (off + size > end)
		return 0;
	return size == 8 ? *(__u64 *)at : *(__u32 *)at;
}

static __always_inline bool has_fds(__u32 cmsg_type)
{
	return cmsg_type == SCM_RIGHTS || cmsg_type == SCM_PIDFD;
}

/* n descriptors that were captured. */
__noinline int cap_rights_of(__u32 off, __u32 n)
{
	struct scratch *s = scratch_get();

	if (!s)
		return 0;
	for (__u32 i = 0; i < RIGHTS_MAX; i++) {
		if (i >= n)
			break;
		cap_fd(captured(s, off + 4 * i, DATA_MAX, 4));
	}
	return 0;
}

/* The descriptors in the control messages that were captured last. */
__noinline int cap_rights(void)
{
	struct scratch *s = scratch_get();
	__u32 off, end, word;
	struct sct_chunk *c;
	__u64 len;

	if (!s || !s->rights)
		return 0;
	off = s->rights - 1;
	word = s->word;
	s->rights = 0;
	c = (void *)s->data + MASKED(off, DATA_MASK & ~7u);
	off += CHUNK;
	if (c->len < 0)
		return 0;
	end = off + c->len;
	for (__u32 i = 0; i < CMSG_MAX; i++) {
		/* struct cmsghdr: length (a word), level, type */
		len = captured(s, off, end, word);
		if (len < word + 8)
			break;
		if (len > end - off)
			len = end - off;
		if (captured(s, off + word, end, 4) == SOL_SOCKET && has_fds(captured(s, off + word + 4, end, 4)))
			cap_rights_of(off + word + 8, (len - word - 8) / 4);
		off += (len + word - 1) & ~(__u64)(word - 1);
		if (off >= end)
			break;
	}
	return 0;
}

/* All descriptors that the call is given at its beginning, or that its memory holds then, or at its end. */
__noinline int cap_fds(__u32 when)
{
	struct scratch *s = scratch_get();
	__u32 idx = s ? s->plan : 0;
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);

	if (!decode_fds || !s || !p)
		return 0;
	for (__u32 i = 0; when & SCT_AT_ENTER && i < SCT_NARGS; i++)
		if (p->fds & 1 << i)
			cap_fd(s->args[i]);
	if (labels && when & SCT_AT_ENTER && p->cwd)
		cap_fd(SCT_AT_FDCWD);
	if (!(p->fd_when & when))
		return 0;
	s->moment = when;
	for (__u32 i = 0; i < SCT_PLAN_NFDMEM; i++)
		if (i < p->nfdmem)
			cap_fd_mem(i);
	return cap_rights();
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Captures the files of descriptors that are in memory (-y): in an array, a set, a struct, behind a pointer in a
 * struct, in control messages. The capture plan says where. Compiled twice, like capture.h, which lists the macros that
 * have to be defined before; in addition to those, CALL(cap_fd, fd) captures the file of a descriptor.
 */
#ifndef FDMEM_H
#define FDMEM_H

#include "record/chunk.h"

#define FDS_BLOCK 64  /* descriptors of an array that one call of cap_fd_array() handles */
#define FDS_EACH 64   /* most pointers of a vector that are followed */
#define SET_BYTES 128 /* bytes of a set (FD_SETSIZE bits) */
#define CMSG_MAX 8
#define FD_CHUNKS_MAX 128 /* chunks that are searched for descriptors */
#define SOL_SOCKET 1
#define SCM_RIGHTS 1
#define SCM_PIDFD 4
#define XDP_SHARED_UMEM 1
/* sxdp_family and sxdp_flags, 16 bits each */
#define XDP_SHARES(word) (((word)&0x1ffff) == (AF_XDP | XDP_SHARED_UMEM << 16))
#define XDP_ADDR 16 /* bytes of struct sockaddr_xdp; the descriptor is the last of its four words */

/* Reads a descriptor into s->iov[0]. A function, so that the verifier checks it once and not in each turn of a loop. */
PLAN_FN(load_fd, __u64 addr, __u32 size)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s)
		return -EFAULT;
	return CALL(read_word, addr, size, &s->iov[0]);
}

/* Captures the files of the first FDS_BLOCK of n descriptors. Returns 1 if there are no more. */
PLAN_FN(cap_fd_array, __u64 addr, __u64 n, __u32 stride, __u32 size)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s)
		return 0;
	for (__u32 i = 0; i < FDS_BLOCK; i++) {
		if (i >= n || CALL(load_fd, addr + i * stride, size))
			return 1;
		CALL(cap_fd, s->iov[0]);
	}
	return 0;
}

/* Reads the descriptor at off in the struct to which the pointer at addr points into s->iov[0]. */
PLAN_FN(load_fd_each, __u64 addr, __u32 off, __u32 size)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s || CALL(read_word, addr, s->word, &s->iov[0]))
		return -EFAULT;
	return CALL(read_word, s->iov[0] + off, size, &s->iov[0]);
}

/* Captures the file of the descriptor at off in each of n structs; addr has the pointers to the structs. */
PLAN_FN(cap_fd_each, __u64 addr, __u64 n, __u32 off, __u32 size)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s)
		return 0;
	for (__u32 i = 0; i < FDS_EACH; i++) {
		if (i >= n || CALL(load_fd_each, addr + i * s->word, off, size))
			break;
		CALL(cap_fd, s->iov[0]);
	}
	return 0;
}

/* Captures the files of the descriptors in one byte of a set; fd is the descriptor of its lowest bit. */
PLAN_FN(cap_fd_byte, __u64 addr, __u32 fd)
{
	PLAN_STATE;
	__u8 byte = 0;

	if (!decode_fds)
		return 0;
	if (READ_USER(&byte, 1, addr) || !byte)
		return 0;
	for (__u32 i = 0; i < 8; i++)
		if (byte & 1 << i)
			CALL(cap_fd, fd + i);
	return 0;
}

PLAN_FN(cap_fd_set, __u64 addr, __u64 bits)
{
	PLAN_STATE;

	if (!decode_fds)
		return 0;
	for (__u32 i = 0; i < SET_BYTES; i++) {
		if (8 * i >= bits)
			break;
		CALL(cap_fd_byte, addr + i, 8 * i);
	}
	return 0;
}

static __always_inline const struct sct_fdmem *fdmem_of(struct scratch *s, __u32 i)
{
	const struct sct_plan *p = s ? plan_of(s) : NULL;

	if (!s || !p)
		return NULL;
	return &p->fdmem[MASKED(i, SCT_PLAN_NFDMEM - 1)];
}

/*
 * Finds the descriptors that entry i of the plan's fdmem describes for the struct at addr. Sets s->msg[1] to their
 * address: it is in the struct, or relative to a pointer that the struct contains. Sets s->msg[0] to their number if the
 * struct has that member. Returns 0, or -EFAULT if there are no descriptors.
 */
PLAN_FN(fdmem_inner, __u32 i, __u64 addr)
{
	struct scratch *s = scratch_get();
	const struct sct_fdmem *m = fdmem_of(s, i);

	if (!decode_fds)
		return 0;
	if (!m)
		return -EFAULT;
	/* not on the stack: see cap_msg_parts() */
	s->msg[1] = addr;
	if (m->cnt_off != SCT_NO_OFF && CALL(read_number, addr + m->cnt_off, m->cnt_size, &s->msg[0]))
		return -EFAULT;
	if (m->ptr_off != SCT_NO_OFF && (CALL(read_number, addr + m->ptr_off, s->word, &s->msg[1]) || !s->msg[1]))
		return -EFAULT;
	s->msg[1] += m->off;
	return 0;
}

/*
 * Captures the files of s->msg[0] descriptors from address s->msg[1] on, while the record has room. i: the plan's
 * entry.
 */
PLAN_FN(cap_fd_list, __u32 i)
{
	struct scratch *s = scratch_get();
	const struct sct_fdmem *m = fdmem_of(s, i);

	if (!decode_fds)
		return 0;
	if (!m)
		return 0;
	if (s->msg[0] > m->most)
		s->msg[0] = m->most;
	for (__u32 k = 0; k < SCT_FDMEM_MOST / FDS_BLOCK; k++) {
		if (s->off > DATA_MAX - 64 || CALL(cap_fd_array, s->msg[1], s->msg[0], m->stride, m->size))
			break;
		s->msg[0] -= FDS_BLOCK;
		s->msg[1] += FDS_BLOCK * m->stride;
	}
	if (s->off > DATA_MAX - 64)
		fds_left_out(s);
	return 0;
}

/* Captures the file of the descriptor in an AF_XDP socket address, which is the last of its four words. */
PLAN_FN(cap_fd_addr, __u64 addr, __u64 len)
{
	PLAN_STATE;
	__u32 words[4];

	if (!decode_fds)
		return 0;
	if (len < sizeof(words) || READ_USER(words, sizeof(words), addr))
		return 0;
	return XDP_SHARES(words[0]) ? CALL(cap_fd, words[3]) : 0;
}

static __always_inline int cap_fd_mem(struct scratch *s, __u32 i)
{
	const struct sct_fdmem *m = fdmem_of(s, i);
	__u64 addr, n;

	if (!m || !(m->when & s->moment) || m->arg >= SCT_NARGS || m->len_arg >= SCT_NARGS)
		return 0;
	addr = s->args[m->arg];
	n = m->len_from == SCT_LEN_FIXED ? m->n : s->args[m->len_arg];
	if (!addr)
		return 0;
	if (m->addr)
		return CALL(cap_fd_addr, addr, n);
	if (m->len_from == SCT_LEN_BITS)
		return CALL(cap_fd_set, addr, (__s32)n > 0 ? n : 0);
	if (m->each)
		return CALL(cap_fd_each, addr, n, m->off, m->size);
	if (m->within < SCT_NARGS && m->off + m->size > s->args[m->within])
		return CALL(cap_fd, 0);
	s->msg[0] = n;
	if (CALL(fdmem_inner, i, addr))
		return 0;
	return CALL(cap_fd_list, i);
}

/* Returns 4 or 8 bytes of the record's data at off, or 0 if they do not end before end. */
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

/*
 * Notes a descriptor that was found in a chunk. Its file is captured after the search, because calls may be nested only
 * 8 deep.
 */
static __always_inline void found_fd(struct scratch *s, __u32 fd)
{
	__u32 n = s->nfds;

	if (n >= FDS_FOUND)
		return;
	s->fds[MASKED(n, FDS_FOUND - 1)] = fd;
	s->nfds = n + 1;
}

PLAN_FN0(cap_found_fds)
{
	struct scratch *s = scratch_get();

	if (!decode_fds)
		return 0;
	for (__u32 i = 0; i < FDS_FOUND; i++) {
		if (!s || i >= s->nfds)
			break;
		CALL(cap_fd, s->fds[i]);
	}
	return 0;
}

/* Notes n descriptors that were captured at off (SCM_RIGHTS, SCM_PIDFD). */
static __always_inline void find_rights(struct scratch *s, __u32 off, __u64 n)
{
	void *from = (void *)s->data + MASKED(off, DATA_MASK), *to = s->fds + MASKED(s->nfds, FDS_FOUND - 1);

	if (n > FDS_FOUND - 1)
		n = FDS_FOUND - 1;
	COPY(to, MASKED(4 * n, 4 * FDS_FOUND - 1), from);
	s->nfds += n;
}

/* Finds the descriptors in the control message at s->at[0], and moves on to the next one. Returns 1 if there is none. */
PLAN_FN(find_cmsg, __u32 end)
{
	struct scratch *s = scratch_get();
	__u32 word, off;
	__u64 len;

	if (!decode_fds || !s)
		return 1;
	word = s->word;
	off = s->at[0];
	/* struct cmsghdr: length (a word), level, type */
	len = captured(s, off, end, word);
	if (len < word + 8)
		return 1;
	if (len > end - off)
		len = end - off;
	if (captured(s, off + word, end, 4) == SOL_SOCKET && has_fds(captured(s, off + word + 4, end, 4)))
		find_rights(s, off + word + 8, (len - word - 8) / 4);
	off += (len + word - 1) & ~(__u64)(word - 1);
	s->at[0] = off;
	return off >= end;
}

/* Finds the descriptors in control messages, which were captured from off to end. */
PLAN_FN(find_control, __u32 off, __u32 end)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s)
		return 0;
	s->at[0] = off;
	for (__u32 i = 0; i < CMSG_MAX; i++)
		if (CALL(find_cmsg, end))
			break;
	return 0;
}

#define NL_MESSAGES 8
#define NL_ATTRS 64
#define NLMSG_ERROR 2
#define RTM_NEWLINK 16
#define RTM_SETLINK 19
#define RTM_NEWNSID 88
#define RTM_GETNSID 90
#define IFINFO_HEAD 16
#define RTGEN_HEAD 4
#define IFLA_NET_NS_FD 28
#define IFLA_XDP 43
#define IFLA_XDP_FD 1
#define IFLA_XDP_EXPECTED_FD 8
#define NETNSA_FD 3

/*
 * Looks for descriptors in the attribute at s->at[0], and moves on to the next one, which is the first one in it for
 * IFLA_XDP: s->at[1] is the end of the attributes in that. Returns 1 if there is no attribute.
 */
PLAN_FN(find_nl_attr, __u32 end, __u32 link)
{
	struct scratch *s = scratch_get();
	__u32 at, head, len, type;
	bool is_fd, within;

	if (!decode_fds || !s)
		return 1;
	at = s->at[0];
	/* struct nlattr: length and type, of 16 bits each; the highest two of the type are flags */
	head = captured(s, at, end, 4);
	len = head & 0xffff;
	type = head >> 16 & 0x3fff;
	if (len < 4)
		return 1;
	within = at < s->at[1];
	is_fd = type == NETNSA_FD;
	if (link)
		is_fd = within ? type == IFLA_XDP_FD || type == IFLA_XDP_EXPECTED_FD : type == IFLA_NET_NS_FD;
	if (is_fd && len >= 8 && at + 8 <= end)
		found_fd(s, captured(s, at + 4, end, 4));
	if (link && type == IFLA_XDP && !within) {
		s->at[1] = at + len;
		len = 4;
	}
	s->at[0] = at + ((len + 3) & ~3u);
	return 0;
}

/* Finds the descriptors in the attributes, from off to end, of a link or of a network namespace. */
PLAN_FN(find_nl_attrs, __u32 off, __u32 end, __u32 link)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s)
		return 0;
	s->at[0] = off;
	s->at[1] = 0;
	for (__u32 i = 0; i < NL_ATTRS; i++)
		if (CALL(find_nl_attr, end, link))
			break;
	return 0;
}

/*
 * Finds the descriptors in a netlink message. In a message from the kernel, only the request that an error quotes can
 * have descriptors. Returns the length of the message.
 */
PLAN_FN(find_nl_message, __u32 off, __u32 end)
{
	struct scratch *s = scratch_get();
	__u32 len, type, at = off + NLMSG_HEAD;

	if (!decode_fds || !s)
		return 0;
	/* struct nlmsghdr: length, type (16 bits), flags, sequence number, port */
	len = captured(s, off, end, 4);
	type = captured(s, off + 4, end, 4) & 0xffff;
	if (len < NLMSG_HEAD || len > end - off)
		return 0;
	if (type == NLMSG_ERROR) {
		type = captured(s, at + 8, end, 4) & 0xffff;
		at += 4 + NLMSG_HEAD;
	} else if (!(s->moment & SCT_AT_ENTER)) {
		type = 0;
	}
	if (type >= RTM_NEWLINK && type <= RTM_SETLINK)
		CALL(find_nl_attrs, at + IFINFO_HEAD, off + len, 1);
	else if (type >= RTM_NEWNSID && type <= RTM_GETNSID)
		CALL(find_nl_attrs, at + RTGEN_HEAD, off + len, 0);
	return (len + 3) & ~3u;
}

/* Finds the descriptors in netlink messages, which were captured from off to end. */
static __always_inline void find_nl(struct scratch *s, __u32 off, __u32 end)
{
	volatile __u64 *at = &s->at[2];
	int n;

	*at = off;
	for (__u32 i = 0; i < NL_MESSAGES; i++) {
		n = *at < end ? CALL(find_nl_message, *at, end) : 0;
		if (n <= 0)
			break;
		*at += n;
	}
}

/* Finds the descriptors in the chunk at off. Returns the length of the chunk. */
PLAN_FN(find_fds, __u32 off)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;
	__u32 end;

	if (!decode_fds || !s)
		return 0;
	c = (void *)s->data + MASKED(off, DATA_MASK & ~7u);
	off += CHUNK;
	end = off + (c->len > 0 ? c->len : 0);
	switch (c->part & ~SCT_PART_ENDS) {
	case SCT_PART_SOCK:
		s->netlink = 1;
		break;
	case SCT_PART_CONTROL:
		CALL(find_control, off, end);
		break;
	case SCT_PART_NAME:
		if (end - off >= XDP_ADDR && XDP_SHARES(captured(s, off, end, 4)))
			found_fd(s, captured(s, off + 12, end, 4));
		break;
	case SCT_PART_SELF:
	case SCT_PART_ITEM:
		if (s->netlink)
			find_nl(s, off, end);
		break;
	}
	return CHUNK + ((end - off + 7) & ~7u);
}

/*
 * Captures the files of descriptors in the chunk at s->at[3], and moves on to the next one. Returns 1 if there is no
 * chunk before last.
 */
PLAN_FN(cap_chunk_fds, __u32 last)
{
	struct scratch *s = scratch_get();

	if (!decode_fds || !s || s->at[3] >= last)
		return 1;
	s->nfds = 0;
	s->at[3] += CALL(find_fds, s->at[3]);
	if (s->nfds)
		CALL0(cap_found_fds);
	return 0;
}

/*
 * Captures the files of descriptors in captured control messages, addresses and netlink messages. Inline, because calls
 * may be nested only 8 deep.
 */
static __always_inline void cap_chunks_fds(struct scratch *s)
{
	__u32 last = s->off;

	s->at[3] = s->fd_chunks - 1;
	s->netlink = 0;
	for (__u32 i = 0; i < FD_CHUNKS_MAX; i++)
		if (CALL(cap_chunk_fds, last))
			break;
}

/*
 * Captures the files of descriptor arguments. Called before the call's memory is captured, which may fill the record.
 */
PLAN_FN0(cap_fd_args)
{
	const struct sct_plan *p;
	struct scratch *s;

	if (!decode_fds)
		return 0;
	s = scratch_get();
	p = s ? plan_of(s) : NULL;
	if (!s || !p)
		return 0;
	for (__u32 i = 0; i < SCT_NARGS; i++)
		if (p->fds & 1 << i)
			CALL(cap_fd, s->args[i]);
	if (labels && p->cwd)
		CALL(cap_fd, SCT_AT_FDCWD);
	return 0;
}

/* Captures the files of descriptors in the memory that arguments point to. when: SCT_AT_*. */
PLAN_FN(cap_fds, __u32 when)
{
	struct scratch *s = scratch_get();
	const struct sct_plan *p = s ? plan_of(s) : NULL;

	if (!decode_fds || !s || !p)
		return 0;
	s->moment = when;
	for (__u32 i = 0; i < SCT_PLAN_NFDMEM; i++)
		if (i < p->nfdmem)
			cap_fd_mem(s, i);
	if (s->fd_chunks)
		cap_chunks_fds(s);
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The interpreter of capture plans: limits, order and contents of a call's chunks. It is compiled twice, so that both
 * take the same memory of a call and stop at the same bounds: into the BPF programs (capture.bpf.h), which run when the
 * call begins or ends, and into the library (libsctrace/attach/capture_user.c), for a call that is in progress when its
 * task is attached to. tests/live/capture.sh compares their chunks.
 *
 * The file that includes this one defines these before, and what chunk.h needs:
 *   PLAN_FN(name, ...)  head of a function that returns int. In BPF these are global functions: the verifier checks
 *                       each once, by itself, so that the kinds' complexities add up instead of multiplying. They find
 *                       their state with scratch_get(), as such functions take numbers only, at most five. Kernels
 *                       before 6.8 check them even if nothing calls them, so those that an option needs begin with
 *                       a test of the option, which ends the check where it is off.
 *   PLAN_FN0(name)      head of such a function that has no arguments
 *   scratch_get()       the state (struct scratch) in such a function, or NULL
 *   plan_of(s)          the current plan, or NULL
 *   CALL(cap_sock, fd)  1 if the descriptor is a netlink socket, with a chunk that describes it
 *   CALL(cap_namespaces, of_child)
 *                       a chunk of the namespaces that the call has changed
 */
#ifndef CAPTURE_H
#define CAPTURE_H

#include "record/sockdata.h"
#include "record/vectors.h"

/*
 * Returns 1 if the first buffer of a message may contain netlink messages. vec: address of the message's iovecs. Not
 * inline, to save stack.
 */
PLAN_FN(has_netlink, __u64 vec)
{
	struct scratch *s = scratch_get();

	if (!s || !vec || !s->msg[3])
		return 0;
	if (CALL(read_word, vec, s->word, &s->iov[0]) || CALL(read_word, vec + s->word, s->word, &s->iov[1]))
		return 0;
	return begins_as_netlink(s, s->iov[0], s->iov[1]);
}

#define MSG_LEN ~1ull /* in place of a number of bytes: it is in the msg_len after the msghdr */

/* Sets what cap_msg_parts() captures. data: number of valid bytes in the iovecs of each message, or MSG_LEN. */
static __always_inline void msgs_begin(struct scratch *s, __u64 addr, __u64 arg, __u64 max, __u64 data)
{
	s->msgs[0] = addr;
	s->msgs[1] = arg;
	s->msgs[2] = max;
	s->msgs[3] = data;
}

/*
 * Captures the memory that msghdr k of msgs_begin() points to; k is above 0 in a vector of mmsghdrs only. The msghdr's
 * fields are kept in the scratch, because all functions in a chain of calls share a stack of 512 bytes. The chain may
 * be at most 8 calls deep.
 */
PLAN_FN(cap_msg_parts, __u32 k)
{
	struct scratch *s = scratch_get();
	__u64 addr, arg, sub = k << 8, data, len;
	int err = 0;
	__u32 w;

	if (!s || (k && s->off > DATA_MAX - 64))
		return 0;
	addr = s->msgs[0] + k * 8 * s->word;
	arg = s->msgs[1];
	data = s->msgs[3];
	s->msg_max = s->msgs[2];
	s->msg_data = data;
	/* struct msghdr is 7 words with padding: name, namelen (int), iov, iovlen, control, controllen, flags (int) */
	w = s->word;
	if (data == MSG_LEN && CALL(read_word, addr + 7 * w, 4, &s->msg_data))
		return -EFAULT;
	if (CALL(read_word, addr, w, &s->msg[0]) || CALL(read_word, addr + w, 4, &s->msg[1]) ||
	    CALL(read_word, addr + 2 * w, w, &s->msg[2]) || CALL(read_word, addr + 3 * w, w, &s->msg[3]) ||
	    CALL(read_word, addr + 4 * w, w, &s->msg[4]) || CALL(read_word, addr + 5 * w, w, &s->msg[5]))
		return -EFAULT;
	len = s->msg[1] > SCT_CAP_NAME_BYTES ? SCT_CAP_NAME_BYTES : s->msg[1];
	if (decode_fds && s->msg[0] && len >= 2 && CALL(family_of, s->msg[0]) == AF_XDP)
		chunk_has_fds(s);
	if (s->msg[0] && len)
		err |= CALL(cap_bytes, s->msg[0], len, CHUNK_ID(arg, SCT_PART_NAME, sub));
	if (s->msg[0] && len >= 2 && CALL(family_of, s->msg[0]) == AF_NETLINK) {
		CALL(cap_sock, s->args[0]);
		s->msg_max = DATA_MAX;
	} else if (CALL(has_netlink, s->msg[2]) && CALL(cap_sock, s->args[0])) {
		s->msg_max = DATA_MAX;
	}
	len = s->msg[5] > SCT_CAP_CONTROL_BYTES ? SCT_CAP_CONTROL_BYTES : s->msg[5];
	if (s->msg[4] && len) {
		chunk_has_fds(s);
		err |= CALL(cap_bytes, s->msg[4], len, CHUNK_ID(arg, SCT_PART_CONTROL, sub));
	}
	if (s->msg[2] && s->msg[3])
		err |= CALL(cap_iov, s->msg[2], s->msg[3], CHUNK_ID(arg, SCT_PART_VEC, sub), s->msg_max, s->msg_data);
	return err;
}

/* Calls cap_msg_parts() for at most MSG_BLOCK messages: from the first one to the one before n. */
#define MSG_BLOCK 16
PLAN_FN(cap_msg_block, __u32 first, __u32 n)
{
	PLAN_STATE;
	int err = 0;

	for (__u32 i = 0; i < MSG_BLOCK; i++) {
		if (first + i >= n)
			break;
		err |= CALL(cap_msg_parts, first + i);
	}
	return err;
}

/*
 * Captures n mmsghdrs, at most s->most. used: only msg_len bytes of each message are valid. Inline, so that the chain of
 * calls is not longer than 8: see cap_msg_parts().
 */
static __always_inline int cap_mmsg(struct scratch *s, __u64 addr, __u64 n, __u64 arg, __u64 max, __u64 used)
{
	int err;

	if (n > s->most)
		n = s->most;
	err = CALL(cap_bytes, addr, n * 8 * s->word, CHUNK_ID(arg, SCT_PART_SELF, 0));
	msgs_begin(s, addr, arg, max, used ? MSG_LEN : ~0ull);
	for (__u32 i = 0; i < SCT_CAP_MESSAGES; i += MSG_BLOCK) {
		if (i >= n)
			break;
		err |= CALL(cap_msg_block, i, n);
	}
	return err;
}

/* Returns cap i of the current plan, or NULL if it has none. */
static __always_inline const struct sct_cap *cap_at(const struct scratch *s, __u32 i)
{
	const struct sct_plan *plan;

	if (i >= SCT_PLAN_NCAPS)
		return NULL;
	plan = plan_of(s);
	return plan ? &plan->cap[i] : NULL;
}

/*
 * Pointer k of the vector s->ptrs points to a struct. As the current cap says, captures the struct, or the memory to which
 * a pointer in the struct points. Returns 0, an error, or END if the pointer cannot be read.
 */
PLAN_FN(cap_each, __u32 k)
{
	struct scratch *s = scratch_get();
	const struct sct_cap *cap;
	__u64 addr, n;

	if (!s)
		return 0;
	if (CALL(read_word, s->ptrs + k * s->word, s->word, &s->iov[0]))
		return END;
	addr = s->iov[0];
	if (!addr)
		return 0;
	cap = cap_at(s, s->cap);
	if (!cap)
		return 0;
	if (cap->kind == SCT_CAP_PTRS)
		return CALL(cap_bytes, addr, cap->elem, CHUNK_ID(cap->arg, SCT_PART_NEST, k << 8));
	/* not on the stack: see cap_msg_parts() */
	if (cap->if_off != SCT_NO_OFF &&
	    (CALL(read_number, addr + cap->if_off, 2, &s->msg[0]) || s->msg[0] != cap->if_value))
		return 0;
	if (CALL(read_word, addr + cap->ptr_off, s->word, &s->msg[1]) ||
	    CALL(read_number, addr + cap->cnt_off, cap->cnt_size, &s->msg[2]))
		return -EFAULT;
	if (!s->msg[1])
		return 0;
	n = s->msg[2];
	s->most = SCT_CAP_EACH_IOVECS;
	s->vec = SCT_CAP_IOVECS;
	if (cap->kind == SCT_CAP_EACH_IOV)
		return CALL(cap_iov, s->msg[1], n, CHUNK_ID(cap->arg, SCT_PART_VEC, k << 8), cap->max, ~0ull);
	if (n > cap->max)
		n = cap->max;
	return CALL(cap_bytes, s->msg[1], n, CHUNK_ID(cap->arg, SCT_PART_ITEM, k << 8));
}

/* Runs the current cap for each struct behind n pointers at addr. */
PLAN_FN(cap_ptrs, __u64 addr, __u64 n)
{
	struct scratch *s = scratch_get();
	int err = 0;

	if (!s)
		return 0;
	s->ptrs = addr;
	for (__u32 k = 0; k < SCT_CAP_POINTERS; k++) {
		int found = k < n ? CALL(cap_each, k) : END;

		if (found == END)
			break;
		err |= found;
	}
	return err;
}

static __always_inline __u64 cap_length(struct scratch *s, const struct sct_cap *cap)
{
	__u64 arg = s->args[cap->len_arg < SCT_NARGS ? cap->len_arg : 0], n = 0;

	if (cap->len_from != SCT_LEN_ARG_PTR && cap->len_from != SCT_LEN_ARG_PTR_MIN)
		return sct_cap_length(cap->len_from, arg, s->ret, s->word, DATA_MAX);
	/* An unreadable length must not count as 0: a struct that begins with its size is missing then, too. */
	return CALL(read_word, arg, 4, &n) ? ~0ull : n;
}

/*
 * Reads the pointer at offset off of the struct at addr. Bytes beyond the struct's size argument, if it has one, are 0.
 */
static __always_inline int read_pointer(struct scratch *s, const struct sct_cap *cap, __u64 addr, __u32 off, __u64 *p)
{
	__u64 size;

	if (cap->len_from != SCT_LEN_WITHIN || cap->len_arg >= SCT_NARGS)
		return CALL(read_word, addr + off, s->word, p);
	size = s->args[cap->len_arg];
	*p = 0;
	if (size <= off)
		return 0;
	if (size - off >= s->word)
		return CALL(read_word, addr + off, s->word, p);
	return READ_USER(p, MASKED(size - off, 7), addr + off);
}

/*
 * Captures the memory that a pointer and a count describe. Both are members of the struct at addr or, with via_off, of
 * the struct to which the pointer at that offset points.
 */
PLAN_FN(cap_nest, __u64 addr)
{
	struct scratch *s = scratch_get();
	const struct sct_cap *cap;
	__u64 p = 0, n = 0;

	if (!s)
		return 0;
	cap = cap_at(s, s->cap);
	if (!cap)
		return 0;
	if (cap->via_off != SCT_NO_OFF) {
		if (read_pointer(s, cap, addr, cap->via_off, &p))
			return -EFAULT;
		if (!p)
			return 0;
		addr = p;
		if (CALL(read_word, addr + cap->ptr_off, s->word, &p))
			return -EFAULT;
	} else if (read_pointer(s, cap, addr, cap->ptr_off, &p)) {
		return -EFAULT;
	}
	if (!p)
		return 0;
	if (cap->cnt_off == SCT_NO_OFF)
		n = cap->len_from == SCT_LEN_ARG && cap->len_arg < SCT_NARGS ? (__u32)s->args[cap->len_arg] : 1;
	else if (CALL(read_number, addr + cap->cnt_off, cap->cnt_size, &n))
		return -EFAULT;
	if (cap->kind == SCT_CAP_NEST_DATA) {
		/* not on the stack: see cap_msg_parts() */
		if (CALL(read_number, addr + cap->if_off, cap->if_value, &s->msg[0]))
			return -EFAULT;
		if (s->msg[0])
			return CALL(cap_iov, p, s->msg[0], CHUNK_ID(cap->arg, SCT_PART_VEC, cap->sub << 8), cap->max,
				    n);
	}
	if (cap->kind == SCT_CAP_NEST_STRV)
		return CALL(cap_strv, p, cap->max, CHUNK_ID(cap->arg, 0, SCT_NEST_STRINGS),
			    n < cap->elem ? n : cap->elem);
	if (n > DATA_MAX)
		n = DATA_MAX;
	if (cap->kind != SCT_CAP_NEST_DATA)
		n *= cap->elem;
	if (n > cap->max)
		n = cap->max;
	if (!cap->elem) /* elem is 0 for a string */
		return CALL(cap_string, p, cap->max, CHUNK_ID(cap->arg, SCT_PART_NEST, cap->sub));
	return CALL(cap_bytes, p, n, CHUNK_ID(cap->arg, SCT_PART_NEST, cap->sub));
}

static __always_inline bool is_nested(__u32 kind)
{
	return kind == SCT_CAP_NEST || kind == SCT_CAP_NEST_STRV || kind == SCT_CAP_NEST_DATA;
}

/* Captures struct k of a list, at s->msg[0], and its data. Sets s->msg[0] to the next struct's address, or to 0. */
PLAN_FN(cap_link, __u32 k)
{
	struct scratch *s = scratch_get();
	const struct sct_cap *cap;
	__u64 addr;
	int err;

	if (!s)
		return 0;
	cap = cap_at(s, s->cap);
	if (!cap)
		return 0;
	/* not on the stack: see cap_msg_parts() */
	addr = s->msg[0];
	s->msg[0] = 0;
	if (s->off > DATA_MAX - 64)
		return 0;
	err = CALL(cap_bytes, addr, cap->if_off, CHUNK_ID(cap->arg, SCT_PART_VEC, k));
	if (err || CALL(read_word, addr + cap->cnt_off, s->word, &s->msg[1]) ||
	    CALL(read_word, addr + cap->ptr_off, s->word, &s->msg[0]))
		return -EFAULT;
	return s->msg[1] ? CALL(cap_bytes, s->msg[1], cap->max, CHUNK_ID(cap->arg, SCT_PART_ITEM, k)) : 0;
}

PLAN_FN(cap_link_block, __u32 k, __u32 most)
{
	struct scratch *s = scratch_get();
	int err = 0;

	if (!s)
		return 0;
	for (__u32 i = 0; i < BLOCK; i++) {
		if (k + i >= most || !s->msg[0])
			break;
		err |= CALL(cap_link, k + i);
	}
	return err;
}

/* Captures a linked list of structs. */
PLAN_FN(cap_chain, __u64 addr, __u32 most)
{
	struct scratch *s = scratch_get();
	int err = 0;

	if (!s)
		return 0;
	s->msg[0] = addr;
	for (__u32 k = 0; k < SCT_CAP_LINKS; k += BLOCK) {
		if (k >= most || !s->msg[0])
			break;
		err |= CALL(cap_link_block, k, most);
	}
	return err;
}

/* Captures what the current plan's cap says. Returns 0, or another number if it met memory that is not resident. */
static __always_inline int cap_kind(struct scratch *s, const struct sct_cap *cap)
{
	__u64 addr, n, max, arg = cap->arg;

	if (arg >= SCT_NARGS)
		return 0;
	if (cap->kind == SCT_CAP_NAMESPACES)
		return CALL(cap_namespaces, cap->sub);
	addr = s->args[arg];
	max = cap->max;
	if (!addr)
		return 0;
	if (is_nested(cap->kind))
		return CALL(cap_nest, addr);
	switch (cap->kind) {
	case SCT_CAP_STR:
		return CALL(cap_string, addr, max, CHUNK_ID(arg, SCT_PART_SELF, 0));
	case SCT_CAP_STRV:
		return CALL(cap_strv, addr, max, arg, cap->elem);
	case SCT_CAP_COUNT:
		return CALL(cap_count, addr, arg);
	case SCT_CAP_MSG:
		if (CALL(cap_bytes, addr, 7 * s->word, CHUNK_ID(arg, SCT_PART_SELF, 0)))
			return -EFAULT;
		msgs_begin(s, addr, arg, max, s->when & SCT_AT_ENTER ? ~0ull : (__u64)s->ret);
		return max ? CALL(cap_msg_parts, 0) : 0;
	case SCT_CAP_CHAIN:
		return CALL(cap_chain, addr, cap->elem);
	}
	n = cap_length(s, cap);
	switch (cap->kind) {
	case SCT_CAP_BUF:
		if (n > DATA_MAX)
			n = DATA_MAX;
		n *= cap->elem;
		if (cap->sub == SCT_SUB_SOCK && maybe_netlink(s, addr, n) && CALL(cap_sock, s->args[0]))
			max = DATA_MAX;
		return CALL(cap_bytes, addr, n < max ? n : max, CHUNK_ID(arg, SCT_PART_SELF, 0));
	case SCT_CAP_IOV:
		return CALL(cap_iov, addr, n, CHUNK_ID(arg, SCT_PART_SELF, 0), max,
			    s->when & SCT_AT_ENTER ? ~0ull : (__u64)s->ret);
	case SCT_CAP_MMSG:
		return cap_mmsg(s, addr, n, arg, max, !(s->when & SCT_AT_ENTER));
	case SCT_CAP_PTRS:
		CALL(cap_bytes, addr, n < max / s->word ? n * s->word : max, CHUNK_ID(arg, SCT_PART_SELF, 0));
		return CALL(cap_ptrs, addr, n);
	case SCT_CAP_EACH_BUF:
	case SCT_CAP_EACH_IOV:
		return CALL(cap_ptrs, addr, n);
	}
	return 0;
}

static __always_inline bool has_vector(__u32 kind)
{
	return (kind >= SCT_CAP_IOV && kind <= SCT_CAP_MMSG) || kind == SCT_CAP_NEST_DATA;
}

/*
 * Runs cap i of the current plan. Sets its bit in s->missing if it met memory that is not resident. The body of
 * capture()'s loop, so that the verifier checks it once.
 */
PLAN_FN(cap_run, __u32 i)
{
	struct scratch *s = scratch_get();
	const struct sct_cap *cap;

	if (!s)
		return 0;
	s->cap = i;
	cap = cap_at(s, i);
	if (!cap)
		return 0;
	s->most = cap->elem;
	/* if not all data is printed, limit the vector, too, because a record may have many vectors */
	s->vec = s->most < SCT_CAP_MESSAGES ? s->most : SCT_CAP_IOVECS;
	s->when = cap->when & s->moment ? s->moment : SCT_AT_ENTER;
	if (cap_kind(s, cap))
		s->missing |= 1 << i;
	/* the record may have had no room for some buffers of the vector */
	if (s->off > DATA_MAX - 64 && has_vector(cap->kind))
		CALL(cap_rest, cap->arg, 0);
	return 0;
}

/*
 * Runs the plan's caps for this moment (when, SCT_AT_*), and the caps in s->only again. Sets the bits in s->missing of
 * caps that met memory that is not resident.
 */
PLAN_FN(capture, __u32 when)
{
	struct scratch *s = scratch_get();
	const struct sct_plan *plan;

	if (!s)
		return 0;
	s->moment = when; /* the stack is short: see cap_msg_parts() */
	if (decode_fds)
		s->fd_chunks = 0;
	plan = plan_of(s);
	if (!plan)
		return 0;
	for (__u32 i = 0; i < SCT_PLAN_NCAPS; i++) {
		if (i >= plan->ncaps)
			break;
		if (!(plan->cap[i].when & s->moment) && !(s->only & (1 << i)))
			continue;
		CALL(cap_run, i);
	}
	return 0;
}

#endif

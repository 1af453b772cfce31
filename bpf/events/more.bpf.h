/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Dumps buffers (-e read=, -e write=) that are longer than a record: they are sent in pieces, as SCT_REC_MORE records,
 * when the call ends. These come before the exit record and have the same time.
 */
#ifndef MORE_BPF_H
#define MORE_BPF_H

#include "record/chunk.bpf.h"
#include "record/record.bpf.h"
#include "common/task.bpf.h"

#define MORE_PIECES 1024
#define MORE_STEPS 2048 /* most steps through a vector; a step sends a piece, or goes to the next buffer or message */

const volatile bool dumps = false;

/* Sends n bytes at addr as the piece with index sub; off: its offset in the dump. Returns 0 if it was sent. */
__noinline int more_piece(__u64 addr, __u64 n, __u64 off, __u32 sub)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct scratch *s = scratch_get();
	struct task_state *st = state_current();
	struct sct_cpu *c = cpu_get(cpu);
	struct sct_chunk *ch;
	struct sct_exit *x;
	__u64 len;

	if (!s || !st || !c)
		return -1;
	len = MASKED(n < SCT_MORE_BYTES ? n : SCT_MORE_BYTES, DATA_MASK);
	ch = (void *)s->data;
	*(__u64 *)((void *)ch + CHUNK) = off;
	if (bpf_probe_read_user((void *)ch + CHUNK + 8, len, (void *)addr))
		return -1;
	ch->arg = s->more_arg;
	ch->part = SCT_PART_MORE;
	ch->sub = sub;
	ch->len = len + 8;
	len = MASKED(CHUNK + 8 + len + 7, 2 * DATA_MAX - 8);
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	rec_init(&x->rec, c, st, s->more_ts, SCT_REC_MORE, cpu);
	x->nr = st->nr;
	x->abi = 0;
	x->pad = 0;
	x->data_len = len;
	x->ret = s->ret;
	x->enter_ts = st->enter_ts;
	return rec_push(&x->rec, sizeof(*x) + len, c, cpu);
}

static __always_inline void more_of_buffer(struct scratch *s, const struct sct_cap *cap)
{
	__u64 addr = s->args[cap->arg];
	__u64 n = sct_cap_length(cap->len_from, s->args[cap->len_arg], s->ret, s->word, DATA_MAX);

	for (__u32 k = 1; addr && k <= MORE_PIECES; k++) {
		__u64 off = (__u64)k * SCT_MORE_BYTES;

		if (off >= n || more_piece(addr + off, n - off, off, k - 1))
			break;
	}
}

/* Returns a word of the program's memory, or 0 if it cannot be read. */
static __always_inline __u64 more_word(__u64 addr, __u32 word)
{
	__u64 v = 0;

	bpf_probe_read_user(&v, word == 4 ? 4 : 8, (void *)addr);
	return v;
}

/* Goes to the next message's iovecs, or to the next buffer. Returns false if there is none. */
static __always_inline bool more_next(struct more_vector *v)
{
	v->off += v->len;
	v->len = v->at = 0;
	if (!v->niov || !v->left) {
		if (!v->nmsg)
			return false;
		v->iov = more_word(v->msg + 2 * v->word, v->word);
		v->niov = more_word(v->msg + 3 * v->word, v->word);
		v->left = ~0ull;
		/* msg_len of struct mmsghdr: number of bytes that were received */
		if (v->reads && !v->first_only)
			v->left = (__u32)more_word(v->msg + 7 * v->word, 4);
		else if (v->reads)
			v->left = v->nmsg;
		v->msg += 8 * v->word;
		v->nmsg = v->first_only ? 0 : v->nmsg - 1;
		return true;
	}
	v->addr = more_word(v->iov, v->word);
	v->len = more_word(v->iov + v->word, v->word);
	if (v->len > v->left)
		v->len = v->left;
	v->left -= v->len;
	v->iov += 2 * v->word;
	v->niov = v->len ? v->niov - 1 : 0; /* as in strace, an empty buffer is the last one */
	return true;
}

/*
 * Sends the next piece of the current buffer, or goes to the next buffer. Returns 0 at the end. Not inline, so that the
 * verifier checks it only once.
 */
__noinline int more_step(void)
{
	struct scratch *s = scratch_get();
	struct more_vector *v;
	__u64 left;

	if (!dumps || !s)
		return 0;
	v = &s->more;
	left = v->len - v->at;
	if (!left || v->off + v->len <= SCT_MORE_VECTOR)
		return more_next(v);
	if (more_piece(v->addr + v->at, left, v->off + v->at, v->pieces)) {
		v->at = v->len; /* the rest cannot be read, or the ring has no room */
		return 1;
	}
	v->pieces++;
	v->at += left < SCT_MORE_BYTES ? left : SCT_MORE_BYTES;
	return 1;
}

/* Sends all pieces of a vector's buffers. Not inline: functions that call each other share 512 bytes of stack. */
__noinline int more_of_vector(__u32 kind, __u32 arg, __u32 len_arg, __u32 reads)
{
	struct scratch *s = scratch_get();
	struct more_vector *v;

	if (!dumps || !s || arg >= SCT_NARGS || len_arg >= SCT_NARGS)
		return 0;
	v = &s->more;
	__builtin_memset(v, 0, sizeof(*v));
	v->word = s->word == 4 ? 4 : 8;
	v->reads = reads;
	if (kind == SCT_CAP_IOV) {
		v->iov = s->args[arg];
		v->niov = s->args[len_arg];
		v->left = reads ? s->ret : ~0ull;
	} else {
		v->first_only = kind == SCT_CAP_MSG;
		v->msg = s->args[arg];
		/*
		 * sendmmsg() and recvmmsg() return the number of messages. For a single message that was read, nmsg is
		 * its number of bytes.
		 */
		v->nmsg = s->ret > 0 ? s->ret : v->first_only && !reads;
	}
	for (__u32 i = 0; i < MORE_STEPS; i++)
		if (!more_step())
			break;
	return 0;
}

/* Sends all pieces of the call's dumped buffers. Plan, arguments and result are in the scratch. */
__noinline int more_send(__u64 ts)
{
	struct scratch *s = scratch_get();
	struct sct_plan *p = s ? plan_of(s) : NULL;
	struct sct_cap *cap;
	__u32 i;

	if (!dumps || !p)
		return 0;
	i = (p->dump & ~SCT_DUMP_READS) - 1u;
	if (i >= SCT_PLAN_NCAPS)
		return 0;
	cap = &p->cap[i];
	if (cap->arg >= SCT_NARGS || cap->len_arg >= SCT_NARGS)
		return 0;
	s->more_arg = cap->arg;
	s->more_ts = ts;
	if (cap->kind == SCT_CAP_BUF)
		more_of_buffer(s, cap);
	else if (!(p->dump & SCT_DUMP_READS) || s->ret > 0)
		more_of_vector(cap->kind, cap->arg, cap->len_arg, p->dump & SCT_DUMP_READS);
	return 0;
}

#endif

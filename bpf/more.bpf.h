/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a record has no room for of a buffer that is dumped (-e read=, -e write=): records of their own, when the call
 * ends, before that of its end and with its time.
 */
#ifndef MORE_BPF_H
#define MORE_BPF_H

#include "chunk.bpf.h"
#include "record.bpf.h"
#include "task.bpf.h"

#define MORE_PIECES 1024

const volatile bool dumps = false;

/* n bytes at addr, which begin at offset off of the buffer. */
__noinline int more_piece(__u64 addr, __u64 n, __u64 off)
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
	ch->sub = off / SCT_MORE_BYTES - 1;
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

/* All pieces of the buffer of the call at hand, whose plan, arguments and result are in the scratch. */
__noinline int more_send(__u64 ts)
{
	struct scratch *s = scratch_get();
	struct sct_plan *p = s ? plan_of(s) : NULL;
	struct sct_cap *cap;
	__u64 addr, n;
	__u32 i;

	if (!p)
		return 0;
	i = p->dump - 1u;
	if (i >= SCT_PLAN_NCAPS)
		return 0;
	cap = &p->cap[i];
	if (cap->arg >= SCT_NARGS || cap->len_arg >= SCT_NARGS)
		return 0;
	s->more_arg = cap->arg;
	s->more_ts = ts;
	addr = s->args[cap->arg];
	n = sct_cap_length(cap->len_from, s->args[cap->len_arg], s->ret, s->word, DATA_MAX);
	for (__u32 k = 1; addr && k <= MORE_PIECES; k++) {
		__u64 off = (__u64)k * SCT_MORE_BYTES;

		if (off >= n || more_piece(addr + off, n - off, off))
			break;
	}
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sends hits of probes as records. */
#ifndef SEND_BPF_H
#define SEND_BPF_H

#include "common/kernel.h"
#include "arch/arch.h"
#include "record/capture.bpf.h"
#include "probe/kfunc.bpf.h"
#include "record/maps.bpf.h"
#include "common/preempt.bpf.h"
#include "probe/probe_ctx.bpf.h"
#include "probe/probe_scope.bpf.h"
#include "record/owner.bpf.h"
#include "record/process.bpf.h"
#include "record/record.bpf.h"
#include "record/stack.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_tracing.h>

/*
 * Set by the reader before loading: the scratch needs a lock, because programs may be preempted, or hits may come in
 * interrupts (tracepoints, kernel functions).
 *
 * On Linux 6.0 to 6.14 these programs may be preempted, and cannot disable that. If the CPU's scratch is in use, the
 * hit is counted as lost. A record may come after younger ones of its CPU, but never after a record that it caused,
 * because it is published before its thread goes on.
 */
const volatile bool shared = false;

/* Layouts of the events of tracepoints, by the probe's number. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct sct_event);
} events SEC(".maps");

/* State of a program that handles a hit. */
struct hit {
	bool kernel; /* the hit may be in an interrupt, or in a kernel function that BPF programs themselves call */
	struct task_state *st;
	struct sct_cpu *c;
	struct scratch *s;
	struct sct_plan *plan;
	__u64 ts;
	__u32 probe;
	__u32 cpu;
};

static __always_inline void scratch_leave(struct scratch *s)
{
	if (shared)
		__sync_fetch_and_add(&s->users, -1);
}

/* Try-lock of the scratch: acquired if the counter was 0. Otherwise the hit is counted as lost. */
static __always_inline bool scratch_take(struct hit *h)
{
	if (!shared)
		return true;
	__sync_fetch_and_add(&h->s->users, 1);
	if (*(volatile __u64 *)&h->s->users == 1)
		return true;
	scratch_leave(h->s);
	__sync_fetch_and_add(&h->c->lost, 1);
	return false;
}

/*
 * False if an interrupt caused the hit while the CPU was making another record. That record has an older time, so this
 * hit cannot be sent and is counted as lost.
 */
static __always_inline bool cpu_free(struct hit *h)
{
	if (!h->kernel || !*(volatile __u64 *)&h->c->busy)
		return true;
	__sync_fetch_and_add(&h->c->lost, 1);
	return false;
}

/* Marks the CPU busy until hit_end(). Returns false if the hit is not wanted or is lost. */
static __always_inline bool hit_begin(struct hit *h, bool returned)
{
	__u32 idx = 2 * h->probe + returned;

	h->st = state_at_probe(returned);
	if (!h->st && returned && scope_is_open()) {
		/* only the return is probed, so no entry has decided whether the call is in scope */
		h->plan = bpf_map_lookup_elem(&plans, &idx);
		if (h->plan && !(h->plan->flags & SCT_PLAN_RETURNS))
			h->st = state_at_probe(false);
	}
	if (!h->st || h->st->flags & SCT_T_WAIT_EXEC || paused)
		return false;
	h->plan = bpf_map_lookup_elem(&plans, &idx);
	if (!h->plan)
		return false;
	stay();
	h->cpu = bpf_get_smp_processor_id();
	h->c = cpu_get(h->cpu);
	h->s = bpf_map_lookup_elem(&scratches, &h->cpu);
	if (!h->c || !h->s || !cpu_free(h) || !scratch_take(h)) {
		leave();
		return false;
	}
	h->ts = cpu_begin(h->c);
	if (!owner_is_told(h->st))
		owner_send(h->st, h->c, h->ts, h->cpu);
	if (!process_is_told(h->st))
		process_send(h->st, h->c, h->ts, false);
	h->s->off = 0;
	h->s->plan = idx;
	h->s->word = 8;
	h->s->flags = 0;
	h->s->ret = 0;
	h->s->missing = 0;
	h->s->only = 0;
	return true;
}

static __always_inline void hit_end(struct hit *h)
{
	cpu_done(h->c);
	scratch_leave(h->s);
	leave();
}

static __always_inline __u64 hit_capture(struct hit *h)
{
	if (h->plan->when & SCT_AT_ENTER && h->kernel)
		kcapture();
	else if (h->plan->when & SCT_AT_ENTER)
		capture(SCT_AT_ENTER);
	return MASKED(h->s->off, 2 * DATA_MAX - 1);
}

/* Sends the record of a hit. len: bytes of its chunks. */
static __always_inline void probe_send(struct hit *h, __u64 len, __u64 frame, __u64 from)
{
	struct scratch *s = h->s;
	struct sct_probe *r = (void *)&s->head + sizeof(s->head) - sizeof(*r);

	__builtin_memcpy(r->enter.args, s->args, sizeof(s->args));
	rec_init(&r->enter.rec, h->c, h->st, h->ts, SCT_REC_PROBE, h->cpu);
	if (h->plan->flags & SCT_PLAN_RETURNS)
		r->enter.rec.flags = SCT_F_RETURNS;
	r->enter.nr = h->probe;
	r->enter.nr_high = h->probe >> 16;
	r->enter.abi = ABI_NATIVE;
	r->enter.data_len = len;
	r->frame = frame;
	r->from = from;
	rec_push(&r->enter.rec, sizeof(*r) + len, h->c, h->cpu);
}

static __always_inline void entry_send(struct hit *h, const struct pt_regs *regs, __u64 frame, __u64 from)
{
	struct scratch *s = h->s;
	__u64 len = hit_capture(h);

	if (stacks && !h->kernel) {
		s->off = len;
		capture_stack(s, regs);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	probe_send(h, len, frame, from);
}

/*
 * Returns the return address if the return is probed, else 0. On x86 it is in memory, and reading it takes a fifth of a
 * hit's time.
 */
static __always_inline __u64 returns_to(const struct hit *h, const struct pt_regs *ctx)
{
	if (!(h->plan->flags & SCT_PLAN_RETURNS))
		return 0;
	return return_address(ctx, h->kernel);
}

static __always_inline void hit_entry(struct hit *h, const struct pt_regs *ctx)
{
	probe_args(ctx, h->s->args);
	if (h->plan->flags & SCT_PLAN_GO)
		go_args(ctx, h->s->args);
	entry_send(h, ctx, FUNC_FRAME(ctx, false), returns_to(h, ctx));
	hit_end(h);
}

/* A USDT probe: libbpf knows where its arguments are. */
SEC("sct_probe/usdt")
int probe_usdt(struct pt_regs *ctx)
{
	struct hit h = {};

	h.probe = bpf_usdt_cookie(ctx);
	if (!hit_begin(&h, false))
		return 0;
	for (int i = 0; i < SCT_NARGS; i++) {
		long v = 0;

		if (i < h.plan->nargs) /* each argument costs two look-ups */
			bpf_usdt_arg(ctx, i, &v);
		h.s->args[i] = v;
	}
	entry_send(&h, ctx, FUNC_FRAME(ctx, false), 0);
	hit_end(&h);
	return 0;
}

static __always_inline void return_send(struct hit *h, __u64 ret, __u64 frame)
{
	struct sct_return *r;
	__u64 len;

	h->s->args[0] = ret;
	len = hit_capture(h);
	r = (void *)&h->s->head + sizeof(h->s->head) - sizeof(*r);
	rec_init(&r->exit.rec, h->c, h->st, h->ts, SCT_REC_RETURN, h->cpu);
	if (h->plan->flags & SCT_PLAN_RETURNS)
		r->exit.rec.flags = SCT_F_RETURNS;
	r->exit.nr = h->probe;
	r->exit.abi = ABI_NATIVE;
	r->exit.pad = h->probe >> 16;
	r->exit.data_len = len;
	r->exit.ret = ret;
	r->exit.enter_ts = 0;
	r->frame = frame;
	rec_push(&r->exit.rec, sizeof(*r) + len, h->c, h->cpu);
}

static __always_inline void hit_return(struct hit *h, const struct pt_regs *ctx)
{
	return_send(h, FUNC_RET(ctx), FUNC_FRAME(ctx, true));
	hit_end(h);
}

/* Returns the offset after the event's fields and the data that their locs refer to. */
static __always_inline __u32 event_end(const struct sct_event *e, const void *ctx)
{
	__u32 end = e->size;

	for (int i = 0; i < SCT_EVENT_LOCS && e->locs[i]; i++) {
		__u32 at = e->locs[i] & SCT_EVENT_MAX, loc = 0;

		bpf_probe_read_kernel(&loc, sizeof(loc), ctx + at);
		loc = (loc & 0xffff) + (loc >> 16) + (e->locs[i] & SCT_EVENT_REL ? at + sizeof(loc) : 0);
		if (loc > end)
			end = loc;
	}
	return end < SCT_EVENT_MAX ? end : SCT_EVENT_MAX;
}

static __always_inline __u64 event_capture(struct scratch *s, const struct sct_event *e, const void *ctx)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_SELF, 0);
	__u32 end;
	long err;

	if (!c)
		return 0;
	end = event_end(e, ctx);
	err = bpf_probe_read_kernel(c + 1, MASKED(end, SCT_EVENT_MAX), ctx);
	/* the kernel stores an address in place of the common fields: hide it */
	if (!err && end >= SCT_EVENT_COMMON)
		*(__u64 *)(c + 1) = 0;
	chunk_end(s, c, err ? err : end);
	return MASKED(s->off, 2 * DATA_MAX - 1);
}

SEC("sct_perf/any")
int probe_event(void *ctx)
{
	struct hit h = { .probe = bpf_get_attach_cookie(ctx), .kernel = true };
	const struct sct_event *e = bpf_map_lookup_elem(&events, &h.probe);

	if (!e || !hit_begin(&h, false))
		return 0;
	__builtin_memset(h.s->args, 0, sizeof(h.s->args));
	probe_send(&h, event_capture(h.s, e, ctx), 0, 0);
	hit_end(&h);
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts hits of probes in rows. */
#ifndef COUNT_BPF_H
#define COUNT_BPF_H

#include "common/kernel.h"
#include "arch/arch.h"
#include "stats/kstats_maps.bpf.h"
#include "stats/kstats_row.bpf.h"
#include "common/preempt.bpf.h"
#include "probe/probe_ctx.bpf.h"
#include "probe/probe_scope.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_tracing.h>

/* Set by the reader before loading. */
const volatile bool preempted = false; /* Linux 6.0 to 6.14: the programs may be preempted, and cannot disable that */
const volatile __u8 key_args[PCOUNT_ARGS] = { PCOUNT_NONE, PCOUNT_NONE, PCOUNT_NONE };

__u8 paused = 0;      /* set by the reader: no hits are counted */
__u64 hits_lost = 0;  /* hits that are in no row */
__u64 open_calls = 0; /* approximate number of entries in the map 'open' */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct pcount_probe);
} probes SEC(".maps");

/* Function calls that have not returned. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, PCOUNT_OPEN_MAX);
	__type(key, struct pcount_call);
	__type(value, struct pcount_entered);
} open SEC(".maps");

/* Buffer for new rows. Each CPU has one for hits that may come in an interrupt, and one for other hits. */
struct blank {
	struct kstat_row row;
	__u64 hist[KSTAT_BUCKETS];
	__u64 users;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 2);
	__type(key, __u32);
	__type(value, struct blank);
} blanks SEC(".maps");

struct hit {
	struct task_state *st;
	struct pcount_probe *p;
	__u32 probe;
	bool kernel; /* the hit may be in an interrupt */
	bool timed;
	__u64 d; /* duration in ns, if timed */
	__u64 vals[PCOUNT_ARGS];
};

static __always_inline void hit_is_lost(void)
{
	__sync_fetch_and_add(&hits_lost, 1);
}

static __always_inline bool hit_begin(struct hit *h, bool returned)
{
	h->st = state_at_probe(returned);
	if (!h->st && returned && scope_is_open()) {
		/* only the return is probed, so no entry has decided whether the call is in scope */
		h->p = bpf_map_lookup_elem(&probes, &h->probe);
		if (h->p && !(h->p->flags & PCOUNT_RETURNS))
			h->st = state_at_probe(false);
	}
	if (!h->st || h->st->flags & (SCT_T_OURS | SCT_T_WAIT_EXEC) || paused)
		return false;
	h->p = bpf_map_lookup_elem(&probes, &h->probe);
	return h->p;
}

static __always_inline __u32 call_of(const struct hit *h)
{
	return KSTAT_CALLS + h->probe;
}

/* ---- rows ---- */

/*
 * Like rows_begin(), but with the upper half of the map 'cpus'. 'busy' is a counter, because hits may interrupt each
 * other.
 */
static __always_inline struct kstat_cpu *hits_begin(void)
{
	struct kstat_cpu *c;
	__u32 cpu;

	stay();
	cpu = ncpus + bpf_get_smp_processor_id();
	c = bpf_map_lookup_elem(&cpus, &cpu);
	if (c)
		__sync_fetch_and_add(&c->busy, 1);
	return c;
}

static __always_inline void hits_end(struct kstat_cpu *c)
{
	if (c)
		__sync_fetch_and_add(&c->busy, -1);
	leave();
}

static __always_inline __u32 owner_of(const struct hit *h)
{
	if (preempted || (!by && !by_cpu))
		return (h->kernel ? 3u << 30 : 1u << 31) | (__u32)bpf_get_current_pid_tgid();
	return 1 + (h->kernel ? 2 * ncpus : ncpus) + bpf_get_smp_processor_id();
}

static __always_inline void key_fill(struct pcount_key *k, const struct hit *h)
{
	k->by.owner = owner_of(h);
	if (by & KSTAT_BY_SYSCALL)
		k->by.call = call_of(h);
	key_fill_current(&k->by, h->st);
	for (int i = 0; i < PCOUNT_ARGS; i++)
		k->args[i] = h->vals[i];
}

static __always_inline struct blank *blank_take(const struct hit *h)
{
	__u32 side = h->kernel;
	struct blank *b = bpf_map_lookup_elem(&blanks, &side);

	if (!b)
		return NULL;
	__sync_fetch_and_add(&b->users, 1);
	if (*(volatile __u64 *)&b->users == 1)
		return b;
	__sync_fetch_and_add(&b->users, -1);
	return NULL;
}

static __always_inline void blank_leave(struct blank *b)
{
	__sync_fetch_and_add(&b->users, -1);
}

static __noinline void hit_row_make(void *key, struct hit *h, struct blank *b, bool odd)
{
	row_insert(key, &b->row, h->st, odd);
}

static __always_inline void hit_add(struct kstat_row *r, const struct hit *h)
{
	if (h->timed)
		row_add(r, h->d, false);
	else
		row_untimed(r, false);
}

/* Adds the hit to the row of the key. b: the acquired buffer for a new row, or NULL to acquire one if needed. */
static __always_inline void row_count(void *key, struct hit *h, struct blank *b)
{
	bool odd = *(volatile __u32 *)&rows_epoch & 1;
	struct kstat_row *r = row_find(key, odd);
	struct blank *mine = NULL;

	if (!r && !b) {
		b = mine = blank_take(h);
		if (!b) {
			hit_is_lost();
			return;
		}
	}
	if (!r) {
		hit_row_make(key, h, b, odd);
		r = row_find(key, odd);
	}
	if (r) {
		hit_add(r, h);
		if (with_hist && h->timed)
			hist_add(r, h->d);
	} else {
		r = row_other(call_of(h));
		if (r)
			hit_add(r, h);
	}
	if (mine)
		blank_leave(mine);
}

static __always_inline void key_count(struct hit *h, struct blank *b)
{
	struct kstat_key plain = { .owner = owner_of(h), .call = call_of(h) };
	struct pcount_key k = {};

	if (!by) {
		row_count(&plain, h, b);
		return;
	}
	key_fill(&k, h);
	row_count(&k, h, b);
}

static __always_inline void hit_count(struct hit *h)
{
	struct kstat_cpu *c = hits_begin();
	struct blank *b = h->kernel ? blank_take(h) : NULL;

	if (h->kernel && !b)
		hit_is_lost();
	else
		key_count(h, b);
	if (b)
		blank_leave(b);
	hits_end(c);
}

/* ---- values ---- */

static __always_inline __u64 arg_at(const __u64 *args, __u32 at)
{
	__u64 v = 0;

	for (__u32 i = 0; i < SCT_NARGS; i++)
		if (i == at)
			v = args[i];
	return v;
}

static __always_inline void vals_of_entry(struct hit *h, const __u64 *args)
{
	for (int i = 0; i < PCOUNT_ARGS; i++)
		h->vals[i] = key_args[i] < h->p->nargs ? arg_at(args, key_args[i]) : 0;
}

static __always_inline void vals_of_return(struct hit *h, __u64 ret)
{
	for (int i = 0; i < PCOUNT_ARGS; i++)
		if (key_args[i] == PCOUNT_RET)
			h->vals[i] = ret;
}

/* ---- calls of functions ---- */

/*
 * Keeps the entry of a function call until it returns. If there is an entry with the same frame and another return
 * address, this is a tail call in its place: the kernel has replaced the return address by its trampoline. With the
 * same return address, the earlier call was left by longjmp().
 */
static __noinline void call_enters(struct hit *h, __u64 frame, __u64 from)
{
	struct pcount_call key = { .frame = frame, .tid = (__u32)bpf_get_current_pid_tgid(), .probe = h->probe };
	struct pcount_entered e = { .from = from, .tid = h->st->tid }, *was = bpf_map_lookup_elem(&open, &key);

	if (was && was->from != from) {
		was->again++;
		return;
	}
	for (int i = 0; i < PCOUNT_ARGS; i++)
		e.vals[i] = h->vals[i];
	e.ts = bpf_ktime_get_ns();
	if (bpf_map_update_elem(&open, &key, &e, BPF_ANY))
		hit_is_lost();
	else if (!was)
		__sync_fetch_and_add(&open_calls, 1);
}

/* Fills h from the entry of the call that returns. Returns false if the entry was not seen. */
static __noinline bool call_returns(struct hit *h, __u64 frame)
{
	struct pcount_call key = { .frame = frame, .tid = (__u32)bpf_get_current_pid_tgid(), .probe = h->probe };
	struct pcount_entered *e = bpf_map_lookup_elem(&open, &key);

	if (!e)
		return false;
	for (int i = 0; i < PCOUNT_ARGS; i++)
		h->vals[i] = e->vals[i];
	if (e->again) {
		e->again--; /* the duration of a tail call is not known */
		return true;
	}
	h->d = bpf_ktime_get_ns() - e->ts;
	h->timed = true;
	bpf_map_delete_elem(&open, &key);
	__sync_fetch_and_add(&open_calls, -1);
	return true;
}

static __always_inline void hit_entry(struct hit *h, const struct pt_regs *ctx)
{
	__u64 args[SCT_NARGS];

	probe_args(ctx, args);
	if (h->p->flags & PCOUNT_GO)
		go_args(ctx, args);
	vals_of_entry(h, args);
	if (h->p->flags & PCOUNT_RETURNS)
		call_enters(h, FUNC_FRAME(ctx, false), return_address(ctx, h->kernel));
	else
		hit_count(h);
}

static __always_inline void hit_return(struct hit *h, const struct pt_regs *ctx)
{
	if (h->p->flags & PCOUNT_RETURNS && !call_returns(h, FUNC_FRAME(ctx, true)))
		return;
	vals_of_return(h, FUNC_RET(ctx));
	hit_count(h);
}

/* ---- USDT probes and tracepoints ---- */

SEC("sct_probe/usdt")
int probe_usdt(struct pt_regs *ctx)
{
	struct hit h = {};

	h.probe = bpf_usdt_cookie(ctx);
	if (!hit_begin(&h, false))
		return 0;
	for (int i = 0; i < PCOUNT_ARGS; i++) {
		long v = 0;

		if (key_args[i] < h.p->nargs)
			bpf_usdt_arg(ctx, key_args[i], &v);
		h.vals[i] = v;
	}
	hit_count(&h);
	return 0;
}

SEC("sct_perf/any")
int probe_event(void *ctx)
{
	struct hit h = { .probe = bpf_get_attach_cookie(ctx), .kernel = true };

	if (hit_begin(&h, false))
		hit_count(&h);
	return 0;
}

#endif

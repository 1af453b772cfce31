/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts calls in rows with the keys of --by=. */
#ifndef KSTATS_BY_BPF_H
#define KSTATS_BY_BPF_H

#include "stats/kstats_name.bpf.h"
#include "stats/kstats_split.bpf.h"

static __always_inline __u64 arg_of(struct kstat_scratch *s, __u32 one_more)
{
	__u32 i = one_more - 1;

	return i < SCT_NARGS ? s->args[i] : 0;
}

/* Returns the call's descriptor, or -1. */
static __always_inline int call_fd(struct kstat_scratch *s, const struct kstat_call *c)
{
	if (c->flags & KSTAT_C_RET_FD && s->ret >= 0)
		return s->ret;
	return c->fd ? (int)arg_of(s, c->fd) : -1;
}

/*
 * Returns the id of the call's path argument. If it has none, or an empty one, returns the id of its descriptor's path.
 * 0: no path.
 */
__noinline int call_file(__u32 call, __u32 epoch)
{
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);
	struct kstat_scratch *s = scratch_get();
	struct file *f;
	__u32 id = 0;

	if (!s || !c)
		return 0;
	if (c->path)
		id = name_of_string(s, arg_of(s, c->path), epoch);
	if (id || !c->fd)
		return id;
	f = file_of(arg_of(s, c->fd));
	return f ? name_of_file(s, f, epoch) : 0;
}

/*
 * Returns the id of the address argument or, without one, of the peer of the call's socket; 0: none. host: leave out
 * the port.
 */
__noinline int call_peer(__u32 call, __u32 host, __u32 epoch)
{
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);
	struct kstat_scratch *s = scratch_get();
	struct file *f;
	__u32 id = 0;

	if (!s || !c)
		return 0;
	if (c->addr)
		id = peer_of_addr(s, arg_of(s, c->addr), arg_of(s, c->addr_len), host, epoch);
	if (id)
		return id;
	f = file_of(call_fd(s, c));
	return f ? peer_of_file(s, f, host, epoch) : 0;
}

/* Returns the id of the path of the task's program: after an execve, of the new one. */
__noinline int exec_file(__u32 epoch)
{
	struct task_struct___exe *t = (void *)bpf_get_current_task();
	struct kstat_scratch *s = scratch_get();
	struct file *f = BPF_CORE_READ(t, mm, exe_file);

	return s && f ? name_of_file(s, f, epoch) : 0;
}

/*
 * Before the call: looks up the names that will not be available after it, such as that of a descriptor that it closes.
 */
static __always_inline void names_early(struct task_state *st, const struct pt_regs *regs, bool compat)
{
	struct kstat_scratch *s = scratch_get();
	__u32 call = st->call, epoch = *(volatile __u32 *)&rows_epoch;
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);

	if (!s || !c || !(c->flags & KSTAT_C_EARLY))
		return;
	regs_args(regs, compat, s->args);
	s->ret = -1;
	st->epoch = epoch;
	st->file = by & KSTAT_BY_FILE ? call_file(call, epoch) : 0;
	st->peer = by & KSTAT_BY_PEER ? call_peer(call, false, epoch) : 0;
	st->host = by & KSTAT_BY_HOST ? call_peer(call, true, epoch) : 0;
}

static __always_inline void names_late(struct kstat_by_key *k, struct task_state *st, const struct pt_regs *regs,
				       bool compat, __u32 call, long ret, __u32 epoch)
{
	struct kstat_scratch *s = scratch_get();
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);

	if (!s || !c)
		return;
	if (by & KSTAT_BY_EXE)
		k->exe = exec_file(epoch);
	if (c->flags & KSTAT_C_EARLY && st->in_call) {
		if (epoch - st->epoch > 1)
			return; /* the reader keeps names for one more epoch; a close() that lasts for two is rare */
		k->file = st->file;
		k->peer = st->peer;
		k->host = st->host;
		return;
	}
	regs_args(regs, compat, s->args);
	s->ret = ret;
	if (by & KSTAT_BY_FILE)
		k->file = c->flags & KSTAT_C_EXEC && !ret ? exec_file(epoch) : call_file(call, epoch);
	if (by & KSTAT_BY_PEER)
		k->peer = call_peer(call, false, epoch);
	if (by & KSTAT_BY_HOST)
		k->host = call_peer(call, true, epoch);
}

static __always_inline void key_fill(struct kstat_by_key *k, struct task_state *st, __u32 call, long ret)
{
	/* with a tid in the key, only one thread writes the row */
	k->owner = by & KSTAT_BY_TID ? ~0u : 1 + bpf_get_smp_processor_id();
	if (shared && by & KSTAT_BY_TID)
		k->owner = id_of(st);
	if (by & KSTAT_BY_SYSCALL && call_is_unknown(call)) {
		k->call = st->nr;
		k->number = call < SCT_NR_MAX ? KSTAT_NUMBER_NATIVE : KSTAT_NUMBER_COMPAT;
	} else if (by & KSTAT_BY_SYSCALL) {
		k->call = call;
	}
	if (by & KSTAT_BY_ERRNO && ret < 0 && ret >= -4095)
		k->err = -ret;
	if (by & KSTAT_BY_RET)
		k->ret = ret;
	key_fill_current(k, st);
}

/* Adds the bytes that the call has moved. */
static __always_inline void bytes_add(struct kstat_row *r, __u32 call, long ret)
{
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);

	if (c && c->flags & KSTAT_C_BYTES && ret > 0)
		r->bytes += ret;
}

/* How much of a call's duration is known: nothing, everything, or the part after the start. */
enum { COUNT_UNTIMED, COUNT_TIMED, COUNT_BEGUN };

static __always_inline void count_by(struct task_state *st, const struct pt_regs *regs, bool compat, __u32 call,
				     long ret, __u64 d, __u32 timed)
{
	/* regs is NULL for a call whose exit was skipped */
	__u32 epoch = *(volatile __u32 *)&rows_epoch;
	bool failed = ret < 0 && ret >= -4095;
	struct kstat_longest_key k = {};
	struct kstat_row *r;

	key_fill(&k.by, st, call, ret);
	if (by & KSTAT_BY_NAMES && regs)
		names_late(&k.by, st, regs, compat, call, ret, epoch);
	if (shared)
		k.readers = st->readers;
	r = row_get(&k, st, epoch);
	if (!r) {
		r = row_other(call);
		if (r && timed)
			row_add(r, d, failed);
	} else if (timed) {
		row_add(r, d, failed);
		if (with_split)
			split_take(&r->split, st, d, true);
		if (with_hist)
			hist_add(r, d);
	}
	if (r && by & KSTAT_BY_SIZE)
		bytes_add(r, call, ret);
	if (r && timed == COUNT_UNTIMED)
		row_untimed(r, failed);
	if (r && timed == COUNT_BEGUN)
		r->begun++;
}

/*
 * Returns the row for the call during which the thread ends, or NULL without room. Used if handles share the programs,
 * or with split.
 */
static __always_inline struct kstat_row *row_gone_by(struct task_state *st)
{
	struct kstat_longest_key k = { .readers = st->readers };

	key_fill(&k.by, st, st->call, 0);
	return row_get(&k, st, *(volatile __u32 *)&rows_epoch);
}

/* Returns the row of the time between calls, or NULL without room. */
static __always_inline struct kstat_row *row_gap_by(struct task_state *st)
{
	struct kstat_longest_key k = {};

	key_fill(&k.by, st, KSTAT_NR_USER, 0);
	return row_get(&k, st, *(volatile __u32 *)&rows_epoch);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Look-up, creation and update of rows. */
#ifndef KSTATS_ROW_BPF_H
#define KSTATS_ROW_BPF_H

#include "stats/kstats_maps.bpf.h"
#include "common/preempt.bpf.h"
#include "common/task.bpf.h"

static __always_inline struct kstat_scratch *scratch_get(void)
{
	__u32 zero = 0;

	return bpf_map_lookup_elem(&scratches, &zero);
}

static __noinline __u32 id_new(void)
{
	struct kstat_scratch *s = scratch_get();

	return s ? ++s->last_id * ncpus + bpf_get_smp_processor_id() : 0;
}

/* Returns the task's id, which it gets at the first use. Unlike a tid, it is never reused. */
static __always_inline __u32 id_of(struct task_state *st)
{
	if (!st->id)
		st->id = id_new();
	return st->id;
}

/*
 * Marks the CPU as using rows, until rows_end(). In between, a program may use the rows of the epoch that it reads. The
 * reader changes the epoch, interrupts each CPU, and waits for the CPUs that are busy then. A CPU that is not busy has
 * no pending store, so it will see the new epoch. (A grace period of the kernel would do as well, but takes 10 to 30
 * ms.)
 */
static __always_inline struct kstat_cpu *rows_begin(void)
{
	__u32 cpu;
	struct kstat_cpu *c;

	stay();
	cpu = bpf_get_smp_processor_id();
	c = bpf_map_lookup_elem(&cpus, &cpu);
	if (c)
		*(volatile __u32 *)&c->busy = 1;
	return c;
}

static __always_inline void rows_end(struct kstat_cpu *c)
{
	if (c)
		*(volatile __u32 *)&c->busy = 0;
	leave();
}

static __always_inline void row_describe(struct kstat_row *r, struct task_state *st)
{
	struct task_struct *t = (void *)bpf_get_current_task();

	if (with_wall)
		return;
	r->tid = st->tid;
	r->pid = st->tgid;
	if (!st->start)
		st->start = BPF_CORE_READ(t, group_leader, start_boottime);
	r->start = st->start;
	r->born = bpf_ktime_get_ns();
	r->readers = st->readers;
	bpf_get_current_comm(r->comm, sizeof(r->comm));
}

/* Fills the members of a row's key that describe the current task. */
static __always_inline void key_fill_current(struct kstat_by_key *k, const struct task_state *st)
{
	KSTAT_KEY_FILL(k, by, st->tid, st->tgid, bpf_get_current_uid_gid(), bpf_get_current_cgroup_id(),
		       comm_current(k->comm));
}

static __always_inline void wakeup_send(void)
{
	__u8 one = 1;

	__sync_fetch_and_add(&rows_used, 1);
	if (rows_used < rows_wakeup || wakeup_sent)
		return;
	wakeup_sent = 1;
	bpf_ringbuf_output(&wakeup, &one, sizeof(one), BPF_RB_FORCE_WAKEUP);
}

/* Inserts a row that has only the task's description. r: a buffer for it, which is zero otherwise. */
static __always_inline void row_insert(void *key, struct kstat_row *r, struct task_state *st, bool odd)
{
	long err;

	row_describe(r, st);
	if (odd) {
		rows_made[1] = 1;
		err = bpf_map_update_elem(&rows_1, key, r, BPF_NOEXIST);
	} else {
		rows_made[0] = 1;
		err = bpf_map_update_elem(&rows_0, key, r, BPF_NOEXIST);
	}
	if (!err)
		wakeup_send();
}

static __noinline void row_make(void *key, struct task_state *st, bool odd)
{
	struct kstat_scratch *s = scratch_get();

	if (s)
		row_insert(key, &s->row, st, odd);
}

static __always_inline struct kstat_row *row_find(void *key, bool odd)
{
	/* the look-up in a known map is inlined, one in a variable map is not */
	return odd ? bpf_map_lookup_elem(&rows_1, key) : bpf_map_lookup_elem(&rows_0, key);
}

/* Returns the call's row in 'others', for calls that the maps have no room for. */
static __always_inline struct kstat_row *row_other(__u32 call)
{
	others_used = 1;
	return bpf_map_lookup_elem(&others, &call);
}

/* Returns the row of the key, which is created if there is none. NULL: the map is full. */
static __always_inline struct kstat_row *row_get(void *key, struct task_state *st, __u32 epoch)
{
	bool odd = epoch & 1;
	struct kstat_row *r = row_find(key, odd);

	if (r)
		return r;
	row_make(key, st, odd);
	return row_find(key, odd);
}

static __always_inline struct kstat_row *slot_at(__u32 i, __u32 epoch)
{
	return epoch & 1 ? bpf_map_lookup_elem(&slots_1, &i) : bpf_map_lookup_elem(&slots_0, &i);
}

static __noinline struct kstat_row *slot_make(struct task_state *st, __u32 call, __u32 epoch)
{
	struct kstat_slot_ref *ref = &st->slots[call & (KSTAT_SLOT_REFS - 1)];
	struct kstat_scratch *s = scratch_get();
	struct kstat_row *r;
	__u32 i;

	if (!s)
		return NULL;
	if (s->slots_epoch != epoch + 1) {
		s->slots_epoch = epoch + 1;
		s->slots_used = 0;
	}
	if (s->slots_used >= slots_part)
		return NULL;
	i = bpf_get_smp_processor_id() * slots_part + s->slots_used;
	r = slot_at(i, epoch);
	if (!r)
		return NULL;
	s->slots_used++;
	row_describe(r, st);
	r->key.owner = 1;
	r->key.call = call;
	ref->epoch = epoch + 1;
	ref->at = i << 10 | call;
	return r;
}

/* Returns the row in the call's slot, or NULL if the call has no slot. */
static __always_inline struct kstat_row *slot_get(struct task_state *st, __u32 call, __u32 epoch)
{
	struct kstat_slot_ref *ref = &st->slots[call & (KSTAT_SLOT_REFS - 1)];

	if (ref->epoch != epoch + 1)
		return slot_make(st, call, epoch);
	if ((ref->at & 1023) != call)
		return NULL;
	return slot_at(ref->at >> 10, epoch);
}

/* Adds d * d for d from 2^32 (4.3 s) on, whose square has more than 64 bits. */
static __always_inline void add_square(struct kstat_row *r, __u64 d)
{
	__u64 lo = d & 0xffffffff, hi = d >> 32;
	__u64 mid = lo * hi; /* counts twice, shifted left by 32 bits */
	__u64 low = lo * lo, old = r->sq_lo;

	r->sq_lo = old + low;
	r->sq_hi += (r->sq_lo < old) + hi * hi + (mid >> 31);
	old = r->sq_lo;
	r->sq_lo = old + (mid << 33);
	r->sq_hi += r->sq_lo < old;
}

static __always_inline __u32 bucket_of(__u64 d)
{
	__u64 v = d;
	__u32 e = 0;

	if (d < 4)
		return d;
	if (v >> 32) {
		e += 32;
		v >>= 32;
	}
	if (v >> 16) {
		e += 16;
		v >>= 16;
	}
	if (v >> 8) {
		e += 8;
		v >>= 8;
	}
	if (v >> 4) {
		e += 4;
		v >>= 4;
	}
	if (v >> 2) {
		e += 2;
		v >>= 2;
	}
	e += v >> 1;
	e = (e - 1) * 4 + ((d >> (e - 2)) & 3);
	return e < KSTAT_BUCKETS ? e : KSTAT_BUCKETS - 1;
}

static __always_inline void row_add(struct kstat_row *r, __u64 d, bool failed)
{
	__u64 old;

	r->calls++;
	r->total += d;
	if (d > r->max)
		r->max = d;
	if (~d > r->invmin)
		r->invmin = ~d;
	if (failed)
		r->errors++;
	if (d >> 32) {
		add_square(r, d);
		return;
	}
	old = r->sq_lo;
	r->sq_lo = old + d * d;
	if (r->sq_lo < old)
		r->sq_hi++;
}

/* Adds elapsed time, which is measured besides CPU time. */
static __always_inline void row_wall(struct kstat_row *r, __u64 d)
{
	r->wall.total += d;
	if (d > r->wall.max)
		r->wall.max = d;
	if (~d > r->wall.invmin)
		r->wall.invmin = ~d;
}

/* Adds a call whose beginning was not seen, without a duration. */
static __always_inline void row_untimed(struct kstat_row *r, bool failed)
{
	r->calls++;
	r->untimed++;
	if (failed)
		r->errors++;
}

static __always_inline void hist_add(void *row, __u64 d)
{
	__u64 *hist = row + sizeof(struct kstat_row);
	__u64 b = bucket_of(d);

	/* comparison and index use one register: Linux 6.1's verifier does not track the bound of a copy */
	asm volatile("" : "+r"(b));
	if (b < KSTAT_BUCKETS)
		hist[b]++;
}

#endif

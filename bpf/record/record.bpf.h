/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sends records to the rings: the CPU's mark, the record's head, the reader's wakeup. */
#ifndef RECORD_BPF_H
#define RECORD_BPF_H

#include "record/fd.bpf.h"
#include "record/maps.bpf.h"
#include "common/preempt.bpf.h"

static __always_inline struct sct_cpu *cpu_get(__u32 cpu)
{
	return bpf_map_lookup_elem(&cpus, &cpu);
}

/* Disables preemption until cpu_end(), and sets *cpu. Returns the CPU's state, or NULL, without effect, if it has none. */
static __always_inline struct sct_cpu *cpu_hold(__u32 *cpu)
{
	struct sct_cpu *c;

	stay();
	*cpu = bpf_get_smp_processor_id();
	c = cpu_get(*cpu);
	if (!c)
		leave();
	return c;
}

static __always_inline __u64 cpu_begin(struct sct_cpu *c)
{
	*(volatile __u64 *)&c->busy = c->last | 1;
	barrier();
	return bpf_ktime_get_ns();
}

static __always_inline void cpu_done(struct sct_cpu *c)
{
	barrier();
	*(volatile __u64 *)&c->busy = 0;
}

static __always_inline void cpu_end(struct sct_cpu *c)
{
	cpu_done(c);
	leave();
}

static __always_inline void rec_init(struct sct_rec *r, struct sct_cpu *c, struct task_state *st, __u64 ts, __u32 type,
				     __u32 cpu)
{
	r->ts = ts;
	r->tid = st->tid;
	r->tgid = st->tgid;
	r->type = type;
	r->flags = 0;
	r->cpu = cpu;
	r->lost = c->lost;
}

/*
 * Returns BPF_RB_* flags that wake the reader if it sleeps, and once per wake_bytes: waking it for each record is
 * expensive.
 */
static __always_inline __u64 wake_flags(struct sct_cpu *c, __u64 size)
{
	c->pushed += size;
	if (reader_idle) {
		reader_idle = 0;
		return BPF_RB_FORCE_WAKEUP;
	}
	if (c->pushed < wake_bytes)
		return BPF_RB_NO_WAKEUP;
	c->pushed = 0;
	return BPF_RB_FORCE_WAKEUP;
}

/* Sends a record. Returns 0 or an error; the latter is counted as a lost event. */
static __always_inline long rec_push(struct sct_rec *r, __u64 size, struct sct_cpu *c, __u32 cpu)
{
	void *ring = bpf_map_lookup_elem(&rings, &cpu);
	__u64 ts = r->ts;
	long err;

	if (!ring)
		return -1;
	err = bpf_ringbuf_output(ring, r, size, wake_flags(c, size));
	if (err)
		c->lost++;
	else
		c->last = ts;
	return err;
}

static __always_inline long rec_send(struct sct_rec *r, __u64 size, struct sct_cpu *c, __u32 cpu)
{
	long err = rec_push(r, size, c, cpu);

	if (err)
		fds_forget();
	return err;
}

/*
 * Sends a record of a call. events: how many of the call's two events are lost if there is no room; 0 for an enter
 * record that the exit may still make up for.
 */
static __always_inline long call_send(struct sct_rec *r, __u64 size, struct sct_cpu *c, __u32 cpu, __u32 events)
{
	long err = rec_send(r, size, c, cpu);

	if (err) {
		c->lost += events;
		c->lost--; /* rec_send() has counted one */
		c->calls += events != 0;
	}
	return err;
}

/*
 * Counts events of the current task's call as lost: the ring had no room for its enter record, and no exit record made
 * up for it.
 */
static inline __noinline void unsent_lost(struct task_state *st, __u32 events)
{
	struct sct_cpu *c;

	st->flags &= ~SCT_T_UNSENT;
	stay();
	c = cpu_get(bpf_get_smp_processor_id());
	if (c) {
		c->lost += events;
		c->calls++;
	}
	leave();
}

/*
 * Sends the name of t, whose state is st, before the task's next record. It is not an event, so no loss is counted if
 * the ring has no room.
 */
static __always_inline void comm_send(struct task_struct *t, struct task_state *st, struct sct_cpu *c, __u64 ts,
				      __u32 cpu)
{
	void *ring = comms ? bpf_map_lookup_elem(&rings, &cpu) : NULL;
	struct sct_target r = {};

	if (!ring)
		return;
	rec_init(&r.rec, c, st, ts, SCT_REC_COMM, cpu);
	BPF_CORE_READ_STR_INTO(&r.comm, t, comm);
	bpf_ringbuf_output(ring, &r, sizeof(r), BPF_RB_NO_WAKEUP);
}

#endif

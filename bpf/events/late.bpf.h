/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Memory that is still not resident when its call ends, because the kernel failed the call before it read that memory.
 * On Linux 6.18 and 6.19 the task itself reads it before it returns to user mode, in task work, which may sleep; the
 * exit record is sent after that.
 */
#ifndef LATE_BPF_H
#define LATE_BPF_H

#include "events/touch.bpf.h"
#include "record/capture.bpf.h"
#include "record/fdmem.bpf.h"
#include "common/preempt.bpf.h"
#include "record/record.bpf.h"
#include "common/task.bpf.h"

#define LATE_ITEMS 16
#define LATE_PAGES 2

/* The kernel finds this type by its name. */
struct bpf_task_work {
	__u64 opaque;
} __attribute__((aligned(8)));

struct late_work {
	struct late_call call;
	struct bpf_task_work work;
};

/* Key: tid, from the end of the thread's call until it returns to user mode. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 4096);
	__type(key, __u32);
	__type(value, struct late_work);
} late_works SEC(".maps");

/* State of the loops over a call's memory. bpf_loop() lets the verifier check a loop's body once. */
struct late_walk {
	const struct late_call *call;
	const struct sct_plan *plan;
	__u64 addr; /* address of the current vector */
	__u32 word, step;
};

/* Touches the memory behind pointer i of the vector. Returns 1 after the last pointer. */
static long late_touch_item(__u32 i, struct late_walk *w)
{
	__u64 p = touch_word(w->addr + i * w->step, w->word);

	touch_page(p);
	return !p && w->step == w->word;
}

/*
 * Touches the pages to which the argument of cap i points, so that they become resident. If the argument is a vector,
 * the function also touches the memory to which the vector's first pointers point.
 */
static long late_touch_cap(__u32 i, struct late_walk *w)
{
	const struct sct_cap *cap;

	if (i >= SCT_PLAN_NCAPS || !(w->call->missing & 1 << i))
		return 0;
	cap = &w->plan->cap[i];
	if (cap->arg >= SCT_NARGS)
		return 0;
	w->addr = w->call->args[cap->arg];
	w->step = cap->kind == SCT_CAP_IOV ? 2 * w->word : w->word;
	for (__u32 k = 0; k < LATE_PAGES; k++)
		touch_page(w->addr + k * LEAST_PAGE);
	if (cap->kind == SCT_CAP_IOV || cap->kind == SCT_CAP_STRV || cap->kind == SCT_CAP_PTRS)
		bpf_loop(LATE_ITEMS, late_touch_item, w, 0);
	return 0;
}

/* Captures the call's memory again and sends the exit record, as exit_send() would have. */
static __always_inline int late_send(struct task_state *st, struct late_call *call)
{
	__u32 cpu = bpf_get_smp_processor_id(), idx = call->plan;
	struct scratch *s = bpf_map_lookup_elem(&scratches, &cpu);
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);
	struct sct_cpu *c = cpu_get(cpu);
	struct sct_exit *x;
	__u64 len, ts;

	if (!s || !c || !p)
		return 0;
	ts = cpu_begin(c);
	__builtin_memcpy(s->args, call->args, sizeof(s->args));
	s->ret = call->ret;
	s->plan = idx;
	s->word = p->word;
	s->flags = st->flags;
	s->only = call->missing;
	s->missing = 0;
	s->off = 0;
	capture(call->when);
	if (decode_fds && p->fd_when & call->when)
		cap_fds(call->when);
	if (decode_fds && p->fd_ret && call->ret >= 0)
		cap_fd(call->ret);
	len = MASKED(s->off, 2 * DATA_MAX - 1);
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	rec_init(&x->rec, c, st, ts, SCT_REC_EXIT, cpu);
	x->nr = st->nr;
	x->abi = call->abi;
	x->pad = 0;
	x->data_len = len;
	x->ret = call->ret;
	x->enter_ts = st->enter_ts;
	call_send(&x->rec, sizeof(*x) + len, c, cpu, 1);
	st->in_call = 0;
	cpu_done(c);
	return 0;
}

static int late_run(void *map, __u32 *key, struct late_work *w)
{
	struct task_state *st = state_current();
	__u32 idx = w->call.plan;
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);

	if (st && p && st->in_call == SCT_IN_LATE) {
		struct late_walk walk = { .call = &w->call, .plan = p, .word = p->word };

		bpf_loop(SCT_PLAN_NCAPS, late_touch_cap, &walk, 0);
		preempt_disable();
		late_send(st, &w->call);
		preempt_enable();
	}
	bpf_map_delete_elem(&late_works, key);
	return 0;
}

/* Requests task work. Returns 0 if late_run() will send the exit record of the call that s->late describes. */
static __noinline int late_schedule(struct scratch *s)
{
	register __u64 task asm("r1"), work asm("r2"), map asm("r3"), run asm("r4"), aux asm("r5");
	__u32 tid = bpf_get_current_pid_tgid();
	register long err asm("r0");
	struct late_work *w;

	if (bpf_map_update_elem(&late_works, &tid, &s->late, BPF_ANY))
		return -1;
	w = bpf_map_lookup_elem(&late_works, &tid);
	if (!w)
		return -1;
	task = (__u64)bpf_get_current_task_btf();
	work = (__u64)&w->work;
	map = (__u64)&late_works;
	run = (__u64)&late_run;
	aux = 0;
	asm volatile(".8byte %[call]"
		     : "=r"(err), "+r"(task), "+r"(work), "+r"(map), "+r"(run), "+r"(aux)
		     : [call] "i"(0x2085ull | (__u64)SCT_KFUNC_TASK_WORK << 32)
		     : "memory");
	if (err)
		bpf_map_delete_elem(&late_works, &tid);
	return err;
}

#endif

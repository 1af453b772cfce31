/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Programs for events of tasks: fork, exec, exit, signals. */
#ifndef TASK_EVENTS_BPF_H
#define TASK_EVENTS_BPF_H

#include "arch/arch.h"
#include "record/capture.bpf.h"
#include "events/exec.bpf.h"
#include "record/fd.bpf.h"
#include "record/owner.bpf.h"
#include "record/process.bpf.h"
#include "record/record.bpf.h"
#include "events/siginfo.bpf.h"
#include "record/stack.bpf.h"
#include "common/task.bpf.h"
#include "common/task_enroll.bpf.h"
#include "events/task_stop.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

/*
 * Sends what is known of a child that the current task is creating. Its memory is a copy of the current task's, or the
 * same. kid: the child's state. The cgroup is sent by the child itself, at its first record, if it is another one.
 */
static __noinline void process_send_child(struct task_state *st, struct task_state *kid, struct sct_cpu *c, __u64 ts,
					  struct task_struct *child)
{
	struct fd_table *t = fd_table_get();

	if (!t)
		return;
	process_capture(number_of(t, (__u64)child), SCT_F_WHOLE);
	if (!process_push(st, kid, c, ts, SCT_F_WHOLE | SCT_F_CHILD))
		kid->process_epoch = *(volatile __u32 *)&owners_epoch;
}

static __always_inline int do_task_fork(struct task_struct *parent, struct task_struct *child)
{
	struct task_state *st = state_of(parent), *kid;
	__u32 flags = fork_flags(parent, st), cpu;
	struct sct_fork f = {};
	struct sct_cpu *c;
	__u64 ts;

	if (!st && !may_trace(parent, 0))
		return 0;
	keep_namespaces(child);
	if (!child_followed(flags, parent, child))
		return 0;
	kid = state_create(child, flags | SCT_T_NEWBORN);
	if (kid && !st)
		return 0;
	stay();
	cpu = bpf_get_smp_processor_id();
	c = cpu_get(cpu);
	if (!c || !kid) {
		if (c) { /* no memory for the child's state: it is not followed */
			c->lost++;
			c->no_memory++;
		}
		leave();
		return 0;
	}
	ts = cpu_begin(c);
	if (!owner_is_told(st))
		owner_send(st, c, ts, cpu);
	if (processes)
		process_send_child(st, kid, c, ts, child);
	rec_init(&f.rec, c, st, ts, SCT_REC_FORK, cpu);
	if (BPF_CORE_READ(child, thread_pid, level) == ns_level)
		f.rec.flags |= SCT_F_OWN_NS;
	f.child_tid = kid->tid;
	f.child_tgid = kid->tgid;
	rec_send(&f.rec, sizeof(f), c, cpu);
	cpu_end(c);
	return 0;
}

/* Sends a record of a successful execve. path: in kernel memory */
static __always_inline int exec_record(struct task_struct *t, const char *path, struct linux_binprm *bprm)
{
	struct task_state *st;
	__u32 cpu, old;
	struct scratch *s;
	struct sct_exec *x;
	struct sct_cpu *c;
	__u64 ts, len;

	st = state_current();
	if (!st)
		return 0;
	stay();
	cpu = bpf_get_smp_processor_id();
	s = bpf_map_lookup_elem(&scratches, &cpu);
	c = cpu_get(cpu);
	if (!c || !s) {
		leave();
		return 0;
	}
	ts = cpu_begin(c);
	if (processes)
		process_send(st, c, ts, true);
	old = st->tid;
	st->flags &= ~SCT_T_WAIT_EXEC;
	st->tid = pid_in_ns(t); /* if a thread other than the leader called execve, it has the leader's id now */
	s->off = 0;
	s->word = 8;
	/* if the filter excluded this call, 'missing' is that of an earlier one */
	if (st->in_call && st->in_call != SCT_IN_OTHER && st->missing)
		exec_capture(s, st, t, path, bprm);
	st->missing = 0;
	len = MASKED(s->off, 2 * DATA_MAX - 1);
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	rec_init(&x->rec, c, st, ts, SCT_REC_EXEC, cpu);
	x->old_tid = old;
	x->data_len = len;
	__builtin_memset(x->comm, 0, sizeof(x->comm));
	comm_current(x->comm);
	rec_send(&x->rec, sizeof(*x) + len, c, cpu);
	cpu_end(c);
	return 0;
}

/* True if the current task is detached at this execve (-b execve). The execve that starts the trace does not count. */
static __always_inline bool left_at_exec(void)
{
	struct task_state *st = detach_on_exec ? state_current() : NULL;

	return st && !(st->flags & SCT_T_WAIT_EXEC);
}

/* True if t is a leader that ends because another thread called execve. */
static __always_inline bool superseded(struct task_struct *t)
{
	struct signal_struct *sig = BPF_CORE_READ(t, signal);
	struct signal_struct___old *old = (void *)sig;
	struct task_struct *by;

	if (BPF_CORE_READ(t, pid) != BPF_CORE_READ(t, tgid))
		return false;
	if (bpf_core_field_exists(sig->group_exec_task))
		by = BPF_CORE_READ(sig, group_exec_task);
	else
		by = BPF_CORE_READ(old, group_exit_task);
	return by && by != t;
}

/* Sends the last record of the current task. flags: SCT_F_LEFT, or 0 if it ends. */
static __always_inline int task_ends(struct task_struct *t, __u32 flags)
{
	struct task_state *st = state_current();
	struct sct_task_exit x = {};
	struct sct_cpu *c;
	__u32 cpu;
	__u64 ts;

	if (!st)
		return 0;
	if (st->flags & SCT_T_UNSENT)
		unsent_lost(st, 1);
	stay();
	cpu = bpf_get_smp_processor_id();
	c = cpu_get(cpu);
	if (c) {
		ts = cpu_begin(c);
		if (!process_is_told(st))
			process_send(st, c, ts, false);
		comm_send(t, st, c, ts, cpu);
		rec_init(&x.rec, c, st, ts, SCT_REC_TASK_EXIT, cpu);
		x.code = BPF_CORE_READ(t, exit_code);
		x.rec.flags |= flags;
		if (!flags && superseded(t))
			x.rec.flags |= SCT_F_SUPERSEDED;
		rec_send(&x.rec, sizeof(x), c, cpu);
		cpu_end(c);
	} else {
		leave();
	}
	if (!has_iter)
		target_forget(t);
	state_delete(t);
	return 0;
}

#define SIGNAL_GROUP_EXIT 0x4 /* signal_struct.flags */

static __always_inline bool is_leader(struct task_struct *t)
{
	return BPF_CORE_READ(t, pid) == BPF_CORE_READ(t, tgid);
}

/* Returns the number of the process's threads that have not ended. A task in its own exit does not count. */
static __always_inline int threads_alive(struct task_struct *t)
{
	return BPF_CORE_READ(t, signal, live.counter);
}

/* Returns the status that wait(2) gives the process's parent. */
static __always_inline __u32 group_status(struct task_struct *t, struct task_struct *leader)
{
	struct signal_struct *sig = BPF_CORE_READ(t, signal);

	return BPF_CORE_READ(sig, flags) & SIGNAL_GROUP_EXIT ? (__u32)BPF_CORE_READ(sig, group_exit_code)
							     : (__u32)BPF_CORE_READ(leader, exit_code);
}

/*
 * Sends a record of the end of the thread group leader; t is the current task. type: SCT_REC_LEADER_EXIT while other
 * threads live, otherwise SCT_REC_TASK_EXIT. The latter is sent by only one CPU, the one whose state_delete() succeeds.
 */
static __always_inline void leader_record(struct task_struct *t, struct task_struct *leader, struct task_state *st,
					  __u32 type)
{
	struct sct_task_exit x = {};
	struct sct_cpu *c;
	__u32 cpu;
	__u64 ts;

	c = cpu_hold(&cpu);
	if (!c)
		return;
	ts = cpu_begin(c);
	if (type == SCT_REC_TASK_EXIT)
		comm_send(leader, st, c, ts, cpu);
	rec_init(&x.rec, c, st, ts, type, cpu);
	x.code = group_status(t, leader);
	if (type == SCT_REC_LEADER_EXIT || !state_delete(leader))
		rec_send(&x.rec, sizeof(x), c, cpu);
	cpu_end(c);
}

/* When the last thread of a group ends: sends the leader's exit record if the leader has ended before. */
static __always_inline void last_thread_ends(struct task_struct *t)
{
	struct task_struct *leader = use_task_storage ? t->group_leader : BPF_CORE_READ(t, group_leader);
	struct task_state *st;

	if (is_leader(t) || threads_alive(t))
		return;
	st = state_of(leader);
	if (st && st->flags & SCT_T_ENDED)
		leader_record(t, leader, st, SCT_REC_TASK_EXIT);
}

/*
 * Handles the end of a leader. Returns true if other threads live: its exit record, with the process's status, is then
 * sent after theirs.
 */
static __always_inline bool leader_ends_first(struct task_struct *t)
{
	struct task_state *st = is_leader(t) && threads_alive(t) && !superseded(t) ? state_current() : NULL;

	if (!st)
		return false;
	leader_record(t, t, st, SCT_REC_LEADER_EXIT);
	__sync_fetch_and_add(&st->flags, SCT_T_ENDED);
	/* the last thread may have ended meanwhile without seeing the flag */
	if (!threads_alive(t))
		leader_record(t, t, st, SCT_REC_TASK_EXIT);
	return true;
}

static __always_inline int do_task_exit(struct task_struct *t)
{
	if (leader_ends_first(t))
		return 0;
	task_ends(t, 0);
	last_thread_ends(t);
	return 0;
}

static __always_inline int do_task_exec(struct task_struct *t, pid_t old_pid, const char *path,
					struct linux_binprm *bprm)
{
	state_move(old_pid, bpf_get_current_pid_tgid());
	return may_trace(t, 0) && !left_at_exec() ? exec_record(t, path, bprm) : task_ends(t, SCT_F_LEFT);
}

struct signal {
	int sig;
	struct kernel_siginfo *info; /* may be a small number instead of an address: siginfo.bpf.h */
	struct task_struct *t;	     /* the signal's target; set if info may be a number */
	bool dfl;
	bool here; /* the target is the current task */
	__u32 flags;
};

static __always_inline void signal_fill(struct sct_signal_ip *r, const struct task_state *st, const struct signal *g)
{
	r->signal.rec.flags = g->flags;
	r->signal.sig = g->sig;
	r->signal.default_action = g->dfl;
	if ((unsigned long)g->info > SEND_SIG_PRIV) {
		bpf_probe_read_kernel(r->signal.info, sizeof(r->signal.info), g->info);
	} else {
		__builtin_memset(r->signal.info, 0, sizeof(r->signal.info));
		siginfo_make(r->signal.info, g->sig, (unsigned long)g->info, g->t);
	}
	r->ip = 0;
	if ((ips || stacks) && st->regs)
		bpf_probe_read_kernel(&r->ip, sizeof(r->ip), &REGS_IP((struct pt_regs *)st->regs));
}

#define SIGIO 29
#define SI_FD 24 /* offset of a SIGIO's descriptor in the kernel's siginfo */

/* True if the signal's siginfo has a descriptor to decode (-y), which must be the current task's. */
static __always_inline bool signal_has_fd(const struct signal *g)
{
	return decode_fds && g->here && g->sig == SIGIO;
}

/*
 * Sends a signal record with the stack, or with the file of a descriptor. It is made in the scratch, which must not be
 * in use by an interrupted program.
 */
static __always_inline void signal_stack_send(struct task_state *st, const struct signal *g, struct sct_cpu *c,
					      __u64 ts, __u32 cpu)
{
	struct scratch *s = bpf_map_lookup_elem(&scratches, &cpu);
	struct sct_signal_stack *r;
	__u64 len;

	if (!s)
		return;
	s->off = 0;
	r = (void *)&s->head + sizeof(s->head) - sizeof(*r);
	rec_init(&r->at.signal.rec, c, st, ts, SCT_REC_SIGNAL_STACK, cpu);
	signal_fill(&r->at, st, g);
	if (stacks && g->here && st->regs)
		capture_stack(s, (void *)st->regs);
	if (signal_has_fd(g))
		cap_fd(*(__u32 *)(r->at.signal.info + SI_FD));
	len = MASKED(s->off, 2 * DATA_MAX - 1);
	r->data_len = len;
	r->abi = st->flags & SCT_T_COMPAT ? ABI_COMPAT : ABI_NATIVE;
	__builtin_memset(r->pad, 0, sizeof(r->pad));
	rec_send(&r->at.signal.rec, sizeof(*r) + len, c, cpu);
}

static __always_inline void signal_record(struct task_state *st, const struct signal *g)
{
	struct sct_signal_ip r = {};
	struct sct_cpu *c;
	__u64 was, ts;
	__u32 cpu;

	cpu = bpf_get_smp_processor_id();
	c = cpu_get(cpu);
	if (!c)
		return;
	/* if the signal is sent from an interrupt, the interrupted program may be making a record: keep its mark */
	was = c->busy;
	ts = was ? bpf_ktime_get_ns() : cpu_begin(c);
	if (g->here)
		comm_send((void *)bpf_get_current_task(), st, c, ts, cpu);
	if ((stacks || signal_has_fd(g)) && !was) {
		signal_stack_send(st, g, c, ts, cpu);
	} else {
		rec_init(&r.signal.rec, c, st, ts, ips ? SCT_REC_SIGNAL_IP : SCT_REC_SIGNAL, cpu);
		signal_fill(&r, st, g);
		rec_send(&r.signal.rec, ips ? sizeof(r) : sizeof(r.signal), c, cpu);
	}
	if (!was)
		cpu_done(c);
}

/* The caller holds spin locks, which prevent preemption except on PREEMPT_RT. */
static __always_inline void signal_send(struct task_state *st, const struct signal *g)
{
	if (st->flags & SCT_T_WAIT_EXEC || *(volatile __u8 *)&paused)
		return;
	if (preemptible)
		preempt_disable();
	signal_record(st, g);
	if (preemptible)
		preempt_enable();
}

#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define ANCESTORS 16 /* most ancestors that are looked at */

static __always_inline struct pid *kept_pid(struct task_struct *t, enum pid_type type)
{
	return BPF_CORE_READ(t, signal, pids[type]);
}

/*
 * True if the current task's process group is orphaned: no member has a parent in another group of the same session. A
 * terminal's stop signals do not stop such a group. Only the first ancestor in another group is checked.
 */
static __always_inline bool group_is_orphaned(void)
{
	struct task_struct *t = (void *)bpf_get_current_task(), *parent;
	struct pid *group = kept_pid(t, PIDTYPE_PGID);

	for (int i = 0; i < ANCESTORS; i++) {
		parent = BPF_CORE_READ(t, real_parent);
		if (!parent || BPF_CORE_READ(parent, tgid) <= 1)
			return true;
		if (kept_pid(parent, PIDTYPE_PGID) != group)
			return kept_pid(parent, PIDTYPE_SID) != kept_pid(t, PIDTYPE_SID);
		t = parent;
	}
	return false;
}

static __always_inline int do_signal_deliver(int sig, struct kernel_siginfo *info, struct k_sigaction *ka)
{
	struct signal g = { .sig = sig, .info = info, .here = true };
	struct task_state *st = state_current();

	if (!st || sig == SIGKILL)
		return 0;
	g.dfl = !BPF_CORE_READ(ka, sa.sa_handler);
	if (g.dfl && (sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU) && group_is_orphaned())
		g.flags = SCT_F_ORPHANED;
	signal_send(st, &g);
	if (stacks)
		stack_interrupted(st);
	return 0;
}

#define SIGNAL_IGNORED 1 /* result of the tracepoint, TRACE_SIGNAL_IGNORED; 0: delivered */

/* True if the signal ends the process at once: the kernel turns it into SIGKILL and never delivers it as itself. */
static __always_inline bool signal_is_fatal(int sig, struct task_struct *t)
{
	struct signal_struct *s = BPF_CORE_READ(t, signal);

	return sig != SIGKILL && BPF_CORE_READ(s, flags) & SIGNAL_GROUP_EXIT &&
	       BPF_CORE_READ(s, group_exit_code) == sig;
}

/* Reports signals that are never delivered but that a tracer shows: ignored or fatal ones. */
static __always_inline int do_signal_generate(int sig, struct kernel_siginfo *info, struct task_struct *t, int group,
					      int result)
{
	struct signal g = { .sig = sig, .info = info, .t = t, .here = (void *)bpf_get_current_task() == (void *)t };
	struct task_state *st;

	if (result > SIGNAL_IGNORED)
		return 0;
	st = state_of(t);
	if (!st && !has_iter)
		st = state_late(t);
	if (!st)
		return 0;
	if (result == SIGNAL_IGNORED) {
		g.flags = SCT_F_IGNORED;
	} else if (signal_is_fatal(sig, t)) {
		g.dfl = true;
		g.flags = SCT_F_FATAL;
	} else {
		return 0;
	}
	signal_send(st, &g);
	return 0;
}

/* ---- the programs ---- */

SEC("sct_typed/sched_process_fork")
int BPF_PROG(task_fork, struct task_struct *parent, struct task_struct *child)
{
	return do_task_fork(parent, child);
}

SEC("sct_typed/sched_process_exec")
int BPF_PROG(task_exec, struct task_struct *t, pid_t old_pid, struct linux_binprm *bprm)
{
	return do_task_exec(t, old_pid, BPF_CORE_READ(bprm, filename), bprm);
}

SEC("?sct_typed/sched_prepare_exec")
int BPF_PROG(task_prepare_exec, struct task_struct *t, struct linux_binprm *bprm)
{
	return do_prepare_exec(bprm);
}

SEC("sct_typed/sched_process_exit")
int BPF_PROG(task_exit, struct task_struct *t)
{
	return do_task_exit(t);
}

SEC("sct_typed/signal_deliver")
int BPF_PROG(signal_deliver, int sig, struct kernel_siginfo *info, struct k_sigaction *ka)
{
	return do_signal_deliver(sig, info, ka);
}

SEC("sct_typed/signal_generate")
int BPF_PROG(signal_generate, int sig, struct kernel_siginfo *info, struct task_struct *t, int group, int result)
{
	return do_signal_generate(sig, info, t, group, result);
}

SEC("?sct_raw/signal_deliver")
int raw_signal_deliver(struct bpf_raw_tracepoint_args *ctx)
{
	return do_signal_deliver(ctx->args[0], (void *)ctx->args[1], (void *)ctx->args[2]);
}

SEC("?sct_raw/signal_generate")
int raw_signal_generate(struct bpf_raw_tracepoint_args *ctx)
{
	return do_signal_generate(ctx->args[0], (void *)ctx->args[1], (void *)ctx->args[2], ctx->args[3], ctx->args[4]);
}

#endif

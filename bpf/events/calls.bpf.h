/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Programs of system calls: enter and exit. */
#ifndef CALLS_BPF_H
#define CALLS_BPF_H

#include "arch/arch.h"
#include "record/capture.bpf.h"
#include "events/cgroups.bpf.h"
#include "events/operand_filter.bpf.h"
#include "record/fdmem.bpf.h"
#include "events/kvm.bpf.h"
#include "events/late.bpf.h"
#include "record/maps.bpf.h"
#include "events/more.bpf.h"
#include "record/owner.bpf.h"
#include "record/process.bpf.h"
#include "common/preempt.bpf.h"
#include "record/record.bpf.h"
#include "common/result_filter.bpf.h"
#include "common/scope.bpf.h"
#include "record/stack.bpf.h"
#include "common/task.bpf.h"
#include "events/variant.bpf.h"
#include <bpf/bpf_tracing.h>

static __always_inline bool nr_is_sigreturn(__u32 nr, bool compat)
{
	if (compat)
		return nr == NR_COMPAT_rt_sigreturn || nr == NR_COMPAT_sigreturn;
	return nr == NR_rt_sigreturn;
}

/* sigreturn takes its data from the stack, not from an argument. */
static __always_inline void capture_sigreturn(__u32 nr, bool compat, const struct pt_regs *regs)
{
	if (!compat || nr == NR_COMPAT_rt_sigreturn) {
		cap_bytes(sigframe_mask(regs, compat), 8, CHUNK_ID(0, SCT_PART_SELF, 0));
		return;
	}
	cap_bytes(SIGFRAME_OLD_LOW(regs), 4, CHUNK_ID(0, SCT_PART_SELF, 0));
	cap_bytes(SIGFRAME_OLD_HIGH(regs), 4, CHUNK_ID(0, SCT_PART_SELF, 1));
}

/* State of a program that handles a call's enter or exit. */
struct call {
	const struct pt_regs *regs;
	struct task_state *st;
	struct sct_cpu *c;
	struct scratch *s;
	__u64 ts;
	__u32 nr;
	__u32 cpu;
	bool compat;
};

/*
 * True for a held execve that has succeeded and whose memory the SCT_REC_EXEC record has: its own registers and memory
 * are gone.
 */
static __always_inline bool exec_is_over(const struct call *k, __u32 flags)
{
	return result_filter.any && flags & SCT_F_HELD && nr_is_exec(k->nr, k->compat) && !k->st->missing;
}

/* Fills the members of the scratch that captures read, except the plan. */
static __always_inline void enter_ready(struct scratch *s, const struct task_state *st, const struct sct_plan *p)
{
	__builtin_memcpy(s->args, s->head.args, sizeof(s->args));
	s->word = p->word;
	s->flags = st->flags;
}

/* Adds the call's number as a chunk: the record's head has no room for more than 24 bits. */
static __always_inline void capture_nr(struct scratch *s, __u32 nr)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_NR, 0);

	if (!c)
		return;
	*(__u64 *)((void *)c + CHUNK) = nr;
	chunk_end(s, c, sizeof(__u32));
}

static __always_inline void enter_head(const struct call *k, __u64 len, __u32 flags)
{
	struct scratch *s = k->s;

	rec_init(&s->head.rec, k->c, k->st, k->ts, SCT_REC_ENTER, k->cpu);
	s->head.rec.flags = flags;
	s->head.nr = k->nr >> 24 ? 0xffff : k->nr;
	s->head.nr_high = k->nr >> 24 ? 0xff : k->nr >> 16;
	s->head.abi = k->compat ? ABI_COMPAT : ABI_NATIVE;
	s->head.data_len = len;
}

/*
 * Sends the enter record. flags is not 0 if the call has ended: then, if the ring has no room, both events of the call
 * are lost, because the exit record is not sent without the enter record.
 */
static __always_inline void enter_push(struct call *k, __u64 len, __u32 flags)
{
	struct sct_enter *e = &k->s->head;

	if (call_send(&e->rec, sizeof(*e) + len, k->c, k->cpu, flags ? 2 : 0)) {
		k->st->in_call = 0;
		k->st->flags |= flags ? 0 : SCT_T_UNSENT;
	} else {
		k->st->in_call = SCT_IN_CALL;
	}
}

/* Builds and sends the enter record. flags: SCT_F_LATE or SCT_F_HELD when the call has ended, else 0. */
static __always_inline void enter_send(struct call *k, struct sct_plan *p, __u32 idx, __u32 flags)
{
	struct task_state *st = k->st;
	struct scratch *s = k->s;
	bool over = exec_is_over(k, flags);
	__u64 len = 0;

	if (over)
		__builtin_memcpy(s->head.args, st->args, sizeof(s->head.args));
	else
		regs_args(k->regs, k->compat, s->head.args);
	if (p->sel[0])
		p = plan_variant(p, &idx, s->head.args);
	if (!p)
		return;
	if (p->flags & SCT_PLAN_SOCKET && (__u32)s->head.args[0] == AF_NETLINK)
		st->flags |= SCT_T_NETLINK;
	st->missing = 0;
	st->plan = idx;
	s->off = 0;
	s->plan = idx;
	if (decode_fds && !over && (p->fds || p->cwd || p->fd_when & SCT_AT_ENTER)) {
		enter_ready(s, st, p);
		s->fd_chunks = 0;
		cap_fd_args();
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	if (over) {
		/* the SCT_REC_EXEC record has this call's memory */
	} else if (p->when & SCT_AT_ENTER) {
		enter_ready(s, st, p);
		s->missing = 0;
		s->only = 0;
		capture(SCT_AT_ENTER);
		st->missing = s->missing;
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	} else if (!(result_filter.any && flags & SCT_F_HELD) && nr_is_sigreturn(k->nr, k->compat)) {
		capture_sigreturn(k->nr, k->compat, k->regs);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	if (decode_fds && !over && p->fd_when & SCT_AT_ENTER) {
		cap_fds(SCT_AT_ENTER);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	if ((stacks || ips || comms || labels) && !over) {
		s->off = len;
		capture_place(s, k->regs);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	if (k->nr >> 24) {
		s->off = len;
		capture_nr(s, k->nr);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	enter_head(k, len, flags);
	st->nr = k->nr;
	if (!(result_filter.any && flags & SCT_F_HELD))
		st->enter_ts = k->ts;
	enter_push(k, len, flags);
}

/*
 * Counts an exit that the kernel skipped: a kernel that preempts programs (7.x) skips a program if its CPU is already
 * inside it. The exit program makes up for a skipped enter, but a skipped exit is noticed only when the task's next
 * call begins.
 */
static __noinline void exit_skipped(void)
{
	struct sct_cpu *c;

	stay();
	c = cpu_get(bpf_get_smp_processor_id());
	if (c) {
		c->lost++;
		c->calls++;
		c->skipped++;
	}
	leave();
}

/*
 * Marks the CPU busy, and disables preemption, until cpu_end(). Sets k->cpu, k->c and k->ts. Returns false if the CPU
 * has no state.
 */
static __always_inline bool cpu_take(struct call *k)
{
	stay();
	k->cpu = bpf_get_smp_processor_id();
	k->c = cpu_get(k->cpu);
	if (!k->c) {
		leave();
		return false;
	}
	k->ts = cpu_begin(k->c);
	return true;
}

/* Calls cpu_take() and sets k->s. Returns false, with the CPU released, if there is no scratch. */
static __always_inline bool call_begin(struct call *k)
{
	if (!cpu_take(k))
		return false;
	k->s = bpf_map_lookup_elem(&scratches, &k->cpu);
	if (!k->s)
		cpu_end(k->c);
	return k->s;
}

/*
 * True if the operand filter excludes the call. The check is made before the clock is read, as most calls are excluded.
 * flags: as for enter_send()
 */
static __noinline bool call_is_other(struct call *k, struct sct_plan *p, __u32 idx, __u32 flags)
{
	__u32 cpu;
	bool may;

	if (!operand_filter.any || exec_is_over(k, flags))
		return false;
	stay();
	cpu = bpf_get_smp_processor_id();
	k->s = bpf_map_lookup_elem(&scratches, &cpu);
	if (!k->s) {
		leave();
		return false;
	}
	regs_args(k->regs, k->compat, k->s->head.args);
	if (p->sel[0])
		plan_variant(p, &idx, k->s->head.args);
	k->s->plan = idx;
	may = chosen();
	leave();
	return !may;
}

/* Holds a call until its result is known: keeps its number and time, and the arguments of an execve. */
static __always_inline void call_hold(struct call *k, __u32 idx)
{
	struct task_state *st = k->st;

	st->nr = k->nr;
	st->plan = idx;
	st->missing = 0;
	st->in_call = k->compat ? SCT_IN_HELD_COMPAT : SCT_IN_HELD;
	if (nr_is_exec(k->nr, k->compat)) {
		regs_args(k->regs, k->compat, st->args);
		st->missing = 0xff; /* so that the SCT_REC_EXEC record has path and arguments */
	}
	st->enter_ts = bpf_ktime_get_ns();
}

/*
 * Records that the task's calls use another ABI from here on. A tracer sees every such change, whether the calls are
 * traced or not.
 */
static __noinline void mode_changed(struct task_state *st, __u64 ip, bool compat)
{
	struct sct_mode m = {};
	struct sct_cpu *c;
	__u32 cpu;

	st->flags ^= SCT_T_COMPAT;
	other_width = 1;
	if (all_tasks)
		return;
	c = cpu_hold(&cpu);
	if (!c)
		return;
	rec_init(&m.rec, c, st, cpu_begin(c), SCT_REC_MODE, cpu);
	m.ip = ip;
	m.nr = st->nr;
	m.abi = compat ? ABI_COMPAT : ABI_NATIVE;
	rec_send(&m.rec, sizeof(m), c, cpu);
	cpu_end(c);
}

/* Sends an SCT_REC_OWNER record for the current task, before the record of a call. */
static __noinline void owner_tell(struct task_state *st)
{
	struct sct_cpu *c;
	__u32 cpu;

	c = cpu_hold(&cpu);
	if (!c)
		return;
	owner_send(st, c, cpu_begin(c), cpu);
	cpu_end(c);
}

/* Sends an SCT_REC_PROCESS for the current task, before another record of it. */
static __noinline void process_tell(struct task_state *st)
{
	struct sct_cpu *c;
	__u32 cpu;

	c = cpu_hold(&cpu);
	if (!c)
		return;
	process_send(st, c, cpu_begin(c), false);
	cpu_end(c);
}

static __always_inline int do_enter(struct task_state *st, const struct pt_regs *regs, long id)
{
	struct call k = { .regs = regs, .st = st, .nr = id };
	struct sct_plan *p;
	__u32 idx;

	if (!k.st)
		return 0;
	k.compat = call_is_compat(regs);
	if (k.st->in_call && k.st->in_call != SCT_IN_OTHER && !result_filter.any)
		exit_skipped();
	if (k.st->flags & SCT_T_UNSENT)
		unsent_lost(k.st, 2);
	k.st->in_call = 0;
	k.st->flags &= ~SCT_T_NEWBORN;
	if (k.st->flags & SCT_T_WAIT_EXEC && !nr_is_exec(id, k.compat))
		return 0;
	k.nr = regs_nr(regs, k.compat, id);
	if (k.compat != !!(k.st->flags & SCT_T_COMPAT))
		mode_changed(k.st, ips ? REGS_IP(regs) : 0, k.compat);
	k.st->nr = k.nr;
	idx = plan_index(k.nr, k.compat);
	p = bpf_map_lookup_elem(&plans, &idx);
	if (!p || !(p->flags & SCT_PLAN_ENABLED))
		return 0;
	if (!owner_is_told(k.st))
		owner_tell(k.st);
	if (!process_is_told(k.st))
		process_tell(k.st);
	if (p->flags & SCT_PLAN_WHOLE) {
		k.st->plan = idx;
		k.st->missing = 0;
		k.st->in_call = SCT_IN_WHOLE;
		k.st->enter_ts = bpf_ktime_get_ns();
		return 0;
	}
	if (result_filter.any) {
		call_hold(&k, idx);
		return 0;
	}
	if (call_is_other(&k, p, idx, 0)) {
		k.st->in_call = SCT_IN_OTHER;
		return 0;
	}
	if (!call_begin(&k))
		return 0;
	enter_send(&k, p, idx, 0);
	cpu_end(k.c);
	return 0;
}

/* Returns the current task's state if the call is wanted; when a call ends, if it was wanted when it began. */
static __always_inline struct task_state *state_calling(bool enters)
{
	if (!scope_is_open() && !scope_narrows())
		return state_if_any();
	if (scope.cgroups == SCT_CGROUPS_REPORT)
		return state_shared(enters);
	return enters ? state_begins() : state_ends();
}

/*
 * True if calls of this number are not wanted, which is cheaper to find out than the task's state. False if every call
 * of a target has to update the task's state (registers or ABI).
 */
static __always_inline bool nr_is_off(long nr, __u8 when)
{
	if (!all_tasks && (ips || stacks || *(volatile __u8 *)&other_width))
		return false;
	return (__u64)nr < SCT_NR_MAX && !(*(volatile __u8 *)&nr_on[nr & (SCT_NR_MAX - 1)] & when);
}

/* Keeps the address of the registers for signals that come outside of calls. */
static __always_inline void keep_regs(struct task_state *st, __u64 regs)
{
	if ((ips || stacks) && st)
		st->regs = regs;
}

SEC("sct_typed/sys_enter")
int BPF_PROG(sys_enter, struct pt_regs *regs, long id)
{
	struct task_state *st;

	if (nr_is_off(id, SCT_NR_BEGINS) && !call_is_compat(regs))
		return 0;
	st = state_calling(true);
	keep_regs(st, (__u64)regs);
	return do_enter(st, regs, id);
}

/*
 * True if the task was killed during the call, which then does not return. A tracer sees the end of such a call only if
 * the signal that killed the task is shown. Since the record of that signal (SCT_F_FATAL) may come later, the reader
 * decides.
 */
static __always_inline bool call_is_killed(void)
{
	return CURRENT(pending.signal.sig[0]) & (1ul << (SIGKILL - 1));
}

/*
 * Captures the instruction pointer and stack at the call's end if they differ from those at its beginning: in a new
 * program, or where a signal interrupted the task.
 */
static __always_inline void capture_end(const struct call *k, long ret)
{
	/* execve and sigreturn have no variants, so the plan's index tells the ABI in which the call began */
	bool compat = k->st->plan >= SCT_NR_MAX;
	bool exec = nr_is_exec(k->st->nr, compat) && ret >= 0;

	if (ips && (exec || nr_is_sigreturn(k->st->nr, compat)))
		capture_ip(k->s, k->regs);
	if (stacks && exec)
		capture_stack(k->s, k->regs);
}

/* Sends the part of a dumped buffer for which the exit record has no room. */
static __always_inline void dump_send(struct call *k, const struct sct_plan *p, __u32 idx, long ret)
{
	struct scratch *s = k->s;

	regs_args(k->regs, k->compat, s->args);
	s->ret = ret;
	s->plan = idx;
	s->word = p->word;
	more_send(k->ts);
}

/*
 * True if memory that the call reads is still missing, and task work will read it and send the exit record before the
 * task returns to user mode. False for a killed task, which never returns to user mode.
 */
static __always_inline bool exit_is_late(const struct call *k, long ret, __u32 when, __u32 idx)
{
	struct scratch *s = k->s;
	__u8 missing = s->missing & s->only;

	if (!missing || call_is_killed())
		return false;
	__builtin_memcpy(s->late.args, s->args, sizeof(s->late.args));
	s->late.ret = ret;
	s->late.plan = idx;
	s->late.when = when;
	s->late.missing = missing;
	s->late.abi = k->compat ? ABI_COMPAT : ABI_NATIVE;
	s->late_work = 0;
	if (late_schedule(s))
		return false;
	k->st->in_call = SCT_IN_LATE;
	return true;
}

/* Captures and sends the exit record. works: use task work to read missing memory. */
static __always_inline void exit_send(struct call *k, long ret, bool works)
{
	__u32 when = ret < 0 ? SCT_AT_EXIT_ERR : SCT_AT_EXIT_OK, idx = k->st->plan;
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);
	struct scratch *s = k->s;
	struct sct_exit *x;
	__u64 len = 0;

	if (!p)
		return;
	if (dumps && p->dump)
		dump_send(k, p, idx, ret);
	if ((p->when & when) || (decode_fds && p->fd_when & when) || k->st->missing) {
		regs_args(k->regs, k->compat, s->args);
		s->off = 0;
		s->ret = ret;
		s->plan = idx;
		s->word = p->word;
		s->flags = k->st->flags;
		s->missing = 0;
		s->only = k->st->missing;
		capture(when);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
		if (works && s->only && exit_is_late(k, ret, when, idx))
			return;
	}
	if (decode_fds && ((p->fd_ret && ret >= 0) || p->fd_when & when)) {
		if (!len)
			s->off = 0;
		if (p->fd_when & when)
			cap_fds(when);
		if (p->fd_ret && ret >= 0)
			cap_fd(ret);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	if (kvm_exits && k->st->kvm_exit) {
		s->off = len;
		capture_kvm(s, k->st);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	if (stacks || ips) {
		s->off = len;
		capture_end(k, ret);
		len = MASKED(s->off, 2 * DATA_MAX - 1);
	}
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	rec_init(&x->rec, k->c, k->st, k->ts, SCT_REC_EXIT, k->cpu);
	if (call_is_killed())
		x->rec.flags |= SCT_F_KILLED;
	x->nr = k->st->nr;
	x->abi = k->compat ? ABI_COMPAT : ABI_NATIVE;
	x->pad = 0;
	x->data_len = len;
	x->ret = ret;
	x->enter_ts = k->st->enter_ts;
	call_send(&x->rec, sizeof(*x) + len, k->c, k->cpu, 1);
	k->st->in_call = 0;
	k->st->missing = 0;
}

/* Sends enter and exit in one record, without captured memory. Not inline: the other path needs the stack. */
static __noinline int whole_send(struct call *k, long ret)
{
	struct task_state *st = k->st;
	struct sct_exit x = {};

	st->in_call = 0;
	if (!cpu_take(k))
		return 0;
	if (result_filter.any && !time_wanted(k->ts - st->enter_ts)) {
		cpu_end(k->c);
		return 0;
	}
	rec_init(&x.rec, k->c, st, k->ts, SCT_REC_CALL, k->cpu);
	if (call_is_killed())
		x.rec.flags |= SCT_F_KILLED;
	x.nr = st->nr;
	x.abi = k->compat ? ABI_COMPAT : ABI_NATIVE;
	x.ret = ret;
	x.enter_ts = st->enter_ts;
	call_send(&x.rec, sizeof(x), k->c, k->cpu, 2);
	cpu_end(k->c);
	return 0;
}

/*
 * Sends the enter record of a call that ends without one: it was held, seccomp refused it, it was in progress at the
 * attach, or its enter record was lost. Returns true, with the CPU taken, if the exit record is to be sent.
 */
static __always_inline bool enter_catch_up(struct call *k, __u32 flags)
{
	bool held = result_filter.any && flags & SCT_F_HELD;
	__u32 idx = plan_index(k->nr, k->compat);
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);

	if ((!held && (int)k->nr < 0) || !p || (!held && !(p->flags & SCT_PLAN_ENABLED)) ||
	    call_is_other(k, p, idx, flags) || !call_begin(k))
		return false;
	if (result_filter.any && !time_wanted(held ? k->ts - k->st->enter_ts : 0)) {
		cpu_end(k->c);
		return false;
	}
	if (!held && !owner_is_told(k->st))
		owner_send(k->st, k->c, k->ts, k->cpu);
	if (!process_is_told(k->st))
		process_send(k->st, k->c, k->ts, false);
	enter_send(k, p, idx, flags);
	if (k->st->in_call)
		return true;
	cpu_end(k->c);
	return false;
}

/*
 * Sets number and ABI of a held call. They are kept, because after an execve the registers have the new program's ABI,
 * and after a sigreturn no number.
 */
static __always_inline void call_release(struct call *k)
{
	struct task_state *st = k->st;

	k->compat = st->in_call == SCT_IN_HELD_COMPAT;
	k->nr = st->nr;
	if (!nr_is_exec(k->nr, k->compat) && !nr_is_sigreturn(k->nr, k->compat))
		k->nr = regs_nr(k->regs, k->compat, REGS_NR(k->regs));
}

static __always_inline int do_exit_(struct task_state *st, const struct pt_regs *regs, long ret, bool works)
{
	struct call k = { .regs = regs, .st = st };

	if (!k.st || (k.st->flags & SCT_T_WAIT_EXEC && !k.st->in_call))
		return 0;
	/* the child's return from the fork that created it is not the end of a call */
	if (k.st->flags & SCT_T_NEWBORN) {
		k.st->flags &= ~SCT_T_NEWBORN;
		return 0;
	}
	k.compat = call_is_compat(regs);
	ret = regs_ret(regs, k.compat, ret);
	if (k.st->in_call == SCT_IN_OTHER || (result_filter.any && !result_wanted(ret))) {
		k.st->in_call = 0;
		return 0;
	}
	if (k.st->in_call == SCT_IN_WHOLE)
		return whole_send(&k, ret);
	if (result_filter.any || !k.st->in_call) {
		bool held = k.st->in_call;

		if (held)
			call_release(&k);
		else
			k.nr = regs_nr(regs, k.compat, REGS_NR(regs));
		k.st->in_call = 0;
		k.st->flags &= ~SCT_T_UNSENT;
		if (!enter_catch_up(&k, held ? SCT_F_HELD : SCT_F_LATE))
			return 0;
	} else {
		if (!call_begin(&k))
			return 0;
		/* the call itself may have made a change, such as chdir() */
		if (!process_is_told(k.st))
			process_send(k.st, k.c, k.ts, false);
	}
	exit_send(&k, ret, works);
	cpu_end(k.c);
	return 0;
}

static __always_inline int do_exit(struct task_state *st, const struct pt_regs *regs, long ret)
{
	return do_exit_(st, regs, ret, false);
}

SEC("sct_typed/sys_exit")
int BPF_PROG(sys_exit, struct pt_regs *regs, long ret)
{
	if (EXIT_BEGINS_WITH_NR && nr_is_off(REGS_NR(regs), SCT_NR_ENDS) && !call_is_compat(regs))
		return 0;
	return do_exit(state_calling(false), regs, ret);
}

/* sys_exit for kernels that have task work for BPF programs. */
SEC("?sct_typed/sys_exit")
int BPF_PROG(late_sys_exit, struct pt_regs *regs, long ret)
{
	if (EXIT_BEGINS_WITH_NR && nr_is_off(REGS_NR(regs), SCT_NR_ENDS) && !call_is_compat(regs))
		return 0;
	return do_exit_(state_calling(false), regs, ret, true);
}

#endif

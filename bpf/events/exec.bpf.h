/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Captures memory of an execve that was not resident when it began. When the new program is set up, the kernel has
 * copied path, arguments and environment. These copies, which no other task can have changed, are sent with the record
 * of the new program. They are not the call's own in two cases. The path of an execveat relative to a descriptor begins
 * with "/dev/fd/N", which is left out. The arguments of a script are those of its interpreter: the call's are read from
 * the old program's memory just before that goes away (Linux 6.10).
 */
#ifndef EXEC_BPF_H
#define EXEC_BPF_H

#include "arch/arch.h"
#include "record/capture.bpf.h"
#include "record/record.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#define DEV_FD 8 /* "/dev/fd/" */
#define DEV_FD_MOST 20

/* Sets the state's flags for an execve that is about to succeed: see SCT_T_EXEC_FD and SCT_T_EXEC_SCRIPT. */
static __always_inline void exec_look(struct task_state *st, struct linux_binprm *bprm)
{
	const char *filename = BPF_CORE_READ(bprm, filename);

	st->flags &= ~(SCT_T_EXEC_FD | SCT_T_EXEC_SCRIPT);
	if (bpf_core_field_exists(bprm->fdpath) && BPF_CORE_READ(bprm, fdpath) == filename)
		st->flags |= SCT_T_EXEC_FD;
	if (BPF_CORE_READ(bprm, interp) != filename)
		st->flags |= SCT_T_EXEC_SCRIPT;
}

/*
 * Returns the number of bytes before the path that the call was given: the length of "/dev/fd/N/", or of "/dev/fd/N" if
 * that path is empty.
 */
static __noinline __u32 exec_path_skip(const char *path)
{
	char head[DEV_FD_MOST] = {};

	bpf_probe_read_kernel_str(head, sizeof(head), path);
	for (__u32 i = DEV_FD; i < DEV_FD_MOST; i++) {
		if (!head[i])
			return i;
		if (head[i] == '/')
			return i + 1;
	}
	return 0;
}

/* Captures consecutive strings, each with its NUL. */
static __always_inline void exec_strings(__u64 from, __u64 to, __u32 arg)
{
	bool more = to - from > DATA_MAX / 2;

	cap_bytes(from, more ? DATA_MAX / 2 : to - from, CHUNK_ID(arg, SCT_PART_SELF, 0));
	if (more)
		cap_rest(arg, 0);
}

/*
 * Returns how the plan captures the environment: SCT_CAP_STRV, SCT_CAP_COUNT, or 0 if not at all. *bit: the bit of that
 * cap.
 */
static __always_inline __u32 env_kind(const struct sct_plan *p, __u32 arg, __u32 *bit)
{
	for (__u32 i = 0; i < SCT_PLAN_NCAPS; i++) {
		if (i >= p->ncaps)
			break;
		if (p->cap[i].arg != arg)
			continue;
		*bit = 1 << i;
		return p->cap[i].kind;
	}
	return 0;
}

static __always_inline void exec_env(struct scratch *s, struct task_state *st, struct task_struct *t, __u32 arg,
				     struct linux_binprm *bprm)
{
	struct sct_plan *p = plan_of(s);
	struct sct_chunk *c;
	__u32 bit = 0, kind;

	if (!p)
		return;
	kind = env_kind(p, arg, &bit);
	if (!(st->missing & bit))
		return;
	if (kind == SCT_CAP_STRV) {
		exec_strings(BPF_CORE_READ(t, mm, env_start), BPF_CORE_READ(t, mm, env_end), arg);
	} else if (kind == SCT_CAP_COUNT && bprm) {
		c = chunk_begin(s, arg, SCT_PART_COUNT, 0);
		if (!c)
			return;
		*(__u32 *)((void *)c + CHUNK) = BPF_CORE_READ(bprm, envc);
		chunk_end(s, c, 4);
	}
}

/*
 * Captures path, arguments and environment from the kernel's copies. bprm is NULL if task_prepare_exec() has already
 * called exec_look().
 */
static __always_inline void exec_capture(struct scratch *s, struct task_state *st, struct task_struct *t,
					 const char *path, struct linux_binprm *bprm)
{
	__u32 arg = nr_is_execveat(st->nr);
	struct sct_chunk *c;

	if (bprm)
		exec_look(st, bprm);
	s->plan = st->plan;
	c = chunk_begin(s, arg, SCT_PART_SELF, 0);
	if (!c)
		return;
	if (st->flags & SCT_T_EXEC_FD)
		path += exec_path_skip(path);
	chunk_end(s, c, bpf_probe_read_kernel_str((void *)c + CHUNK, 4096, path));
	if (!(st->flags & SCT_T_EXEC_SCRIPT))
		exec_strings(BPF_CORE_READ(t, mm, arg_start), BPF_CORE_READ(t, mm, arg_end), arg + 1);
	exec_env(s, st, t, arg + 2, bprm);
}

/* Returns the missing caps for which exec_capture() has no copy: a script's arguments, and the number of variables. */
static __always_inline __u32 prepare_caps(const struct sct_plan *p, const struct task_state *st)
{
	__u32 arg = 1 + nr_is_execveat(st->nr), caps = 0;

	for (__u32 i = 0; i < SCT_PLAN_NCAPS; i++) {
		if (i >= p->ncaps)
			break;
		if ((p->cap[i].arg == arg && st->flags & SCT_T_EXEC_SCRIPT) || p->cap[i].kind == SCT_CAP_COUNT)
			caps |= 1 << i;
	}
	return caps & st->missing;
}

/*
 * Captures the vectors of prepare_caps(). capture() would do the same, but the verifier would follow all kinds of caps,
 * which takes as long as for the programs of the calls.
 */
static __always_inline void prepare_vectors(struct scratch *s, const struct sct_plan *p, __u32 caps)
{
	for (__u32 i = 0; i < SCT_PLAN_NCAPS; i++) {
		const struct sct_cap *cap = &p->cap[i];
		__u64 addr;

		if (i >= p->ncaps)
			break;
		if (!(caps & (1 << i)) || cap->arg >= SCT_NARGS)
			continue;
		addr = s->args[cap->arg];
		if (!addr)
			continue;
		if (cap->kind == SCT_CAP_COUNT)
			cap_count(addr, cap->arg);
		else
			cap_strv(addr, cap->max, cap->arg, cap->elem);
	}
}

static __always_inline void prepare_send(struct task_state *st, struct scratch *s, struct sct_cpu *c, __u32 cpu,
					 __u32 caps, __u64 ts)
{
	bool compat = st->plan >= SCT_NR_MAX; /* execve has no variants, so the plan's index tells the ABI */
	struct sct_plan *p;
	struct sct_exit *x;
	__u64 len;

	if (st->in_call == SCT_IN_CALL)
		regs_args((void *)bpf_task_pt_regs(bpf_get_current_task_btf()), compat, s->args);
	else
		__builtin_memcpy(s->args, st->args, sizeof(s->args));
	s->flags = st->flags;
	s->off = 0;
	p = plan_of(s);
	if (p)
		prepare_vectors(s, p, caps);
	len = MASKED(s->off, 2 * DATA_MAX - 1);
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	rec_init(&x->rec, c, st, ts, SCT_REC_MORE, cpu);
	x->nr = st->nr;
	x->abi = compat ? ABI_COMPAT : ABI_NATIVE;
	x->pad = 0;
	x->data_len = len;
	x->ret = 0;
	x->enter_ts = st->enter_ts;
	rec_send(&x->rec, sizeof(*x) + len, c, cpu);
}

/* Runs while the old program's memory is still there, after the kernel has copied what it needs of it. */
static __always_inline int do_prepare_exec(struct linux_binprm *bprm)
{
	struct task_state *st = state_current();
	struct scratch *s;
	struct sct_plan *p;
	struct sct_cpu *c;
	__u32 cpu, caps;

	if (!st || !st->in_call || st->in_call == SCT_IN_OTHER || !st->missing)
		return 0;
	exec_look(st, bprm);
	stay();
	cpu = bpf_get_smp_processor_id();
	s = bpf_map_lookup_elem(&scratches, &cpu);
	c = cpu_get(cpu);
	if (!s || !c) {
		leave();
		return 0;
	}
	s->plan = st->plan;
	p = plan_of(s);
	caps = p ? prepare_caps(p, st) : 0;
	if (caps) {
		__u64 ts = cpu_begin(c);

		s->word = p->word;
		prepare_send(st, s, c, cpu, caps, ts);
		cpu_done(c);
	}
	leave();
	return 0;
}

#endif

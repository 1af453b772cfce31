/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where tracepoint programs may sleep (7.2), this program touches the memory that sys_enter is about to read, so that
 * it is resident. It is attached before sys_enter. Memory that is still missing is read again at exit, as on other
 * kernels.
 */
#ifndef PREFAULT_BPF_H
#define PREFAULT_BPF_H

#include "arch/arch.h"
#include "events/touch.bpf.h"
#include "record/maps.bpf.h"
#include "common/task.bpf.h"
#include "events/variant.bpf.h"

#define PREFAULT_ITEMS 16

/* Touches the memory behind pointers that are `step` bytes apart. */
__noinline int touch_vector(__u64 addr, __u64 n, __u32 step, __u32 word)
{
	for (__u32 i = 0; i < PREFAULT_ITEMS; i++) {
		__u64 p;

		if (i >= n)
			break;
		p = touch_word(addr + i * step, word);
		if (!p && step == word)
			break;
		touch_page(p);
	}
	return 0;
}

__noinline int touch_msg(__u64 addr, __u32 word)
{
	__u64 iov = touch_word(addr + 2 * word, word), n = touch_word(addr + 3 * word, word);

	touch_page(touch_word(addr, word));
	touch_page(touch_word(addr + 4 * word, word));
	touch_vector(iov, n, 2 * word, word);
	return 0;
}

/*
 * Touches the memory of cap i of a plan. One page holds most of what is captured; its last byte may be on the next
 * page.
 */
__noinline int touch_cap(__u32 idx, __u32 i, __u64 addr)
{
	struct sct_plan *p = bpf_map_lookup_elem(&plans, &idx);
	const struct sct_cap *cap;
	__u64 size;
	__u32 word;

	if (!p || i >= SCT_PLAN_NCAPS)
		return 0;
	cap = &p->cap[i];
	size = cap->len_from == SCT_LEN_FIXED ? cap->elem : cap->max;
	word = p->word;
	touch_page(addr);
	switch (cap->kind) {
	case SCT_CAP_BUF:
		if (cap->len_from == SCT_LEN_FIXED && size)
			touch_page(addr + size - 1);
		break;
	case SCT_CAP_STRV:
	case SCT_CAP_COUNT:
	case SCT_CAP_PTRS:
		touch_vector(addr, ~0ull, word, word);
		break;
	case SCT_CAP_IOV:
		touch_vector(addr, PREFAULT_ITEMS, 2 * word, word);
		break;
	case SCT_CAP_MSG:
		touch_msg(addr, word);
		break;
	}
	return 0;
}

SEC("?sct_typed/sys_enter")
int BPF_PROG(prefault, struct pt_regs *regs, long id)
{
	struct task_state *st = state_current();
	__u64 args[SCT_NARGS];
	struct sct_plan *p;
	__u32 idx;
	bool compat;

	if (!st || st->flags & SCT_T_WAIT_EXEC)
		return 0;
	compat = call_is_compat(regs);
	idx = plan_index(id, compat);
	p = bpf_map_lookup_elem(&plans, &idx);
	if (!p || !(p->flags & SCT_PLAN_ENABLED))
		return 0;
	if (!p->sel[0] && !(p->when & SCT_AT_ENTER))
		return 0;
	regs_args(regs, compat, args);
	if (p->sel[0])
		p = plan_variant(p, &idx, args);
	if (!p)
		return 0;
	for (__u32 i = 0; i < SCT_PLAN_NCAPS; i++) {
		if (i >= p->ncaps)
			break;
		if (p->cap[i].when & SCT_AT_ENTER && p->cap[i].arg < SCT_NARGS)
			touch_cap(idx, i, args[p->cap[i].arg]);
	}
	return 0;
}

#endif

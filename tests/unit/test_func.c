// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Probed functions: which return belongs to which entry. The stack grows down. */
#include "event/pair.h"

#include <errno.h>
#include <string.h>

#include <criterion/criterion.h>

#include "util/buf.h"

static struct pair *pair;
static struct buf events;
static uint64_t now = 1000;

static int on_event(void *ctx, const struct event *ev)
{
	static const char *const names[] = {
		[EV_PROBE] = "hit",	[EV_FUNC_ENTER] = "enter", [EV_FUNC_EXIT] = "exit", [EV_FUNC_GONE] = "gone",
		[EV_TASK_EXIT] = "end", [EV_EXEC] = "exec",	   [EV_ENTER] = "call",	    [EV_EXIT] = "return",
	};

	(void)ctx;
	buf__printf(&events, "%s", names[ev->kind]);
	if (event__is_probe(ev))
		buf__printf(&events, " %u@%x", record__nr(ev->enter), (unsigned)((struct sct_probe *)ev->enter)->frame);
	if (ev->kind == EV_FUNC_GONE && ev->ended)
		buf__str(&events, "!");
	buf__str(&events, "; ");
	return 0;
}

static void setup(void)
{
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
}

static void teardown(void)
{
	pair__free(pair);
	buf__free(&events);
}

TestSuite(func, .init = setup, .fini = teardown);

static struct sct_rec head(unsigned type, unsigned flags)
{
	return (struct sct_rec){ .ts = now++, .tid = 7, .tgid = 7, .type = (uint8_t)type, .flags = (uint8_t)flags };
}

static void enter(unsigned probe, uint64_t frame, uint64_t from)
{
	struct sct_probe p = { .enter = { .rec = head(SCT_REC_PROBE, SCT_F_RETURNS), .nr = (uint16_t)probe } };

	p.frame = frame;
	p.from = from;
	cr_assert_eq(record__check(&p, sizeof(p)), sizeof(p));
	cr_assert_eq(pair__record(pair, &p.enter.rec, sizeof(p)), 0);
}

static void leave(unsigned probe, uint64_t frame)
{
	struct sct_return r = { .exit = { .rec = head(SCT_REC_RETURN, SCT_F_RETURNS), .nr = (uint16_t)probe } };

	r.frame = frame;
	cr_assert_eq(pair__record(pair, &r.exit.rec, sizeof(r)), 0);
}

static void is(const char *want)
{
	buf__char(&events, '\0');
	cr_assert_str_eq(events.p, want);
	events.len = 0;
}

Test(func, nested)
{
	enter(1, 0x900, 1);
	enter(2, 0x800, 2);
	leave(2, 0x800);
	leave(1, 0x900);
	is("enter 1@900; enter 2@800; exit 2@800; exit 1@900; ");
}

Test(func, recursion)
{
	enter(1, 0x900, 1);
	enter(1, 0x800, 2);
	enter(1, 0x700, 2);
	leave(1, 0x700);
	leave(1, 0x800);
	leave(1, 0x900);
	is("enter 1@900; enter 1@800; enter 1@700; exit 1@700; exit 1@800; exit 1@900; ");
}

/* Function 1 calls 2, which calls 3; from there, longjmp() goes back into 1. */
Test(func, longjmp_seen_at_return)
{
	enter(1, 0x900, 1);
	enter(2, 0x800, 2);
	enter(3, 0x700, 3);
	leave(1, 0x900);
	is("enter 1@900; enter 2@800; enter 3@700; gone 3@700; gone 2@800; exit 1@900; ");
}

Test(func, longjmp_seen_at_entry)
{
	enter(1, 0x900, 1);
	enter(2, 0x800, 2);
	enter(3, 0x880, 3);
	is("enter 1@900; enter 2@800; gone 2@800; enter 3@880; ");
}

/* ... and 1 calls the same function again, from the same place. */
Test(func, longjmp_and_again)
{
	enter(1, 0x900, 1);
	enter(2, 0x800, 2);
	enter(2, 0x800, 2);
	leave(2, 0x800);
	leave(1, 0x900);
	is("enter 1@900; enter 2@800; gone 2@800; enter 2@800; exit 2@800; exit 1@900; ");
}

/* Function 1 ends by a tail call of 2: the kernel sees 2 return to the kernel's own trampoline, and then 1 return. */
Test(func, tail_call)
{
	enter(1, 0x900, 1);
	enter(2, 0x900, 99);
	leave(2, 0x900);
	leave(1, 0x900);
	is("enter 1@900; enter 2@900; exit 2@900; exit 1@900; ");
}

Test(func, return_without_entry)
{
	enter(1, 0x900, 1);
	leave(2, 0x800);
	leave(1, 0x900);
	is("enter 1@900; exit 1@900; ");
	leave(1, 0xa00);
	is("");
}

/* A return whose entry is lost ends the functions that are deeper in the stack. */
Test(func, lost_entry)
{
	enter(1, 0x900, 1);
	enter(2, 0x700, 2);
	leave(3, 0x800);
	leave(1, 0x900);
	is("enter 1@900; enter 2@700; gone 2@700; exit 1@900; ");
}

Test(func, within_calls)
{
	struct sct_enter e = { .rec = head(SCT_REC_ENTER, 0), .nr = 5 };
	struct sct_exit x = { .nr = 5, .enter_ts = e.rec.ts };

	pair__record(pair, &e.rec, sizeof(e));
	enter(1, 0x900, 1);
	leave(1, 0x900);
	x.rec = head(SCT_REC_EXIT, 0);
	pair__record(pair, &x.rec, sizeof(x));
	is("call; enter 1@900; exit 1@900; return; ");
}

Test(func, task_ends)
{
	struct sct_task_exit x;

	enter(1, 0x900, 1);
	enter(2, 0x800, 1);
	x = (struct sct_task_exit){ .rec = head(SCT_REC_TASK_EXIT, 0) };
	pair__record(pair, &x.rec, sizeof(x));
	is("enter 1@900; enter 2@800; gone 2@800!; gone 1@900!; end; ");
}

Test(func, exec_ends_them)
{
	struct sct_exec x;

	enter(1, 0x900, 1);
	x = (struct sct_exec){ .rec = head(SCT_REC_EXEC, 0), .old_tid = 7 };
	pair__record(pair, &x.rec, sizeof(x));
	is("enter 1@900; gone 1@900!; exec; ");
}

Test(func, places_and_returns_alone)
{
	struct sct_probe p = { .enter = { .rec = head(SCT_REC_PROBE, 0), .nr = 4 }, .frame = 0x10 };
	struct sct_return r = { .exit = { .rec = head(SCT_REC_RETURN, 0), .nr = 5, .pad = 1 } };

	pair__record(pair, &p.enter.rec, sizeof(p));
	pair__record(pair, &r.exit.rec, sizeof(r));
	is("hit 4@10; hit 65541@0; ");
}

/* An endless recursion keeps a limited number of functions. */
Test(func, deep)
{
	for (uint64_t i = 0; i < 10000; i++)
		enter(1, 0x1000000 - 16 * i, 1);
	events.len = 0;
	leave(1, 0x1000000 - 16 * 9999);
	leave(1, 0x1000000);
	buf__char(&events, '\0');
	cr_assert(strstr(events.p, "exit 1@fd8f10; "), "%.40s", events.p);
	cr_assert(!strstr(events.p, "exit 1@1000000"), "pushed out");
}

Test(func, limit)
{
	struct sct_probe p = { .enter = { .rec = head(SCT_REC_PROBE, SCT_F_RETURNS) } };
	int err = 0;

	pair__limit(pair, 20000);
	for (unsigned i = 0; !err && i < 1000; i++) {
		p.frame = 0x1000000 - 16 * i;
		err = pair__record(pair, &p.enter.rec, sizeof(p));
	}
	cr_assert_eq(err, -E2BIG, "what a capture file makes be kept is counted");
}

/* ---- functions of the kernel: on stacks of their own ---- */

#define TASK 0xffffc90000044000ull /* the 16 KiB of the stack begin here */
#define IRQ 0xffffc90000008000ull

Test(func, kernel_within_user)
{
	enter(1, 0x900, 1);
	enter(2, TASK + 0x3f00, 2);
	enter(3, TASK + 0x3e00, 3);
	leave(3, TASK + 0x3e00);
	leave(2, TASK + 0x3f00);
	leave(1, 0x900);
	is("enter 1@900; enter 2@47f00; enter 3@47e00; exit 3@47e00; exit 2@47f00; exit 1@900; ");
}

Test(func, interrupt_on_a_stack_below)
{
	enter(2, TASK + 0x3f00, 2);
	enter(3, IRQ + 0x3f00, 3);
	enter(4, IRQ + 0x3e00, 4);
	leave(4, IRQ + 0x3e00);
	leave(3, IRQ + 0x3f00);
	leave(2, TASK + 0x3f00);
	is("enter 2@47f00; enter 3@bf00; enter 4@be00; exit 4@be00; exit 3@bf00; exit 2@47f00; ");
}

Test(func, interrupt_on_a_stack_above)
{
	enter(2, IRQ + 0x3f00, 2);
	enter(3, TASK + 0x3f00, 3);
	leave(3, TASK + 0x3f00);
	leave(2, IRQ + 0x3f00);
	is("enter 2@bf00; enter 3@47f00; exit 3@47f00; exit 2@bf00; ");
}

/* The outermost function's caller is at the end of its stack, which is the beginning of the next stack. */
Test(func, whole_stack)
{
	enter(2, TASK + 0x4000, 2);
	enter(3, TASK + 0x3f00, 3);
	leave(2, TASK + 0x4000);
	is("enter 2@48000; enter 3@47f00; gone 3@47f00; exit 2@48000; ");
}

/* The kernel had no room for the return probe of a function in an interrupt, so its return is not reported. */
Test(func, left_in_interrupt)
{
	enter(2, TASK + 0x3f00, 2);
	enter(3, IRQ + 0x3f00, 3);
	enter(4, TASK + 0x3e00, 4);
	leave(4, TASK + 0x3e00);
	is("enter 2@47f00; enter 3@bf00; gone 3@bf00; enter 4@47e00; exit 4@47e00; ");
}

Test(func, left_in_kernel)
{
	enter(1, 0x900, 1);
	enter(2, TASK + 0x3f00, 2);
	enter(3, 0x800, 3);
	leave(3, 0x800);
	enter(2, TASK + 0x3f00, 2);
	leave(1, 0x900);
	is("enter 1@900; enter 2@47f00; gone 2@47f00; enter 3@800; exit 3@800; enter 2@47f00; gone 2@47f00; exit 1@900; ");
}

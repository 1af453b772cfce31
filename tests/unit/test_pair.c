// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Records in, events out: each test writes the events as one line of text. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>

#include "event/pair.h"
#include "synth.h"
#include "util/buf.h"

#define ERESTART_RESTARTBLOCK 516
static struct pair *pair;
static struct buf events;
static struct synth s;
static int verdict;   /* return value of the callback */
static uint64_t took; /* the last call that ended */

static void log_call(const char *what, const struct event *ev)
{
	buf__printf(&events, "%s %u %u", what, ev->tid, ev->enter->nr);
	if (ev->kind == EV_EXIT) {
		buf__printf(&events, "=%lld", (long long)ev->exit->ret);
		took = ev->ts - ev->enter->rec.ts;
	}
	if (ev->resumes)
		buf__printf(&events, " resumes %u", ev->resumes - 1);
}

static int on_event(void *ctx, const struct event *ev)
{
	(void)ctx;
	switch (ev->kind) {
	case EV_ENTER:
		if (ev->mode)
			buf__printf(&events, "mode %u: %u; ", ev->tid, ev->mode);
		log_call("enter", ev);
		break;
	case EV_EXIT:
		log_call("exit", ev);
		break;
	case EV_ABANDONED:
		log_call("abandoned", ev);
		break;
	case EV_TARGET:
		buf__printf(&events, "target %u %s", ev->tid, ev->comm);
		break;
	case EV_ATTACHED:
		buf__printf(&events, "attached %u", ev->tid);
		break;
	case EV_SIGNAL:
		buf__printf(&events, "signal %u %u", ev->tid, ev->signal->sig);
		break;
	case EV_EXEC:
		buf__printf(&events, "exec %u %s", ev->tid, ev->comm);
		break;
	case EV_SUPERSEDED:
		buf__printf(&events, "superseded %u by %u", ev->tid, ev->other_tid);
		break;
	case EV_TASK_EXIT:
		buf__printf(&events, "end %u %u%s", ev->tid, ev->code, ev->superseded ? " superseded" : "");
		if (ev->enter)
			buf__printf(&events, " in %u", ev->enter->nr);
		break;
	case EV_GONE:
	case EV_DETACHED:
		buf__printf(&events, "%s %u", ev->kind == EV_GONE ? "gone" : "left", ev->tid);
		if (ev->enter)
			buf__printf(&events, " in %u", ev->enter->nr);
		break;
	case EV_PROBE: /* test_func.c tests these */
	case EV_FUNC_ENTER:
	case EV_FUNC_EXIT:
	case EV_FUNC_GONE:
		break;
	case EV_LOST:
		buf__printf(&events, "lost %llu", (unsigned long long)ev->lost);
		break;
	case EV_SELECTED:
	case EV_PAUSED:
	case EV_RESUMED:
	case EV_CLOCK:
		buf__str(&events, ev->kind == EV_SELECTED ? "selected" : ev->kind == EV_PAUSED ? "paused" : "resumed");
		break;
	case EV_MODE:
		buf__printf(&events, "mode %u: %u", ev->tid, ev->mode);
		break;
	}
	buf__str(&events, "; ");
	return verdict;
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

TestSuite(pair, .init = setup, .fini = teardown);

static void send(void)
{
	cr_assert_eq(record__check(s.raw, s.size), s.size);
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
}

static void enter(uint32_t tid, uint64_t ts, unsigned nr)
{
	synth_enter(&s, tid, ts, nr, NULL);
	send();
}

static void leave(uint32_t tid, uint64_t ts, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	synth_exit(&s, tid, ts, nr, ret, enter_ts);
	send();
}

static void forks(uint32_t tid, uint64_t ts, uint32_t child)
{
	synth_fork(&s, tid, ts, child);
	send();
}

static void ends(uint32_t tid, uint64_t ts, uint32_t code)
{
	synth_task_exit(&s, tid, ts, code);
	send();
}

static void exec(uint32_t tid, uint64_t ts, uint32_t old_tid, const char *comm)
{
	synth_exec(&s, tid, ts, old_tid, comm);
	send();
}

/* Returns the events since the last call. */
static void expect(const char *text)
{
	buf__char(&events, '\0');
	cr_assert_str_eq(events.p, text);
	events.len = 0;
}

Test(pair, a_call)
{
	enter(10, 100, 0);
	expect("enter 10 0; ");
	leave(10, 200, 0, 5, 100);
	expect("exit 10 0=5; ");
}

Test(pair, a_whole_call)
{
	synth_call(&s, 10, 200, 39, 10, 100);
	send();
	expect("enter 10 39; exit 10 39=10; ");
	/* the exit of the call before it was lost */
	enter(10, 300, 0);
	synth_call(&s, 10, 500, 39, 10, 400);
	send();
	expect("enter 10 0; abandoned 10 0; enter 10 39; exit 10 39=10; ");
	leave(10, 600, 0, 1, 300);
	expect("");
}

static void held(uint32_t tid, uint64_t ts, unsigned nr)
{
	synth_enter(&s, tid, ts, nr, NULL);
	s.rec.flags = SCT_F_HELD;
	send();
}

/* A call whose enter was held back until its end: the exit has the time of its beginning. */
Test(pair, a_held_call)
{
	held(10, 200, 2);
	expect("");
	leave(10, 200, 2, -2, 100);
	expect("enter 10 2; exit 10 2=-2; ");
	cr_assert_eq(took, 100);
	/* the exit was lost, and the loss was not reported */
	held(10, 300, 2);
	enter(10, 400, 3);
	leave(10, 500, 3, 0, 400);
	expect("enter 10 3; exit 10 3=0; ");
	held(10, 600, 2);
	ends(10, 700, 0);
	expect("end 10 0; ");
}

Test(pair, a_change)
{
	static const char *const texts[SCT_CHANGE_MAX] = { "selected; ", "paused; ", "resumed; " };
	struct sct_change c = { .rec = { .ts = 100, .type = SCT_REC_CHANGE } };

	for (c.kind = 0; c.kind < SCT_CHANGE_MAX; c.kind++) {
		cr_assert_eq(record__check(&c, sizeof(c)), sizeof(c));
		cr_assert_eq(pair__record(pair, &c.rec, sizeof(c)), 0);
		expect(texts[c.kind]);
	}
	cr_assert_eq(record__check(&c, sizeof(c)), 0);
	cr_assert_eq(pair__alive(pair), 0);
}

static void mode(uint32_t tid, uint64_t ts, unsigned abi)
{
	synth_init(&s, SCT_REC_MODE, tid, ts, sizeof(s.mode));
	s.mode.abi = (uint8_t)abi;
	send();
}

/* A change of the ABI's width is reported once, even if the calls are not selected, and children inherit the width. */
Test(pair, a_mode)
{
	mode(10, 100, SCT_ABI_X86_64);
	expect("");
	mode(10, 200, SCT_ABI_I386);
	expect("mode 10: 32; ");
	enter(10, 300, 0);
	expect("mode 10: 64; enter 10 0; ");
	mode(10, 400, SCT_ABI_I386);
	forks(10, 500, 11);
	mode(11, 600, SCT_ABI_I386);
	expect("mode 10: 32; attached 11; ");
	mode(11, 700, 99); /* an ABI that this version does not have */
	expect("mode 11: 64; ");
}

/* Records that the reader makes have a loss count of 0, which must not reset the rings' counts. */
Test(pair, own_records_after_a_loss)
{
	synth_enter(&s, 10, 100, 0, NULL);
	s.rec.lost = 3;
	send();
	expect("lost 3; enter 10 0; ");
	synth_target(&s, 11, 200, "later");
	send();
	expect("target 11 later; ");
	synth_exit(&s, 10, 300, 0, 1, 100);
	s.rec.lost = 3;
	send();
	expect("exit 10 0=1; ");
	cr_assert_eq(pair__lost(pair), 3);
}

Test(pair, threads_do_not_mix)
{
	enter(10, 100, 0);
	enter(11, 110, 1);
	enter(12, 120, 0);
	leave(11, 130, 1, 1, 110);
	leave(12, 140, 0, 2, 120);
	leave(10, 150, 0, 3, 100);
	expect("enter 10 0; enter 11 1; enter 12 0; exit 11 1=1; exit 12 0=2; exit 10 0=3; ");
}

/* The enter must be copied by the pair, because the memory of the source is gone after the call. */
Test(pair, enter_is_kept)
{
	synth_enter(&s, 10, 100, 1, ARGS(1, 2, 3));
	synth_string(&s, 1, "data");
	send();
	memset(&s, 0xff, sizeof(s));
	events.len = 0;
	leave(10, 200, 1, 4, 100);
	expect("exit 10 1=4; ");
}

Test(pair, lost_exit_does_not_shift_later_pairs)
{
	enter(10, 100, 0);
	/* its exit is lost */
	enter(10, 300, 1);
	leave(10, 400, 1, 7, 300);
	expect("enter 10 0; abandoned 10 0; enter 10 1; exit 10 1=7; ");
}

Test(pair, lost_enter_does_not_shift_later_pairs)
{
	enter(10, 100, 0);
	leave(10, 200, 0, 1, 100);
	/* the enter of 250 is lost */
	leave(10, 300, 0, 2, 250);
	enter(10, 400, 0);
	leave(10, 500, 0, 3, 400);
	expect("enter 10 0; exit 10 0=1; enter 10 0; exit 10 0=3; ");
}

/* An exit and the next enter are lost: the exit that follows belongs to another call, though its number is the same. */
Test(pair, exit_of_another_call_is_not_taken)
{
	enter(10, 100, 0);
	leave(10, 500, 0, 9, 400);
	expect("enter 10 0; ");
	enter(10, 600, 0);
	expect("abandoned 10 0; enter 10 0; ");
}

static void enter_lost(uint32_t tid, uint64_t ts, unsigned cpu, uint32_t lost)
{
	synth_enter(&s, tid, ts, 39, NULL);
	s.rec.cpu = (uint16_t)cpu;
	s.rec.lost = lost;
	send();
	synth_exit(&s, tid, ts + 1, 39, 1, ts);
	s.rec.cpu = (uint16_t)cpu;
	s.rec.lost = lost;
	send();
}

Test(pair, losses_are_counted_for_each_cpu)
{
	enter_lost(10, 100, 1, 0);
	expect("enter 10 39; exit 10 39=1; ");
	enter_lost(10, 200, 1, 3);
	expect("lost 3; enter 10 39; exit 10 39=1; ");
	enter_lost(10, 300, 2, 1);
	expect("lost 1; enter 10 39; exit 10 39=1; ");
	enter_lost(10, 400, 1, 3);
	expect("enter 10 39; exit 10 39=1; ");
	enter_lost(10, 500, 1, 10);
	expect("lost 7; enter 10 39; exit 10 39=1; ");
	cr_assert_eq(pair__lost(pair), 11);
}

static unsigned moves; /* calls of reallocarray() and realloc() by the library */

void *__real_realloc(void *p, size_t size);
void *__real_reallocarray(void *p, size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);

void *__wrap_realloc(void *p, size_t size)
{
	moves++;
	return __real_realloc(p, size);
}

void *__wrap_reallocarray(void *p, size_t n, size_t size)
{
	moves++;
	return __real_reallocarray(p, n, size);
}

/* A damaged capture can name any CPU. The array of counts once moved for each: 10 KB took minutes under a sanitizer. */
Test(pair, counts_of_many_cpus_move_few_times)
{
	moves = 0;
	for (unsigned cpu = 0; cpu < SCT_CPU_NONE; cpu++)
		enter_lost(10, 100 + 2 * cpu, cpu, 1);
	cr_assert_eq(pair__lost(pair), SCT_CPU_NONE);
	cr_assert_lt(moves, 100, "%u", moves);
}

/* The kernel's count of losses has 64 bits, of which a record has the lower 32. */
Test(pair, loss_count_wraps)
{
	enter_lost(10, 100, 0, 0x7fffffff);
	enter_lost(10, 100, 0, 0xfffffffe);
	events.len = 0;
	enter_lost(10, 200, 0, 3);
	expect("lost 5; enter 10 39; exit 10 39=1; ");
}

/* Records that the reader makes come from no ring. They once reset the first CPU's count, and 2^32 losses were reported. */
Test(pair, records_of_the_reader_say_nothing_of_losses)
{
	enter_lost(10, 100, 0, 1);
	enter_lost(10, 200, SCT_CPU_NONE, 0);
	enter_lost(10, 300, 0, 0); /* recordings from before SCT_CPU_NONE have 0 there */
	events.len = 0;
	enter_lost(10, 400, 0, 1);
	expect("enter 10 39; exit 10 39=1; ");
	cr_assert_eq(pair__lost(pair), 1);
}

Test(pair, losses_after_the_last_record)
{
	enter_lost(10, 100, 0, 2);
	events.len = 0;
	cr_assert_eq(pair__end(pair, 2), 0);
	expect("");
	cr_assert_eq(pair__end(pair, 12), 0);
	expect("lost 10; ");
	cr_assert_eq(pair__lost(pair), 12);
}

Test(pair, a_child_is_announced_by_its_first_record)
{
	enter(10, 90, 56);
	forks(10, 100, 20);
	expect("enter 10 56; ");
	leave(10, 110, 56, 20, 90);
	expect("exit 10 56=20; ");
	enter(20, 120, 1);
	expect("attached 20; enter 20 1; ");
	leave(20, 130, 1, 0, 120);
	expect("exit 20 1=0; ");
	cr_assert_eq(pair__alive(pair), 2);
	/* the call that creates it is not traced, so the child is announced at once */
	forks(10, 200, 21);
	expect("attached 21; ");
}

/* A thread that has only a fork record calls execve. */
Test(pair, exec_by_a_thread_that_made_no_call)
{
	enter(10, 90, 56);
	forks(10, 100, 12);
	exec(10, 300, 12, "cat");
	expect("enter 10 56; attached 12; abandoned 10 56; superseded 10 by 12; exec 10 cat; ");
}

Test(pair, tid_used_again)
{
	forks(10, 100, 20);
	enter(20, 110, 1);
	events.len = 0;
	/* the end of 20 is lost; a new task gets the tid 20 */
	forks(10, 200, 20);
	leave(20, 250, 1, 0, 110);
	expect("abandoned 20 1; attached 20; ");
	enter(20, 300, 2);
	leave(20, 310, 2, 3, 300);
	expect("enter 20 2; exit 20 2=3; ");
	cr_assert_eq(pair__alive(pair), 2);
}

Test(pair, end_of_a_task)
{
	enter(10, 100, 0);
	leave(10, 200, 0, 0, 100);
	events.len = 0;
	ends(10, 300, 1 << 8);
	expect("end 10 256; ");
	cr_assert_eq(pair__alive(pair), 0);
}

Test(pair, end_in_a_call)
{
	enter(10, 100, 231);
	ends(10, 200, 0);
	expect("enter 10 231; end 10 0 in 231; ");
	/* the next task with that tid has no data of the old one */
	enter(10, 300, 0);
	expect("enter 10 0; ");
}

static void target(uint32_t tid, uint64_t ts)
{
	synth_target(&s, tid, ts, "cat");
	send();
}

Test(pair, targets_are_alive)
{
	target(10, 100);
	target(11, 100);
	expect("target 10 cat; target 11 cat; ");
	cr_assert_eq(pair__alive(pair), 2);
	ends(10, 300, 0);
	cr_assert_eq(pair__alive(pair), 1);
}

static void snapshot(uint32_t tid, uint64_t ts, unsigned nr)
{
	synth_enter(&s, tid, ts, nr, NULL);
	s.rec.flags = SCT_F_SNAPSHOT;
	send();
}

static void late(uint32_t tid, uint64_t ts, unsigned nr)
{
	synth_enter(&s, tid, ts, nr, NULL);
	s.rec.flags = SCT_F_LATE;
	send();
}

/* A call in progress at attach is reported once: by the reader, with its end from the kernel. */
Test(pair, call_in_progress_at_attach)
{
	target(10, 100);
	snapshot(10, 110, 35);
	late(10, 200, 35);
	leave(10, 200, 35, 0, 200);
	expect("target 10 cat; enter 10 35; exit 10 35=0; ");
	cr_assert_eq(took, 90u); /* the call began before the attach */
	/* the next call has both records from the kernel */
	late(10, 300, 35);
	leave(10, 300, 35, 0, 300);
	expect("enter 10 35; exit 10 35=0; ");
	cr_assert_eq(took, 0u);
}

/* The call ended between the snapshot and the first record. */
Test(pair, snapshot_was_wrong)
{
	snapshot(10, 110, 35);
	enter(10, 200, 35);
	leave(10, 300, 35, 0, 200);
	expect("enter 10 35; abandoned 10 35; enter 10 35; exit 10 35=0; ");
	snapshot(11, 110, 35);
	late(11, 200, 0);
	leave(11, 200, 0, 1, 200);
	expect("enter 11 35; abandoned 11 35; enter 11 0; exit 11 0=1; ");
}

static bool odd(uint32_t tid)
{
	return tid & 1;
}

Test(pair, reap)
{
	for (uint32_t tid = 1; tid <= 100; tid++)
		target(tid, 50);
	enter(7, 60, 3);
	enter(8, 60, 4);
	events.len = 0;
	cr_assert_eq(pair__reap(pair, odd), 0);
	expect("abandoned 7 3; ");
	cr_assert_eq(pair__alive(pair), 50);
	enter(1, 100, 0);
	cr_assert_eq(pair__alive(pair), 51);
	verdict = -EPIPE;
	cr_assert_eq(pair__reap(pair, odd), 0);
	cr_assert_eq(pair__answer(pair), -EPIPE);
}

/* The kernel's enter of a call that was unfinished at attach comes once. Further enters are other calls. */
Test(pair, late_again)
{
	snapshot(10, 110, 35);
	for (unsigned i = 0; i < 3; i++) {
		synth_enter(&s, 10, 200 + i, 35, NULL);
		s.rec.flags = SCT_F_LATE | SCT_F_SNAPSHOT;
		send();
	}
	expect("enter 10 35; abandoned 10 35; enter 10 35; ");
}

Test(pair, exec)
{
	enter(10, 100, 59);
	exec(10, 200, 10, "cat");
	leave(10, 300, 59, 0, 100);
	expect("enter 10 59; exec 10 cat; exit 10 59=0; ");
}

static const uint8_t *seen;
static uint32_t seen_len;

static int see_out(void *ctx, const struct event *ev)
{
	(void)ctx;
	if (ev->kind == EV_EXIT) {
		seen = ev->out;
		seen_len = ev->out_len;
	}
	return 0;
}

/* Memory that could not be read when execve began comes with the exec record. */
Test(pair, exec_data_goes_to_the_exit)
{
	struct pair *p;
	uint32_t off = 0;

	cr_assert_eq(pair__new(&p, see_out, NULL), 0);
	synth_enter(&s, 10, 100, 59, NULL);
	cr_assert_eq(pair__record(p, &s.rec, s.size), 0);
	synth_exec(&s, 10, 200, 10, "cat");
	synth_string(&s, 0, "/bin/cat");
	cr_assert_eq(pair__record(p, &s.rec, s.size), 0);
	synth_exit(&s, 10, 300, 59, 0, 100);
	synth_part(&s, 0, SCT_PART_IP, 0, "12345678", 8);
	cr_assert_eq(pair__record(p, &s.rec, s.size), 0);
	cr_assert_eq(seen_len, 8 + 16 + 8 + 8);
	cr_assert_str_eq((const char *)(chunk__next(seen, seen_len, &off) + 1), "/bin/cat");
	cr_assert_eq(chunk__next(seen, seen_len, &off)->part, SCT_PART_IP);
	/* and only with that record */
	synth_enter(&s, 10, 400, 59, NULL);
	cr_assert_eq(pair__record(p, &s.rec, s.size), 0);
	synth_exit(&s, 10, 500, 59, -2, 400);
	cr_assert_eq(pair__record(p, &s.rec, s.size), 0);
	cr_assert_eq(seen_len, 0);
	pair__free(p);
}

/* Thread 12 of process 10 calls execve: the others end, 12 goes on as 10. */
Test(pair, exec_by_a_thread)
{
	enter(10, 100, 35);
	enter(12, 110, 59);
	synth_task_exit(&s, 10, 200, 0);
	s.rec.flags = SCT_F_SUPERSEDED;
	send();
	expect("enter 10 35; enter 12 59; end 10 0 superseded in 35; ");
	exec(10, 300, 12, "cat");
	expect("superseded 10 by 12; exec 10 cat; ");
	leave(10, 400, 59, 0, 110);
	expect("exit 10 59=0; ");
	cr_assert_eq(pair__alive(pair), 1);
}

/* The same with the leader's end lost, or not sent as it was not traced. */
Test(pair, exec_by_a_thread_leader_unknown)
{
	enter(12, 110, 59);
	exec(10, 300, 12, "cat");
	leave(10, 400, 59, 0, 110);
	expect("enter 12 59; superseded 10 by 12; exec 10 cat; exit 10 59=0; ");
	cr_assert_eq(pair__alive(pair), 1);
}

/* The same with the leader's end lost while it was in a call. */
Test(pair, exec_by_a_thread_leader_in_a_call)
{
	enter(12, 110, 59);
	enter(10, 120, 35);
	events.len = 0;
	exec(10, 300, 12, "cat");
	expect("abandoned 10 35; superseded 10 by 12; exec 10 cat; ");
	leave(10, 400, 59, 0, 110);
	expect("exit 10 59=0; ");
	cr_assert_eq(pair__alive(pair), 1);
}

/* The thread that called execve is unknown. */
Test(pair, exec_by_an_unknown_thread)
{
	enter(10, 100, 35);
	events.len = 0;
	exec(10, 300, 12, "cat");
	expect("exec 10 cat; ");
	leave(10, 400, 59, 0, 110);
	expect("");
}

Test(pair, signal)
{
	enter(10, 100, 34);
	synth_signal(&s, 10, 200, 15, 0);
	send();
	leave(10, 300, 34, -4, 100);
	expect("enter 10 34; signal 10 15; exit 10 34=-4; ");
}

/* Sends a signal that ends the process, as the kernel reports it at its sender. */
static void fatal(uint32_t tid, uint64_t ts, uint32_t sig)
{
	synth_signal(&s, tid, ts, sig, 0);
	s.rec.flags = SCT_F_FATAL;
	send();
}

static void leave_killed(uint32_t tid, uint64_t ts, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	synth_exit(&s, tid, ts, nr, ret, enter_ts);
	s.rec.flags = SCT_F_KILLED;
	send();
}

/* Target and sender are on two CPUs, so either record may come first. */
Test(pair, killed_in_a_call_by_a_signal_that_is_shown)
{
	enter(10, 100, 0);
	fatal(10, 200, 15);
	leave_killed(10, 210, 0, -ERESTART_RESTARTBLOCK, 100);
	expect("enter 10 0; exit 10 0=-516; signal 10 15; ");
	enter(11, 300, 0);
	leave_killed(11, 400, 0, -ERESTART_RESTARTBLOCK, 300);
	expect("enter 11 0; ");
	fatal(11, 410, 15);
	ends(11, 420, 15);
	expect("exit 11 0=-516; signal 11 15; end 11 15; ");
}

Test(pair, killed_in_a_call_without_a_word)
{
	enter(10, 100, 0);
	leave_killed(10, 200, 0, -ERESTART_RESTARTBLOCK, 100);
	ends(10, 210, 9);
	expect("enter 10 0; end 10 9 in 0; ");
}

Test(pair, restart_syscall_knows_what_it_goes_on_with)
{
	enter(10, 100, 35);
	leave(10, 200, 35, -ERESTART_RESTARTBLOCK, 100);
	enter(10, 300, 219);
	leave(10, 400, 219, 0, 300);
	expect("enter 10 35; exit 10 35=-516; enter 10 219 resumes 35; exit 10 219=0 resumes 35; ");
	enter(10, 500, 219);
	leave(10, 600, 219, -ERESTART_RESTARTBLOCK, 500);
	enter(10, 700, 219);
	expect("enter 10 219 resumes 35; exit 10 219=-516 resumes 35; enter 10 219 resumes 35; ");
	leave(10, 800, 219, 0, 700);
	enter(10, 900, 39);
	leave(10, 910, 39, 10, 900);
	enter(10, 920, 219);
	expect("exit 10 219=0 resumes 35; enter 10 39; exit 10 39=10; enter 10 219 resumes 39; ");
	enter(11, 930, 219);
	expect("enter 11 219; ");
}

Test(pair, pending_calls)
{
	enter(10, 100, 0);
	enter(11, 110, 1);
	leave(11, 120, 1, 0, 110);
	enter(12, 130, 2);
	events.len = 0;
	cr_assert_eq(pair__pending(pair, on_event, NULL), 0);
	cr_assert_eq(events.len, strlen("enter 10 0; enter 12 2; "));
	verdict = 5;
	cr_assert_eq(pair__pending(pair, on_event, NULL), 5);
}

Test(pair, callback_stops)
{
	verdict = -EPIPE;
	synth_enter(&s, 10, 100, 0, NULL);
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
	cr_assert_eq(pair__answer(pair), -EPIPE);
	cr_assert_eq(pair__resume(pair), 0);
	cr_assert_eq(pair__answer(pair), 0);
}

/* The whole call is one record with two events; the record's memory is gone when the second one is reported. */
Test(pair, goes_on_after_a_stop)
{
	verdict = 1;
	synth_call(&s, 10, 110, 39, 7, 100);
	send();
	memset(s.raw, 0xff, s.size);
	expect("enter 10 39; ");
	verdict = 0;
	cr_assert_eq(pair__resume(pair), 1);
	expect("exit 10 39=7; ");
	cr_assert_eq(pair__resume(pair), 0);
}

/* The task has ended for pair.c, but not for the receiver until its end is reported. */
Test(pair, tasks_that_wait_for_their_end)
{
	enter(10, 100, 39);
	verdict = 1;
	synth_task_exit(&s, 10, 120, 0);
	s.rec.lost = 3;
	send();
	expect("enter 10 39; lost 3; ");
	cr_assert_eq(pair__alive(pair), 1);
	pair__resume(pair);
	expect("end 10 0 in 39; ");
	cr_assert_eq(pair__alive(pair), 0);
}

/* Memory kept for a task is charged, and uncharged when it is freed. */
Test(pair, limit)
{
	int err = 0;
	uint32_t tid;

	pair__limit(pair, 1 << 20);
	for (uint32_t i = 0; i < 10000; i++) {
		synth_fork(&s, 1, i, 100 + i);
		send();
		synth_enter(&s, 100 + i, i, 59, NULL);
		synth_part(&s, 0, 0, 0, NULL, 1000);
		send();
		s.rec.flags = SCT_F_LATE | SCT_F_SNAPSHOT;
		send();
		synth_exec(&s, 100 + i, i, 100 + i, "x");
		synth_part(&s, 0, 0, 0, NULL, 2000);
		send();
		synth_exit(&s, 100 + i, i, 59, 0, i);
		s.rec.flags = SCT_F_KILLED;
		send();
		synth_task_exit(&s, 100 + i, i, 0);
		send();
	}
	for (tid = 100; !err && tid < 10000; tid++) {
		synth_enter(&s, tid, tid, 0, NULL);
		synth_part(&s, 0, 0, 0, NULL, 4000);
		err = pair__record(pair, &s.rec, s.size);
	}
	cr_assert_eq(err, -E2BIG);
	cr_assert_gt(tid, 100 + 200);
	cr_assert_lt(tid, 100 + 260);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The process cache: what records make of it, what it keeps of ended processes, and its limit. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "enrich/processes.h"
#include "event/pair.h"
#include "event/record.h"
#include "synth.h"

#define KEEP 1000

static struct pair *pair;
static struct processes *cache;
static struct synth s;

static int on_event(void *ctx, const struct event *ev)
{
	(void)ctx;
	(void)ev;
	return 0;
}

static void setup(void)
{
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
	cr_assert_eq(processes__new(&cache, pair__tasks(pair), KEEP), 0);
}

static void teardown(void)
{
	processes__free(cache);
	pair__free(pair);
}

static struct sct_process *process(void)
{
	return (void *)s.raw;
}

static void begin(uint32_t tid, uint32_t tgid, uint64_t ts, uint64_t start, unsigned flags)
{
	synth_init(&s, SCT_REC_PROCESS, tid, ts, sizeof(struct sct_process));
	s.rec.tgid = tgid;
	s.rec.flags = (uint8_t)flags;
	process()->start = start;
	process()->owner.uid = tid;
}

static void chunk(unsigned part, const void *head, size_t size, const char *text, size_t len)
{
	const struct sct_chunk c = { .part = (uint8_t)part, .len = (int32_t)(size + len) };

	memcpy(s.raw + s.size, &c, sizeof(c));
	if (size)
		memcpy(s.raw + s.size + sizeof(c), head, size);
	memcpy(s.raw + s.size + sizeof(c) + size, text, len);
	s.size += sizeof(c) + ((size + len + 7) & ~7ul);
	process()->data_len = (uint32_t)(s.size - sizeof(struct sct_process));
}

static void file(int32_t fd, const char *path)
{
	const struct sct_file f = { .fd = fd };

	chunk(SCT_PART_FILE, &f, sizeof(f), path, strlen(path));
}

static void send(void)
{
	cr_assert_eq(record__check(s.raw, s.size), s.size);
	processes__now(cache, s.rec.ts);
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
	if (s.rec.type == SCT_REC_PROCESS)
		processes__record(cache, process());
}

static void whole(uint32_t tid, uint32_t tgid, uint64_t ts, uint64_t start, unsigned flags, const char *cwd)
{
	begin(tid, tgid, ts, start, SCT_F_WHOLE | flags);
	file(SCT_AT_FDCWD, cwd);
	file(SCT_AT_EXE, "/bin/x");
	chunk(SCT_PART_SELF, NULL, 0, "x\0y", 4);
	process()->args_len = 4;
}

static const struct process *of(uint32_t tid)
{
	return processes__of(cache, tasks__find(pair__tasks(pair), tid));
}

TestSuite(processes, .init = setup, .fini = teardown);

Test(processes, change_keeps_the_rest)
{
	whole(10, 10, 1, 5, 0, "/a");
	send();
	begin(10, 10, 2, 5, 0);
	file(SCT_AT_FDCWD, "/b");
	process()->owner.uid = 7;
	send();
	cr_assert_str_eq(of(10)->cwd.path->text, "/b");
	cr_assert_str_eq(of(10)->exe.path->text, "/bin/x");
	cr_assert_eq(of(10)->args->len, 4);
	cr_assert_eq(of(10)->owner.uid, 7);
}

Test(processes, child_is_known_from_its_fork_on)
{
	whole(10, 10, 1, 5, 0, "/a");
	send();
	whole(10, 10, 2, 600000000, SCT_F_CHILD, "/a");
	process()->child_tid = process()->child_tgid = 11;
	send();
	cr_assert_null(of(11));
	synth_init(&s, SCT_REC_FORK, 10, 2, sizeof(s.fork));
	s.fork.child_tid = s.fork.child_tgid = 11;
	send();
	cr_assert_str_eq(of(11)->cwd.path->text, "/a");
	cr_assert_eq(of(11)->cwd.path, of(10)->cwd.path, "the text is shared");
	cr_assert_eq(of(11)->id, (60ull << 22 | 11));
	cr_assert_eq(processes__find(cache, 60ull << 22 | 11), of(11));
	/* the record is of one child, not of the next one, too */
	s.fork.child_tid = s.fork.child_tgid = 12;
	send();
	cr_assert_null(of(12));
}

Test(processes, ended_stays_for_its_time)
{
	struct processes_size size;
	uint64_t id = process__id(600000000, 10);

	whole(10, 10, 1, 600000000, 0, "/a");
	send();
	synth_init(&s, SCT_REC_TASK_EXIT, 10, 2, sizeof(s.task_exit));
	send();
	cr_assert(processes__find(cache, id) && processes__find(cache, id)->ended);
	cr_assert_str_eq(processes__find(cache, id)->cwd.path->text, "/a");
	processes__now(cache, 2 + KEEP);
	cr_assert(processes__find(cache, id));
	processes__now(cache, 3 + KEEP);
	cr_assert_null(processes__find(cache, id));
	processes__size(cache, &size);
	cr_assert_eq(size.n + size.ended + size.bytes, 0);
}

Test(processes, execve_of_a_thread)
{
	whole(10, 10, 1, 5, 0, "/a");
	send();
	whole(11, 10, 2, 5, 0, "/a");
	send();
	whole(11, 10, 3, 5, SCT_F_RUNS, "/c");
	send();
	synth_init(&s, SCT_REC_EXEC, 10, 3, sizeof(s.exec));
	s.exec.old_tid = 11;
	send();
	cr_assert_str_eq(of(10)->cwd.path->text, "/c");
	cr_assert_null(of(11));
	synth_init(&s, SCT_REC_TASK_EXIT, 10, 4, sizeof(s.task_exit));
	send();
	cr_assert(processes__find(cache, process__id(5, 10))->ended);
}

Test(processes, bad_chunks_are_ignored)
{
	whole(10, 10, 1, 5, 0, "/a");
	send();
	begin(10, 10, 2, 5, 0);
	chunk(SCT_PART_FILE, NULL, 0, "short", 5);
	chunk(SCT_PART_NAMESPACES, NULL, 0, "short", 5);
	send();
	cr_assert_str_eq(of(10)->cwd.path->text, "/a");
	memset(process()->comm, 'x', sizeof(process()->comm));
	cr_assert_eq(record__check(s.raw, s.size), 0);
}

Test(processes, memory_is_bounded_and_counted)
{
	static char path[8001];
	struct processes_size size;

	for (uint32_t i = 1; i <= 12000; i++) {
		memset(path, 'a' + i % 26, 8000);
		memcpy(path, &i, sizeof(i));
		for (unsigned k = 0; k < sizeof(i); k++)
			path[k] |= 0x40; /* no NUL */
		whole(i, i, i, i, 0, path);
		send();
	}
	processes__size(cache, &size);
	cr_assert_leq(size.bytes, PROCESSES_BYTES + 16384);
	cr_assert_gt(size.left_out, 0);
	for (uint32_t i = 1; i <= 12000; i++) {
		synth_init(&s, SCT_REC_TASK_EXIT, i, 20000, sizeof(s.task_exit));
		send();
	}
	processes__size(cache, &size);
	cr_assert_eq(size.n, 0);
	cr_assert_leq(size.bytes, PROCESSES_BYTES / 2);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Snapshots of tasks, from a directory of the test in place of /proc. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attach/snapshot.h"
#include "event/record.h"

static char top[] = "/tmp/snapshot.XXXXXX";
static struct selection all;
static const struct decode_opts decode = { .strlen_max = 32 };
static struct snapshot snapshot = { .opts = &decode, .selection = &all };
static struct buf got;

static void put(const char *name, const char *fmt, ...)
{
	char path[128];
	va_list ap;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", top, name);
	f = fopen(path, "w");
	cr_assert_not_null(f);
	va_start(ap, fmt);
	vfprintf(f, fmt, ap);
	va_end(ap);
	cr_assert_eq(fclose(f), 0);
}

static void dir(const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", top, name);
	cr_assert_eq(mkdir(path, 0700), 0);
}

/* Creates a thread, after its process. syscall is the content of /proc/TID/syscall for a thread that does not run. */
static void task(unsigned tid, unsigned tgid, char state, unsigned flags, const char *syscall)
{
	char name[64];

	snprintf(name, sizeof(name), "%u", tid);
	dir(name);
	if (tid == tgid) {
		snprintf(name, sizeof(name), "%u/task", tid);
		dir(name);
	}
	snprintf(name, sizeof(name), "%u/task/%u", tgid, tid);
	dir(name);
	snprintf(name, sizeof(name), "%u/stat", tid);
	put(name, "%u (a) Z b) %c 1 1 1 0 -1 %u 0 0\n", tid, state, flags);
	snprintf(name, sizeof(name), "%u/status", tid);
	put(name, "Name:\ta) Z b\nTgid:\t%u\nUid:\t1000\t0\t0\t0\n", tgid);
	snprintf(name, sizeof(name), "%u/comm", tid);
	put(name, "a) Z b\n");
	snprintf(name, sizeof(name), "%u/syscall", tid);
	put(name, "%s\n", syscall);
}

static void setup(void)
{
	cr_assert_not_null(mkdtemp(top));
	snapshot.proc = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(snapshot.proc, 0);
	cr_assert_eq(select__all(&all), 0);
}

static void teardown(void)
{
	char cmd[64];

	close(snapshot.proc);
	select__free(&all);
	buf__free(&got);
	snprintf(cmd, sizeof(cmd), "rm -r %s", top);
	cr_assert_eq(system(cmd), 0);
}

TestSuite(snapshot, .init = setup, .fini = teardown);

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	const struct sct_enter *e = (const void *)rec;
	const struct sct_signal *g = (const void *)rec;
	const struct sct_target *t = (const void *)rec;

	(void)ctx;
	cr_assert_eq(record__check(rec, size), size);
	cr_assert_eq(rec->cpu, SCT_CPU_NONE);
	if (rec->type == SCT_REC_TARGET) {
		cr_assert_str_eq(t->comm, "a) Z b");
		buf__printf(&got, "target%u/%u ", rec->tid, rec->tgid);
	} else if (rec->type == SCT_REC_ENTER) {
		cr_assert_eq(rec->flags, SCT_F_SNAPSHOT | SCT_F_LATE);
		buf__printf(&got, "enter%u/%u:%u(%llx,%llx) ", rec->tid, rec->tgid, e->nr,
			    (unsigned long long)e->args[0], (unsigned long long)e->args[5]);
	} else if (rec->type == SCT_REC_SIGNAL) {
		cr_assert_eq(rec->flags, SCT_F_STOPPED);
		buf__printf(&got, "stopped%u/%u:%u ", rec->tid, rec->tgid, g->sig);
	}
	return 0;
}

#define EXPECT(call, text)                                                                                             \
	do {                                                                                                           \
		got.len = 0;                                                                                           \
		cr_assert_eq(call, 0);                                                                                 \
		buf__char(&got, '\0');                                                                                 \
		cr_assert_str_eq(got.p, text);                                                                         \
	} while (0)

#define BLOCKED "230 0x1 0x2 0x3 0x4 0x5 0x6 0x7ffe00 0x7f0000"

Test(snapshot, blocked_in_a_call)
{
	task(10, 10, 'S', 0, BLOCKED);
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 enter10/10:230(1,6) ");
}

Test(snapshot, in_no_call)
{
	task(10, 10, 'R', 0, "running");
	task(20, 20, 'S', 0, "-1 0x7ffe00 0x7f0000"); /* blocked, but in no call */
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
	EXPECT(snapshot__tasks(&snapshot, 20, false, on_record, NULL), "target20/20 ");
}

Test(snapshot, an_impossible_number)
{
	task(10, 10, 'S', 0, "99999 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0");
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
}

Test(snapshot, threads)
{
	task(10, 10, 'S', 0, "running");
	task(11, 10, 'S', 0, BLOCKED);
	task(12, 10, 'Z', 0, BLOCKED);
	got.len = 0;
	cr_assert_eq(snapshot__tasks(&snapshot, 10, true, on_record, NULL), 0);
	buf__char(&got, '\0');
	cr_assert_not_null(strstr(got.p, "target10/10 "));
	cr_assert_not_null(strstr(got.p, "target11/10 enter11/10:230(1,6) "));
	cr_assert_null(strstr(got.p, "12/10"), "a zombie's end has been sent");
	EXPECT(snapshot__tasks(&snapshot, 11, true, on_record, NULL), "target11/10 enter11/10:230(1,6) ");
}

Test(snapshot, exiting)
{
	task(10, 10, 'S', 4, BLOCKED); /* PF_EXITING */
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "");
	EXPECT(snapshot__targets(snapshot.proc, false, 10, true, on_record, NULL), "target10/10 ");
}

Test(snapshot, targets)
{
	task(10, 10, 'Z', 0, ""); /* the leader has ended before the other threads */
	task(11, 10, 'S', 0, BLOCKED);
	EXPECT(snapshot__targets(snapshot.proc, false, 10, true, on_record, NULL), "target11/10 ");
	EXPECT(snapshot__targets(snapshot.proc, false, 11, false, on_record, NULL), "target11/10 ");
}

static unsigned stop_signal(void *ctx, uint32_t tid)
{
	return tid == 10 ? *(unsigned *)ctx : 0;
}

Test(snapshot, stopped)
{
	unsigned sig = 19;

	task(10, 10, 'T', 0, BLOCKED);
	task(20, 20, 't', 0, BLOCKED);
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
	snapshot.stop_signal = stop_signal;
	snapshot.ctx = &sig;
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 stopped10/10:19 ");
	EXPECT(snapshot__tasks(&snapshot, 20, false, on_record, NULL), "target20/20 ");
	sig = 0;
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
}

Test(snapshot, not_in_scope)
{
	struct sct_scope scope = { .nuids = 1, .uids = { 1000 } };

	task(10, 10, 'S', 0, BLOCKED);
	snapshot.scope = &scope;
	EXPECT(snapshot__call(&snapshot, 10, 10, on_record, NULL), "enter10/10:230(1,6) ");
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 enter10/10:230(1,6) ");
	scope.uids[0] = 0; /* the real user counts */
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
	scope = (struct sct_scope){ .comm_lanes = 1, .comms = "other,t*z" };
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
	scope = (struct sct_scope){ .nskip = 1, .skip = { 10 } };
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
	snapshot.scope = NULL;
	snapshot.by_result = true;
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
}

Test(snapshot, not_selected)
{
	struct selection dup = {};
	char *why = NULL;

	task(10, 10, 'S', 0, BLOCKED);
	cr_assert_eq(select__parse(&dup, "dup", &why), 0);
	snapshot.selection = &dup;
	EXPECT(snapshot__tasks(&snapshot, 10, false, on_record, NULL), "target10/10 ");
	select__free(&dup);
}

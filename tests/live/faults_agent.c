// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * faults_agent lines|record|replay|stats EACH, with faults.so loaded: runs an agent from sctrace_open() to
 * sctrace_close() again and again, and lets another request to libc or the kernel fail in each run. Every function of
 * the library must return -errno, or go on without the result; at the end no descriptor and no memory may be left. The
 * last line is "N failures".
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"
#include "sctrace.h"

#define ROUNDS 8
#define CAPTURE "agent.cap"

struct agent {
	pid_t victim;
	struct sctrace *trace;
	struct sctrace_text *text;
	struct sctrace_event_stats *event_stats;
	struct sctrace_stats *stats;
	char why[256];
};

/* ---- the traced process ---- */

/* Ends when the agent has ended, which may have crashed before prctl() here, or made it fail. */
static void victim(pid_t agent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (syscall(SYS_getppid) == agent) {
		pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

		if (!pid)
			syscall(SYS_exit_group, 0);
		waitpid(pid, NULL, 0);
		syscall(SYS_faccessat, -100, "/no/such/file", 0);
		usleep(1000);
	}
}

/* ---- lines, from the kernel or from a file ---- */

static int ignore(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	(void)p;
	(void)n;
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct agent *a = ctx;
	int err = sctrace_text_event(a->text, ev);

	return err ? err : sctrace_event_stats_add(a->event_stats, ev);
}

static int poll_some(struct agent *a)
{
	int err = 0;

	for (unsigned i = 0; !err && i < ROUNDS; i++) {
		int n = sctrace_poll(a->trace, 2);

		err = n < 0 ? n : sctrace_text_flush(a->text, !n);
		sctrace_tasks(a->trace);
	}
	return err == -ENODATA ? 0 : err;
}

static int lines(struct agent *a, const char *record, const char *replay)
{
	struct sctrace_opts o = { .sz = sizeof(o),
				  .record = record,
				  .replay = replay,
				  .event = on_event,
				  .ctx = a,
				  .why = a->why,
				  .why_size = sizeof(a->why),
				  .ring_bytes = 1 << 16 };
	struct sctrace_text_opts to = { .sz = sizeof(to),
					.prefix = SCTRACE_PREFIX_PID,
					.status = "successful,failed,unfinished",
					.write = ignore };
	int err = sctrace_open(&a->trace, &o);

	if (!err)
		err = sctrace_text_new(&a->text, a->trace, &to);
	if (!err)
		err = sctrace_event_stats_new(&a->event_stats, a->trace);
	if (!err && !replay)
		err = sctrace_target(a->trace, a->victim, SCTRACE_FOLLOW | SCTRACE_THREADS);
	if (!err)
		err = sctrace_start(a->trace);
	if (!err)
		err = poll_some(a);
	if (a->trace && a->event_stats && !err) {
		err = sctrace_stop(a->trace);
		if (!err)
			err = sctrace_text_detach(a->text);
		if (!err)
			err = sctrace_event_stats_print(a->event_stats, NULL, ignore, NULL);
	}
	sctrace_text_free(a->text);
	sctrace_event_stats_free(a->event_stats);
	sctrace_close(a->trace);
	return err;
}

static int do_lines(struct agent *a)
{
	return lines(a, NULL, NULL);
}

static int do_record(struct agent *a)
{
	return lines(a, CAPTURE, NULL);
}

static int do_replay(struct agent *a)
{
	return lines(a, NULL, CAPTURE);
}

/* ---- tables ---- */

static int see_row(void *ctx, const struct sctrace_stat *row)
{
	(void)ctx;
	return row->calls + row->in_progress ? 0 : 0;
}

static int do_stats(struct agent *a)
{
	static unsigned turns;
	struct sctrace_stats_opts o = {
		.sz = sizeof(o), .hist = true, .errnos = true, .why = a->why, .why_size = sizeof(a->why)
	};
	struct sctrace_table_opts to = { .sz = sizeof(to), .json = turns & 2, .hist = true, .percentiles = true };
	int err;

	/* both kinds of rows, alternately */
	if (turns++ & 1) {
		o.by = "comm,syscall,file,peer,cgroup";
		to.table = SCTRACE_TABLE_BY;
	}
	err = sctrace_stats_open(&a->stats, &o);
	if (!err)
		err = sctrace_stats_target(a->stats, a->victim, SCTRACE_FOLLOW | SCTRACE_THREADS);
	if (!err)
		err = sctrace_stats_start(a->stats);
	for (unsigned i = 0; !err && i < 2; i++) {
		usleep(4000);
		err = sctrace_stats_read(a->stats);
		if (!err)
			err = sctrace_stats_print(a->stats, &to, ignore, NULL);
		sctrace_stats_reset(a->stats);
	}
	if (!err)
		err = sctrace_stats_tasks(a->stats) < 0;
	if (!err)
		err = sctrace_stats_stop(a->stats);
	if (!err)
		err = sctrace_stats_each(a->stats, see_row, NULL);
	sctrace_stats_close(a->stats);
	return err;
}

/* ---- the runs ---- */

static unsigned descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static int turn(int (*fn)(struct agent *a), pid_t pid, bool say)
{
	struct agent a = { .victim = pid };
	int err = fn(&a);

	if (err && say)
		printf("error %d: %s\n", err, a.why);
	return err > 0 ? -EIO : err;
}

/* Runs fn until every request has failed once. Returns how many failures were not handled. */
static unsigned all_turns(int (*fn)(struct agent *a), pid_t pid, unsigned each)
{
	unsigned n = 0, bad = 0, quiet = 0;

	while (quiet < 4) {
		unsigned fds = descriptors();
		long blocks = faults__blocks();
		const char *what;
		int err;

		faults__begin(each);
		err = turn(fn, pid, false);
		what = faults__end();
		quiet = what ? 0 : quiet + 1;
		n += what != NULL;
		if (faults__blocks() > blocks || descriptors() != fds || err < -4095 || (!what && err)) {
			printf("err %d, %ld blocks and %d descriptors are left after %s", err,
			       faults__blocks() - blocks, (int)(descriptors() - fds), what ? what : "no failure\n");
			bad++;
		}
	}
	printf("%u failures\n", n);
	return bad;
}

static const struct {
	const char *name;
	int (*fn)(struct agent *a);
} modes[] = { { "lines", do_lines }, { "record", do_record }, { "replay", do_replay }, { "stats", do_stats } };

int main(int argc, char **argv)
{
	pid_t agent = getpid(), pid;

	if (argc != 3 || !faults__begin)
		return 2;
	pid = fork();
	if (!pid)
		victim(agent);
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(modes[i].name, argv[1]))
			continue;
		/* the first run allocates memory that the process keeps */
		for (unsigned n = 0; n < 4; n++)
			if (turn(modes[i].fn, pid, true))
				return 2;
		setvbuf(stdout, NULL, _IOLBF, 0);
		printf("%s\n", argv[1]);
		return all_turns(modes[i].fn, pid, (unsigned)atoi(argv[2])) ? 1 : 0;
	}
	return 2;
}

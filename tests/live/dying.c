// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * dying lines|stats NUMBER: attaches to this many short-lived processes, each at a random moment of its life; some of
 * them stay zombies. For each, an end must be reported within ten seconds.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sctrace.h"

#define AT_ONCE 8
#define LIFE_US 25000
#define WAIT_MS 10000

static pid_t kids[AT_ONCE];
static bool ended[AT_ONCE];
static unsigned exits, gone, refused, hung;

static void nap(unsigned us)
{
	struct timespec ts = { us / 1000000, us % 1000000 * 1000L };

	nanosleep(&ts, NULL);
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	if (ev->type != SCTRACE_TASK_EXIT && ev->type != SCTRACE_GONE)
		return 0;
	for (int i = 0; i < AT_ONCE; i++) {
		if ((uint32_t)kids[i] != ev->tid || ended[i])
			continue;
		ended[i] = true;
		exits += ev->type == SCTRACE_TASK_EXIT;
		gone += ev->type == SCTRACE_GONE;
	}
	return 0;
}

static void breed(void)
{
	for (int i = 0; i < AT_ONCE; i++) {
		unsigned life = (unsigned)rand() % LIFE_US;

		ended[i] = false;
		kids[i] = fork();
		if (kids[i])
			continue;
		if (life % 3)
			nap(life);
		_exit(3);
	}
}

static unsigned left(void)
{
	unsigned n = 0;

	for (int i = 0; i < AT_ONCE; i++)
		n += !ended[i];
	return n;
}

static void fail(const char *what, int err)
{
	if (err >= 0)
		return;
	fprintf(stderr, "dying: %s: %s\n", what, strerror(-err));
	exit(1);
}

static void lines(unsigned number)
{
	struct sctrace_opts o = { .sz = sizeof(o), .event = on_event };
	struct sctrace *t;

	fail("open", sctrace_open(&t, &o));
	fail("start", sctrace_start(t));
	for (unsigned n = 0; n < number; n += AT_ONCE) {
		bool reap = rand() % 2;

		breed();
		for (int i = 0; i < AT_ONCE; i++) {
			int err;

			if (rand() % 2)
				nap((unsigned)rand() % 2000);
			if (reap)
				waitpid(kids[i], NULL, WNOHANG);
			err = sctrace_target(t, kids[i], rand() % 2 ? SCTRACE_FOLLOW | SCTRACE_THREADS : 0);
			if (err == -ESRCH && !ended[i]) {
				refused++;
				ended[i] = true;
			} else {
				fail("target", err);
			}
		}
		for (int ms = 0; (left() || sctrace_tasks(t)) && ms < WAIT_MS; ms++) {
			fail("poll", sctrace_poll(t, 1));
			for (int i = 0; reap && i < AT_ONCE; i++)
				waitpid(kids[i], NULL, WNOHANG);
		}
		hung += left();
		if (!left() && sctrace_tasks(t))
			hung++;
		for (int i = 0; i < AT_ONCE; i++)
			waitpid(kids[i], NULL, 0);
	}
	sctrace_close(t);
}

static void stats(unsigned number)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o) };
	struct sctrace_stats *s;

	fail("open", sctrace_stats_open(&s, &o));
	fail("start", sctrace_stats_start(s));
	for (unsigned n = 0; n < number; n += AT_ONCE) {
		int ms, tasks = 1;

		breed();
		for (int i = 0; i < AT_ONCE; i++) {
			int err;

			if (rand() % 2)
				nap((unsigned)rand() % 2000);
			err = sctrace_stats_target(s, kids[i], rand() % 2 ? SCTRACE_FOLLOW | SCTRACE_THREADS : 0);
			refused += err == -ESRCH;
			exits += !err;
			if (err != -ESRCH)
				fail("target", err);
		}
		for (ms = 0; ms < WAIT_MS && (tasks = sctrace_stats_tasks(s)); ms++) {
			fail("tasks", tasks);
			nap(1000);
		}
		hung += (unsigned)tasks;
		for (int i = 0; i < AT_ONCE; i++)
			waitpid(kids[i], NULL, 0);
	}
	sctrace_stats_close(s);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	srand(argc > 3 ? (unsigned)atoi(argv[3]) : (unsigned)getpid());
	if (!strcmp(argv[1], "lines"))
		lines((unsigned)atoi(argv[2]));
	else
		stats((unsigned)atoi(argv[2]));
	printf("ended %u, gone %u, refused %u, hung %u\n", exits, gone, refused, hung);
	return hung ? 1 : 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A thread spends time on a CPU in user space and in calls, asleep, and waiting for a CPU that another process keeps busy.
 * Writes its tid, its elapsed time, and its time on a CPU and in a run queue (/proc/thread-self/schedstat), ns.
 * shares FILE [MS]: MS ms (100) in user space, in long calls and in short ones, twice as much asleep and waiting.
 * shares spin: only uses a CPU, without calls.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t clock_ns(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static uint64_t now(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* CPU time of this thread; a system call. */
static uint64_t used(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* Uses a CPU until ns have passed. The clock is read without system calls. */
static void spin(uint64_t ns)
{
	uint64_t end = now() + ns;

	while (now() < end)
		;
}

/* Uses ns of a CPU in system calls. */
static void in_calls(uint64_t ns)
{
	uint64_t end = used() + ns;
	static char room[1 << 20];
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);

	while (used() < end)
		if (read(fd, room, sizeof(room)) < 0)
			exit(2);
	close(fd);
}

/* Makes calls that do nothing until ns have passed. */
static void in_short_calls(uint64_t ns)
{
	uint64_t end = now() + ns;

	while (now() < end)
		syscall(SYS_getppid);
}

static void asleep(uint64_t ns)
{
	struct timespec ts = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };

	nanosleep(&ts, NULL);
}

static void on_cpu_of(pid_t pid, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(pid, sizeof(set), &set))
		exit(3);
}

/* Shares a CPU with a process that keeps it busy. */
static void contended(uint64_t ns)
{
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			;
	}
	on_cpu_of(pid, 0);
	on_cpu_of(0, 0);
	spin(ns);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* The work of the thread, and the times that the thread reads when the work is done, ns. */
struct work {
	uint64_t ns;
	int tid;
	uint64_t end, on, ready;
};

static void *works(void *arg)
{
	struct work *w = arg;
	FILE *f = fopen("/proc/thread-self/schedstat", "re");

	w->tid = (int)syscall(SYS_gettid);
	spin(w->ns);
	in_calls(w->ns);
	in_short_calls(w->ns);
	asleep(2 * w->ns);
	contended(2 * w->ns);
	if (!f || fscanf(f, "%" SCNu64 " %" SCNu64, &w->on, &w->ready) != 2)
		exit(4);
	w->end = now();
	return NULL;
}

int main(int argc, char **argv)
{
	struct work w = { .ns = (argc > 2 ? strtoull(argv[2], NULL, 10) : 100) * 1000000 };
	pthread_t thread;
	uint64_t begin;
	FILE *f;

	if (argc > 1 && !strcmp(argv[1], "spin"))
		for (;;)
			;
	begin = now();
	if (argc < 2 || pthread_create(&thread, NULL, works, &w))
		return 1;
	pthread_join(thread, NULL);
	f = fopen(argv[1], "we");
	if (!f)
		return 5;
	fprintf(f, "%d %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", w.tid, w.end - begin, w.on, w.ready);
	fclose(f);
	return 0;
}

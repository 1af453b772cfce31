// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * attack SECONDS TOPIC...: attacks of a traced program on its tracer. All topics at the same time:
 *
 *	memory	 threads call with memory that others change, protect, unmap, cut off
 *	uffd	 the same, with pages that userfaultfd hands over late, or anew each time
 *	random	 calls, also 32-bit ones, with every register random, without privileges, in namespaces of their own
 *	signals	 64 levels of nested signal frames, with calls in each
 *	execs	 execve from 50 threads at once
 *	reuse	 clone3 with the number of a process that has just ended
 *	tracers	 three tracers, one for each thread of a process, which change its calls
 *
 * The last line is "counted N": so many getppid() were made by topics that end in good order; nobody else makes any.
 */
#include "attack.h"

#include <errno.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOBODY 65534
#define GUARD (1ul << 20)
#define LATE_S 60 /* a topic that has not ended after this many seconds hangs; an emulated machine is slow */

char *region, self[4096];
static unsigned long *count; /* memory that all processes share */
static uint64_t end;

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

bool over(void)
{
	return now() >= end;
}

uint64_t rnd(void)
{
	static _Thread_local uint64_t x;
	static _Thread_local pid_t of; /* a child with a copy of its parent's memory needs a sequence of its own */
	pid_t tid = gettid();

	if (of != tid) {
		of = tid;
		x = (now() ^ (uint64_t)tid << 40) | 1;
	}
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	return x * 0x2545f4914f6cdd1dull;
}

void *somewhere(void)
{
	uint64_t r = rnd() >> 8, page = 4096 * (r % (REGION / 4096));

	switch (rnd() >> 60) {
	case 0:
	case 1:
		return region + REGION - r / 16 % 64;
	case 2:
	case 3:
	case 4:
	case 5:
		return region + page + 4096 - r / 16 % 128;
	case 6:
		return region + r % REGION;
	}
	return region + page + r / 16 % 512 * 8;
}

uint64_t value(void)
{
	switch (rnd() >> 60) {
	case 0:
		return rnd();
	case 1:
		return (uint32_t)rnd();
	case 2:
		return 0 - (rnd() >> 52);
	case 3:
		return 1ull << (rnd() >> 58);
	case 4:
		return 0;
	case 5:
	case 6:
		return rnd() >> 52;
	case 7:
	case 8:
	case 9:
		return rnd() >> 58;
	}
	return (uintptr_t)somewhere();
}

void region_fill(void)
{
	uint64_t words[64];
	struct iovec from = { words, (1 + (rnd() >> 58)) * 8 }, to = { somewhere(), from.iov_len };

	if (rnd() >> 63) {
		syscall(SYS_getrandom, to.iov_base, to.iov_len, 0);
		return;
	}
	for (unsigned i = 0; i < from.iov_len / 8; i++)
		words[i] = value();
	process_vm_writev(getpid(), &from, 1, &to, 1, 0);
}

void counted(void)
{
	syscall(SYS_getppid);
	__atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

void become_nobody(void)
{
	static const struct {
		int what;
		rlim_t most;
	} limits[] = {
		{ RLIMIT_CORE, 0 },	     { RLIMIT_FSIZE, 1 << 16 }, { RLIMIT_NOFILE, 200 },
		{ RLIMIT_MEMLOCK, 1 << 20 }, { RLIMIT_AS, 1 << 30 },	{ RLIMIT_MSGQUEUE, 1 << 16 },
		{ RLIMIT_RTPRIO, 0 },
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
		setrlimit(limits[i].what, &(struct rlimit){ limits[i].most, limits[i].most });
	/* a refusal is not fatal, since what follows runs as nobody */
	unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS);
	if (chdir("/proc/self/fdinfo") || setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
	    setresuid(NOBODY, NOBODY, NOBODY)) {
		perror("attack: become nobody");
		_exit(1);
	}
}

/* ---- all topics ---- */

static const struct topic {
	const char *name;
	int (*run)(void);
} topics[] = {
	{ "memory", topic_memory },   { "uffd", topic_uffd },	{ "random", topic_random },
	{ "signals", topic_signals }, { "execs", topic_execs }, { "reuse", topic_reuse },
	{ "tracers", topic_tracers },
};

#define NTOPICS (sizeof(topics) / sizeof(topics[0]))

static const struct topic *find(const char *name)
{
	for (size_t i = 0; i < NTOPICS; i++)
		if (!strcmp(topics[i].name, name))
			return &topics[i];
	fprintf(stderr, "attack: no topic '%s'\n", name);
	exit(2);
}

/* Waits for all children. A child that hangs is killed, and counts as a failure. */
static int finish(char **names, const pid_t *pids, int n)
{
	int status, failed = 0;

	for (int i = 0; i < n; i++) {
		while (!waitpid(pids[i], &status, WNOHANG)) {
			if (now() > end + LATE_S * 1000000000ull) {
				kill(pids[i], SIGKILL);
				waitpid(pids[i], &status, 0);
				break;
			}
			usleep(10000);
		}
		if (status) {
			fprintf(stderr, "attack: %s ended with status %#x\n", names[i], (unsigned)status);
			failed = 1;
		}
	}
	return failed;
}

int main(int argc, char **argv)
{
	pid_t pids[NTOPICS];
	int failed;

	if (argc < 2) /* the program that the threads of "execs" execute */
		return 0;
	if (argc - 2 > (int)NTOPICS || readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		return 2;
	end = now() + (uint64_t)(atof(argv[1]) * 1e9);
	count = mmap(NULL, sizeof(*count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	/* GUARD bytes around the region are not used, because the kernel writes to the region with random lengths */
	region = mmap(NULL, REGION + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (count == MAP_FAILED || region == MAP_FAILED)
		return 2;
	region += GUARD;
	if (mprotect(region, REGION, PROT_READ | PROT_WRITE))
		return 2;
	for (int i = 0; i < argc - 2; i++) {
		const struct topic *t = find(argv[i + 2]);

		pids[i] = fork();
		if (!pids[i]) {
			setpgid(0, 0);
			_exit(t->run());
		}
	}
	failed = finish(argv + 2, pids, argc - 2);
	printf("counted %lu\n", *count);
	return failed;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Attacks by changes of tasks: signal frames, execve from many threads, process ids that are reused, tracers. */
#include "attack.h"

#include <elf.h>
#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEVELS 64
#define EXEC_THREADS 50
#define TRACERS 3

/* ---- nested signal frames ---- */

static volatile sig_atomic_t depth;

static void on_nested(int sig, siginfo_t *info, void *frame)
{
	char path[16] = "/no/such";

	(void)info;
	(void)frame;
	counted();
	syscall(SYS_faccessat, -100, path, 0);
	if (++depth < LEVELS)
		syscall(SYS_tgkill, getpid(), gettid(), sig == SIGUSR1 ? SIGRTMIN + 3 : SIGUSR1);
	syscall(SYS_write, -1, path, 8);
	depth--;
}

static void on_alarm(int sig)
{
	(void)sig;
	counted();
}

int topic_signals(void)
{
	struct sigaction nested = { .sa_sigaction = on_nested, .sa_flags = SA_SIGINFO | SA_NODEFER };
	struct sigaction alarmed = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	struct itimerval often = { { 0, 1500 }, { 0, 1500 } };

	sigaction(SIGUSR1, &nested, NULL);
	sigaction(SIGRTMIN + 3, &nested, NULL);
	sigaction(SIGALRM, &alarmed, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	while (!over()) {
		syscall(SYS_tgkill, getpid(), gettid(), SIGUSR1);
		usleep(500);
	}
	setitimer(ITIMER_REAL, &(struct itimerval){}, NULL);
	return 0;
}

/* ---- execve by many threads at once ---- */

static pthread_barrier_t gate;

static void *executor(void *arg)
{
	char *argv[] = { "attack", NULL }, *envp[] = { "A=1", NULL };

	(void)arg;
	pthread_barrier_wait(&gate);
	execve(self, argv, envp);
	return NULL;
}

static void exec_all(void)
{
	unsigned n = 0;
	pthread_t t;

	pthread_barrier_init(&gate, NULL, EXEC_THREADS);
	while (n < EXEC_THREADS - 1 && !pthread_create(&t, NULL, executor, NULL))
		n++;
	if (n < EXEC_THREADS - 1)
		_exit(0);
	executor(NULL);
	pause();
}

int topic_execs(void)
{
	while (!over()) {
		pid_t pid = fork();
		int status;

		if (!pid)
			exec_all();
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			return 1;
		usleep(20000);
	}
	return 0;
}

/* ---- process ids that are reused ---- */

static void child_calls(long which)
{
	char name[32];

	snprintf(name, sizeof(name), "reuse%ld", which);
	prctl(PR_SET_NAME, name);
	syscall(SYS_close, 100000 + which);
	/* one in four is killed in the middle of a call */
	if (which % 4 == 0)
		syscall(SYS_exit, 0);
	syscall(SYS_exit_group, 0);
}

int topic_reuse(void)
{
	pid_t again = 0;

	for (long i = 0; !over(); i++) {
		struct clone_args args = { .exit_signal = SIGCHLD };
		int status;
		long pid;

		if (again) {
			args.set_tid = (uintptr_t)&again;
			args.set_tid_size = 1;
		}
		pid = syscall(SYS_clone3, &args, sizeof(args));

		if (!pid)
			child_calls(i);
		/* another process may have the id by now, or the kernel refuses it */
		if (pid < 0 && again) {
			again = 0;
			continue;
		}
		if (pid < 0 || waitpid((pid_t)pid, &status, 0) != pid)
			return 1;
		again = i % 64 ? (pid_t)pid : 0;
		if (i % 32 == 0)
			usleep(1000);
	}
	return 0;
}

/* ---- tracers ---- */

static pid_t *traced; /* shared memory: a thread for each tracer */

static void *tracee(void *slot)
{
	struct timespec nap = { .tv_nsec = 50000 };
	char path[] = "/no/such/file";

	__atomic_store_n((pid_t *)slot, gettid(), __ATOMIC_RELEASE);
	for (unsigned i = 0;; i++) {
		syscall(SYS_faccessat, -100, path, 0);
		syscall(SYS_write, -1, path, i % 16);
		if (i % 8 == 0)
			syscall(SYS_nanosleep, &nap, NULL);
	}
	return NULL;
}

/* Ignores the trap of a single step that arrives after the tracer has detached. */
static void on_trap(int sig)
{
	(void)sig;
}

/* At a stop for a call, replaces the call, removes it, or changes its arguments. */
static void meddle(pid_t tid)
{
#if defined(__x86_64__) || defined(__aarch64__)
	struct user_regs_struct regs;
	struct iovec iov = { &regs, sizeof(regs) };

	if (rnd() >> 62 || ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &iov))
		return;
#if defined(__x86_64__)
	switch (rnd() >> 62) {
	case 0:
		regs.orig_rax = (uint64_t)-1;
		break;
	case 1:
		regs.orig_rax = SYS_getuid;
		break;
	case 2:
		regs.rsi = rnd();
		break;
	case 3:
		regs.orig_rax = 0x7fff0000 + (rnd() >> 48);
		break;
	}
#else
	regs.regs[1] = rnd();
#endif
	ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &iov);
#else
	(void)tid;
#endif
}

/* Resumes a stopped task in one of several ways. */
static long resume(pid_t tid)
{
	switch (rnd() >> 60) {
	case 0:
		return ptrace(PTRACE_SINGLESTEP, tid, NULL, NULL);
	case 1:
		return ptrace(PTRACE_CONT, tid, NULL, NULL) ?: ptrace(PTRACE_INTERRUPT, tid, NULL, NULL);
	}
	return ptrace(PTRACE_SYSCALL, tid, NULL, NULL);
}

static void must(bool done, const char *what)
{
	if (done)
		return;
	perror(what);
	_exit(1);
}

static void tracer(pid_t tid)
{
	int status = 0;

	while (!over()) {
		must(!ptrace(PTRACE_SEIZE, tid, NULL, PTRACE_O_TRACESYSGOOD), "attack: seize");
		must(!ptrace(PTRACE_INTERRUPT, tid, NULL, NULL), "attack: interrupt");
		for (unsigned i = 0; i < 300 && !over(); i++) {
			must(waitpid(tid, &status, __WALL) == tid && WIFSTOPPED(status), "attack: no stop");
			if (WSTOPSIG(status) == (SIGTRAP | 0x80))
				meddle(tid);
			must(!resume(tid), "attack: resume");
		}
		must(!ptrace(PTRACE_INTERRUPT, tid, NULL, NULL), "attack: interrupt at the end");
		must(waitpid(tid, &status, __WALL) == tid && WIFSTOPPED(status), "attack: no stop at the end");
		must(!ptrace(PTRACE_DETACH, tid, NULL, NULL), "attack: detach");
	}
	_exit(0);
}

int topic_tracers(void)
{
	pid_t process, tracers[TRACERS];
	int status, failed = 0;

	traced = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (traced == MAP_FAILED)
		return 1;
	process = fork();
	if (!process) {
		pthread_t t;

		signal(SIGTRAP, on_trap);
		for (unsigned i = 1; i < TRACERS; i++)
			pthread_create(&t, NULL, tracee, &traced[i]);
		tracee(&traced[0]);
	}
	for (unsigned i = 0; i < TRACERS; i++) {
		while (!__atomic_load_n(&traced[i], __ATOMIC_ACQUIRE))
			usleep(1000);
		tracers[i] = fork();
		if (!tracers[i])
			tracer(traced[i]);
	}
	for (unsigned i = 0; i < TRACERS; i++)
		failed |= waitpid(tracers[i], &status, 0) != tracers[i] || status;
	kill(process, SIGKILL);
	waitpid(process, &status, 0);
	return failed;
}

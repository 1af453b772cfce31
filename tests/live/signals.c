// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Sends signals of many kinds to itself, then dies by the one that the first argument names (0: it exits). */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int caught;

static void on_signal(int sig)
{
	caught += sig;
}

static void on_info(int sig, siginfo_t *info, void *ctx)
{
	(void)ctx;
	caught += sig + info->si_value.sival_int;
}

static void handle(int sig, int flags)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = flags };

	if (flags & SA_SIGINFO)
		sa.sa_sigaction = on_info;
	sigaction(sig, &sa, NULL);
}

static void from_ourselves(void)
{
	union sigval v = { .sival_int = 42 };
	sigset_t set;

	handle(SIGUSR1, 0);
	handle(SIGUSR2, SA_SIGINFO);
	handle(SIGRTMIN + 3, SA_SIGINFO | SA_RESTART);
	kill(getpid(), SIGUSR1);
	raise(SIGUSR1);
	sigqueue(getpid(), SIGUSR2, v);
	sigqueue(getpid(), SIGRTMIN + 3, v);
	/* no signal arrives while they are blocked, then both do */
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGUSR1);
	kill(getpid(), SIGUSR2);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Interrupts a sleep that goes on (restart_syscall, or EINTR). */
static void from_a_timer(void)
{
	struct itimerval it = { .it_value.tv_usec = 20000 };
	struct timespec ts = { .tv_nsec = 50000000 };

	handle(SIGALRM, 0);
	setitimer(ITIMER_REAL, &it, NULL);
	nanosleep(&ts, NULL);
	signal(SIGALRM, SIG_IGN);
	setitimer(ITIMER_REAL, &it, NULL);
	nanosleep(&ts, NULL);
}

static void from_a_child(void)
{
	if (!fork())
		_exit(3);
	wait(NULL);
	signal(SIGCHLD, SIG_IGN);
	if (!fork())
		_exit(4);
	wait(NULL);
	signal(SIGCHLD, SIG_DFL);
}

static void stopped(void)
{
	struct timespec ts = { .tv_nsec = 30000000 };
	pid_t pid = getpid();

	if (!fork()) {
		nanosleep(&ts, NULL);
		kill(pid, SIGCONT);
		_exit(0);
	}
	raise(SIGSTOP);
	wait(NULL);
}

int main(int argc, char **argv)
{
	int sig = argc > 1 ? atoi(argv[1]) : 0;

	from_ourselves();
	from_a_timer();
	from_a_child();
	stopped();
	if (sig == SIGSEGV)
		*(volatile int *)mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) = 1;
	else if (sig)
		raise(sig);
	return caught ? 0 : 1;
}

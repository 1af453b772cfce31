// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "reap.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>

#define OTHERS 16 /* pids that are kept until reap__other() takes them; further ones are dropped */
/* These variables are written by the handler. */
static volatile pid_t command;
static volatile int command_status;
static volatile sig_atomic_t command_ended;
static volatile pid_t others[OTHERS];
static volatile sig_atomic_t nothers;

static void on_child(int sig)
{
	int err = errno, status;
	pid_t pid;

	(void)sig;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == command && !command_ended) {
			command_status = status;
			command_ended = true;
		} else if (nothers < OTHERS) {
			others[nothers] = pid;
			nothers++;
		}
	}
	errno = err;
}

void reap__begin(pid_t pid)
{
	struct sigaction sa = { .sa_handler = on_child, .sa_flags = SA_RESTART | SA_NOCLDSTOP };

	command = pid;
	sigaction(SIGCHLD, &sa, NULL);
	/* for children that have already ended */
	raise(SIGCHLD);
}

static void block_child(sigset_t *old)
{
	sigset_t block;

	sigemptyset(&block);
	sigaddset(&block, SIGCHLD);
	sigprocmask(SIG_BLOCK, &block, old);
}

bool reap__command(int *status)
{
	sigset_t old;

	block_child(&old);
	/* waitpid() in the handler may have failed */
	if (!command_ended)
		on_child(SIGCHLD);
	sigprocmask(SIG_SETMASK, &old, NULL);
	*status = command_status;
	return command_ended;
}

pid_t reap__other(void)
{
	sigset_t old;
	pid_t pid = 0;

	if (!nothers)
		return 0;
	block_child(&old);
	if (nothers) {
		nothers--;
		pid = others[nothers];
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	return pid;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"

static int ready = -1;	  /* pipe to the parent that waits, or -1 */
static int pid_file = -1; /* locked as long as this process exists */
static const char *pid_path;

/* Waits until the child is ready or has ended, and exits as it did. */
static __attribute__((noreturn)) void wait_ready(pid_t child, int from)
{
	int status = 0;
	ssize_t n;
	char c;

	do
		n = read(from, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1)
		_exit(0);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static int go_background(const struct options *o)
{
	int fds[2];
	pid_t pid;

	signal(SIGCHLD, SIG_DFL); /* if it were ignored, the child's status would be lost */
	if (pipe2(fds, O_CLOEXEC) || (pid = fork()) < 0) {
		complain(o, "--background: %s", strerror(errno));
		return 1;
	}
	if (pid) {
		close(fds[1]);
		wait_ready(pid, fds[0]);
	}
	close(fds[0]);
	ready = fds[1];
	/* ^C ends the parent, and with it this process, as long as tracing has not begun */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	setsid();
	return 0;
}

/* Returns the number in the pid file of another process, or 0. */
static long other_pid(void)
{
	char text[24] = "";

	return read(pid_file, text, sizeof(text) - 1) > 0 ? strtol(text, NULL, 10) : 0;
}

static int open_pid_file(const struct options *o)
{
	const char *path = pid_path = o->when.pid_file;
	int err;

	pid_file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
	err = pid_file < 0 || flock(pid_file, LOCK_EX | LOCK_NB) ? errno : 0;
	if (err == EWOULDBLOCK)
		complain(o, "--pid-file: %s is in use by process %ld: end that, or name another file", path,
			 other_pid());
	else if (err || ftruncate(pid_file, 0) || dprintf(pid_file, "%d\n", (int)getpid()) < 0)
		complain(o, "--pid-file: %s: %s", path, strerror(err ?: errno));
	else
		return 0;
	if (pid_file >= 0)
		close(pid_file);
	pid_file = -1;
	return 1;
}

int daemon__start(const struct options *o)
{
	if (o->when.background && go_background(o))
		return 1;
	return o->when.pid_file ? open_pid_file(o) : 0;
}

/* Opens /dev/null in place of the standard streams. */
static void leave_terminal(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct stat st;

	for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
		if (fd != STDERR_FILENO || fstat(fd, &st) || !S_ISREG(st.st_mode))
			dup2(null, fd);
	if (null > STDERR_FILENO)
		close(null);
}

void daemon__ready(const struct options *o)
{
	if (!o->when.background)
		return;
	leave_terminal();
	prctl(PR_SET_PDEATHSIG, 0);
	/* EPIPE: the parent was killed; it would have sent SIGTERM before the line above */
	if (write(ready, "\n", 1) < 0)
		return;
	close(ready);
	ready = -1;
}

void daemon__end(void)
{
	if (pid_file >= 0)
		unlink(pid_path);
}

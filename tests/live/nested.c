// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * nested [-l LEVELS] [-p PROC] [-T] [-S] [-r DIR] CMD [ARGS]: runs CMD in a new
 * pid namespace (or LEVELS of them, one in the other; 0: in this one), with its
 * own mounts:
 *	-p own		/proc is that of the innermost namespace
 *	-p keep		/proc stays what it is
 *	-p none		there is none
 *	-p foreign	it is that of a namespace beside ours, where the first numbers are all decoys'
 *	-T		no tracefs
 *	-S		no /sys
 *	-r DIR		in a chroot: DIR becomes a second view of / (mounted there)
 * The exit status is CMD's.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define DECOYS 60

static void die(const char *what)
{
	fprintf(stderr, "nested: %s: %s\n", what, strerror(errno));
	exit(126);
}

/* fork() into a new pid namespace */
static pid_t fork_below(void)
{
	pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);

	if (pid < 0)
		die("clone");
	if (!pid)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

/* Waits until pid has ended, and for orphans, which the first process of a namespace inherits. */
static int status_of(pid_t pid)
{
	int status;
	pid_t w;

	do
		w = wait(&status);
	while (w != pid && (w >= 0 || errno == EINTR));
	if (w < 0)
		die("wait");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void mount_proc(void)
{
	if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL))
		die("mount /proc");
}

static void decoys(int ready)
{
	mount_proc();
	for (int i = 0; i < DECOYS; i++)
		if (!fork()) {
			close(ready);
			prctl(PR_SET_NAME, "decoy");
			pause();
			_exit(0);
		}
	close(ready);
	pause();
	_exit(0);
}

static void foreign_proc(void)
{
	int fds[2];
	char c;

	if (pipe(fds))
		die("pipe");
	if (!fork_below()) {
		close(fds[0]);
		decoys(fds[1]);
	}
	close(fds[1]);
	if (read(fds[0], &c, 1) < 0)
		die("read");
	close(fds[0]);
}

static void no_mounts(const char *path)
{
	while (!umount2(path, MNT_DETACH))
		;
}

static void set_proc(const char *proc)
{
	if (!strcmp(proc, "own"))
		mount_proc();
	else if (!strcmp(proc, "none"))
		no_mounts("/proc");
	else if (strcmp(proc, "keep") != 0 && strcmp(proc, "foreign") != 0)
		die(proc);
}

static void set_root(const char *dir)
{
	char cwd[4096];

	if (!getcwd(cwd, sizeof(cwd)))
		die("getcwd");
	if (mount("/", dir, NULL, MS_BIND | MS_REC, NULL) || chroot(dir) || chdir(cwd))
		die(dir);
}

int main(int argc, char **argv)
{
	const char *proc = "keep", *root = NULL;
	int levels = 1, opt, no_trace = 0, no_sys = 0;
	pid_t pid;

	while ((opt = getopt(argc, argv, "+l:p:r:TS")) != -1)
		switch (opt) {
		case 'l':
			levels = atoi(optarg);
			break;
		case 'p':
			proc = optarg;
			break;
		case 'r':
			root = optarg;
			break;
		case 'T':
			no_trace = 1;
			break;
		case 'S':
			no_sys = 1;
			break;
		default:
			return 126;
		}
	if (optind >= argc)
		return 126;
	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		die("unshare");
	if (!levels && !strcmp(proc, "foreign"))
		foreign_proc();
	for (int i = 0; i < levels; i++) {
		/* this namespace is beside the innermost one: the tasks there have no number in it */
		if (i == levels - 1 && !strcmp(proc, "foreign"))
			foreign_proc();
		pid = fork_below();
		if (pid)
			return status_of(pid);
	}
	set_proc(proc);
	if (no_trace) {
		no_mounts("/sys/kernel/tracing");
		no_mounts("/sys/kernel/debug");
	}
	if (no_sys)
		no_mounts("/sys");
	if (root)
		set_root(root);
	pid = fork();
	if (!pid) {
		execvp(argv[optind], argv + optind);
		die(argv[optind]);
	}
	return status_of(pid);
}

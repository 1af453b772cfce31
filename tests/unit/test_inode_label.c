// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Which file a path of a traced process names. Files can have contexts on a kernel without SELinux, too. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "abi/sctrace_abi.h"
#include "skip.h"
#include "enrich/seccontext/inode_label.h"
#include "util/procfs.h"

#define TEXT_A "system_u:object_r:a_t:s0"
#define TEXT_B "system_u:object_r:b_t:s0"

static char dir[64];
static int proc;

static void label(const char *name, const char *context)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	close(fd);
	if (setxattr(path, "security.selinux", context, strlen(context) + 1, 0))
		SKIP("files cannot have contexts here");
}

static void setup(void)
{
	char text[] = "/dev/shm/labelsXXXXXX";

	cr_assert(mkdtemp(text));
	strcpy(dir, text);
	proc = procfs__open();
	label("a", TEXT_A);
	label("b", TEXT_B);
}

static void teardown(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	cr_assert(!system(command));
	close(proc);
}

TestSuite(inode_label, .init = setup, .fini = teardown);

static struct path_of path_in(pid_t pid, const char *path)
{
	return (struct path_of){ .tid = (uint32_t)pid, .tgid = (uint32_t)pid, .path = path, .dir = SCT_AT_FDCWD };
}

static uint64_t ino_of(const char *path)
{
	struct stat st;

	cr_assert(!stat(path, &st), "%s", path);
	return st.st_ino;
}

/* A child that has this working directory and root; it lives until it is killed. */
static pid_t child(const char *cwd, const char *root)
{
	int ready[2];
	pid_t pid;
	char c;

	cr_assert(!pipe(ready));
	pid = fork();
	if (!pid) {
		c = (root && chroot(root)) || (cwd && chdir(cwd));
		(void)!write(ready[1], &c, 1);
		pause();
		_exit(0);
	}
	cr_assert(read(ready[0], &c, 1) == 1 && !c);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void leads_to(const struct path_of *p, const char *context, const char *name)
{
	char path[128];
	struct inode_label l;

	cr_assert(inode_label__get(&l, proc, p), "%s", p->path);
	cr_assert_str_eq(l.context, context);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	cr_assert_str_eq(l.path, path);
	cr_assert(S_ISREG(l.mode));
}

static void leads_nowhere(const struct path_of *p)
{
	struct inode_label l;

	cr_assert(!inode_label__get(&l, proc, p), "%s", p->path);
}

Test(inode_label, absolute)
{
	char path[128], link[PATH_MAX + 16];
	struct path_of p = path_in(getpid(), path);

	snprintf(path, sizeof(path), "%s/a", dir);
	leads_to(&p, TEXT_A, "a");
	snprintf(link, sizeof(link), "%s/link", dir);
	cr_assert(!symlink(path, link));
	p.path = link;
	leads_to(&p, TEXT_A, "a");
	p.path = "";
	leads_nowhere(&p);
	p.path = "/nonexistent/file";
	leads_nowhere(&p);
	/* the context of a directory without one */
	p.path = dir;
	leads_nowhere(&p);
}

Test(inode_label, relative)
{
	pid_t pid = child(dir, NULL);
	struct path_of p = path_in(pid, "b");

	p.dir_path = dir;
	p.dir_ino = ino_of(dir);
	leads_to(&p, TEXT_B, "b");
	p.path = "../../../../../../../../../../nonexistent/../a";
	leads_nowhere(&p);
	p.path = "./a";
	leads_to(&p, TEXT_A, "a");
	/* the path of the task's directory is not known */
	p.dir_path = NULL;
	leads_nowhere(&p);
	/* the task has changed its directory, and the path of the old one no longer exists */
	p.dir_path = "/nonexistent";
	leads_nowhere(&p);
	/* or the path names another directory now */
	p.dir_path = "/dev/shm";
	leads_nowhere(&p);
	end(pid);
	/* the task has ended; the directory still exists */
	p.dir_path = dir;
	leads_to(&p, TEXT_A, "a");
	p.dir_ino++;
	leads_nowhere(&p);
}

Test(inode_label, descriptor)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY);
	struct path_of p = path_in(getpid(), "a");

	p.dir = fd;
	p.dir_path = dir;
	p.dir_ino = ino_of(dir);
	leads_to(&p, TEXT_A, "a");
	/* the descriptor has been closed, and its number is another file's */
	cr_assert(dup2(open("/", O_RDONLY), fd) == fd);
	leads_to(&p, TEXT_A, "a");
	p.dir_ino++;
	leads_nowhere(&p);
}

Test(inode_label, other_root)
{
	char path[128];
	bool elsewhere = false;
	struct path_of p;
	pid_t pid;

	if (geteuid())
		SKIP("needs root");
	pid = child("/", dir);
	p = path_in(pid, "/a");
	leads_to(&p, TEXT_A, "a");
	/* ".." does not lead out of the root of the task */
	p.path = "/../../b";
	leads_to(&p, TEXT_B, "b");
	snprintf(path, sizeof(path), "%s/link", dir);
	cr_assert(!symlink("/b", path));
	p.path = "/link";
	leads_to(&p, TEXT_B, "b");
	cr_assert(inode_label__elsewhere(proc, p.tid, &elsewhere) && elsewhere);
	end(pid);
	cr_assert(!inode_label__elsewhere(proc, p.tid, &elsewhere));
	/* after the end of the task, its paths must not be looked up in the reader's root */
	snprintf(path, sizeof(path), "%s/a", dir);
	p.path = path;
	p.elsewhere = true;
	leads_nowhere(&p);
	p.elsewhere = false;
	leads_to(&p, TEXT_A, "a");
	cr_assert(inode_label__elsewhere(proc, (uint32_t)getpid(), &elsewhere) && !elsewhere);
}

/* /proc/self means the traced task, not the reader; paths whose look-up would open something are not looked up. */
Test(inode_label, proc_and_fifos)
{
	char path[128];
	struct path_of p = path_in(getpid(), path);
	struct inode_label l;

	snprintf(path, sizeof(path), "%s/fifo", dir);
	cr_assert(!mkfifo(path, 0600));
	cr_assert(!setxattr(path, "security.selinux", TEXT_A, sizeof(TEXT_A), 0));
	alarm(20);
	cr_assert(inode_label__get(&l, proc, &p));
	cr_assert_str_eq(l.context, TEXT_A);
	cr_assert(S_ISFIFO(l.mode));
	snprintf(path, sizeof(path), "/proc/self/root%.64s/a", dir);
	leads_nowhere(&p);
	snprintf(path, sizeof(path), "/proc/self/exe");
	leads_nowhere(&p);
}

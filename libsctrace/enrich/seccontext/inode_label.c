// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/seccontext/inode_label.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <linux/openat2.h>

#include "abi/sctrace_abi.h"

#define XATTR "security.selinux"

static int open_place(int dir, const char *path)
{
	return openat(dir, path, O_PATH | O_CLOEXEC);
}

/* Reads a link of /proc to text, which is "" if the link does not exist. */
static void read_link(char text[PATH_MAX], int dir, const char *link)
{
	ssize_t n = readlinkat(dir, link, text, PATH_MAX - 1);

	text[n > 0 ? n : 0] = '\0';
}

/* Opens the directory that a relative path begins at. Returns -1 if it cannot be found any more. */
static int open_dir(int proc, const struct path_of *p)
{
	char link[64], now[PATH_MAX];
	struct stat st;
	int fd;

	if (!p->dir_path)
		return -1;
	if (p->dir == SCT_AT_FDCWD)
		snprintf(link, sizeof(link), "%u/cwd", p->tid);
	else
		snprintf(link, sizeof(link), "%u/fd/%d", p->tid, p->dir);
	/* check that the process has not changed its directory, or reused the descriptor */
	read_link(now, proc, link);
	if (!strcmp(now, p->dir_path)) {
		fd = open_place(proc, link);
		if (fd >= 0)
			return fd;
	}
	fd = open_place(AT_FDCWD, p->dir_path);
	if (fd >= 0 && (fstat(fd, &st) || st.st_ino != p->dir_ino)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int open_root(int proc, const struct path_of *p)
{
	char link[32];
	int fd;

	snprintf(link, sizeof(link), "%u/root", p->tid);
	fd = open_place(proc, link);
	return fd >= 0 || p->elsewhere ? fd : open_place(AT_FDCWD, "/");
}

/* Returns the path, with the traced task's directories in place of /proc/self and /proc/thread-self. */
static const char *own_proc(const struct path_of *p, char text[PATH_MAX])
{
	static const char self[] = "/proc/self", thread[] = "/proc/thread-self";
	size_t n = !strncmp(p->path, self, sizeof(self) - 1) ? sizeof(self) - 1 : 0;

	if (!strncmp(p->path, thread, sizeof(thread) - 1))
		n = sizeof(thread) - 1;
	if (!n || (p->path[n] && p->path[n] != '/'))
		return p->path;
	if (n == sizeof(self) - 1)
		snprintf(text, PATH_MAX, "/proc/%u%s", p->tgid, p->path + n);
	else
		snprintf(text, PATH_MAX, "/proc/%u/task/%u%s", p->tgid, p->tid, p->path + n);
	return text;
}

/* Opens the file with O_PATH, within the process's root, which neither links nor ".." can leave. */
static int open_file(int proc, const struct path_of *p)
{
	struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_MAGICLINKS };
	bool absolute = *p->path == '/';
	char own[PATH_MAX];
	int dir = absolute ? open_root(proc, p) : open_dir(proc, p), fd;

	if (dir < 0)
		return -1;
	if (absolute)
		how.resolve |= RESOLVE_IN_ROOT;
	fd = (int)syscall(SYS_openat2, dir, own_proc(p, own), &how, sizeof(how));
	close(dir);
	return fd;
}

bool inode_label__get(struct inode_label *out, int proc, const struct path_of *p)
{
	char link[64];
	struct stat st;
	ssize_t n;
	int fd = *p->path ? open_file(proc, p) : -1;

	if (fd < 0)
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = getxattr(link, XATTR, out->context, sizeof(out->context) - 1);
	if (n > 0) {
		out->context[n] = '\0';
		read_link(out->path, AT_FDCWD, link);
		out->mode = fstat(fd, &st) ? 0 : st.st_mode;
	}
	close(fd);
	return n > 0;
}

static bool differs(const struct stat *a, const struct stat *b)
{
	return a->st_dev != b->st_dev || a->st_ino != b->st_ino;
}

bool inode_label__elsewhere(int proc, uint32_t tid, bool *elsewhere)
{
	struct stat root, mounts, own_root, own_mounts;
	char link[32];

	snprintf(link, sizeof(link), "%u/root", tid);
	if (fstatat(proc, link, &root, 0) || stat("/", &own_root))
		return false;
	snprintf(link, sizeof(link), "%u/ns/mnt", tid);
	if (fstatat(proc, link, &mounts, 0) || fstatat(proc, "self/ns/mnt", &own_mounts, 0))
		return false;
	*elsewhere = differs(&root, &own_root) || differs(&mounts, &own_mounts);
	return true;
}

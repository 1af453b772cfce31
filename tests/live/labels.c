// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * labels load FILE: loads this SELinux policy into the kernel
 * labels set CONTEXT PATH...: sets the contexts of files
 * labels run DIR: makes calls on paths and descriptors in DIR, in two contexts
 * labels many FILE: calls fdatasync() of FILE in as many contexts as the policy's categories make, and prints what the
 * kernel says
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define XATTR "security.selinux"
#define SECRET "system_u:object_r:secret_t:s0"
#define ETC "system_u:object_r:etc_t:s0"
#define WORKER "worker_u:system_r:worker_t:s0-s1:c0,c1,c3.c70"

static int failed(const char *what)
{
	perror(what);
	return 1;
}

/* Loads a policy, which must be written in one piece. */
static int load(const char *path)
{
	static char policy[1 << 20];
	int in = open(path, O_RDONLY), out;
	ssize_t n = in < 0 ? -1 : read(in, policy, sizeof(policy));

	if (n <= 0)
		return failed(path);
	mkdir("/sys/fs/selinux", 0755);
	if (mount("selinuxfs", "/sys/fs/selinux", "selinuxfs", 0, NULL) && errno != EBUSY)
		return failed("/sys/fs/selinux");
	out = open("/sys/fs/selinux/load", O_WRONLY);
	if (out < 0 || write(out, policy, (size_t)n) != n)
		return failed("/sys/fs/selinux/load");
	return 0;
}

static int set(const char *path, const char *context)
{
	return setxattr(path, XATTR, context, strlen(context) + 1, 0) ? failed(path) : 0;
}

/* Sets the security context of this thread. */
static int become(const char *context)
{
	int fd = open("/proc/self/attr/current", O_WRONLY);

	if (fd < 0 || write(fd, context, strlen(context)) < 0)
		return failed(context);
	close(fd);
	return 0;
}

/* Makes a process that ends before the reader can look it up in /proc. */
static void child(void)
{
	if (!fork()) {
		syscall(SYS_faccessat, AT_FDCWD, "etc", R_OK);
		_exit(0);
	}
	wait(NULL);
}

static int run(const char *dir)
{
	int fd, at, pair[2], saved;
	struct stat st;

	if (chdir(dir))
		return failed(dir);
	at = open(".", O_RDONLY | O_DIRECTORY);
	fd = openat(at, "etc", O_RDONLY);
	if (fd < 0 || set("moving", ETC))
		return failed("etc");
	syscall(SYS_truncate, "secret", 0);
	fdatasync(fd);
	saved = openat(AT_FDCWD, "moving", O_RDONLY);
	fdatasync(saved);
	/* the same file of the same descriptor, with another context */
	if (set("moving", SECRET))
		return 1;
	fdatasync(saved);
	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	shutdown(pair[0], SHUT_RDWR);
	syscall(SYS_truncate, "none", 0);
	fstat(fd, &st);
	if (become(WORKER))
		return 1;
	fdatasync(fd);
	child();
	return 0;
}

static int many(const char *path)
{
	static const char *const categories[] = { "c0", "c1", "c2", "c3", "c4", "c70" };
	int fd = open(path, O_RDONLY);
	char text[256];

	for (unsigned bits = 0; bits < 1u << 6; bits++) {
		size_t n = (size_t)snprintf(text, sizeof(text), "system_u:object_r:etc_t:s0");
		char sep = ':';
		ssize_t got;

		for (unsigned i = 0; i < 6; i++)
			if (bits >> i & 1) {
				n += (size_t)snprintf(text + n, sizeof(text) - n, "%c%s", sep, categories[i]);
				sep = ',';
			}
		if (set(path, text))
			return 1;
		fdatasync(fd);
		got = fgetxattr(fd, XATTR, text, sizeof(text));
		if (got <= 0)
			return failed(path);
		puts(text);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "load"))
		return load(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "run"))
		return run(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "many"))
		return many(argv[2]);
	for (int i = 3; argc > 3 && !strcmp(argv[1], "set") && i < argc; i++)
		if (set(argv[i], argv[2]))
			return 1;
	return argc > 3 ? 0 : 2;
}

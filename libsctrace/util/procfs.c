// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/procfs.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>

#include "util/caps.h"

static int open_below(int proc, int flags, const char *fmt, va_list ap)
{
	char path[64];

	vsnprintf(path, sizeof(path), fmt, ap);
	return caps__openat(proc, path, O_RDONLY | flags);
}

FILE *procfs__file(int proc, const char *fmt, ...)
{
	FILE *f = NULL;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	fd = open_below(proc, 0, fmt, ap);
	va_end(ap);
	if (fd >= 0)
		f = fdopen(fd, "r");
	if (fd >= 0 && !f)
		close(fd);
	return f;
}

DIR *procfs__dir(int proc, const char *fmt, ...)
{
	DIR *dir = NULL;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	fd = open_below(proc, O_DIRECTORY, fmt, ap);
	va_end(ap);
	if (fd >= 0)
		dir = fdopendir(fd);
	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

const char *procfs__stat(int proc, pid_t tid, char *text, size_t size)
{
	FILE *f = procfs__file(proc, "%d/stat", (int)tid);
	char *name_end;
	size_t n;

	if (!f)
		return NULL;
	n = fread(text, 1, size - 1, f);
	fclose(f);
	text[n] = '\0';
	name_end = strrchr(text, ')');
	return name_end ? name_end + 1 : NULL;
}

/*
 * Returns true if proc is a procfs of this process's PID namespace. NSpid in proc_pid_status(5) has this process's
 * number in each namespace from the mount's down to its own; in the procfs of an unrelated namespace there is no
 * self.
 */
static bool is_own(int proc)
{
	char line[256];
	struct statfs fs;
	unsigned levels = 1;
	FILE *f;

	if (fstatfs(proc, &fs) || fs.f_type != PROC_SUPER_MAGIC)
		return false;
	f = procfs__file(proc, "self/status");
	if (!f)
		return false;
	while (fgets(line, sizeof(line), f)) {
		if (strncmp(line, "NSpid:", 6))
			continue;
		levels = 0;
		for (const char *p = line; *p; p++)
			levels += *p == '\t';
		break;
	}
	fclose(f);
	return levels == 1;
}

/* Creates a detached mount of procfs, which goes away when its descriptor is closed. Returns the descriptor or -1. */
static int mount_own(void)
{
	int fs = fsopen("proc", FSOPEN_CLOEXEC), fd = -1;

	if (fs >= 0 && !fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		fd = fsmount(fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
	if (fs >= 0)
		close(fs);
	return fd;
}

int procfs__open(void)
{
	int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0 && is_own(fd))
		return fd;
	if (fd >= 0)
		close(fd);
	return mount_own();
}

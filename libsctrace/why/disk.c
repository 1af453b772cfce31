// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The file, file system and device that a call on a disk waits for. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "util/procfs.h"
#include "why/edges.h"

#define NAME 64

/* Reads the first line of a file of sysfs. Returns false if there is none. */
static bool sys_read(unsigned major, unsigned minor, const char *file, char *text, size_t size)
{
	char path[128];
	FILE *f;
	bool any;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s", major, minor, file);
	f = fopen(path, "re");
	any = f && fgets(text, (int)size, f);
	if (f)
		fclose(f);
	if (any)
		text[strcspn(text, "\n")] = '\0';
	return any && *text;
}

/* Writes the device's name, and what is known of its state: "dm-0 (data), suspended, 3 requests in progress". */
static void device_text(unsigned major, unsigned minor, char *text, size_t size)
{
	char path[64], link[256], line[NAME];
	unsigned reads = 0, writes = 0;
	const char *name;
	ssize_t n;
	size_t len;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", major, minor);
	n = readlink(path, link, sizeof(link) - 1);
	link[n > 0 ? n : 0] = '\0';
	name = strrchr(link, '/');
	len = (size_t)snprintf(text, size, "%s", name ? name + 1 : path + strlen("/sys/dev/block/"));
	if (sys_read(major, minor, "dm/name", line, sizeof(line)) && len < size)
		len += (size_t)snprintf(text + len, size - len, " (%s)", line);
	if (sys_read(major, minor, "loop/backing_file", line, sizeof(line)) && len < size)
		len += (size_t)snprintf(text + len, size - len, " (%s)", line);
	if (sys_read(major, minor, "dm/suspended", line, sizeof(line)) && *line == '1' && len < size)
		len += (size_t)snprintf(text + len, size - len, ", suspended");
	if (sys_read(major, minor, "inflight", line, sizeof(line)) && sscanf(line, "%u %u", &reads, &writes) == 2 &&
	    reads + writes && len < size)
		snprintf(text + len, size - len, ", %u request%s in progress", reads + writes,
			 reads + writes == 1 ? "" : "s");
}

/* Returns the mount that a descriptor's file is in, from its fdinfo, or -1. */
static int mount_of(const struct why_look *l, uint32_t tid, int fd)
{
	FILE *f = procfs__file(l->proc, "%u/fdinfo/%d", tid, fd);
	char line[256];
	int id = -1;

	while (f && id < 0 && fgets(line, sizeof(line), f))
		sscanf(line, "mnt_id: %d", &id);
	if (f)
		fclose(f);
	return id;
}

struct mount {
	unsigned major, minor;
	char type[NAME], source[NAME];
};

/* Reads a mount from mountinfo, proc(5): "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw". */
static bool mount_read(const struct why_look *l, uint32_t tid, int id, struct mount *m)
{
	FILE *f = procfs__file(l->proc, "%u/mountinfo", tid);
	char line[4096];
	bool found = false;
	int one;

	while (f && !found && fgets(line, sizeof(line), f)) {
		const char *rest = strstr(line, " - ");

		found = sscanf(line, "%d %*d %u:%u", &one, &m->major, &m->minor) == 3 && one == id && rest &&
			sscanf(rest, " - %63s %63s", m->type, m->source) == 2;
	}
	if (f)
		fclose(f);
	return found;
}

void why_disk__text(const struct why_look *l, uint32_t task, int fd, char *text, size_t size)
{
	const struct sct_why_task *t = &l->tasks[task];
	unsigned major = t->file.rdev >> 20, minor = t->file.rdev & 0xfffff;
	char path[WHY_OBJECT / 4], device[WHY_OBJECT / 4], limit[WHY_OBJECT / 4] = "";
	struct mount m = {};

	why_files__text(l, task, fd, &t->file, path, sizeof(path));
	if (S_ISBLK(t->file.mode)) {
		device_text(major, minor, device, sizeof(device));
		why_cgroup__io(l, task, major, minor, limit, sizeof(limit));
		snprintf(text, size, "%s on %s%s", path, device, limit);
		return;
	}
	if (!mount_read(l, t->tid, mount_of(l, t->tid, fd), &m)) {
		snprintf(text, size, "%s", path);
		return;
	}
	if (!m.major) { /* no device of its own: NFS, btrfs, overlay */
		snprintf(text, size, "%s on %s of %s", path, m.type, m.source);
		return;
	}
	device_text(m.major, m.minor, device, sizeof(device));
	why_cgroup__io(l, task, m.major, m.minor, limit, sizeof(limit));
	snprintf(text, size, "%s on %s of %s%s", path, m.type, device, limit);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "attach/process_seed.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/caps.h"
#include "util/clock.h"
#include "util/procfs.h"

#define ARGS_MAX 4095	 /* as the kernel's records have at most */
#define TICK_NS 10000000 /* unit of times in /proc/PID/stat, ns */

struct seed {
	struct sct_process x;
	uint8_t data[2 * (sizeof(struct sct_chunk) + sizeof(struct sct_file) + PATH_MAX + 8) +
		     sizeof(struct sct_chunk) + ARGS_MAX + 8 + sizeof(struct sct_chunk) +
		     sizeof(struct sct_namespaces)];
};

struct process_stat {
	unsigned ppid, session;
	unsigned long long start;
};

/* Reads /proc/TID/stat, proc(5). Returns false if it cannot. */
static bool stat_read(int proc, pid_t tid, struct process_stat *s)
{
	char text[1024];
	const char *fields = procfs__stat(proc, tid, text, sizeof(text));

	return fields &&
	       sscanf(fields, " %*c %u %*d %u %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
		      &s->ppid, &s->session, &s->start) == 3;
}

/* Reads the real and effective ids from /proc/TID/status. */
static void ids_read(int proc, pid_t tid, struct sct_process *x)
{
	FILE *f = procfs__file(proc, "%d/status", (int)tid);
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		sscanf(line, "Uid: %u %u", &x->owner.uid, &x->euid);
		sscanf(line, "Gid: %u %u", &x->gid, &x->egid);
	}
	if (f)
		fclose(f);
}

static void chunk_add(struct seed *s, unsigned part, const void *head, size_t size, const void *data, size_t len)
{
	const struct sct_chunk c = { .part = (uint8_t)part, .len = (int32_t)(size + len) };
	uint8_t *to = s->data + s->x.data_len;

	memcpy(to, &c, sizeof(c));
	if (size)
		memcpy(to + sizeof(c), head, size);
	if (len)
		memcpy(to + sizeof(c) + size, data, len);
	s->x.data_len += (uint32_t)(sizeof(c) + ((size + len + 7) & ~(size_t)7));
}

static void namespaces_add(int proc, pid_t tid, struct seed *s)
{
	static const char *const names[SCT_NS_MAX] = { "cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts" };
	struct sct_namespaces n = {};
	char path[64];
	struct stat st;

	for (unsigned i = 0; i < SCT_NS_MAX; i++) {
		snprintf(path, sizeof(path), "%d/ns/%s", (int)tid, names[i]);
		n.inum[i] = fstatat(proc, path, &st, 0) ? 0 : (uint32_t)st.st_ino;
	}
	chunk_add(s, SCT_PART_NAMESPACES, &n, sizeof(n), NULL, 0);
}

/* Adds the file that a link in /proc leads to. fd: SCT_AT_FDCWD or SCT_AT_EXE */
static void link_add(int proc, pid_t tid, const char *link, int32_t fd, struct seed *s)
{
	static const char deleted[] = " (deleted)", memfd[] = "/memfd:";
	struct sct_file f = { .fd = fd, .slot = SCT_FD_NO_SLOT };
	size_t mark = sizeof(deleted) - 1, from = 0;
	char path[64], name[PATH_MAX];
	struct stat st;
	ssize_t n;

	snprintf(path, sizeof(path), "%d/%s", (int)tid, link);
	n = caps__readlinkat(proc, path, name, sizeof(name));
	if (n <= 0)
		return;
	if (!fstatat(proc, path, &st, 0)) {
		f.ino = st.st_ino;
		f.mode = st.st_mode;
		if (!st.st_nlink && (size_t)n > mark && !memcmp(name + n - mark, deleted, mark)) {
			f.flags = SCT_FILE_DELETED;
			n -= (ssize_t)mark;
		}
	}
	if (f.flags && (size_t)n >= sizeof(memfd) - 1 && !memcmp(name, memfd, sizeof(memfd) - 1)) {
		f.kind = SCT_FILE_NAMELESS;
		f.flags = 0;
		from = 1;
	}
	chunk_add(s, SCT_PART_FILE, &f, sizeof(f), name + from, (size_t)n - from);
}

static void args_add(int proc, pid_t tid, struct seed *s)
{
	FILE *f = procfs__file(proc, "%d/cmdline", (int)tid);
	char text[ARGS_MAX];
	size_t n = f ? fread(text, 1, sizeof(text), f) : 0, more = n;
	char rest[4096];

	s->x.args_len = (uint32_t)n;
	while (f && more) {
		more = fread(rest, 1, sizeof(rest), f);
		s->x.args_len += (uint32_t)more;
	}
	if (f)
		fclose(f);
	if (n)
		chunk_add(s, SCT_PART_SELF, NULL, 0, text, n);
}

int process_seed__emit(int proc, pid_t tid, pid_t tgid, const char comm[16], record_fn *fn, void *ctx)
{
	struct process_stat own, parent;
	struct seed *s;
	int err;

	if (!stat_read(proc, tgid, &own))
		return 0;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->x.rec = (struct sct_rec){
		.ts = now_ns(),
		.tid = (uint32_t)tid,
		.tgid = (uint32_t)tgid,
		.type = SCT_REC_PROCESS,
		.flags = SCT_F_WHOLE,
		.cpu = SCT_CPU_NONE,
	};
	s->x.start = own.start * TICK_NS;
	s->x.owner.parent = own.ppid;
	s->x.session = own.session;
	if (own.ppid && stat_read(proc, (pid_t)own.ppid, &parent))
		s->x.parent_start = parent.start * TICK_NS;
	memcpy(s->x.comm, comm, sizeof(s->x.comm));
	s->x.comm[sizeof(s->x.comm) - 1] = '\0';
	ids_read(proc, tid, &s->x);
	namespaces_add(proc, tid, s);
	link_add(proc, tid, "cwd", SCT_AT_FDCWD, s);
	link_add(proc, tid, "exe", SCT_AT_EXE, s);
	args_add(proc, tid, s);
	err = fn(ctx, &s->x.rec, sizeof(s->x) + s->x.data_len);
	free(s);
	return err;
}

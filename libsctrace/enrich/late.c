// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/late.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lookup/abi.h"
#include "lookup/select.h"
#include "attach/capture_user.h"
#include "plan/plan.h"
#include "util/caps.h"
#include "util/procfs.h"

#define PAGE_PRESENT (1ull << 63)
#define PAGE_SWAPPED (1ull << 62)
#define MOST_A_SECOND 2000 /* most calls a second whose memory is read, as bad addresses may come in a flood */

/*
 * File systems whose pages are there without another process's help. For those in memory, a page fault might be left to
 * a userfaultfd, so the file is read instead.
 */
static const struct file_system {
	char type[12];
	bool in_memory;
} file_systems[] = {
	{ "btrfs", false }, { "erofs", false },	  { "ext2", false }, { "ext3", false },	 { "ext4", false },
	{ "f2fs", false },  { "iso9660", false }, { "ramfs", true }, { "rootfs", true }, { "squashfs", false },
	{ "tmpfs", true },  { "vfat", false },	  { "xfs", false },
};

enum how { HOW_NOT, HOW_FAULT, HOW_FILE };

struct late_memory {
	int proc;
	pid_t tid;
	int pagemap;
	uint64_t page;
	/* the mapping that was found last, how to read its pages, and its file if HOW_FILE */
	uint64_t start, end, offset;
	enum how how;
	int fd;
};

/* Returns how to read pages of a file on this device. The file system's type is looked up in the task's mounts. */
static enum how how_of(const struct late_memory *m, unsigned major, unsigned minor)
{
	FILE *f = procfs__file(m->proc, "%d/mountinfo", (int)m->tid);
	char line[8192], type[32];
	enum how how = HOW_NOT;
	unsigned a, b;

	while (f && !how && fgets(line, sizeof(line), f)) {
		const char *rest = strstr(line, " - ");

		if (!rest || sscanf(line, "%*d %*d %u:%u", &a, &b) != 2 || a != major || b != minor ||
		    sscanf(rest, " - %31s", type) != 1)
			continue;
		for (size_t i = 0; i < sizeof(file_systems) / sizeof(*file_systems); i++)
			if (!strcmp(type, file_systems[i].type))
				how = file_systems[i].in_memory ? HOW_FILE : HOW_FAULT;
	}
	if (f)
		fclose(f);
	return how;
}

/* Opens a file by its name in the task's root. Returns -1 if it is not the file with this inode number. */
static int file_open(const struct late_memory *m, const char *name, unsigned long long inode)
{
	char path[4200];
	struct stat st;
	int fd;

	if (snprintf(path, sizeof(path), "%d/root%s", (int)m->tid, name) >= (int)sizeof(path))
		return -1;
	fd = caps__openat(m->proc, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_ino != inode)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void mapping_drop(struct late_memory *m)
{
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
	m->how = HOW_NOT;
	m->start = m->end = 0;
}

/* Sets the mapping of addr, from /proc/TID/maps, proc(5): start-end perms offset major:minor inode path */
static void mapping_find(struct late_memory *m, uint64_t addr)
{
	unsigned long long start, end, offset, inode;
	unsigned major, minor;
	char line[8192], perms[8];
	int name = 0;
	FILE *f;

	if (addr >= m->start && addr < m->end)
		return;
	mapping_drop(m);
	f = procfs__file(m->proc, "%d/maps", (int)m->tid);
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%llx-%llx %7s %llx %x:%x %llu %n", &start, &end, perms, &offset, &major, &minor,
			   &inode, &name) != 7 ||
		    addr < start || addr >= end)
			continue;
		m->start = start;
		m->end = end;
		m->offset = offset;
		m->how = inode && perms[0] == 'r' ? how_of(m, major, minor) : HOW_NOT;
		line[strcspn(line, "\n")] = '\0';
		if (m->how == HOW_FILE)
			m->fd = file_open(m, line + name, inode);
		break;
	}
	if (f)
		fclose(f);
}

/* Reads n bytes within one page. Returns 0 or -EFAULT. */
static int page_read(struct late_memory *m, uint64_t addr, uint8_t *to, size_t n)
{
	struct iovec local = { to, n }, remote = { (void *)(uintptr_t)addr, n };
	uint64_t entry;

	if (pread(m->pagemap, &entry, sizeof(entry), (off_t)(addr / m->page * sizeof(entry))) != sizeof(entry))
		return -EFAULT;
	if (!(entry & (PAGE_PRESENT | PAGE_SWAPPED))) {
		mapping_find(m, addr);
		if (m->how == HOW_FILE && m->fd >= 0)
			return pread(m->fd, to, n, (off_t)(addr - m->start + m->offset)) == (ssize_t)n ? 0 : -EFAULT;
		if (m->how != HOW_FAULT)
			return -EFAULT;
	}
	return process_vm_readv(m->tid, &local, 1, &remote, 1, 0) == (ssize_t)n ? 0 : -EFAULT;
}

static int memory_read(void *ctx, uint64_t addr, void *to, size_t n)
{
	struct late_memory *m = ctx;
	size_t done = 0, part;

	if (addr + n < addr)
		return -EFAULT;
	for (; done < n; done += part) {
		part = m->page - (addr + done) % m->page;
		if (part > n - done)
			part = n - done;
		if (page_read(m, addr + done, (uint8_t *)to + done, part))
			return -EFAULT;
	}
	return 0;
}

/* Returns the arguments (bits) that have a chunk with an error, or with only the beginning of the memory. */
static unsigned args_lacking(const uint8_t *data, uint32_t len)
{
	const struct sct_chunk *c;
	unsigned args = 0;
	uint32_t off = 0;

	while ((c = chunk__next(data, len, &off)))
		if (c->arg < SCT_NARGS && (c->len < 0 || c->part & SCT_PART_ENDS))
			args |= 1u << c->arg;
	return args;
}

bool late__lacks(const struct sct_rec *rec)
{
	uint32_t len;
	const uint8_t *data;

	if (rec->type != SCT_REC_EXIT)
		return false;
	data = record__data(rec, &len);
	return len && args_lacking(data, len);
}

static bool rate_exceeded(struct late_rate *r, uint64_t ts)
{
	if (ts / 1000000000 != r->second)
		*r = (struct late_rate){ .second = ts / 1000000000 };
	return r->n++ >= MOST_A_SECOND;
}

struct more {
	struct sct_exit x;
	uint8_t data[CAPTURE_USER_MAX];
};

/* Returns the captures (bits) of these arguments' input memory. */
static unsigned caps_of(const struct sct_plan *plan, unsigned args)
{
	unsigned caps = 0;

	for (unsigned i = 0; i < plan->ncaps && i < SCT_PLAN_NCAPS; i++)
		if (plan->cap[i].when & SCT_AT_ENTER && args & 1u << plan->cap[i].arg)
			caps |= 1u << i;
	return caps;
}

static uint32_t capture(int proc, const struct decode_opts *opts, const struct sct_enter *e, unsigned missing,
			uint8_t *data)
{
	struct late_memory m = { .proc = proc, .tid = (pid_t)e->rec.tid, .fd = -1 };
	struct capture_user_memory mem = { memory_read, NULL, &m };
	const struct abi *abi = abi__get(e->abi);
	const struct sct_row *row = record__row(e);
	uint64_t args[SCT_NARGS];
	struct sct_plan plan;
	char path[64];
	uint32_t n;

	if (!abi || !row)
		return 0;
	snprintf(path, sizeof(path), "%d/pagemap", (int)m.tid);
	m.pagemap = caps__openat(proc, path, O_RDONLY);
	if (m.pagemap < 0)
		return 0;
	m.page = (uint64_t)sysconf(_SC_PAGESIZE);
	memcpy(args, e->args, sizeof(args));
	plan__make(&plan, abi, row__select(row, args, abi), opts, true);
	n = capture_user__again(&plan, args, &mem, data, caps_of(&plan, missing));
	mapping_drop(&m);
	close(m.pagemap);
	return n;
}

int late__read(int proc, const struct decode_opts *opts, struct late_rate *rate, const struct sct_enter *e,
	       const struct sct_exit *x, record_fn *fn, void *ctx)
{
	uint32_t in_len, out_len;
	const uint8_t *in = record__data(&e->rec, &in_len), *out = record__data(&x->rec, &out_len);
	unsigned missing = args_lacking(in, in_len) & args_lacking(out, out_len);
	struct more *more;
	int err = 0;

	if (!missing || rate_exceeded(rate, x->rec.ts))
		return 0;
	more = malloc(sizeof(*more));
	if (!more)
		return -ENOMEM;
	more->x = *x;
	more->x.rec.type = SCT_REC_MORE;
	more->x.data_len = capture(proc, opts, e, missing, more->data);
	if (more->x.data_len && !args_lacking(more->data, more->x.data_len))
		err = fn(ctx, &more->x.rec, sizeof(more->x) + more->x.data_len);
	free(more);
	return err;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "attach/snapshot.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "attach/task_status.h"
#include "attach/capture_user.h"
#include "attach/process_seed.h"
#include "plan/plan.h"
#include "lookup/abi.h"
#include "util/caps.h"
#include "util/clock.h"
#include "util/comm_filter.h"
#include "util/procfs.h"

/* Reads the first line of /proc/TID/name, without the newline. Returns false if there is none. */
static bool proc_line(int proc, pid_t tid, const char *name, char *line, size_t size)
{
	FILE *f = procfs__file(proc, "%d/%s", (int)tid, name);
	bool ok;

	if (!f)
		return false;
	ok = fgets(line, (int)size, f);
	fclose(f);
	line[ok ? strcspn(line, "\n") : 0] = '\0';
	return ok;
}

static struct sct_rec record_head(pid_t tid, pid_t tgid, unsigned type, unsigned flags)
{
	return (struct sct_rec){
		.ts = now_ns(),
		.tid = (uint32_t)tid,
		.tgid = (uint32_t)tgid,
		.type = (uint8_t)type,
		.flags = (uint8_t)flags,
		.cpu = SCT_CPU_NONE,
	};
}

/* ---- a task's resident memory: a page fault might wait forever (userfaultfd, FUSE) ---- */

struct memory {
	int proc;
	pid_t tid;
	int pagemap; /* descriptor of the task's pagemap, proc(5): 8 bytes for each page */
	long page;
};

#define PAGE_PRESENT (1ull << 63)

static bool resident(const struct memory *m, uint64_t addr, size_t n)
{
	uint64_t page = (uint64_t)m->page, first = addr / page, last = (addr + n - 1) / page, entry;

	if (addr + n < addr)
		return false;
	for (uint64_t i = first; i <= last; i++)
		if (pread(m->pagemap, &entry, sizeof(entry), (off_t)(i * sizeof(entry))) != sizeof(entry) ||
		    !(entry & PAGE_PRESENT))
			return false;
	return true;
}

static int memory_read(void *ctx, uint64_t addr, void *to, size_t n)
{
	const struct memory *m = ctx;
	struct iovec local = { to, n }, remote = { (void *)(uintptr_t)addr, n };

	if (!resident(m, addr, n) || process_vm_readv(m->tid, &local, 1, &remote, 1, 0) != (ssize_t)n)
		return -EFAULT;
	return 0;
}

#define AF_NETLINK 16

/*
 * Describes a netlink socket by its line in /proc/TID/net/netlink: sk, protocol, port, groups, rmem, wmem, dump,
 * locks, drops, inode. Returns 0 or -ENOTSOCK.
 */
static int memory_sock(void *ctx, uint32_t fd, struct sct_sock *to)
{
	const struct memory *m = ctx;
	unsigned long inode, found = 0;
	char path[64], line[256];
	unsigned protocol, port;
	ssize_t n;
	FILE *f;

	snprintf(path, sizeof(path), "%d/fd/%u", (int)m->tid, fd);
	n = caps__readlinkat(m->proc, path, line, sizeof(line) - 1);
	line[n > 0 ? n : 0] = '\0';
	if (sscanf(line, "socket:[%lu]", &inode) != 1)
		return -ENOTSOCK;
	f = procfs__file(m->proc, "%d/net/netlink", (int)m->tid);
	while (f && found != inode && fgets(line, sizeof(line), f))
		if (sscanf(line, "%*s %u %u %*s %*s %*s %*s %*s %*s %lu", &protocol, &port, &found) != 3)
			found = 0;
	if (f)
		fclose(f);
	if (found != inode)
		return -ENOTSOCK;
	*to = (struct sct_sock){ AF_NETLINK, (uint16_t)protocol, port };
	return 0;
}

/* ---- calls ---- */

#define IP_CHUNK (sizeof(struct sct_chunk) + sizeof(uint64_t))
#define FILES_MAX SCT_INCALL_BYTES
#define FILE_CHUNK_MAX (sizeof(struct sct_chunk) + sizeof(struct sct_file) + PATH_MAX + 8)

/* Opens a task's pagemap for memory_read(). Returns false if that is not allowed. */
static bool memory_open(struct memory *m, int proc, pid_t tid)
{
	char path[64];

	*m = (struct memory){ .proc = proc, .tid = tid, .page = sysconf(_SC_PAGESIZE) };
	snprintf(path, sizeof(path), "%d/pagemap", (int)tid);
	m->pagemap = caps__openat(proc, path, O_RDONLY);
	return m->pagemap >= 0;
}

/*
 * Returns true if the instruction before ip is int $0x80: a call of 32-bit x86, which a 64-bit program can make, too.
 */
static bool by_int80(int proc, pid_t tid, uint64_t ip)
{
	static const uint8_t int80[] = { 0xcd, 0x80 };
	uint8_t code[sizeof(int80)];
	struct memory m;
	bool is;

	if (!abi__native()->x86 || !memory_open(&m, proc, tid))
		return false;
	is = !memory_read(&m, ip - sizeof(code), code, sizeof(code)) && !memcmp(code, int80, sizeof(code));
	close(m.pagemap);
	return is;
}

/*
 * Returns the ABI of the call that a task is in. The call's number does not tell it; the ELF class of the program and,
 * on x86, the instruction before ip do.
 */
static const struct abi *abi_of(int proc, pid_t tid, uint64_t ip)
{
	const struct abi *compat = abi__compat();
	FILE *f = compat ? procfs__file(proc, "%d/exe", (int)tid) : NULL;
	char elf[5] = "";

	if (f && fread(elf, sizeof(elf), 1, f) != 1)
		elf[4] = 0;
	if (f)
		fclose(f);
	if (elf[4] == 1) /* ELFCLASS32 */
		return compat;
	return compat && by_int80(proc, tid, ip) ? compat : abi__native();
}

struct call {
	struct sct_enter e;
	uint8_t data[CAPTURE_USER_MAX + FILES_MAX + FILE_CHUNK_MAX + IP_CHUNK];
};

/* ---- files of descriptors ---- */

/*
 * Writes the chunk of a descriptor's file, from the link /proc/TID/fd/FD, or /proc/TID/cwd for SCT_AT_FDCWD. Returns
 * the chunk's size, or 0 if there is no such link.
 */
static uint32_t file_chunk(int proc, pid_t tid, int32_t fd, uint8_t *to)
{
	static const char deleted[] = " (deleted)";
	struct sct_chunk *c = (struct sct_chunk *)to;
	struct sct_file *f = (struct sct_file *)(c + 1);
	char *name = (char *)(f + 1), path[64];
	size_t mark = sizeof(deleted) - 1;
	struct stat st;
	ssize_t n;

	if (fd == SCT_AT_FDCWD)
		snprintf(path, sizeof(path), "%d/cwd", (int)tid);
	else
		snprintf(path, sizeof(path), "%d/fd/%d", (int)tid, fd);
	n = caps__readlinkat(proc, path, name, PATH_MAX);
	if (n <= 0)
		return 0;
	*f = (struct sct_file){ .fd = fd, .slot = SCT_FD_NO_SLOT };
	if (!fstatat(proc, path, &st, 0) && !st.st_nlink && (size_t)n > mark &&
	    !memcmp(name + n - mark, deleted, mark)) {
		f->flags = SCT_FILE_DELETED;
		n -= (ssize_t)mark;
	}
	*c = (struct sct_chunk){ .part = SCT_PART_FILE, .len = (int32_t)(sizeof(*f) + (size_t)n) };
	return (uint32_t)(sizeof(*c) + sizeof(*f) + ((size_t)n + 7) / 8 * 8);
}

/* Copies the descriptor's chunk from those that the kernel wrote. Returns the chunk's size, or 0 if there is none. */
static uint32_t file_told(const struct buf *told, int32_t fd, uint8_t *to)
{
	const struct sct_chunk *c;
	struct sct_file f;
	uint32_t off = 0;

	while (told->p && (c = chunk__next((const uint8_t *)told->p, (uint32_t)told->len, &off))) {
		if (c->part != SCT_PART_FILE || c->len < (int32_t)sizeof(f))
			continue;
		memcpy(&f, c + 1, sizeof(f));
		if (f.fd != fd || (size_t)c->len > FILE_CHUNK_MAX - sizeof(*c) - 8)
			continue;
		f.slot = SCT_FD_NO_SLOT;
		memcpy(to, c, sizeof(*c));
		memcpy(to + sizeof(*c), &f, sizeof(f));
		memcpy(to + sizeof(*c) + sizeof(f), (const uint8_t *)(c + 1) + sizeof(f), (size_t)c->len - sizeof(f));
		return (uint32_t)sizeof(*c) + (((uint32_t)c->len + 7) & ~7u);
	}
	return 0;
}

static void call_add_files(const struct snapshot *s, pid_t tid, const struct capture_user_fds *fds, struct call *c)
{
	uint32_t end, n;
	struct buf told = {};

	if (fds->n && s->files)
		s->files(s->ctx, (uint32_t)tid, fds->fd, fds->n, &told);
	c->e.data_len = (c->e.data_len + 7) & ~7u;
	end = c->e.data_len + FILES_MAX;
	for (unsigned i = 0; i < fds->n && c->e.data_len < end; i++) {
		n = file_told(&told, fds->fd[i], c->data + c->e.data_len);
		c->e.data_len += n ? n : file_chunk(s->proc, tid, fds->fd[i], c->data + c->e.data_len);
	}
	buf__free(&told);
}

static void call_capture(const struct snapshot *s, pid_t tid, const struct abi *abi, const struct sct_row *row,
			 struct call *c)
{
	struct memory m;
	struct capture_user_memory mem = { memory_read, memory_sock, &m };
	uint64_t args[SCT_NARGS];
	struct capture_user_fds fds = {};
	struct sct_plan plan;

	if (!memory_open(&m, s->proc, tid))
		return;
	memcpy(args, c->e.args, sizeof(args));
	plan__make(&plan, abi, row__select(row, args, abi), s->opts, true);
	c->e.data_len = capture_user__enter(&plan, args, &mem, c->data, s->opts->fds ? &fds : NULL);
	if (s->opts->fds)
		call_add_files(s, tid, &fds, c);
	close(m.pagemap);
}

static void call_add_ip(struct call *c, uint64_t ip)
{
	const struct sct_chunk chunk = { .part = SCT_PART_IP, .len = sizeof(ip) };
	uint8_t *to;

	c->e.data_len = (c->e.data_len + 7) & ~7u;
	to = c->data + c->e.data_len;
	memcpy(to, &chunk, sizeof(chunk));
	memcpy(to + sizeof(chunk), &ip, sizeof(ip));
	c->e.data_len += IP_CHUNK;
}

static int one_call(const struct snapshot *s, pid_t tid, pid_t tgid, long nr, const char *args, record_fn *fn,
		    void *ctx)
{
	uint64_t args_sp_ip[SCT_NARGS + 2];
	const struct sct_row *row;
	const struct abi *abi;
	char *p = (char *)args, again[256];
	struct call *c;
	int err;

	for (unsigned i = 0; i < SCT_NARGS + 2; i++)
		args_sp_ip[i] = strtoull(p, &p, 16);
	abi = abi_of(s->proc, tid, args_sp_ip[SCT_NARGS + 1]);
	row = abi__row(abi, (unsigned)nr);
	if (!select__has(s->selection, row, abi))
		return 0;
	c = malloc(sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->e = (struct sct_enter){ .nr = (uint16_t)nr, .abi = abi->id };
	memcpy(c->e.args, args_sp_ip, sizeof(c->e.args));
	if (row)
		call_capture(s, tid, abi, row, c);
	/* drop the memory if the task is in another call now: it may be that call's */
	if (!proc_line(s->proc, tid, "syscall", again, sizeof(again)) || strcmp(strchr(again, ' ') ?: "", args))
		c->e.data_len = 0;
	if (s->opts->ips)
		call_add_ip(c, args_sp_ip[SCT_NARGS + 1]);
	c->e.rec = record_head(tid, tgid, SCT_REC_ENTER, SCT_F_SNAPSHOT | SCT_F_LATE);
	err = fn(ctx, &c->e.rec, sizeof(c->e) + c->e.data_len);
	free(c);
	return err;
}

/*
 * The file /proc/PID/syscall, proc(5), has "running", or number, six arguments, stack pointer and program counter of a
 * call.
 */
int snapshot__call(const struct snapshot *s, pid_t tid, pid_t tgid, record_fn *fn, void *ctx)
{
	char line[256], *p = line;
	long nr;

	if (!proc_line(s->proc, tid, "syscall", line, sizeof(line)) || !isdigit((unsigned char)line[0]))
		return 0;
	nr = strtol(p, &p, 10);
	return nr < 0 || nr >= SCT_NR_MAX ? 0 : one_call(s, tid, tgid, nr, p, fn, ctx);
}

/* ---- tasks ---- */

static int one_target(int proc, bool processes, pid_t tid, pid_t tgid, record_fn *fn, void *ctx)
{
	struct sct_target t = { .rec = record_head(tid, tgid, SCT_REC_TARGET, 0) };
	char comm[64];
	int err;

	if (proc_line(proc, tid, "comm", comm, sizeof(comm)))
		memcpy(t.comm, comm, strnlen(comm, sizeof(t.comm) - 1));
	err = processes ? process_seed__emit(proc, tid, tgid, t.comm, fn, ctx) : 0;
	return err ? err : fn(ctx, &t.rec, sizeof(t));
}

/*
 * Emits a signal record for a stopped task, if the signal is known. The task is in no call: the kernel has reported the
 * call's end before it stopped the task, and will restart the call.
 */
static int stop_signal_emit(const struct snapshot *s, pid_t tid, pid_t tgid, record_fn *fn, void *ctx)
{
	struct sct_signal g = { .rec = record_head(tid, tgid, SCT_REC_SIGNAL, SCT_F_STOPPED) };

	g.sig = s->stop_signal ? s->stop_signal(s->ctx, (uint32_t)tid) : 0;
	return g.sig ? fn(ctx, &g.rec, sizeof(g)) : 0;
}

/* Returns true if the task's real user is in the scope's list of users, or there is no list. */
static bool user_wanted(const struct sct_scope *scope, int proc, pid_t tid)
{
	FILE *f = procfs__file(proc, "%d/status", (int)tid);
	unsigned long uid = UINT32_MAX;
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "Uid:", 4)) {
			uid = strtoul(line + 4, NULL, 10);
			break;
		}
	if (f)
		fclose(f);
	for (uint32_t i = 0; i < scope->nuids; i++)
		if (uid == scope->uids[i])
			return true;
	return !scope->nuids;
}

static bool name_fits(const struct sct_scope *scope, const char *comm)
{
	struct sct_comm_filter f;

	return comm_filter__make(&f, scope->comms, &(struct errmsg){}) > 0 && comm_filter__fits(&f, comm);
}

/* Returns true if the kernel would send calls of this task, judging by its name, user and ids. */
static bool in_scope(const struct snapshot *s, pid_t tid, pid_t tgid)
{
	const struct sct_scope *scope = s->scope;
	char comm[64];

	if (!scope || scope->by_cpu) /* the CPU on which the call began is unknown, so a filter by CPU excludes it */
		return !scope;
	for (uint32_t i = 0; i < scope->nskip; i++)
		if (scope->skip[i] == (uint32_t)tid || scope->skip[i] == (uint32_t)tgid)
			return false;
	if (scope->comm_lanes && proc_line(s->proc, tid, "comm", comm, sizeof(comm)) && !name_fits(scope, comm))
		return false;
	return !scope->nuids || user_wanted(scope, s->proc, tid);
}

static int one_task(const struct snapshot *s, pid_t tid, pid_t tgid, record_fn *fn, void *ctx)
{
	struct task_status l = task_status__read(s->proc, (uint32_t)tid);
	int err;

	if (l.life != TASK_ALIVE)
		return 0;
	err = one_target(s->proc, s->opts->processes, tid, tgid, fn, ctx);
	if (err || l.stopped)
		return err || l.traced ? err : stop_signal_emit(s, tid, tgid, fn, ctx);
	/* with a result filter, the kernel sends both records of a call when it ends */
	if (s->by_result || !in_scope(s, tid, tgid))
		return 0;
	return snapshot__call(s, tid, tgid, fn, ctx);
}

/*
 * Emits the state of each thread of a process; if s is NULL, only TARGET records. Returns the number of threads, or an
 * error.
 */
static int each_thread(int proc, bool processes, const struct snapshot *s, pid_t tgid, record_fn *fn, void *ctx)
{
	DIR *dir = procfs__dir(proc, "%d/task", (int)tgid);
	struct dirent *d;
	int err = 0, n = 0;

	while (dir && !err && (d = readdir(dir))) {
		pid_t tid = atoi(d->d_name);

		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		if (s)
			err = one_task(s, tid, tgid, fn, ctx);
		else if (task_status__read(proc, (uint32_t)tid).life != TASK_GONE)
			err = one_target(proc, processes, tid, tgid, fn, ctx);
		else
			continue;
		n++;
	}
	if (dir)
		closedir(dir);
	return err ? err : n;
}

int snapshot__targets(int proc, bool processes, pid_t tid, bool threads, record_fn *fn, void *ctx)
{
	pid_t tgid = task_status__process(proc, tid);
	int n = threads && tid == tgid ? each_thread(proc, processes, NULL, tgid, fn, ctx) : 0;

	return n ? (n < 0 ? n : 0) : one_target(proc, processes, tid, tgid, fn, ctx);
}

int snapshot__tasks(const struct snapshot *s, pid_t tid, bool threads, record_fn *fn, void *ctx)
{
	pid_t tgid = task_status__process(s->proc, tid);
	int n;

	if (!threads || tid != tgid)
		return one_task(s, tid, tgid, fn, ctx);
	n = each_thread(s->proc, s->opts->processes, s, tgid, fn, ctx);
	return n < 0 ? n : 0;
}

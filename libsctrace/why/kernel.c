// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Waits that are known by the functions of the kernel's stack only. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "lookup/abi.h"
#include "util/procfs.h"
#include "why/edges.h"
#include "why/frame.h"
#include "why/keys.h"
#include "why/memory.h"

#define FRAMES 32
#define PATH_LEN 512
#define PATH_STEP 32

/* What stands behind a wait. */
enum behind { NOTHING, A_FILE, A_FUSE, A_LEASE, A_USERFAULTFD, A_FANOTIFY, A_MEMORY_LIMIT, A_FREEZER };

/* Beginnings of names of functions. The first row that fits any of a task's frames counts. */
static const struct {
	const char *function;
	uint8_t behind;
	const char *reason;
} waits[] = {
	{ "fuse_dev_", NOTHING, "no request of a FUSE file system has come" },
	{ "__refrigerator", A_FREEZER, "its cgroup is frozen, or the machine is being suspended" },
	{ "fanotify_handle_event", A_FANOTIFY, "a fanotify listener has not allowed the access" },
	{ "fanotify_get_response", A_FANOTIFY, "a fanotify listener has not allowed the access" },
	{ "handle_userfault", A_USERFAULTFD, "a page fault that the userfaultfd's owner has not served" },
	{ "__break_lease", A_LEASE, "another process has a lease of the file" },
	{ "fuse_", A_FUSE, "the FUSE server has not answered" },
	{ "request_wait_answer", A_FUSE, "the FUSE server has not answered" },
	{ "rpc_", A_FILE, "the NFS server has not answered" },
	{ "nfs", A_FILE, "the NFS server has not answered" },
	{ "cifs_", A_FILE, "the SMB server has not answered" },
	{ "do_coredump", NOTHING, "its core dump is being written" },
	{ "vfs_coredump", NOTHING, "its core dump is being written" },
	{ "wait_for_partner", A_FILE, "nobody has opened the other end of the fifo" },
	{ "fifo_open", A_FILE, "nobody has opened the other end of the fifo" },
	{ "mem_cgroup_handle_over_high", A_MEMORY_LIMIT,
	  "its cgroup is above its limit of memory, and is slowed down" },
	{ "__mem_cgroup_handle_over_high", A_MEMORY_LIMIT,
	  "its cgroup is above its limit of memory, and is slowed down" },
	{ "mem_cgroup_oom_synchronize", A_MEMORY_LIMIT, "its cgroup is out of memory" },
	{ "try_charge_memcg", A_MEMORY_LIMIT, "its cgroup is at its limit of memory" },
	{ "try_to_free_mem_cgroup_pages", A_MEMORY_LIMIT, "its cgroup is at its limit of memory" },
	{ "throttle_direct_reclaim", NOTHING, "memory is short: pages are being freed" },
	{ "try_to_free_pages", NOTHING, "memory is short: pages are being freed" },
	{ "do_swap_page", NOTHING, "a page is being read from swap" },
	{ "sb_start_write", A_FILE, "the file system is frozen (fsfreeze)" },
	{ "__sb_start_write", A_FILE, "the file system is frozen (fsfreeze)" },
	{ "percpu_rwsem_wait", A_FILE, "the file system is frozen (fsfreeze)" },
	{ "percpu_down_read", A_FILE, "the file system is frozen (fsfreeze)" },
	{ "balance_dirty_pages", A_FILE, "too many pages are not yet written: writes go at the disk's pace" },
	{ "jbd2_", A_FILE, "a commit of the file system's journal" },
	{ "xlog_", A_FILE, "a write of the file system's journal" },
	{ "xfs_log_force", A_FILE, "a write of the file system's journal" },
	{ "btrfs_commit_transaction", A_FILE, "a commit of the file system" },
	{ "folio_wait_writeback", A_FILE, "its pages are being written (writeback)" },
	{ "wait_on_page_writeback", A_FILE, "its pages are being written (writeback)" },
	{ "__filemap_fdatawait_range", A_FILE, "its pages are being written (writeback)" },
	{ "iomap_dio_", A_FILE, "a read or write that bypasses the cache (direct I/O)" },
	{ "__iomap_dio_rw", A_FILE, "a read or write that bypasses the cache (direct I/O)" },
	{ "blkdev_direct_IO", A_FILE, "a read or write that bypasses the cache (direct I/O)" },
	{ "__blkdev_direct_IO", A_FILE, "a read or write that bypasses the cache (direct I/O)" },
	{ "rq_qos_wait", A_FILE, "the device's queue is full" },
	{ "blk_mq_get_tag", A_FILE, "the device's queue is full" },
	{ "blkdev_issue_flush", A_FILE, "the device has not written its cache (flush)" },
	{ "submit_bio_wait", A_FILE, "the device has not completed a request" },
	{ "blk_execute_rq", A_FILE, "the device has not completed a request" },
	{ "__wait_on_buffer", A_FILE, "a block of the file system is being read" },
	{ "filemap_fault", A_FILE, "a page of a mapped file is being read (major fault)" },
	{ "folio_wait_bit", A_FILE, "a page is being read" },
	{ "wait_on_page_bit", A_FILE, "a page is being read" },
	{ "filemap_", A_FILE, "a page is being read" },
	{ "rwsem_down_write", A_FILE, "a lock of the kernel is held by others (rwsem)" },
	{ "rwsem_down_read", A_FILE, "a lock of the kernel is held by a writer (rwsem)" },
	{ "__mutex_lock", A_FILE, "a lock of the kernel is held by another task (mutex)" },
	{ "synchronize_rcu", NOTHING, "an RCU grace period" },
	{ "loop_", A_FILE, "the file behind the loop device" },
};

/* Returns the row that fits, or -1. */
static int wait_find(const struct why_look *l, uint32_t tid)
{
	char frames[FRAMES][WHY_FRAME];
	size_t n = why_frame__all(l->proc, tid, frames, FRAMES);

	for (size_t w = 0; n && w < sizeof(waits) / sizeof(waits[0]); w++)
		for (size_t i = 0; i < n; i++)
			if (!strncmp(frames[i], waits[w].function, strlen(waits[w].function)))
				return (int)w;
	return -1;
}

/* ---- what stands behind ---- */

/* The call may have its file by a path only: then all servers are named. */
static int fuse_edges(struct why_look *l, uint32_t task)
{
	struct sct_why_key k = { .kind = SCT_WHY_FUSE, .id = l->tasks[task].file.fuse };
	enum why_own own = OWN_COUNTS;

	return why_holders__add(l, task, &k, 0, "server", &own);
}

static int userfaultfd_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	struct sct_why_key k = { .kind = SCT_WHY_UFFD, .id = t->mm };
	enum why_own own = OWN_COUNTS;

	return t->mm ? why_holders__add(l, task, &k, 0, "server", &own) : 0;
}

static int fanotify_edges(struct why_look *l, uint32_t task)
{
	struct sct_why_key k = { .kind = SCT_WHY_NAMED, .id = SCT_WHY_FANOTIFY };
	enum why_own own = OWN_COUNTS;

	return why_holders__add(l, task, &k, 0, "listener", &own);
}

/* Reads the file that the path of an open() or truncate() leads to. Returns false if it cannot be told. */
static bool path_stat(const struct why_look *l, const struct sct_why_task *t, struct stat *st)
{
	const char *name = abi__call_name(abi__native(), (uint32_t)t->nr);
	unsigned at = name && (!strncmp(name, "openat", 6));
	char path[PATH_LEN] = {}, whole[PATH_LEN + 64], from[32];

	for (size_t i = 0; i + PATH_STEP < sizeof(path) && strlen(path) == i; i += PATH_STEP)
		if (!why_memory__read(t, t->args[at] + i, path + i, PATH_STEP))
			break;
	if (at && (int)t->args[0] >= 0)
		snprintf(from, sizeof(from), "fd/%d", (int)t->args[0]);
	else
		snprintf(from, sizeof(from), "cwd");
	snprintf(whole, sizeof(whole), "%u/%s/%s", t->tid, path[0] == '/' ? "root" : from, path);
	return path[0] && !fstatat(l->proc, whole, st, 0);
}

/*
 * Holders are in the lines of /proc/locks that are being broken: "1: LEASE  BREAKING  WRITE 812 fe:00:4711 0 EOF". The
 * file is compared, if the call's path leads to it.
 */
static int lease_edges(struct why_look *l, uint32_t task)
{
	FILE *f = procfs__file(l->proc, "locks");
	struct stat st = {};
	bool known = path_stat(l, &l->tasks[task], &st);
	unsigned long ino;
	unsigned pid;
	char line[256];
	int err = 0;

	while (f && !err && fgets(line, sizeof(line), f))
		if (sscanf(line, "%*u: LEASE BREAKING %*s %u %*x:%*x:%lu", &pid, &ino) == 2 &&
		    (!known || ino == (unsigned long)st.st_ino))
			err = why_look__edge(l, task, why_look__process(l, pid), true, "holder", -1);
	if (f)
		fclose(f);
	return err;
}

/* True if the first argument of the call is the descriptor of the file that it waits for. */
static bool has_file(const struct why_look *l, const struct sct_why_task *t)
{
	enum why_wait wait = why_look__wait(l, t);

	return t->file.kind && (wait == WAIT_READ || wait == WAIT_WRITE || wait == WAIT_SYNC);
}

int why_kernel__edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	char object[WHY_OBJECT] = "";
	int w = wait_find(l, t->tid);

	if (w < 0)
		return 0;
	if (has_file(l, t) && t->file.kind == SCT_WHY_INODE)
		why_disk__text(l, task, (int)t->args[0], object, sizeof(object));
	why_look__say(l, task, waits[w].reason, *object ? "%s" : NULL, object);
	switch (waits[w].behind) {
	case A_FUSE:
		return fuse_edges(l, task);
	case A_LEASE:
		return lease_edges(l, task);
	case A_USERFAULTFD:
		return userfaultfd_edges(l, task);
	case A_FANOTIFY:
		return fanotify_edges(l, task);
	case A_MEMORY_LIMIT:
		why_cgroup__memory(l, task);
		return 0;
	case A_FREEZER:
		why_cgroup__frozen(l, task);
		return 0;
	default:
		return 0;
	}
}

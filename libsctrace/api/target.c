// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/target.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "sctrace.h"
#include "abi/sctrace_abi.h"
#include "attach/task_status.h"
#include "util/procfs.h"

/*
 * Returns 0 if ptrace(2) would attach to the task, else -errno. process_vm_readv(2) makes the same check, security
 * modules included, before it looks at the address, so reading from address 0 fails with EFAULT if the check passes.
 */
static int may_ptrace(pid_t tid)
{
	char byte;
	struct iovec to = { &byte, 1 }, from = { NULL, 1 };

	if (process_vm_readv(tid, &to, 1, &from, 1, 0) >= 0 || errno == EFAULT)
		return 0;
	return -errno;
}

int target__flags(int proc, pid_t tid, unsigned flags, bool own_only, uint32_t *out)
{
	static const struct {
		unsigned flag;
		uint32_t bit;
	} bits[] = {
		{ SCTRACE_FOLLOW, SCT_T_FOLLOW },	{ SCTRACE_THREADS, SCT_T_THREADS },
		{ SCTRACE_WAIT_EXEC, SCT_T_WAIT_EXEC }, { SCTRACE_NEW_THREADS, SCT_T_FOLLOW_THREADS },
		{ SCTRACE_TREE, SCT_T_TREE },
	};
	unsigned unknown = flags;

	*out = SCT_T_TRACED;
	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		*out |= flags & bits[i].flag ? bits[i].bit : 0;
		unknown &= ~bits[i].flag;
	}
	if (tid <= 0 || unknown)
		return -EINVAL;
	if (kill(tid, 0) && errno == ESRCH)
		return -ESRCH;
	if (flags & SCTRACE_THREADS ? !task_status__process_alive(proc, (uint32_t)tid)
				    : task_status__read(proc, (uint32_t)tid).life == TASK_GONE)
		return -ESRCH;
	/* a task that waits for its execve is checked at that execve */
	return own_only && !(flags & SCTRACE_WAIT_EXEC) ? may_ptrace(tid) : 0;
}

/* ---- descendants ---- */

struct parentage {
	uint32_t pid, ppid;
};

/* Lists the processes with their parents. Returns 0 or -ENOMEM. */
static int list_processes(int proc, struct buf *out)
{
	DIR *dir = procfs__dir(proc, ".");
	struct dirent *d;

	while (dir && (d = readdir(dir))) {
		struct parentage p = { .pid = (uint32_t)strtoul(d->d_name, NULL, 10) };

		p.ppid = p.pid ? task_status__read(proc, p.pid).ppid : 0;
		if (p.ppid)
			buf__mem(out, &p, sizeof(p));
	}
	if (dir)
		closedir(dir);
	return out->failed ? -ENOMEM : 0;
}

/* Adds the listed processes whose parent is in tree to tree and out. Returns how many, or -ENOMEM. */
static int add_children(const struct buf *list, struct tidmap *tree, struct buf *out)
{
	struct parentage p;
	int n = 0;

	for (size_t i = 0; i < list->len; i += sizeof(p)) {
		memcpy(&p, list->p + i, sizeof(p));
		if (tidmap__get(tree, p.pid) || !tidmap__get(tree, p.ppid))
			continue;
		if (tidmap__put(tree, p.pid, tree))
			return -ENOMEM;
		buf__mem(out, &p.pid, sizeof(p.pid));
		n++;
	}
	return out->failed ? -ENOMEM : n;
}

int target__descendants(int proc, struct tidmap *tree, struct buf *out)
{
	struct buf list = {};
	int n = tree->n ? list_processes(proc, &list) : 0;

	/* repeat: a child may have a lower number than its parent, and come first in the list */
	do
		n = n < 0 ? n : add_children(&list, tree, out);
	while (n > 0);
	buf__free(&list);
	return n;
}

int target__fail(struct guard *g, int err, pid_t tid, unsigned flags)
{
	if (err == -ESRCH)
		return guard__fail(g, err, "there is no process or thread %d", (int)tid);
	if (err == -EINVAL && tid <= 0)
		return guard__fail(g, err, "no task has the number %d", (int)tid);
	if (err == -EINVAL)
		return guard__fail(g, err, "unknown flags in 0x%x", flags);
	if (err == -E2BIG)
		return guard__fail(g, err, "there are too many targets");
	return guard__fail(g, err, "cannot trace %d: %s", (int)tid, strerror(-err));
}

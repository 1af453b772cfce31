// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/target.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>

#include "sctrace.h"
#include "abi/sctrace_abi.h"
#include "attach/task_status.h"

/*
 * Returns 0 if ptrace(2) would attach to the task, else -errno. process_vm_readv(2) makes the same check, security
 * modules included, before it looks at the address: reading address 0 fails with EFAULT if the check passed.
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
	uint32_t f = SCT_T_TRACED;
	int err;

	if (tid <= 0 || flags & ~(unsigned)(SCTRACE_FOLLOW | SCTRACE_THREADS | SCTRACE_WAIT_EXEC))
		return -EINVAL;
	if (kill(tid, 0) && errno == ESRCH)
		return -ESRCH;
	if (flags & SCTRACE_THREADS ? !task_status__process_alive(proc, (uint32_t)tid)
				    : task_status__read(proc, (uint32_t)tid).life == TASK_GONE)
		return -ESRCH;
	/* a task that waits for its execve is checked then */
	err = own_only && !(flags & SCTRACE_WAIT_EXEC) ? may_ptrace(tid) : 0;
	if (err)
		return err;
	if (flags & SCTRACE_FOLLOW)
		f |= SCT_T_FOLLOW;
	if (flags & SCTRACE_THREADS)
		f |= SCT_T_THREADS;
	if (flags & SCTRACE_WAIT_EXEC)
		f |= SCT_T_WAIT_EXEC;
	*out = f;
	return 0;
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

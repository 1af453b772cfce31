// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "target.h"

#include <errno.h>
#include <signal.h>

#include "sctrace.h"
#include "sctrace_abi.h"
#include "source/look.h"

int target__flags(pid_t tid, unsigned flags, uint32_t *out)
{
	uint32_t f = SCT_T_TRACED;

	if (tid <= 0 || flags & ~(unsigned)(SCTRACE_FOLLOW | SCTRACE_THREADS | SCTRACE_WAIT_EXEC))
		return -EINVAL;
	if (kill(tid, 0) && errno == ESRCH)
		return -ESRCH;
	if (flags & SCTRACE_THREADS ? !look__process_alive((uint32_t)tid) : look__task((uint32_t)tid).life == LOOK_GONE)
		return -ESRCH;
	if (flags & SCTRACE_FOLLOW)
		f |= SCT_T_FOLLOW;
	if (flags & SCTRACE_THREADS)
		f |= SCT_T_THREADS;
	if (flags & SCTRACE_WAIT_EXEC)
		f |= SCT_T_WAIT_EXEC;
	*out = f;
	return 0;
}

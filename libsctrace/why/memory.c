// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/memory.h"

#include <sys/uio.h>

bool why_memory__read(const struct sct_why_task *t, uint64_t addr, void *to, size_t n)
{
	struct iovec local = { to, n }, remote = { (void *)(uintptr_t)addr, n };

	return addr && process_vm_readv((pid_t)t->tid, &local, 1, &remote, 1, 0) == (ssize_t)n;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <errno.h>

#include "summary.h"

int top(struct session *s, struct sctrace_stats *stats, const sigset_t *mask)
{
	(void)s;
	(void)stats;
	(void)mask;
	return -ENOSYS;
}

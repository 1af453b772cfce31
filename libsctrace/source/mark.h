/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Marking existing tasks without the kernel's iterator: through /proc and the hash of tasks. */
#ifndef SCT_MARK_H
#define SCT_MARK_H

#include <stdint.h>

/* Makes a task's entry in the hash, if it has none. 0 or -errno. */
typedef int mark_fn(void *ctx, uint32_t tid, uint32_t tgid, uint32_t flags);

/* Every task that the map of targets names, with SCT_T_THREADS every thread of the process. 0 or -errno. */
int mark__targets(int targets_fd, mark_fn *fn, void *ctx);

/*
 * All targets are marked: forgets them. A number that stayed would be that of
 * another process one day.
 */
void mark__done(int targets_fd);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Marking existing tasks without the kernel's iterator: through /proc and the hash of tasks. */
#ifndef SCT_MARK_H
#define SCT_MARK_H

#include <stdint.h>

/* flags: SCT_T_*; with SCT_T_THREADS every thread of the process. 0 or -errno. */
int mark__task(int hash_fd, uint32_t tid, uint32_t flags);

#endif

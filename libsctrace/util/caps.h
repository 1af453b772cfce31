/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Capabilities of this process: capabilities(7). */
#ifndef SCT_UTIL_CAPS_H
#define SCT_UTIL_CAPS_H

#include <stdbool.h>
#include <stdint.h>

#define CAP_BIT(cap) (1ull << (cap))

/* The capabilities that are in effect, a bit each (CAP_* of linux/capability.h); 0 if the kernel does not say. */
uint64_t caps__effective(void);
/*
 * True if the program's file gave this process capabilities that the user who started it does not have, and
 * CAP_SYS_PTRACE is not among them: by ptrace(2) this process could trace that user's own processes only.
 */
bool caps__own_only(void);

#endif

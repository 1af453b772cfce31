/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The records' clock is CLOCK_MONOTONIC as BPF programs read it, outside of any time namespace (time_namespaces(7)).
 * This process reads the clock of its own namespace, so the namespace's offset is subtracted.
 */
#ifndef SCT_CLOCK_H
#define SCT_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "util/number.h"

/* Returns by how many ns this process's CLOCK_MONOTONIC or CLOCK_BOOTTIME is ahead of the kernel's. */
int64_t clock__namespace(clockid_t clock);

static inline uint64_t clock__read(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * NS_PER_S + (uint64_t)ts.tv_nsec;
}

/* Returns the time of the records' clock, ns. */
static inline uint64_t now_ns(void)
{
	return clock__read(CLOCK_MONOTONIC) - (uint64_t)clock__namespace(CLOCK_MONOTONIC);
}

/* Returns the CPU time of the calling thread, ns. */
static inline uint64_t thread_cpu_ns(void)
{
	return clock__read(CLOCK_THREAD_CPUTIME_ID);
}

/* Returns the wall clock minus the kernel's CLOCK_MONOTONIC or CLOCK_BOOTTIME, ns. */
static inline int64_t clock_offset_now(clockid_t clock)
{
	uint64_t before = clock__read(clock), real = clock__read(CLOCK_REALTIME), after = clock__read(clock);

	/* takes the middle of two readings, as the thread may lose its CPU between them */
	return (int64_t)(real - before - (after - before) / 2) + clock__namespace(clock);
}

#endif

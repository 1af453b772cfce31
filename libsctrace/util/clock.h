/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef SCT_CLOCK_H
#define SCT_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* CPU time of the calling thread. */
static inline uint64_t thread_cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* The wall clock minus this one, ns. */
static inline int64_t clock_offset_now(clockid_t clock)
{
	struct timespec other, real;

	clock_gettime(clock, &other);
	clock_gettime(CLOCK_REALTIME, &real);
	return (real.tv_sec - other.tv_sec) * 1000000000LL + real.tv_nsec - other.tv_nsec;
}

#endif

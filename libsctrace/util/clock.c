// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Returns true if /proc/self/timens_offsets has the offsets of this process's own time namespace. The file describes
 * the namespace of future children (time_for_children), which may be another one.
 */
static bool offsets_are_own(void)
{
	char own[64] = "", children[64] = "";

	return readlink("/proc/self/ns/time", own, sizeof(own) - 1) > 0 &&
	       readlink("/proc/self/ns/time_for_children", children, sizeof(children) - 1) > 0 &&
	       !strcmp(own, children);
}

/*
 * Returns a clock's offset in ns. The file has lines such as "monotonic 86400 0", seconds and nanoseconds
 * (time_namespaces(7)).
 */
static int64_t read_offset(const char *clock)
{
	FILE *f = offsets_are_own() ? fopen("/proc/self/timens_offsets", "re") : NULL;
	long long s, ns, found = 0;
	char name[32];

	while (f && fscanf(f, "%31s %lld %lld", name, &s, &ns) == 3)
		if (!strcmp(name, clock))
			found = s * NS_PER_S + ns;
	if (f)
		fclose(f);
	return found;
}

/*
 * A process stays in its time namespace, so each offset is read once. Threads that read it at the same time get the
 * same result.
 */
int64_t clock__namespace(clockid_t clock)
{
	static struct {
		int64_t offset;
		bool known;
	} clocks[2];
	typeof(clocks[0]) *of = &clocks[clock == CLOCK_BOOTTIME];

	if (!__atomic_load_n(&of->known, __ATOMIC_ACQUIRE)) {
		__atomic_store_n(&of->offset, read_offset(clock == CLOCK_BOOTTIME ? "boottime" : "monotonic"),
				 __ATOMIC_RELAXED);
		__atomic_store_n(&of->known, true, __ATOMIC_RELEASE);
	}
	return __atomic_load_n(&of->offset, __ATOMIC_RELAXED);
}

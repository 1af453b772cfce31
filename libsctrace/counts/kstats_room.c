// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/kstats_room.h"

#include <errno.h>
#include <stdio.h>

#include "abi/kstats_abi.h"
#include "util/procfs.h"

#define ROWS 100000	   /* default */
#define ROWS_AT_ONCE 16384 /* default if the kernel allocates all rows at once */
#define ROWS_AT_ONCE_HIST 4096
#define ROWS_LEAST 1024
#define ELEMENT 48  /* bytes of the kernel per element of a hash, besides key and value */
#define PROCESS 400 /* bytes of this process per row, with its places in hash tables, without the histogram */

uint64_t kstats_room__row(const struct kstats_room *r)
{
	uint64_t kernel = ELEMENT + r->key_size + r->row_size;

	if (r->names)
		kernel += ELEMENT + sizeof(struct kstat_name) + sizeof(uint64_t);
	return 2 * kernel + PROCESS + (r->hist ? KSTAT_BUCKETS * sizeof(uint64_t) : 0);
}

static uint32_t usual(const struct kstats_room *r)
{
	return r->grows ? ROWS : r->hist ? ROWS_AT_ONCE_HIST : ROWS_AT_ONCE;
}

int kstats_room__rows(const struct kstats_room *r, uint32_t *rows, const struct errmsg *errmsg)
{
	uint64_t each = kstats_room__row(r), most = r->free / 2;

	*rows = r->asked ? r->asked : usual(r);
	if (!r->free || *rows * each <= most)
		return 0;
	if (r->asked > ROWS_LEAST)
		return errmsg__set(
			errmsg, -ENOMEM,
			"%u rows take up to %llu MB (%llu bytes each), more than half of the %llu MB of available "
			"memory (use fewer rows, or no histograms)",
			*rows, (unsigned long long)(*rows * each >> 20), (unsigned long long)each,
			(unsigned long long)(r->free >> 20));
	*rows = most / each > ROWS_LEAST ? (uint32_t)(most / each) : ROWS_LEAST;
	return 0;
}

uint64_t kstats_room__free(int proc)
{
	FILE *f = proc < 0 ? NULL : procfs__file(proc, "meminfo");
	unsigned long long kib = 0;
	char line[128];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "MemAvailable: %llu", &kib) == 1)
			break;
	if (f)
		fclose(f);
	return kib << 10;
}

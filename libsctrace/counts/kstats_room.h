/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Computes how many rows there is memory for. */
#ifndef SCT_COUNTS_KSTATS_ROOM_H
#define SCT_COUNTS_KSTATS_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "util/errmsg.h"

struct kstats_room {
	uint32_t asked; /* rows that were asked for; 0: the default, or as many as there is memory for */
	uint32_t key_size, row_size;
	bool names;    /* rows may have a name */
	bool hist;     /* this process keeps a histogram of each row */
	bool grows;    /* the kernel allocates each row when it is created, not all at once */
	uint64_t free; /* bytes of available memory; 0: not known */
};

/* Returns the most bytes that a row takes, in the kernel's two maps and in this process. */
uint64_t kstats_room__row(const struct kstats_room *r);
/*
 * Sets *rows. Returns 0, or -ENOMEM with a message if r->asked rows would take more than half of the available memory.
 */
int kstats_room__rows(const struct kstats_room *r, uint32_t *rows, const struct errmsg *errmsg);
/* Returns the bytes of available memory by /proc/meminfo, or 0 if not known. proc is a descriptor of /proc, or -1. */
uint64_t kstats_room__free(int proc);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How many rows there is memory for. */
#ifndef SCT_COUNTS_KSTATS_ROOM_H
#define SCT_COUNTS_KSTATS_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "util/errmsg.h"

struct kstats_room {
	uint32_t asked; /* rows; 0: a number that is usual, or what there is memory for */
	uint32_t key_size, row_size;
	bool names;    /* each row may have a name */
	bool hist;     /* and this process a histogram of it */
	bool grows;    /* the kernel takes memory as rows are made, not for all of them at once */
	uint64_t free; /* bytes of memory that is available; 0: not known */
};

/* Bytes that a row takes at most, in the kernel's two maps and in this process. */
uint64_t kstats_room__row(const struct kstats_room *r);
/* Sets *rows. -ENOMEM, with a text: those that were asked for would take more than half of the memory that is available. */
int kstats_room__rows(const struct kstats_room *r, uint32_t *rows, const struct errmsg *errmsg);
/* What /proc/meminfo says is available, bytes; 0: it does not. proc: as procfs__open() gives it. */
uint64_t kstats_room__free(int proc);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads the BPF ring buffers, one per CPU, and merges their records by time. */
#ifndef SCT_LIVE_RING_H
#define SCT_LIVE_RING_H

#include "event/source.h"

struct rings;

/*
 * Creates a reader. fds: a ring buffer map of the given size for each possible CPU; cpus_fd: the map of struct sct_cpu;
 * idle: the word that asks the programs to wake the reader. All are borrowed. Returns 0 or -errno.
 */
int rings__new(struct rings **out, const int *fds, unsigned n, uint32_t bytes, int cpus_fd, volatile uint64_t *idle);
/*
 * Returns the size of each CPU's ring. All rings together have at most total bytes or, if that is 0, a part of the
 * memory. But each ring has room for the largest record, even if they exceed the total.
 */
uint32_t rings__size(uint64_t total, uint64_t memory, unsigned ncpus);
/*
 * Returns how many events are missing in addition to those that the programs count. known: skipped exits that the
 * programs count.
 */
typedef uint64_t skipped_fn(void *ctx, uint64_t known);
/* Sets the function that counts missing events that the programs do not. */
void rings__skipped(struct rings *r, skipped_fn *fn, void *ctx);
struct rings_state {
	unsigned n;
	uint64_t bytes;	     /* size of each ring */
	uint64_t fill, peak; /* unread bytes of the fullest ring: now, and the most so far */
	uint64_t oldest;     /* time of the oldest unread record; 0: none */
	uint64_t lost;	     /* sum of struct sct_cpu.lost, which includes the next two */
	uint64_t skipped, no_memory;
	uint64_t calls;	    /* calls that lost one or both of their events */
	uint64_t unnoticed; /* result of the skipped_fn; not in lost */
};

/* Fills *out. Does not read records. */
void rings__look(struct rings *r, struct rings_state *out);
/* Returns the number of events lost on one CPU (struct sct_cpu.lost). */
uint64_t rings__lost_on(const struct rings *r, unsigned cpu);
/* Returns the source of the merged records. Freeing the source frees the rings. */
struct source *rings__source(struct rings *r);

#endif

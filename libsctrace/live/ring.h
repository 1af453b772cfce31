/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The reader of the BPF ring buffers: one per CPU, merged by time. */
#ifndef SCT_LIVE_RING_H
#define SCT_LIVE_RING_H

#include "event/source.h"

struct rings;

/*
 * fds: ring buffer maps of the given size, one per possible CPU; cpus_fd: the map of struct sct_cpu; idle: the word
 * by which the programs are asked to wake the reader. All are borrowed. Returns 0 or -errno.
 */
int rings__new(struct rings **out, const int *fds, unsigned n, uint32_t bytes, int cpus_fd, volatile uint64_t *idle);
/*
 * Returns the bytes of each CPU's ring. All rings share one budget: total or, if that is 0, a part of the machine's
 * memory. Each ring has room for the largest record, even if that exceeds the budget.
 */
uint32_t rings__size(uint64_t total, uint64_t memory, unsigned ncpus);
/* Returns how many events are missing beside those that the rings count. known: skipped exits that the rings count. */
typedef uint64_t skipped_fn(void *ctx, uint64_t known);
/* Sets the function that counts further missing events. */
void rings__skipped(struct rings *r, skipped_fn *fn, void *ctx);
struct rings_state {
	unsigned n;
	uint64_t bytes;	     /* size of each ring */
	uint64_t fill, peak; /* unread bytes of the fullest ring: now, and the most ever found */
	uint64_t oldest;     /* time of the oldest unread record; 0: none */
	uint64_t lost;	     /* sum of struct sct_cpu.lost; includes the next two */
	uint64_t skipped, no_memory;
	uint64_t calls;	    /* calls that lost an event, or both */
	uint64_t unnoticed; /* return value of the skipped_fn; not in lost */
};

/* Fills *out without reading records. */
void rings__look(struct rings *r, struct rings_state *out);
/* Returns the events lost on one CPU (struct sct_cpu.lost). */
uint64_t rings__lost_on(const struct rings *r, unsigned cpu);
/* Returns the source of the merged records. Freeing the source frees the rings. */
struct source *rings__source(struct rings *r);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The reader's side of the BPF ring buffers: one per CPU, merged by time. */
#ifndef SCT_LIVE_RING_H
#define SCT_LIVE_RING_H

#include "event/source.h"

struct rings;

/*
 * fds: ring buffer maps of bytes each, one per possible CPU. cpus_fd:
 * the map of struct sct_cpu. idle: the word that asks the programs to wake the
 * reader. All stay the caller's. 0 or -errno.
 */
int rings__new(struct rings **out, const int *fds, unsigned n, uint32_t bytes, int cpus_fd, volatile uint64_t *idle);
/*
 * Bytes of each CPU's ring: one budget for all of them, total or, if that is 0,
 * a part of the machine's memory. A ring is not so small that a record does not
 * fit, which is all that grows with the number of CPUs.
 */
uint32_t rings__size(uint64_t total, uint64_t memory, unsigned ncpus);
/* skipped(ctx, known): events that are missing beside what the rings know; known: exits among what they know. */
typedef uint64_t skipped_fn(void *ctx, uint64_t known);
void rings__skipped(struct rings *r, skipped_fn *fn, void *ctx);
struct rings_state {
	unsigned n;
	uint64_t bytes;	     /* of each ring */
	uint64_t fill, peak; /* not read, of the fullest one: now; most that was ever found */
	uint64_t oldest;     /* time of the oldest record that is not read; 0: there is none */
	uint64_t lost;	     /* as struct sct_cpu has it, of all CPUs; of these: */
	uint64_t skipped, no_memory;
	uint64_t calls;	    /* one of whose events is lost, or both */
	uint64_t unnoticed; /* beside lost: what the callback says */
};

void rings__look(struct rings *r, struct rings_state *out);
/* As struct sct_cpu has it. */
uint64_t rings__lost_on(const struct rings *r, unsigned cpu);
struct source *rings__source(struct rings *r);

#endif

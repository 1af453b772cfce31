/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The ring by which the programs of statistics wake the reader: rows fill up, or a task was created. */
#ifndef SCT_COUNTS_WAKEUP_H
#define SCT_COUNTS_WAKEUP_H

#include <stdint.h>
#include <sys/types.h>

struct ring_buffer;

struct wakeup {
	struct ring_buffer *ring;
	/*
	 * Called for each new task, or with tid 0 and the number of tasks that found no room in the ring. May be NULL.
	 */
	void (*attached)(void *ctx, pid_t tid, uint64_t missed);
	void *ctx;
	uint64_t unreported; /* the number of tasks without room at the last wakeup__hear() */
};

/* Opens the ring, whose map is fd. Returns 0 or -errno. */
int wakeup__open(struct wakeup *w, int fd);
/* Returns a descriptor that is readable while the ring has messages. */
int wakeup__fd(const struct wakeup *w);
/*
 * Reads the ring and calls attached(). unreported counts all new tasks since the start that found no room in the ring.
 */
void wakeup__hear(struct wakeup *w, uint64_t unreported);
void wakeup__close(struct wakeup *w);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The ring by which the programs of statistics wake the reader: their rows fill up, or a task was made. */
#ifndef SCT_COUNTS_WAKEUP_H
#define SCT_COUNTS_WAKEUP_H

#include <stdint.h>
#include <sys/types.h>

struct ring_buffer;

struct wakeup {
	struct ring_buffer *ring;
	/* Of each new task, and of how many there was no room to tell; NULL: nobody wants to know. */
	void (*attached)(void *ctx, pid_t tid, uint64_t missed);
	void *ctx;
	uint64_t untold; /* what attached() was told of those */
};

/* fd: the map's. 0 or -errno. */
int wakeup__open(struct wakeup *w, int fd);
/* Readable when it was rung. */
int wakeup__fd(const struct wakeup *w);
/* Tells of what was in it. untold: new tasks that it had no room for, since the start. */
void wakeup__hear(struct wakeup *w, uint64_t untold);
void wakeup__close(struct wakeup *w);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* When tracing begins and ends: --delay, --for; and the programs that wait for its beginning. */
#ifndef CLI_WHEN_H
#define CLI_WHEN_H

#include <stdbool.h>
#include <stdint.h>

struct options;

/* Points in time, ms of now_ms(). 0: there is none. */
struct when {
	int64_t begins; /* the end of --delay */
	int64_t ends;	/* the end of --for */
};

/*
 * Called when everything is attached. Computes the points in time; and writes a newline to --ready-fd, and READY=1 to the
 * service manager (sd_notify(3)), if they are there.
 */
void when__start(struct when *w, const struct options *o);
/* Returns true once: when the delay is over. */
bool when__begins(struct when *w);
/* Returns whether the time of --for is over. */
bool when__over(const struct when *w);
/* Returns ms, or less if a point in time comes before; ms < 0: no limit. */
int when__timeout(const struct when *w, int ms);

#endif

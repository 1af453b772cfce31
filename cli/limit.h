/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --limit-rate and --max-cpu: decides what to leave out. The caller passes the time, so tests can use any clock. */
#ifndef CLI_LIMIT_H
#define CLI_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* What is left out to save CPU time. Each level includes the levels before it. */
enum limit_level { LIMIT_NOTHING, LIMIT_DATA, LIMIT_ARGUMENTS, LIMIT_LINES };

struct limit {
	uint32_t rate;	    /* lines a second; 0: no limit */
	unsigned cpu;	    /* per cent of a CPU; 0: no limit */
	uint64_t line_at;   /* when line_left was computed, ns */
	uint64_t line_left; /* time that lines may take, each 1/rate of a second, ns; at most a second */
	uint64_t cpu_at;    /* when cpu_left was computed, ns */
	uint64_t cpu_used;  /* CPU time at that moment, ns */
	int64_t cpu_left;   /* CPU time that may be used, ns; negative: too much was */
	enum limit_level level;
};

/* Sets the limits, and begins at LIMIT_NOTHING. now is the time, and used the CPU time until now, both in ns. */
void limit__init(struct limit *l, uint32_t rate, unsigned cpu, uint64_t now, uint64_t used);
/* Returns whether a line may be printed at the time `now`, ns, and counts it if so. */
bool limit__line(struct limit *l, uint64_t now);
/*
 * Sets the level from the CPU time used until now, both in ns. Returns without a change within 50 ms of the last time.
 */
void limit__cpu(struct limit *l, uint64_t now, uint64_t used);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The keys of statistics of events. Files and peers are not known there, so the keys of kind NAME are free, and have the
 * arguments that are asked for.
 */
#ifndef SCT_EVENT_BY_H
#define SCT_EVENT_BY_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/keys.h"
#include "util/errmsg.h"

#define EVENT_BY_ARGS 3	       /* number of keys of kind NAME */
#define EVENT_BY_RET SCT_NARGS /* stands for the return value in place of an argument's number */

struct event_by {
	uint32_t by; /* KSTAT_BY_* */
	uint8_t order[NKEYS];
	unsigned n;
	const char *titles[NKEYS]; /* titles of keys; NULL: the key's own name */
	struct {
		uint8_t key; /* key of kind NAME that has the argument's text */
		uint8_t arg;
	} args[EVENT_BY_ARGS];
	unsigned nargs;
};

/* Parses "func,comm,arg2"; kernel: for rows that the kernel keeps. Returns 0, or -EINVAL with a message. */
int event_by__parse(struct event_by *b, const char *words, bool kernel, const struct errmsg *errmsg);

#endif

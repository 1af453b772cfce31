/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The keys of tables that have arguments among their keys: those of events, and of probes that the kernel counts. */
#ifndef SCT_EVENT_BY_H
#define SCT_EVENT_BY_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/keys.h"
#include "util/errmsg.h"

#define EVENT_BY_NAME 32

/* struct event_by_arg.what: an argument's number, counted from 0, or one of these. */
enum { EVENT_BY_RET = SCT_NARGS, EVENT_BY_STACK, EVENT_BY_NAMED };

struct event_by_arg {
	uint8_t what;
	char name[EVENT_BY_NAME]; /* the title; with EVENT_BY_NAMED the argument's name */
};

struct event_by {
	uint32_t by;		    /* KSTAT_BY_* */
	unsigned events;	    /* enum key_events: what must be captured for the keys */
	uint8_t order[KEY_COLUMNS]; /* columns */
	unsigned n;
	const char *titles[KEY_COLUMNS]; /* titles of columns; NULL: the key's own name */
	struct event_by_arg args[KEY_ARGS_MAX];
	unsigned nargs;
};

/*
 * Parses "func,comm,arg2,flags". b must not be moved. kernel: for rows of probes that the kernel keeps. Returns 0, or
 * with a message -EINVAL, or -EOPNOTSUPP for a key that only tables of events have. The names of arguments are not
 * checked.
 */
int event_by__parse(struct event_by *b, const char *words, bool kernel, const struct errmsg *errmsg);

#endif

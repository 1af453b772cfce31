/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The keys of statistics of events. Those of names are free there, as no file
 * and no peer is known: they have the arguments that are asked for.
 */
#ifndef SCT_EVENT_BY_H
#define SCT_EVENT_BY_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/keys.h"
#include "util/errmsg.h"

#define EVENT_BY_ARGS 3	       /* the keys of names */
#define EVENT_BY_RET SCT_NARGS /* in place of an argument's number: what the call or function returned */

struct event_by {
	uint32_t by; /* KSTAT_BY_* */
	uint8_t order[NKEYS];
	unsigned n;
	const char *titles[NKEYS]; /* of keys that are called otherwise; NULL: by their names */
	struct {
		uint8_t key; /* of a name: its text is that of this argument */
		uint8_t arg;
	} args[EVENT_BY_ARGS];
	unsigned nargs;
};

/* "func,comm,arg2". kernel: of rows that the kernel keeps. 0, or -EINVAL: why is one line for people. */
int event_by__parse(struct event_by *b, const char *words, bool kernel, const struct errmsg *errmsg);

#endif

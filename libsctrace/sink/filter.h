/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Selects the lines that are shown by the status of calls, and by signal. */
#ifndef SCT_FILTER_H
#define SCT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The statuses of strace -e status=. How a call ended is always known here, so no call is "unavailable". */
enum call_status {
	STATUS_SUCCESSFUL,
	STATUS_FAILED,
	STATUS_UNFINISHED,
	STATUS_UNAVAILABLE,
	STATUS_DETACHED,
	NSTATUS,
};

struct filter {
	uint64_t status; /* a bit for each enum call_status that is shown */
	bool by_status;	 /* print the line of a call only when the call has ended, as its status is known only then */
	uint64_t hidden; /* signals that are not shown; bit 0 is signal 1 */
};

/*
 * Parses the sets of -e status= and -e signal=, or NULL for all. Returns 0, or -EINVAL with a message about the word.
 */
int filter__parse(struct filter *f, const char *status, const char *signals, char *errmsg, size_t why_size);

static inline bool filter__call(const struct filter *f, enum call_status status)
{
	return f->status >> status & 1;
}

static inline bool filter__signal(const struct filter *f, unsigned sig)
{
	return !sig || sig > 64 || !(f->hidden >> (sig - 1) & 1);
}

#endif

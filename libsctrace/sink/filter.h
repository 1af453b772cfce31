/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which lines are shown: by how a call ended, and by signal. */
#ifndef SCT_FILTER_H
#define SCT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* strace(1), -e status=; how a call ended is always known: none is unavailable. */
enum call_status {
	STATUS_SUCCESSFUL,
	STATUS_FAILED,
	STATUS_UNFINISHED,
	STATUS_UNAVAILABLE,
	STATUS_DETACHED,
	NSTATUS,
};

struct filter {
	uint64_t status; /* bits, enum call_status */
	bool by_status;	 /* what a call will come to is known at its end only */
	uint64_t hidden; /* signals: bit 0 is signal 1 */
};

/* As strace(1) has -e status= and -e signal=; NULL: everything. -EINVAL: why has the word. */
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

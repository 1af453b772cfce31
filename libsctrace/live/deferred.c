// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "live/deferred.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ERRNO_MAX 4095

/* ---- result filters ---- */

/* Returns true if the filter passes failed calls only. */
static bool only_failures(const struct sct_result_filter *r)
{
	return r->failed || r->by_errno || (r->by_range && r->max < 0 && r->min >= -ERRNO_MAX);
}

static bool errnos_within(const struct sct_result_filter *mine, const struct sct_result_filter *all)
{
	for (size_t i = 0; i < SCT_ERRNOS / 64; i++)
		if (mine->errnos[i] & ~all->errnos[i])
			return false;
	return mine->by_errno;
}

bool result_filter__within(const struct sct_result_filter *mine, const struct sct_result_filter *all)
{
	if (all->failed && !only_failures(mine))
		return false;
	if (all->by_errno && !errnos_within(mine, all))
		return false;
	if (all->by_range && !(mine->by_range && mine->min >= all->min && mine->max <= all->max))
		return false;
	return mine->min_ns >= all->min_ns;
}

bool result_filter__want(const struct sct_result_filter *r, int64_t ret, uint64_t ns)
{
	bool failed = ret < 0 && ret >= -ERRNO_MAX;
	uint64_t err = failed ? (uint64_t)-ret : 0;

	if (r->failed && !failed)
		return false;
	if (r->by_errno && !(failed && err < SCT_ERRNOS && r->errnos[err / 64] >> err % 64 & 1))
		return false;
	if (r->by_range && (ret < r->min || ret > r->max))
		return false;
	return ns >= r->min_ns;
}

bool result_filter__want_exit(const struct sct_result_filter *r, const struct sct_exit *x)
{
	/* enter_ts is 0 if the call was in progress at the attach: its beginning was not seen */
	bool seen = x->enter_ts && x->enter_ts < x->rec.ts;

	return result_filter__want(r, x->ret, seen ? x->rec.ts - x->enter_ts : 0);
}

/* ---- kept enter records ---- */

struct kept {
	size_t size;
	struct sct_enter enter[];
};

void deferred__drop(struct deferred *h, uint32_t tid)
{
	free(tidmap__del(&h->enters, tid));
}

int deferred__keep(struct deferred *h, const struct sct_enter *e, size_t size)
{
	struct kept *k = malloc(sizeof(*k) + size);
	int err;

	deferred__drop(h, e->rec.tid);
	if (!k)
		return -ENOMEM;
	k->size = size;
	memcpy(k->enter, e, size);
	err = tidmap__put(&h->enters, e->rec.tid, k);
	if (err)
		free(k);
	return err;
}

struct sct_enter *deferred__take(struct deferred *h, const struct sct_exit *x, size_t *size)
{
	struct kept *k = tidmap__del(&h->enters, x->rec.tid);
	struct sct_enter *e = (void *)k;

	if (!k)
		return NULL;
	*size = k->size;
	memmove(e, k->enter, *size);
	e->rec.ts = x->rec.ts;
	e->rec.tid = x->rec.tid;
	e->rec.cpu = x->rec.cpu;
	e->rec.lost = x->rec.lost;
	if (!(e->rec.flags & SCT_F_LATE))
		e->rec.flags |= SCT_F_HELD;
	return e;
}

void deferred__move(struct deferred *h, uint32_t from, uint32_t to)
{
	struct kept *k = tidmap__del(&h->enters, from);

	deferred__drop(h, to);
	if (k && tidmap__put(&h->enters, to, k))
		free(k);
}

void deferred__free(struct deferred *h)
{
	tidmap__free(&h->enters, free);
}

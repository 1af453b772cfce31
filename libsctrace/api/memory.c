// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/memory.h"

#include "load/features.h"

bool memory__is_read_late(const struct sctrace *t)
{
	const struct features *f = programs__share(t->bpf).features;

	return t->base.proc >= 0 && !features__has(f, FEAT_TASK_WORK) &&
	       (!features__has(f, FEAT_SLEEPABLE) || t->by_result);
}

int memory__before(struct sctrace *t, const struct sct_rec *rec, record_fn *fn)
{
	const struct sct_exit *x = (const void *)rec;
	const struct sct_enter *e = late__lacks(rec) ? pair__enter_of(t->pair, x) : NULL;

	return e ? late__read(t->base.proc, &t->decode, &t->late, e, x, fn, t) : 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Converts rows of the kernel to rows of the handle. */
#include <errno.h>

#include "stats/name.h"
#include "api/stats_handle.h"
#include "api/stats_probes.h"

/* Returns whether the kernel had no room for the row, or for a name in its key. */
static bool without_room(const struct kstat_by_key *k)
{
	bool full = !k->owner;

	for (unsigned i = 0; i < NKEYS; i++)
		full |= by_keys[i].kind == KSTAT_KEY_NAME && by_key__num(&by_keys[i], k) == KSTAT_NAME_FULL;
	return full;
}

/* Adds a row of a probe with arguments as keys: the kernel has them as numbers, the handle's rows as text. */
static int row_of_probe(struct sctrace_stats *s, struct stats *to, const struct pcount_key *key,
			const struct kstat_row *r, const uint64_t *hist)
{
	const char *names[NKEYS] = {};
	struct kstat_by_key k = key->by;
	struct buf texts = {};
	int err = stats_probes__names(s, key, &texts, names);

	if (!(s->by & KSTAT_BY_SYSCALL))
		k.call = 0;
	if (k.cgroup)
		cgroups__path(&s->cgroups, k.cgroup); /* looked up now, while the cgroup exists */
	if (!err)
		err = stats__add(to, &k, r, hist, names);
	buf__free(&texts);
	return err;
}

int stats_handle__row(struct sctrace_stats *s, struct stats *to, const struct kstat_by_key *key,
		      const struct kstat_row *r, const uint64_t *hist)
{
	char text[NKEYS][NAME_TEXT_MAX];
	const char *names[NKEYS] = {};
	const char *path = NULL;
	struct kstat_by_key other;

	if (s->by && without_room(key)) {
		other = stats__other(key, s->by);
		key = &other;
	}
	if (!key->owner && (!key->err || s->by))
		to->evicted += r->calls;
	if (key->owner && s->keys.nargs)
		return row_of_probe(s, to, (const struct pcount_key *)key, r, hist);
	for (unsigned i = 0; key->owner && i < NKEYS; i++)
		if (s->by & KSTAT_BY_NAMES & by_keys[i].bit && i != KEY_CONTAINER)
			names[i] = name__text(kstats__name(s->kstats, by_key__num(&by_keys[i], key)), text[i],
					      sizeof(text[i]));
	if (key->cgroup)
		path = cgroups__path(&s->cgroups, key->cgroup); /* looked up now, while the cgroup exists */
	if (path && s->by & KSTAT_BY_CONTAINER)
		names[KEY_CONTAINER] = cgroups__container(&s->cgroups, key->cgroup);
	if (key != &other) {
		other = *key;
		other.cgroup = s->by && !(s->by & KSTAT_BY_CGROUP) ? 0 : key->cgroup;
	}
	return stats__add(to, &other, r, hist, names);
}

void stats_handle__took(struct sctrace_stats *s, const struct kstat_row *r, const uint64_t *hist)
{
	s->base.records++;
	s->base.bytes += sizeof(*r) + (hist ? KSTAT_BUCKETS * sizeof(*hist) : 0);
}

int stats_handle__on_row(void *ctx, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist)
{
	struct sctrace_stats *s = ctx;
	int err = s->deltas ? stats_handle__row(s, &s->delta, key, r, hist) : 0;

	stats_handle__took(s, r, hist);
	return err ? err : stats_handle__row(s, &s->stats, key, r, hist);
}

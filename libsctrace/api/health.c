// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* How a handle is: whether it keeps up, what it misses, what it costs. */
#include <errno.h>
#include <string.h>

#include "api/handle.h"
#include "load/footprint.h"
#include "enrich/mmaps.h"
#include "enrich/netnames.h"
#include "live/ring.h"
#include "live/fanout.h"
#include "probe_bpf/uprobe.h"
#include "api/stats_probes.h"
#include "api/stats_share.h"
#include "util/clock.h"

/* As much of it as the caller knows. */
static int answer(struct sctrace_health *to, const struct sctrace_health *h)
{
	size_t size = to->sz < sizeof(*h) ? to->sz : sizeof(*h);

	memcpy(to, h, size);
	to->sz = size;
	return 0;
}

static bool has_room(const struct sctrace_health *h)
{
	return h && h->sz >= sizeof(h->sz);
}

/* ---- events ---- */

/* Descriptors that are not the object's. */
static unsigned own_fds(const struct sctrace *t)
{
	return (unsigned)(t->proc >= 0) + mmaps__fds(t->mmaps) + netnames__fds(t->names) + (t->recorder != NULL) +
	       (t->sub ? 2 : 0) + !t->bpf;
}

static void look_live(struct sctrace *t, struct sctrace_health *h)
{
	struct footprint cost = {};
	struct rings_state r;
	uint64_t now;

	programs__look(t->bpf, t->proc, &r, &cost);
	uprobes__cost(t->uprobes, &cost);
	now = now_ns();
	h->lost_skipped = r.skipped + r.unnoticed;
	h->lost_no_memory = r.no_memory;
	h->lost_calls = r.calls + r.unnoticed;
	h->lost_ring_full = r.lost - r.skipped - r.no_memory;
	h->rings = r.n;
	h->ring_bytes = r.bytes;
	h->ring_fill = r.fill;
	h->ring_peak = r.peak;
	h->lag = r.oldest && r.oldest < now ? now - r.oldest : 0;
	h->fds = cost.fds;
	h->memory = cost.memory;
	h->runs = cost.runs;
	h->run_ns = cost.run_ns;
	h->handles = t->sub ? subscriber__count(t->sub) : 1;
}

static int look(struct sctrace *t, struct sctrace_health *to)
{
	struct sctrace_health h = {
		.sz = sizeof(h),
		.records = t->records,
		.bytes = t->bytes,
		.tasks = sctrace_tasks(t),
		.targets = pair__targets(t->pair) + t->attach.nqueued,
		.cpu_ns = t->cpu_ns,
	};

	if (t->bpf)
		look_live(t, &h);
	if (t->life == LIFE_STOPPED)
		h.handles = 0;
	h.record_errno = (uint32_t)-t->record_err;
	h.lost = sctrace_lost(t);
	h.fds += own_fds(t);
	return answer(to, &h);
}

int sctrace_health(struct sctrace *t, struct sctrace_health *h)
{
	int err = !t ? -EINVAL : !has_room(h) ? guard__invalid(&t->guard, "h->sz is not set") : guard__enter(&t->guard);

	return err ? err : guard__leave(&t->guard, look(t, h));
}

/* ---- statistics ---- */

static int stats_look(struct sctrace_stats *s, struct sctrace_health *to)
{
	struct footprint cost = {};
	struct sctrace_health h = {
		.sz = sizeof(h),
		.records = s->taken,
		.bytes = s->taken_bytes,
		.lost = sctrace_stats_missed(s),
		.tasks = s->alive > 0 ? (uint32_t)s->alive : 0,
		.cpu_ns = s->cpu_ns,
	};

	kstats__look(s->kstats, s->proc, &cost, &h.lost_skipped);
	stats_probes__cost(s, &cost);
	/* with handles that share, it is of all the time that there are programs */
	if (h.lost_skipped > h.lost)
		h.lost_skipped = h.lost;
	h.lost_no_memory = h.lost - h.lost_skipped;
	h.handles = s->life == LIFE_STOPPED ? 0 : stats_share__count(s);
	h.fds = cost.fds + (s->proc >= 0);
	h.memory = cost.memory;
	h.runs = cost.runs;
	h.run_ns = cost.run_ns;
	return answer(to, &h);
}

int sctrace_stats_health(struct sctrace_stats *s, struct sctrace_health *h)
{
	int err = !s ? -EINVAL : !has_room(h) ? guard__invalid(&s->guard, "h->sz is not set") : guard__enter(&s->guard);

	return err ? err : guard__leave(&s->guard, stats_look(s, h));
}

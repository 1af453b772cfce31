// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/replay.h"
#include "api/trace_health.h"

#include "load/footprint.h"
#include "enrich/mmaps.h"
#include "enrich/netnames.h"
#include "enrich/processes.h"
#include "live/ring.h"
#include "live/fanout.h"
#include "probe_bpf/uprobe.h"
#include "recording/recorder.h"
#include "util/clock.h"

/* Returns the number of descriptors of the handle, except those of its programs and rings, and /proc. */
static unsigned own_fds(const struct sctrace *t)
{
	return mmaps__fds(t->mmaps) + netnames__fds(t->names) + (t->recorder != NULL) + (t->sub ? 2 : 0) + !t->bpf;
}

static void look_live(struct sctrace *t, struct sctrace_health *h)
{
	struct footprint cost = {};
	struct rings_state r;
	uint64_t now;

	programs__look(t->bpf, t->base.proc, &r, &cost);
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
	h->fds += cost.fds;
	h->memory = cost.memory;
	h->runs = cost.runs;
	h->run_ns = cost.run_ns;
	h->handles = t->sub ? subscriber__count(t->sub) : 1;
}

static void look_processes(struct sctrace *t, struct sctrace_health *h)
{
	struct processes_size size;

	processes__size(t->processes, &size);
	h->processes = size.n;
	h->processes_ended = size.ended;
	h->process_bytes = size.bytes;
	h->process_left_out = size.left_out;
}

void trace_health__look(struct session *s, struct sctrace_health *h)
{
	struct sctrace *t = trace_of(s);

	h->tasks = sctrace_tasks(t);
	h->targets = pair__targets(t->pair) + t->attach.nqueued;
	if (t->bpf)
		look_live(t, h);
	h->predicate_ret = t->narrowed >> PRED_RET & 1;
	h->predicate_errno = t->narrowed >> PRED_ERRNO & 1;
	h->predicate_duration = t->narrowed >> PRED_DURATION & 1;
	h->captures = t->recorder ? recorder__triggered(t->recorder) : t->captures;
	h->gaps = replay__gaps(t);
	if (t->processes)
		look_processes(t, h);
	h->record_errno = (uint32_t)-t->record_err;
	h->lost = sctrace_lost(t);
	h->fds += own_fds(t);
}

/* ---- the public functions ---- */

unsigned sctrace_tasks(struct sctrace *t)
{
	return t ? pair__alive(t->pair) + t->attach.nqueued : 0;
}

uint64_t sctrace_lost(const struct sctrace *t)
{
	uint64_t n = t ? t->source->ops->lost(t->source) : 0, seen = t ? pair__lost(t->pair) : 0;

	return n > seen ? n : seen;
}

int sctrace_health(struct sctrace *t, struct sctrace_health *h)
{
	return session__health(trace_session(t), h);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/stats_probes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/probe_find.h"
#include "sink/text_arg.h"
#include "stats/table.h"
#include "plan/plan.h"
#include "probe_bpf/uprobe.h"

bool stats_probes__wanted(const struct sctrace_stats_opts *o)
{
	return o->nprobes || o->probe_rows;
}

/* ---- keys ---- */

/* Returns whether the argument's text depends on its register only, not on memory. */
static bool in_register(const struct sct_row *row, unsigned arg, const struct decode_opts *decode)
{
	struct sct_plan plan;

	plan__make(&plan, abi__native(), row, decode, true);
	for (unsigned i = 0; i < plan.ncaps; i++)
		if (plan.cap[i].arg == arg)
			return false;
	return true;
}

static int check_key(struct sctrace_stats *s, const struct probe *p, unsigned arg)
{
	bool ret = arg == EVENT_BY_RET;
	const struct sct_row *row = ret ? &p->spec.ret : &p->spec.row;

	if (!ret && p->spec.kind == PROBE_TRACEPOINT)
		return guard__fail(
			&s->base.guard, -EOPNOTSUPP,
			"fields of a tracepoint (%s) cannot be keys here: count events instead (sctrace_event_stats)",
			p->spec.func);
	if (in_register(row, ret ? 0 : arg, &s->decode))
		return 0;
	return guard__fail(&s->base.guard, -EOPNOTSUPP,
			   "'%s': %s points to memory and cannot be a key here, only numbers can: count events instead "
			   "(sctrace_event_stats)",
			   p->spec.func, s->keys.args[0].name);
}

/* Refuses arguments of system calls as keys, which only statistics of events support. */
static int check_calls(struct sctrace_stats *s)
{
	struct selection none = {};
	char *text = NULL;
	int err = select__parse(&none, "none", &text);
	bool same = !err && select__same(&none, &s->base.selection);

	free(text);
	select__free(&none);
	if (err || same)
		return err;
	return guard__fail(&s->base.guard, -EOPNOTSUPP,
			   "arguments of system calls cannot be keys here: set trace to none, or count events instead "
			   "(sctrace_event_stats)");
}

static int find_keys(struct sctrace_stats *s, const struct sctrace_stats_opts *o)
{
	const struct errmsg errmsg = { s->base.guard.now, sizeof(s->base.guard.now) };
	int err = o->by ? event_by__parse(&s->keys, o->by, true, &errmsg) : 0;

	s->by = s->keys.by;
	s->norder = s->keys.n;
	memcpy(s->order, s->keys.order, sizeof(s->order));
	return err;
}

static int check_keys(struct sctrace_stats *s)
{
	int err = s->keys.nargs ? check_calls(s) : 0;

	for (unsigned i = 0; !err && i < s->probes.n; i++)
		for (unsigned k = 0; !err && k < s->keys.nargs; k++)
			err = check_key(s, s->probes.v[i], s->keys.args[k].what);
	return err;
}

/* ---- open ---- */

int stats_probes__find(struct sctrace_stats *s, const struct sctrace_stats_opts *o, struct kstats_opts *ao)
{
	const struct errmsg errmsg = { s->base.guard.now, sizeof(s->base.guard.now) };
	const struct probe_ask ask = PROBE_ASK(o);
	int err = find_keys(s, o);

	s->decode = (struct decode_opts){ .strlen_max = 32, .probes = &s->probes };
	s->stats.probes = s->delta.probes = &s->probes;
	if (!err)
		err = probe_find__all(&s->probes, &ask, &errmsg);
	if (!err)
		err = check_keys(s);
	ao->nprobes = s->probes.n;
	ao->probe_args = s->keys.nargs;
	/* a row's numbers may stand for different arguments of different probes, so the probe must be in the key */
	ao->by = (s->by & ~(uint32_t)KSTAT_BY_ARGS) | (s->keys.nargs ? KSTAT_BY_SYSCALL : 0);
	return err;
}

int stats_probes__open(struct sctrace_stats *s, const struct sctrace_stats_opts *o, const struct kstats_opts *ao)
{
	struct uprobe_counting counting;
	struct uprobe_opts uo = {
		.probes = &s->probes,
		.plan = s->decode,
		.btf = o->btf,
		.without = ao->without,
		.own_only = o->own_only,
		.count = &counting,
		.errmsg = { s->base.guard.now, sizeof(s->base.guard.now) },
	};
	struct bpf_share share = {};

	if (!s->probes.n)
		return 0;
	kstats__counting(s->kstats, &counting);
	memset(counting.args, PCOUNT_NONE, sizeof(counting.args));
	for (unsigned i = 0; i < s->keys.nargs; i++)
		counting.args[i] = s->keys.args[i].what == EVENT_BY_RET ? PCOUNT_RET : s->keys.args[i].what;
	share.features = counting.features;
	return uprobes__open(&s->uprobes, &uo, &share);
}

/* ---- life ---- */

int stats_probes__attach(struct sctrace_stats *s)
{
	return s->uprobes ? uprobes__attach(s->uprobes) : 0;
}

void stats_probes__detach(struct sctrace_stats *s)
{
	if (s->uprobes)
		uprobes__detach(s->uprobes);
}

void stats_probes__pause(struct sctrace_stats *s, bool pause)
{
	uprobes__pause(s->uprobes, pause);
}

uint64_t stats_probes__lost(const struct sctrace_stats *s)
{
	return uprobes__hits_lost(s->uprobes);
}

void stats_probes__cost(const struct sctrace_stats *s, struct footprint *cost)
{
	uprobes__cost(s->uprobes, cost);
}

void stats_probes__close(struct sctrace_stats *s)
{
	uprobes__close(s->uprobes);
	probes__free(&s->probes);
}

/* ---- rows ---- */

int stats_probes__names(struct sctrace_stats *s, const struct pcount_key *key, struct buf *texts, const char **names)
{
	if (!s->keys.nargs || key->by.call < STATS_PROBE)
		return 0;
	for (unsigned i = 0; i < s->keys.nargs; i++) {
		text_arg__value(texts, key->by.call - STATS_PROBE, s->keys.args[i].what, key->args[i], &s->decode);
		buf__char(texts, '\n');
	}
	buf__char(texts, '\0');
	if (texts->failed)
		return -ENOMEM;
	names[KEY_ARGS] = texts->p;
	return 0;
}

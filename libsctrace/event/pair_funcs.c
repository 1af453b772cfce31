// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/pair_funcs.h"

#include <errno.h>

#include "event/report.h"

static int func_event(struct pair *p, struct pair_task *t, enum event_kind kind, const struct sct_probe *func,
		      uint64_t ts, const struct sct_return *ret)
{
	struct event ev = pair_task__event(p, kind, t, ts);

	ev.enter = &func->enter;
	ev.nr = 0;
	if (ret) {
		ev.exit = &ret->exit;
		ev.out = record__data(&ret->exit.rec, &ev.out_len);
	}
	return report(p, &ev);
}

/* Reports that the innermost function will not return. ended: because its task has ended or runs another program */
static int func_gone(struct pair *p, struct pair_task *t, uint64_t ts, bool ended)
{
	struct event ev = pair_task__event(p, EV_FUNC_GONE, t, ts);
	size_t before = t->funcs.bytes;
	int err;

	ev.enter = &funcs__innermost(&t->funcs)->enter;
	ev.nr = 0;
	ev.ended = ended;
	err = report(p, &ev);
	report__free(p, funcs__pop(&t->funcs));
	p->bytes -= before - t->funcs.bytes;
	return err;
}

int pair_funcs__end(struct pair *p, struct pair_task *t, uint64_t ts)
{
	int err = 0;

	while (!err && t->funcs.n)
		err = func_gone(p, t, ts, true);
	return err;
}

static int func_enter(struct pair *p, struct pair_task *t, const struct sct_probe *rec, size_t size)
{
	const struct sct_probe *kept;
	size_t before;
	int err = 0;

	while (!err && funcs__left_at_entry(&t->funcs, rec))
		err = func_gone(p, t, rec->enter.rec.ts, false);
	if (!err && funcs__too_deep(&t->funcs)) {
		err = func_event(p, t, EV_FUNC_GONE, funcs__too_deep(&t->funcs), rec->enter.rec.ts, NULL);
		p->bytes -= sizeof(*rec) + t->funcs.v[0]->enter.data_len;
		report__free(p, funcs__pop_outermost(&t->funcs));
	}
	if (err)
		return err;
	before = t->funcs.bytes;
	kept = funcs__push(&t->funcs, rec, size);
	p->bytes += t->funcs.bytes - before;
	return kept ? func_event(p, t, EV_FUNC_ENTER, kept, kept->enter.rec.ts, NULL) : -ENOMEM;
}

int pair_funcs__probe(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	const struct sct_probe *pr = (const void *)rec;

	return rec->flags & SCT_F_RETURNS ? func_enter(p, t, pr, size) : func_event(p, t, EV_PROBE, pr, rec->ts, NULL);
}

int pair_funcs__return(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	const struct sct_return *r = (const void *)rec;
	const struct sct_probe *func;
	size_t before;
	int err = 0;

	if (!(rec->flags & SCT_F_RETURNS)) {
		p->entry = (struct sct_probe){ .enter = { .rec = *rec, .nr = r->exit.nr, .nr_high = r->exit.pad } };
		p->entry.enter.rec.type = SCT_REC_PROBE;
		p->entry.enter.abi = r->exit.abi;
		return func_event(p, t, EV_PROBE, &p->entry, rec->ts, r);
	}
	while (!err && funcs__left_at_return(&t->funcs, r))
		err = func_gone(p, t, rec->ts, false);
	func = err ? NULL : funcs__returns(&t->funcs, r);
	if (!func)
		return err;
	before = t->funcs.bytes;
	err = func_event(p, t, EV_FUNC_EXIT, func, rec->ts, r);
	report__free(p, funcs__pop(&t->funcs));
	p->bytes -= before - t->funcs.bytes;
	return err;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/probes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "event/func.h"
#include "probe/files.h"
#include "probe/usdt.h"
#include "api/probe_find.h"
#include "util/clock.h"

static uint64_t skips(const void *uprobes)
{
	return uprobes__skips(uprobes);
}

int probes__open(struct sctrace *t, const struct sctrace_opts *o, unsigned without)
{
	struct uprobe_opts uo = {
		.probes = &t->probes,
		.plan = t->decode,
		.btf = o->btf,
		.without = without,
		.own_only = o->own_only,
		.errmsg = { t->base.guard.now, sizeof(t->base.guard.now) },
	};
	struct bpf_share share = programs__share(t->bpf);
	struct probe_ask ask = PROBE_ASK(o);
	int err;

	ask.features = share.features;
	err = probe_find__all(&t->probes, &ask, &uo.errmsg);
	if (err || !t->probes.n)
		return err;
	err = uprobes__open(&t->uprobes, &uo, &share);
	if (!err)
		programs__also_skipped(t->bpf, skips, t->uprobes);
	return err;
}

/* ---- definitions ---- */

static int define(const struct probe *p, uint64_t ts, record_fn *fn, void *ctx)
{
	struct sct_def *d = calloc(1, sizeof(*d) + p->def_len);
	int err;

	if (!d)
		return -ENOMEM;
	d->rec = (struct sct_rec){ .ts = ts, .type = SCT_REC_DEF, .cpu = SCT_CPU_NONE };
	d->probe = p->id;
	d->data_len = (uint32_t)p->def_len;
	memcpy(d + 1, p->def, p->def_len);
	err = fn(ctx, &d->rec, sizeof(*d) + p->def_len);
	free(d);
	return err;
}

int probes__start(struct sctrace *t, record_fn *fn, void *ctx)
{
	uint64_t now = now_ns();
	int err = 0;

	if (!t->uprobes)
		return 0;
	for (unsigned i = 0; !err && i < t->probes.n; i++)
		err = define(t->probes.v[i], now, fn, ctx);
	return err ? err : uprobes__attach(t->uprobes);
}

int probes__record(struct sctrace *t, const struct sct_rec *rec)
{
	const struct sct_def *d = (const void *)rec;
	int err;

	if (t->bpf)
		return 0;
	err = probes__define(&t->probes, d->probe, (const char *)(d + 1), d->data_len);
	if (err == -EEXIST)
		return guard__fail(&t->base.guard, -EBADMSG, "the capture file has two probes of one number");
	return err == -EINVAL || err == -E2BIG
		       ? guard__fail(&t->base.guard, -EBADMSG, "the capture file has a probe that means nothing")
		       : err;
}

bool probes__known(const struct sctrace *t, const struct sct_rec *rec)
{
	const void *r = rec;

	return probes__get(&t->probes, rec->type == SCT_REC_PROBE ? record__nr(r) : return__probe(r));
}

static int list_file(const char *file, sctrace_usdt_fn *fn, void *ctx, const struct errmsg *errmsg)
{
	struct usdts u = {};
	int err = usdts__find(&u, file, "*", "*", errmsg);

	for (size_t i = 0; !err && i < u.n; i++) {
		const struct usdt *v = &u.v[i];
		const struct sctrace_usdt out = {
			.sz = sizeof(out),
			.file = file,
			.provider = v->provider,
			.name = v->name,
			.prototype = v->prototype,
			.nargs = v->nargs,
			.places = v->places,
		};

		err = fn(ctx, &out);
	}
	usdts__free(&u);
	return err;
}

int sctrace_usdts(pid_t pid, const char *file, sctrace_usdt_fn *fn, void *ctx, char *text, size_t text_size)
{
	const struct errmsg errmsg = { text, text_size };
	const struct probe_owner owner = { .pid = pid };
	struct probe_files f = {};
	int err = file ? probe_files__find(&f, &owner, file, &errmsg) : probe_files__mapped(&f, pid, &errmsg);

	for (unsigned i = 0; !err && i < f.n; i++)
		err = list_file(f.v[i], fn, ctx, &errmsg);
	probe_files__free(&f);
	return err;
}

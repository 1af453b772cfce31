/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Probes, live: loads their programs, fills their plans, attaches them. */
#ifndef SCT_UPROBE_H
#define SCT_UPROBE_H

#include "probe/probe.h"
#include "source/bpf.h"
#include "source/load.h"

struct uprobes;

struct uprobe_opts {
	const struct probes *probes;
	struct decode_opts plan;
	const char *btf;
	unsigned without;
	bool own_only;
	struct why why;
};

/* May functions of the kernel be probed? 0 or -errno. */
int uprobes__kfuncs_check(const struct features *f, bool own_only, const struct why *why);
/* 0 or -errno, with why filled. Loaded, not attached. */
int uprobes__open(struct uprobes **out, const struct uprobe_opts *opts, const struct bpf_share *share);
/* All of them or, if one cannot be, none. */
int uprobes__attach(struct uprobes *u);
struct cost;
/* What they cost beside the object whose maps they share; of NULL nothing. */
void uprobes__cost(const struct uprobes *u, struct cost *cost);
/* How often the kernel skipped programs of functions of the kernel: hits that are lost, at most. */
uint64_t uprobes__skips(const struct uprobes *u);
void uprobes__detach(struct uprobes *u);
void uprobes__close(struct uprobes *u);

#endif

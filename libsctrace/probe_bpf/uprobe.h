/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Probes, live: loads their programs, fills their plans, attaches them. */
#ifndef SCT_PROBE_BPF_UPROBE_H
#define SCT_PROBE_BPF_UPROBE_H

#include "abi/kstats_abi.h"
#include "probe/probe.h"
#include "live/programs.h"
#include "load/bpf_load.h"

struct uprobes;

/* Of probes whose hits are counted: the rows that they are counted in, as kstats__counting() gives them. */
#define UPROBE_COUNTING_MAPS 11
struct uprobe_counting {
	const struct features *features;
	unsigned ncpus;
	uint32_t key_size, rows_wakeup;
	uint32_t by; /* KSTAT_BY_* */
	bool by_cpu, hist, all;
	struct sct_scope scope;
	uint8_t args[PCOUNT_ARGS]; /* that are keys: of their numbers, PCOUNT_RET; set by the caller */
	int tasks;		   /* -1: there is no task storage */
	struct {
		const char *name;
		int fd; /* -1: none */
	} maps[UPROBE_COUNTING_MAPS];
};

struct uprobe_opts {
	const struct probes *probes;
	struct decode_opts plan;
	const char *btf;
	unsigned without;
	bool own_only;
	const struct uprobe_counting *count; /* NULL: hits are sent as records */
	struct errmsg errmsg;
};

/* May functions of the kernel be probed? f: NULL: the features are not known yet. 0 or -errno. */
int uprobes__kfuncs_check(const struct features *f, bool own_only, const struct errmsg *errmsg);
/* 0 or -errno, with why filled. Loaded, not attached. share: with opts->count its features are all that it needs. */
int uprobes__open(struct uprobes **out, const struct uprobe_opts *opts, const struct bpf_share *share);
/* Of those that are counted: hits that no row has. To be called from time to time, as it clears up, too. */
uint64_t uprobes__hits_lost(struct uprobes *u);
/* Likewise: hits are counted, or not. */
void uprobes__pause(struct uprobes *u, bool pause);
/* All of them or, if one cannot be, none. */
int uprobes__attach(struct uprobes *u);
struct footprint;
/* What they cost beside the object whose maps they share; of NULL nothing. */
void uprobes__cost(const struct uprobes *u, struct footprint *cost);
/* How often the kernel skipped programs of functions of the kernel: hits that are lost, at most. */
uint64_t uprobes__skips(const struct uprobes *u);
void uprobes__detach(struct uprobes *u);
void uprobes__close(struct uprobes *u);

#endif

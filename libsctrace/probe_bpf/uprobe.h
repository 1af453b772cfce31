/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Loads and attaches the BPF programs of probes, and fills their maps. */
#ifndef SCT_PROBE_BPF_UPROBE_H
#define SCT_PROBE_BPF_UPROBE_H

#include "abi/kstats_abi.h"
#include "probe/probe.h"
#include "live/programs.h"
#include "load/bpf_load.h"

struct uprobes;

/* Maps and settings of the statistics in which hits are counted; filled by kstats__counting(). */
#define UPROBE_COUNTING_MAPS 12
struct uprobe_counting {
	const struct features *features;
	unsigned ncpus;
	uint32_t key_size, rows_wakeup;
	uint32_t by; /* KSTAT_BY_* */
	bool by_cpu, hist, all;
	struct sct_scope scope;
	uint8_t args[PCOUNT_ARGS]; /* set by the caller: numbers of the arguments that are keys, or PCOUNT_RET */
	int tasks;		   /* -1: no task storage */
	struct {
		const char *name;
		int fd; /* -1: no such map */
	} maps[UPROBE_COUNTING_MAPS];
};

struct uprobe_opts {
	const struct probes *probes;
	struct decode_opts plan;
	const char *btf;
	unsigned without;
	bool own_only;
	const struct uprobe_counting *count; /* count hits here; NULL: send them as records */
	struct errmsg errmsg;
};

/*
 * Checks whether kernel functions can be probed. f: NULL if the features are not known yet. Returns 0, or -errno with a
 * message.
 */
int uprobes__kfuncs_check(const struct features *f, bool own_only, const struct errmsg *errmsg);
/*
 * Loads the programs, without attaching them. With opts->count, only share->features is used. Returns 0, or -errno with
 * a message.
 */
int uprobes__open(struct uprobes **out, const struct uprobe_opts *opts, const struct bpf_share *share);
/*
 * Returns how many counted hits were lost. Call it from time to time, because it also forgets function calls of threads
 * that have ended.
 */
uint64_t uprobes__hits_lost(struct uprobes *u);
/* Stops or resumes the counting of hits. */
void uprobes__pause(struct uprobes *u, bool pause);
/* Attaches all programs; on failure none stays attached. Returns 0, or -errno with a message. */
int uprobes__attach(struct uprobes *u);
struct footprint;
/* Adds the cost of the programs and of maps that are not shared. u may be NULL. */
void uprobes__cost(const struct uprobes *u, struct footprint *cost);
/*
 * Returns how often the kernel skipped programs of kernel functions: an upper bound of the hits that were lost by it.
 */
uint64_t uprobes__skips(const struct uprobes *u);
void uprobes__detach(struct uprobes *u);
void uprobes__close(struct uprobes *u);

#endif

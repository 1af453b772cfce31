/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The rows that the kernel keeps: loads the programs of -s, reads their maps. */
#ifndef SCT_COUNTS_KSTATS_H
#define SCT_COUNTS_KSTATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "abi/kstats_abi.h"
#include "lookup/select.h"
#include "util/buf.h"

struct kstats;

struct kstats_opts {
	const struct selection *selection;
	bool all;    /* every task of the machine but this process */
	bool total;  /* threads are not told apart */
	bool errors; /* a row for each errno */
	bool hist;
	bool cpu_time;	   /* time on a CPU, not time passed */
	bool wall_too;	   /* with cpu_time and total: time passed, in rows' wall */
	bool begun;	   /* calls that were in progress when a task was marked count, not shared */
	bool skip_ok;	   /* calls that succeeded are not counted */
	bool skip_failed;  /* likewise, those that failed */
	uint32_t by;	   /* KSTAT_BY_*; 0: rows by thread and call */
	uint32_t map_rows; /* of the kernel's map; 0: chosen */
	unsigned nprobes;  /* that will be counted in the same rows (probe_bpf/uprobe.h); not shared */
	bool probe_args;   /* with by, and no calls: arguments of probes are keys */
	int proc;	   /* as procfs__open() gives it; the caller's */
	const char *btf;   /* file with the kernel's types, or NULL */
	unsigned without;  /* bits of features not to use */
	bool own_only;	   /* only what the user may ptrace */
	bool shared; /* for several handles, if the kernel can: counts/kstats_shared.h. With by, of which the call is one */
	struct sct_scope scope;
	/* Called by kstats__hear(); NULL: nobody wants to know. See sctrace_stats_opts.attached. */
	void (*attached)(void *ctx, pid_t tid, uint64_t missed);
	void *attached_ctx;
	char *errmsg;
	size_t why_size;
};

/*
 * A row, and its histogram or NULL. key->owner: 0 if the row is of what found
 * no room in the map; otherwise it means nothing here. The key is the first member of a struct pcount_key.
 */
typedef int kstats_row_fn(void *ctx, const struct kstat_by_key *key, const struct kstat_row *row, const uint64_t *hist);
/* Adds up what was counted of one thing in two places. */
void kstats__row_merge(struct kstat_row *to, const struct kstat_row *r);
typedef int kstats_task_fn(void *ctx, const struct kstat_task *task);

/* 0 or -errno, with opts->why filled. Loaded, not attached. */
int kstats__open(struct kstats **out, const struct kstats_opts *opts);
int kstats__target(struct kstats *a, pid_t tid, uint32_t flags);
/* Counts a task no more, with SCT_T_THREADS no thread of it. out: the ids of those that were counted, __u32 each. */
int kstats__untarget(struct kstats *a, pid_t tid, uint32_t flags, struct buf *out);
/* Other calls, or none; no program runs afterwards that counts by what was before. */
int kstats__select(struct kstats *a, const struct selection *sel, bool none);
/* Likewise: all that somebody wants, with shared by whom. */
struct kstats_want {
	const struct selection *sel;
	uint64_t bit;
};
int kstats__wants(struct kstats *a, const struct kstats_want *v, unsigned n);
/* As programs__cgroup(). */
int kstats__cgroup(struct kstats *a, int fd);
int kstats__attach(struct kstats *a);
/* Marks the tasks given so far. Call it when attached. */
int kstats__mark(struct kstats *a);
void kstats__detach(struct kstats *a);
/* What handles that share tell the programs by. false: the kernel cannot. */
struct kstats_share {
	const struct features *features;
	struct bpf_program *mark;
	int targets, sharers; /* maps */
	uint32_t *any_targets;
	const uint32_t *unmarked;
	uint64_t *sharing;
	const struct errmsg *errmsg;
};
bool kstats__share(struct kstats *a, struct kstats_share *out);
/* What the programs of probes need that count in these rows. */
struct uprobe_counting;
void kstats__counting(struct kstats *a, struct uprobe_counting *out);
/* It outlives who opened it: failures have no text from here on. proc: as in the options. */
void kstats__keep(struct kstats *a, int proc);
/* Does a call of this index count? */
bool kstats__wanted(const struct selection *sel, uint32_t call);
/* Readable when the rows should be drained; then kstats__hear(). */
int kstats__fd(const struct kstats *a);
void kstats__hear(struct kstats *a);
/* Delivers what was counted since the last time, and forgets it. */
int kstats__drain(struct kstats *a, kstats_row_fn *fn, void *ctx);
/* Every task of this pid namespace, in one pass. */
int kstats__tasks(struct kstats *a, kstats_task_fn *fn, void *ctx);
/* Events that could not be counted at all. */
uint64_t kstats__missed(const struct kstats *a);
/* Name of a file or peer that a row has; NULL: not kept. Valid until the next drain. */
const struct kstat_name *kstats__name(const struct kstats *a, uint32_t id);
struct footprint;
/* What it costs. proc: as procfs__open() gives it. skipped, of kstats__missed(): events that the kernel skipped. */
void kstats__look(const struct kstats *a, int proc, struct footprint *cost, uint64_t *skipped);
/* The path of a cgroup that was removed since kstats__attach(). false: it is not known. */
bool kstats__gone_cgroup(const struct kstats *a, uint64_t id, struct kstat_cgroup *out);
void kstats__close(struct kstats *a);

#endif

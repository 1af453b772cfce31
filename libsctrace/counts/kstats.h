/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics that the kernel keeps: loads the BPF programs of -s and reads their maps. */
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
	bool all;    /* count every task of the machine except this process */
	bool total;  /* threads share rows, instead of a row per thread */
	bool errors; /* a row for each errno */
	bool hist;
	bool cpu_time;	   /* CPU time instead of wall time */
	bool wall_too;	   /* with cpu_time and total: wall time, too, in kstat_row.wall */
	bool split;	   /* kstat_row.split and rows of KSTAT_NR_USER; not with cpu_time or shared */
	bool begun;	   /* count calls that were in progress when their task was enrolled; not with shared */
	uint32_t by;	   /* KSTAT_BY_*; 0: rows by thread and call */
	uint32_t map_rows; /* size of the kernel's map in rows; 0: depends on the available memory */
	unsigned nprobes;  /* probes that are counted in the same rows (probe_bpf/uprobe.h); not with shared */
	bool probe_args;   /* arguments of probes are keys; needs `by` and no selected calls */
	int proc;	   /* descriptor of /proc (procfs__open()), borrowed, or -1 */
	const char *btf;   /* file with the kernel's types, or NULL */
	unsigned without;  /* bits of features that are not used */
	bool own_only;	   /* count only tasks that the user may ptrace */
	bool shared;	   /* allow several handles to share, if the kernel can; needs KSTAT_BY_SYSCALL in by */
	struct sct_scope scope;
	struct sct_result_filter results; /* which calls are counted, by their results */
	/* Called by kstats__hear() for new tasks; may be NULL. See sctrace_stats_opts.attached. */
	void (*attached)(void *ctx, pid_t tid, uint64_t missed);
	void *attached_ctx;
	char *errmsg;
	size_t why_size;
};

/*
 * Gets a row, and its histogram or NULL. If key->owner is 0, the row is the sum of calls that found no room in the
 * map. key is the first member of a struct pcount_key. Returns 0, or an error that ends the drain.
 */
typedef int kstats_row_fn(void *ctx, const struct kstat_by_key *key, const struct kstat_row *row, const uint64_t *hist);
/* Adds row r to row `to`. */
void kstats__row_merge(struct kstat_row *to, const struct kstat_row *r);
void kstats__split_merge(struct kstat_split *to, const struct kstat_split *s);
/* Returns the elapsed time that was split, ns. */
uint64_t kstats__split_sum(const struct kstat_split *s);
typedef int kstats_task_fn(void *ctx, const struct kstat_task *task);

/* Loads the programs, but does not attach them. Returns 0, or -errno with a message in opts->errmsg. */
int kstats__open(struct kstats **out, const struct kstats_opts *opts);
/* Adds a task to the targets, which kstats__enroll() enrolls. Returns 0 or -errno. */
int kstats__target(struct kstats *a, pid_t tid, uint32_t flags);
/*
 * Stops counting a task, or with SCT_T_THREADS all threads of its process. out gets the ids of threads that were
 * counted, a __u32 each. Returns 0, or -errno with a message.
 */
int kstats__untarget(struct kstats *a, pid_t tid, uint32_t flags, struct buf *out);
/*
 * Changes the calls that are counted; with `none`, no call is. On return, no program uses the old selection any more.
 */
int kstats__select(struct kstats *a, const struct selection *sel, bool none);
/* The calls that one handle counts, and the handle's bit. */
struct kstats_want {
	const struct selection *sel;
	uint64_t bit;
};
/* Like kstats__select(), for the calls of n handles. */
int kstats__wants(struct kstats *a, const struct kstats_want *v, unsigned n);
/* Adds a cgroup to the scope, by its descriptor. Returns 0 or -errno, -E2BIG if the map is full. */
int kstats__cgroup(struct kstats *a, int fd);
int kstats__attach(struct kstats *a);
/* Marks the targets, so that they are counted. To be called after kstats__attach(). */
int kstats__enroll(struct kstats *a);
void kstats__detach(struct kstats *a);
/* Maps, variables and programs by which handles that share tell the kernel what to count. */
struct kstats_share {
	const struct features *features;
	struct bpf_program *enroll;
	int targets, sharers; /* maps */
	const uint32_t *not_enrolled;
	uint64_t *sharing;
	const struct errmsg *errmsg;
};
/* Fills in *out. Returns false if the programs were not opened as shared, or the kernel cannot share them. */
bool kstats__share(struct kstats *a, struct kstats_share *out);
struct uprobe_counting;
/* Fills in *out with the settings and maps by which programs of probes count in these rows. */
void kstats__counting(struct kstats *a, struct uprobe_counting *out);
/* Lets a outlive the handle that opened it: errors have no message from now on, and proc replaces the option. */
void kstats__keep(struct kstats *a, int proc);
/* True if the selection has the call with this index (KSTAT_CALLS). */
bool kstats__wanted(const struct selection *sel, uint32_t call);
/* Returns a descriptor that becomes readable when kstats__hear() should be called and the rows drained. */
int kstats__fd(const struct kstats *a);
void kstats__hear(struct kstats *a);
/* Passes all rows to fn and resets them. Returns 0, -errno, or what fn returned. */
int kstats__drain(struct kstats *a, kstats_row_fn *fn, void *ctx);
/* Passes every task of this pid namespace to fn. Returns 0, -errno, or what fn returned. */
int kstats__tasks(struct kstats *a, kstats_task_fn *fn, void *ctx);
/* Returns the number of events that were not counted. */
uint64_t kstats__missed(const struct kstats *a);
/* Returns the name of a file or peer by its id in a row, valid until the next drain, or NULL if it is not known. */
const struct kstat_name *kstats__name(const struct kstats *a, uint32_t id);
struct footprint;
/*
 * Adds the cost of the programs and maps to cost. proc is a descriptor of /proc. *skipped gets the events that the
 * kernel skipped, which kstats__missed() includes.
 */
void kstats__look(const struct kstats *a, int proc, struct footprint *cost, uint64_t *skipped);
/* Finds the path of a cgroup that was removed since kstats__attach(). Returns false if it is not known. */
bool kstats__gone_cgroup(const struct kstats *a, uint64_t id, struct kstat_cgroup *out);
void kstats__close(struct kstats *a);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The live source: loads the programs, fills their maps, attaches them. */
#ifndef SCT_LIVE_PROGRAMS_H
#define SCT_LIVE_PROGRAMS_H

#include <sys/types.h>

#include "plan/plan.h"
#include "event/source.h"
#include "util/buf.h"
#include "lookup/select.h"

struct bpf;

struct programs_opts {
	struct decode_opts plan;
	const struct selection *selection;
	uint32_t ring_bytes; /* of each CPU's ring; 0: by ring_total */
	uint64_t ring_total; /* of all together, at most; 0: by the machine's size */
	const char *btf;     /* file with the kernel's types, where the kernel has none */
	unsigned without;    /* features forced off: bits of enum feature */
	bool own_only;	     /* only what the user may ptrace */
	bool detach_on_exec; /* -b execve */
	bool all;	     /* every task of the machine but this process */
	struct sct_scope scope;
	struct sct_result_filter results;
	struct sct_operand_filter choice; /* with plan.by_touch */
	struct sct_sid_offsets sids;
	char *errmsg; /* reason for people, when something fails */
	size_t why_size;
};

/* 0 or -errno, with opts->why filled. Loaded, not attached. */
int programs__open(struct bpf **out, const struct programs_opts *opts);
/* Traces a task from programs__enroll() on. flags: SCT_T_*. */
int programs__target(struct bpf *b, pid_t tid, uint32_t flags);
/* Looks at the tasks of a cgroup, and of those in it. fd: its directory, the caller's. */
int programs__cgroup(struct bpf *b, int fd);
/* Likewise, at a place of the programs' map, for SCT_REC_CGROUPS; all tasks in cgroups are told of anew. */
int programs__cgroup_at(struct bpf *b, uint32_t at, int fd);
/* And not any more. */
void programs__cgroup_forget(struct bpf *b, uint32_t at);
/* Other calls from here on; none: no calls and signals at all. plan: as when it was opened. */
int programs__select(struct bpf *b, const struct decode_opts *plan, const struct selection *selection, bool none);
/* Takes a task off again, or with SCT_T_THREADS a process. out: what was traced, __u32 each. */
int programs__untarget(struct bpf *b, pid_t tid, uint32_t flags, struct buf *out);
/* Waits until nothing is sent any more by what was asked for before. */
int programs__quiesce(struct bpf *b);
int programs__attach(struct bpf *b);
/* Marks the tasks given so far. Call it when attached, so that no fork slips through. */
int programs__enroll(struct bpf *b);
/* A marked task's signal, if one has stopped it; 0: not known. All of them are asked for at once, the first time. */
unsigned programs__stop_signal(struct bpf *b, uint32_t tid);
/* As incall__files(), for struct snapshot: bpf is a struct bpf. */
int programs__files(void *bpf, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
/* The next one is to be asked for anew. */
void programs__stops_forget(struct bpf *b);
/* A task that ended before it was marked: its number may come again. */
void programs__forget(struct bpf *b, uint32_t tid);
/* What the programs of probes need of it: they write into its rings, and know its tasks. */
struct bpf_share {
	const struct features *features;
	int tasks, tasks_hash, targets, rings, cpus, wake, counts; /* maps */
	int cgroups, scoped;					   /* likewise; -1: none */
	struct sct_scope scope;
	bool all;
	unsigned ncpus;
	uint64_t wake_bytes;
};
struct bpf_share programs__share(const struct bpf *b);
/* No more records from here on. What is in the rings stays. */
void programs__detach(struct bpf *b);
struct source *programs__source(struct bpf *b);
struct rings *programs__rings(struct bpf *b);
/* What else the kernel skips that would have written into the rings. */
typedef uint64_t skips_fn(const void *ctx);
void programs__also_skipped(struct bpf *b, skips_fn *fn, const void *ctx);
/* It outlives who opened it: failures have no text from here on. */
void programs__mute(struct bpf *b);
struct rings_state;
struct footprint;
/* How the rings are, and what all of it costs. proc: as procfs__open() gives it. */
void programs__look(struct bpf *b, int proc, struct rings_state *rings, struct footprint *cost);
void programs__close(struct bpf *b);

#endif

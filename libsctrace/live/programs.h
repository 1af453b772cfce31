/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The live source: loads the BPF programs, fills their maps and attaches them. */
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
	uint32_t ring_bytes; /* size of each CPU's ring; 0: derived from ring_total */
	uint64_t ring_total; /* most bytes of all rings together; 0: derived from the machine's memory */
	const char *btf;     /* file with the kernel's types, for a kernel without BTF */
	unsigned without;    /* features not to use: bits of enum feature */
	bool own_only;	     /* trace only tasks that the user may ptrace */
	bool detach_on_exec; /* -b execve */
	bool all;	     /* trace every task of the machine except those of this process */
	struct sct_scope scope;
	struct sct_result_filter results;
	struct sct_operand_filter choice; /* used with plan.by_touch */
	struct sct_sid_offsets sids;
	char *errmsg; /* buffer for a message about a failure, or NULL */
	size_t why_size;
};

/* Loads the programs, without attaching them. Returns 0, or -errno with a message in opts->errmsg. */
int programs__open(struct bpf **out, const struct programs_opts *opts);
/* Requests that a task be traced, from programs__enroll() on. flags: SCT_T_*. Returns 0 or -errno. */
int programs__target(struct bpf *b, pid_t tid, uint32_t flags);
/* Adds a cgroup: tasks in it or below it are traced. fd: its directory, borrowed. Returns 0 or -errno. */
int programs__cgroup(struct bpf *b, int fd);
/*
 * Adds a cgroup at this index of the programs' map, which SCT_REC_CGROUPS records refer to. The programs then send such
 * records of all tasks again. Returns 0 or -errno.
 */
int programs__cgroup_at(struct bpf *b, uint32_t at, int fd);
/* Makes the programs send the owners of all tasks again (decode_opts.owners), for a handle that has not got them. */
void programs__tell_owners(struct bpf *b);
/* Removes the cgroup at this index. */
void programs__cgroup_forget(struct bpf *b, uint32_t at);
/* Changes the selection. none: no calls and no signals. plan: as at programs__open(). Returns 0 or -errno. */
int programs__select(struct bpf *b, const struct decode_opts *plan, const struct selection *selection, bool none);
/*
 * Stops tracing a task; with SCT_T_THREADS, a process. Appends to out the ids (__u32) of the tasks that were traced.
 * Returns 0 or -errno.
 */
int programs__untarget(struct bpf *b, pid_t tid, uint32_t flags, struct buf *out);
/* Waits until every program running at this point has finished. Returns 0 or -errno. */
int programs__quiesce(struct bpf *b);
/* Attaches the programs. Returns 0, or -errno with a message in opts->errmsg. */
int programs__attach(struct bpf *b);
/*
 * Starts tracing the requested tasks. Call it after programs__attach(), so that no fork is missed. Returns 0 or -errno.
 */
int programs__enroll(struct bpf *b);
/*
 * Returns the signal that has stopped a traced task, or 0 if none is known. The first call reads the signals of all
 * tasks.
 */
unsigned programs__stop_signal(struct bpf *b, uint32_t tid);
/* incall__files() in the form that struct snapshot needs. bpf: a struct bpf. */
int programs__files(void *bpf, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
/* Forgets the signals that were read: the next programs__stop_signal() reads them again. */
void programs__stops_forget(struct bpf *b);
/* Removes the request for a task that has ended, as its id may be reused. */
void programs__forget(struct bpf *b, uint32_t tid);
/* Maps and settings for the programs of probes, which use the same rings and the same states of tasks. */
struct bpf_share {
	const struct features *features;
	/* descriptors of maps; tasks: -1 without task storage */
	int tasks, tasks_hash, targets, rings, cpus, wake, counts;
	/* descriptors of maps; cgroups, comm_filter: -1 if the scope has none */
	int cgroups, comm_filter, scoped;
	struct sct_scope scope;
	bool all;
	unsigned ncpus;
	uint64_t wake_bytes;
};
/* Returns the maps and settings; the descriptors belong to b. */
struct bpf_share programs__share(const struct bpf *b);
/* Detaches the programs. Records that are in the rings stay readable. */
void programs__detach(struct bpf *b);
/* Returns the source of the records; it belongs to b. */
struct source *programs__source(struct bpf *b);
struct rings *programs__rings(struct bpf *b);
/* Returns the number of further events that the kernel skipped and that would otherwise be in the rings. */
typedef uint64_t skips_fn(const void *ctx);
/* Adds a function that counts skipped events. */
void programs__also_skipped(struct bpf *b, skips_fn *fn, const void *ctx);
/*
 * Stops writing to opts->errmsg, which belongs to the handle that opened the programs: later failures have no message.
 */
void programs__mute(struct bpf *b);
struct rings_state;
struct footprint;
/* Fills *rings with the state of the rings. Adds the cost of programs and maps to *cost. proc: from procfs__open(). */
void programs__look(struct bpf *b, int proc, struct rings_state *rings, struct footprint *cost);
/* Detaches the programs and frees everything. b may be NULL. */
void programs__close(struct bpf *b);

#endif

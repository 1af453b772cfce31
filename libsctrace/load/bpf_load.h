/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Loads any of the BPF objects, attaches its programs and fills its maps. */
#ifndef SCT_LOAD_BPF_LOAD_H
#define SCT_LOAD_BPF_LOAD_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <bpf/libbpf.h>

#include "abi/sctrace_abi.h"
#include "load/beside.h"
#include "load/features.h"
#include "util/buf.h"
#include "util/errmsg.h"

/* Writes the reason of a failed open or load to w. Returns err. */
int bpf_load__failed(const struct errmsg *w, int err);
/* Returns the number of possible CPUs, each of which needs a ring, or -ENOENT with a message. */
int bpf_load__cpus(const struct errmsg *w);
/* True if this process may use BPF. */
bool bpf_load__allowed(void);
/*
 * Chooses the programs to load: of the variants for a tracepoint, the one for this kernel. NAME has typed arguments;
 * raw_NAME is for kernels without those; perf_NAME is for kernels that preempt tracepoint programs.
 */
void bpf_load__choose(struct bpf_object *obj, const struct features *f);
/* Writes n keys and values, of the map's sizes, by one system call. Returns 0 or -errno. */
int bpf_load__fill(const struct bpf_map *map, const void *keys, const void *values, uint32_t n);

struct load {
	const void *elf; /* the skeleton's object file */
	size_t elf_size;
	const char *btf;       /* file with the kernel's types; NULL: use the kernel's own BTF */
	unsigned without;      /* features not to use: bits of enum feature */
	bool own_only;	       /* trace only tasks that the user may ptrace, which needs the task iterator */
	struct beside *beside; /* programs to load in threads, of which names is set; NULL: none */
	struct errmsg errmsg;
	/* Opens the skeleton and sets its variables and maps by the features. Returns NULL with errno on failure. */
	struct bpf_object_skeleton *(*open)(void *ctx, const struct bpf_object_open_opts *opts);
	/*
	 * Fills the maps, while threads load the programs in beside. Returns 0 or -errno with a message. NULL: there is
	 * nothing to fill.
	 */
	int (*fill)(void *ctx);
};

/* Probes for features, then opens and loads an object. *f is set in any case. Returns 0 or -errno with a message. */
int bpf_load__object(const struct load *l, struct features *f, void *ctx);
/* Attaches each loaded program except the iterators. Returns 0 or -errno with a message. */
int bpf_load__attach(struct bpf_object_skeleton *skel, const struct errmsg *w);
/* Closes the descriptors of attached programs, which stay attached by their links. */
void bpf_load__let_go(struct bpf_object_skeleton *skel);
/* Fills the map with the compiled filter of names, if the scope has one. Returns 0 or -errno. */
int bpf_load__comms(int map, const struct sct_scope *scope);
/*
 * Appends a cgroup to a map that has *n of them. fd: the cgroup's directory. Returns 0, -E2BIG if the map is full, or
 * another -errno.
 */
int bpf_load__cgroup(int map, uint32_t *n, int fd);
/* Stores a cgroup at index at of the map, in place of any other. Returns 0 or -errno. */
int bpf_load__cgroup_at(int map, uint32_t *n, uint32_t at, int fd);
/* Adds a task to the map of targets, or adds flags (SCT_T_*) to its entry. Returns 0 or -errno. */
int bpf_load__target(int targets, pid_t tid, uint32_t flags);
/*
 * Enrolls the tasks in the map of targets and empties the map, because a tid that stayed in it could later be another
 * process's. Without an iterator, tasks are enrolled when they are first seen, and their ids are removed when they end.
 * Returns 0, -EPERM with a message if the user may not trace one of the tasks, or another -errno.
 */
int bpf_load__enroll(const struct features *f, struct bpf_program *prog, const uint32_t *not_enrolled, int targets,
		     const struct errmsg *w);
/*
 * Stops tracing the tasks in the map of targets, and empties the map. Appends their tids (__u32) to out. Returns 0 or
 * an error.
 */
int bpf_load__withdraw(const struct features *f, struct bpf_program *prog, int targets, struct buf *out,
		       const struct errmsg *w);
/*
 * Waits until every program running at this point has finished (an RCU grace period). Where membarrier() cannot be
 * used, it updates the map of maps outer with the map that it has already, inner, because such an update waits, too.
 * Returns 0 or -errno.
 */
int bpf_load__quiesce(int outer, int inner);
/* Runs an iterator to its end. Appends what it writes to out, which may be NULL. Returns 0 or -errno with a message. */
int bpf_load__iterate(struct bpf_program *prog, struct buf *out, const struct errmsg *w);

#endif

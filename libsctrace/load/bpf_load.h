/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Loading, attaching and filling of any of the BPF objects. */
#ifndef SCT_LOAD_BPF_LOAD_H
#define SCT_LOAD_BPF_LOAD_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <bpf/libbpf.h>

#include "abi/sctrace_abi.h"
#include "load/features.h"
#include "util/buf.h"
#include "util/errmsg.h"

/* Writes the reason of a failed open or load into w. Returns err. */
int bpf_load__failed(const struct errmsg *w, int err);
/* Returns how many CPUs there may be, each of which needs a ring, or -ENOENT with a message. */
int bpf_load__cpus(const struct errmsg *w);
/* True if this process may use BPF. */
bool bpf_load__allowed(void);
/*
 * Chooses which programs are loaded: of each tracepoint the variant that fits this kernel. NAME has typed arguments;
 * raw_NAME is for kernels without those, perf_NAME for kernels that preempt programs of tracepoints.
 */
void bpf_load__choose(struct bpf_object *obj, const struct features *f);
/* Writes n keys and values, of the map's sizes, in one system call. Returns 0 or -errno. */
int bpf_load__fill(const struct bpf_map *map, const void *keys, const void *values, uint32_t n);

struct load {
	const void *elf; /* the skeleton's object file */
	size_t elf_size;
	const char *btf;  /* path of a file with the kernel's types; NULL: the kernel's own BTF is used */
	unsigned without; /* bits of features that are not used */
	bool own_only;	  /* trace only what the user may ptrace, which needs the task iterator */
	struct errmsg errmsg;
	/* Opens the skeleton and sets it up for the features that were found. Returns NULL with errno on failure. */
	struct bpf_object_skeleton *(*open)(void *ctx, const struct bpf_object_open_opts *opts);
};

/* Probes for features, then opens and loads an object. Returns 0 or -errno with a message; f is set in both cases. */
int bpf_load__object(const struct load *l, struct features *f, void *ctx);
/* Attaches each loaded program except the iterators. Returns 0 or -errno with a message. */
int bpf_load__attach(struct bpf_object_skeleton *skel, const struct errmsg *w);
/* Closes the descriptors of attached programs; their links keep them attached. */
void bpf_load__let_go(struct bpf_object_skeleton *skel);
/* Fills the map with the filter of names, if the scope has one. Returns 0 or -errno. */
int bpf_load__comms(int map, const struct sct_scope *scope);
/* Appends the cgroup of a descriptor to a map that has *n cgroups. The programs read n first. -E2BIG: the map is full. */
int bpf_load__cgroup(int map, uint32_t *n, int fd);
/* Stores a cgroup at index at, also in place of another one. Returns 0 or -errno. */
int bpf_load__cgroup_at(int map, uint32_t *n, uint32_t at, int fd);
/* Adds a task to the map of targets, or adds flags (SCT_T_*) to its entry. Returns 0 or -errno. */
int bpf_load__target(int targets, pid_t tid, uint32_t flags);
/*
 * Marks the tasks in the map of targets as traced, and empties the map: a thread id that stayed in it would one day be
 * another process's. Without an iterator, a task is enrolled when it is first seen, and its id is deleted when it ends.
 * Returns 0, -EPERM with a message if the user may not trace one of the tasks, or another -errno.
 */
int bpf_load__enroll(const struct features *f, struct bpf_program *prog, const uint32_t *not_enrolled, int targets,
		     const struct errmsg *w);
/* Stops tracing the tasks in the map of targets, and empties the map. out gets their thread ids, a __u32 each. */
int bpf_load__withdraw(const struct features *f, struct bpf_program *prog, int targets, struct buf *out,
		       const struct errmsg *w);
/*
 * Waits until every program running at this point has finished, which is a grace period of RCU. If membarrier() cannot
 * be used, inner is stored in the map of maps outer once more: that update waits, too. Returns 0 or -errno.
 */
int bpf_load__quiesce(int outer, int inner);
/* Runs an iterator to its end. out, which may be NULL, gets what it wrote. Returns 0 or -errno with a message. */
int bpf_load__iterate(struct bpf_program *prog, struct buf *out, const struct errmsg *w);

#endif

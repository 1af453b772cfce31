/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What loading any of the BPF objects takes. */
#ifndef SCT_LOAD_BPF_LOAD_H
#define SCT_LOAD_BPF_LOAD_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <bpf/libbpf.h>

#include "load/features.h"
#include "util/buf.h"
#include "util/errmsg.h"

/* Reason of a failed open or load. */
int bpf_load__failed(const struct errmsg *w, int err);
/* How many CPUs there may be; each has a ring, and none may be missing. */
int bpf_load__cpus(const struct errmsg *w);
/* May this process use BPF at all? */
bool bpf_load__allowed(void);
/*
 * To be loaded: programs of the kind that this kernel takes. NAME is one with
 * typed arguments, and may also be there as raw_NAME and steady_NAME.
 */
void bpf_load__choose(struct bpf_object *obj, const struct features *f);
/* Fills a map with n keys and values, of the sizes that it has, in one call. */
int bpf_load__fill(const struct bpf_map *map, const void *keys, const void *values, uint32_t n);

struct load {
	const void *elf; /* of the skeleton */
	size_t elf_size;
	const char *btf;  /* a file with the kernel's types, or NULL: the kernel knows them */
	unsigned without; /* features */
	bool own_only;	  /* only what the user may ptrace: needs the task iterator */
	struct errmsg errmsg;
	/* Opens the skeleton and sets it up, by the features that were found. NULL and errno if that fails. */
	struct bpf_object_skeleton *(*open)(void *ctx, const struct bpf_object_open_opts *opts);
};

/* Probes for features, then opens and loads an object. f is set in any case. */
int bpf_load__object(const struct load *l, struct features *f, void *ctx);
/* Attaches each loaded program but the iterators. */
int bpf_load__attach(struct bpf_object_skeleton *skel, const struct errmsg *w);
/* Closes the descriptors of attached programs. */
void bpf_load__let_go(struct bpf_object_skeleton *skel);
/* Adds the cgroup of a descriptor to a map that has *n of them; the programs look at n first. -E2BIG: it is full. */
int bpf_load__cgroup(int map, uint32_t *n, int fd);
/* Likewise at a place: one that is in use is another's from here on. */
int bpf_load__cgroup_at(int map, uint32_t *n, uint32_t at, int fd);
/* Adds a task to the map of targets, or flags (SCT_T_*) to one that is there. */
int bpf_load__target(int targets, pid_t tid, uint32_t flags);
/*
 * Marks the tasks that the map of targets has, and empties it: a number that
 * stayed would be that of another process one day. Without an iterator each task
 * is marked when it is first seen, and its number goes when it ends. -EPERM:
 * there is one that the user may not trace.
 */
int bpf_load__enroll(const struct features *f, struct bpf_program *prog, const uint32_t *unmarked, int targets,
		     const struct errmsg *w);
/* Takes off the marks of the targets that the map has, and empties it. out: their ids, __u32 each. */
int bpf_load__withdraw(const struct features *f, struct bpf_program *prog, int targets, struct buf *out,
		       const struct errmsg *w);
/*
 * Waits until no program runs that ran before: a grace period of the kernel.
 * Where there is no other way, inner is put into the map of maps outer again.
 */
int bpf_load__quiesce(int outer, int inner);
/* Runs an iterator to its end; out: what it wrote, or NULL. */
int bpf_load__iterate(struct bpf_program *prog, struct buf *out, const struct errmsg *w);

#endif

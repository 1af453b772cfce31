/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Computes what loaded objects cost: descriptors, memory, and run time of the programs. */
#ifndef SCT_LOAD_FOOTPRINT_H
#define SCT_LOAD_FOOTPRINT_H

#include <stdint.h>

#include <bpf/libbpf.h>

struct footprint {
	unsigned fds;
	uint64_t memory;       /* bytes charged for maps; 0: unknown */
	uint64_t runs, run_ns; /* runs of attached programs and their duration, while kernel.bpf_stats_enabled is on */
};

/* Adds the object's maps, programs and links. proc: descriptor of /proc (procfs__open()), or -1. */
void footprint__object(struct footprint *c, const struct bpf_object_skeleton *skel, int proc);
/* Adds only the runs of the attached programs. Call it before they are detached. */
void footprint__object_runs(struct footprint *c, const struct bpf_object_skeleton *skel);
/*
 * Adds a map that does not belong to an object. fd: -1 for none. bytes: least memory of the map, because before Linux
 * 6.4 the kernel does not report the memory of rings.
 */
void footprint__map(struct footprint *c, int fd, uint64_t bytes, int proc);
/* Adds the runs of a program. fd: -1 for none. */
void footprint__runs(struct footprint *c, int fd);
/* Returns how often the kernel skipped a program because the CPU was already inside it; 0 if fd is -1. */
uint64_t footprint__skips(int fd);
/*
 * Returns how many hits of kernel functions a link did not pass to its program: hits within another probe, and returns
 * that the kernel had no room for. 0 before Linux 6.7, and for descriptors of other objects.
 */
uint64_t footprint__link_skips(int fd);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The cost of loaded objects: descriptors, memory, and run time of the programs. */
#ifndef SCT_LOAD_FOOTPRINT_H
#define SCT_LOAD_FOOTPRINT_H

#include <stdint.h>

#include <bpf/libbpf.h>

struct footprint {
	unsigned fds;
	uint64_t memory;       /* bytes that the kernel charges for maps; 0: not known */
	uint64_t runs, run_ns; /* of the attached programs, counted while kernel.bpf_stats_enabled is on */
};

/* Adds the object's maps, programs and links. proc is a descriptor of /proc (procfs__open()), or -1. */
void footprint__object(struct footprint *c, const struct bpf_object_skeleton *skel, int proc);
/* Adds only the runs of the attached programs, which are about to be detached. */
void footprint__object_runs(struct footprint *c, const struct bpf_object_skeleton *skel);
/*
 * Adds a map that is no member of an object; fd may be -1 for none. bytes is the least that it takes, since the kernel
 * reports no memory of rings before Linux 6.4.
 */
void footprint__map(struct footprint *c, int fd, uint64_t bytes, int proc);
/* Adds the runs of a program; fd may be -1 for none. */
void footprint__runs(struct footprint *c, int fd);
/* Returns how often the kernel skipped a program because it was running on that CPU already; 0 if fd is -1. */
uint64_t footprint__skips(int fd);
/*
 * Returns how many hits of functions of the kernel a link did not pass to its program: hits within another probe, and
 * returns for which the kernel had no room. 0 before Linux 6.7, and for any other descriptor.
 */
uint64_t footprint__link_skips(int fd);

#endif

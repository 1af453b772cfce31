/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What a loaded object takes of this process and of the kernel. */
#ifndef SCT_LOAD_FOOTPRINT_H
#define SCT_LOAD_FOOTPRINT_H

#include <stdint.h>

#include <bpf/libbpf.h>

struct footprint {
	unsigned fds;
	uint64_t memory;       /* bytes of maps, as the kernel counts them; 0: not known */
	uint64_t runs, run_ns; /* of the attached programs, while the kernel counts them */
};

/* Adds the object's maps, programs and links. proc: as procfs__open() gives it, or -1. */
void footprint__object(struct footprint *c, const struct bpf_object_skeleton *skel, int proc);
/* Adds what the kernel counted of the attached programs alone: they are about to be detached. */
void footprint__object_runs(struct footprint *c, const struct bpf_object_skeleton *skel);
/* Adds a map that is not the object's; fd -1: none. bytes: it has at least these (before Linux 6.4, rings have none). */
void footprint__map(struct footprint *c, int fd, uint64_t bytes, int proc);
/* Adds what the kernel counted of a program; fd -1: nothing. */
void footprint__runs(struct footprint *c, int fd);
/* How often the kernel skipped a program because its CPU was inside it already; fd -1: never. */
uint64_t footprint__skips(int fd);

#endif

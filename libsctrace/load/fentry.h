/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Functions of the kernel, each by two programs of its own (fentry, fexit): the
 * kernel calls them as functions, without a breakpoint, registers to be saved or
 * a look-up. Such a program is loaded for one function. So the object has two
 * that are not loaded but kept, and copied with the probe's number in them.
 */
#ifndef SCT_LOAD_FENTRY_H
#define SCT_LOAD_FENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "probe/probe.h"

/*
 * More functions than that are not probed so: each pair of programs is verified,
 * attached and detached by itself (docs/kernels.md has the figures).
 */
#define FENTRY_MAX 8

struct fentry;
struct footprint;

/* NULL: no memory. */
struct fentry *fentry__new(void);
/*
 * While the object is loaded: prog is to be copied, the side being "entry" or
 * "return"; what is loaded in its place does nothing. 0 or -errno.
 */
int fentry__keep(struct fentry *f, struct bpf_program *prog, struct bpf_prog_load_opts *opts, const char *side);
/*
 * Loads those of a probe whose function is known among the kernel's types; btf:
 * descriptor of the object's own. 0 or -errno: the kernel refuses it.
 */
int fentry__load(struct fentry *f, int btf, const struct probe *p);
/* Attaches all; those that the kernel refuses are dropped. */
void fentry__attach(struct fentry *f);
/* Is the probe one of those that are loaded, and not dropped? f may be NULL. */
bool fentry__has(const struct fentry *f, uint32_t probe);
/* How often the kernel skipped a program because its CPU was inside it already. */
uint64_t fentry__skips(const struct fentry *f);
void fentry__cost(const struct fentry *f, struct footprint *cost);
/* The programs stay, with their counts. */
void fentry__detach(struct fentry *f);
void fentry__free(struct fentry *f);

#endif

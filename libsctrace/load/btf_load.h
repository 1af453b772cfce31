/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Loads objects whose programs need ids of the kernel's BTF types: tracepoints with typed arguments, iterators, and
 * programs that call functions of the kernel (KFUNC_CALL()). libbpf would read and index all 150 000 types to find a
 * dozen; btf_minimize has read them already. The sections of the programs, whose names differ from those of any other
 * object in the process:
 *	sct_typed/NAME		tracepoint NAME, typed arguments
 *	sct_iter/NAME		iterator NAME
 *	sct_raw/NAME		tracepoint NAME, plain arguments (raw_tp)
 *	sct_perf/GROUP/NAME	tracepoint NAME, by perf (tp)
 *	sct_run/NAME		attached to nothing: the reader runs it
 */
#ifndef SCT_LOAD_BTF_LOAD_H
#define SCT_LOAD_BTF_LOAD_H

#include <bpf/libbpf.h>

#include "load/btf_minimize.h"

/* Loads an opened skeleton. Returns 0, -ESRCH if the kernel has no such tracepoint, or another -errno. */
int btf_load__load(struct bpf_object_skeleton *skel, const struct btf_minimize *types);
/* True if the program is attached to nothing (sct_run). */
bool btf_load__is_run(const struct bpf_program *prog);
/* Attaches a program by its section, and returns its link, or NULL with errno. */
struct bpf_link *btf_load__attach(struct bpf_program *prog);

#endif

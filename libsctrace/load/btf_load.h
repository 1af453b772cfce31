/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What takes a number of the kernel's types to load: programs of tracepoints
 * with typed arguments, of iterators, and those that call the kernel's
 * functions (KFUNC_CALL()). libbpf would read and index all 150 000 types for a
 * dozen; here they have been read already. The programs' sections, named so that
 * no other object in the process has such:
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

/* Loads what was opened and set up. 0 or -errno; -ESRCH: no such tracepoint. */
int btf_load__load(struct bpf_object_skeleton *skel, const struct btf_minimize *types);
bool btf_load__is_run(const struct bpf_program *prog);
/* As bpf_program__attach(), for any program of ours. */
struct bpf_link *btf_load__attach(struct bpf_program *prog);

#endif

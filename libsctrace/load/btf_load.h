/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Loads objects whose programs need ids of the kernel's BTF types: tracepoints with typed arguments, iterators, and
 * calls of kernel functions (KFUNC_CALL()). To find a dozen ids, libbpf would read and index all 150 000 types, but
 * btf_minimize has read them already. The programs' sections have names that no other object in the process uses:
 * \tsct_typed/NAME\t\ttracepoint NAME, typed arguments
 * \tsct_iter/NAME\t\titerator NAME
 * \tsct_raw/NAME\t\ttracepoint NAME, plain arguments (raw_tp)
 * \tsct_perf/GROUP/NAME\ttracepoint NAME, by perf (tp)
 * \tsct_run/NAME\t\tnot attached: the reader runs it
 */
#ifndef SCT_LOAD_BTF_LOAD_H
#define SCT_LOAD_BTF_LOAD_H

#include <bpf/libbpf.h>

#include "load/beside.h"
#include "load/btf_minimize.h"

/*
 * Loads an opened skeleton. beside: programs to load in threads, of which names and opts are set; NULL: none. Returns 0,
 * -ESRCH if the kernel has no such tracepoint, or another -errno. If there are programs in beside, the threads may still
 * run: btf_load__finish() has to follow, also after an error.
 */
int btf_load__load(struct bpf_object_skeleton *skel, const struct btf_minimize *types, struct beside *beside);
/* Waits for the threads. err: an error so far. Returns the first error, or 0. */
int btf_load__finish(struct beside *beside, int err);
/* True if the program is not attached, but run by the reader (sct_run). */
bool btf_load__is_run(const struct bpf_program *prog);
/* Attaches a program according to its section. Returns its link, or NULL with errno. */
struct bpf_link *btf_load__attach(struct bpf_program *prog);

#endif

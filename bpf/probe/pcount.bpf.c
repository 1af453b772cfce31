// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counted probes: each hit adds to a row, and no record is sent. The programs share the maps and the tasks of
 * kstats.bpf.c.
 *
 * As there, a row has one writer at a time. Its owner is a CPU, by a number that calls do not use, or the thread where
 * the programs may be preempted. Hits that may come in an interrupt (kernel functions, tracepoints) have rows of their
 * own; another such hit that comes while one is counted is lost.
 */
#include "probe/count.bpf.h"
#include "probe/programs.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

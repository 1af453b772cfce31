// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counted probes: each hit adds to a row, and no record is sent. The programs share the maps and the tasks of
 * kstats.bpf.c.
 *
 * A row has one writer at a time, as in kstats.bpf.c. It belongs to a CPU, under an owner number that no row of calls
 * has or, if programs may be preempted, to a thread. Hits that may come in an interrupt (kernel functions, tracepoints)
 * have separate rows. A hit in an interrupt that comes while such a hit is being counted is lost.
 */
#include "probe/count.bpf.h"
#include "probe/programs.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

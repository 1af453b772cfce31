// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counted probes: each hit adds to a row, and no record is sent. The programs share the maps and the tasks of
 * kstats.bpf.c.
 *
 * A row has one writer at a time, as in kstats.bpf.c. The row belongs to a CPU, under a number that rows of calls do not
 * use; if programs may be preempted, it belongs to a thread. Hits that may come in an interrupt (kernel functions,
 * tracepoints) have rows of their own. A hit in an interrupt that comes while another one is counted is lost.
 */
#include "probe/count.bpf.h"
#include "probe/programs.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

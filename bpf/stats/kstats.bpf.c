// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Programs of statistics: each call adds to a row in a map, and no record is sent.
 *
 * The programs run without preemption, so a row that belongs to a CPU has one writer at a time, like a row that belongs
 * to a task.
 */
#include "stats/kstats_calls.bpf.h"
#include "stats/kstats_gone.bpf.h"
#include "stats/kstats_tasks.bpf.h"
#include "common/task_enroll.bpf.h"
#include "common/raw.bpf.h"
#include "common/perf_tp.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

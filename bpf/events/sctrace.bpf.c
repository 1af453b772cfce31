// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Programs of tracing: system call enter and exit, fork, exec, task exit, signals.
 *
 * Order of records (see live/ring.c): a program marks its CPU busy before it reads the clock, and clears the mark when
 * its record is readable.
 */
#include "events/calls.bpf.h"
#include "events/prefault.bpf.h"
#include "events/task_events.bpf.h"
#include "common/raw.bpf.h"
#include "common/perf_tp.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

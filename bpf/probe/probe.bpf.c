// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Programs of probes: on addresses and functions in user space, on kernel functions, and on tracepoints. They write
 * into the rings of sctrace.bpf.c and share its tasks, but have their own plans and scratch. A separate object, which
 * is loaded only if there are probes.
 */
#include "probe/send.bpf.h"
#include "probe/programs.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The plan interpreter, as the programs run it. */
#ifndef CAPTURE_BPF_H
#define CAPTURE_BPF_H

#include "chunk.bpf.h"
#include "maps.bpf.h"
#include "namespaces.bpf.h"
#include "netlink.bpf.h"

#define PLAN_FN(name, ...) __noinline int name(__VA_ARGS__)
#define PLAN_FN0(name) __noinline int name(void)
#include "capture.h"

#endif

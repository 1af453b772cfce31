/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The interpreter of capture plans, compiled for the BPF programs. */
#ifndef CAPTURE_BPF_H
#define CAPTURE_BPF_H

#include "record/chunk.bpf.h"
#include "record/maps.bpf.h"
#include "record/namespaces.bpf.h"
#include "record/netlink.bpf.h"

#define PLAN_FN(name, ...) __noinline int name(__VA_ARGS__)
#define PLAN_FN0(name) __noinline int name(void)
#include "record/capture.h"

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Descriptors that stand in memory, as the programs look at them. */
#ifndef FDMEM_BPF_H
#define FDMEM_BPF_H

#include "record/capture.bpf.h"
#include "record/fd.bpf.h"
#include "record/fdmem.h"

#endif

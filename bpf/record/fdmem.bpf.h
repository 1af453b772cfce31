/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Descriptors in memory, compiled for the BPF programs. */
#ifndef FDMEM_BPF_H
#define FDMEM_BPF_H

#include "record/capture.bpf.h"
#include "record/fd.bpf.h"
#include "record/fdmem.h"

#endif

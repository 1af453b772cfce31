/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Waits, in microseconds, until no program uses what the reader has replaced. */
#ifndef SCT_COUNTS_EPOCH_H
#define SCT_COUNTS_EPOCH_H

#include <stdbool.h>

#include "abi/kstats_abi.h"

/*
 * prog: a program that does nothing, which is run on each CPU by an interrupt.
 * cells: the marks of the CPUs, of which each may have several.
 * False: a CPU could not be interrupted, or stays busy. See rows_begin().
 */
bool epoch__wait(int prog, const struct kstat_cpu *cells, unsigned ncpus, unsigned ncells);

#endif

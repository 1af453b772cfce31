/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Waits, for microseconds, until no program uses the set of rows that the reader has replaced. */
#ifndef SCT_COUNTS_EPOCH_H
#define SCT_COUNTS_EPOCH_H

#include <stdbool.h>

#include "abi/kstats_abi.h"

/*
 * Interrupts each CPU by running prog, an empty program, on it, and waits until all ncells marks of busy programs are
 * clear; a CPU may have several. Returns false if a CPU cannot be interrupted or stays busy. See rows_begin().
 */
bool epoch__wait(int prog, const struct kstat_cpu *cells, unsigned ncpus, unsigned ncells);

#endif

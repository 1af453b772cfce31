/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads the memory of tasks. */
#ifndef SCT_WHY_MEMORY_H
#define SCT_WHY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/why_abi.h"

/* Reads n bytes at an address of the task. Returns false if they cannot be read. */
bool why_memory__read(const struct sct_why_task *t, uint64_t addr, void *to, size_t n);

#endif

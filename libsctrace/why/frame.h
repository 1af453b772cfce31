/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Where in the kernel a task waits. */
#ifndef SCT_WHY_FRAME_H
#define SCT_WHY_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WHY_FRAME 64

/*
 * Writes the name of the innermost function that is not the scheduler's. Returns false if the stack cannot be read:
 * /proc/TID/stack needs CAP_SYS_ADMIN.
 */
bool why_frame__read(int proc, uint32_t tid, char *name, size_t size);
/* Reads the names of at most n functions, the innermost first. Returns their number; 0: the stack cannot be read. */
size_t why_frame__all(int proc, uint32_t tid, char (*names)[WHY_FRAME], size_t n);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of the files that a recorder makes in a directory: wall-clock time of the first record, UTC. */
#ifndef SCT_RECORDING_FILE_NAME_H
#define SCT_RECORDING_FILE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether the name has the form of a recorder's files. Such names sort by time. */
bool file_name__is_ours(const char *name);
/* Writes the name for a time in us since 1970. */
void file_name__make(char *name, size_t size, uint64_t us);
/* Returns the time in a name of this form, ns since 1970. */
int64_t file_name__time(const char *name);

#endif

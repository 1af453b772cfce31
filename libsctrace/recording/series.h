/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A source of records: one capture file, or the files of a directory that a recorder made (writer.h), in order. A file
 * continues the one before if it begins with the state at that one's end; this state is then skipped.
 */
#ifndef SCT_RECORDING_SERIES_H
#define SCT_RECORDING_SERIES_H

#include "recording/capture_file.h"

struct series;

/* How a file relates to what was read before. */
enum series_joint {
	SERIES_SAME, /* no new file was begun */
	SERIES_GOES_ON,
	SERIES_GAP,    /* the same recording, but records between the two files are missing */
	SERIES_ANOTHER /* another recording */
};

/*
 * Opens a file or a directory, and fills *info from the head of the first file. errmsg as for capture__open(). Returns
 * 0 or -errno.
 */
int series__open(struct series **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size);
/* Returns the source of the recorded records. A drain stops between two files. Freeing the source closes all files. */
struct source *series__source(struct series *s);
/*
 * Returns how the current file relates to what was read before; the next call returns SERIES_SAME. After SERIES_GAP and
 * SERIES_ANOTHER the caller must forget all tasks.
 */
enum series_joint series__joint(struct series *s);
/* Returns how often so far a file did not continue the one before. */
unsigned series__gaps(const struct series *s);
/* Returns the wall clock minus the records' clock at the beginning of the current file, ns. */
int64_t series__clock_offset(const struct series *s);
/* As capture__in_state(), capture__note() and capture__end(), for the current file. */
bool series__in_state(const struct series *s);
const char *series__note(struct series *s);
void series__end(struct series *s);
/* Does not open further files that begin after a time. wall: wall clock, ns */
void series__until(struct series *s, int64_t wall);
/*
 * Sets the times of the first and of the last record, wall clock, ns; *last is 0 if it is not known. Returns 0, -ESPIPE
 * if the file cannot be searched, or -ENOMEM.
 */
int series__span(struct series *s, int64_t *first, int64_t *last);
/*
 * Skips records that are well before a time. Call it after series__span(), before any record is read. wall: wall clock,
 * ns. Returns 0 or -errno.
 */
int series__seek(struct series *s, int64_t wall);

#endif

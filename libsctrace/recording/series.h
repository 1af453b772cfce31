/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A source of records: one capture file, or the files of a directory that a recorder made (writer.h), in order. A file
 * that begins with the state with which the one before ended goes on with it; its own state is skipped.
 */
#ifndef SCT_RECORDING_SERIES_H
#define SCT_RECORDING_SERIES_H

#include "recording/capture_file.h"

struct series;

/* How a file goes on with what was read before. */
enum series_joint {
	SERIES_SAME, /* no other file was begun */
	SERIES_GOES_ON,
	SERIES_GAP,    /* of the same recording, but what was between is missing */
	SERIES_ANOTHER /* of another recording */
};

/* Opens a file or a directory, and sets *info by the head of the first file. errmsg as for capture__open(). */
int series__open(struct series **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size);
/* Returns the source of the recorded records. It stops between two files. Freeing the source closes all files. */
struct source *series__source(struct series *s);
/*
 * Returns how the file that is read next goes on. At a gap, and with another recording, the caller forgets all tasks.
 * Its next call returns SERIES_SAME.
 */
enum series_joint series__joint(struct series *s);
/* Returns the number of gaps so far, and of beginnings of other recordings. */
unsigned series__gaps(const struct series *s);
/* Returns the wall clock's offset at the beginning of the file, ns. */
int64_t series__clock_offset(const struct series *s);
/* As capture__in_state(), capture__note() and capture__end(). */
bool series__in_state(const struct series *s);
const char *series__note(struct series *s);
void series__end(struct series *s);
/* Opens no more files that begin after a time, wall clock, ns. */
void series__until(struct series *s, int64_t wall);
/*
 * Sets the times of the first and of the last record, wall clock, ns; *last is 0 if it is not known. Returns 0, -ESPIPE
 * if the file cannot be searched, or -ENOMEM.
 */
int series__span(struct series *s, int64_t *first, int64_t *last);
/* After series__span(), before any record is read: skips records that are well before a time, wall clock, ns. */
int series__seek(struct series *s, int64_t wall);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads capture files; the reader is a source of records. recording/frame.h has the layout of the files. */
#ifndef SCT_RECORDING_CAPTURE_FILE_H
#define SCT_RECORDING_CAPTURE_FILE_H

#include "lookup/opts.h"
#include "event/source.h"

/* Settings of the recording that a replay needs. */
struct capture_info {
	int64_t clock_offset; /* wall clock minus the records' clock, ns */
	struct decode_opts decode;
};

struct capture;

/*
 * Opens a capture file and reads its head into *info. errmsg: buffer of why_size bytes for a message about this and
 * later failures. Returns 0 or -errno.
 */
int capture__open(struct capture **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size);
/* Returns the source of the recorded records. Freeing the source closes the file. */
struct source *capture__source(struct capture *c);
/*
 * Returns whether the record that was passed on last is of a stored state. It describes what was before the first
 * record, and must be handled without reporting events.
 */
bool capture__in_state(const struct capture *c);
/* Returns the note that is stored in the file, or NULL. It is valid until the file is closed. */
const char *capture__note(struct capture *c);
/* Finds the times of the first and the last record. Returns 0, -ESPIPE if the file cannot be searched, or -ENOMEM. */
int capture__span(struct capture *c, uint64_t *first, uint64_t *last);
/* Returns the number of states that are not preceded by records later than ts. Call it after capture__span(). */
size_t capture__states(const struct capture *c, uint64_t ts);
/*
 * Continues reading at the state with this index. Call it after capture__span(), before any record is read. Returns 0
 * or -errno.
 */
int capture__seek(struct capture *c, size_t state);
/*
 * Returns the time of the state that the file begins with, or 0 if it begins with none. If the file continues another
 * one, that one ended at this time.
 */
uint64_t capture__begins_at(struct capture *c);
/* Returns the time of the last record once the end was read, else 0. */
uint64_t capture__ended_at(const struct capture *c);
/* Returns whether the last failure was that the file ends too early. */
bool capture__is_cut(const struct capture *c);
/* Skips the state at the beginning, because the file before was read. Call it before any record is read. */
void capture__go_on(struct capture *c);
/* Ends the source: no more records are passed on. */
void capture__end(struct capture *c);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reader of capture files, which are a source of records. Their layout is in recording/frame.h. */
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
 * Opens a capture file and reads its head into *info. errmsg: buffer for the reason of a failure. Returns 0 or
 * -errno.
 */
int capture__open(struct capture **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size);
/* Returns the source of the recorded records. Freeing the source closes the file. */
struct source *capture__source(struct capture *c);
/*
 * Returns whether the last record is of a state: it tells what happened before the first record that is read, and is to
 * be handled without reporting its events.
 */
bool capture__in_state(const struct capture *c);
/* Returns the text that was stored with the file, or NULL. */
const char *capture__note(struct capture *c);
/* Sets the times of the first and of the last record. Returns 0, -ESPIPE if the file cannot be searched, or -ENOMEM. */
int capture__span(struct capture *c, uint64_t *first, uint64_t *last);
/* After capture__span(): returns the number of states that have no record after ts before them. */
size_t capture__states(const struct capture *c, uint64_t ts);
/* After capture__span(), before any record is read: begins with the state of this number. Returns 0 or -errno. */
int capture__seek(struct capture *c, size_t state);
/* Returns the time of the state that the file begins with, or 0. The file before has ended at the same time. */
uint64_t capture__begins_at(struct capture *c);
/* Returns the time of the last record when the end was read, or 0. */
uint64_t capture__ended_at(const struct capture *c);
/* Returns whether the last error is that the file ends too early. */
bool capture__is_cut(const struct capture *c);
/* Before any record is read: skips the state that the file begins with, since the file before was read. */
void capture__go_on(struct capture *c);
/* Reads nothing more. */
void capture__end(struct capture *c);

#endif

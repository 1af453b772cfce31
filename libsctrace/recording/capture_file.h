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

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Capture files: a head, then the records as they came, zlib-compressed. The end mark shows that the file is
 * complete. Little-endian, like all machines that sctrace runs on.
 */
#ifndef SCT_RECORDING_CAPTURE_FILE_H
#define SCT_RECORDING_CAPTURE_FILE_H

#include "lookup/opts.h"
#include "event/source.h"

/* Settings of the recording that a replay needs. */
struct capture_info {
	int64_t clock_offset; /* wall clock minus the records' clock, ns */
	struct decode_opts decode;
};

struct recorder;

/* Creates or truncates a capture file and writes its head. Returns 0 or -errno. */
int recorder__open(struct recorder **out, const char *path, const struct capture_info *info);
/* Writes a record of size bytes. Returns 0 or -errno. */
int recorder__write(struct recorder *r, const struct sct_rec *rec, size_t size);
/*
 * Writes a record in two parts: its head of size bytes, which has the length of the data, and the data, which lies
 * elsewhere. Data that is longer than a reader accepts is cut between two chunks. Returns 0 or -errno.
 */
int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len);
/* Writes the end mark with the number of lost records. Frees r in any case. Returns 0 or -errno. */
int recorder__close(struct recorder *r, uint64_t lost);

struct capture;

/*
 * Opens a capture file and reads its head into *info. errmsg: buffer for the reason of a failure. Returns 0 or
 * -errno.
 */
int capture__open(struct capture **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size);
/* Returns the source of the recorded records. Freeing the source closes the file. */
struct source *capture__source(struct capture *c);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Capture files: a head, then the records as they came, zlib-compressed; an
 * end mark says that nothing is missing. Little-endian, like every machine
 * that writes them.
 */
#ifndef SCT_RECORDING_CAPTURE_FILE_H
#define SCT_RECORDING_CAPTURE_FILE_H

#include "lookup/opts.h"
#include "event/source.h"

/* What a replay must know of the recording. */
struct capture_info {
	int64_t clock_offset; /* wall clock minus record clock, ns */
	struct decode_opts decode;
};

struct recorder;

int recorder__open(struct recorder **out, const char *path, const struct capture_info *info);
int recorder__write(struct recorder *r, const struct sct_rec *rec, size_t size);
/*
 * Writes a record whose head, of size bytes, has the length of its data, and the data, which lies elsewhere. Data that is
 * more than a reader takes is cut between two chunks. Returns 0 or -errno.
 */
int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len);
/* Writes the end mark with the total of lost records. Frees r in any case. 0 or -errno. */
int recorder__close(struct recorder *r, uint64_t lost);

struct capture;

/* why: reason for people. */
int capture__open(struct capture **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size);
struct source *capture__source(struct capture *c);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Writes a capture file. The caller's thread copies records into blocks, and a thread of the recorder compresses and
 * writes the blocks. That thread begins with the first block, has all signals blocked, and ends in recorder__close().
 * If QUEUE blocks are waiting for it, the caller waits, too.
 */
#ifndef SCT_RECORDING_RECORDER_H
#define SCT_RECORDING_RECORDER_H

#include "event/record.h"
#include "recording/writer.h"

struct recorder;

/* Limits of a flight recorder, which keeps the last blocks in memory, and writes them when the caller asks for it. */
struct flight_limits {
	uint64_t bytes, ns; /* most bytes of records to keep; time that they cover, 0: no limit */
	uint64_t after_ns;  /* time after recorder__trigger() during which all records are written */
};

/* Creates or truncates a capture file or, for a directory, prepares to create files. Returns 0 or -errno. */
int recorder__open(struct recorder **out, const struct writer_opts *opts);
/* Makes it a flight recorder; call it before the first record. */
void recorder__keep(struct recorder *r, const struct flight_limits *limits);
/*
 * Writes the records that are kept, and those that follow within limits.after_ns. If it is already writing, that time
 * starts again.
 */
void recorder__trigger(struct recorder *r, uint64_t now);
/* Returns how many times a flight recorder began to write. */
unsigned recorder__triggered(const struct recorder *r);
/* Writes a record of size bytes. Returns 0 or the -errno of any write so far; after an error, nothing is written. */
int recorder__write(struct recorder *r, const struct sct_rec *rec, size_t size);
/*
 * Writes a record in two parts: a head of size bytes, and data of len bytes. Data that makes the record longer than a
 * reader accepts is cut between two chunks. Returns the same as recorder__write().
 */
int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len);
/*
 * Passes on a block that is not full if its first record is more than a second older than now. Returns the same as
 * recorder__write().
 */
int recorder__flush(struct recorder *r, uint64_t now);
/* Writes the end of the file, with the number of lost records, and frees r. Returns 0 or the -errno of any write. */
int recorder__close(struct recorder *r, uint64_t lost);

#endif

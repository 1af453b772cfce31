/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Writer of a capture file. The caller's thread copies records into blocks; a thread of the recorder compresses and
 * writes the blocks. It begins with the first block, has all signals blocked, and ends in recorder__close(). If it does
 * not keep up, the caller waits for it when QUEUE blocks are full.
 */
#ifndef SCT_RECORDING_RECORDER_H
#define SCT_RECORDING_RECORDER_H

#include "event/record.h"
#include "recording/writer.h"

struct recorder;

/*
 * A flight recorder keeps the last blocks in memory, and writes them when the caller says so.
 */
struct flight_limits {
	uint64_t bytes, ns; /* bytes of records to keep; time that they cover, 0: any */
	uint64_t after_ns;  /* after recorder__trigger(), for so long all records are written */
};

/* Creates or truncates a capture file, or begins to write files. Returns 0 or -errno. */
int recorder__open(struct recorder **out, const struct writer_opts *opts);
/* Makes it a flight recorder, before the first record. */
void recorder__keep(struct recorder *r, const struct flight_limits *limits);
/*
 * Writes the records that are kept, and those that follow for a time. If this is happening already, the time starts
 * again.
 */
void recorder__trigger(struct recorder *r, uint64_t now);
/* Returns how many times a flight recorder began to write. */
unsigned recorder__triggered(const struct recorder *r);
/*
 * Writes a record of size bytes. Returns 0 or -errno, also for an earlier record whose block could not be written; no
 * more is written then.
 */
int recorder__write(struct recorder *r, const struct sct_rec *rec, size_t size);
/*
 * Writes a record in two parts: its head of size bytes, which has the length of the data, and the data. Data that is
 * longer than a reader accepts is cut between two chunks. Returns what recorder__write() does.
 */
int recorder__write_data(struct recorder *r, const struct sct_rec *head, size_t size, const void *data, uint32_t len);
/*
 * Writes a block that is not full if its first record is older than a second at this time. Returns what
 * recorder__write() does.
 */
int recorder__flush(struct recorder *r, uint64_t now);
/* Writes the end with the number of lost records. Frees r in any case. Returns 0 or -errno. */
int recorder__close(struct recorder *r, uint64_t lost);

#endif

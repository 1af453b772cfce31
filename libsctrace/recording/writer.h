/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Writes capture files from blocks of records: one file, or files in a directory, each of which replays alone since it
 * begins with the state before it. One thread at a time uses a writer.
 */
#ifndef SCT_RECORDING_WRITER_H
#define SCT_RECORDING_WRITER_H

#include <stdbool.h>

#include "recording/capture_file.h"
#include "recording/frame.h"

struct writer_opts {
	const char *path; /* of the file or, with files, of an existing directory */
	bool files;
	uint64_t rotate_bytes,
		rotate_ns; /* a file that has so many bytes, or is so old, is the last but one; 0: no limit */
	unsigned keep;	   /* number of files; 0: all */
	const char *note;  /* or NULL */
	struct capture_info info;
};

struct writer;

/* Opens a file or, with files, checks the directory. Strings are copied. Returns 0 or -errno. */
int writer__open(struct writer **out, const struct writer_opts *opts);
/* Writes the records of a block. Returns 0 or -errno, after which the writer can only be closed. */
int writer__block(struct writer *w, const struct frame_block *b);
/* Applies the records of a block to the state without writing them. */
void writer__skip(struct writer *w, const struct frame_block *b);
/* Ends the file, if there is one, with the number of lost records. The next block begins another one. Returns 0 or -errno. */
int writer__end(struct writer *w, uint64_t lost);
/* Closes descriptors and frees w. */
void writer__free(struct writer *w);

#endif

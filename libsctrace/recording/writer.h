/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Writes blocks of records to capture files: to one file, or to files in a directory, each of which begins with the
 * state before it, so that it can be replayed alone. A writer may be used by one thread at a time.
 */
#ifndef SCT_RECORDING_WRITER_H
#define SCT_RECORDING_WRITER_H

#include <stdbool.h>

#include "recording/capture_file.h"
#include "recording/frame.h"

struct writer_opts {
	const char *path; /* path of the file, or of an existing directory if files is set */
	bool files;
	uint64_t rotate_bytes,
		rotate_ns; /* begin another file when this one has so many bytes, or covers so many ns; 0: no limit */
	unsigned keep;	   /* with files: number of files to keep; 0: all */
	const char *note;  /* text to store in the file, or NULL */
	struct capture_info info;
};

struct writer;

/* Opens a file, or checks the directory if opts->files is set. The strings are copied. Returns 0 or -errno. */
int writer__open(struct writer **out, const struct writer_opts *opts);
/* Writes the records of a block, and updates the state. Returns 0, or -errno: then the writer can only be freed. */
int writer__block(struct writer *w, const struct frame_block *b);
/* Updates the state by the records of a block, without writing them. */
void writer__skip(struct writer *w, const struct frame_block *b);
/*
 * Completes the current file, if there is one. lost: number of lost records. The next block begins another file.
 * Returns 0 or -errno.
 */
int writer__end(struct writer *w, uint64_t lost);
/* Closes descriptors and frees w. */
void writer__free(struct writer *w);

#endif

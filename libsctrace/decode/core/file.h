/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the files of descriptors in the call's records. */
#ifndef SCT_DECODE_FILE_H
#define SCT_DECODE_FILE_H

#include "decode/core/call.h"

struct out_file {
	struct sct_file file;
	const uint8_t *name; /* the bytes after the struct in the record */
	uint32_t len;
	bool left_out; /* the record had no room for the file: nothing else is set */
};

/*
 * Finds the file of a descriptor; SCT_AT_FDCWD: the working directory. when: AT_ENTER or AT_EXIT. Returns false if
 * the records do not have it.
 */
bool call_file(const struct call *c, int32_t fd, int when, struct out_file *f);
/* Returns true if the file is in no directory, because it was deleted or never had a name. */
bool file_deleted(const struct out_file *f);

/*
 * Emits descriptor fd of another process. own: a descriptor of the calling process for the same file, by which the
 * file is found; -1: none.
 */
void out_fd_as(struct out *o, int32_t fd, int32_t own, int when);

/* Sets the call that owns the descriptors emitted next, and when their files are looked up. c NULL: show no files. */
static inline void out_files(struct out *o, const struct call *c, int when)
{
	o->call = c && opts__files(c->opts) ? c : NULL;
	o->when = when;
}

#endif

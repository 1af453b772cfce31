/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What a descriptor refers to, as far as the call's records tell. */
#ifndef SCT_DECODE_FILE_H
#define SCT_DECODE_FILE_H

#include "decode/core/call.h"

struct out_file {
	struct sct_file file;
	const uint8_t *name; /* what follows it in the record */
	uint32_t len;
	bool left_out; /* there was no room for it, and nothing of it is known */
};

/* when: AT_ENTER or AT_EXIT. fd: SCT_AT_FDCWD is the working directory. False: nothing is known. */
bool call_file(const struct call *c, int32_t fd, int when, struct out_file *f);
/* Is it in no directory any more, or never was? */
bool file_deleted(const struct out_file *f);

/* Another process's descriptor, which refers to the same file as one of the calling process; own: -1: not known. */
void out_fd_as(struct out *o, int32_t fd, int32_t own, int when);

/* From here on descriptors are those of c, NULL: of no call. */
static inline void out_files(struct out *o, const struct call *c, int when)
{
	o->call = c && opts__files(c->opts) ? c : NULL;
	o->when = when;
}

#endif

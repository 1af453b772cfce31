/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How what a descriptor refers to is written, after its number. */
#ifndef SCT_FILE_OUT_H
#define SCT_FILE_OUT_H

#include "decode/core/file.h"
#include "sink/text_out.h"

/* As readlink() of /proc/PID/fd/N has it: a path, "socket:[1]", "anon_inode:[eventpoll]"; without its " (deleted)". */
void file_out__link(struct buf *b, const struct out_file *f);
/* As strace does: </tmp/x>(deleted). */
void file_out__text(struct text_out *t, const struct out_file *f);
/* Members of an object. */
void file_out__json(struct buf *b, const struct out_file *f);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Writes the file that a descriptor refers to, which is printed after its number. */
#ifndef SCT_FILE_OUT_H
#define SCT_FILE_OUT_H

#include "decode/core/file.h"
#include "sink/text_out.h"

/* Appends what readlink() of /proc/PID/fd/N returns, such as "socket:[1]" or a path, but without " (deleted)". */
void file_out__link(struct buf *b, const struct out_file *f);
/* Returns whether the file is a socket whose addresses were recorded. *name gets the path of a unix socket. */
bool file_out__socket(const struct out_file *f, struct sct_socket *s, const uint8_t **name, uint32_t *len);
/* Appends the file as strace -y prints it: </tmp/x>(deleted). */
void file_out__text(struct text_out *t, const struct out_file *f);
/* Appends the file as members of a JSON object. */
void file_out__json(struct buf *b, const struct out_file *f);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Shared by the decoders of files, descriptors and memory. */
#ifndef SCT_DECODE_FS_H
#define SCT_DECODE_FS_H

#include <time.h>

#include "decode/core/call.h"

/* A descriptor inside a struct. */
static inline void emit_fd(struct out *o, const struct call *c, int32_t fd)
{
	(void)c;
	out_fd(o, fd);
}

/* "2026-11-21T23:30:27.237023648+0000" as a comment; frac: part of a second in digits, 0: none. */
void emit_date(struct out *o, int64_t sec, int64_t frac, int digits);
/* As decode_value(), but with what was there before the call. */
void emit_before(struct out *o, const struct call *c, const struct sct_arg *a);

#endif

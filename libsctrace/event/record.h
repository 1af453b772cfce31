/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Records as a source delivers them: bytes checked once, then viewed in place. */
#ifndef SCT_RECORD_H
#define SCT_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "sctrace_abi.h"

/* A source hands over one record; the bytes are valid during the call. Not 0 stops the source. */
typedef int record_fn(void *ctx, const struct sct_rec *rec, size_t size);

/* The record's size by its own head, 0 if size bytes do not hold a whole, sane record. */
size_t record__check(const void *p, size_t size);

/* The record's chunks. */
const uint8_t *record__data(const struct sct_rec *rec, uint32_t *len);

/* Next chunk of a data area, or NULL. *off starts at 0. Never looks past len. */
const struct sct_chunk *chunk__next(const uint8_t *data, uint32_t len, uint32_t *off);

/* The call's number. */
static inline uint32_t record__nr(const struct sct_enter *e)
{
	return (uint32_t)e->nr_high << 16 | e->nr;
}

/* ... of a call that does not exist, whose number has more than the 24 bits that are kept */
#define RECORD_NR_HUGE 0xffffffu

#endif

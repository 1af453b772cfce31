/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The input of the record target: RECORDS_HEAD bytes of options, then records as a
 * capture file has them, each with its size (u32) before it. Sizes and heads are
 * mended before a record is used, so that whatever a mutation does, the bytes
 * get as far as the decoders.
 */
#ifndef FUZZ_RECORDS_H
#define FUZZ_RECORDS_H

#include "fuzz.h"
#include "abi/sctrace_abi.h"

#define RECORDS_HEAD 16
/* Where the first record begins in this target's inputs, for the mutator. */
extern const size_t records_head;
#define RECORD_MOST 65536

/* Returns the next record in memory that is exactly as large, or NULL if there is none. */
struct sct_rec *records_next(struct input *in, size_t *size);

/* records_make.c: a call and its end as a row describes them, as two records with their sizes. Returns the bytes used. */
size_t records_make(uint8_t *to, size_t max, uint64_t *seed);

#endif

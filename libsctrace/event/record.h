/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Access to records in place. A source checks each record once by record__check(). */
#ifndef SCT_RECORD_H
#define SCT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/row.h"
#include "abi/sctrace_abi.h"

/* Receives a record, which is valid during the call. A result other than 0 stops the source. */
typedef int record_fn(void *ctx, const struct sct_rec *rec, size_t size);

/* Returns the size of the record at p, or 0 if it is invalid or longer than the size bytes. */
size_t record__check(const void *p, size_t size);

/* Returns the record's chunks, and their length in *len. */
const uint8_t *record__data(const struct sct_rec *rec, uint32_t *len);
/* Sets the length of the record's chunks; does nothing if its type has none. */
void record__set_data_len(struct sct_rec *rec, uint32_t len);

/* Returns the row of the call, or NULL if the tables have none for it. */
const struct sct_row *record__row(const struct sct_enter *enter);

/* Returns the chunk at *off in len bytes of data, and moves *off to the next one. Returns NULL at the end. */
static inline const struct sct_chunk *chunk__next(const uint8_t *data, uint32_t len, uint32_t *off)
{
	const struct sct_chunk *c;
	uint32_t n;

	if (*off > len || len - *off < sizeof(*c))
		return NULL;
	c = (const struct sct_chunk *)(data + *off);
	n = c->len > 0 ? (uint32_t)c->len : 0;
	if (n > len - *off - sizeof(*c))
		return NULL;
	/* the last chunk may have no padding */
	*off += sizeof(*c) + ((n + 7) & ~7u);
	return c;
}

static inline bool record__is_signal(const struct sct_rec *rec)
{
	return rec->type == SCT_REC_SIGNAL || rec->type == SCT_REC_SIGNAL_IP || rec->type == SCT_REC_SIGNAL_STACK;
}

/* Returns the task's instruction pointer when the signal came, or 0 if it is unknown. */
static inline uint64_t signal__ip(const struct sct_signal *g)
{
	/* struct sct_signal_stack begins with a struct sct_signal_ip */
	return g->rec.type == SCT_REC_SIGNAL ? 0 : ((const struct sct_signal_ip *)g)->ip;
}

/* Returns the number of a call whose head has all 24 bits set: it is in a chunk. */
uint32_t record__nr_long(const struct sct_enter *e);

/* Returns the call's number, with the 32 bits that the kernel uses. The record must have its chunks. */
static inline uint32_t record__nr(const struct sct_enter *e)
{
	uint32_t nr = (uint32_t)e->nr_high << 16 | e->nr;

	return nr == 0xffffff ? record__nr_long(e) : nr;
}

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Records as a source delivers them: bytes checked once, then viewed in place. */
#ifndef SCT_RECORD_H
#define SCT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/row.h"
#include "abi/sctrace_abi.h"

/* A source hands over one record; the bytes are valid during the call. Not 0 stops the source. */
typedef int record_fn(void *ctx, const struct sct_rec *rec, size_t size);

/* The record's size by its own head, 0 if size bytes do not hold a whole, sane record. */
size_t record__check(const void *p, size_t size);

/* The record's chunks. */
const uint8_t *record__data(const struct sct_rec *rec, uint32_t *len);
/* How many there are from now on, of a record that has any. */
void record__set_data_len(struct sct_rec *rec, uint32_t len);

/* The row of the call that began. NULL: none, or of an ABI of another version. */
const struct sct_row *record__row(const struct sct_enter *enter);

/* Next chunk of a data area, or NULL. *off starts at 0. Never looks past len. */
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
	/* the last one's padding may be cut */
	*off += sizeof(*c) + ((n + 7) & ~7u);
	return c;
}

static inline bool record__is_signal(const struct sct_rec *rec)
{
	return rec->type == SCT_REC_SIGNAL || rec->type == SCT_REC_SIGNAL_IP || rec->type == SCT_REC_SIGNAL_STACK;
}

/* Where a signal found its task; 0: not known. */
static inline uint64_t signal__ip(const struct sct_signal *g)
{
	/* the head of SIGNAL_STACK is the other's */
	return g->rec.type == SCT_REC_SIGNAL ? 0 : ((const struct sct_signal_ip *)g)->ip;
}

/* The number of a call whose head has all 24 bits set: a chunk may have more bits. */
uint32_t record__nr_long(const struct sct_enter *e);

/* The call's number, as the 32 bits that the kernel looks at. Chunks are expected to follow the head. */
static inline uint32_t record__nr(const struct sct_enter *e)
{
	uint32_t nr = (uint32_t)e->nr_high << 16 | e->nr;

	return nr == 0xffffff ? record__nr_long(e) : nr;
}

#endif

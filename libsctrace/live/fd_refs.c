// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "live/fd_refs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/buf.h"
#include "util/tidmap.h"

/* The description of a file: the data of an SCT_PART_FILE chunk. */
struct known {
	uint32_t len;
	uint8_t data[];
};

struct files {
	/* (CPU, slot) -> struct known. Its size depends on the records seen, not on the number of slots */
	struct tidmap known;
	struct buf rec; /* copy of the last record that had references, with the files */
};

int fd_refs__new(struct files **out)
{
	*out = calloc(1, sizeof(**out));
	return *out ? 0 : -ENOMEM;
}

void fd_refs__free(struct files *f)
{
	if (!f)
		return;
	tidmap__free(&f->known, free);
	buf__free(&f->rec);
	free(f);
}

static uint32_t slot_key(const struct sct_rec *rec, uint32_t slot)
{
	return (uint32_t)rec->cpu * SCT_FD_SLOTS + slot;
}

static int file_learn(struct files *f, const struct sct_rec *rec, const struct sct_chunk *c)
{
	struct sct_file file;
	struct known *k;
	int err;

	if (c->len < (int32_t)sizeof(file))
		return 0;
	memcpy(&file, c + 1, sizeof(file));
	if (file.slot >= SCT_FD_SLOTS)
		return 0;
	k = malloc(sizeof(*k) + (uint32_t)c->len);
	if (!k)
		return -ENOMEM;
	k->len = (uint32_t)c->len;
	memcpy(k->data, c + 1, k->len);
	free(tidmap__del(&f->known, slot_key(rec, file.slot)));
	err = tidmap__put(&f->known, slot_key(rec, file.slot), k);
	if (err)
		free(k);
	return err;
}

static void chunk_put(struct buf *b, const struct sct_chunk *c, const void *data)
{
	static const uint8_t zeros[8];
	uint32_t n = c->len > 0 ? (uint32_t)c->len : 0;

	buf__mem(b, c, sizeof(*c));
	buf__mem(b, data, n);
	buf__mem(b, zeros, -n & 7);
}

/*
 * Appends the chunk of the file that the reference refers to, with the reference's descriptor. Appends nothing if the
 * record that described the file was lost.
 */
static void chunk_put_file(struct buf *b, const struct known *k, const struct sct_chunk *ref)
{
	struct sct_chunk c = { .part = SCT_PART_FILE };
	size_t at = b->len + sizeof(c);

	if (!k || ref->len < (int32_t)sizeof(int32_t))
		return;
	c.len = (int32_t)k->len;
	chunk_put(b, &c, k->data);
	if (!b->failed)
		memcpy(b->p + at, ref + 1, sizeof(int32_t)); /* sct_file.fd */
}

static bool has_references(const uint8_t *data, uint32_t len)
{
	const struct sct_chunk *c;
	uint32_t off = 0;

	while ((c = chunk__next(data, len, &off)))
		if (c->part == SCT_PART_FILE_REF)
			return true;
	return false;
}

/*
 * Stores the files that the record describes. Unless to is NULL, also appends the record's chunks to it, with files in
 * place of references. One pass does both, because within one record a slot may be referred to and then be reused for
 * another file. Returns 0 or -ENOMEM.
 */
static int chunks_resolve(struct files *f, const struct sct_rec *rec, const uint8_t *data, uint32_t len, struct buf *to)
{
	const struct sct_chunk *c;
	uint32_t off = 0;
	int err = 0;

	while (!err && (c = chunk__next(data, len, &off))) {
		if (c->part == SCT_PART_FILE)
			err = file_learn(f, rec, c);
		if (!to)
			continue;
		if (c->part == SCT_PART_FILE_REF)
			chunk_put_file(to, tidmap__get(&f->known, slot_key(rec, c->sub % SCT_FD_SLOTS)), c);
		else
			chunk_put(to, c, c + 1);
	}
	return err;
}

const struct sct_rec *fd_refs__resolve(struct files *f, const struct sct_rec *rec, size_t *size)
{
	uint32_t len, head;
	const uint8_t *data = record__data(rec, &len);

	if ((rec->type != SCT_REC_ENTER && rec->type != SCT_REC_EXIT && rec->type != SCT_REC_SIGNAL_STACK &&
	     rec->type != SCT_REC_FILES) ||
	    !len)
		return rec;
	if (!has_references(data, len))
		return chunks_resolve(f, rec, data, len, NULL) ? NULL : rec;
	head = (uint32_t)(data - (const uint8_t *)rec);
	f->rec.len = 0;
	buf__mem(&f->rec, rec, head);
	if (chunks_resolve(f, rec, data, len, &f->rec) || f->rec.failed)
		return NULL;
	record__set_data_len((struct sct_rec *)f->rec.p, (uint32_t)f->rec.len - head);
	*size = f->rec.len;
	return (const struct sct_rec *)f->rec.p;
}

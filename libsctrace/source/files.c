// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/buf.h"

/* A slot of a CPU's table: a chunk's data, or NULL. */
struct slot {
	uint8_t *data;
	uint32_t len;
};

struct files {
	struct slot **cpu; /* SCT_FD_SLOTS each, or NULL */
	uint32_t ncpus;
	struct buf rec; /* the last record that had references */
};

int files__new(struct files **out)
{
	*out = calloc(1, sizeof(**out));
	return *out ? 0 : -ENOMEM;
}

void files__free(struct files *f)
{
	if (!f)
		return;
	for (uint32_t i = 0; i < f->ncpus; i++) {
		for (unsigned s = 0; f->cpu[i] && s < SCT_FD_SLOTS; s++)
			free(f->cpu[i][s].data);
		free(f->cpu[i]);
	}
	free(f->cpu);
	buf__free(&f->rec);
	free(f);
}

/* NULL: no memory. */
static struct slot *slots_of(struct files *f, uint32_t cpu)
{
	if (cpu >= f->ncpus) {
		struct slot **v = realloc(f->cpu, (cpu + 1) * sizeof(*v));

		if (!v)
			return NULL;
		memset(v + f->ncpus, 0, (cpu + 1 - f->ncpus) * sizeof(*v));
		f->cpu = v;
		f->ncpus = cpu + 1;
	}
	if (!f->cpu[cpu])
		f->cpu[cpu] = calloc(SCT_FD_SLOTS, sizeof(struct slot));
	return f->cpu[cpu];
}

static int keep(struct slot *s, const struct sct_chunk *c)
{
	uint8_t *p = realloc(s->data, (uint32_t)c->len);

	if (!p)
		return -ENOMEM;
	s->data = p;
	s->len = (uint32_t)c->len;
	memcpy(p, c + 1, s->len);
	return 0;
}

static int learn(struct slot *slots, const struct sct_chunk *c)
{
	struct sct_file file;

	if (c->len < (int32_t)sizeof(file))
		return 0;
	memcpy(&file, c + 1, sizeof(file));
	return file.slot < SCT_FD_SLOTS ? keep(&slots[file.slot], c) : 0;
}

static void put(struct buf *b, const struct sct_chunk *c, const void *data)
{
	static const uint8_t zeros[8];
	uint32_t n = c->len > 0 ? (uint32_t)c->len : 0;

	buf__mem(b, c, sizeof(*c));
	buf__mem(b, data, n);
	buf__mem(b, zeros, -n & 7);
}

/* What the reference stands for, with its own descriptor. Nothing, where that is not known: its record was lost. */
static void put_referred(struct buf *b, const struct slot *slots, const struct sct_chunk *ref)
{
	const struct slot *s = &slots[ref->sub % SCT_FD_SLOTS];
	struct sct_chunk c = { .part = SCT_PART_FILE, .len = (int32_t)s->len };
	size_t at = b->len + sizeof(c);

	if (!s->data || ref->len < (int32_t)sizeof(int32_t))
		return;
	put(b, &c, s->data);
	if (!b->failed)
		memcpy(b->p + at, ref + 1, sizeof(int32_t)); /* sct_file.fd */
}

/* Learns what the record tells of. Does it refer to anything? */
static int look(struct slot *slots, const uint8_t *data, uint32_t len, bool *refers)
{
	const struct sct_chunk *c;
	uint32_t off = 0;
	int err = 0;

	*refers = false;
	while (!err && (c = chunk__next(data, len, &off))) {
		if (c->part == SCT_PART_FILE)
			err = learn(slots, c);
		else if (c->part == SCT_PART_FILE_REF)
			*refers = true;
	}
	return err;
}

const struct sct_rec *files__resolve(struct files *f, const struct sct_rec *rec, size_t *size)
{
	struct slot *slots;
	const struct sct_chunk *c;
	uint32_t len, off = 0, head;
	const uint8_t *data = record__data(rec, &len);
	bool refers;

	if ((rec->type != SCT_REC_ENTER && rec->type != SCT_REC_EXIT) || !len)
		return rec;
	slots = slots_of(f, rec->cpu);
	if (!slots || look(slots, data, len, &refers))
		return NULL;
	if (!refers)
		return rec;
	head = (uint32_t)(data - (const uint8_t *)rec);
	f->rec.len = 0;
	buf__mem(&f->rec, rec, head);
	while ((c = chunk__next(data, len, &off))) {
		if (c->part == SCT_PART_FILE_REF)
			put_referred(&f->rec, slots, c);
		else
			put(&f->rec, c, c + 1);
	}
	if (f->rec.failed)
		return NULL;
	len = (uint32_t)f->rec.len - head;
	if (rec->type == SCT_REC_ENTER)
		((struct sct_enter *)f->rec.p)->data_len = len;
	else
		((struct sct_exit *)f->rec.p)->data_len = len;
	*size = f->rec.len;
	return (const struct sct_rec *)f->rec.p;
}

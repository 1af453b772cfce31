// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Mutations that know where a record, a register and a chunk begin, since most of libFuzzer's own would end in a size that does not fit.
 */
#include "records.h"

#define SPANS_MAX 512

struct span {
	size_t at, n; /* a record, with its size */
};

struct spans {
	struct span v[SPANS_MAX];
	unsigned n;
};

static uint32_t u32_at(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static void spans_find(struct spans *s, const uint8_t *data, size_t size)
{
	size_t at = records_head;

	for (s->n = 0; s->n < SPANS_MAX && at < size && size - at >= sizeof(uint32_t) + sizeof(struct sct_rec);) {
		size_t n = sizeof(uint32_t) + u32_at(data + at);

		if (n < sizeof(uint32_t) + sizeof(struct sct_rec))
			n = sizeof(uint32_t) + sizeof(struct sct_rec);
		if (n > size - at)
			n = size - at;
		s->v[s->n++] = (struct span){ at, n };
		at += n;
	}
}

/* Replaces n bytes by m others, if there is room. */
static size_t splice(uint8_t *data, size_t size, size_t max, size_t at, size_t n, const uint8_t *by, size_t m)
{
	if (size - n + m > max)
		return size;
	memmove(data + at + m, data + at + n, size - at - n);
	if (m)
		memcpy(data + at, by, m);
	return size - n + m;
}

static size_t insert_call(uint8_t *data, size_t size, size_t max, size_t at, uint64_t *seed)
{
	uint8_t made[16384];
	size_t n = records_make(made, sizeof(made), seed);

	return splice(data, size, max, at, 0, made, n);
}

/* Inserts a copy of another record. */
static size_t copy_record(uint8_t *data, size_t size, size_t max, const struct spans *s, uint64_t *seed)
{
	const struct span *from = &s->v[below(seed, s->n)], *to = &s->v[below(seed, s->n)];
	uint8_t *copy = malloc(from->n);

	MUST(copy, "memory");
	memcpy(copy, data + from->at, from->n);
	size = splice(data, size, max, to->at, one_in(seed, 3) ? to->n : 0, copy, from->n);
	free(copy);
	return size;
}

/* Swaps two records that follow each other. */
static size_t swap_records(uint8_t *data, size_t size, size_t max, const struct spans *s, uint64_t *seed)
{
	const struct span *a, *b;
	uint8_t *copy;

	if (s->n < 2)
		return size;
	a = &s->v[below(seed, s->n - 1)];
	b = a + 1;
	copy = malloc(a->n);
	MUST(copy, "memory");
	memcpy(copy, data + a->at, a->n);
	size = splice(data, size, max, a->at, a->n, NULL, 0);
	size = splice(data, size, max, a->at + b->n, 0, copy, a->n);
	free(copy);
	return size;
}

/* Inserts another definition of a thing that an earlier record defines: a probe, the names of a table, a mapping. */
static size_t redefine(uint8_t *data, size_t size, size_t max, const struct spans *s, uint64_t *seed)
{
	const struct span *from = NULL, *to = &s->v[below(seed, s->n)];
	unsigned seen = 0;
	uint8_t *copy;
	size_t n;

	for (unsigned i = 0; i < s->n; i++) {
		uint8_t type = data[s->v[i].at + sizeof(uint32_t) + offsetof(struct sct_rec, type)];

		if ((type == SCT_REC_DEF || type == SCT_REC_NAMES || type == SCT_REC_MAP) && one_in(seed, ++seen))
			from = &s->v[i];
	}
	if (!from)
		return copy_record(data, size, max, s, seed);
	copy = malloc(from->n);
	MUST(copy, "memory");
	memcpy(copy, data + from->at, from->n);
	n = from->n - sizeof(uint32_t) - sizeof(struct sct_rec);
	if (n && one_in(seed, 2))
		LLVMFuzzerMutate(copy + from->n - n, n, n);
	size = splice(data, size, max, to->at, 0, copy, from->n);
	free(copy);
	return size;
}

static void change_head(uint8_t *rec, uint64_t *seed)
{
	struct sct_rec r;

	memcpy(&r, rec, sizeof(r));
	switch (below(seed, 6)) {
	case 0:
		r.type = (uint8_t)(1 + below(seed, SCT_REC_TYPE_MAX - 1));
		break;
	case 1:
		r.tid = 1 + below(seed, 5);
		break;
	case 2:
		r.tgid = 1 + below(seed, 5);
		break;
	case 3:
		r.flags ^= (uint8_t)(1u << below(seed, 6));
		break;
	case 4:
		r.ts += next_random(seed) >> below(seed, 64);
		break;
	default:
		r.lost += below(seed, 3);
		r.cpu = (uint16_t)below(seed, 4);
	}
	memcpy(rec, &r, sizeof(r));
}

/* Changes the bytes after the common header: registers, return value, tids, siginfo. */
static void change_body(uint8_t *rec, size_t n, uint64_t *seed)
{
	size_t from = sizeof(struct sct_rec), to = rec[16] == SCT_REC_ENTER ? sizeof(struct sct_enter) : 72;

	to = to < n ? to : n;
	if (to <= from)
		return;
	if (one_in(seed, 2)) {
		from += 8 * below(seed, (unsigned)(to - from) / 8 + 1);
		to = from + 8 < to ? from + 8 : to;
	}
	if (from < to)
		LLVMFuzzerMutate(rec + from, to - from, to - from);
}

static size_t head_of(const uint8_t *rec)
{
	return rec[16] == SCT_REC_ENTER ? sizeof(struct sct_enter) : sizeof(struct sct_exit);
}

/* Changes a chunk's head, its bytes, or their number. */
static size_t change_chunk(uint8_t *data, size_t size, size_t max, const struct span *s, uint64_t *seed)
{
	uint8_t *rec = data + s->at + sizeof(uint32_t), bytes[4096 + 8] = {};
	size_t end = s->n - sizeof(uint32_t), at = head_of(rec), begin = 0, len = 0, room, new;
	struct sct_chunk c = {};
	uint32_t whole;
	unsigned seen = 0;

	for (; at + sizeof(c) <= end; at += sizeof(c) + len) {
		struct sct_chunk this;

		memcpy(&this, rec + at, sizeof(this));
		len = this.len > 0 ? ((size_t)this.len + 7) & ~(size_t)7 : 0;
		if (len > end - at - sizeof(c))
			len = end - at - sizeof(c);
		if (one_in(seed, ++seen)) {
			begin = at;
			c = this;
		}
	}
	if (!begin)
		return size;
	room = c.len > 0 ? ((size_t)c.len + 7) & ~(size_t)7 : 0;
	if (room > end - begin - sizeof(c))
		room = end - begin - sizeof(c);
	if (one_in(seed, 4)) {
		LLVMFuzzerMutate((uint8_t *)&c, 4, 4);
		memcpy(rec + begin, &c, sizeof(c));
		return size;
	}
	len = c.len > 0 ? (size_t)c.len < room ? (size_t)c.len : room : 0;
	len = len < 4096 ? len : 4096;
	memcpy(bytes, rec + begin + sizeof(c), len);
	new = LLVMFuzzerMutate(bytes, len, one_in(seed, 3) ? 4096 : len ? len : 8);
	memset(bytes + new, 0, sizeof(bytes) - new < 8 ? sizeof(bytes) - new : 8);
	c.len = one_in(seed, 30) ? -14 : (int32_t) new;
	memcpy(rec + begin, &c, sizeof(c));
	new = c.len > 0 ? (new + 7) & ~(size_t)7 : 0;
	if (size - room + new > max)
		return size;
	size = splice(data, size, max, s->at + sizeof(whole) + begin + sizeof(c), room, bytes, new);
	whole = (uint32_t)(end - room + new);
	memcpy(data + s->at, &whole, sizeof(whole));
	return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed_in)
{
	uint64_t seed = seed_in * 2654435761ull + 88172645463325252ull;
	const struct span *one;
	struct spans s;

	next_random(&seed);
	/* the records of a compressed input cannot be found */
	if (size > 1 && data[0] == 0x1f && data[1] == 0x8b)
		return LLVMFuzzerMutate(data, size, max);
	if (size < records_head) {
		memset(data + size, 0, records_head - size);
		size = records_head;
	}
	spans_find(&s, data, size);
	if (!s.n)
		return insert_call(data, size, max, size, &seed);
	one = &s.v[below(&seed, s.n)];
	switch (below(&seed, 19)) {
	case 0:
		LLVMFuzzerMutate(data, records_head, records_head);
		return size;
	case 1:
		return splice(data, size, max, one->at, one->n, NULL, 0);
	case 2:
	case 3:
		return copy_record(data, size, max, &s, &seed);
	case 4:
	case 5:
	case 6:
		return insert_call(data, size, max, one->at, &seed);
	case 7:
	case 8:
		change_head(data + one->at + sizeof(uint32_t), &seed);
		return size;
	case 16:
		return swap_records(data, size, max, &s, &seed);
	case 17:
	case 18:
		return redefine(data, size, max, &s, &seed);
	case 9:
	case 10:
		change_body(data + one->at + sizeof(uint32_t), one->n - sizeof(uint32_t), &seed);
		return size;
	default:
		return change_chunk(data, size, max, one, &seed);
	}
}

/* Joins the first records of one input and the last ones of the other. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t max,
				 unsigned seed_in)
{
	uint64_t seed = seed_in * 2654435761ull + 88172645463325252ull;
	struct spans sa, sb;
	size_t cut, from;

	spans_find(&sa, a, na);
	spans_find(&sb, b, nb);
	if (!sa.n || !sb.n)
		return 0;
	cut = sa.v[below(&seed, sa.n)].at;
	from = sb.v[below(&seed, sb.n)].at;
	if (cut + nb - from > max)
		return 0;
	memcpy(out, a, cut);
	memcpy(out + cut, b + from, nb - from);
	return cut + nb - from;
}

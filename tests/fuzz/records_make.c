// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes calls as their rows describe them: every argument has a likely value, and the memory that it refers to. */
#include "records.h"

#include "lookup/abi.h"
#include "lookup/layout.h"
#include "lookup/struct.h"

struct made {
	uint8_t *p;
	size_t n, max;
	uint32_t *data_len; /* the record that chunks are added to */
	uint64_t *seed;
	const struct abi *abi;
};

static uint64_t likely(uint64_t *seed)
{
	static const uint64_t values[] = { 0,
					   1,
					   2,
					   3,
					   4,
					   8,
					   16,
					   24,
					   32,
					   64,
					   100,
					   255,
					   256,
					   4095,
					   4096,
					   65535,
					   1u << 20,
					   0x7fffffff,
					   0x80000000,
					   0xffffff9c,
					   0xffffffff,
					   0x7fffffffffffffff,
					   0x8000000000000000,
					   0xffffffffffffff9c,
					   UINT64_MAX,
					   0x7f0000001000,
					   0x1000 };

	switch (below(seed, 4)) {
	case 0:
		return next_random(seed) >> below(seed, 64);
	case 1:
		return below(seed, 40);
	default:
		return values[below(seed, sizeof(values) / sizeof(values[0]))];
	}
}

static uint64_t of_table(const struct sct_flags *t, uint64_t *seed)
{
	uint64_t v = t->n ? t->rows[below(seed, (unsigned)t->n)].value : 0;

	while (t->n && one_in(seed, 3))
		v |= t->rows[below(seed, (unsigned)t->n)].value;
	return one_in(seed, 8) ? v ^ likely(seed) : v;
}

/* Writes memory: numbers of some width, or text. */
static void fill(uint8_t *to, size_t n, uint64_t *seed)
{
	unsigned width = 1u << below(seed, 4);
	bool text = one_in(seed, 4);

	for (size_t i = 0; i < n; i += width) {
		uint64_t v = text ? 0x2f2e656c69662f61 >> below(seed, 32) : one_in(seed, 2) ? 0 : likely(seed);

		memcpy(to + i, &v, n - i < width ? n - i : width);
	}
}

/* Returns where the next chunk's n bytes go, or NULL if there is no room, or the chunk is not to be readable. */
static uint8_t *chunk(struct made *m, unsigned arg, unsigned part, unsigned sub, size_t n)
{
	size_t room = sizeof(struct sct_chunk) + ((n + 7) & ~(size_t)7);
	struct sct_chunk c = { (uint8_t)arg, (uint8_t)part, (uint16_t)sub, (int32_t)n };
	uint8_t *at = m->p + m->n;

	if (one_in(m->seed, 16)) {
		c.len = -14;
		room = sizeof(c);
	}
	if (m->max - m->n < room)
		return NULL;
	memset(at, 0, room);
	memcpy(at, &c, sizeof(c));
	m->n += room;
	*m->data_len += (uint32_t)room;
	return c.len > 0 ? at + sizeof(c) : NULL;
}

static void chunk_filled(struct made *m, unsigned arg, unsigned part, unsigned sub, size_t n)
{
	uint8_t *at = chunk(m, arg, part, sub, n);

	if (at)
		fill(at, n, m->seed);
}

static void words(struct made *m, unsigned arg, unsigned part, unsigned sub, unsigned n)
{
	unsigned w = m->abi->word;
	uint8_t *at = chunk(m, arg, part, sub, (size_t)n * w);

	for (unsigned i = 0; at && i < n; i++) {
		uint64_t v = one_in(m->seed, 2) ? 1 + below(m->seed, 40) : likely(m->seed);

		memcpy(at + i * w, &v, w);
	}
}

static void text(struct made *m, unsigned arg, unsigned part, unsigned sub)
{
	size_t n = 1 + below(m->seed, one_in(m->seed, 10) ? 300 : 40);
	uint8_t *at = chunk(m, arg, part, sub, n);

	for (size_t i = 0; at && i < n; i++)
		at[i] = one_in(m->seed, 6) ? (uint8_t)next_random(m->seed) : "abc/.\\\"*"[below(m->seed, 8)];
	if (at && !one_in(m->seed, 4))
		at[n - 1] = '\0';
}

static void message(struct made *m, unsigned arg, bool many)
{
	unsigned count = many ? 1 + below(m->seed, 3) : 1, iov = below(m->seed, 4);

	/* msghdr: name, its length, vector, its length, control, its length, flags; mmsghdr also has a length */
	words(m, arg, SCT_PART_SELF, 0, count * (many ? 8 : 7));
	for (unsigned i = 0; i < count; i++) {
		chunk_filled(m, arg, SCT_PART_NAME, i, below(m->seed, 130));
		words(m, arg, SCT_PART_VEC, i, 2 * iov);
		chunk_filled(m, arg, SCT_PART_CONTROL, i, below(m->seed, 100));
		for (unsigned k = 0; k < iov; k++)
			chunk_filled(m, arg, SCT_PART_ITEM, many ? i << 8 | k : k, below(m->seed, 100));
	}
}

/* Writes the memory behind the pointers in an argument's struct. */
static void pointed(struct made *m, const struct sct_arg *a, unsigned reg)
{
	struct pointer p[STRUCT_POINTERS];
	unsigned n = a->type ? struct__pointers(NULL, a->type, m->abi->id, p) : 0;

	for (unsigned i = 0; i < n; i++) {
		if (one_in(m->seed, 2))
			text(m, reg, SCT_PART_NEST, i);
		else
			chunk_filled(m, reg, SCT_PART_NEST, i, below(m->seed, 200));
	}
}

static void memory(struct made *m, const struct sct_arg *a, unsigned reg)
{
	const struct desc *d = a->type ? struct__desc((enum sct_type)a->type, m->abi->id) : NULL;
	unsigned n = 1 + below(m->seed, 4);
	size_t size = d ? d->size[m->abi->layout] : 0;

	switch (a->kind) {
	case K_PATH:
	case K_STR:
		text(m, reg, SCT_PART_SELF, 0);
		break;
	case K_BYTES:
		chunk_filled(m, reg, SCT_PART_SELF, 0, below(m->seed, 300));
		break;
	case K_STRUCT:
	case K_ARRAY:
		size = a->len == SCT_LEN_FIXED ? size : size ? size * n : 8 * below(m->seed, 40);
		if (one_in(m->seed, 6))
			size = below(m->seed, (unsigned)size + 16);
		chunk_filled(m, reg, SCT_PART_SELF, 0, size);
		pointed(m, a, reg);
		break;
	case K_PTRS:
		words(m, reg, SCT_PART_SELF, 0, n);
		for (unsigned i = 0; i < n; i++) {
			chunk_filled(m, reg, SCT_PART_NEST, i << 8, one_in(m->seed, 6) ? below(m->seed, 80) : size);
			words(m, reg, SCT_PART_VEC, i << 8, 2 * below(m->seed, 4));
			chunk_filled(m, reg, SCT_PART_ITEM, i << 8, below(m->seed, 60));
		}
		break;
	case K_IOV:
		words(m, reg, SCT_PART_SELF, 0, 2 * n);
		for (unsigned i = 0; i < n; i++)
			chunk_filled(m, reg, SCT_PART_ITEM, i, below(m->seed, 60));
		break;
	case K_STRV:
	case K_ENVP:
		for (unsigned i = 0; i < n; i++)
			text(m, reg, SCT_PART_ITEM, i);
		words(m, reg, SCT_PART_COUNT, 0, 1);
		break;
	case K_MSG:
	case K_MMSG:
		message(m, reg, a->kind == K_MMSG);
		break;
	}
	if (a->onsock) {
		struct sct_sock sock = { one_in(m->seed, 4) ? 2 : 16, (uint16_t)below(m->seed, 23), 0 };
		uint8_t *at = chunk(m, 0, SCT_PART_SOCK, 0, sizeof(sock));

		if (at)
			memcpy(at, &sock, sizeof(sock));
	}
}

static unsigned reg_of(const struct sct_row *row, unsigned i)
{
	return row->args[i].reg ? row->args[i].reg - 1u : i;
}

static void registers(struct made *m, const struct sct_row *row, uint64_t *args)
{
	unsigned selecting = 0;

	for (unsigned i = 0; i < SCT_NARGS; i++)
		args[i] = likely(m->seed);
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *a = &row->args[i];
		unsigned reg = reg_of(row, i);

		if (reg >= SCT_NARGS)
			continue;
		if (a->flags)
			args[reg] = of_table(a->flags, m->seed);
		if (a->kind >= K_PATH && !one_in(m->seed, 16))
			args[reg] = 0x7f0000001000;
		if (row->base && a->sel && selecting < 2)
			args[reg] = (uint32_t)(row__key(row, m->abi) >> 32 * selecting++);
	}
}

/* The number of a row in an ABI, or -1. */
static int number_of(const struct abi *abi, const struct sct_row *row)
{
	unsigned id = row->base ? row->base : 1 + (unsigned)(row - sct_rows);

	for (unsigned nr = 0; nr < abi->nr_max; nr++)
		if (abi->nr[nr] == id)
			return (int)nr;
	return -1;
}

static void *begin(struct made *m, size_t head)
{
	void *at = m->p + m->n + sizeof(uint32_t);

	memset(m->p + m->n, 0, sizeof(uint32_t) + head);
	m->n += sizeof(uint32_t) + head;
	return at;
}

static void end(struct made *m, const void *rec)
{
	uint32_t n = (uint32_t)(m->p + m->n - (const uint8_t *)rec);

	memcpy((uint8_t *)rec - sizeof(n), &n, sizeof(n));
}

static void chunks(struct made *m, const struct sct_row *row, bool after)
{
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *a = &row->args[i];
		bool in = a->dir & (IN | IN_NOTED | INOUT_ANY), out = a->dir & (OUT | OUT_ANY | INOUT_ANY);

		if (a->kind >= K_PATH && reg_of(row, i) < SCT_NARGS && (after ? out : in))
			memory(m, a, reg_of(row, i));
	}
}

size_t records_make(uint8_t *to, size_t max, uint64_t *seed)
{
	const struct abi *abi = abi__get(below(seed, SCT_ABI_MAX)) ?: abi__native();
	const struct sct_row *row = &sct_rows[below(seed, sct_nrows)];
	struct made m = { .p = to, .max = max, .seed = seed, .abi = abi };
	int nr = one_in(seed, 50) ? (int)below(seed, 1 << 16) : number_of(abi, row);
	static uint64_t clock = 1000;
	uint64_t args[SCT_NARGS];
	struct sct_enter *e, enter;
	struct sct_exit *x, exit;

	if (nr < 0 || max < 4096)
		return 0;
	e = begin(&m, sizeof(*e));
	enter = (struct sct_enter){ .rec = { .ts = clock += 1000, .type = SCT_REC_ENTER }, .nr = (uint16_t)nr };
	enter.rec.tid = enter.rec.tgid = 1 + below(seed, 4);
	enter.abi = (uint8_t)abi->id;
	registers(&m, row, args);
	memcpy(enter.args, args, sizeof(args));
	m.data_len = &enter.data_len;
	m.max -= 1024;
	chunks(&m, row, false);
	memcpy(e, &enter, sizeof(enter));
	end(&m, e);
	if (one_in(seed, 8))
		return m.n;
	m.max = max;
	x = begin(&m, sizeof(*x));
	exit = (struct sct_exit){ .rec = enter.rec, .nr = enter.nr, .abi = enter.abi, .enter_ts = enter.rec.ts };
	exit.rec.type = SCT_REC_EXIT;
	exit.rec.ts = clock += 1000;
	exit.ret = one_in(seed, 4) ? -(int64_t)below(seed, 600) : (int64_t)likely(seed);
	m.data_len = &exit.data_len;
	chunks(&m, row, true);
	memcpy(x, &exit, sizeof(exit));
	end(&m, x);
	return m.n;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The structs of tables/structs/ as data. Offsets and sizes are taken from the C structs in lookup/layout.h. */
#include "lookup/struct.h"

#include "abi/sctrace_abi.h"
#include "lookup/dir.h"
#include "lookup/layout.h"

#include "lookup/rows_field.h"
const struct desc *struct__desc(enum sct_type type, unsigned abi)
{
	switch ((unsigned)type) {
#include "tables/structs/all.def"
	}
	return NULL;
}
#include "lookup/rows_end.h"

enum sct_layout struct__layout(unsigned abi)
{
	static const uint8_t layouts[SCT_ABI_MAX] = {
		[SCT_ABI_I386] = LAYOUT_I386,
		[SCT_ABI_ARM] = LAYOUT_ARM,
	};

	return abi < SCT_ABI_MAX ? (enum sct_layout)layouts[abi] : LAYOUT_LP64;
}

/* ---- pointers ---- */

struct walk {
	const struct own_types *own;
	struct pointer *out;
	unsigned n, first, abi;
	enum sct_layout layout;
	struct pointer via; /* for pointers in this struct: values of via and full, from the pointer to this struct */
};

static bool same_capture(const struct pointer *a, const struct pointer *b)
{
	return a->off == b->off && a->count_off == b->count_off && a->field->kind == b->field->kind &&
	       a->field->type == b->field->type && a->field->dir == b->field->dir;
}

/*
 * Adds a pointer, unless it was added before: a row may be printed twice, and a union may have a struct in several
 * forms.
 */
static void add_pointer(struct walk *w, const struct field *f, const struct field *only, unsigned base)
{
	struct pointer p = {
		.field = f,
		.only = only,
		.off = (uint16_t)(base + f->off[w->layout]),
		.count_off = (uint16_t)(base + f->count.off[w->layout]),
		.vector_off = (uint16_t)(f->kind == FIELD_BUF ? base + f->vector.off[w->layout] : 0),
		.via = w->via.via,
		.full = f->full || w->via.full,
	};
	unsigned i;

	for (i = w->first; i < w->n; i++)
		if (same_capture(&w->out[i], &p))
			return;
	if (w->n == STRUCT_POINTERS)
		return;
	/* keep the list in the order of memory, which may not be the order of printing */
	for (i = w->n++; i > w->first && w->out[i - 1].off > p.off; i--)
		w->out[i] = w->out[i - 1];
	w->out[i] = p;
}

static bool is_pointer(const struct field *f)
{
	return f->kind == FIELD_PTR || f->kind == FIELD_BUF || f->kind == FIELD_CSTR || f->kind == FIELD_CSTRS ||
	       f->kind == FIELD_CHAIN || f->kind == FIELD_IOV;
}

static void walk(struct walk *w, const struct desc *d, unsigned base)
{
	for (unsigned i = 0; d && i < d->n; i++) {
		const struct field *f = &d->fields[i], *before = i ? f - 1 : NULL;

		if (is_pointer(f))
			add_pointer(w, f, before && before->kind == FIELD_IF ? before : NULL, base);
		else if (f->kind == FIELD_SUB && !f->list)
			walk(w, own__desc(w->own, f->type, w->abi), base + f->off[w->layout]);
	}
}

unsigned struct__pointers(const struct own_types *own, unsigned type, unsigned abi, struct pointer out[STRUCT_POINTERS])
{
	struct walk w = { .own = own, .out = out, .abi = abi, .layout = struct__layout(abi) };
	unsigned outer;

	walk(&w, own__desc(own, type, abi), 0);
	outer = w.n;
	for (unsigned i = 0; i < outer; i++) {
		const struct field *f = out[i].field;

		/* follow pointers to a single struct, not to a list */
		if (f->kind != FIELD_PTR || (f->list && !f->bytes))
			continue;
		w.first = w.n;
		w.via = (struct pointer){ .via = (uint8_t)(i + 1), .full = out[i].full };
		walk(&w, own__desc(own, f->type, abi), 0);
	}
	return w.n;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The structs of tables/structs/ as data. Nothing here knows a number: offsets
 * and sizes are those of the C structs of lookup/layout.h.
 */
#include "lookup/struct.h"

#include "lookup/abi_id.h"
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
	struct pointer *out;
	unsigned n, abi;
	enum sct_layout layout;
};

static bool same_capture(const struct pointer *a, const struct pointer *b)
{
	return a->off == b->off && a->count_off == b->count_off && a->field->kind == b->field->kind &&
	       a->field->type == b->field->type && a->field->dir == b->field->dir;
}

/* A row may be printed twice, and a union may hold a struct in several ways: each pointer counts once. */
static void add_pointer(struct walk *w, const struct field *f, unsigned base)
{
	struct pointer p = {
		.field = f,
		.off = (uint16_t)(base + f->off[w->layout]),
		.count_off = (uint16_t)(base + f->count.off[w->layout]),
	};
	unsigned i;

	for (i = 0; i < w->n; i++)
		if (same_capture(&w->out[i], &p))
			return;
	if (w->n == STRUCT_POINTERS)
		return;
	/* as they are in memory, whatever the order of printing */
	for (i = w->n++; i && w->out[i - 1].off > p.off; i--)
		w->out[i] = w->out[i - 1];
	w->out[i] = p;
}

static void walk(struct walk *w, const struct desc *d, unsigned base)
{
	for (unsigned i = 0; d && i < d->n; i++) {
		const struct field *f = &d->fields[i];

		if (f->kind == FIELD_PTR || f->kind == FIELD_BUF || f->kind == FIELD_CSTR)
			add_pointer(w, f, base);
		else if (f->kind == FIELD_SUB && !f->list)
			walk(w, struct__desc((enum sct_type)f->type, w->abi), base + f->off[w->layout]);
	}
}

unsigned struct__pointers(enum sct_type type, unsigned abi, struct pointer out[STRUCT_POINTERS])
{
	struct walk w = { .out = out, .abi = abi, .layout = struct__layout(abi) };

	walk(&w, struct__desc(type, abi), 0);
	return w.n;
}

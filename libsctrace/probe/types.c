// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/types.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/words.h"
#include "util/errmsg.h"
#include "util/grow.h"

/* ---- a set ---- */

struct types *types__new(void)
{
	return calloc(1, sizeof(struct types));
}

void types__free(struct types *t)
{
	if (!t)
		return;
	for (unsigned i = 0; i < t->own.n; i++) {
		free(t->v[i]->name);
		free(t->v[i]->source);
		free(t->v[i]->fields);
		free(t->v[i]);
	}
	for (unsigned i = 0; i < t->nnames; i++) {
		free(t->names[i]->name);
		free(t->names[i]->source);
		free(t->names[i]->unknown);
		free(t->names[i]->rows);
		free(t->names[i]);
	}
	for (unsigned i = 0; i < t->ntexts; i++)
		free(t->texts[i]);
	free(t->v);
	free(t->descs);
	free(t->names);
	free(t->texts);
	free(t);
}

int types__keep(struct types *t, char *text)
{
	if (!GROW(t->texts, t->texts_cap, t->ntexts + 1u)) {
		free(text);
		return -ENOMEM;
	}
	t->texts[t->ntexts++] = text;
	return 0;
}

unsigned types__find(const struct types *t, const char *name)
{
	for (unsigned i = 0; i < t->own.n; i++)
		if (t->v[i]->name && !strcmp(t->v[i]->name, name))
			return T_MAX + i;
	return T_NONE;
}

const struct sct_flags *types__flags(const struct types *t, const char *name)
{
	for (unsigned i = 0; i < t->nnames; i++)
		if (!strcmp(t->names[i]->name, name))
			return &t->names[i]->flags;
	return NULL;
}

/* Makes room for one more struct. Returns false without memory. */
static bool types_reach(struct types *t)
{
	if (!GROW(t->v, t->v_cap, t->own.n + 1u) || !GROW(t->descs, t->descs_cap, t->own.n + 1u))
		return false;
	t->own.v = t->descs;
	return true;
}

static void own_free(struct own_type *own)
{
	if (own) {
		free(own->name);
		free(own->source);
		free(own->fields);
	}
	free(own);
}

static int type_add(struct types *t, const char *name, const char *source, unsigned members)
{
	struct own_type *own;

	if (t->own.n == TYPES_MAX)
		return -E2BIG;
	own = calloc(1, sizeof(*own));
	if (own) {
		own->fields = calloc(members, sizeof(*own->fields));
		own->name = name ? strdup(name) : NULL;
		own->source = source ? strdup(source) : NULL;
	}
	if (!own || !own->fields || (name && !own->name) || (source && !own->source) || !types_reach(t)) {
		own_free(own);
		return -ENOMEM;
	}
	own->desc.fields = own->fields;
	own->align[0] = own->align[1] = own->align[2] = 1;
	t->v[t->own.n] = own;
	t->descs[t->own.n] = &own->desc;
	return (int)(T_MAX + t->own.n++);
}

int types__add(struct types *t, const char *name, const char *source)
{
	return type_add(t, name, source, TYPE_MEMBERS_MAX);
}

int types__add_names(struct types *t, const char *name, const char *source, struct sct_flag *rows, size_t n)
{
	struct own_names *own = t->nnames < TYPES_MAX ? calloc(1, sizeof(*own)) : NULL;

	if (!own || !GROW(t->names, t->names_cap, t->nnames + 1u)) {
		free(rows);
		free(own);
		return t->nnames < TYPES_MAX ? -ENOMEM : -E2BIG;
	}
	t->names[t->nnames++] = own;
	own->name = strdup(name);
	own->source = strdup(source);
	if (asprintf(&own->unknown, "%s_???", name) < 0)
		own->unknown = NULL;
	own->rows = rows;
	own->flags = (struct sct_flags){ .rows = rows, .n = n, .unknown = own->unknown };
	return own->name && own->source && own->unknown ? 0 : -ENOMEM;
}

/* ---- layout ---- */

struct member member__number(unsigned size)
{
	static const uint8_t words[LAYOUT_MAX] = { 8, 4, 4 }, longest[LAYOUT_MAX] = { 8, 4, 8 };
	struct member m = { .values = 1, .at = -1 };

	for (unsigned l = 0; l < LAYOUT_MAX; l++) {
		m.size[l] = size == WORD_LONG ? words[l] : size;
		m.align[l] = m.size[l] < longest[l] ? m.size[l] : longest[l];
	}
	return m;
}

int types__member(struct own_type *own, struct field f, const struct member *m, const struct errmsg *errmsg)
{
	if (own->desc.n == TYPE_MEMBERS_MAX)
		return errmsg__set(errmsg, -EINVAL, "struct '%s' has more than %d members", own->name,
				   TYPE_MEMBERS_MAX);
	for (unsigned l = 0; l < LAYOUT_MAX; l++) {
		uint32_t at = m->at >= 0 ? (uint32_t)m->at
					 : (own->end[l] + m->align[l] - 1) / m->align[l] * m->align[l];

		if (at > TYPE_BYTES_MAX || m->size[l] > TYPE_BYTES_MAX - at)
			return errmsg__set(errmsg, -EINVAL, "struct '%s' has more than %d bytes", own->name,
					   TYPE_BYTES_MAX);
		f.off[l] = (uint16_t)at;
		own->end[l] = at + m->size[l];
		if (own->end[l] > own->most[l])
			own->most[l] = own->end[l];
		if (m->align[l] > own->align[l])
			own->align[l] = (uint8_t)m->align[l];
	}
	own->values += m->values;
	own->placed |= m->at >= 0;
	if (m->depth >= own->depth)
		own->depth = m->depth + 1;
	if (own->values > TYPE_VALUES_MAX)
		return errmsg__set(errmsg, -EINVAL,
				   "struct '%s' has more than %d values, with those of the structs in it", own->name,
				   TYPE_VALUES_MAX);
	if (own->depth > TYPE_DEPTH_MAX)
		return errmsg__set(errmsg, -EINVAL, "in struct '%s' there are more than %d structs within each other",
				   own->name, TYPE_DEPTH_MAX);
	own->fields[own->desc.n++] = f;
	return 0;
}

void types__done(struct own_type *own)
{
	struct field *fields = realloc(own->fields, own->desc.n * sizeof(*fields));

	if (fields)
		own->desc.fields = own->fields = fields;
	for (unsigned l = 0; l < LAYOUT_MAX; l++) {
		unsigned align = own->placed ? 1 : own->align[l];

		own->desc.size[l] = (uint16_t)((own->most[l] + align - 1) / align * align);
	}
	own->done = true;
}

int types__number(struct types *t, const struct field *f, unsigned size)
{
	struct member m = member__number(size);
	struct own_type *own;
	int type;

	for (unsigned i = 0; i < t->own.n; i++) {
		own = t->v[i];
		if (!own->name && own->fields->kind == f->kind && own->fields->flags == f->flags &&
		    !memcmp(own->fields->size, f->size, sizeof(f->size)))
			return (int)(T_MAX + i);
	}
	type = type_add(t, NULL, NULL, 1);
	if (type < 0)
		return type;
	own = types__get(t, (unsigned)type);
	own->desc.group = GROUP_SCALAR;
	types__member(own, *f, &m, &(struct errmsg){});
	types__done(own);
	return type;
}

/* ---- as text ---- */

/* Which types and sets of constants have to be written. found: the marked structs, in the order of marking */
struct reached {
	const struct types *t;
	bool *types, *names;
	unsigned *found, nfound;
};

static void mark_type(struct reached *m, unsigned type)
{
	if (!types__get(m->t, type) || m->types[type - T_MAX])
		return;
	m->types[type - T_MAX] = true;
	m->found[m->nfound++] = type;
}

static void mark_names(struct reached *m, const struct sct_flags *flags)
{
	for (unsigned i = 0; flags && i < m->t->nnames; i++)
		m->names[i] |= flags == &m->t->names[i]->flags;
}

/*
 * Marks everything that the structs in found use. Not recursive, because chains of pointers may be as long as there are
 * structs.
 */
static void mark_members(struct reached *m)
{
	for (unsigned i = 0; i < m->nfound; i++) {
		const struct desc *d = &types__get(m->t, m->found[i])->desc;

		for (unsigned k = 0; k < d->n; k++) {
			mark_type(m, d->fields[k].type);
			mark_names(m, d->fields[k].flags);
		}
	}
}

static void source_put(struct buf *out, const char *source)
{
	buf__str(out, source);
	buf__char(out, '\n');
}

void types__write(const struct types *t, const uint16_t *types, unsigned n, const struct sct_flags *const *flags,
		  unsigned nflags, struct buf *out)
{
	struct reached m = { t, calloc(t->own.n + 1, 1), calloc(t->nnames + 1, 1), calloc(t->own.n + 1, sizeof(int)),
			     0 };

	if (m.types && m.names && m.found) {
		for (unsigned i = 0; i < n; i++)
			mark_type(&m, types[i]);
		for (unsigned i = 0; i < nflags; i++)
			mark_names(&m, flags[i]);
		mark_members(&m);
		for (unsigned i = 0; i < t->nnames; i++)
			if (m.names[i])
				source_put(out, t->names[i]->source);
		for (unsigned i = 0; i < t->own.n; i++)
			if (m.types[i] && t->v[i]->source)
				source_put(out, t->v[i]->source);
	} else {
		out->failed = true;
	}
	free(m.types);
	free(m.names);
	free(m.found);
}

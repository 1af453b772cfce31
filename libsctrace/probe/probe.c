// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The probes of a session. */
#include "probe/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/defs.h"
#include "util/quote.h"
#include "util/grow.h"

static void probe_free(struct probe *p)
{
	if (!p)
		return;
	probe_spec__free(&p->spec);
	types__free(p->types);
	free(p->def);
	free(p->file);
	free(p);
}

void probes__free(struct probes *p)
{
	for (unsigned i = 0; i < p->n; i++)
		probe_free(p->v[i]);
	free(p->v);
	*p = (struct probes){};
}

/* Grows the array to hold id; gaps stay NULL. Returns 0, -E2BIG or -ENOMEM. */
static int probes_reach(struct probes *p, uint32_t id)
{
	if (id < p->n)
		return 0;
	if (id >= PROBES_MAX)
		return -E2BIG;
	if (!GROW(p->v, p->cap, id + 1))
		return -ENOMEM;
	p->n = id + 1;
	return 0;
}

/* Replaces unprintable bytes of a name, because it may come from an untrusted file, and is printed to terminals. */
static void make_printable(char *name)
{
	uint8_t *p = (uint8_t *)name;

	for (size_t n = strlen(name), len; n; p += len, n -= len) {
		len = quote__printable(p, n);
		if (len)
			continue;
		len = 1;
		*p = '?';
	}
}

/* Returns the text after the first NUL in the *len bytes of text, or "". Sets *len to its length. */
static const char *after_nul(const char *text, size_t *len)
{
	const char *nul = memchr(text, 0, *len);

	*len = nul ? *len - (size_t)(nul + 1 - text) : 0;
	return nul ? nul + 1 : "";
}

/*
 * Reads a definition: a specification with the name "-", the real name, and the types that it uses, with NULs between
 * them.
 */
static int read_def(struct probe *p, const char *def, size_t len)
{
	size_t name_len = len, types_len;
	const char *name = after_nul(def, &name_len), *types;
	int err;

	types_len = name_len;
	types = after_nul(name, &types_len);
	if (!strnlen(name, name_len))
		return -EINVAL;
	p->types = types__new();
	err = p->types ? defs__parse(p->types, types, types_len, &(struct errmsg){}) : -ENOMEM;
	if (!err)
		err = probe_spec__parse(&p->spec, def, p->types, &(struct errmsg){});
	if (err)
		return err;
	free(p->spec.func);
	p->spec.func = strndup(name, name_len);
	p->def = malloc(len);
	p->def_len = len;
	if (!p->spec.func || !p->def)
		return -ENOMEM;
	memcpy(p->def, def, len);
	make_printable(p->spec.func);
	p->spec.row.name = p->spec.ret.name = p->spec.func;
	return 0;
}

static int probe_make(struct probe **out, uint32_t id, const char *def, size_t len)
{
	struct probe *p = calloc(1, sizeof(*p));
	int err;

	if (!p)
		return -ENOMEM;
	p->id = id;
	err = read_def(p, def, len);
	if (err)
		probe_free(p);
	else
		*out = p;
	return err;
}

int probes__define(struct probes *p, uint32_t id, const char *def, size_t len)
{
	const struct probe *known = probes__get(p, id);
	struct probe *probe;
	int err;

	/* a definition must not change, since calls in progress use it */
	if (known)
		return known->def_len == len && !memcmp(known->def, def, len) ? 0 : -EEXIST;
	err = probes_reach(p, id);
	if (!err)
		err = probe_make(&probe, id, def, len);
	if (!err)
		p->v[id] = probe;
	return err;
}

/* Writes the user's prototype. If it is only a return type, the known arguments are written before it. */
static void put_prototype(struct buf *out, const struct probe_spec *s, const struct probe_place *at)
{
	const char *known = at->prototype ? at->prototype : "", *ret = strstr(known, "->");

	if (s->typed || (!s->ret_typed && !*known)) {
		buf__str(out, s->prototype);
		return;
	}
	if (!s->ret_typed) {
		buf__str(out, known);
		return;
	}
	buf__mem(out, known, ret ? (size_t)(ret - known) : strlen(known));
	buf__str(out, s->prototype);
}

/* Writes a definition, as read_def() reads it. */
static void put_def(struct buf *out, const struct probe_spec *s, const struct probe_place *at)
{
	buf__printf(out, "%s=%s", probe_kind__word(s->kind), probe_kind__has_provider(s->kind) ? "-:-" : "-");
	put_prototype(out, s, at);
	buf__char(out, '\0');
	buf__str(out, at->name);
	buf__char(out, '\0');
	if (s->typed || s->ret_typed)
		probe_spec__types(s, out);
	if (!s->typed && at->types)
		buf__str(out, at->types);
}

static bool same_file(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool is_at(const struct probe *p, const struct probe_spec *s, const struct probe_place *at)
{
	return p && p->spec.kind == s->kind && p->file_off == at->off && same_file(p->file, at->file) &&
	       !strcmp(p->spec.func, at->name);
}

static bool has_prototype(const struct probe_spec *s)
{
	return s->typed || s->ret_typed;
}

static bool same_def(const struct probe *p, const struct buf *def)
{
	return p->def_len == def->len && !memcmp(p->def, def->p, def->len);
}

/* Returns the probe that the definition does not have to be added to, or NULL if it makes a probe of its own. */
static struct probe *find_twin(const struct probes *p, const struct probe_spec *s, const struct probe_place *at,
			       const struct buf *def)
{
	for (unsigned i = 0; i < p->n; i++) {
		struct probe *known = p->v[i];

		if (is_at(known, s, at) &&
		    (!has_prototype(s) || !known->prototyped || same_def(known, def) || probe_kind__calls(s->kind)))
			return known;
	}
	return NULL;
}

static int place_set(struct probe *p, const struct probe_spec *s, const struct probe_place *at)
{
	p->file = at->file ? strdup(at->file) : NULL;
	p->file_off = at->off;
	p->places = at->places;
	p->go = at->go;
	p->prototyped = has_prototype(s);
	p->given = 1;
	return p->file || !at->file ? 0 : -ENOMEM;
}

/*
 * Gives a probe that is in the set already once more. A user's prototype replaces one that was found. Returns 0,
 * -ENOMEM, or -EEXIST if the user gave another prototype before.
 */
static int give_again(struct probes *p, uint32_t id, const struct probe_spec *s, const struct probe_place *at,
		      const struct buf *def)
{
	struct probe *known = p->v[id], *probe;
	int err;

	if (!has_prototype(s) || same_def(known, def)) {
		known->given++;
		return 0;
	}
	if (known->prototyped)
		return -EEXIST;
	err = probe_make(&probe, id, def->p, def->len);
	if (err)
		return err;
	err = place_set(probe, s, at);
	probe->given += known->given;
	p->v[id] = probe;
	probe_free(known);
	return err;
}

int probes__add(struct probes *p, const struct probe_spec *s, const struct probe_place *at)
{
	uint32_t id = p->n;
	const struct probe *twin;
	struct buf def = {};
	int err;

	put_def(&def, s, at);
	twin = def.failed ? NULL : find_twin(p, s, at, &def);
	if (def.failed)
		err = -ENOMEM;
	else if (twin)
		err = give_again(p, twin->id, s, at, &def);
	else
		err = probes__define(p, id, def.p, def.len);
	buf__free(&def);
	return err || twin ? err : place_set(p->v[id], s, at);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The probes of a session. */
#include "probe/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void probe_free(struct probe *p)
{
	if (!p)
		return;
	probe_spec__free(&p->spec);
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

/* Room for number id; what lies before it may be NULL. */
static int reach(struct probes *p, uint32_t id)
{
	struct probe **v;

	if (id < p->n)
		return 0;
	if (id >= PROBES_MAX)
		return -E2BIG;
	v = realloc(p->v, (id + 1) * sizeof(*v));
	if (!v)
		return -ENOMEM;
	memset(v + p->n, 0, (id + 1 - p->n) * sizeof(*v));
	p->v = v;
	p->n = id + 1;
	return 0;
}

/* A name comes from a file that anybody may have made, and goes to a terminal. */
static void make_printable(char *name)
{
	for (; *name; name++)
		if ((unsigned char)*name < 0x20 || *name == 0x7f)
			*name = '?';
}

/* A definition is two strings: the specification of a probe called "-", and the name. */
static int probe_make(struct probe **out, uint32_t id, const char *def, size_t len)
{
	const char *nul = memchr(def, 0, len), *name = nul ? nul + 1 : def;
	size_t name_len = nul ? len - (size_t)(name - def) : 0;
	struct probe *p = name_len ? calloc(1, sizeof(*p)) : NULL;
	int err;

	if (!p)
		return name_len ? -ENOMEM : -EINVAL;
	p->id = id;
	err = probe_spec__parse(&p->spec, def, &(struct why){});
	if (!err) {
		free(p->spec.func);
		p->spec.func = strndup(name, name_len);
		p->def = malloc(len);
		p->def_len = len;
		err = p->spec.func && p->def ? 0 : -ENOMEM;
	}
	if (err) {
		probe_free(p);
		return err;
	}
	memcpy(p->def, def, len);
	make_printable(p->spec.func);
	p->spec.row.name = p->spec.ret.name = p->spec.func;
	*out = p;
	return 0;
}

int probes__define(struct probes *p, uint32_t id, const char *def, size_t len)
{
	struct probe *probe;
	int err = reach(p, id);

	if (!err)
		err = probe_make(&probe, id, def, len);
	if (err)
		return err;
	probe_free(p->v[id]);
	p->v[id] = probe;
	return 0;
}

int probes__add(struct probes *p, const struct probe_spec *s, const struct probe_place *at)
{
	const char *prototype = s->typed || !at->prototype ? s->prototype : at->prototype;
	uint32_t id = p->n;
	char *def;
	int len, err;

	len = asprintf(&def, "%s=%s%s%c%s", probe_kind__word(s->kind), probe_kind__has_provider(s->kind) ? "-:-" : "-",
		       prototype, 0, at->name);
	if (len < 0)
		return -ENOMEM;
	err = probes__define(p, id, def, (size_t)len);
	free(def);
	if (err)
		return err;
	p->v[id]->file = at->file ? strdup(at->file) : NULL;
	p->v[id]->file_off = at->off;
	p->v[id]->places = at->places;
	return p->v[id]->file || !at->file ? 0 : -ENOMEM;
}

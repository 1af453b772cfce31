// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/span.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 4096 /* a power of two */

struct span {
	char *text; /* the span's name; begin, end and keys[] point into copy and key_copy */
	char *begin, *end, *keys[SPAN_KEYS];
	char *copy, *key_copy;
	unsigned nkeys;
	size_t nopen;
	struct span_open *open[BUCKETS];
};

/* ---- the text ---- */

/* Returns the '@' that begins the key, or NULL without a key. An '@' in a prototype does not count. */
static const char *key_at(const char *text)
{
	const char *closed = strrchr(text, ')');

	return strrchr(closed ? closed : text, '@');
}

/*
 * Removes the kind and the prototype from "usdt=FILE:PROVIDER:NAME(PROTOTYPE)", as names of probes have neither.
 * Returns the name.
 */
static char *name_of(char *probe)
{
	char *kind = strchr(probe, '='), *paren;

	probe = kind && probe_spec__is(probe) ? kind + 1 : probe;
	paren = strpbrk(probe, "(+ ");
	if (paren)
		*paren = '\0';
	return probe;
}

static int parse(struct span *s, const char *text)
{
	const char *at = key_at(text);
	size_t len = at ? (size_t)(at - text) : strlen(text);
	char *save = NULL, *dots;

	s->text = strndup(text, len);
	s->copy = strndup(text, len);
	s->key_copy = strdup(at ? at + 1 : "");
	if (!s->text || !s->copy || !s->key_copy)
		return -ENOMEM;
	dots = strstr(s->copy, "..");
	if (!dots || dots == s->copy || !dots[2] || (at && !at[1]))
		return -EINVAL;
	*dots = '\0';
	s->begin = name_of(s->copy);
	s->end = name_of(dots + 2);
	for (char *w = strtok_r(s->key_copy, ",", &save); w; w = strtok_r(NULL, ",", &save)) {
		if (s->nkeys == SPAN_KEYS)
			return -EINVAL;
		s->keys[s->nkeys++] = w;
	}
	return *s->begin && *s->end ? 0 : -EINVAL;
}

static void span_free(struct span *s)
{
	for (size_t i = 0; i < BUCKETS; i++)
		for (struct span_open *o = s->open[i], *next; o; o = next) {
			next = o->next;
			free(o);
		}
	free(s->text);
	free(s->copy);
	free(s->key_copy);
	free(s);
}

int spans__add(struct spans *s, const char *text, const struct errmsg *errmsg)
{
	struct span *span;
	int err;

	if (s->n == SPANS_MAX)
		return errmsg__set(errmsg, -EINVAL, "at most %d spans", SPANS_MAX);
	span = calloc(1, sizeof(*span));
	if (!span)
		return -ENOMEM;
	err = parse(span, text);
	if (err) {
		span_free(span);
		return err == -ENOMEM
			       ? err
			       : errmsg__set(errmsg, err,
					     "'%s' is no span (valid: BEGIN..END and BEGIN..END@ARGUMENT,..., as in "
					     "block:block_rq_issue..block:block_rq_complete@dev,sector)",
					     text);
	}
	s->v[s->n++] = span;
	return 0;
}

void spans__free(struct spans *s)
{
	for (unsigned i = 0; i < s->n; i++)
		span_free(s->v[i]);
	s->n = 0;
}

const char *span__name(const struct span *s)
{
	return s->text;
}

/* ---- probes ---- */

/* Returns whether the name matches the pattern, also if only one of them begins with a file or a provider. */
static bool matches(const char *pattern, const char *name)
{
	const char *tail;

	if (!fnmatch(pattern, name, 0))
		return true;
	tail = strchr(pattern, ':');
	if (tail)
		return matches(tail + 1, name);
	tail = strrchr(name, ':');
	return tail && !fnmatch(pattern, tail + 1, 0);
}

enum span_edge span__edge(const struct span *s, const struct probe *p)
{
	if (!p)
		return SPAN_NONE;
	return matches(s->begin, p->spec.func) ? SPAN_BEGINS : matches(s->end, p->spec.func) ? SPAN_ENDS : SPAN_NONE;
}

/* Returns the name of the probe's argument k, NULL beyond the last one. */
static const char *arg_name(const struct probe *p, unsigned k)
{
	if (p->spec.nfields)
		return k < p->spec.nfields ? p->spec.fields[k].name : NULL;
	return k < p->spec.row.nargs ? p->spec.row.args[k].name : NULL;
}

int span__key(const struct span *s, const struct probe *p, unsigned i)
{
	const char *name;

	if (i >= s->nkeys)
		return -2;
	for (unsigned k = 0; (name = arg_name(p, k)); k++)
		if (!strcmp(name, s->keys[i]))
			return (int)k;
	return -1;
}

int span__check(const struct span *s, const struct probes *probes, const struct errmsg *errmsg)
{
	unsigned seen = 0, k;

	for (unsigned i = 0; probes && i < probes->n; i++) {
		const struct probe *p = probes__get(probes, i);
		enum span_edge edge = span__edge(s, p);
		char valid[256] = "";
		const char *name;
		int arg;

		seen |= edge;
		for (k = 0; edge && (arg = span__key(s, p, k)) >= 0; k++)
			;
		if (!edge || arg == -2)
			continue;
		for (unsigned n = 0; (name = arg_name(p, n)) && strlen(valid) + strlen(name) + 3 < sizeof(valid); n++)
			strcat(strcat(valid, n ? ", " : ""), name);
		return errmsg__set(errmsg, -EINVAL, "-e span=: '%s' has no argument '%s' (valid: %s)", p->spec.func,
				   s->keys[k], *valid ? valid : "none, give a prototype");
	}
	if (seen == (SPAN_BEGINS | SPAN_ENDS))
		return 0;
	return errmsg__set(errmsg, -EINVAL, "-e span=: no probe '%s' (valid: the probes of -e, by their names)",
			   seen & SPAN_BEGINS ? s->end : s->begin);
}

/* ---- begun spans ---- */

static struct span_open **find(struct span *s, const struct buf *key)
{
	uint64_t hash = 14695981039346656037ull; /* FNV-1a */
	struct span_open **at;

	for (size_t i = 0; i < key->len; i++)
		hash = (hash ^ (unsigned char)key->p[i]) * 1099511628211ull;
	at = &s->open[hash & (BUCKETS - 1)];
	while (*at && ((*at)->keylen != key->len || memcmp((*at)->data + (*at)->size, key->p, key->len) != 0))
		at = &(*at)->next;
	return at;
}

int span__begin(struct span *s, uint64_t ts, const struct buf *key, const void *data, size_t size)
{
	struct span_open *o, **at;

	free(span__end(s, key));
	if (s->nopen >= SPANS_OPEN_MAX)
		return -E2BIG;
	o = malloc(sizeof(*o) + size + key->len);
	if (!o)
		return -ENOMEM;
	at = find(s, key);
	*o = (struct span_open){ .next = *at, .ts = ts, .keylen = key->len, .size = size };
	memcpy(o->data, data, size);
	memcpy(o->data + size, key->p, key->len);
	*at = o;
	s->nopen++;
	return 0;
}

struct span_open *span__end(struct span *s, const struct buf *key)
{
	struct span_open **at = find(s, key), *o = *at;

	if (o) {
		*at = o->next;
		s->nopen--;
	}
	return o;
}

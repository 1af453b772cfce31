// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/usdt.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "probe/elf_file.h"
#include "abi/sctrace_abi.h"
#include "util/buf.h"
#include "util/isolate.h"
#include "util/grow.h"

#define NT_STAPSDT 3
#define NOTES_MAX (16u << 20) /* largest section of notes, bytes */
#define ADDRESSES 3	      /* addresses at the beginning of a note: the place, .stapsdt.base, the semaphore */
/* A parsed note; its strings are in the file's data. */
struct note {
	const char *provider, *name, *args;
};

/* Returns the string at *p and moves *p behind it. Returns NULL if no NUL follows before end. */
static const char *take_string(const char **p, const char *end)
{
	const char *from = *p, *nul = from < end ? memchr(from, 0, (size_t)(end - from)) : NULL;

	*p = nul ? nul + 1 : end;
	return nul ? from : NULL;
}

/* True if all characters can be printed. The file is not trusted, and names are printed to terminals. */
static bool is_name(const char *s)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if (!isgraph((unsigned char)*s) || *s == ':')
			return false;
	return true;
}

static bool note_read(struct note *n, const GElf_Nhdr *nh, const char *owner, const char *desc)
{
	const char *end = desc + nh->n_descsz;

	if (nh->n_type != NT_STAPSDT || nh->n_namesz != sizeof("stapsdt") || memcmp(owner, "stapsdt", 8) ||
	    nh->n_descsz < ADDRESSES * sizeof(uint64_t))
		return false;
	desc += ADDRESSES * sizeof(uint64_t);
	n->provider = take_string(&desc, end);
	n->name = take_string(&desc, end);
	n->args = take_string(&desc, end);
	return n->args && is_name(n->provider) && is_name(n->name);
}

/*
 * Makes a prototype from the arguments in a note, such as "-4@%edi 8@%rax". Each argument has a size, which is negative
 * for a signed number, and a location, which may have blanks within brackets. Unsigned arguments of eight bytes become
 * hex, because most of them are addresses.
 */
static int make_prototype(struct usdt *u, const char *args)
{
	struct buf b = {};

	u->nargs = 0;
	buf__char(&b, '(');
	for (const char *at = strchr(args, '@'); at; at = strchr(at + 1, '@')) {
		const char *from = at;
		unsigned bits;
		bool sign;

		while (from > args && isdigit((unsigned char)from[-1]))
			from--;
		bits = 8 * (unsigned)strtoul(from, NULL, 10);
		sign = from > args && from[-1] == '-';
		/* floating point, which libbpf refuses later */
		if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
			sign = true;
			bits = 64;
		}
		if (u->nargs++ >= SCT_NARGS)
			continue;
		buf__printf(&b, "%sarg%u:", u->nargs > 1 ? ", " : "", u->nargs);
		if (bits == 64 && !sign)
			buf__lit(&b, "hex");
		else
			buf__printf(&b, "%c%u", sign ? 'i' : 'u', bits);
	}
	buf__char(&b, ')');
	buf__char(&b, '\0');
	u->prototype = b.p;
	return b.failed ? -ENOMEM : 0;
}

static void usdt_free(struct usdt *u)
{
	free(u->provider);
	free(u->name);
	free(u->prototype);
}

/* Returns the index of the probe with this name, or of the first one after it if there is none (*found). */
static size_t usdt_find(const struct usdts *u, const char *provider, const char *name, bool *found)
{
	size_t from = 0, to = u->n;

	*found = false;
	while (from < to && !*found) {
		size_t mid = from + (to - from) / 2;
		int order = strcmp(u->v[mid].provider, provider) ?: strcmp(u->v[mid].name, name);

		*found = !order;
		if (order < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return *found ? to : from;
}

/*
 * Adds a copy of a probe. If there is one of this name already, only adds its places to it. Returns 0, -E2BIG or
 * -ENOMEM.
 */
static int usdt_insert(struct usdts *u, const struct usdt *probe)
{
	struct usdt new = { .nargs = probe->nargs, .places = probe->places };
	bool found;
	size_t i = usdt_find(u, probe->provider, probe->name, &found);

	if (found) {
		u->v[i].places += probe->places;
		return 0;
	}
	if (u->n == USDTS_MAX)
		return -E2BIG;
	new.provider = strdup(probe->provider);
	new.name = strdup(probe->name);
	new.prototype = strdup(probe->prototype);
	if (!new.provider || !new.name || !new.prototype || !GROW(u->v, u->cap, u->n + 1)) {
		usdt_free(&new);
		return -ENOMEM;
	}
	memmove(u->v + i + 1, u->v + i, (u->n++ - i) * sizeof(*u->v));
	u->v[i] = new;
	return 0;
}

/*
 * Adds the probe that a note describes. Each note is one place of its probe. The arguments are those of the first note.
 */
static int note_insert(struct usdts *u, const struct note *note)
{
	struct usdt probe = { .provider = (char *)note->provider, .name = (char *)note->name, .places = 1 };
	int err = make_prototype(&probe, note->args);

	if (!err)
		err = usdt_insert(u, &probe);
	free(probe.prototype);
	return err;
}

struct notes_search {
	const char *path, *provider, *name;
};

static int read_notes(struct usdts *u, const struct notes_search *s, int given, const struct errmsg *errmsg)
{
	size_t next = 0, owner, desc;
	struct elf_file f;
	GElf_Nhdr nh;
	Elf_Data *d;
	int err = elf_file__open_code(&f, s->path, given, errmsg);

	if (err)
		return err;
	d = elf_file__section(&f, ".note.stapsdt", NOTES_MAX);
	while (!err && d && (next = gelf_getnote(d, next, &nh, &owner, &desc))) {
		const char *mem = d->d_buf;
		struct note n;

		if (note_read(&n, &nh, mem + owner, mem + desc) && !fnmatch(s->provider, n.provider, 0) &&
		    !fnmatch(s->name, n.name, 0))
			err = note_insert(u, &n);
	}
	elf_file__close(&f);
	return err;
}

/* Writes the probes that read_notes() finds. An isolate_fn, which runs in a child process. */
static int write_notes(void *ctx, int fd, struct buf *out, const struct errmsg *errmsg)
{
	const struct notes_search *s = ctx;
	struct usdts found = {};
	int err = read_notes(&found, s, fd, errmsg);

	for (size_t i = 0; !err && i < found.n; i++) {
		const struct usdt *v = &found.v[i];

		buf__mem(out, &v->nargs, sizeof(v->nargs));
		buf__mem(out, &v->places, sizeof(v->places));
		buf__mem(out, v->provider, strlen(v->provider) + 1);
		buf__mem(out, v->name, strlen(v->name) + 1);
		buf__mem(out, v->prototype, strlen(v->prototype) + 1);
	}
	usdts__free(&found);
	return err;
}

static int take_notes(struct usdts *u, const struct buf *b)
{
	struct isolate_reader r = { b->p, b->p + b->len };
	struct usdt got;
	int err = 0;

	while (!err && isolate__bytes(&r, &got.nargs, sizeof(got.nargs)) &&
	       isolate__bytes(&r, &got.places, sizeof(got.places)) && isolate__string(&r, &got.provider) &&
	       isolate__string(&r, &got.name) && isolate__string(&r, &got.prototype))
		err = usdt_insert(u, &got);
	return err;
}

int usdts__find(struct usdts *u, const char *path, const char *provider, const char *name, const struct errmsg *errmsg)
{
	struct notes_search s = { path, provider, name };
	struct buf b = {};
	int err;

	if (isolate__can()) {
		err = isolate__run(path, write_notes, &s, &b, errmsg);
		if (!err)
			err = take_notes(u, &b);
		buf__free(&b);
	} else {
		err = read_notes(u, &s, -1, errmsg);
	}
	if (err == -E2BIG)
		return errmsg__set(
			errmsg, err,
			"'%s:%s' matches more than %d USDT probes of '%s' (use a narrower pattern, or several)",
			provider, name, USDTS_MAX, path);
	return err;
}

void usdts__free(struct usdts *u)
{
	for (size_t i = 0; i < u->n; i++)
		usdt_free(&u->v[i]);
	free(u->v);
	*u = (struct usdts){};
}

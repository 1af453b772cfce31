// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/container_find.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "enrich/container.h"
#include "enrich/container_names.h"
#include "util/buf.h"
#include "util/suggest.h"
#include "util/grow.h"

#define LISTED_BYTES 90 /* bytes of the list of containers in a message */

/* A cgroup of a container or of a service. */
struct found {
	enum container_kind kind;
	const struct cgroup_mount *mount;
	dev_t dev;
	ino_t ino;
	char *path;
	char *id;   /* "": none */
	char *name; /* "": only the id is known */
	bool fits;
};

struct alias {
	char *name, *end;
};

struct finder {
	const char *root, *word;
	struct found *all;
	size_t n, cap;
	struct alias *aliases;
	size_t naliases, alias_cap;
	bool failed; /* out of memory */
};

/* ---- what there is ---- */

/* Makes room for one more element of an array. Returns false without memory. */
static bool finder_grow(struct finder *f, void **array, size_t n, size_t *cap, size_t size)
{
	void *p = grow__array(*array, cap, n + 1, size);

	f->failed |= !p;
	if (p)
		*array = p;
	return p;
}

static char *finder_copy(struct finder *f, const char *text)
{
	char *copy = strdup(text);

	f->failed |= !copy;
	return copy;
}

static void alias_add(void *ctx, const char *name, const char *end)
{
	struct finder *f = ctx;

	if (!finder_grow(f, (void **)&f->aliases, f->naliases, &f->alias_cap, sizeof(*f->aliases)))
		return;
	f->aliases[f->naliases++] = (struct alias){ finder_copy(f, name), finder_copy(f, end) };
}

/* Returns the name that a state file gives to the cgroup, or NULL. */
static const char *alias_of(const struct finder *f, const char *path)
{
	for (size_t i = 0; !f->failed && i < f->naliases; i++)
		if (cgroupfs__ends_with(path, f->aliases[i].end))
			return f->aliases[i].name;
	return NULL;
}

static bool seen_before(const struct finder *f, const struct stat *st)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->all[i].dev == st->st_dev && f->all[i].ino == st->st_ino)
			return true;
	return false;
}

/* Returns the length of the pod's part of the path. The pod's own container (pause) is in a cgroup below the pod's. */
static size_t pod_length(const char *path, const struct container_name *name)
{
	const char *last = strrchr(path, '/');
	const char *above = last ? memrchr(path, '/', (size_t)(last - path)) : NULL;

	if (name->pod && above && memmem(above, (size_t)(last - above), "pod", 3))
		return (size_t)(last - path);
	return strlen(path);
}

static void found_add(void *ctx, const struct cgroup_mount *mount, int fd, const char *path)
{
	struct finder *f = ctx;
	struct found *to;
	struct container c;
	struct container_name name = {};
	const char *alias;
	struct stat st;
	size_t len;

	container__of_path(path, &c);
	if (c.kind == CONTAINER_NONE || path[c.end])
		c = (struct container){ .kind = CONTAINER_NONE };
	alias = c.kind == CONTAINER_ID ? NULL : alias_of(f, path);
	if ((c.kind == CONTAINER_NONE && !alias) || fstat(fd, &st) || seen_before(f, &st) ||
	    !finder_grow(f, (void **)&f->all, f->n, &f->cap, sizeof(*f->all)))
		return;
	if (alias)
		c.kind = CONTAINER_NAMED;
	if (c.kind == CONTAINER_ID)
		container_names__find(f->root, path, c.text, &name);
	len = pod_length(path, &name);
	to = &f->all[f->n++];
	*to = (struct found){ .kind = c.kind, .mount = mount, .dev = st.st_dev, .ino = st.st_ino };
	to->path = finder_copy(f, path);
	to->id = finder_copy(f, c.kind == CONTAINER_ID ? c.text : "");
	to->name = finder_copy(f, alias ?: c.kind == CONTAINER_ID ? name.text : c.text);
	if (to->path)
		to->path[len] = '\0';
}

static void finder_free(struct finder *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->all[i].path);
		free(f->all[i].id);
		free(f->all[i].name);
	}
	for (size_t i = 0; i < f->naliases; i++) {
		free(f->aliases[i].name);
		free(f->aliases[i].end);
	}
	free(f->all);
	free(f->aliases);
}

/* ---- what fits ---- */

static bool is_name(const struct found *x, const char *word)
{
	return *word && (!strcmp(x->name, word) || !strcmp(x->id, word) || cgroupfs__ends_with(x->name, word));
}

static bool is_beginning_of_id(const struct found *x, const char *word)
{
	return strlen(word) >= CONTAINER_DIGITS_MIN && !strncmp(x->id, word, strlen(word));
}

/* A unit may be given without ".service", and without systemd's escapes that its cgroup's path has. */
static bool is_unit(const struct found *x, const char *word)
{
	char unit[CONTAINER_TEXT];

	if (x->kind != CONTAINER_UNIT)
		return false;
	snprintf(unit, sizeof(unit), "%s.service", word);
	return !strcmp(x->name, unit) || cgroupfs__ends_with(x->path, unit) || cgroupfs__ends_with(x->path, word);
}

static bool is_below(const struct found *x, const struct found *outer)
{
	size_t n = strlen(outer->path);

	return !strncmp(x->path, outer->path, n) && x->path[n] == '/';
}

/*
 * Marks the containers that the word names, by the first rule that any container fulfils. Returns their number, and the
 * first of them in *one.
 */
static size_t mark_fitting(struct finder *f, const struct found **one)
{
	static bool (*const rules[])(const struct found *x, const char *word) = { is_name, is_beginning_of_id,
										  is_unit };
	size_t n = 0;

	for (size_t rule = 0; !n && rule < sizeof(rules) / sizeof(rules[0]); rule++)
		for (size_t i = 0; i < f->n; i++)
			n += f->all[i].fits = rules[rule](&f->all[i], f->word);
	for (size_t i = 0; i < f->n; i++)
		for (size_t j = 0; f->all[i].fits && j < f->n; j++)
			if (f->all[j].fits && is_below(&f->all[i], &f->all[j])) {
				f->all[i].fits = false;
				n--;
			}
	for (size_t i = f->n; i--;)
		if (f->all[i].fits)
			*one = &f->all[i];
	return n;
}

/* ---- messages ---- */

/* Returns true if no other marked container has the same id. */
static bool id_tells(const struct finder *f, const struct found *x)
{
	size_t same = 0;

	for (size_t i = 0; i < f->n; i++)
		same += f->all[i].fits && !strcmp(f->all[i].id, x->id);
	return same == 1;
}

/* Appends a list of containers that is short enough for a message. fitting: only the marked ones */
static void list_append(const struct finder *f, bool fitting, struct buf *to)
{
	size_t begin = to->len;

	for (size_t i = 0; i < f->n; i++) {
		const struct found *x = &f->all[i];

		if (fitting ? !x->fits : x->kind == CONTAINER_UNIT)
			continue;
		buf__str(to, to->len > begin ? ", " : "");
		if (to->len - begin > LISTED_BYTES) {
			buf__str(to, "...");
			break;
		}
		if (fitting && (!*x->id || !id_tells(f, x)))
			buf__str(to, x->path);
		else if (!*x->name)
			buf__mem(to, x->id, CONTAINER_ID_SHOWN);
		else if (fitting)
			buf__printf(to, "%s (%.*s)", x->name, CONTAINER_ID_SHOWN, x->id);
		else
			buf__str(to, x->name);
	}
}

static int several_fit(const struct finder *f, size_t n, const struct errmsg *errmsg)
{
	struct buf list = {};
	int err;

	list_append(f, true, &list);
	err = errmsg__set(errmsg, -EEXIST, "'%s' fits %zu containers: %.*s (give an id, or more of the name)", f->word,
			  n, (int)list.len, list.p);
	buf__free(&list);
	return err;
}

static int none_fits(const struct finder *f, const struct cgroupfs *c, const struct errmsg *errmsg)
{
	struct buf list = {}, places = {};
	char *roots = cgroupfs__roots(c), hint[64];
	struct suggest near;
	int err;

	suggest__init(&near, f->word, strlen(f->word));
	for (size_t i = 0; i < f->n; i++)
		suggest__try(&near, f->all[i].name, strlen(f->all[i].name));
	container_names__places(f->root, &places);
	list_append(f, false, &list);
	err = errmsg__set(errmsg, -ENOENT, "no container or service '%s'%s is running (looked in %s%.*s; %s%.*s)",
			  f->word, suggest__text(&near, hint, sizeof(hint)), roots ?: "?", (int)places.len,
			  places.p ?: "", list.len ? "containers: " : "there is no container", (int)list.len,
			  list.p ?: "");
	free(roots);
	buf__free(&places);
	buf__free(&list);
	return err;
}

static int found_open(const struct found *x, const struct errmsg *errmsg)
{
	char path[PATH_MAX];
	int fd = -ENAMETOOLONG;

	if (snprintf(path, sizeof(path), "%s%s", x->mount->dir, x->path) < (int)sizeof(path)) {
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (fd < 0)
			fd = -errno;
	}
	return fd >= 0 ? fd : errmsg__set(errmsg, fd, "cannot open the cgroup '%s': %s", x->path, strerror(-fd));
}

int container_find__open(const struct cgroupfs *c, const char *root, const char *word, const struct errmsg *errmsg)
{
	struct finder f = { .root = root, .word = word };
	const struct found *one = NULL;
	int err = cgroupfs__need_v2(c, word, errmsg);
	size_t n;

	if (err)
		return err;
	container_names__each_alias(root, alias_add, &f);
	cgroupfs__each(c, found_add, &f);
	if (f.failed) {
		finder_free(&f);
		return errmsg__set(errmsg, -ENOMEM, "no memory to find the container '%s'", word);
	}
	n = mark_fitting(&f, &one);
	err = !n ? none_fits(&f, c, errmsg) : n > 1 ? several_fit(&f, n, errmsg) : found_open(one, errmsg);
	finder_free(&f);
	return err;
}

int container_find__open_here(int proc, const char *word, const struct errmsg *errmsg)
{
	struct cgroupfs c;

	cgroupfs__mounts(&c, proc);
	return container_find__open(&c, "/", word, errmsg);
}

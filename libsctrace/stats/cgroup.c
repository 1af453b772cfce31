// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/cgroup.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "enrich/container_names.h"
#include "util/cgroupfs.h"
#include "util/grow.h"

#define FILEID_KERNFS 0xfe

/* The id of a cgroup is the file handle of its directory: open_by_handle_at(2) opens it. */
static int open_by_id(const char *root, uint64_t id)
{
	union {
		struct file_handle h;
		char room[sizeof(struct file_handle) + sizeof(id)];
	} u = { .h = { .handle_bytes = sizeof(id), .handle_type = FILEID_KERNFS } };
	int at = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd;

	if (at < 0)
		return -1;
	memcpy(u.room + sizeof(struct file_handle), &id, sizeof(id));
	fd = open_by_handle_at(at, &u.h, O_RDONLY | O_CLOEXEC | O_PATH);
	close(at);
	return fd;
}

/* Returns the path of the cgroup from the root of its hierarchy, to be freed, or NULL. */
static char *find(int proc, uint64_t id)
{
	struct cgroupfs c;

	cgroupfs__mounts(&c, proc);
	for (unsigned i = 0; i < c.n; i++) {
		const char *root = c.mounts[i].dir;
		int fd = c.mounts[i].v2 ? open_by_id(root, id) : -1;
		char link[64], path[4096];
		size_t skip = strlen(root);
		ssize_t n;

		if (fd < 0)
			continue;
		snprintf(link, sizeof(link), "self/fd/%d", fd);
		n = readlinkat(proc, link, path, sizeof(path) - 1);
		close(fd);
		if (n <= 0)
			continue;
		path[n] = '\0';
		if (strncmp(path, root, skip))
			skip = 0;
		return strdup(path[skip] ? path + skip : "/");
	}
	return NULL;
}

/* Returns the place in the index that the id has, or will have. There is a free place. */
static uint32_t *place_of(const struct cgroups *c, uint64_t id)
{
	size_t mask = 2 * c->cap - 1, i = (id * 0x9e3779b97f4a7c15ull) >> 32 & mask;

	while (c->index[i] && c->p[c->index[i] - 1].id != id)
		i = (i + 1) & mask;
	return &c->index[i];
}

static struct cgroup_path *remembered(const struct cgroups *c, uint64_t id)
{
	uint32_t at = c->n ? *place_of(c, id) : 0;

	return at ? &c->p[at - 1] : NULL;
}

/* Makes room for another path. Returns false without memory, or if there are as many as may be. */
static bool make_room(struct cgroups *c)
{
	size_t cap = c->cap;
	uint32_t *index;

	if (c->n < cap)
		return true;
	if (c->n == CGROUPS_MAX || !GROW(c->p, cap, c->n + 1))
		return false;
	index = calloc(2 * cap, sizeof(*index));
	if (!index)
		return false;
	free(c->index);
	c->index = index;
	c->cap = cap;
	for (size_t i = 0; i < c->n; i++)
		*place_of(c, c->p[i].id) = (uint32_t)i + 1;
	return true;
}

bool cgroups__has(const struct cgroups *c, uint64_t id)
{
	return remembered(c, id);
}

/* Takes ownership of path and remembers it. Returns path, or NULL if there is no room. */
static const char *remember(struct cgroups *c, uint64_t id, char *path)
{
	if (!path || !make_room(c)) {
		free(path);
		return NULL;
	}
	c->p[c->n] = (struct cgroup_path){ .id = id, .path = path };
	*place_of(c, id) = (uint32_t)++c->n;
	return path;
}

const char *cgroups__path(struct cgroups *c, uint64_t id)
{
	const struct cgroup_path *known = remembered(c, id);
	char *path = known ? NULL : find(c->proc, id);
	char number[32];

	if (known)
		return known->path;
	if (!path && c->gone)
		path = c->gone(c->ctx, id);
	if (!path) {
		snprintf(number, sizeof(number), "%llu", (unsigned long long)id);
		path = strdup(number);
	}
	return remember(c, id, path) ?: "?";
}

const char *cgroups__container(struct cgroups *c, uint64_t id)
{
	const char *path = cgroups__path(c, id);
	struct cgroup_path *known = remembered(c, id);
	char text[CONTAINER_TEXT];

	if (known && !known->container)
		known->container = strdup((c->proc < 0 ? container__text(path, text, sizeof(text))
						       : container_names__text("/", path, text, sizeof(text)))
						  ?: "");
	return known && known->container && *known->container ? known->container : NULL;
}

/* Returns whether name is the path of the cgroup or of an ancestor, or the end of such a path after a '/'. */
static bool is_within(const char *path, const char *name)
{
	size_t n = strlen(name);

	while (n && name[n - 1] == '/')
		n--;
	for (const char *at = path; (at = memmem(at, strlen(at), name, n)); at++) {
		bool begins = at == path || (*name != '/' && at[-1] == '/');

		if (begins && (!at[n] || at[n] == '/'))
			return true;
		if (!*at)
			break;
	}
	return false;
}

bool cgroups__below(struct cgroups *c, uint64_t id, const char *name)
{
	static const char *const mounts[] = { "/sys/fs/cgroup/unified/", "/sys/fs/cgroup/" };
	size_t skip = 0;

	for (size_t i = 0; !skip && i < sizeof(mounts) / sizeof(mounts[0]); i++)
		if (!strncmp(name, mounts[i], strlen(mounts[i])))
			skip = strlen(mounts[i]) - 1;
	return is_within(cgroups__path(c, id), name + skip);
}

bool cgroups__in_container(struct cgroups *c, uint64_t id, const char *word)
{
	const char *name = cgroups__container(c, id);
	size_t n = strlen(word);
	struct container of;

	if (!name || !n)
		return false;
	container__of_path(cgroups__path(c, id), &of);
	return !strcmp(name, word) || cgroupfs__ends_with(name, word) ||
	       (!strncmp(name, word, n) && !strcmp(name + n, ".service")) ||
	       (strchr(word, '/') && !strncmp(name, word, n) && name[n] == '/') ||
	       (of.kind == CONTAINER_ID && n >= CONTAINER_DIGITS_MIN && !strncmp(of.text, word, n));
}

void cgroups__write(struct cgroups *c, struct buf *out)
{
	for (; c->written < c->n; c->written++) {
		const struct cgroup_path *p = &c->p[c->written];

		buf__printf(out, "%llu %s\n", (unsigned long long)p->id, p->path);
		if (p->container && *p->container && !strchr(p->container, '\n'))
			buf__printf(out, "%llu=%s\n", (unsigned long long)p->id, p->container);
	}
}

bool cgroups__all_written(const struct cgroups *c)
{
	return c->written == c->n;
}

void cgroups__parse(struct cgroups *c, const char *lines, size_t len)
{
	const char *eol;

	for (size_t n; len && (eol = memchr(lines, '\n', len)); lines += n, len -= n) {
		const char *path = lines;
		struct cgroup_path *known;
		uint64_t id = 0;

		n = (size_t)(eol - lines) + 1;
		for (; *path >= '0' && *path <= '9'; path++)
			id = 10 * id + (uint64_t)(*path - '0');
		known = remembered(c, id);
		if (path > lines && *path == ' ' && !known)
			remember(c, id, strndup(path + 1, (size_t)(eol - path - 1)));
		else if (path > lines && *path == '=' && known && !known->container)
			known->container = strndup(path + 1, (size_t)(eol - path - 1));
	}
}

void cgroups__free(struct cgroups *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free(c->p[i].path);
		free(c->p[i].container);
	}
	free(c->p);
	free(c->index);
	memset(c, 0, sizeof(*c));
}

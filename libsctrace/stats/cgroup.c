// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/cgroup.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/cgroupfs.h"

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

const char *cgroups__path(struct cgroups *c, uint64_t id)
{
	struct cgroup_path *p;
	char number[32];

	for (size_t i = 0; i < c->n; i++)
		if (c->p[i].id == id)
			return c->p[i].path;
	if (c->n == c->cap) {
		size_t cap = c->cap ? 2 * c->cap : 32;

		p = realloc(c->p, cap * sizeof(*p));
		if (!p)
			return "?";
		c->p = p;
		c->cap = cap;
	}
	p = &c->p[c->n];
	p->id = id;
	p->path = find(c->proc, id);
	if (!p->path && c->gone)
		p->path = c->gone(c->ctx, id);
	if (!p->path) {
		snprintf(number, sizeof(number), "%llu", (unsigned long long)id);
		p->path = strdup(number);
	}
	if (!p->path)
		return "?";
	c->n++;
	return p->path;
}

void cgroups__free(struct cgroups *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->p[i].path);
	free(c->p);
	memset(c, 0, sizeof(*c));
}

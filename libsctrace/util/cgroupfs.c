// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/cgroupfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/buf.h"
#include "util/procfs.h"

#define SHOWN 4 /* cgroups that the message names if several fit */

void cgroupfs__mounts(struct cgroupfs *c, int proc)
{
	FILE *f = procfs__file(proc, "self/mounts");
	struct mntent *m, room;
	char text[4096];

	c->n = 0;
	while (f && c->n < CGROUPFS_MOUNTS && (m = getmntent_r(f, &room, text, sizeof(text)))) {
		struct cgroup_mount *to = &c->mounts[c->n];

		if (strcmp(m->mnt_type, "cgroup2") && strcmp(m->mnt_type, "cgroup"))
			continue;
		if (strlen(m->mnt_dir) >= sizeof(to->dir))
			continue;
		strcpy(to->dir, m->mnt_dir);
		to->v2 = !strcmp(m->mnt_type, "cgroup2");
		c->n++;
	}
	if (f)
		fclose(f);
}

static int open_dir(int at, const char *path)
{
	int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

	return fd < 0 ? -errno : fd;
}

/* ---- walk ---- */

struct walk {
	cgroupfs_fn *fn;
	void *ctx;
	const struct cgroup_mount *mount;
	char path[PATH_MAX]; /* path of the current directory, from the root of the hierarchy */
};

/* Calls fn for the directory that fd is open on, and for all below it. Closes fd. */
static void walk(struct walk *w, int fd, size_t len)
{
	DIR *dir = fdopendir(fd);
	struct dirent *d;

	if (!dir) {
		close(fd);
		return;
	}
	w->fn(w->ctx, w->mount, fd, w->path);
	while ((d = readdir(dir))) {
		size_t n = strlen(d->d_name);
		int below;

		if (d->d_type != DT_DIR || *d->d_name == '.' || len + n + 2 > sizeof(w->path))
			continue;
		below = open_dir(fd, d->d_name);
		if (below < 0)
			continue;
		w->path[len] = '/';
		memcpy(w->path + len + 1, d->d_name, n + 1);
		walk(w, below, len + 1 + n);
		w->path[len] = '\0';
	}
	closedir(dir);
}

void cgroupfs__each(const struct cgroupfs *c, cgroupfs_fn *fn, void *ctx)
{
	struct walk w = { .fn = fn, .ctx = ctx };

	for (unsigned i = 0; i < c->n; i++) {
		int fd = c->mounts[i].v2 ? open_dir(AT_FDCWD, c->mounts[i].dir) : -1;

		w.mount = &c->mounts[i];
		w.path[0] = '\0';
		if (fd >= 0)
			walk(&w, fd, 0);
	}
}

/* ---- search ---- */

/* A search for the directories whose path ends with the name. */
struct search {
	const char *name;
	unsigned found;
	int fd;		  /* the first one found, or -1 */
	struct buf shown; /* the first ones found, for the message */
	struct stat seen[SHOWN];
};

/* Returns true if the directory was found through another mount of the hierarchy. */
static bool seen_before(const struct search *s, const struct stat *st)
{
	for (unsigned i = 0; i < s->found && i < SHOWN; i++)
		if (s->seen[i].st_dev == st->st_dev && s->seen[i].st_ino == st->st_ino)
			return true;
	return false;
}

bool cgroupfs__ends_with(const char *path, const char *name)
{
	size_t len = strlen(path), n = strlen(name);

	return n && len > n && path[len - n - 1] == '/' && !strcmp(path + len - n, name);
}

static void take(void *ctx, const struct cgroup_mount *mount, int fd, const char *path)
{
	struct search *s = ctx;
	struct stat st;

	(void)mount;
	if (!cgroupfs__ends_with(path, s->name) || fstat(fd, &st) || seen_before(s, &st))
		return;
	if (s->found < SHOWN) {
		buf__printf(&s->shown, "%s%s", s->found ? ", " : "", path);
		s->seen[s->found] = st;
	}
	if (!s->found)
		s->fd = dup(fd);
	s->found++;
}

/* ---- names ---- */

/* Opens the cgroup whose path from the root is name. */
static int open_below_roots(const struct cgroupfs *c, const char *name)
{
	char path[PATH_MAX];
	int fd = -ENOENT;

	for (unsigned i = 0; i < c->n && fd == -ENOENT; i++)
		if (c->mounts[i].v2 && snprintf(path, sizeof(path), "%s/%s", c->mounts[i].dir, name) < PATH_MAX)
			fd = open_dir(AT_FDCWD, path);
	return fd;
}

/* If name is a directory in a hierarchy of version 1, returns its path from the root of the hierarchy, else name. */
static const char *path_in_v1(const struct cgroupfs *c, const char *name)
{
	for (unsigned i = 0; i < c->n; i++) {
		size_t n = strlen(c->mounts[i].dir);

		if (!c->mounts[i].v2 && !strncmp(name, c->mounts[i].dir, n) && name[n] == '/')
			return name + n;
	}
	return name;
}

/* Returns the mount of a hierarchy of version 1 that has this path, or NULL. */
static const char *only_in_v1(const struct cgroupfs *c, const char *name)
{
	char path[PATH_MAX];

	for (unsigned i = 0; i < c->n; i++)
		if (!c->mounts[i].v2 && snprintf(path, sizeof(path), "%s/%s", c->mounts[i].dir, name) < PATH_MAX &&
		    !access(path, F_OK))
			return c->mounts[i].dir;
	return NULL;
}

char *cgroupfs__roots(const struct cgroupfs *c)
{
	struct buf roots = {};

	for (unsigned i = 0; i < c->n; i++)
		if (c->mounts[i].v2)
			buf__printf(&roots, "%s%s", roots.len ? ", " : "", c->mounts[i].dir);
	buf__char(&roots, '\0');
	return roots.p;
}

int cgroupfs__need_v2(const struct cgroupfs *c, const char *name, const struct errmsg *errmsg)
{
	for (unsigned i = 0; i < c->n; i++)
		if (c->mounts[i].v2)
			return 0;
	return errmsg__set(errmsg, -ENOENT,
			   "cannot find the cgroup '%s': no hierarchy of version 2 is mounted (mount -t cgroup2 none "
			   "/sys/fs/cgroup)",
			   name);
}

static int none_fits(const struct cgroupfs *c, const char *name, const struct errmsg *errmsg)
{
	const char *v1 = only_in_v1(c, name);
	int err = cgroupfs__need_v2(c, name, errmsg);
	char *roots;

	if (err)
		return err;
	if (v1)
		return errmsg__set(errmsg, -ENOENT,
				   "the cgroup '%s' is in %s only, of version 1: use -f -p with the processes in its "
				   "cgroup.procs",
				   name, v1);
	roots = cgroupfs__roots(c);
	err = errmsg__set(errmsg, -ENOENT, "no cgroup '%s' in %s", name, roots ? roots : "?");
	free(roots);
	return err;
}

/*
 * Opens the cgroup whose path ends with name, after searching all hierarchies of version 2. Returns a descriptor or
 * -errno.
 */
static int search(const struct cgroupfs *c, const char *name, const struct errmsg *errmsg)
{
	struct search s = { .name = name, .fd = -1 };
	int err = 0;

	if (*name)
		cgroupfs__each(c, take, &s);
	if (!s.found)
		err = none_fits(c, name, errmsg);
	else if (s.found > 1)
		err = errmsg__set(errmsg, -EEXIST, "'%s' fits %u cgroups: %.*s%s (give more of the path)", name,
				  s.found, (int)s.shown.len, s.shown.p, s.found > SHOWN ? ", ..." : "");
	else if (s.fd < 0)
		err = errmsg__set(errmsg, -EMFILE, "cannot open the cgroup '%s': too many open files", name);
	buf__free(&s.shown);
	if (err && s.fd >= 0)
		close(s.fd);
	return err ? err : s.fd;
}

int cgroupfs__open(int proc, const char *name, const struct errmsg *errmsg)
{
	struct cgroupfs c;
	const char *path;
	int fd = -1;

	cgroupfs__mounts(&c, proc);
	path = path_in_v1(&c, name);
	if (*name == '/' && path == name)
		fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		fd = open_below_roots(&c, path);
	if (fd == -ENOENT || fd == -ENOTDIR)
		return search(&c, path + strspn(path, "/"), errmsg);
	return fd >= 0 ? fd : errmsg__set(errmsg, fd, "cannot open the cgroup '%s': %s", name, strerror(-fd));
}

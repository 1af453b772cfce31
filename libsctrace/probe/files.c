// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/files.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/grow.h"

#define LIBRARIES                                                                                                      \
	"/usr/local/lib:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib/aarch64-linux-gnu:"                       \
	"/usr/lib/aarch64-linux-gnu:/lib/riscv64-linux-gnu:/usr/lib/riscv64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib"

static bool in_list(const char *name, const char *dirs, char path[PATH_MAX])
{
	for (const char *end; *dirs; dirs = end + (*end == ':')) {
		end = strchrnul(dirs, ':');
		if (snprintf(path, PATH_MAX, "%.*s/%s", (int)(end - dirs), dirs, name) < PATH_MAX &&
		    !access(path, R_OK))
			return true;
	}
	return false;
}

/* True if the process has another root directory than this process. */
static bool other_root(pid_t pid)
{
	struct stat own, theirs;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/root/", (int)pid);
	return !stat("/", &own) && !stat(path, &theirs) && (own.st_dev != theirs.st_dev || own.st_ino != theirs.st_ino);
}

static int file_add(struct probe_files *f, const char *path)
{
	char *copy;

	for (unsigned i = 0; i < f->n; i++)
		if (!strcmp(f->v[i], path))
			return 0;
	copy = GROW(f->v, f->cap, f->n + 1u) ? strdup(path) : NULL;
	if (copy)
		f->v[f->n++] = copy;
	return copy ? 0 : -ENOMEM;
}

int probe_files__find(struct probe_files *f, const struct probe_owner *o, const char *name, const struct errmsg *errmsg)
{
	const char *dirs = getenv("PATH");
	char path[PATH_MAX];
	int n;

	if (!name && o->pid)
		n = snprintf(path, PATH_MAX, "/proc/%d/exe", (int)o->pid);
	else if (!name && o->program)
		n = snprintf(path, PATH_MAX, "%s", o->program);
	else if (!name)
		return errmsg__set(
			errmsg, -EINVAL,
			"a probe names no file, and there is no program to search (write KIND=FILE:FUNCTION)");
	else if (*name == '/' && o->pid && other_root(o->pid))
		n = snprintf(path, PATH_MAX, "/proc/%d/root%s", (int)o->pid, name);
	else if (!strchr(name, '/') && access(name, R_OK) &&
		 (in_list(name, LIBRARIES, path) || (dirs && in_list(name, dirs, path))))
		return file_add(f, path);
	else
		n = snprintf(path, PATH_MAX, "%s", name);
	return n < PATH_MAX ? file_add(f, path) : -ENAMETOOLONG;
}

/*
 * Returns the file in a line of /proc/PID/maps, "55d0c0-55d0c4 r-xp 00002000 08:01 393 /usr/bin/cat", or NULL if the
 * mapping is not executable or the file was deleted.
 */
static char *mapped_file(char *line)
{
	char *perms = strchr(line, ' '), *path = strchr(line, '/');
	size_t len = path ? strcspn(path, "\n") : 0;

	if (!perms || strnlen(perms, 4) < 4 || perms[3] != 'x' || !path)
		return NULL;
	path[len] = '\0';
	return len > 10 && !strcmp(path + len - 10, " (deleted)") ? NULL : path;
}

int probe_files__mapped(struct probe_files *f, pid_t pid, const struct errmsg *errmsg)
{
	char path[PATH_MAX], *line = NULL, *file;
	bool other = other_root(pid);
	size_t cap = 0;
	FILE *maps;
	int err = 0;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	if (!maps)
		return errmsg__set(errmsg, -errno, "cannot read which files process %d has mapped: %s", (int)pid,
				   strerror(errno));
	while (!err && getline(&line, &cap, maps) > 0) {
		file = mapped_file(line);
		if (!file)
			continue;
		if (!other)
			err = file_add(f, file);
		else if (snprintf(path, PATH_MAX, "/proc/%d/root%s", (int)pid, file) < PATH_MAX)
			err = file_add(f, path);
	}
	free(line);
	fclose(maps);
	return err;
}

void probe_files__free(struct probe_files *f)
{
	for (unsigned i = 0; i < f->n; i++)
		free(f->v[i]);
	free(f->v);
	*f = (struct probe_files){};
}

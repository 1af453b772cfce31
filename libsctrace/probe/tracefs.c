// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/tracefs.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/sctrace_abi.h"
#include "util/buf.h"
#include "util/caps.h"
#include "util/grow.h"

static const char *const roots[] = { "/sys/kernel/tracing/events", "/sys/kernel/debug/tracing/events" };

/* ---- a format file ---- */

/* A parsed line "	field:char name[16];	offset:8;	size:16;	signed:0;". */
struct line {
	char *type, *name;
	bool array;
	unsigned off, size;
	int is_signed;
};

/* Parses a line, and splits its declaration into type and name. Returns false if the line is not about a field. */
static bool line_read(struct line *l, char *text)
{
	char *end = strchr(text, ';'), *bracket;

	if (!end || strncmp(text, "\tfield:", 7) ||
	    sscanf(end, ";\toffset:%u;\tsize:%u;\tsigned:%d;", &l->off, &l->size, &l->is_signed) != 3)
		return false;
	*end = '\0';
	l->type = text + 7;
	bracket = strrchr(l->type, '[');
	l->array = bracket && bracket[1] != ']'; /* in "__data_loc char[] name" the brackets are before the name */
	if (l->array)
		*bracket = '\0';
	l->name = strrchr(l->type, ' ');
	if (!l->name)
		return false;
	*l->name++ = '\0';
	while (*l->name == '*') /* in "char *name" the '*' is next to the name */
		l->name++;
	return *l->name;
}

/* Returns the word for the field's kind (probe/fields.h). number: buffer for it */
static const char *kind_of(const struct line *l, char number[4])
{
	bool chars = strstr(l->type, "char");
	unsigned width = l->size;

	if (!strncmp(l->type, "__data_loc", 10))
		return chars ? "loc" : "dat";
	if (!strncmp(l->type, "__rel_loc", 9))
		return chars ? "rel" : "red";
	if (l->array && chars)
		return "str";
	if (strchr(l->type, '*') && width == 8)
		return "h64";
	if (l->array)
		width = strstr(l->type, "long") || strstr(l->type, "64")  ? 8
			: strstr(l->type, "int") || strstr(l->type, "32") ? 4
									  : 1;
	if ((width != 1 && width != 2 && width != 4 && width != 8) || l->size % width)
		width = 1;
	snprintf(number, 4, "%c%u", l->is_signed && width == l->size ? 'i' : 'u', 8 * width);
	return number;
}

/*
 * Writes the fields of a format file. The common fields at the beginning are left out, because BPF programs get other
 * data in their place.
 */
static int read_format(FILE *f, struct buf *out)
{
	char *text = NULL, number[4];
	const char *before = "(";
	size_t cap = 0;
	struct line l;

	while (getline(&text, &cap, f) > 0) {
		if (!line_read(&l, text) || l.off < SCT_EVENT_COMMON)
			continue;
		if (l.off + l.size > SCT_EVENT_MAX)
			break;
		buf__printf(out, "%s%s:%s@%u+%u", before, l.name, kind_of(&l, number), l.off, l.size);
		before = ", ";
	}
	free(text);
	buf__str(out, *before == '(' ? "()" : ")");
	buf__char(out, '\0');
	return out->failed ? -ENOMEM : 0;
}

/* ---- search ---- */

static FILE *open_file(const char *root, const char *category, const char *name, const char *what)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/%s/%s/%s", root, category, name, what) >= (int)sizeof(path))
		return NULL;
	return caps__fopen(path);
}

/* Adds a tracepoint. Does nothing if it has no id, because it cannot be attached to. */
static int read_one(struct tracepoints *t, const char *root, const char *category, const char *name)
{
	FILE *f = open_file(root, category, name, "id");
	struct tracepoint new = {};
	struct buf prototype = {};
	int err;

	if (!f || fscanf(f, "%u", &new.id) != 1)
		new.id = 0;
	if (f)
		fclose(f);
	f = new.id ? open_file(root, category, name, "format") : NULL;
	if (!f)
		return 0;
	err = read_format(f, &prototype);
	fclose(f);
	new.prototype = prototype.p;
	if (!err && asprintf(&new.name, "%s:%s", category, name) < 0)
		err = -ENOMEM;
	if (err || !GROW(t->v, t->cap, t->n + 1)) {
		free(new.prototype);
		return -ENOMEM;
	}
	t->v[t->n++] = new;
	return 0;
}

static int dir_matches(const struct dirent *d, const char *pattern)
{
	return d->d_type == DT_DIR && d->d_name[0] != '.' && !fnmatch(pattern, d->d_name, 0);
}

static int read_category(struct tracepoints *t, const char *root, const char *category, const char *name)
{
	char path[PATH_MAX];
	struct dirent *d;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%s", root, category);
	dir = caps__opendir(path);
	while (!err && dir && (d = readdir(dir)))
		if (dir_matches(d, name))
			err = read_one(t, root, category, d->d_name);
	if (dir)
		closedir(dir);
	return err;
}

static DIR *open_root(const char **root)
{
	DIR *dir = NULL;

	for (size_t i = 0; !dir && i < sizeof(roots) / sizeof(roots[0]); i++)
		dir = caps__opendir(*root = roots[i]);
	return dir;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct tracepoint *)a)->name, ((const struct tracepoint *)b)->name);
}

int tracepoints__find(struct tracepoints *t, const char *category, const char *name, const struct errmsg *errmsg)
{
	const char *root;
	DIR *dir = open_root(&root);
	struct dirent *d;
	int err = 0;

	if (!dir)
		return errmsg__set(errmsg, -errno,
				   "tracepoints need a readable tracefs (mount -t tracefs tracefs "
				   "/sys/kernel/tracing): %s",
				   strerror(errno));
	/* category ftrace has the formats of ftrace's own records, which are no tracepoints */
	while (!err && (d = readdir(dir)))
		if (dir_matches(d, category) && strcmp(d->d_name, "ftrace"))
			err = read_category(t, root, d->d_name, name);
	closedir(dir);
	if (t->n)
		qsort(t->v, t->n, sizeof(*t->v), by_name);
	return err || t->n
		       ? err
		       : errmsg__set(errmsg, -ENOENT, "no tracepoint '%s:%s' (valid: see %s)", category, name, root);
}

void tracepoints__free(struct tracepoints *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->v[i].name);
		free(t->v[i].prototype);
	}
	free(t->v);
	*t = (struct tracepoints){};
}

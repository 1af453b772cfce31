// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probe/defs.h"
#include "util/grow.h"

/* ---- text ---- */

static int take_probe(struct probe_rows *r, const struct def *d, const struct errmsg *errmsg)
{
	struct probe_row *row;
	int err;

	if (!GROW(r->v, r->cap, r->n + 1))
		return -ENOMEM;
	row = &r->v[r->n];
	*row = (struct probe_row){ .line = d->line };
	if (r->n == PROBES_MAX)
		return errmsg__set(errmsg, -EINVAL, "there are more than %d probes", PROBES_MAX);
	r->n++;
	if (!probe_spec__is(d->text))
		return errmsg__set(
			errmsg, -EINVAL,
			"'%.64s' is not a row (valid: struct NAME {...}, enum NAME {...}, uprobe=, uretprobe=, "
			"ufunc=, kfunc=, usdt=)",
			d->text);
	err = probe_spec__parse(&row->spec, d->text, r->types, errmsg);
	if (!err && row->spec.kind == PROBE_TRACEPOINT)
		return errmsg__set(errmsg, -EINVAL,
				   "a tracepoint has the fields that the kernel gives it, and no prototype");
	return err;
}

int probe_rows__parse(struct probe_rows *r, const char *text, size_t size, const char *name,
		      const struct errmsg *errmsg)
{
	char reason[256] = "";
	const struct errmsg inner = { reason, sizeof(reason) };
	struct defs d;
	int err;

	*r = (struct probe_rows){ .types = types__new() };
	err = defs__split(&d, text, size, &inner);
	if (!err && !r->types)
		err = -ENOMEM;
	if (!err)
		err = defs__types(&d, r->types, &inner);
	for (size_t i = 0; !err && i < d.n; i++) {
		d.line = d.v[i].line;
		if (d.v[i].kind == DEF_PROBE)
			err = take_probe(r, &d.v[i], &inner);
	}
	if (err == -EINVAL)
		errmsg__set(errmsg, err, "%s:%u: %s", name, d.line, reason);
	defs__free(&d);
	return err;
}

/* Reads a file, up to a little more than DEF_BYTES_MAX: the parser refuses longer files. */
static int read_all(int fd, struct buf *out)
{
	char part[16384];
	ssize_t n;

	while (out->len <= DEF_BYTES_MAX && (n = read(fd, part, sizeof(part)))) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		buf__mem(out, part, (size_t)n);
		if (out->failed)
			return -ENOMEM;
	}
	return 0;
}

int probe_rows__read(struct probe_rows *r, const char *path, const struct errmsg *errmsg)
{
	struct buf text = {};
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	*r = (struct probe_rows){};
	err = fd < 0 ? -errno : read_all(fd, &text);
	if (fd >= 0)
		close(fd);
	if (err)
		errmsg__set(errmsg, err, "cannot read '%s': %s", path, strerror(-err));
	else
		err = probe_rows__parse(r, text.p ? text.p : "", text.len, path, errmsg);
	buf__free(&text);
	return err;
}

void probe_rows__free(struct probe_rows *r)
{
	for (size_t i = 0; i < r->n; i++)
		probe_spec__free(&r->v[i].spec);
	free(r->v);
	types__free(r->types);
	*r = (struct probe_rows){};
}

/* ---- the row of a probe ---- */

void probe_rows__locate(struct probe_rows *r, const struct probe_owner *owner)
{
	for (size_t i = 0; i < r->n; i++) {
		struct probe_row *row = &r->v[i];
		struct probe_files f = {};
		struct stat st;

		if (row->spec.file && !probe_files__find(&f, owner, row->spec.file, &(struct errmsg){}) && f.n &&
		    !stat(f.v[0], &st)) {
			row->located = true;
			row->dev = st.st_dev;
			row->ino = st.st_ino;
		}
		probe_files__free(&f);
	}
}

/* True if a row of kind a is for probes of kind b: rows of uprobe, uretprobe and ufunc are for all three. */
static bool same_kind(enum probe_kind a, enum probe_kind b)
{
	bool functions = a <= PROBE_UFUNC && b <= PROBE_UFUNC;

	return a == b || functions;
}

static bool same_name(const struct probe_spec *row, const char *name)
{
	const char *colon = row->provider ? strrchr(name, ':') : NULL;
	char provider[PROBE_NAME_MAX];

	if (!row->provider)
		return !fnmatch(row->func, name, 0);
	if (!colon || (size_t)(colon - name) >= sizeof(provider))
		return false;
	memcpy(provider, name, (size_t)(colon - name));
	provider[colon - name] = '\0';
	return !fnmatch(row->provider, provider, 0) && !fnmatch(row->func, colon + 1, 0);
}

const struct probe_spec *probe_rows__find(const struct probe_rows *r, const struct probe_spec *s, const char *name,
					  const char *file)
{
	struct stat st;
	bool have = file && r->n && !stat(file, &st);

	for (size_t i = 0; i < r->n; i++) {
		const struct probe_row *row = &r->v[i];
		const struct probe_spec *of = &row->spec;

		if (!same_kind(of->kind, s->kind) || of->off != s->off || !same_name(of, name))
			continue;
		if (!of->file || (row->located && have && row->dev == st.st_dev && row->ino == st.st_ino))
			return of;
	}
	return NULL;
}

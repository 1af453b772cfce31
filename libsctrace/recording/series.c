// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/series.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "recording/file_name.h"
#include "util/number.h"

struct series {
	struct source source;
	struct capture *at; /* the file that is being read */
	struct capture_info info;
	char **paths;
	size_t n, next; /* number of files; index of the next one */
	enum series_joint joint;
	unsigned gaps;
	bool stopped;
	int64_t until; /* wall clock, ns: files that begin later are not opened */
	uint64_t lost; /* lost records of earlier files */
	char *errmsg;
	size_t why_size;
};

/* ---- the files ---- */

/* Returns the time of the first record of file i of several, by its name. Wall clock, ns. */
static int64_t time_of(const struct series *s, size_t i)
{
	return file_name__time(strrchr(s->paths[i], '/') + 1);
}

static int only_ours(const struct dirent *d)
{
	return file_name__is_ours(d->d_name);
}

/* Makes the list of files. If path is not a directory, it is the only file. */
static int paths_find(struct series *s, const char *path)
{
	struct dirent **v = NULL;
	int n = scandir(path, &v, only_ours, alphasort), made = 0;

	s->paths = calloc(n > 0 ? (size_t)n : 1, sizeof(*s->paths));
	for (int i = 0; i < n; i++) {
		made += s->paths && asprintf(&s->paths[i], "%s/%s", path, v[i]->d_name) >= 0;
		free(v[i]);
	}
	free(v);
	if (n < 0 && s->paths)
		made = (s->paths[0] = strdup(path)) != NULL;
	s->n = (size_t)made;
	if (!n)
		snprintf(s->errmsg, s->why_size,
			 "there is no recording in '%s': its files would be named sctrace-YYYYMMDD-HHMMSS.FRACTION.cap",
			 path);
	return !n ? -ENOENT : made < (n > 0 ? n : 1) ? -ENOMEM : 0;
}

static void file_close(struct series *s)
{
	struct source *src = s->at ? capture__source(s->at) : NULL;

	if (src)
		src->ops->free(src);
	s->at = NULL;
}

static int file_open(struct series *s, size_t i)
{
	file_close(s);
	s->next = i + 1;
	return capture__open(&s->at, s->paths[i], &s->info, s->errmsg, s->why_size);
}

/*
 * Opens the next file, after one that has ended or was cut off. It continues that file if it begins with the state at
 * that file's end. Files that were removed in the meantime are skipped.
 */
static int file_next(struct series *s)
{
	uint64_t ended = capture__ended_at(s->at), begins;
	int err = -ENOENT;

	s->lost += capture__source(s->at)->ops->lost(capture__source(s->at));
	while (err == -ENOENT && s->next < s->n && time_of(s, s->next) <= s->until)
		err = file_open(s, s->next);
	if (err)
		return err;
	begins = capture__begins_at(s->at);
	if (begins && begins == ended) {
		s->joint = SERIES_GOES_ON;
		capture__go_on(s->at);
		return 0;
	}
	s->joint = begins ? SERIES_GAP : SERIES_ANOTHER;
	s->gaps++;
	return 0;
}

/* ---- the source ---- */

/* Prepends the name of the file to a message, if there are several files. Returns err. */
static int with_name(struct series *s, int err)
{
	char text[256];

	if (s->n < 2 || !err || !*s->errmsg)
		return err;
	snprintf(text, sizeof(text), "%s", s->errmsg);
	snprintf(s->errmsg, s->why_size, "%s: %s", s->paths[s->next - 1], text);
	return err;
}

static int series_drain(struct source *src, record_fn *fn, void *ctx)
{
	struct series *s = (struct series *)src;
	struct source *at = s->at ? capture__source(s->at) : NULL;
	int n = at && !at->ops->ended(at) ? at->ops->drain(at, fn, ctx) : 0, err;

	if (!at || s->stopped)
		return n;
	if (n < 0 && (!capture__is_cut(s->at) || s->next == s->n))
		return with_name(s, n);
	if ((n >= 0 && !at->ops->ended(at)) || s->next == s->n)
		return n;
	*s->errmsg = '\0';
	err = file_next(s);
	s->stopped = err == -ENOENT;
	return err && !s->stopped ? with_name(s, err) : n > 0 ? n : 0;
}

static int series_wait(struct source *src, int timeout_ms)
{
	(void)src;
	(void)timeout_ms;
	return 0;
}

static int series_fd(struct source *src)
{
	(void)src;
	return -ENOTSUP;
}

static uint64_t series_lost(struct source *src)
{
	struct series *s = (struct series *)src;
	struct source *at = s->at ? capture__source(s->at) : NULL;

	return s->lost + (at ? at->ops->lost(at) : 0);
}

/* Returns 0, since the next record may have any time. A file is never waited for. */
static uint64_t series_watermark(struct source *src)
{
	(void)src;
	return 0;
}

static bool series_ended(struct source *src)
{
	struct series *s = (struct series *)src;
	struct source *at = s->at ? capture__source(s->at) : NULL;

	return s->stopped || !at || (at->ops->ended(at) && s->next == s->n);
}

static void series_free(struct source *src)
{
	struct series *s = (struct series *)src;

	file_close(s);
	for (size_t i = 0; i < s->n; i++)
		free(s->paths[i]);
	free(s->paths);
	free(s);
}

static const struct source_ops series_ops = {
	.drain = series_drain,
	.wait = series_wait,
	.fd = series_fd,
	.lost = series_lost,
	.watermark = series_watermark,
	.ended = series_ended,
	.free = series_free,
};

/* Opens the first file. Skips files that have just been removed by a recorder with a limit of files. */
static int first_open(struct series *s)
{
	int err;

	while ((err = file_open(s, 0)) == -ENOENT && s->n > 1) {
		free(s->paths[0]);
		memmove(s->paths, s->paths + 1, --s->n * sizeof(*s->paths));
	}
	return with_name(s, err);
}

int series__open(struct series **out, const char *path, struct capture_info *info, char *errmsg, size_t why_size)
{
	struct series *s = calloc(1, sizeof(*s));
	int err;

	if (!s)
		return -ENOMEM;
	s->source.ops = &series_ops;
	s->until = INT64_MAX;
	s->errmsg = errmsg;
	s->why_size = why_size;
	err = paths_find(s, path);
	if (!err)
		err = first_open(s);
	if (err) {
		series_free(&s->source);
		return err;
	}
	*info = s->info;
	*out = s;
	return 0;
}

struct source *series__source(struct series *s)
{
	return &s->source;
}

enum series_joint series__joint(struct series *s)
{
	enum series_joint joint = s->joint;

	s->joint = SERIES_SAME;
	return joint;
}

unsigned series__gaps(const struct series *s)
{
	return s->gaps;
}

int64_t series__clock_offset(const struct series *s)
{
	return s->info.clock_offset;
}

bool series__in_state(const struct series *s)
{
	return s->at && capture__in_state(s->at);
}

const char *series__note(struct series *s)
{
	return s->at ? capture__note(s->at) : NULL;
}

void series__end(struct series *s)
{
	s->stopped = true;
	if (s->at)
		capture__end(s->at);
}

/* ---- parts ---- */

void series__until(struct series *s, int64_t wall)
{
	s->until = wall;
}

/*
 * Opens a file and finds the times of its first and last record, wall clock, ns; 0: none. Returns 0, -ESPIPE or another
 * -errno.
 */
static int file_span(struct series *s, size_t i, int64_t *first, int64_t *last)
{
	uint64_t from = 0, to = 0;
	int err = s->at && s->next == i + 1 ? 0 : with_name(s, file_open(s, i));

	if (!err)
		err = capture__span(s->at, &from, &to);
	*first = from ? (int64_t)from + s->info.clock_offset : 0;
	*last = to ? (int64_t)to + s->info.clock_offset : 0;
	return err;
}

int series__span(struct series *s, int64_t *first, int64_t *last)
{
	int64_t begins;
	int err = file_span(s, 0, first, last);

	/* the last files may have no records yet, if they are being written */
	for (size_t i = s->n; !err && --i > 0;) {
		err = file_span(s, i, &begins, last);
		if (!err && *last)
			break;
		*s->errmsg = '\0';
		err = 0;
	}
	return err;
}

/* Returns the index of the last file that begins at or before the time, by its name; 0 if there is none. */
static size_t file_of(const struct series *s, int64_t wall)
{
	size_t i = s->n - 1;

	while (i && time_of(s, i) > wall)
		i--;
	return i;
}

int series__seek(struct series *s, int64_t wall)
{
	size_t i = file_of(s, wall), states, more;
	int64_t first, last;
	int err = file_span(s, i, &first, &last);

	if (err && err != -ESPIPE)
		return err;
	states = capture__states(s->at, wall > s->info.clock_offset ? (uint64_t)(wall - s->info.clock_offset) : 0);
	/* go back one more state, because the lines of calls in progress depend on events before the time */
	if (states >= 2)
		return capture__seek(s->at, states - 2);
	if (!i)
		return 0;
	more = 2 - states;
	err = file_span(s, i - 1, &first, &last);
	states = err ? 0 : capture__states(s->at, UINT64_MAX);
	return err || states < more ? err : capture__seek(s->at, states - more);
}

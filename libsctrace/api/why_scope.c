// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Which tasks a look is about. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/why.h"
#include "enrich/container_find.h"
#include "util/cgroupfs.h"
#include "util/comm_filter.h"
#include "util/grow.h"

#define DEPTH 64 /* most ancestors that are looked at, and nested cgroups */

static int copy(void *to, const void *from, size_t n, size_t size)
{
	void **out = to;

	if (!n)
		return 0;
	*out = malloc(n * size);
	if (!*out)
		return -ENOMEM;
	memcpy(*out, from, n * size);
	return 0;
}

/* Adds the cgroup of an open directory, and those below it. Closes fd. The id of a cgroup is its inode number. */
static int cgroup_add(struct why_scope *s, int fd, unsigned depth)
{
	struct stat st;
	struct dirent *d;
	DIR *dir = fdopendir(fd);
	int err = 0;

	if (!dir) {
		close(fd);
		return 0;
	}
	if (!fstat(fd, &st)) {
		if (!GROW(s->cgroups, s->cgroups_cap, s->ncgroups + 1))
			err = -ENOMEM;
		else
			s->cgroups[s->ncgroups++] = st.st_ino;
	}
	while (!err && depth < DEPTH && (d = readdir(dir))) {
		int below = d->d_type == DT_DIR && d->d_name[0] != '.'
				    ? openat(fd, d->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
				    : -1;

		if (below >= 0)
			err = cgroup_add(s, below, depth + 1);
	}
	closedir(dir);
	return err;
}

static int by_id(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int cgroups_make(struct why_scope *s, int proc, const struct sctrace_why_opts *o, const struct errmsg *w)
{
	int err = 0;

	for (size_t i = 0; !err && i < o->ncgroups + o->ncontainers; i++) {
		bool container = i >= o->ncgroups;
		const char *name = container ? o->containers[i - o->ncgroups] : o->cgroups[i];
		int fd = container ? container_find__open_here(proc, name, w) : cgroupfs__open(proc, name, w);

		err = fd < 0 ? fd : cgroup_add(s, fd, 0);
	}
	if (s->ncgroups)
		qsort(s->cgroups, s->ncgroups, sizeof(*s->cgroups), by_id);
	s->by_cgroup = o->ncgroups || o->ncontainers;
	return err;
}

int why_scope__make(struct why_scope *s, int proc, const struct sctrace_why_opts *o, const struct errmsg *w)
{
	int err = copy(&s->pids, o->pids, o->npids, sizeof(*o->pids));

	s->npids = o->npids;
	s->ntrees = o->ntrees;
	s->nskip = o->nskip;
	s->nuids = o->nuids;
	err = err ?: copy(&s->trees, o->trees, o->ntrees, sizeof(*o->trees));
	err = err ?: copy(&s->skip, o->skip, o->nskip, sizeof(*o->skip));
	err = err ?: copy(&s->uids, o->uids, o->nuids, sizeof(*o->uids));
	if (!err && o->comms) {
		err = comm_filter__make(&s->comm_filter, o->comms, w);
		err = err < 0 ? err : 0;
		s->comms = err ? NULL : strdup(o->comms);
		if (!err && !s->comms)
			err = -ENOMEM;
	}
	return err ?: cgroups_make(s, proc, o, w);
}

void why_scope__free(struct why_scope *s)
{
	free(s->pids);
	free(s->trees);
	free(s->skip);
	free(s->uids);
	free(s->comms);
	free(s->cgroups);
}

/* ---- one task ---- */

/* Returns true if a list has the task's process, or its own number. */
static bool listed(const pid_t *v, size_t n, const struct why_look *l, const struct sct_why_task *t)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t task = why_look__find(l, (uint32_t)v[i]);

		if ((uint32_t)v[i] == t->tgid || (task != WHY_NOBODY && l->tasks[task].tgid == t->tgid))
			return true;
	}
	return false;
}

static bool in_tree(const struct why_scope *s, const struct why_look *l, const struct sct_why_task *t)
{
	for (unsigned depth = 0; s->ntrees && depth < DEPTH; depth++) {
		uint32_t parent;

		if (listed(s->trees, s->ntrees, l, t))
			return true;
		parent = why_look__process(l, t->ppid);
		if (parent == WHY_NOBODY)
			break;
		t = &l->tasks[parent];
	}
	return false;
}

static bool skipped(const struct why_scope *s, const struct sct_why_task *t)
{
	for (size_t i = 0; i < s->nskip; i++)
		if ((uint32_t)s->skip[i] == t->tid || (uint32_t)s->skip[i] == t->tgid)
			return true;
	return t->tgid == (uint32_t)getpid();
}

static bool narrowed(const struct why_scope *s, const struct sct_why_task *t)
{
	bool user = !s->nuids;

	for (size_t i = 0; !user && i < s->nuids; i++)
		user = s->uids[i] == t->uid;
	return user && (!s->comms || comm_filter__fits(&s->comm_filter, t->comm));
}

static bool in_scope(const struct why_scope *s, const struct why_look *l, const struct sct_why_task *t)
{
	bool all = !s->npids && !s->ntrees && !s->by_cgroup;
	bool named = listed(s->pids, s->npids, l, t);

	if (skipped(s, t) || !narrowed(s, t) || (t->flags & SCT_WHY_KTHREAD && !named))
		return false;
	if (all || named || in_tree(s, l, t))
		return true;
	return s->ncgroups && bsearch(&t->cgroup, s->cgroups, s->ncgroups, sizeof(t->cgroup), by_id);
}

uint32_t why_scope__mark(const struct why_scope *s, const struct why_look *l, bool *asked)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->ntasks; i++) {
		asked[i] = in_scope(s, l, &l->tasks[i]);
		n += asked[i];
	}
	return n;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_source.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "privileges.h"

#define MAX_ROWS 8192 /* of an opened row */

/* ---- what a row is about ---- */

/* Returns the number of the row's key, 0 if it has none. */
static pid_t number_of(const struct top_rows *rows, const struct top_row *row, const char *key)
{
	const char *text = top_rows__value(rows, row, key);

	return text ? (pid_t)strtol(text, NULL, 10) : 0;
}

static void narrow_call(struct top_scope *p, const struct top_rows *rows, const struct top_row *row)
{
	const char *call = top_rows__value(rows, row, "syscall") ?: top_rows__value(rows, row, "func");

	if (!call)
		return;
	if (row->probe) {
		p->o.trace = "none";
		return;
	}
	p->o.nprobes = 0;
	p->o.probe_rows = NULL;
	snprintf(p->call, sizeof(p->call), "%s", call);
	if (!sctrace_trace_check(p->call, NULL, 0))
		p->o.trace = p->call;
}

static void narrow_tasks(struct top_scope *p, const struct top_rows *rows, const struct top_row *row)
{
	const char *comm = top_rows__value(rows, row, "comm");

	/* patterns of --comm; a '?' stands for another character in the row, as it does in a pattern */
	if (comm && !p->o.scope.comms && !strpbrk(comm, "*[]\\,!") && strcmp(comm, "-") != 0) {
		snprintf(p->comm, sizeof(p->comm), "%s", comm);
		p->o.scope.comms = p->comm;
	}
	p->pid = number_of(rows, row, "pid") ?: number_of(rows, row, "tid");
	if (p->pid && !p->o.scope.ncgroups) {
		p->o.scope.all_cpus = false;
		p->o.command = NULL;
		p->o.pids = &p->pid;
		p->o.npids = 1;
	}
}

void top_scope__init(struct top_scope *p, const struct options *o, const struct top_rows *rows,
		     const struct top_row *row)
{
	*p = (struct top_scope){ .o = *o };
	if (!row)
		return;
	narrow_call(p, rows, row);
	narrow_tasks(p, rows, row);
}

/* ---- targets ---- */

struct process {
	pid_t pid, parent;
	unsigned long long began; /* ticks since boot */
	bool added;
};

/* Reads /proc/PID/stat. Returns false if there is no such process. */
static bool read_process(const char *pid, struct process *p)
{
	char path[64], text[1024];
	const char *end;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	/* the name, in parentheses, may have any character */
	end = strrchr(text, ')');
	*p = (struct process){ .pid = (pid_t)strtol(text, NULL, 10) };
	return end &&
	       sscanf(end + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
		      &p->parent, &p->began) == 2;
}

/* Reads all processes. Returns their number; *out is malloc'd. */
static size_t read_processes(struct process **out)
{
	struct process *v = NULL;
	size_t n = 0, cap = 0;
	struct dirent *e;
	DIR *dir = opendir("/proc");

	while (dir && (e = readdir(dir))) {
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		if (n == cap) {
			struct process *more = realloc(v, (cap = cap ? 2 * cap : 256) * sizeof(*v));

			if (!more)
				break;
			v = more;
		}
		n += read_process(e->d_name, &v[n]);
	}
	if (dir)
		closedir(dir);
	*out = v;
	return n;
}

struct targets {
	struct process *v;
	size_t n;
	unsigned long long since; /* when sctrace began */
	int (*task)(void *handle, pid_t pid);
	void *handle;
};

/*
 * Adds the children of a target, and their children, if they began after sctrace did, since the first statistics
 * followed these, too. A child whose parent has ended is not found.
 */
static void add_children(struct targets *t, pid_t parent)
{
	for (size_t i = 0; i < t->n; i++) {
		struct process *p = &t->v[i];

		if (p->parent != parent || p->added || p->began < t->since)
			continue;
		p->added = true;
		t->task(t->handle, p->pid);
		add_children(t, p->pid);
	}
}

int top_source__targets(const struct session *s, const struct options *o, int (*task)(void *handle, pid_t pid),
			int (*cgroup)(void *handle, const struct scope_cgroup *c), void *handle)
{
	struct targets t = { .task = task, .handle = handle };
	struct process self;
	int err = 0, added = 0;

	for (size_t i = 0; !err && i < o->scope.ncgroups; i++)
		err = cgroup(handle, &o->scope.cgroups[i]);
	if (err || options__no_targets(o))
		return err;
	if (read_process("self", &self)) {
		t.since = self.began;
		t.n = read_processes(&t.v);
	}
	for (unsigned i = 0; i < o->npids + !!(o->command && s->child); i++) {
		pid_t pid = i < o->npids ? o->pids[i] : s->child;

		err = task(handle, pid);
		added += !err;
		add_children(&t, pid);
	}
	free(t.v);
	/* a process that has ended is no failure, as long as there is another one */
	return added ? 0 : err;
}

/* ---- opening ---- */

static int stats_task(void *stats, pid_t pid)
{
	return sctrace_stats_target(stats, pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
}

static int stats_cgroup(void *stats, const struct scope_cgroup *c)
{
	return c->container ? sctrace_stats_target_container(stats, c->name)
			    : sctrace_stats_target_cgroup(stats, c->name);
}

int top_source__stats(struct sctrace_stats **out, struct session *s, struct top_scope *p, const char *by, bool hist)
{
	struct session narrowed = *s;
	struct options *o = &p->o;
	uint64_t before;
	int err;

	o->stats.by = (char *)by;
	o->stats.hist = hist;
	o->stats.max_rows = o->stats.max_rows || !hist ? o->stats.max_rows : MAX_ROWS;
	narrowed.o = o;
	privileges__raise(&before);
	err = run_stats__try(&narrowed, out, NULL, NULL);
	if (!err) {
		err = top_source__targets(s, o, stats_task, stats_cgroup, *out) ?: sctrace_stats_start(*out);
		if (err)
			snprintf(narrowed.why, sizeof(narrowed.why), "%s", sctrace_stats_error(*out));
	}
	privileges__lower(before);
	if (!err)
		return 0;
	sctrace_stats_close(*out);
	*out = NULL;
	snprintf(s->why, sizeof(s->why), "%s", *narrowed.why ? narrowed.why : strerror(-err));
	return err;
}

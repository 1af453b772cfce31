// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "tracees.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct thread {
	uint32_t tid, tgid;
};

static int by_tid(const void *a, const void *b)
{
	uint32_t x = ((const struct thread *)a)->tid, y = ((const struct thread *)b)->tid;

	return (x > y) - (x < y);
}

static int thread_add(struct tracees *t, uint32_t tid, uint32_t tgid)
{
	struct thread *thread = malloc(sizeof(*thread)), **at;

	if (!thread)
		return -ENOMEM;
	*thread = (struct thread){ tid, tgid ? tgid : tid };
	at = (struct thread **)tsearch(thread, &t->threads, by_tid);
	if (!at || *at != thread)
		free(thread);
	return at ? 0 : -ENOMEM;
}

static void thread_delete(struct tracees *t, uint32_t tid)
{
	struct thread key = { .tid = tid }, **at = tfind(&key, &t->threads, by_tid), *thread = at ? *at : NULL;

	if (!thread)
		return;
	tdelete(&key, &t->threads, by_tid);
	free(thread);
}

int tracees__event(struct tracees *t, const struct sctrace_event *ev)
{
	switch (ev->type) {
	case SCTRACE_TARGET:
		return thread_add(t, ev->tid, ev->tgid);
	case SCTRACE_ATTACHED:
		if (t->o->output && tracees__announced(t->o))
			tracees__attached(t->o, (pid_t)ev->tid);
		return thread_add(t, ev->tid, ev->tgid);
	case SCTRACE_SUPERSEDED:
		thread_delete(t, ev->other_tid);
		return thread_add(t, ev->tid, ev->tgid);
	case SCTRACE_TASK_EXIT:
	case SCTRACE_GONE:
	case SCTRACE_LEFT:
		thread_delete(t, ev->tid);
		return 0;
	default:
		return 0;
	}
}

/* Like strace, prints no such messages if lines go to a file and a command is run. A replay attaches to nothing. */
bool tracees__announced(const struct options *o)
{
	return !(o->quiet & SCTRACE_QUIET_ATTACH) && !(o->output && (o->command || o->replay));
}

void tracees__attached(const struct options *o, pid_t tid)
{
	if (tracees__announced(o))
		complain(o, "Process %d attached", (int)tid);
}

/* The number of links of /proc/PID/task is 2 and the number of threads. */
void tracees__count(struct tracees *t, unsigned i)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)t->o->pids[i]);
	if (!t->counts)
		t->counts = calloc(t->o->npids, sizeof(*t->counts));
	if (t->counts)
		t->counts[i] = !stat(path, &st) && st.st_nlink > 2 ? (unsigned)st.st_nlink - 2 : 1;
}

static bool all_threads(const struct tracees *t, unsigned i)
{
	return t->o->follow || t->o->families[i];
}

void tracees__process_attached(const struct tracees *t, unsigned i)
{
	if (!all_threads(t, i) || !t->counts || t->counts[i] < 2)
		tracees__attached(t->o, t->o->pids[i]);
	else if (tracees__announced(t->o))
		complain(t->o, "Process %d attached with %u threads", (int)t->o->pids[i], t->counts[i]);
}

void tracees__detached(const struct options *o, pid_t tid)
{
	if (tracees__announced(o))
		complain(o, "Process %d detached", (int)tid);
}

void tracees__process_detached(const struct tracees *t, unsigned i)
{
	pid_t pid = t->o->pids[i];
	struct dirent *entry;
	char path[32];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = all_threads(t, i) ? opendir(path) : NULL;
	while (dir && (entry = readdir(dir)))
		if (isdigit((unsigned char)*entry->d_name) && atoi(entry->d_name) != pid)
			tracees__detached(t->o, atoi(entry->d_name));
	if (dir)
		closedir(dir);
	tracees__detached(t->o, pid);
}

struct left {
	const struct options *o;
	uint32_t but;
};

static void print_detached(const void *node, VISIT which, void *left)
{
	const struct thread *thread = *(struct thread *const *)node;
	const struct left *l = left;

	if ((which == postorder || which == leaf) && thread->tid != l->but)
		tracees__detached(l->o, (pid_t)thread->tid);
}

void tracees__all_detached(const struct tracees *t, uint32_t but)
{
	struct left l = { t->o, but };

	twalk_r(t->threads, print_detached, &l);
}

static void kill_one(const void *node, VISIT which, void *arg)
{
	const struct thread *thread = *(struct thread *const *)node;

	(void)arg;
	if (which == postorder || which == leaf)
		kill((pid_t)thread->tgid, SIGKILL);
}

void tracees__kill(const struct tracees *t)
{
	twalk_r(t->threads, kill_one, NULL);
}

void tracees__free(struct tracees *t)
{
	tdestroy(t->threads, free);
	free(t->counts);
}

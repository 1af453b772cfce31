// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Semaphores and message queues of System V: who has used them last. */
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <stdio.h>

#include "lookup/abi.h"
#include "why/edges.h"
#include "why/memory.h"

/* True if the task has the caller's IPC namespace: numbers of another one mean nothing here. */
static bool same_namespace(const struct why_look *l, uint32_t tid)
{
	struct stat own, theirs;
	char path[64];

	snprintf(path, sizeof(path), "%u/ns/ipc", tid);
	return !fstatat(l->proc, "self/ns/ipc", &own, 0) && !fstatat(l->proc, path, &theirs, 0) &&
	       own.st_ino == theirs.st_ino;
}

/* Adds who has used a thing last, if the process is there and is another one. */
static int last_add(struct why_look *l, uint32_t task, int pid, const char *role)
{
	uint32_t to = pid > 0 ? why_look__process(l, (uint32_t)pid) : WHY_NOBODY;

	if (to != WHY_NOBODY && l->tasks[to].tgid == l->tasks[task].tgid)
		to = WHY_NOBODY;
	return why_look__edge(l, task, to, true, role, -1);
}

static int sem_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	int set = (int)t->args[0], last;
	struct sembuf s = {};

	why_memory__read(t, t->args[1], &s, sizeof(s));
	last = semctl(set, s.sem_num, GETPID);
	if (last > 0)
		why_look__say(l, task, "nobody has changed the semaphore",
			      "semaphore %u of set %d, which process %d has changed last", s.sem_num, set, last);
	return last_add(l, task, last, "last user");
}

static int msg_edges(struct why_look *l, uint32_t task, bool receives)
{
	const struct sct_why_task *t = &l->tasks[task];
	int queue = (int)t->args[0], last;
	struct msqid_ds d;

	if (msgctl(queue, IPC_STAT, &d))
		return 0;
	last = receives ? d.msg_lspid : d.msg_lrpid;
	why_look__say(l, task, receives ? "no message has come that it wants" : "the queue is full",
		      "queue %d, %lu messages", queue, (unsigned long)d.msg_qnum);
	return last_add(l, task, last, receives ? "last sender" : "last receiver");
}

int why_ipc__edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	const char *name = abi__call_name(abi__native(), (uint32_t)t->nr);

	why_look__say(l, task, "nobody has changed the semaphore or queue", NULL);
	/* whoever was the last need not be the next */
	l->graph.nodes[task].open = true;
	if (!name || !strncmp(name, "mq_", 3) || !same_namespace(l, t->tid))
		return 0;
	if (!strncmp(name, "sem", 3))
		return sem_edges(l, task);
	return msg_edges(l, task, !strcmp(name, "msgrcv"));
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/edges.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "why/frame.h"
#include "why/keys.h"

#define EDGES_MAX 16 /* of one task: a pipe that a thousand processes inherited has more */
#define FMODE_READ 1
#define FMODE_WRITE 2
#define TCP 6

/* ---- files ---- */

/*
 * Adds an edge to each process that has the file open in the wanted mode (0: any), but to the task's own only if there
 * is no other: it has both ends of each pipe that it made. *own: there is no other
 */
static int holders_add(struct why_look *l, uint32_t task, const struct sct_why_key *k, unsigned fmode, const char *role,
		       bool *own)
{
	size_t n, added = 0;
	const struct sct_why_holder *h = why_keys__find(l, k, &n), *mine = NULL;
	int err = 0;

	for (size_t i = 0; !err && i < n && added < EDGES_MAX; i++) {
		uint32_t to = why_look__process(l, h[i].tgid);

		if (to == WHY_NOBODY || l->tasks[to].tgid == l->self || (fmode && !(h[i].fmode & fmode)))
			continue;
		if (h[i].tgid == l->tasks[task].tgid) {
			mine = &h[i];
			continue;
		}
		err = why_look__edge(l, task, to, true, role, h[i].fd);
		added++;
	}
	*own = mine && !added;
	if (!err && *own)
		err = why_look__edge(l, task, task, true, role, mine->fd);
	return err;
}

static int pipe_edges(struct why_look *l, uint32_t task, bool reads, const struct sct_why_key *k)
{
	const struct sct_why_task *t = &l->tasks[task];
	bool own;
	int err = holders_add(l, task, k, reads ? FMODE_WRITE : FMODE_READ, reads ? "writer" : "reader", &own);

	why_look__say(l, task,
		      own     ? "both ends of the pipe are its own"
		      : reads ? "the pipe is empty"
			      : "the pipe is full",
		      "pipe:[%llu]", (unsigned long long)t->file.ino);
	return err;
}

static void address_text(const uint8_t *a, uint16_t port, bool v6, char *text, size_t size)
{
	static const uint8_t zeros[12];
	char ip[INET6_ADDRSTRLEN] = "?";
	bool four = !v6 || (a[0] && !memcmp(a + 4, zeros, 12));

	inet_ntop(four ? AF_INET : AF_INET6, a, ip, sizeof(ip));
	snprintf(text, size, four ? "%s:%u" : "[%s]:%u", ip, port);
}

static void inet_object(const struct sct_why_file *f, char *text, size_t size)
{
	char local[64], remote[64];

	address_text(f->ends.local, f->ends.local_port, f->v6, local, sizeof(local));
	address_text(f->ends.remote, f->ends.remote_port, f->v6, remote, sizeof(remote));
	snprintf(text, size, "%s %s->%s", f->protocol == TCP ? "TCP" : "UDP", local, remote);
}

static const char *inet_reason(enum why_wait wait, bool here)
{
	if (wait == WAIT_CONNECT)
		return here ? "the connection is not accepted: the listener's backlog is full"
			    : "no answer to the request for a connection";
	if (wait == WAIT_READ)
		return here ? "nothing has arrived from the peer"
			    : "nothing has arrived from the peer, which no process of this machine has";
	return here ? "the peer does not read"
		    : "the peer, which no process of this machine has, does not take the data";
}

static int inet_edges(struct why_look *l, uint32_t task, enum why_wait wait, const struct sct_why_key *k)
{
	const struct sct_why_task *t = &l->tasks[task];
	size_t first = l->graph.nedges;
	char object[WHY_OBJECT];
	bool own;
	int err = holders_add(l, task, k, 0, wait == WAIT_CONNECT ? "listener" : "peer", &own);

	inet_object(&t->file, object, sizeof(object));
	why_look__say(l, task, inet_reason(wait, l->graph.nedges > first), "%s", object);
	return err;
}

static int file_edges(struct why_look *l, uint32_t task, enum why_wait wait)
{
	const struct sct_why_task *t = &l->tasks[task];
	struct sct_why_key k;
	bool own;
	int err;

	if (!why_keys__of(l, t, &k)) {
		if (t->file.kind == SCT_WHY_INET)
			why_look__say(l, task, "nothing has arrived", "port %u", t->file.ends.local_port);
		else if (t->file.kind == SCT_WHY_UNIX)
			why_look__say(l, task,
				      wait == WAIT_CONNECT ? "the connection is not accepted"
							   : "nothing has arrived, and there is no peer",
				      "socket:[%llu]", (unsigned long long)t->file.ino);
		return 0;
	}
	switch (k.kind) {
	case SCT_WHY_PIPE:
		return pipe_edges(l, task, wait == WAIT_READ, &k);
	case SCT_WHY_UNIX:
		err = holders_add(l, task, &k, 0, "peer", &own);
		why_look__say(l, task,
			      wait == WAIT_READ ? "nothing has arrived from the peer" : "the peer does not read",
			      "socket:[%llu]", (unsigned long long)t->file.ino);
		return err;
	case SCT_WHY_INET:
	case SCT_WHY_LISTEN:
		return inet_edges(l, task, wait, &k);
	default:
		return 0;
	}
}

/* ---- processes ---- */

/* Returns the number of the only child that the call waits for, or 0: any. */
static uint32_t child_wanted(const struct why_look *l, const struct sct_why_task *t)
{
	int first = (int)t->args[0];

	if (t->nr == l->waitid)
		return first == P_PID ? (uint32_t)t->args[1] : 0;
	return first > 0 ? (uint32_t)first : 0;
}

static int child_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	uint32_t wanted = child_wanted(l, t);
	unsigned n = 0;
	int err = 0;

	for (uint32_t i = 0; !err && i < l->ntasks && n < EDGES_MAX; i++) {
		const struct sct_why_task *c = &l->tasks[i];

		if (c->ppid != t->tgid || c->tid != c->tgid || c->exit_state || (wanted && c->inner != wanted))
			continue;
		err = why_look__edge(l, task, i, true, "child", -1);
		n++;
	}
	why_look__say(l, task, n == 1 ? "its child has not ended" : "none of its children has ended", NULL);
	return err;
}

static int vfork_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	int err = 0;

	for (uint32_t i = 0; !err && i < l->ntasks; i++) {
		const struct sct_why_task *c = &l->tasks[i];

		if (c->flags & SCT_WHY_VFORK && c->parent_tid == t->tid && !c->exit_state) {
			why_look__say(l, task, "its vfork child has neither called execve nor ended", NULL);
			err = why_look__edge(l, task, i, true, "vfork child", -1);
		}
	}
	return err;
}

static int zombie_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	if (t->flags & SCT_WHY_LIVE_GROUP) {
		why_look__say(l, task, "the thread group leader has ended, other threads have not", NULL);
		return 0;
	}
	if (t->flags & SCT_WHY_TRACED) {
		why_look__say(l, task, "its tracer does not wait for it", NULL);
		return why_look__edge(l, task, why_look__find(l, t->tracer), false, "tracer", -1);
	}
	why_look__say(l, task, "its parent does not reap it", NULL);
	return why_look__edge(l, task, why_look__process(l, t->ppid), true, "parent", -1);
}

static int cpu_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	why_look__say(l, task, "others run on its CPU", "CPU %u", t->cpu);
	for (uint32_t i = 0; i < l->ntasks; i++)
		if (l->tasks[i].flags & SCT_WHY_ON_CPU && l->tasks[i].cpu == t->cpu && i != task)
			return why_look__edge(l, task, i, false, "runs there", -1);
	return 0;
}

/* ---- calls without a descriptor ---- */

/* Adds the servers of FUSE, if the task waits for an answer of one. The call may have its file by a path only. */
static int fuse_edges(struct why_look *l, uint32_t task)
{
	struct sct_why_key k = { .kind = SCT_WHY_FUSE, .id = l->tasks[task].file.fuse };
	char frame[WHY_FRAME];
	bool own;

	if (!why_frame__has(l->proc, l->tasks[task].tid, "fuse_", frame, sizeof(frame)))
		return 0;
	why_look__say(l, task, "the FUSE server has not answered", NULL);
	return holders_add(l, task, &k, 0, "server", &own);
}

static int other_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	if (t->flags & SCT_WHY_REGS && t->nr < 0 && t->mm)
		why_look__say(l, task, "a page fault, or the way back to user mode", NULL);
	return t->mm ? fuse_edges(l, task) : 0;
}

static int call_edges(struct why_look *l, uint32_t task)
{
	enum why_wait wait = why_look__wait(l, &l->tasks[task]);

	switch (wait) {
	case WAIT_READ:
	case WAIT_WRITE:
		return l->tasks[task].file.fuse ? fuse_edges(l, task) : file_edges(l, task, wait);
	case WAIT_CONNECT:
		return file_edges(l, task, wait);
	case WAIT_ACCEPT:
		why_look__say(l, task, "nobody connects", NULL);
		return 0;
	case WAIT_FLOCK:
	case WAIT_FCNTL:
		return why_locks__edges(l, task);
	case WAIT_FUTEX:
		return why_futex__edges(l, task);
	case WAIT_CHILD:
		return child_edges(l, task);
	case WAIT_CLONE:
		return vfork_edges(l, task);
	case WAIT_POLL:
	case WAIT_EPOLL:
		why_look__say(l, task, "none of its descriptors is ready", NULL);
		return 0;
	case WAIT_TIME:
		why_look__say(l, task, "its time has not come", NULL);
		return 0;
	case WAIT_SIGNAL:
		why_look__say(l, task, "no signal has come", NULL);
		return 0;
	case WAIT_IPC:
		why_look__say(l, task, "nobody has changed the semaphore or queue", NULL);
		return 0;
	case WAIT_URING:
		why_look__say(l, task, "no operation has completed", NULL);
		return 0;
	default:
		return other_edges(l, task);
	}
}

int why_edges__add(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	switch (why_look__state(t)) {
	case STATE_BLOCKED:
		return call_edges(l, task);
	case STATE_RUNNABLE:
		return cpu_edges(l, task);
	case STATE_THROTTLED:
		why_look__say(l, task, "its cgroup has used up its CPU quota (cpu.max)", NULL);
		return 0;
	case STATE_FROZEN:
		why_look__say(l, task, "its cgroup is frozen (cgroup.freeze)", NULL);
		return 0;
	case STATE_STOPPED:
		why_look__say(l, task, "nobody has sent it SIGCONT", NULL);
		return 0;
	case STATE_TRACED:
		why_look__say(l, task, "its tracer has not let it go on", NULL);
		return why_look__edge(l, task, why_look__find(l, t->tracer), false, "tracer", -1);
	case STATE_ZOMBIE:
		return zombie_edges(l, task);
	default:
		return 0;
	}
}

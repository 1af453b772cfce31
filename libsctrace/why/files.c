// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Who has the other end of a pipe or socket. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/procfs.h"
#include "why/edges.h"
#include "why/keys.h"
#include "why/memory.h"

#define FMODE_READ 1
#define FMODE_WRITE 2
#define TCP 6
#define DNS 53
#define LISTENS 10 /* TCP_LISTEN, also of unix sockets */

static void address_text(const uint8_t *a, uint16_t port, bool v6, char *text, size_t size)
{
	static const uint8_t zeros[12];
	char ip[INET6_ADDRSTRLEN] = "?";
	bool four = !v6 || (a[0] && !memcmp(a + 4, zeros, 12));

	inet_ntop(four ? AF_INET : AF_INET6, a, ip, sizeof(ip));
	snprintf(text, size, four ? "%s:%u" : "[%s]:%u", ip, port);
}

static void inet_text(const struct sct_why_file *f, char *text, size_t size)
{
	const char *protocol = f->protocol == TCP ? "TCP" : "UDP";
	char local[64], remote[64];

	address_text(f->ends.local, f->ends.local_port, f->v6, local, sizeof(local));
	address_text(f->ends.remote, f->ends.remote_port, f->v6, remote, sizeof(remote));
	if (f->kind == SCT_WHY_LISTEN || !f->ends.remote_port)
		snprintf(text, size, "%s %s", protocol, local);
	else
		snprintf(text, size, "%s %s->%s%s", protocol, local, remote,
			 f->ends.remote_port == DNS ? ", a name server" : "");
}

void why_files__text(const struct why_look *l, uint32_t task, int fd, const struct sct_why_file *f, char *text,
		     size_t size)
{
	char path[64];
	ssize_t n;

	if (f->kind == SCT_WHY_INET || f->kind == SCT_WHY_LISTEN) {
		inet_text(f, text, size);
		return;
	}
	snprintf(path, sizeof(path), "%u/fd/%d", l->tasks[task].tid, fd);
	n = fd >= 0 ? readlinkat(l->proc, path, text, size - 1) : -1;
	if (n < 0)
		n = snprintf(text, size, "inode %llu", (unsigned long long)f->ino);
	text[n] = '\0';
}

/* Copies a name without the bytes that would end it early. Returns its length with a leading NUL as '@', as ss(8). */
static void abstract_name(char *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!name[i])
			name[i] = '@';
	name[n] = '\0';
}

/*
 * Finds the inode number of the unix socket that is bound to the name that a task connects to, in /proc/PID/net/unix:
 * "0000000000000000: 00000002 00000000 00010000 0001 01 20033 /run/a".
 */
static uint64_t bound_find(const struct why_look *l, const struct sct_why_task *t, char *name, size_t size)
{
	size_t len = (uint32_t)t->args[2];
	unsigned long long ino = 0, found = 0;
	struct sockaddr_un a = {};
	char line[512];
	int at;
	FILE *f;

	*name = '\0';
	if (len <= sizeof(a.sun_family) || len > sizeof(a) || !why_memory__read(t, t->args[1], &a, len))
		return 0;
	snprintf(name, size, "%.*s", (int)sizeof(a.sun_path), a.sun_path);
	if (!a.sun_path[0]) {
		memcpy(name, a.sun_path, len - sizeof(a.sun_family));
		abstract_name(name, len - sizeof(a.sun_family));
	}
	f = procfs__file(l->proc, "%u/net/unix", t->tid);
	while (f && !found && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		at = 0;
		if (sscanf(line, "%*s %*s %*s %*s %*s %*s %llu %n", &ino, &at) == 1 && at && !strcmp(line + at, name))
			found = ino;
	}
	if (f)
		fclose(f);
	return found;
}

/* ---- listeners ---- */

/* Appends how many connections a listener has not accepted. */
static void backlog_text(const struct why_look *l, const struct sct_why_key *k, char *text, size_t size)
{
	size_t n, len = strlen(text);
	const struct sct_why_holder *h = why_keys__find(l, k, &n);

	if (n)
		snprintf(text + len, size - len, ", %u not accepted, backlog %u", h->backlog, h->backlog_max);
}

static int connect_local(struct why_look *l, uint32_t task)
{
	struct sct_why_key k = { .kind = SCT_WHY_BOUND };
	enum why_own own = OWN_COUNTS;
	char object[WHY_OBJECT];
	int err;

	k.id = bound_find(l, &l->tasks[task], object, sizeof(object));
	err = k.id ? why_holders__add(l, task, &k, 0, "listener", &own) : 0;
	backlog_text(l, &k, object, sizeof(object));
	why_look__say(l, task, "the connection is not accepted: the listener's backlog is full", "%s", object);
	return err;
}

int why_files__accept(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	char object[WHY_OBJECT];

	why_files__text(l, task, (int)t->args[0], &t->file, object, sizeof(object));
	why_look__say(l, task, "nobody connects", "%s", object);
	return 0;
}

/* ---- the other end ---- */

static int pipe_edges(struct why_look *l, uint32_t task, bool reads, const struct sct_why_key *k)
{
	const struct sct_why_task *t = &l->tasks[task];
	enum why_own own = OWN_COUNTS;
	int err = why_holders__add(l, task, k, reads ? FMODE_WRITE : FMODE_READ, reads ? "writer" : "reader", &own);

	why_look__say(l, task,
		      own == OWN_ONLY ? "both ends of the pipe are its own"
		      : reads	      ? "the pipe is empty"
				      : "the pipe is full",
		      "pipe:[%llu]", (unsigned long long)t->file.ino);
	return err;
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
	enum why_own own = OWN_COUNTS;
	char object[WHY_OBJECT];
	int err = why_holders__add(l, task, k, 0, wait == WAIT_CONNECT ? "listener" : "peer", &own);

	inet_text(&t->file, object, sizeof(object));
	if (wait == WAIT_CONNECT)
		backlog_text(l, k, object, sizeof(object));
	why_look__say(l, task, inet_reason(wait, l->graph.nedges > first), "%s", object);
	return err;
}

static int anon_edges(struct why_look *l, uint32_t task, enum why_wait wait, const struct sct_why_key *k)
{
	const struct sct_why_task *t = &l->tasks[task];
	enum why_own own = OWN_LEFT_OUT;
	char object[WHY_OBJECT];
	bool event;

	why_files__text(l, task, (int)t->args[0], &t->file, object, sizeof(object));
	event = strstr(object, "eventfd");
	why_look__say(l, task,
		      event && wait == WAIT_READ ? "nobody has written to the eventfd"
		      : event			 ? "nobody has read the eventfd"
						 : "nothing has come",
		      "%s", object);
	return event ? why_holders__add(l, task, k, 0, wait == WAIT_READ ? "writer" : "reader", &own) : 0;
}

/* For a file without another end that could be found. */
static int lone_say(struct why_look *l, uint32_t task, enum why_wait wait)
{
	const struct sct_why_task *t = &l->tasks[task];
	char object[WHY_OBJECT];

	why_files__text(l, task, (int)t->args[0], &t->file, object, sizeof(object));
	if (t->file.kind == SCT_WHY_UNIX && wait == WAIT_CONNECT)
		return connect_local(l, task);
	if (t->file.kind == SCT_WHY_INET)
		why_look__say(l, task, "nothing has arrived", "%s", object);
	else if (t->file.kind == SCT_WHY_UNIX)
		why_look__say(l, task, "nothing has arrived, and there is no peer", "%s", object);
	else if (!strncmp(object, "/dev/pts/", 9) || !strncmp(object, "/dev/tty", 8))
		why_look__say(l, task,
			      wait == WAIT_READ ? "nobody has typed at the terminal"
						: "the terminal does not take output (stopped by ctrl-s?)",
			      "%s", object);
	return 0;
}

int why_files__edges(struct why_look *l, uint32_t task, enum why_wait wait)
{
	const struct sct_why_task *t = &l->tasks[task];
	enum why_own own = OWN_COUNTS;
	struct sct_why_key k;
	int err;

	if (!why_keys__of(l, t, &k))
		return lone_say(l, task, wait);
	switch (k.kind) {
	case SCT_WHY_PIPE:
		return pipe_edges(l, task, wait == WAIT_READ, &k);
	case SCT_WHY_UNIX:
		err = why_holders__add(l, task, &k, 0, "peer", &own);
		why_look__say(l, task,
			      wait == WAIT_READ ? "nothing has arrived from the peer" : "the peer does not read",
			      "socket:[%llu]", (unsigned long long)t->file.ino);
		return err;
	case SCT_WHY_INET:
	case SCT_WHY_LISTEN:
		return inet_edges(l, task, wait, &k);
	case SCT_WHY_ANON:
		return anon_edges(l, task, wait, &k);
	default:
		return 0;
	}
}

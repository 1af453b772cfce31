// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Calls that wait at several descriptors: poll(2), select(2), epoll(7), io_uring(7). */
#include <stdio.h>
#include <string.h>

#include "util/procfs.h"
#include "why/deadline.h"
#include "why/edges.h"
#include "why/fds.h"
#include "why/keys.h"

#define TEXTS 3 /* most descriptors that are named */

/* Returns the number in a line of a descriptor's fdinfo, or 0. */
static long long fdinfo(const struct why_look *l, uint32_t tid, int fd, const char *format)
{
	FILE *f = procfs__file(l->proc, "%u/fdinfo/%d", tid, fd);
	long long value = 0;
	char line[256];

	while (f && fgets(line, sizeof(line), f) && sscanf(line, format, &value) != 1)
		;
	if (f)
		fclose(f);
	return value;
}

/* Adds whom an anonymous file belongs to, and writes what it is. */
static int anon_add(struct why_look *l, uint32_t task, const struct sct_why_fd *d, char *text, size_t size)
{
	uint32_t tid = l->tasks[task].tid;
	size_t len = strlen(text);
	long long n;

	if (strstr(text, "pidfd")) {
		n = fdinfo(l, tid, d->fd, "Pid: %lld");
		snprintf(text + len, size - len, " of process %lld", n);
		return n > 0 ? why_look__edge(l, task, why_look__process(l, (uint32_t)n), true, "process", -1) : 0;
	}
	if (strstr(text, "timerfd")) {
		n = fdinfo(l, tid, d->fd, "it_value: (%lld,");
		snprintf(text + len, size - len, n ? ", in %lld s" : ", not set", n);
	}
	return 0;
}

/* Adds the other end of a descriptor, and writes what the descriptor is. */
static int one_add(struct why_look *l, uint32_t task, const struct sct_why_fd *d, char *text, size_t size)
{
	bool writes = d->file.kind == SCT_WHY_PIPE && d->file.fmode == 2;
	enum why_own own = OWN_LEFT_OUT;
	struct sct_why_key k;
	const char *role = "peer";

	why_files__text(l, task, d->fd, &d->file, text, size);
	if (d->file.kind == SCT_WHY_ANON || d->file.kind == SCT_WHY_INODE)
		return anon_add(l, task, d, text, size);
	if (!why_keys__file(&d->file, writes ? WAIT_WRITE : WAIT_READ, &k) || k.kind == SCT_WHY_FUSE)
		return 0;
	if (k.kind == SCT_WHY_PIPE)
		role = writes ? "reader" : "writer";
	return why_holders__add(l, task, &k, k.kind != SCT_WHY_PIPE ? 0 : writes ? 1 : 2, role, &own);
}

static const char *poll_reason(enum why_wait wait, uint32_t total)
{
	if (wait == WAIT_URING)
		return total ? "no operation has completed" : "no operation is in progress";
	return total ? "none of its descriptors is ready" : "it waits at no descriptor";
}

int why_poll__edges(struct why_look *l, uint32_t task, enum why_wait wait)
{
	const struct sct_why_task *t = &l->tasks[task];
	char text[WHY_OBJECT / 4], object[WHY_OBJECT], left[64];
	uint32_t total = l->found[task].nfds, named = 0;
	const struct sct_why_fd *d;
	size_t n, len = 0;
	int err = 0;

	d = why_fds__find(l, t->tid, &n);
	*object = '\0';
	for (size_t i = 0; !err && i < n; i++) {
		err = one_add(l, task, &d[i], text, sizeof(text));
		if (named++ < TEXTS)
			len += (size_t)snprintf(object + len, sizeof(object) - len, "%s%d<%s>", len ? ", " : "",
						d[i].fd, text);
	}
	if (total != WHY_UNKNOWN && (total > named || named > TEXTS))
		len += (size_t)snprintf(object + len, sizeof(object) - len, "%s%u %s", len ? ", and " : "",
					total - (named < TEXTS ? named : TEXTS), len ? "more" : "in progress");
	if (why_deadline__text(l, t, len ? "; it gives up in " : "it gives up in ", left, sizeof(left)))
		snprintf(object + len, sizeof(object) - len, "%s", left);
	/* a signal, a timer or a new connection may end the wait, too: it is never a deadlock */
	l->graph.nodes[task].open = true;
	why_look__say(l, task, poll_reason(wait, total), *object ? "%s" : NULL, object);
	return err;
}

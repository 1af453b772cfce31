// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/fds.h"

#include <errno.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>

#include "lookup/abi.h"
#include "util/procfs.h"
#include "why/memory.h"

/* Adds a descriptor. *total counts those that there is no room for, too. */
static void add(struct sct_why_want *w, uint32_t *total, int fd)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->fd[i] == fd)
			return;
	++*total;
	if (fd >= 0 && w->n < SCT_WHY_FDS)
		w->fd[w->n++] = fd;
}

static void from_poll(const struct sct_why_task *t, struct sct_why_want *w, uint32_t *total)
{
	uint64_t n = t->args[1];
	struct pollfd p;

	for (uint64_t i = 0; i < n && i < SCT_WHY_FDS; i++)
		if (why_memory__read(t, t->args[0] + i * sizeof(p), &p, sizeof(p)) && p.fd >= 0)
			add(w, total, p.fd);
	if (n > SCT_WHY_FDS)
		*total = (uint32_t)n;
}

static void from_select(const struct sct_why_task *t, struct sct_why_want *w, uint32_t *total)
{
	int n = (int)t->args[0] < FD_SETSIZE ? (int)t->args[0] : FD_SETSIZE;
	size_t bytes = n > 0 ? (size_t)(n + 63) / 64 * 8 : 0;

	for (unsigned set = 1; set <= 3; set++) {
		fd_set fds;

		if (!bytes || !why_memory__read(t, t->args[set], &fds, bytes))
			continue;
		for (int fd = 0; fd < n; fd++)
			if (FD_ISSET(fd, &fds))
				add(w, total, fd);
	}
}

/* Lines of an epoll descriptor, proc_pid_fdinfo(5): "tfd:        5 events:       1d data: ... ". */
static void from_epoll(int proc, const struct sct_why_task *t, struct sct_why_want *w, uint32_t *total)
{
	FILE *f = procfs__file(proc, "%u/fdinfo/%u", t->tid, (uint32_t)t->args[0]);
	char line[256];
	int fd;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "tfd: %d", &fd) == 1)
			add(w, total, fd);
	if (f)
		fclose(f);
}

/* Returns the address at which the task has the entries of an io_uring, whose inode number its descriptor has. */
static uint64_t sqes_find(int proc, uint32_t tid, unsigned long ino)
{
	FILE *f = procfs__file(proc, "%u/maps", tid);
	char line[512];
	unsigned long long from = 0, offset;
	unsigned long inode;
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%llx-%*x %*s %llx %*s %lu", &from, &offset, &inode) == 3 &&
			offset == IORING_OFF_SQES && inode == ino && strstr(line, "io_uring");
	if (f)
		fclose(f);
	return found ? from : 0;
}

/*
 * The last entries that were submitted, as many as have not completed. The entries stay in the task's memory until it
 * writes new ones there.
 */
static void from_uring(int proc, const struct sct_why_task *t, struct sct_why_want *w, uint32_t *total)
{
	FILE *f = procfs__file(proc, "%u/fdinfo/%u", t->tid, (uint32_t)t->args[0]);
	unsigned mask = 0, head = 0, done = 0, n = 0;
	unsigned long ino = 0;
	char line[256];
	uint64_t at;

	while (f && fgets(line, sizeof(line), f)) {
		sscanf(line, "ino: %lu", &ino);
		sscanf(line, "SqMask: %x", &mask);
		n += sscanf(line, "SqHead: %u", &head) == 1;
		n += sscanf(line, "CqTail: %u", &done) == 1;
	}
	if (f)
		fclose(f);
	at = n == 2 && head != done ? sqes_find(proc, t->tid, ino) : 0;
	for (unsigned i = 1; at && i <= head - done && i <= mask + 1; i++) {
		struct io_uring_sqe e;

		if (!why_memory__read(t, at + (uint64_t)((head - i) & mask) * sizeof(e), &e, sizeof(e)))
			break;
		if (e.fd >= 0 && !(e.flags & IOSQE_FIXED_FILE) && e.opcode != IORING_OP_TIMEOUT)
			add(w, total, e.fd);
	}
	*total = n == 2 ? head - done : WHY_UNKNOWN;
}

static void want_fill(struct why_look *l, uint32_t task, struct sct_why_want *w)
{
	const struct sct_why_task *t = &l->tasks[task];
	uint32_t *total = &l->found[task].nfds;
	const char *name = abi__call_name(abi__native(), (uint32_t)t->nr);

	switch (why_look__wait(l, t)) {
	case WAIT_POLL:
		if (name && strstr(name, "poll"))
			from_poll(t, w, total);
		else
			from_select(t, w, total);
		break;
	case WAIT_EPOLL:
		from_epoll(l->proc, t, w, total);
		break;
	case WAIT_URING:
		from_uring(l->proc, t, w, total);
		break;
	default:
		break;
	}
}

int why_fds__wanted(struct why_look *l, const bool *asked, struct why_wants *w)
{
	size_t most = l->ntasks < SCT_WHY_WANTS ? l->ntasks : SCT_WHY_WANTS;

	w->tids = calloc(most + 1, sizeof(*w->tids));
	w->v = calloc(most + 1, sizeof(*w->v));
	if (!w->tids || !w->v)
		return -ENOMEM;
	for (unsigned pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < l->ntasks && w->n < most; i++) {
			enum why_wait wait = why_look__wait(l, &l->tasks[i]);

			if (asked[i] != !pass || (wait != WAIT_POLL && wait != WAIT_EPOLL && wait != WAIT_URING))
				continue;
			want_fill(l, i, &w->v[w->n]);
			w->tids[w->n] = l->tasks[i].tid;
			w->n += w->v[w->n].n != 0;
		}
	return 0;
}

void why_fds__free(struct why_wants *w)
{
	free(w->tids);
	free(w->v);
}

static int by_task(const void *a, const void *b)
{
	const struct sct_why_fd *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return (x->fd > y->fd) - (x->fd < y->fd);
}

void why_fds__sort(struct why_look *l)
{
	struct sct_why_fd *v = (struct sct_why_fd *)l->fd_bytes.p;

	l->nfds = l->fd_bytes.len / sizeof(*v);
	if (l->nfds)
		qsort(v, l->nfds, sizeof(*v), by_task);
	l->fds = v;
}

const struct sct_why_fd *why_fds__find(const struct why_look *l, uint32_t tid, size_t *n)
{
	size_t low = 0, high = l->nfds, end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (l->fds[mid].tid < tid)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < l->nfds && l->fds[end].tid == tid; end++)
		;
	*n = end - low;
	return l->fds + low;
}

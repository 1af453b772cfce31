// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "backlog.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void backlog__init(struct backlog *b, int fd, bool shared)
{
	struct stat st;

	b->on = !fstat(fd, &st) && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) || S_ISCHR(st.st_mode));
	b->shared = shared;
	if (b->on && !shared)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/*
 * Like write(2), but never waits. O_NONBLOCK would affect other processes that share the open file. Without it, a pipe
 * that poll(2) reports as writable takes PIPE_BUF bytes without blocking.
 */
static ssize_t write_now(const struct backlog *b, int fd, const char *p, size_t n)
{
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };

	if (!b->shared)
		return write(fd, p, n);
	if (poll(&pfd, 1, 0) == 1)
		return write(fd, p, n < PIPE_BUF ? n : PIPE_BUF);
	errno = EAGAIN;
	return -1;
}

/* Returns the number of bytes that fd took, or -errno. */
static ssize_t take(const struct backlog *b, int fd, const char *p, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t w = write_now(b, fd, p + done, n - done);

		if (w < 0 && errno == EAGAIN)
			break;
		if (w < 0 && errno != EINTR)
			return -errno;
		done += w > 0 ? (size_t)w : 0;
	}
	return (ssize_t)done;
}

static int keep(struct backlog *b, const char *p, size_t n)
{
	size_t size = b->size ? b->size : BACKLOG_FULL;
	char *text;

	while (size < b->len + n)
		size *= 2;
	text = size > b->size ? realloc(b->text, size) : b->text;
	if (!text)
		return -ENOMEM;
	b->text = text;
	b->size = size;
	memcpy(b->text + b->len, p, n);
	b->len += n;
	return 0;
}

int backlog__write(struct backlog *b, int fd, const char *p, size_t n)
{
	ssize_t done = take(b, fd, b->text, b->len);

	if (done > 0) {
		b->len -= (size_t)done;
		memmove(b->text, b->text + done, b->len);
	}
	if (done >= 0 && !b->len) {
		done = take(b, fd, p, n);
		p += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	if (done < 0)
		b->len = 0;
	return done < 0 ? (int)done : n ? keep(b, p, n) : 0;
}

void backlog__free(struct backlog *b)
{
	free(b->text);
	*b = (struct backlog){};
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "when.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon.h"
#include "options.h"
#include "session.h"
#include "util/number.h"

/* Tells the service manager that the service is ready. Its protocol is that of sd_notify(3). */
static void notify(const char *path)
{
	static const char text[] = "READY=1";
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t n = strlen(path);
	int fd;

	if ((*path != '/' && *path != '@') || n < 2 || n >= sizeof(to.sun_path))
		return;
	memcpy(to.sun_path, path, n);
	if (*path == '@')
		to.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	sendto(fd, text, sizeof(text) - 1, MSG_NOSIGNAL, (struct sockaddr *)&to,
	       (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
	close(fd);
}

void when__start(struct when *w, const struct options *o)
{
	const char *socket_path = o->command ? NULL : getenv("NOTIFY_SOCKET");
	int64_t now = now_ms(), delay = (int64_t)(o->when.delay_ns / NS_PER_MS);

	*w = (struct when){
		.begins = delay ? now + delay : 0,
		.ends = o->when.for_ns ? now + delay + (int64_t)(o->when.for_ns / NS_PER_MS) : 0,
	};
	if (o->when.ready_fd) {
		if (write(o->when.ready_fd, "\n", 1) < 0)
			complain(o, "--ready-fd: %s", strerror(errno));
		close(o->when.ready_fd);
	}
	if (socket_path)
		notify(socket_path);
	daemon__ready(o);
}

bool when__begins(struct when *w)
{
	if (!w->begins || now_ms() < w->begins)
		return false;
	w->begins = 0;
	return true;
}

bool when__over(const struct when *w)
{
	return w->ends && now_ms() >= w->ends;
}

/* Returns ms, or what is left until the point in time if that is less. */
static int until(int64_t at, int ms)
{
	int64_t left = at - now_ms();

	if (!at || (ms >= 0 && left >= ms))
		return ms;
	return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

int when__timeout(const struct when *w, int ms)
{
	return until(w->ends, until(w->begins, ms));
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "options_sets.h"

#define RESOLVE_MS 2000 /* a file system of a network that answers at all does so by then */

static void add_path(struct options *o, const char *path)
{
	struct filter_options *f = &o->filter;

	f->paths = options__more(o, f->paths, f->npaths + 2, sizeof(*f->paths));
	f->paths[f->npaths++] = path;
	f->paths[f->npaths] = NULL;
}

bool options__filter(struct options *o, int id)
{
	switch (id) {
	case OPT_TRACE_PATH:
		add_path(o, optarg);
		return true;
	case OPT_TRACE_FDS:
		options__fdset(o, optarg);
		o->filter.fds = optarg;
		return true;
	}
	return false;
}

/* In C's quotes, as strace prints it. */
static void quote(char *to, size_t size, const char *path)
{
	static const char escapes[] = "\t\n\v\f\r", letters[] = "tnvfr";
	size_t n = 0;

	for (; *path && n + 5 < size; path++) {
		unsigned char c = (unsigned char)*path;
		const char *e = strchr(escapes, c);

		if (c == '"' || c == '\\' || e) {
			to[n++] = '\\';
			to[n++] = e ? letters[e - escapes] : *path;
		} else if (c < ' ' || c > '~') {
			bool digit = path[1] >= '0' && path[1] <= '7';

			n += (size_t)snprintf(to + n, size - n, digit ? "\\%03o" : "\\%o", c);
		} else {
			to[n++] = *path;
		}
	}
	to[n] = '\0';
}

void options__status_check(const struct options *o)
{
	static const char words[] = "successful failed unfinished unavailable detached";
	const char *word = o->status ? o->status + (*o->status == '!') : "all", *p;
	char one[4096], hint[64];

	if (!strcmp(word, "all") || !strcmp(word, "none"))
		return;
	for (p = word + strspn(word, ","); *p || p == word; p += strspn(p, ",")) {
		size_t n = strcspn(p, ",");
		const char *known = words;

		while (*known && (strncasecmp(known, p, n) || strcspn(known, " ") != n))
			known += strcspn(known, " ") + (known[strcspn(known, " ")] == ' ');
		if (!*known || !n) {
			/* of a set without words, all of it */
			snprintf(one, sizeof(one), "%.*s", n ? (int)n : (int)strlen(o->status), n ? p : o->status);
			sctrace_nearest(one, words, hint, sizeof(hint));
			complain(o, "invalid status '%s'%s", one, hint);
			exit(1);
		}
		p += n;
	}
}

/* In a process that init adopts, as nobody waits for it: a file system that does not answer may hold it for ever. */
static void resolve_apart(const char *path, int to)
{
	char *full;

	if (fork())
		_exit(0);
	full = realpath(path, NULL);
	if (full && write(to, full, strlen(full)) < 0)
		_exit(1);
	_exit(0);
}

/* realpath(), within RESOLVE_MS. Returns malloc'd text, or NULL with errno, ETIMEDOUT: there was no answer. */
static char *resolve(const char *path)
{
	char full[PATH_MAX + 1];
	struct pollfd pfd;
	ssize_t n = -1;
	pid_t pid;
	int p[2];

	if (pipe2(p, O_CLOEXEC))
		return NULL;
	pid = fork();
	if (!pid)
		resolve_apart(path, p[1]);
	close(p[1]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	pfd = (struct pollfd){ .fd = p[0], .events = POLLIN };
	errno = pid > 0 ? ETIMEDOUT : EAGAIN;
	if (pid > 0 && poll(&pfd, 1, RESOLVE_MS) > 0)
		n = read(p[0], full, sizeof(full) - 1);
	close(p[0]);
	if (!n)
		errno = ENOENT;
	return n > 0 ? strndup(full, (size_t)n) : NULL;
}

void options__filter_resolve(struct options *o)
{
	unsigned n = o->filter.npaths;
	char path[1024], real[4096];

	for (unsigned i = 0; i < n; i++) {
		const char *given = o->filter.paths[i];
		char *full = resolve(given);

		quote(path, sizeof(path), given);
		if (!full && errno == ETIMEDOUT)
			complain(o, "-P: the file system of \"%s\" does not answer: the path is taken as it is given",
				 path);
		if (!full || !strcmp(full, given)) {
			free(full);
			continue;
		}
		quote(real, sizeof(real), full);
		if (!(o->quiet & QUIET_PATHS))
			complain(o, "Requested path \"%s\" resolved into \"%s\"", path, real);
		add_path(o, full);
	}
}

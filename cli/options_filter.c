// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_filter.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"

#define RESOLVE_MS 2000 /* longest wait for a network file system to answer */

/* Adds a text to a list of n, which is ended by a NULL. */
static void add(struct options *o, const char ***list, unsigned *n, const char *text)
{
	*list = options__more(o, *list, *n + 2, sizeof(**list));
	(*list)[(*n)++] = text;
	(*list)[*n] = NULL;
}

static void add_path(struct options *o, const char *path)
{
	add(o, &o->filter.paths, &o->filter.npaths, path);
}

void option__peer(struct options *o, const char *peer)
{
	add(o, &o->filter.peers, &o->filter.npeers, peer);
}

void option__trace_path(struct options *o, const char *path)
{
	add_path(o, path);
}

void option__trace_fds(struct options *o, const char *set)
{
	options__check_descriptors(o, set);
	o->filter.fds = set;
}

void option__until(struct options *o, const char *predicate)
{
	bool says_if = !strncmp(predicate, "if", 2) && isspace((unsigned char)predicate[2]);

	o->filter.until = predicate + (says_if ? 3 : 0);
}

void option__trace(struct options *o, const char *set)
{
	options__check_calls(o, set);
	o->trace = set;
}

void option__successful(struct options *o, const char *arg)
{
	o->status = "successful";
}

void option__failed(struct options *o, const char *arg)
{
	o->status = "failed";
}

void option__status(struct options *o, const char *set)
{
	static const unsigned bits[] = { 1, 2, 4, 8, 16 };

	/* checked here, because only some outputs make the library parse the set */
	options__parse_set(o, set, bits);
	o->status = set;
}

bool options__wants(const struct options *o, bool failed)
{
	const char *word = o->status ? o->status + (*o->status == '!') : "all";
	bool any = !strcmp(word, "all");

	for (; *word; word += strspn(word, ",")) {
		size_t len = strcspn(word, ",");
		const char *name = failed ? "failed" : "successful";

		any = any || (len == strlen(name) && !strncasecmp(word, name, len));
		word += len;
	}
	return any != (o->status && *o->status == '!');
}

/* ---- probes ---- */

void option__probe(struct options *o, const char *probe)
{
	o->probes = options__more(o, o->probes, o->nprobes + 1, sizeof(*o->probes));
	o->probes[o->nprobes++] = probe;
}

bool options__probes(const struct options *o)
{
	return o->nprobes || o->probe_rows;
}

void options__check_probes(const struct options *o)
{
	char why[256];

	for (unsigned i = 0; !o->probe_rows && i < o->nprobes; i++)
		if (sctrace_probe_check(o->probes[i], why, sizeof(why)))
			options__refuse(o, why);
}

/* ---- -P ---- */

/* Writes a path in C's quotes, as strace prints it. */
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

/*
 * Resolves a path in a process that init adopts. If the file system never answers, the process hangs, but sctrace need not
 * wait for it.
 */
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

/* realpath() within RESOLVE_MS. Returns malloc'd text, or NULL with errno: ETIMEDOUT if there was no answer. */
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

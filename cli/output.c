// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

/*
 * Like strace, reports the first text that cannot be written, drops it, and tries again with the next text; but a closed
 * pipe ends sctrace. Returns 0 or -EPIPE.
 */
static int write_failed(struct output *out, int err)
{
	if (err == EPIPE && !options__deaf(out->o)) {
		caught = SIGPIPE;
		return -EPIPE;
	}
	if (!out->write_err)
		complain(out->o, "%s: %s: output is missing there", out->path ?: out->o->output ?: "stderr",
			 strerror(err));
	out->write_err = err;
	return 0;
}

static int write_out(struct output *out, const char *p, size_t n)
{
	int fd = out->fd;

	while (n) {
		ssize_t w = write(fd, p, n);

		if (w < 0 && errno == EAGAIN) {
			struct pollfd pfd = { .fd = fd, .events = POLLOUT };

			poll(&pfd, 1, -1);
			continue;
		}
		if (w < 0 && errno != EINTR)
			return write_failed(out, errno);
		if (w > 0) {
			p += w;
			n -= (size_t)w;
		}
	}
	return 0;
}

/* True if the line belongs to the event of the line before: a frame of a stack (" > "), or bytes of a dump (" | "). */
static bool is_continued(const char *p, const char *end)
{
	const char *color = end - p > 1 && p[0] == '\033' ? memchr(p, 'm', (size_t)(end - p)) : NULL;

	if (color)
		p = color + 1;
	return end - p > 2 && p[0] == ' ' && (p[1] == '>' || p[1] == '|') && p[2] == ' ';
}

/* True if the line ends with "<unfinished ...>", so that another line resumes its call. */
static bool is_unfinished(const char *begin, const char *newline)
{
	static const char mark[] = " <unfinished ...>";
	size_t n = sizeof(mark) - 1;

	/* an escape sequence that ends the color may follow */
	if (newline > begin && newline[-1] == 'm') {
		const char *escape = memrchr(begin, '\033', (size_t)(newline - begin));

		newline = escape ?: newline;
	}
	if ((size_t)(newline - begin) < n || memcmp(newline - n + 1, mark + 1, n - 1))
		return false;
	/* a blank, or an escape sequence that begins the color, comes before */
	return newline[-(int)n] == ' ' || newline[-(int)n] == 'm';
}

/*
 * Returns how many of n bytes to write before --max-events is reached. All lines of an event come in one text, and a
 * line that ends with "<unfinished ...>" does not count as an event.
 */
static size_t limit_events(struct output *out, const char *p, size_t n)
{
	const char *begin = p, *end = p + n, *newline;

	if (!out->events_left)
		return n;
	while ((newline = memchr(p, '\n', (size_t)(end - p)))) {
		bool more = !out->json && is_continued(p, end);

		if (!more && !out->events_left)
			break;
		if (!more && !is_unfinished(begin, newline))
			out->events_left--;
		p = newline + 1;
	}
	if (out->events_left)
		return n;
	out->full = true;
	return (size_t)(p - begin);
}

int output__write(void *ctx, const char *p, size_t n)
{
	struct output *out = ctx;
	const char *end;

	if (!n || out->full)
		return 0;
	end = out->skip_rest ? memchr(p, '\n', n) : NULL;
	if (out->skip_rest && !out->off) {
		if (!end)
			return 0;
		out->skip_rest = false;
		n -= (size_t)(end + 1 - p);
		p = end + 1;
		if (!n)
			return 0;
	}
	out->open_line = p[n - 1] != '\n';
	return out->off ? 0 : write_out(out, p, limit_events(out, p, n));
}

void output__cut(struct output *out)
{
	out->off = out->o->scope.on || out->o->from;
	out->events_left = out->o->scope.max_events;
}

void output__switch(struct output *out, bool on)
{
	if (out->off != on)
		return;
	if (!on && out->open_line)
		output__write(out, " <unfinished ...>\n", 18);
	out->skip_rest = out->open_line;
	out->off = !on;
}

int output__write_lines(void *ctx, const char *p, size_t n)
{
	struct output *out = ctx;
	char *text = NULL;
	size_t size = 0;
	FILE *f;
	int err;

	if (!out->color.on)
		return output__write(ctx, p, n);
	f = open_memstream(&text, &size);
	if (!f)
		return -ENOMEM;
	color__put(&out->color, p, n, f);
	err = fclose(f) ? -ENOMEM : output__write(ctx, text, size);
	free(text);
	return err;
}

static int open_path(const char *path, bool append)
{
	return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
}

int output__file(struct output *out, const char *path, bool append)
{
	out->fd = open_path(path, append);
	if (out->fd < 0) {
		complain(out->o, "Can't fopen '%s': %s", path, strerror(errno));
		return 1;
	}
	out->path = path;
	color__init(&out->color, out->o->format.color, out->fd);
	return 0;
}

int output__pipe(struct output *out, const char *command)
{
	out->pipe = popen(command, "we");
	if (!out->pipe) {
		complain(out->o, "Can't popen '%s': %s", command, strerror(errno));
		return 1;
	}
	out->fd = fileno(out->pipe);
	color__init(&out->color, out->o->format.color, out->fd);
	return 0;
}

void output__standard(struct output *out, int fd)
{
	out->fd = fd;
	color__init(&out->color, out->o->format.color, fd);
}

void output__reopen(struct output *out)
{
	int fd = out->path ? open_path(out->path, true) : -1;

	if (!out->path)
		return;
	if (fd < 0) {
		complain(out->o, "Can't fopen '%s': %s: still writing to the old file", out->path, strerror(errno));
		return;
	}
	close(out->fd);
	out->fd = fd;
}

void output__close(struct output *out)
{
	if (out->pipe)
		pclose(out->pipe);
	else if (out->fd > STDERR_FILENO)
		close(out->fd);
	out->pipe = NULL;
	out->fd = -1;
}

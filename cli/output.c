// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

#define PATIENCE_MS 1000 /* ms to wait for a slow reader after a signal that ends sctrace */

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

/* True if there is a signal that ends this process. Signals are blocked except in waits, so it may be pending. */
static bool asked_to_end(const struct output *out)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t pending;

	if (caught || options__deaf(out->o) || sigpending(&pending))
		return caught;
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (sigismember(&pending, signals[i]))
			return true;
	return false;
}

/* Waits until the reader has taken something. Returns false if it has not, and a signal asks to end. */
static bool wait_room(struct output *out)
{
	struct pollfd pfd = { .fd = out->fd, .events = POLLOUT };

	do {
		if (!out->given_up && asked_to_end(out))
			out->given_up = now_ms() + PATIENCE_MS;
		if (out->given_up && now_ms() >= out->given_up)
			return false;
	} while (poll(&pfd, 1, 100) <= 0);
	return true;
}

static int write_out(struct output *out, const char *p, size_t n)
{
	int fd = out->fd, err;

	if (out->backlog.on) {
		err = backlog__write(&out->backlog, fd, p, n);
		while (!err && out->ending && out->backlog.len >= BACKLOG_FULL && wait_room(out))
			err = backlog__write(&out->backlog, fd, "", 0);
		return err ? write_failed(out, -err) : 0;
	}
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

/* Returns the number of events in a line about lost events, or 0. */
static uint64_t lost_in(const struct output *out, const char *line, const char *end)
{
	const char *begins = out->json ? "{\"type\":\"lost\"" : "+++ lost ", *before = out->json ? "\"lost\":" : begins,
		   *n;

	if (*line == '\033')
		line = memchr(line, 'm', (size_t)(end - line)) + 1;
	if ((size_t)(end - line) < strlen(begins) || strncmp(line, begins, strlen(begins)) != 0)
		return 0;
	n = memmem(line, (size_t)(end - line), before, strlen(before));
	return n ? strtoull(n + strlen(before), NULL, 10) : 0;
}

/*
 * Counts the lines of a text that is not written, without frames of stacks and bytes of dumps. What lines say about lost
 * events is written later.
 */
static void leave_out(struct output *out, const char *p, size_t n)
{
	const char *end = p + n, *newline;
	uint64_t lost;

	for (; (newline = memchr(p, '\n', (size_t)(end - p))); p = newline + 1) {
		lost = lost_in(out, p, newline);
		out->unsaid += lost;
		out->left.lines[LEFT_BY_SLOW] += !lost && (out->json || !is_continued(p, end));
	}
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
	if (out->off == OUTPUT_OFF_SLOW)
		leave_out(out, p, n);
	return out->off ? 0 : write_out(out, p, limit_events(out, p, n));
}

void output__cut(struct output *out)
{
	out->off = out->o->scope.on || out->o->from ? OUTPUT_OFF_SWITCH : 0;
	out->events_left = out->o->scope.max_events;
}

/* Sets or clears a reason why lines are not written. A line that is written in part ends as unfinished. */
static void set_off(struct output *out, enum output_off why, bool off)
{
	unsigned now = off ? out->off | why : out->off & ~(unsigned)why;

	if (!now != !out->off) {
		if (now && out->open_line)
			output__write(out, " <unfinished ...>\n", 18);
		out->skip_rest = out->open_line;
	}
	out->off = now;
}

void output__switch(struct output *out, bool on)
{
	set_off(out, OUTPUT_OFF_SWITCH, !on);
}

int output__tell(struct output *out)
{
	struct left_out news = left_out__since(&out->left, &out->told);
	char *text = NULL;
	size_t size = 0;
	FILE *f;
	int err;

	if (out->off || out->fd < 0 || !left_out__any(&news))
		return 0;
	f = open_memstream(&text, &size);
	if (!f)
		return -ENOMEM;
	if (out->json) {
		left_out__put_json(f, &news);
	} else {
		fputs("+++ left out ", f);
		left_out__put(f, &news);
		fputs(" +++\n", f);
	}
	if (out->unsaid)
		fprintf(f,
			out->json ? "{\"type\":\"lost\",\"lost\":%" PRIu64 "}\n" : "+++ lost %" PRIu64 " events +++\n",
			out->unsaid);
	out->unsaid = 0;
	err = fclose(f) ? -ENOMEM : write_out(out, text, size);
	free(text);
	out->told = out->left;
	return err;
}

/* ---- slow readers ---- */

/*
 * Opens the terminal of a standard stream once more: a write may wait although poll(2) has found it writable, and
 * O_NONBLOCK must not be set in the open file that other processes have. Returns whether out->fd is a new one.
 */
static bool reopen_terminal(struct output *out)
{
	char path[32];
	int fd;

	if (!isatty(out->fd))
		return false;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", out->fd);
	fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return false;
	out->fd = fd;
	return true;
}

void output__dont_wait(struct output *out)
{
	bool shared = out->fd >= 0 && !out->path && !out->pipe && out->fd <= STDERR_FILENO && !reopen_terminal(out);

	if (out->fd >= 0)
		backlog__init(&out->backlog, out->fd, shared);
}

bool output__behind(const struct output *out)
{
	return out->backlog.len >= BACKLOG_FULL && !(out->off & OUTPUT_OFF_SLOW);
}

int output__catch_up(struct output *out, bool leave_out)
{
	int err = out->backlog.len ? backlog__write(&out->backlog, out->fd, "", 0) : 0;

	if (err)
		return write_failed(out, -err);
	if (leave_out && output__behind(out))
		set_off(out, OUTPUT_OFF_SLOW, true);
	if (out->backlog.len || !(out->off & OUTPUT_OFF_SLOW))
		return 0;
	/* the end of this line is skipped when it comes */
	out->left.lines[LEFT_BY_SLOW] += out->open_line && out->off == OUTPUT_OFF_SLOW;
	set_off(out, OUTPUT_OFF_SLOW, false);
	return output__tell(out);
}

int output__drain(struct output *out)
{
	int err = output__tell(out) ?: output__catch_up(out, false);

	while (!err && out->backlog.len && wait_room(out))
		err = output__catch_up(out, false);
	if (out->backlog.len && !err) {
		leave_out(out, out->backlog.text, out->backlog.len);
		out->backlog.len = 0;
		out->off |= OUTPUT_OFF_SLOW;
	}
	return err;
}

int output__write_spans(void *ctx, const char *p, size_t n, const struct sctrace_span *spans, size_t nspans)
{
	struct output *out = ctx;
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int err;

	if (!f)
		return -ENOMEM;
	color__put(&out->color, p, n, spans, nspans, f);
	err = fclose(f) ? -ENOMEM : output__write(ctx, text, size);
	free(text);
	return err;
}

static int open_path(const char *path, bool append)
{
	return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (append ? O_APPEND : O_TRUNC), 0666);
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

rlim_t output_files_limit;

int output__pipe(struct output *out, const char *command)
{
	char *limited = NULL;

	if (output_files_limit &&
	    asprintf(&limited, "ulimit -S -n %llu; %s", (unsigned long long)output_files_limit, command) < 0)
		limited = NULL;
	out->pipe = popen(limited ?: command, "we");
	free(limited);
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
	if (out->backlog.on)
		output__dont_wait(out);
}

void output__close(struct output *out)
{
	backlog__free(&out->backlog);
	if (out->pipe)
		pclose(out->pipe);
	else if (out->fd > STDERR_FILENO)
		close(out->fd);
	out->pipe = NULL;
	out->fd = -1;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* --top: the rows of the last interval, redrawn in place. */
#include <ctype.h>
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "summary.h"

#define TEXT 200

struct line {
	char text[TEXT];
	uint64_t calls, errors, total, max;
	double avg;
	uint32_t under_way;
};

struct view {
	const struct options *o;
	struct line *lines;
	size_t n, cap;
	double seconds; /* of the interval shown */
	char sort;
	char filter[64];
	bool typing, paused, failed;
};

/* ---- rows ---- */

static void put(struct line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(struct line *l, const char *fmt, ...)
{
	size_t len = strlen(l->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(l->text + len, sizeof(l->text) - len, fmt, ap);
	va_end(ap);
}

static bool asked(const char *by, const char *key)
{
	const char *at = strstr(by, key);

	return at && (at == by || at[-1] == ',') && strchr(",", at[strlen(key)]);
}

/* What a row is of. Names are a stranger's: bytes that mean something to the terminal become '?'. */
static void describe(struct line *l, const struct sctrace_stat *r, const char *by)
{
	if (r->other)
		put(l, "other ");
	if (asked(by, "comm"))
		put(l, "%-16s ", r->comm ?: "-");
	if (asked(by, "pid"))
		put(l, "%7u ", r->pid);
	if (asked(by, "tid"))
		put(l, "%7u ", r->tid);
	if (asked(by, "uid"))
		put(l, "%5u ", r->uid);
	if (asked(by, "syscall"))
		put(l, "%-16s ", r->name ?: "-");
	if (asked(by, "errno"))
		put(l, "%-12s ", r->error ? strerrorname_np((int)r->error) ?: "?" : "-");
	if (asked(by, "cgroup"))
		put(l, "%s ", r->cgroup ?: "-");
	if (asked(by, "file"))
		put(l, "%s ", r->file ?: "-");
	if (asked(by, "peer"))
		put(l, "%s ", r->peer ?: "-");
	for (char *p = l->text; *p; p++)
		if (!isprint((unsigned char)*p))
			*p = '?';
}

static const char *keys(const struct view *v)
{
	return v->o->sum.by ?: "comm,tid,syscall";
}

static int collect(void *ctx, const struct sctrace_stat *r)
{
	struct view *v = ctx;
	struct line *l;

	if ((!r->calls && !r->under_way) || (r->error && !v->o->sum.by))
		return 0;
	if (v->n == v->cap) {
		size_t cap = v->cap ? 2 * v->cap : 256;

		l = realloc(v->lines, cap * sizeof(*l));
		if (!l)
			return -ENOMEM;
		v->lines = l;
		v->cap = cap;
	}
	l = &v->lines[v->n];
	*l = (struct line){ .calls = r->calls,
			    .errors = r->errors,
			    .total = r->total,
			    .max = r->max,
			    .avg = r->avg,
			    .under_way = r->under_way };
	describe(l, r, keys(v));
	v->n++;
	return 0;
}

/* ---- order ---- */

static double weight(const struct line *l, char sort)
{
	switch (sort) {
	case 't':
		return (double)l->total;
	case 'a':
		return l->avg;
	case 'm':
		return (double)l->max;
	case 'e':
		return (double)l->errors;
	}
	return (double)l->calls;
}

static int compare(const void *a, const void *b, void *sort)
{
	double x = weight(a, *(char *)sort), y = weight(b, *(char *)sort);

	return x != y ? (x < y) - (x > y) : strcmp(((const struct line *)a)->text, ((const struct line *)b)->text);
}

/* ---- screen ---- */

static void draw_title(const struct view *v, uint64_t calls)
{
	static const char names[][8] = { "calls", "time", "avg", "max", "errors" };
	size_t s = strchr("ctame", v->sort) - "ctame";

	attron(A_BOLD);
	mvprintw(0, 0, "%.0f calls/s  by %s  sorted by %s%s", v->seconds > 0 ? (double)calls / v->seconds : 0, keys(v),
		 names[s], v->paused ? "  paused" : "");
	attroff(A_BOLD);
	if (v->typing || v->filter[0])
		mvprintw(1, 0, "filter: %s%s", v->filter, v->typing ? "_" : "");
	else
		mvaddstr(1, 0, "sort: c calls, t time, a avg, m max, e errors   / filter   space pause   q quit");
	attron(A_REVERSE);
	mvhline(2, 0, ' ', COLS);
	mvprintw(2, 0, "%10s %8s %11s %9s %9s  %s", "calls/s", "errors", "total ms", "avg ms", "max ms", keys(v));
	attroff(A_REVERSE);
}

static void draw(struct view *v)
{
	uint64_t calls = 0;
	int y = 3;

	for (size_t i = 0; i < v->n; i++)
		calls += v->lines[i].calls;
	qsort_r(v->lines, v->n, sizeof(*v->lines), compare, &v->sort);
	erase();
	draw_title(v, calls);
	for (size_t i = 0; i < v->n && y < LINES; i++) {
		const struct line *l = &v->lines[i];
		char row[TEXT + 64];

		if (v->filter[0] && !strstr(l->text, v->filter))
			continue;
		snprintf(row, sizeof(row), "%10.1f %8llu %11.3f %9.3f %9.3f  %s%s",
			 v->seconds > 0 ? (double)l->calls / v->seconds : 0, (unsigned long long)l->errors,
			 (double)l->total / 1e6, l->avg / 1e6, (double)l->max / 1e6, l->text,
			 l->under_way && !l->calls ? "(under way)" : "");
		mvaddnstr(y++, 0, row, COLS);
	}
	refresh();
}

/* ---- keys ---- */

static void type(struct view *v, int c)
{
	size_t len = strlen(v->filter);

	if (c == '\n' || c == '\r' || c == KEY_ENTER) {
		v->typing = false;
	} else if (c == 27) {
		v->typing = false;
		v->filter[0] = '\0';
	} else if (c == KEY_BACKSPACE || c == 127 || c == '\b') {
		if (len)
			v->filter[len - 1] = '\0';
	} else if (c < 256 && isprint(c) && len + 1 < sizeof(v->filter)) {
		v->filter[len] = (char)c;
		v->filter[len + 1] = '\0';
	}
}

/* false: quit */
static bool handle_keys(struct view *v)
{
	int c;

	while ((c = getch()) != ERR) {
		if (v->typing)
			type(v, c);
		else if (c == 'q' || c == 'Q')
			return false;
		else if (c == '/')
			v->typing = true;
		else if (c == ' ')
			v->paused = !v->paused;
		else if (c == 27)
			v->filter[0] = '\0';
		else if (c < 128 && c > 0 && strchr("ctame", c))
			v->sort = (char)c;
	}
	draw(v);
	return true;
}

/* The last interval's rows. 0 or -errno. */
static int refill(struct view *v, struct sctrace_stats *stats, int64_t *since)
{
	int64_t now = now_ms();
	int err = sctrace_stats_read(stats);

	if (err)
		return err;
	if (!v->paused) {
		v->n = 0;
		v->seconds = (double)(now - *since) / 1e3;
		err = sctrace_stats_each(stats, collect, v);
	}
	*since = now;
	sctrace_stats_reset(stats);
	return err;
}

static int loop(struct view *v, const struct session *s, struct sctrace_stats *stats, const sigset_t *mask)
{
	int64_t step = (int64_t)((v->o->sum.interval > 0 ? v->o->sum.interval : 1) * 1e3), since = now_ms();
	int64_t next = since + step, end = v->o->sum.seconds > 0 ? since + (int64_t)(v->o->sum.seconds * 1e3) : 0;
	struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN },
				{ .fd = sctrace_stats_fd(stats), .events = POLLIN } };

	draw(v);
	for (;;) {
		int64_t left = next - now_ms();
		struct timespec ts = { left > 0 ? left / 1000 : 0, left > 0 ? left % 1000 * 1000000 : 0 };
		int err = 0;

		ppoll(fds, 2, &ts, mask);
		if (caught || (end && now_ms() >= end) || (fds[0].revents & (POLLHUP | POLLERR)))
			return 0;
		if (fds[1].revents & POLLIN)
			err = sctrace_stats_read(stats);
		if (!err && now_ms() >= next) {
			err = refill(v, stats, &since);
			next = since + step;
			if (!err && s->o->npids + !!s->child && !sctrace_stats_tasks(stats))
				return 0;
		}
		if (err)
			return err;
		if (!handle_keys(v))
			return 0;
	}
}

int top(struct session *s, struct sctrace_stats *stats, const sigset_t *mask)
{
	struct view v = { .o = s->o, .sort = s->o->sum.sort && !strcmp(s->o->sum.sort, "time") ? 't' : 'c' };
	SCREEN *screen = newterm(NULL, stdout, stdin);
	int err;

	if (!screen) {
		complain(s->o, "--top cannot use this terminal (TERM=%s); give it a number of rows: --top 20",
			 getenv("TERM") ?: "");
		return -ENOTTY;
	}
	cbreak();
	noecho();
	curs_set(0);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	err = loop(&v, s, stats, mask);
	endwin();
	delscreen(screen);
	free(v.lines);
	return err;
}

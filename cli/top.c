// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* --top: the rows of the last interval, redrawn in place. */
#include <ctype.h>
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_stats.h"

#define TEXT 200
#define SORTS "ctamewn"
#define HELP "sort: c)alls t)ime a)vg m)ax e)rrors w)ait n)ame  /) filter  space) pause  q)uit"
#define NUMBERS 58    /* columns that the numbers of a row take */
#define KEYS_LEAST 16 /* columns that are left for its keys in any case */

/* How a key's member of struct sctrace_stat is read: a text, a number or the number of an error. */
enum kind { CALL, NUM, COMM, CGROUP, ERRNO, NAME };

static const struct column {
	const char *name;
	enum kind kind;
	int width; /* negative: flush left */
	size_t at; /* in struct sctrace_stat */
} columns[] = {
#define KEY(id, bit, kind, member, stat, name, width, ...) { name, kind, width, offsetof(struct sctrace_stat, stat) },
#include "tables/keys.def"
};

#define NKEYS (sizeof(columns) / sizeof(columns[0]))

/* Fills list with the keys that were asked for, in that order; returns how many. */
static unsigned keys_of(const char *by, const struct column **list)
{
	unsigned n = 0;

	for (const char *w = by; n < NKEYS; w++) {
		size_t len = strcspn(w, ",");

		for (const struct column *c = columns; c < columns + NKEYS; c++)
			if (strlen(c->name) == len && !strncmp(c->name, w, len))
				list[n++] = c;
		w += len;
		if (!*w)
			break;
	}
	return n;
}

struct line {
	char text[TEXT];
	uint64_t calls, errors, total, max;
	double avg;
	uint64_t age; /* of the oldest call in progress */
};

struct view {
	const struct options *o;
	struct line *lines;
	size_t n, cap;
	const struct column *keys[NKEYS];
	unsigned nkeys;
	double seconds; /* of the interval shown */
	char sort;
	size_t skip; /* lines scrolled */
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

static void put_text(struct line *l, const struct column *c, const char *text)
{
	put(l, "%*s ", c->width, text ?: "-");
}

static void put_key(struct line *l, const struct column *c, const struct sctrace_stat *r)
{
	const void *value = (const char *)r + c->at;
	uint32_t number = c->kind == NUM || c->kind == ERRNO ? *(const uint32_t *)value : 0;

	if (c->kind == NUM)
		put(l, "%*u ", c->width, number);
	else if (c->kind == ERRNO)
		put_text(l, c, number ? strerrorname_np((int)number) ?: "?" : NULL);
	else
		put_text(l, c, *(const char *const *)value);
}

/* The key that sorts as -S says. */
static char sort_of(const char *sort)
{
	static const char *const names[] = { "calls", "time", "avg-time", "max-time", "errors" };

	for (size_t i = 0; sort && i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(sort, names[i]))
			return SORTS[i];
	return 't';
}

/* What a row is of. Names are a stranger's: bytes that mean something to the terminal become '?'. */
static void describe(struct line *l, const struct sctrace_stat *r, const struct view *v)
{
	if (r->other)
		put(l, "other ");
	for (unsigned i = 0; i < v->nkeys; i++)
		put_key(l, v->keys[i], r);
	for (char *p = l->text; *p; p++)
		if (!isprint((unsigned char)*p))
			*p = '?';
}

static const char *keys(const struct view *v)
{
	return v->o->stats.by ?: "comm,tid,syscall";
}

static int collect(void *ctx, const struct sctrace_stat *r)
{
	struct view *v = ctx;
	struct line *l;

	if ((!r->calls && !r->in_progress) || r->waiting || (r->error && !v->o->stats.by))
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
			    .age = r->in_progress ? r->oldest : 0 };
	describe(l, r, v);
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
	case 'w':
		return (double)l->age;
	}
	return (double)l->calls;
}

static int compare(const void *a, const void *b, void *sort)
{
	const struct line *l = a, *m = b;
	double x = weight(l, *(char *)sort), y = weight(m, *(char *)sort);

	if (*(char *)sort == 'n')
		return strcmp(l->text, m->text);
	if (x != y)
		return (x < y) - (x > y);
	/* those without any: what waits longest is what somebody looks for */
	if (l->age != m->age)
		return (l->age < m->age) - (l->age > m->age);
	return strcmp(l->text, m->text);
}

/* ---- screen ---- */

/* "0.3s", "40min", "2d"; "?": since before the start. */
static const char *age_text(uint64_t age, char *text, size_t size)
{
	double s = (double)age / 1e9;

	if (!age)
		return "-";
	if (age == UINT64_MAX)
		return "?";
	if (s < 600)
		snprintf(text, size, "%.1fs", s);
	else if (s < 36000)
		snprintf(text, size, "%.0fmin", s / 60);
	else if (s < 10 * 86400)
		snprintf(text, size, "%.0fh", s / 3600);
	else
		snprintf(text, size, "%.0fd", s / 86400);
	return text;
}

/* No line goes on in the next one. */
static void at(int y, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void at(int y, const char *fmt, ...)
{
	char text[TEXT + 128];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (y < LINES)
		mvaddnstr(y, 0, text, COLS);
}

/* The width of the keys' column: as wide as the longest that is shown, if the numbers have room next to it. */
static int keys_width(const struct view *v, const struct line *head)
{
	size_t most = COLS > NUMBERS + KEYS_LEAST ? (size_t)COLS - NUMBERS : KEYS_LEAST, width = strlen(head->text);

	for (size_t i = 0; i < v->n && width < most; i++)
		if (strlen(v->lines[i].text) > width)
			width = strlen(v->lines[i].text);
	return (int)(width < most ? width : most);
}

/* Returns the width of the keys' column. */
static int draw_title(const struct view *v, uint64_t calls)
{
	static const char names[][8] = { "calls", "time", "avg", "max", "errors", "waiting", "name" };
	size_t s = (size_t)(strchr(SORTS, v->sort) - SORTS);
	struct line head = {};
	int width;

	attron(A_BOLD);
	at(0, "%.0f calls/s  by %s  sorted by %s%s", v->seconds > 0 ? (double)calls / v->seconds : 0, keys(v), names[s],
	   v->paused ? "  paused" : "");
	attroff(A_BOLD);
	if (v->typing || v->filter[0])
		at(1, "filter: %s%s", v->filter, v->typing ? "_" : "");
	else
		at(1, HELP);
	for (unsigned i = 0; i < v->nkeys; i++)
		put_text(&head, v->keys[i], v->keys[i]->name);
	width = keys_width(v, &head);
	attron(A_REVERSE);
	if (LINES > 2)
		mvhline(2, 0, ' ', COLS);
	at(2, "%-*.*s %10s %7s %10s %9s %9s %7s", width, width, head.text, "calls/s", "errors", "total ms", "avg ms",
	   "max ms", "waiting");
	attroff(A_REVERSE);
	return width;
}

static bool wanted(const struct view *v, const struct line *l)
{
	return !v->filter[0] || strstr(l->text, v->filter);
}

static void draw(struct view *v)
{
	uint64_t calls = 0;
	size_t n = 0, page = LINES > 3 ? (size_t)LINES - 3 : 1, skip;
	int y = 3, width;

	for (size_t i = 0; i < v->n; i++) {
		calls += v->lines[i].calls;
		n += wanted(v, &v->lines[i]);
	}
	qsort_r(v->lines, v->n, sizeof(*v->lines), compare, &v->sort);
	if (v->skip + page > n)
		v->skip = n > page ? n - page : 0;
	skip = v->skip;
	erase();
	width = draw_title(v, calls);
	for (size_t i = 0; i < v->n && y < LINES; i++) {
		const struct line *l = &v->lines[i];
		char age[24];

		if (!wanted(v, l) || (skip && skip--))
			continue;
		at(y++, "%-*.*s %10.1f %7llu %10.3f %9.3f %9.3f %7s", width, width, l->text,
		   v->seconds > 0 ? (double)l->calls / v->seconds : 0, (unsigned long long)l->errors,
		   (double)l->total / 1e6, l->avg / 1e6, (double)l->max / 1e6, age_text(l->age, age, sizeof(age)));
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

static void scroll_by(struct view *v, int c)
{
	size_t page = LINES > 3 ? (size_t)LINES - 3 : 1;

	if (c == KEY_HOME)
		v->skip = 0;
	else if (c == KEY_END)
		v->skip = v->n;
	else if (c == KEY_DOWN || c == KEY_NPAGE)
		v->skip += c == KEY_DOWN ? 1 : page;
	else if (c == KEY_UP || c == KEY_PPAGE)
		v->skip -= c == KEY_UP ? v->skip > 0 : v->skip > page ? page : v->skip;
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
		else if (c < 128 && c > 0 && strchr(SORTS, c))
			v->sort = (char)c;
		else
			scroll_by(v, c);
	}
	draw(v);
	return true;
}

/* The last interval's rows. 0 or -errno. */
static int refill(struct view *v, struct session *s, struct sctrace_stats *stats, int64_t *since)
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
	run_stats__reset(s, stats);
	return err;
}

static int loop(struct view *v, struct session *s, struct sctrace_stats *stats, const sigset_t *mask)
{
	int64_t step = (int64_t)((v->o->stats.interval > 0 ? v->o->stats.interval : 1) * 1e3), since = now_ms();
	int64_t next = since + step, end = v->o->stats.seconds > 0 ? since + (int64_t)(v->o->stats.seconds * 1e3) : 0;
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
			err = refill(v, s, stats, &since);
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
	struct view v = { .o = s->o, .sort = sort_of(s->o->stats.sort) };
	SCREEN *screen = newterm(NULL, stdout, stdin);
	int err;

	v.nkeys = keys_of(keys(&v), v.keys);

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

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* --top: the rows of the last interval, redrawn in place. */
#include <ctype.h>
#include <curses.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_stats.h"
#include "top_rows.h"

#define HELP "sort: c)alls t)ime a)vg m)ax e)rrors w)ait n)ame  /) filter  space) pause  ?) help  q)uit"
#define HELP_SHORT "sort: c t a m e w n  /) filter  space) pause  ?) help  q)uit"
#define HELP_LEAST "?) help  q)uit"
#define HEAD 3 /* lines above the rows */

struct view {
	const struct options *o;
	struct top_rows rows;
	struct layout layout;
	/* width of each number's column since the terminal's size changed; columns do not become narrower */
	int widest[NNUMBERS];
	double seconds; /* of the interval shown */
	size_t skip;	/* lines scrolled */
	int first;	/* columns scrolled */
	char filter[64];
	bool typing, paused, help;
};

static const char *keys(const struct view *v)
{
	return v->o->stats.by ?: "comm,tid,syscall";
}

static int collect(void *ctx, const struct sctrace_stat *r)
{
	struct view *v = ctx;

	if ((!r->calls && !r->in_progress) || r->waiting || (r->error && !v->o->stats.by))
		return 0;
	return top_rows__add(&v->rows, r);
}

/* ---- screen ---- */

/* Prints a line of the screen. If it is too long, it is cut and ends with '>'. */
static void print_at(int y, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void print_at(int y, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (y >= LINES)
		return;
	mvaddnstr(y, 0, text, COLS);
	if (n > COLS)
		mvaddch(y, COLS - 1, '>');
}

/* Returns the longest line of help that fits. */
static const char *help_line(void)
{
	if (COLS >= (int)sizeof(HELP) - 1)
		return HELP;
	return COLS >= (int)sizeof(HELP_SHORT) - 1 ? HELP_SHORT : HELP_LEAST;
}

static void draw_title(const struct view *v, uint64_t calls)
{
	attron(A_BOLD);
	print_at(0, "%.0f calls/s  by %s  sorted by %s%s", v->seconds > 0 ? (double)calls / v->seconds : 0, keys(v),
		 top_rows__sorted_by(&v->rows), v->paused ? "  paused" : "");
	attroff(A_BOLD);
	if (v->typing || v->filter[0])
		print_at(1, "filter: %s%s", v->filter, v->typing ? "_" : "");
	else
		print_at(1, "%s", help_line());
}

/* Draws one line of columns: the titles, or a row. */
static void draw_line(const struct view *v, int y, const struct top_row *row)
{
	const struct layout *l = &v->layout;
	int x = l->more_left ? 2 : 0;

	for (int i = 0; i < l->n; i++) {
		const struct layout_column *c = &l->columns[i];
		char text[512];

		if (!c->width)
			continue;
		if (!row)
			snprintf(text, sizeof(text), "%.*s", c->width, c->title);
		else if (c->number < 0)
			top_rows__cut(&v->rows, row, (unsigned)i, c->width, text, sizeof(text));
		else
			top_rows__number(row, (enum number)c->number, v->seconds, text, sizeof(text));
		move(y, x);
		printw(c->flush_left ? "%-*s" : "%*s", c->width, text);
		x += c->width + 1;
	}
}

/* Draws the titles, with a '<' or '>' on a side where columns are hidden or cut. */
static void draw_head(const struct view *v)
{
	int y = HEAD - 1;

	if (LINES <= y)
		return;
	attron(A_REVERSE);
	mvhline(y, 0, ' ', COLS);
	draw_line(v, y, NULL);
	if (v->layout.more_left)
		mvaddch(y, 0, '<');
	if (v->layout.more_right)
		mvaddch(y, COLS - 1, '>');
	attroff(A_REVERSE);
}

static bool filter_matches(const struct view *v, const struct top_row *r)
{
	return !v->filter[0] || top_rows__has(&v->rows, r, v->filter);
}

static size_t page(void)
{
	return LINES > HEAD ? (size_t)(LINES - HEAD) : 1;
}

/* Gives the columns the widths that the rows on the screen need. */
static void lay_out(struct view *v, const struct top_row *const *rows, size_t n)
{
	struct layout *l = &v->layout;

	l->first = v->first;
	top_rows__columns(&v->rows, l);
	for (size_t i = 0; i < n; i++)
		top_rows__widen(&v->rows, rows[i], v->seconds, l);
	for (int i = 0; i < l->n; i++) {
		struct layout_column *c = &l->columns[i];

		if (c->number < 0)
			continue;
		if (c->natural > v->widest[c->number])
			v->widest[c->number] = c->natural;
		c->natural = c->uncut = v->widest[c->number];
	}
	layout__fit(l, COLS);
}

struct place {
	int y, x;
};

/* Writes a word after what is on the line, or on the next line if this one has no room. */
static void put_word(struct place *p, const char *word)
{
	int n = (int)strlen(word);

	if (p->x && p->x + 1 + n > COLS)
		*p = (struct place){ p->y + 1, 1 };
	p->x += p->x > 0;
	if (p->y < LINES && p->x < COLS)
		mvaddnstr(p->y, p->x, word, COLS - p->x);
	p->x += n;
}

/* Draws the titles of the columns that are hidden or cut. Returns the number of the next line. */
static int draw_hidden(const struct view *v)
{
	static const char *const what[] = { "scrolled away:", "hidden:", "cut:" };
	const struct layout *l = &v->layout;
	struct place p = {};

	for (int k = 0; k < 3; k++) {
		bool any = false;

		put_word(&p, what[k]);
		for (int i = 0; i < l->n; i++) {
			const struct layout_column *c = &l->columns[i];
			int is = i < l->first ? 0 : !c->width ? 1 : layout__cuts(c) ? 2 : 3;
			char word[32];

			if (is != k)
				continue;
			snprintf(word, sizeof(word), "%s;", c->title);
			put_word(&p, word);
			any = true;
		}
		if (!any)
			put_word(&p, "nothing");
		p = (struct place){ p.y + 1, 0 };
	}
	return p.y;
}

/* Draws what is hidden and what the keys do, instead of the rows. Counting goes on. */
static void draw_help(const struct view *v)
{
	static const char *const lines[] = {
		"c t a m e w n  sort: calls time avg max errors waiting name",
		"left, right    scroll the columns",
		"up, down       scroll the rows: page up, page down,",
		"               home, end too",
		"/              only rows with a text (Escape: all again)",
		"space          pause, go on",
		"q              quit",
		"any key: back to the rows",
	};
	int y;

	erase();
	y = draw_hidden(v) + 1;
	for (int i = 0; i < (int)(sizeof(lines) / sizeof(lines[0])); i++)
		print_at(y + i, "%s", lines[i]);
	refresh();
}

static void draw(struct view *v)
{
	const struct top_row *shown[page()];
	uint64_t calls = 0;
	size_t n = 0, skip, count = 0;

	top_rows__sort(&v->rows);
	for (size_t i = 0; i < v->rows.n; i++) {
		calls += v->rows.rows[i].calls;
		n += filter_matches(v, &v->rows.rows[i]);
	}
	if (v->skip + page() > n)
		v->skip = n > page() ? n - page() : 0;
	skip = v->skip;
	for (size_t i = 0; i < v->rows.n && count < page(); i++) {
		const struct top_row *r = &v->rows.rows[i];

		if (filter_matches(v, r) && !(skip && skip--))
			shown[count++] = r;
	}
	lay_out(v, shown, count);
	if (v->help) {
		draw_help(v);
		return;
	}
	erase();
	draw_title(v, calls);
	draw_head(v);
	for (size_t i = 0; i < count && HEAD + (int)i < LINES; i++)
		draw_line(v, HEAD + (int)i, shown[i]);
	refresh();
}

/* ---- keys ---- */

static void edit_filter(struct view *v, int c)
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
	if (c == KEY_LEFT)
		v->first -= v->first > 0;
	else if (c == KEY_RIGHT)
		v->first += v->layout.more_right && v->first + 1 < v->layout.n;
	else if (c == KEY_HOME)
		v->skip = 0;
	else if (c == KEY_END)
		v->skip = v->rows.n;
	else if (c == KEY_DOWN || c == KEY_NPAGE)
		v->skip += c == KEY_DOWN ? 1 : page();
	else if (c == KEY_UP || c == KEY_PPAGE)
		v->skip -= c == KEY_UP ? v->skip > 0 : v->skip > page() ? page() : v->skip;
}

/* Handles all keys that were pressed, and redraws. Returns false to quit. */
static bool handle_keys(struct view *v)
{
	int c;

	while ((c = getch()) != ERR) {
		if (c == KEY_RESIZE)
			memset(v->widest, 0, sizeof(v->widest));
		else if (v->help)
			v->help = false;
		else if (v->typing)
			edit_filter(v, c);
		else if (c == 'q' || c == 'Q')
			return false;
		else if (c == '/')
			v->typing = true;
		else if (c == '?')
			v->help = true;
		else if (c == ' ')
			v->paused = !v->paused;
		else if (c == 27)
			v->filter[0] = '\0';
		else if (c < 128 && c > 0 && strchr(TOP_SORTS, c))
			v->rows.sort = (char)c;
		else
			scroll_by(v, c);
	}
	draw(v);
	return true;
}

/* Reads the rows of the interval that ends now. Returns 0 or -errno. */
static int refill(struct view *v, struct session *s, struct sctrace_stats *stats, int64_t *since)
{
	int64_t now = now_ms();
	int err = sctrace_stats_read(stats);

	if (err)
		return err;
	if (!v->paused) {
		top_rows__clear(&v->rows);
		v->seconds = (double)(now - *since) / 1e3;
		err = sctrace_stats_each(stats, collect, v);
	}
	*since = now;
	run_stats__reset(s, stats);
	return err;
}

static int loop(struct view *v, struct session *s, struct sctrace_stats *stats, struct when *when, const sigset_t *mask)
{
	int64_t step = (int64_t)((v->o->stats.interval > 0 ? v->o->stats.interval : 1) * 1e3), since = now_ms();
	int64_t next = since + step;
	struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN },
				{ .fd = sctrace_stats_fd(stats), .events = POLLIN } };

	draw(v);
	for (;;) {
		int64_t left = next - now_ms();
		int ms = when__timeout(when, left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left);
		struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };
		int err = 0;

		ppoll(fds, 2, &ts, mask);
		if (caught || session__command_ended(s) || when__over(when) || (fds[0].revents & (POLLHUP | POLLERR)))
			return 0;
		if (fds[1].revents & POLLIN)
			err = sctrace_stats_read(stats);
		if (!err && when__begins(when))
			err = sctrace_stats_resume(stats);
		if (!err && now_ms() >= next) {
			err = refill(v, s, stats, &since);
			next = since + step;
			if (!err && !options__no_targets(s->o) && !sctrace_stats_tasks(stats))
				return 0;
		}
		if (err)
			return err;
		if (!handle_keys(v))
			return 0;
	}
}

int top(struct session *s, struct sctrace_stats *stats, struct when *when, const sigset_t *mask)
{
	struct view v = { .o = s->o };
	SCREEN *screen = newterm(NULL, stdout, stdin);
	int err;

	top_rows__init(&v.rows, keys(&v), s->o->stats.live_sort);
	if (!screen) {
		complain(s->o, "--top cannot use this terminal (TERM=%s): give a number of rows (--top 20)",
			 getenv("TERM") ?: "");
		return -ENOTTY;
	}
	cbreak();
	noecho();
	curs_set(0);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	err = loop(&v, s, stats, when, mask);
	endwin();
	delscreen(screen);
	top_rows__free(&v.rows);
	return err;
}

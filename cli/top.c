// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* --top: the terminal, and the rows of each interval. What is shown is in top_view.c. */
#include <curses.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_stats.h"
#include "sinks.h"
#include "top.h"
#include "top_source.h"
#include "top_trace.h"
#include "top_view.h"

struct top {
	struct session *s;
	struct sctrace_stats *stats;  /* NULL: the table is made from events */
	struct sinks *sinks;	      /* the sinks that make the table from events, or NULL if the kernel makes it */
	struct sctrace_stats *detail; /* statistics of the opened row, or NULL */
	int64_t opened;		      /* ms: the time when its statistics began */
	struct top_trace trace;	      /* the slow calls of the opened row, while they are shown */
	bool untraced;		      /* this trace could not be opened */
	struct when *when;
	const sigset_t *mask;
	bool keyed; /* stats are by keys, not by thread and call */
	struct top_view view;
	struct screen screen;
	SCREEN *terminal;
	bool stale;	     /* the screen is older than the rows */
	bool begun;	     /* --delay is over */
	int64_t since, next; /* ms: the beginning and the end of the interval */
};

/* Returns the length of an interval, ms. */
static int step_ms(const struct top *t)
{
	return (int)((t->s->o->stats.interval > 0 ? t->s->o->stats.interval : 1) * 1e3);
}

/* ---- rows ---- */

static int collect(void *ctx, const struct sctrace_stat *r)
{
	struct top *t = ctx;

	/* the calls in progress by the keys of the table come from sctrace_stats_waits() */
	if ((!r->calls && !r->in_progress) || r->waiting || (r->error && !t->keyed))
		return 0;
	return top_rows__add(&t->view.table.rows, r);
}

static int collect_wait(void *ctx, const struct sctrace_stat *r)
{
	struct top *t = ctx;

	return top_rows__add(&t->view.table.rows, r);
}

static int collect_detail(void *ctx, const struct sctrace_stat *r)
{
	struct top *t = ctx;

	return r->waiting ? 0 : top_detail__add(t->view.detail, r);
}

/* Returns whether there are statistics of the row that is opened. */
static bool is_opened(const struct top *t)
{
	return t->detail || (t->sinks && sinks__rows(t->sinks, true));
}

/* Reads the rows of the row that is opened. */
static int refill_detail(struct top *t)
{
	struct top_detail *d = t->view.detail;
	int err;

	if (!is_opened(t) || t->view.paused)
		return 0;
	err = t->detail ? sctrace_stats_read(t->detail) : 0;
	top_detail__begin(d, (double)(now_ms() - t->opened) / 1e3);
	if (!err)
		err = t->detail ? sctrace_stats_each(t->detail, collect_detail, t)
				: sctrace_event_stats_each(sinks__rows(t->sinks, true), collect_detail, t);
	return top_detail__end(d) ?: err;
}

static int collect_rows(struct top *t)
{
	int err;

	if (t->sinks)
		return sctrace_event_stats_each(sinks__rows(t->sinks, false), collect, t);
	err = sctrace_stats_each(t->stats, collect, t);
	return err || !t->keyed ? err : sctrace_stats_waits(t->stats, collect_wait, t);
}

/* Sets the rows to 0, for the next interval. */
static void reset_rows(struct top *t)
{
	struct sctrace_event_stats *rows = t->sinks ? sinks__rows(t->sinks, false) : NULL;

	if (!rows) {
		run_stats__reset(t->s, t->stats);
		return;
	}
	t->s->others += sctrace_event_stats_other(rows);
	sctrace_event_stats_reset(rows);
}

/* Reads the rows of the interval that ends now. Returns 0 or -errno. */
static int refill(struct top *t)
{
	int64_t now = now_ms();
	int err = t->stats ? sctrace_stats_read(t->stats) : 0;

	if (!err && !t->view.paused) {
		top_view__begin(&t->view, (double)(now - t->since) / 1e3);
		err = collect_rows(t);
		err = top_view__end(&t->view) ?: err;
	}
	if (!err)
		reset_rows(t);
	t->since = now;
	t->next = now + step_ms(t);
	/* a command that shares the terminal may have written to it */
	if (t->s->child)
		redrawwin(stdscr);
	t->stale = true;
	return err ? err : refill_detail(t);
}

/* ---- other statistics ---- */

static void close_detail(struct top *t)
{
	top_trace__close(&t->trace);
	t->untraced = false;
	sctrace_stats_close(t->detail);
	t->detail = NULL;
	if (t->sinks)
		sinks__close_detail(t->sinks);
}

/* Returns whether other statistics can be opened; if not, the view gets a message. */
static bool can_open(struct top *t)
{
	if (t->begun)
		return true;
	snprintf(t->view.message, sizeof(t->view.message), "--delay is not over: nothing is counted yet");
	return false;
}

static void say_why(struct top *t)
{
	snprintf(t->view.message, sizeof(t->view.message), "%s", t->s->why);
}

/* Counts by the keys that were chosen. The old statistics stay if that fails. */
static void regroup(struct top *t)
{
	struct sctrace_stats *stats;
	struct top_scope scope;

	if (!can_open(t))
		return;
	top_scope__init(&scope, t->s->o, NULL, NULL);
	if (top_source__stats(&stats, t->s, &scope, t->view.wanted, false)) {
		say_why(t);
		return;
	}
	close_detail(t);
	sctrace_stats_close(t->stats);
	t->stats = stats;
	t->keyed = true;
	t->since = now_ms();
	t->next = t->since + step_ms(t);
	top_view__regroup(&t->view, t->view.wanted);
}

static int open_stats(struct top *t)
{
	const struct top_detail *d = t->view.detail;
	struct top_scope scope;

	if (t->sinks)
		return sinks__open_detail(t->sinks, d->by);
	top_scope__init(&scope, t->s->o, d->rows, d->row);
	return top_source__stats(&t->detail, t->s, &scope, d->by, true);
}

/* Opens statistics for the selected row. */
static void open_detail(struct top *t)
{
	if (can_open(t)) {
		if (!open_stats(t)) {
			t->opened = now_ms();
			t->next = t->opened + step_ms(t);
			return;
		}
		say_why(t);
	}
	top_view__close(&t->view);
}

/* Traces slow calls while they are shown. */
static void follow_slow(struct top *t)
{
	struct top_detail *d = t->view.detail;

	if (!d || d->tabs[d->tab].kind != TAB_SLOW) {
		top_trace__close(&t->trace);
		return;
	}
	if (t->trace.trace || t->untraced || !top_detail__wants_slow(d))
		return;
	t->untraced = top_trace__open(&t->trace, t->s, d->rows, d->row, &d->slow);
	if (t->untraced)
		snprintf(d->slow.about, sizeof(d->slow.about), "%s", t->s->why);
}

static void act(struct top *t, enum top_action action)
{
	if (action == TOP_REPAINT)
		clearok(stdscr, TRUE);
	else if (action == TOP_REGROUP)
		regroup(t);
	else if (action == TOP_OPEN)
		open_detail(t);
	else if (action == TOP_CLOSE)
		close_detail(t);
}

/* ---- the terminal ---- */

static void paint(struct top *t)
{
	struct screen *s = &t->screen;

	if (screen__resize(s, LINES, COLS))
		return;
	top_view__draw(&t->view, s);
	for (int y = 0; y < s->lines; y++) {
		const char *text = s->text + (size_t)y * (size_t)s->columns;
		const unsigned char *attrs = s->attrs + (size_t)y * (size_t)s->columns;

		for (int x = 0, n; x < s->columns; x += n) {
			for (n = 1; x + n < s->columns && attrs[x + n] == attrs[x]; n++)
				;
			attrset((attrs[x] & SCREEN_BOLD ? A_BOLD : 0) | (attrs[x] & SCREEN_REVERSE ? A_REVERSE : 0));
			mvaddnstr(y, x, text + x, n);
		}
	}
	refresh();
}

/* Returns the key as top_view__key() takes it, or 0. */
static int view_key(int c)
{
	static const struct {
		int curses, key;
	} keys[] = {
		{ KEY_UP, TOP_UP },	    { KEY_DOWN, TOP_DOWN },	  { KEY_LEFT, TOP_LEFT },
		{ KEY_RIGHT, TOP_RIGHT },   { KEY_HOME, TOP_HOME },	  { KEY_END, TOP_END },
		{ KEY_PPAGE, TOP_PAGE_UP }, { KEY_NPAGE, TOP_PAGE_DOWN }, { KEY_BTAB, TOP_BACKTAB },
		{ KEY_ENTER, '\n' },	    { KEY_BACKSPACE, '\b' },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].curses == c)
			return keys[i].key;
	return c < 256 ? c : 0;
}

/* Handles all keys that were pressed. Returns false to quit. */
static bool handle_keys(struct top *t)
{
	int c;

	while ((c = getch()) != ERR) {
		enum top_action action = TOP_NOTHING;

		t->stale = true;

		if (c == KEY_RESIZE)
			top_view__resized(&t->view);
		else
			action = top_view__key(&t->view, view_key(c));
		if (action == TOP_QUIT)
			return false;
		act(t, action);
	}
	return true;
}

/* ---- the loop ---- */

/* Waits for a key, a signal, full rows, or the end of the interval. Returns 1 to quit, 0, or -errno. */
static int wait_once(struct top *t)
{
	struct pollfd fds[] = { { .fd = STDIN_FILENO, .events = POLLIN },
				{ .fd = sctrace_stats_fd(t->stats), .events = POLLIN },
				{ .fd = t->detail ? sctrace_stats_fd(t->detail) : -1, .events = POLLIN },
				{ .fd = t->trace.trace ? sctrace_fd(t->trace.trace) : -1, .events = POLLIN } };
	int ms = when__timeout(t->when, top__timeout(t));
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };

	if (ppoll(fds, 4, &ts, t->mask) > 0)
		session__let_signals(t->mask);
	if (caught || session__command_ended(t->s) || when__over(t->when) || (fds[0].revents & (POLLHUP | POLLERR)))
		return 1;
	if (fds[2].revents & POLLIN)
		sctrace_stats_read(t->detail);
	if (fds[3].revents & POLLIN) {
		top_trace__poll(&t->trace);
		t->stale = true;
	}
	return fds[1].revents & POLLIN ? sctrace_stats_read(t->stats) : 0;
}

/* Shows a new interval if it is time, and handles keys. Returns 1 to quit, 0 or -errno. */
int top__step(struct top *t)
{
	int err = now_ms() >= t->next ? refill(t) : 0;

	if (err || !handle_keys(t))
		return err ? err : 1;
	follow_slow(t);
	if (t->stale)
		paint(t);
	t->stale = false;
	return 0;
}

static int loop(struct top *t)
{
	for (;;) {
		int err = wait_once(t);
		int64_t since = t->since;

		if (!err && when__begins(t->when)) {
			err = sctrace_stats_resume(t->stats);
			t->begun = true;
		}
		if (!err)
			err = top__step(t);
		if (!err && t->since != since && !options__no_targets(t->s->o) && !sctrace_stats_tasks(t->stats))
			return 0;
		if (err)
			return err < 0 ? err : 0;
	}
}

/* ---- life ---- */

/* Takes the terminal. Returns 0, or prints a message and returns -ECANCELED. */
static int begin(struct top *t)
{
	const struct options *o = t->s->o;

	t->terminal = newterm(NULL, stdout, stdin);
	if (!t->terminal) {
		complain(o, "--top cannot use this terminal (TERM=%s): give a number of rows (--top 20)",
			 getenv("TERM") ?: "");
		return -ECANCELED;
	}
	top_view__init(&t->view, options__keys(o), o->stats.live_sort, options__probes(o), t->sinks);
	cbreak();
	noecho();
	nonl();
	curs_set(0);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	t->since = now_ms();
	t->next = t->since + step_ms(t);
	paint(t);
	return 0;
}

static void end(struct top *t)
{
	if (!t->terminal)
		return;
	endwin();
	delscreen(t->terminal);
	close_detail(t);
	screen__free(&t->screen);
	top_view__free(&t->view);
}

int top(struct session *s, struct sctrace_stats **stats, struct when *when, const sigset_t *mask)
{
	struct top t = { .s = s,
			 .stats = *stats,
			 .keyed = s->o->stats.by,
			 .when = when,
			 .begun = !s->o->when.delay_ns,
			 .mask = mask };
	int err = begin(&t);

	if (!err)
		err = loop(&t);
	end(&t);
	*stats = t.stats;
	return err;
}

int top__open(struct top **out, struct session *s, struct sinks *sinks)
{
	struct top *t = *out = calloc(1, sizeof(*t));

	if (!t)
		return -ENOMEM;
	*t = (struct top){ .s = s, .sinks = sinks, .keyed = true, .begun = true };
	return begin(t);
}

int top__timeout(const struct top *t)
{
	int64_t left = t->next - now_ms();

	return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

void top__close(struct top *t)
{
	if (t)
		end(t);
	free(t);
}

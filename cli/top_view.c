// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_view.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define HEAD 2 /* lines above the table */

void top_view__init(struct top_view *v, const char *by, char sort, bool probes, bool events)
{
	*v = (struct top_view){ .probes = probes };
	snprintf(v->by, sizeof(v->by), "%s", by);
	top_table__init(&v->table, by, sort, events);
}

void top_view__regroup(struct top_view *v, const char *by)
{
	char sort = v->table.rows.sort;
	bool apart = v->table.apart, events = v->table.rows.events;

	top_view__close(v);
	top_table__free(&v->table);
	snprintf(v->by, sizeof(v->by), "%s", by);
	top_table__init(&v->table, by, sort, events);
	v->table.apart = apart;
}

void top_view__close(struct top_view *v)
{
	top_detail__free(v->detail);
	v->detail = NULL;
}

void top_view__free(struct top_view *v)
{
	top_view__close(v);
	top_table__free(&v->table);
}

void top_view__begin(struct top_view *v, double seconds)
{
	top_rows__begin(&v->table.rows);
	v->table.seconds = seconds;
}

int top_view__end(struct top_view *v)
{
	top_rows__end(&v->table.rows, v->table.follows || v->detail ? v->table.selected : NULL);
	return top_table__update(&v->table);
}

void top_view__resized(struct top_view *v)
{
	memset(v->table.widest, 0, sizeof(v->table.widest));
	if (v->detail)
		top_detail__resized(v->detail);
}

/* ---- drawing ---- */

/* Draws the longest of these texts that fits. */
static void draw_longest(struct screen *s, int y, const char *const *texts)
{
	while (texts[1] && (int)strlen(*texts) > s->columns)
		texts++;
	screen__print(s, y, 0, "%s", *texts);
}

static void draw_title(const struct top_view *v, struct screen *s)
{
	static const char *const help[] = {
		"sort: c)alls t)ime a)vg m)ax e)rrors w)ait n)ame  Enter) open row  h)istogram  b)y  i)dle  /) filter  ?) help  q)uit",
		"sort: c t a m e w n  Enter) open row  b)y  i)dle  /) filter  ?) help  q)uit",
		"sort: c t a m e w n  Enter) open row  b)y  ?) help  q)uit",
		"?) help  q)uit",
		NULL,
	};
	const struct top_table *t = &v->table;
	double calls = (double)(t->sum.calls + t->idle.calls);

	char idle[64] = "";

	if (t->apart)
		snprintf(idle, sizeof(idle), "  idle apart: %zu rows", t->nidle);
	screen__print(s, 0, SCREEN_BOLD, "%.0f calls/s  by %s  sorted by %s%s%s",
		      t->seconds > 0 ? calls / t->seconds : 0, v->by, top_rows__sorted_by(&t->rows), idle,
		      v->paused ? "  paused" : "");
	if (v->message[0])
		screen__print(s, 1, 0, "%s", v->message);
	else if (v->typing || t->filter[0])
		screen__print(s, 1, 0, "filter: %s%s", t->filter, v->typing ? "_" : "");
	else
		draw_longest(s, 1, help);
}

/* Draws what is hidden and what the keys do, instead of the rows. Counting goes on. */
static void draw_help(const struct top_table *t, struct screen *s)
{
	static const char *const lines[] = {
		"c t a m e w n  sort: calls time avg max errors waiting name",
		"up, down       select a row: page up, page down, home,",
		"               end too; it stays selected when it moves",
		"left, right    scroll the columns",
		"Enter          open the selected row: by file, peer, thread",
		"               and errno, histogram, over time, slowest calls",
		"               with stacks; Tab and Shift-Tab, or 1, 2, ...",
		"               choose one of these, Escape goes back",
		"h              open it with its histogram",
		"b              count by other keys",
		"/              only rows with a text (Escape: all again)",
		"i              waits that are idle by nature apart: epoll,",
		"               poll, sleep, wait, futex of 10 ms or more",
		"space          pause, go on",
		"^L             paint the screen again",
		"q              quit",
		"any key: back",
	};
	int y = top_table__draw_hidden(t, s, 0) + 1;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		screen__print(s, y + (int)i, 0, "%s", lines[i]);
}

void top_view__draw(struct top_view *v, struct screen *s)
{
	struct top_table *t = &v->table;

	screen__clear(s);
	if (v->detail && v->detail->tabs[v->detail->tab].kind == TAB_TABLE)
		t = &v->detail->tabs[v->detail->tab].table;
	if (v->help) {
		/* lays the columns out, as the size may have changed */
		top_table__draw(t, s, HEAD, s->lines);
		screen__clear(s);
		draw_help(t, s);
	} else if (v->choosing) {
		top_menu__draw(&v->menu, s);
	} else if (v->detail) {
		top_detail__draw(v->detail, s, v->message);
	} else {
		draw_title(v, s);
		top_table__draw(t, s, HEAD, s->lines);
	}
}

/* ---- keys ---- */

static void edit_filter(struct top_view *v, int key)
{
	char *filter = v->table.filter;
	size_t len = strlen(filter);

	if (key == '\n' || key == '\r') {
		v->typing = false;
	} else if (key == 27) {
		v->typing = false;
		filter[0] = '\0';
	} else if (key == 127 || key == '\b') {
		if (len)
			filter[len - 1] = '\0';
	} else if (key < 128 && isprint(key) && len + 1 < sizeof(v->table.filter)) {
		filter[len] = (char)key;
		filter[len + 1] = '\0';
	}
	top_table__update(&v->table);
}

/* Opens the selected row. */
static enum top_action open_row(struct top_view *v, bool hist)
{
	struct top_table *t = &v->table;

	if (!t->selected)
		return TOP_NOTHING;
	v->detail = top_detail__new(v->by, &t->rows, t->selected,
				    v->probes && (t->selected->probe || !t->selected->call));
	if (v->detail && hist)
		top_detail__show_hist(v->detail);
	return v->detail ? TOP_OPEN : TOP_NOTHING;
}

/* A key while keys of --by are chosen. */
static enum top_action key_of_menu(struct top_view *v, int key)
{
	if (key == '\r' || key == '\n') {
		if (!top_menu__by(&v->menu, v->wanted, sizeof(v->wanted)))
			return TOP_NOTHING;
		v->choosing = false;
		return strcmp(v->wanted, v->by) != 0 ? TOP_REGROUP : TOP_NOTHING;
	}
	if (!top_menu__key(&v->menu, key) && (key == 27 || key == 'b' || key == 'q'))
		v->choosing = false;
	return TOP_NOTHING;
}

static enum top_action key_of_table(struct top_view *v, int key)
{
	switch (key) {
	case '\r':
	case '\n':
		return open_row(v, false);
	case 'h':
		return open_row(v, true);
	case 'b':
		if (v->table.rows.events) {
			snprintf(
				v->message, sizeof(v->message),
				"this table is made from events, which have what the keys of --by need: begin again with other keys");
			break;
		}
		v->choosing = true;
		top_menu__init(&v->menu, v->by);
		break;
	case '/':
		v->typing = true;
		break;
	case 'i':
		v->table.apart = !v->table.apart;
		top_table__update(&v->table);
		break;
	case 27:
		v->table.filter[0] = '\0';
		top_table__update(&v->table);
		break;
	default:
		top_table__key(&v->table, key);
	}
	return TOP_NOTHING;
}

enum top_action top_view__key(struct top_view *v, int key)
{
	v->message[0] = '\0';
	if (key == 'L' - '@')
		return TOP_REPAINT;
	if (v->help) {
		v->help = false;
	} else if (v->choosing) {
		return key_of_menu(v, key);
	} else if (v->typing) {
		edit_filter(v, key);
	} else if (key == 'q' || key == 'Q') {
		return TOP_QUIT;
	} else if (key == '?') {
		v->help = true;
	} else if (key == ' ') {
		v->paused = !v->paused;
	} else if (!v->detail) {
		return key_of_table(v, key);
	} else if (key == 27 || key == '\b' || key == 127) {
		top_view__close(v);
		return TOP_CLOSE;
	} else {
		top_detail__key(v->detail, key);
	}
	return TOP_NOTHING;
}

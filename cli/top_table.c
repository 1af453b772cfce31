// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TALL 6 /* a table with this many lines or more has lines for sums */

void top_table__init(struct top_table *t, const char *by, char sort, bool events)
{
	*t = (struct top_table){ .page = 1 };
	top_rows__init(&t->rows, by, sort, events);
}

void top_table__free(struct top_table *t)
{
	top_rows__free(&t->rows);
	free(t->list);
	*t = (struct top_table){};
}

/* ---- the list of rows ---- */

static bool is_apart(const struct top_table *t, const struct top_row *r)
{
	return t->apart && top_rows__idle(r);
}

static bool is_wanted(const struct top_table *t, const struct top_row *r)
{
	return !t->filter[0] || top_rows__has(&t->rows, r, t->filter);
}

/* Appends the wanted rows that are apart, or those that are not, to the list. */
static void list_rows(struct top_table *t, bool apart)
{
	for (size_t i = 0; i < t->rows.n; i++) {
		struct top_row *r = t->rows.rows[i];

		if (r->other || !is_wanted(t, r) || is_apart(t, r) != apart)
			continue;
		t->list[t->n++] = r;
		top_rows__sum(apart ? &t->idle : &t->sum, r);
		*(apart ? &t->nidle : &t->nsum) += 1;
	}
}

/* Returns the position of the selected row in the list, or the next one that is a row. */
static size_t cursor(const struct top_table *t)
{
	for (size_t i = 0; t->follows && i < t->n; i++)
		if (t->list[i] && t->list[i] == t->selected)
			return i;
	return t->n > 1 && !t->list[0] ? 1 : 0;
}

static void scroll_to(struct top_table *t, size_t at)
{
	if (at < t->skip)
		t->skip = at;
	if (at >= t->skip + t->page)
		t->skip = at - t->page + 1;
	if (t->skip + t->page > t->n)
		t->skip = t->n > t->page ? t->n - t->page : 0;
}

static void select_row(struct top_table *t, size_t at)
{
	t->selected = at < t->n ? t->list[at] : NULL;
	scroll_to(t, at);
}

int top_table__update(struct top_table *t)
{
	if (t->rows.n + 1 > t->cap) {
		size_t cap = t->rows.n + 256;
		struct top_row **p = realloc(t->list, cap * sizeof(*p));

		if (!p)
			return -ENOMEM;
		t->list = p;
		t->cap = cap;
	}
	t->n = t->nsum = t->nidle = 0;
	t->sum = t->idle = t->other = (struct top_row){};
	list_rows(t, false);
	t->list[t->n++] = NULL;
	list_rows(t, true);
	if (!t->nidle)
		t->n--;
	for (size_t i = 0; i < t->rows.n; i++)
		if (t->rows.rows[i]->other)
			top_rows__sum(&t->other, t->rows.rows[i]);
	top_rows__sum(&t->sum, &t->other);
	select_row(t, cursor(t));
	return 0;
}

/* ---- drawing ---- */

/* Gives the columns the widths that the rows on the screen need. */
static void lay_out(struct top_table *t, int room)
{
	struct layout *l = &t->layout;

	l->first = t->first;
	top_rows__columns(&t->rows, l);
	for (size_t i = t->skip; i < t->n && i < t->skip + t->page; i++)
		if (t->list[i])
			top_rows__widen(&t->rows, t->list[i], &t->sum, t->seconds, true, l);
	top_rows__widen(&t->rows, &t->sum, &t->sum, t->seconds, false, l);
	top_rows__widen(&t->rows, &t->idle, &t->sum, t->seconds, false, l);
	for (int i = 0; i < l->n; i++) {
		struct layout_column *c = &l->columns[i];

		if (c->natural > t->widest[i])
			t->widest[i] = c->text && c->natural > c->usual ? c->usual : c->natural;
		if (c->natural < t->widest[i])
			c->natural = t->widest[i];
		if (c->number >= 0)
			c->uncut = c->natural;
	}
	layout__fit(l, room);
}

/*
 * Draws one line of columns: a row, or with a label a sum, or with neither the titles. A label is followed by another one,
 * for fewer columns.
 */
static void draw_line(const struct top_table *t, struct screen *s, int y, int attr, const struct top_row *row,
		      const char *label)
{
	const struct layout *l = &t->layout;
	const struct top_row *whole = row == &t->idle || (row && is_apart(t, row)) ? &t->idle : &t->sum;
	int x = l->more_left ? 2 : 0, free_until = s->columns, from = x;

	for (int i = 0; i < l->n; i++) {
		const struct layout_column *c = &l->columns[i];
		char text[512];

		if (!c->width)
			continue;
		if (label && c->number < 0) {
			x += c->width + 1;
			continue;
		}
		if (!row)
			snprintf(text, sizeof(text), "%.*s", c->width, c->title);
		else if (c->number < 0)
			top_rows__cut(row, (unsigned)i, c->width, text, sizeof(text));
		else
			top_rows__number(&t->rows, row, whole, (enum number)c->number, t->seconds, text, sizeof(text));
		if (label && x < free_until)
			free_until = x + c->width - (int)strlen(text);
		screen__put(s, y, c->flush_left ? x : x + c->width - (int)strlen(text), attr, text);
		x += c->width + 1;
	}
	if (label)
		screen__put(s, y, from, attr,
			    from + (int)strlen(label) < free_until ? label : label + strlen(label) + 1);
}

/* Draws the titles, with a '<' or '>' on a side where columns are hidden or cut. */
static void draw_head(const struct top_table *t, struct screen *s, int y)
{
	draw_line(t, s, y, 0, NULL, NULL);
	if (t->layout.more_left)
		screen__put(s, y, 0, 0, "<");
	if (t->layout.more_right)
		screen__put(s, y, s->columns - 1, 0, ">");
	screen__line_attr(s, y, SCREEN_REVERSE);
}

static void draw_sum(const struct top_table *t, struct screen *s, int y, const char *what, size_t n,
		     const struct top_row *sum)
{
	char label[64];
	int len = snprintf(label, sizeof(label), "%s: %zu row%s", what, n, n == 1 ? "" : "s");

	snprintf(label + len + 1, sizeof(label) - (size_t)len - 1, "%s", what);
	draw_line(t, s, y, SCREEN_BOLD, sum, label);
}

/* Draws the sum of the rows that are not on the screen, without those that are apart. */
static void draw_rest(const struct top_table *t, struct screen *s, int y)
{
	struct top_row rest = {};
	size_t n = 0;

	for (size_t i = 0; i < t->n && t->list[i]; i++)
		if (i < t->skip || i >= t->skip + t->page) {
			top_rows__sum(&rest, t->list[i]);
			n++;
		}
	if (n)
		draw_sum(t, s, y, "more", n, &rest);
}

void top_table__draw(struct top_table *t, struct screen *s, int top, int bottom)
{
	bool tall = bottom - top >= TALL;
	int y = top + 1 + tall, room = bottom - y;
	bool other = tall && t->other.calls;

	room -= other;
	if (tall && t->n > (size_t)room)
		room--; /* room for the line that sums up the other rows */
	t->page = room > 0 ? (size_t)room : 1;
	select_row(t, cursor(t));
	lay_out(t, s->columns);
	draw_head(t, s, top);
	if (tall)
		draw_sum(t, s, top + 1, "total", t->nsum, &t->sum);
	if (other)
		draw_line(t, s, y++, 0, &t->other, "other\0");
	for (size_t i = t->skip; i < t->n && i < t->skip + t->page && y < bottom; i++, y++) {
		if (!t->list[i]) {
			draw_sum(t, s, y, "idle", t->nidle, &t->idle);
			continue;
		}
		draw_line(t, s, y, 0, t->list[i], NULL);
		if (t->list[i] == t->selected)
			screen__line_attr(s, y, SCREEN_REVERSE);
	}
	if (tall && t->n > t->page)
		draw_rest(t, s, bottom - 1);
}

struct place {
	int y, x;
};

/* Writes a word after what is on the line, or on the next line if this one has no room. */
static void put_word(struct screen *s, struct place *p, const char *word)
{
	int n = (int)strlen(word);

	if (p->x && p->x + 1 + n > s->columns)
		*p = (struct place){ p->y + 1, 1 };
	p->x += p->x > 0;
	p->x = screen__put(s, p->y, p->x, 0, word);
}

int top_table__draw_hidden(const struct top_table *t, struct screen *s, int y)
{
	static const char *const what[] = { "scrolled away:", "hidden:", "cut:" };
	const struct layout *l = &t->layout;
	struct place p = { y, 0 };

	for (int k = 0; k < 3; k++) {
		bool any = false;

		put_word(s, &p, what[k]);
		for (int i = 0; i < l->n; i++) {
			const struct layout_column *c = &l->columns[i];
			int is = i < l->first ? 0 : !c->width ? 1 : layout__cuts(c) ? 2 : 3;
			char word[32];

			if (is != k)
				continue;
			snprintf(word, sizeof(word), "%s;", c->title);
			put_word(s, &p, word);
			any = true;
		}
		if (!any)
			put_word(s, &p, "nothing");
		p = (struct place){ p.y + 1, 0 };
	}
	return p.y;
}

/* ---- keys ---- */

/* Selects the row that is so many rows away. */
static void move_by(struct top_table *t, long by)
{
	long at = (long)cursor(t) + by, last = (long)t->n - 1;

	at = at < 0 ? 0 : at > last ? last : at;
	if (at < 0)
		return;
	if (!t->list[at] && (by < 0 ? at > 0 : at < last))
		at += by < 0 ? -1 : 1; /* the line between */
	else if (!t->list[at])
		return;
	t->follows = true;
	select_row(t, (size_t)at);
}

bool top_table__key(struct top_table *t, int key)
{
	/* tables made from events have no ages of calls */
	if (key == 'w' && t->rows.events) {
		return true;
	} else if (key > 0 && key < 128 && strchr(TOP_SORTS, key)) {
		top_rows__sort(&t->rows, (char)key);
		top_table__update(t);
	} else if (key == TOP_LEFT) {
		t->first -= t->first > 0;
	} else if (key == TOP_RIGHT) {
		t->first += t->layout.more_right && t->first + 1 < t->layout.n;
	} else if (key == TOP_HOME) {
		t->follows = false;
		select_row(t, cursor(t));
	} else if (key == TOP_END) {
		move_by(t, (long)t->n);
	} else if (key == TOP_DOWN || key == TOP_UP) {
		move_by(t, key == TOP_DOWN ? 1 : -1);
	} else if (key == TOP_PAGE_DOWN || key == TOP_PAGE_UP) {
		move_by(t, key == TOP_PAGE_DOWN ? (long)t->page : -(long)t->page);
	} else {
		return false;
	}
	return true;
}

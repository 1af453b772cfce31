// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Chooses which columns --top shows, and their widths. */
#include "top_layout.h"

#include <stddef.h>

#define TEXT_GOOD 16 /* a text is not made narrower than this while a number can be hidden instead */
#define TEXT_LEAST 8
#define MARGIN 2 /* for a mark, '<' or '>', and a blank */

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

/* Returns the width of the columns from "first" on, with a blank between two of them. */
static int needed_width(const struct layout *l)
{
	int sum = 0;

	for (int i = l->first; i < l->n; i++)
		if (l->columns[i].width)
			sum += l->columns[i].width + !!sum;
	return sum;
}

/* Hides the columns of numbers in the list, one by one, until the rest fits. Returns whether it does. */
static bool hide_numbers(struct layout *l, int room, const enum number *list, int n)
{
	for (int k = 0; k < n; k++) {
		if (needed_width(l) <= room)
			return true;
		for (int i = l->first; i < l->n; i++)
			if (l->columns[i].number == (int)list[k] && l->sorted != (int)list[k])
				l->columns[i].width = 0;
	}
	return needed_width(l) <= room;
}

/* Makes the widest text narrower until all fits, no text narrower than "least". Returns whether it does. */
static bool shrink_texts(struct layout *l, int room, int least)
{
	int over;

	while ((over = needed_width(l) - room) > 0) {
		struct layout_column *widest = NULL;

		for (int i = l->first; i < l->n; i++) {
			struct layout_column *c = &l->columns[i];

			if (c->text && c->width > larger(least, c->uncut) && (!widest || c->width > widest->width))
				widest = c;
		}
		if (!widest)
			return false;
		widest->width--;
	}
	return true;
}

/* Gives the width that is left to texts that are cut. */
static void widen_texts(struct layout *l, int room)
{
	for (int i = l->first; i < l->n; i++) {
		struct layout_column *c = &l->columns[i];
		int more = smaller(room - needed_width(l), c->natural - c->width);

		if (c->text && c->width && more > 0)
			c->width += more;
	}
}

/* Hides columns from the right until the rest fits. A part of the first column is always shown, unless it is a number. */
static void cut_right(struct layout *l, int room)
{
	struct layout_column *first = &l->columns[l->first];

	if (first->width > room)
		first->width = first->text ? larger(room, 1) : 0;
	for (int i = l->n - 1; i > l->first && needed_width(l) > room; i--)
		l->columns[i].width = 0;
}

/* Numbers are hidden in this order. */
static const enum number soon[] = { AVG, SHARE, MAX, ERRORS }, late[] = { WAITING, CALLS, BYTES, TOTAL };
#define LENGTH(a) ((int)(sizeof(a) / sizeof((a)[0])))

static void narrow(struct layout *l, int room)
{
	if (!hide_numbers(l, room, soon, LENGTH(soon)) && !shrink_texts(l, room, TEXT_GOOD) &&
	    !hide_numbers(l, room, late, LENGTH(late)) && !shrink_texts(l, room, TEXT_LEAST))
		cut_right(l, room);
	widen_texts(l, room);
}

/* Gives all columns their preferred width. usual: numbers have at least their usual width */
static void set_widths(struct layout *l, bool usual)
{
	for (int i = 0; i < l->n; i++) {
		struct layout_column *c = &l->columns[i];

		c->width = 0;
		if (i < l->first)
			continue;
		if (c->text)
			c->width = larger(smaller(c->natural, c->usual), c->uncut);
		else
			c->width = usual ? larger(c->natural, c->usual) : c->natural;
	}
}

bool layout__cuts(const struct layout_column *c)
{
	return c->width < c->natural;
}

static bool cuts_any(const struct layout *l)
{
	for (int i = l->first; i < l->n; i++)
		if (layout__cuts(&l->columns[i]))
			return true;
	return false;
}

void layout__fit(struct layout *l, int room)
{
	l->more_left = l->first > 0;
	if (l->more_left)
		room -= MARGIN;
	set_widths(l, true);
	if (needed_width(l) > room)
		set_widths(l, false);
	if (needed_width(l) <= room)
		widen_texts(l, room);
	l->more_right = needed_width(l) > room || cuts_any(l);
	if (!l->more_right)
		return;
	set_widths(l, false);
	narrow(l, room - MARGIN);
}

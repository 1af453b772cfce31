// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void suggest__init(struct suggest *n, const char *word, size_t len)
{
	*n = (struct suggest){ .word = word, .len = len, .best = 2 * ((len + 1) / 3 + 1) };
	if (len < 2 || len >= NEAR_MAX)
		n->best = 0;
}

static size_t least(size_t a, size_t b, size_t c)
{
	a = a < b ? a : b;
	return a < c ? a : c;
}

static int same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Returns how many letters to insert, remove, replace, or swap with their neighbour turn a into b, ignoring case. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t rows[3][NEAR_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2], *free_row;

	for (size_t j = 0; j <= nb; j++)
		last[j] = j;
	for (size_t i = 1; i <= na; i++) {
		row[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			row[j] = least(last[j] + 1, row[j - 1] + 1, last[j - 1] + !same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				row[j] = least(row[j], before[j - 2] + 1, row[j]);
		}
		free_row = before;
		before = last;
		last = row;
		row = free_row;
	}
	return last[nb];
}

void suggest__try(struct suggest *n, const char *name, size_t len)
{
	size_t d = len < n->len ? n->len - len : len - n->len;

	/* the difference in length is the least distance: most names of a long list are not compared */
	if (!len || len >= NEAR_MAX || 2 * d + (d != 0) >= n->best)
		return;
	d = distance(n->word, n->len, name, len);
	/* a name that shares no letter is no suggestion */
	if (d && (d >= len || d >= n->len))
		return;
	/* at the same distance, a name of the word's length is nearer */
	d = 2 * d + (len != n->len);
	if (d >= n->best)
		return;
	n->best = d;
	memcpy(n->name, name, len);
	n->name[len] = '\0';
}

void suggest__try_list(struct suggest *n, const char *list, const char *separators)
{
	for (list += strspn(list, separators); *list; list += strspn(list, separators)) {
		size_t len = strcspn(list, separators);

		suggest__try(n, list, len);
		list += len;
	}
}

void suggest__prefix(struct suggest *n, const char *prefix)
{
	size_t len = strlen(prefix);

	if (!*n->name || len + strlen(n->name) >= NEAR_MAX)
		return;
	memmove(n->name + len, n->name, strlen(n->name) + 1);
	memcpy(n->name, prefix, len);
}

const char *suggest__text(const struct suggest *n, char *text, size_t size)
{
	*text = '\0';
	if (*n->name)
		snprintf(text, size, " (did you mean '%s'?)", n->name);
	return text;
}

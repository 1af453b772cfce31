/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the known name nearest to an unknown word, for "did you mean". */
#ifndef SCT_SUGGEST_H
#define SCT_SUGGEST_H

#include <stddef.h>

#define NEAR_MAX 32 /* words and names of this length or more are not compared */

struct suggest {
	const char *word;
	size_t len;
	size_t best; /* distance of name, in half letters */
	char name[NEAR_MAX];
};

/* Begins a search for the name nearest to word. Words shorter than 2 or longer than NEAR_MAX - 1 get no suggestion. */
void suggest__init(struct suggest *n, const char *word, size_t len);
/* Compares one name, and keeps it if it is the nearest so far. */
void suggest__try(struct suggest *n, const char *name, size_t len);
/* Compares each word of a list, separated by any of separators. */
void suggest__try_list(struct suggest *n, const char *list, const char *separators);
/* Puts a prefix before the nearest name, if there is one. */
void suggest__prefix(struct suggest *n, const char *prefix);
/* Writes " (did you mean 'NAME'?)" to text, or "" if no name is near enough. Returns text. */
const char *suggest__text(const struct suggest *n, char *text, size_t size);

#endif

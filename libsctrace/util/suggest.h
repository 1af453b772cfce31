/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* "Did you mean": of the names that there are, the nearest to one that there is not. */
#ifndef SCT_SUGGEST_H
#define SCT_SUGGEST_H

#include <stddef.h>

#define NEAR_MAX 32 /* bytes of a word that is looked at, and of a name */

struct suggest {
	const char *word;
	size_t len;
	size_t best; /* how far name is, in halves of a letter */
	char name[NEAR_MAX];
};

/* Nothing is near a word of another length than 2 to NEAR_MAX - 1. */
void suggest__init(struct suggest *n, const char *word, size_t len);
/* A name that could have been meant. */
void suggest__try(struct suggest *n, const char *name, size_t len);
/* Each word of a list, separated by any of separators. */
void suggest__try_list(struct suggest *n, const char *list, const char *separators);
/* Puts a prefix before the nearest name, if there is one. */
void suggest__prefix(struct suggest *n, const char *prefix);
/* " (did you mean 'NAME'?)", or "": nothing is near enough. */
const char *suggest__text(const struct suggest *n, char *text, size_t size);

#endif

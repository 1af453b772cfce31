/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* "Did you mean": of the names that there are, the nearest to one that there is not. */
#ifndef SCT_NEAR_H
#define SCT_NEAR_H

#include <stddef.h>

#define NEAR_MAX 32 /* bytes of a word that is looked at, and of a name */

struct near {
	const char *word;
	size_t len;
	size_t best; /* how far name is, in halves of a letter */
	char name[NEAR_MAX];
};

/* Nothing is near a word of another length than 2 to NEAR_MAX - 1. */
void near__init(struct near *n, const char *word, size_t len);
/* A name that could have been meant. */
void near__try(struct near *n, const char *name, size_t len);
/* Each word of a list, separated by any of separators. */
void near__try_list(struct near *n, const char *list, const char *separators);
/* Puts a prefix before the nearest name, if there is one. */
void near__prefix(struct near *n, const char *prefix);
/* " (did you mean 'NAME'?)", or "": nothing is near enough. */
const char *near__text(const struct near *n, char *text, size_t size);

#endif

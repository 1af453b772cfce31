// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_table.h"

#include <string.h>
#include <strings.h>

#include "options.h"

/* The offset of a member, which must have this type. */
#define OFFSET(type, member)                                                                                           \
	(offsetof(struct options, member) + 0 * sizeof(char[_Generic(((struct options *)0)->member, type : 1)]))
#define FLAG(member) .flag = OFFSET(bool, member)
#define TEXT(member) .text = OFFSET(const char *, member)

const struct option_row option_rows[OPT_IDS] = {
#define OPTION(id, ...) [OPT_##id] = { __VA_ARGS__ },
#include "options.def"
};

const char *option_words__next(const char **at, size_t *n)
{
	const char *word;

	if (!*at)
		return NULL;
	word = *at + strspn(*at, " ");
	*n = strcspn(word, " ");
	*at = word + *n;
	return *n ? word : NULL;
}

static int find_word(const char *words, const char *word, size_t n, int (*compare)(const char *, const char *, size_t))
{
	const char *w;
	size_t len;

	for (int i = 0; (w = option_words__next(&words, &len)); i++)
		if (len == n && !compare(w, word, n))
			return i;
	return -1;
}

int option_words__find(const char *words, const char *word, size_t n)
{
	return find_word(words, word, n, strncmp);
}

int option_words__find_nocase(const char *words, const char *word, size_t n)
{
	return find_word(words, word, n, strncasecmp);
}

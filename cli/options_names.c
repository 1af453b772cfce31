// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

#define NAMES_SIZE 4096 /* bytes of all names in a message */

const char *options__long(int id)
{
	return option_rows[id].strace ?: option_rows[id].own;
}

/* Returns the first name that begins with the n bytes of prefix, and its length in *len, or NULL. */
static const char *name_with_prefix(const char *names, const char *prefix, size_t n, size_t *len)
{
	const char *name;

	while ((name = option_words__next(&names, len)))
		if (*len >= n && !strncmp(name, prefix, n))
			return name;
	return NULL;
}

/*
 * True if the n bytes are the whole name of a long option. With an argument, a name of our own that takes none may be the
 * beginning of one of strace's: --time=unix is --timestamps=unix.
 */
static bool is_long_name(const char *name, size_t n)
{
	for (int id = 1; id < OPT_IDS; id++)
		if (option_words__find(options__long(id), name, n) >= 0)
			return name[n] != '=' || option_rows[id].strace || option_rows[id].arg;
	return false;
}

static void __attribute__((noreturn)) refuse_ambiguous(const struct options *o, const char *word, size_t n)
{
	char list[NAMES_SIZE] = "";
	const char *name;
	size_t used = 0, len;

	for (int id = 1; id < OPT_IDS; id++) {
		name = name_with_prefix(option_rows[id].strace, word + 2, n, &len);
		if (name && used < sizeof(list))
			used += (size_t)snprintf(list + used, sizeof(list) - used, " '--%.*s'", (int)len, name);
	}
	complain(o, "option '%s' is ambiguous; possibilities:%s", word, list);
	options__try_help(o);
}

void options__expand(const struct options *o, char **word)
{
	const char *w = *word, *full = NULL;
	size_t n = strcspn(w, "=") - 2, len = 0;
	char *expanded;

	if (strncmp(w, "--", 2) || !w[2] || w[2] == '=' || is_long_name(w + 2, n))
		return;
	for (int id = 1; id < OPT_IDS; id++) {
		size_t this_len;
		const char *name = name_with_prefix(option_rows[id].strace, w + 2, n, &this_len);

		if (name && full)
			refuse_ambiguous(o, w, n);
		if (name) {
			full = name;
			len = this_len;
		}
	}
	if (!full)
		return;
	expanded = options__more(o, NULL, len + strlen(w) + 1, 1);
	sprintf(expanded, "--%.*s%s", (int)len, full, w + 2 + n);
	*word = expanded;
}

void options__check_name(const struct options *o, const char *word)
{
	size_t n = strlen(word) > 2 && !strncmp(word, "--", 2) ? strcspn(word + 2, "=") : 0, used = 0, len;
	char known[NAMES_SIZE] = "", given[64], hint[96];
	const char *name;

	if (!n)
		return;
	for (int id = 1; id < OPT_IDS; id++) {
		if (name_with_prefix(options__long(id), word + 2, n, &len))
			return;
		if (options__long(id) && used < sizeof(known))
			used += (size_t)snprintf(known + used, sizeof(known) - used, "%s ", options__long(id));
	}
	/* the dashes would count as matching letters */
	snprintf(given, sizeof(given), "%.*s", (int)n, word + 2);
	sctrace_nearest(given, known, hint, sizeof(hint));
	name = strchr(hint, '\'');
	complain(o, "unrecognized option '%s'%.*s%s%s", word, name ? (int)(name + 1 - hint) : 0, hint, name ? "--" : "",
		 name ? name + 1 : "");
	options__try_help(o);
}

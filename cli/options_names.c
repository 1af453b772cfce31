// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "options_rules.h"

enum { OWN, STRACE };

static const struct option_name names[] = {
#define NAME(id, name, whose) { name, OPT_##id, whose },
#include "names.def"
#undef NAME
};

#define NNAMES (sizeof(names) / sizeof(names[0]))
#define NAME_MAX_LEN 40 /* of one in a message, with what is around it */

const struct option_name *options__name(size_t i)
{
	return i < NNAMES ? &names[i] : NULL;
}

const char *options__long(int id)
{
	for (size_t i = 0; i < NNAMES; i++)
		if (names[i].id == id)
			return names[i].name;
	return NULL;
}

/* Is it the whole name of a long option? */
static bool is_name(const char *name, size_t n)
{
	for (size_t i = 0; i < NNAMES; i++)
		if (!strncmp(names[i].name, name, n) && !names[i].name[n])
			return true;
	return false;
}

static bool begins(size_t i, const char *name, size_t n)
{
	return names[i].strace && !strncmp(names[i].name, name, n);
}

static void __attribute__((noreturn)) ambiguous(const struct options *o, const char *word, size_t n, size_t first)
{
	char list[NNAMES * NAME_MAX_LEN] = "";
	size_t len = 0;

	for (size_t i = first; i < NNAMES; i++)
		if (begins(i, word + 2, n) && (i == first || names[i].id != names[first].id))
			len += (size_t)snprintf(list + len, sizeof(list) - len, " '--%s'", names[i].name);
	complain(o, "option '%s' is ambiguous; possibilities:%s", word, list);
	options__try_help(o);
}

void options__expand(const struct options *o, char **word)
{
	const char *w = *word;
	size_t n = strcspn(w, "=") - 2, first = NNAMES;
	bool several = false;
	char *full;

	if (strncmp(w, "--", 2) || !w[2] || w[2] == '=' || is_name(w + 2, n))
		return;
	for (size_t i = 0; i < NNAMES; i++) {
		if (!begins(i, w + 2, n))
			continue;
		if (first == NNAMES)
			first = i;
		several = several || names[i].id != names[first].id;
	}
	if (several)
		ambiguous(o, w, n, first);
	if (first == NNAMES)
		return;
	full = options__more(o, NULL, strlen(names[first].name) + strlen(w) + 1, 1);
	sprintf(full, "--%s%s", names[first].name, w + 2 + n);
	*word = full;
}

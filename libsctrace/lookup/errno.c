// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "abi/sctrace_abi.h"
#include "lookup/abi.h"

static const struct {
	const char *name, *text;
} errors[] = {
#define E(name, value, text) [value] = { #name, text },
#include "tables/errno.def"
#undef E
};

const char *errno__name(unsigned err, const char **text)
{
	if (err >= sizeof(errors) / sizeof(errors[0]) || !errors[err].name)
		return NULL;
	*text = errors[err].text;
	return errors[err].name;
}

/* Other names of errors; they are the same on all supported architectures. */
static const struct {
	const char *name;
	unsigned err;
} aliases[] = { { "EWOULDBLOCK", 11 }, { "EDEADLOCK", 35 }, { "ENOTSUP", 95 } };

static bool is(const char *name, const char *word, size_t n)
{
	return name && strlen(name) == n && !strncasecmp(name, word, n);
}

unsigned errno__number(const char *word, size_t n)
{
	const char *text;
	unsigned v = 0;
	size_t i;

	for (i = 0; i < n && i < 4 && isdigit((unsigned char)word[i]); i++)
		v = v * 10 + (unsigned)(word[i] - '0');
	if (i == n)
		return v < SCT_ERRNOS ? v : 0;
	for (i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (is(aliases[i].name, word, n))
			return aliases[i].err;
	for (v = 1; v < SCT_ERRNOS; v++)
		if (is(errno__name(v, &text), word, n))
			return v;
	return 0;
}

void errno__suggest(struct suggest *near, const char *word, size_t n)
{
	suggest__init(near, word, n);
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (errors[i].name)
			suggest__try(near, errors[i].name, strlen(errors[i].name));
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		suggest__try(near, aliases[i].name, strlen(aliases[i].name));
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/fdset.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/number.h"
#include "util/grow.h"

static int invalid(const char *word, size_t n, char *errmsg, size_t why_size)
{
	if (errmsg)
		snprintf(errmsg, why_size, "invalid descriptor '%.*s'", (int)n, word);
	return -EINVAL;
}

static int add(struct fdset *s, int32_t fd)
{
	if (!GROW(s->fds, s->cap, s->n + 1u))
		return -ENOMEM;
	s->fds[s->n++] = fd;
	return 0;
}

int fdset__parse(struct fdset *s, const char *set, char *errmsg, size_t why_size)
{
	bool inverted = *set == '!';
	const char *word = set + inverted;
	int err = 0;

	*s = (struct fdset){};
	if (!strcmp(word, "none") || !strcmp(word, "all")) {
		s->inverted = inverted == (*word == 'n');
		return 0;
	}
	if (!word[strspn(word, ",")])
		return invalid(set, strlen(set), errmsg, why_size);
	for (word += strspn(word, ","); !err && *word; word += strspn(word, ",")) {
		size_t n = strcspn(word, ",");
		uint64_t fd;

		err = number__parse(word, n, INT32_MAX, &fd) ? add(s, (int32_t)fd) : invalid(word, n, errmsg, why_size);
		word += n;
	}
	s->inverted = inverted;
	if (err)
		fdset__free(s);
	return err;
}

void fdset__free(struct fdset *s)
{
	free(s->fds);
	*s = (struct fdset){};
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Stands in for top.c and terminal.c in a build without ncurses. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "top.h"

bool terminal_has_colors(int fd)
{
	const char *term = getenv("TERM");

	(void)fd;
	return term && *term && strcmp(term, "dumb") != 0;
}

static int none(const struct session *s)
{
	complain(s->o, "this sctrace was built without ncurses: give --top a number of rows (--top 20)");
	return -ECANCELED;
}

int top(struct session *s, struct sctrace_stats **stats, struct when *when, const sigset_t *mask)
{
	(void)stats;
	(void)mask;
	return none(s);
}

int top__open(struct top **out, struct session *s, struct sinks *sinks)
{
	(void)sinks;
	*out = NULL;
	return none(s);
}

int top__step(struct top *t)
{
	(void)t;
	return 1;
}

int top__timeout(const struct top *t)
{
	(void)t;
	return 0;
}

void top__close(struct top *t)
{
	(void)t;
}

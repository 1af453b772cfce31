// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Stands in for top.c and terminal.c in a build without ncurses. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run_stats.h"

bool terminal_has_colors(int fd)
{
	const char *term = getenv("TERM");

	(void)fd;
	return term && *term && strcmp(term, "dumb") != 0;
}

int top(struct session *s, struct sctrace_stats **stats, struct when *when, const sigset_t *mask)
{
	(void)stats;
	(void)mask;
	complain(s->o, "this sctrace was built without ncurses: give --top a number of rows (--top 20)");
	return -ENOTSUP;
}

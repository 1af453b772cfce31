// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Asks terminfo about the terminal. Not in top.c, because term.h defines names such as "columns" as macros. */
#include <curses.h>
#include <term.h>

#include "color.h"

#define COLORS_LEAST 8

bool terminal_has_colors(int fd)
{
	int err, colors;

	if (setupterm(NULL, fd, &err) == ERR)
		return false;
	colors = tigetnum("colors");
	del_curterm(cur_term);
	return colors >= COLORS_LEAST;
}

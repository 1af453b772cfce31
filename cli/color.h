/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --color: writes lines in strace's colors. Without colors, lines do not pass through here. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct sctrace_span;

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* The parts of a line that STRACE_COLORS gives codes to. */
enum color_role {
	COLOR_SYSCALL,
	COLOR_ARGNAME,
	COLOR_ARGVAL,
	COLOR_CALL,
	COLOR_CONST,
	COLOR_COMMENT,
	COLOR_PUNCT,
	COLOR_RETVAL,
	COLOR_ERROR,
	COLOR_ROLES
};

#define COLOR_CODE 32 /* bytes of "1;38;5;208" and the like */

/* The palette of one output, and the state of its line, which may come in pieces. */
struct color {
	bool on;
	char codes[COLOR_ROLES][COLOR_CODE];
	bool begun;	 /* the line has had a span */
	bool value;	 /* the line has had the color of values */
	bool call;	 /* the line has had the name of its call */
	const char *now; /* the code that is in effect, or NULL */
};

/* COLOR_AUTO: with colors if fd is a terminal that has them, and NO_COLOR is not set. */
void color__init(struct color *c, enum color_when when, int fd);
/* Writes n bytes of lines to out, with the colors of their spans (sctrace_text_opts.write_spans). */
void color__put(struct color *c, const char *p, size_t n, const struct sctrace_span *spans, size_t nspans, FILE *out);
/* Returns whether the terminal has eight colors or more, by terminfo (terminal.c) or by TERM (top_none.c). */
bool terminal_has_colors(int fd);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --color: puts strace's colors into complete lines. Without colors, lines do not pass through here. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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

/* The state of one output within a line, as a line may come in pieces. */
struct color {
	bool on;
	char codes[COLOR_ROLES][COLOR_CODE];
	int state;
	unsigned depth;	     /* depth of brackets */
	bool quoted, escape; /* in a string; after its backslash */
	bool failed;	     /* the value returned was -1 or "?" */
	bool ioctl;	     /* the call's second argument is a request, which strace colors as a value */
	bool mask;	     /* the next value is a set of signals */
	unsigned args;	     /* how many arguments of the call came before this one */
	const char *now;     /* the code that is in effect, or NULL */
};

/* COLOR_AUTO: with colors if fd is a terminal that has them, and NO_COLOR is not set. */
void color__init(struct color *c, enum color_when when, int fd);
/* Writes n bytes of lines with their colors to out. */
void color__put(struct color *c, const char *p, size_t n, FILE *out);
/* Returns whether the terminal has eight colors or more, by terminfo (terminal.c) or by TERM (top_none.c). */
bool terminal_has_colors(int fd);

#endif

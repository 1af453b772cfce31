/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --color: strace's colors, put into lines that are ready. What is not colored costs nothing for it. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* What STRACE_COLORS names, in that order. */
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

/* Of one output: where in a line it is, as a line may come in pieces. */
struct color {
	bool on;
	char codes[COLOR_ROLES][COLOR_CODE];
	int state;
	unsigned depth;	     /* of brackets */
	bool quoted, escape; /* in a string; after its backslash */
	bool failed;	     /* the value returned was -1 or "?" */
	bool ioctl;	     /* the call's second argument is a request, which is a value to strace */
	bool mask;	     /* what comes next is a set of signals */
	unsigned args;	     /* of the call, before this one */
	const char *now;     /* the code that is set; NULL: none */
};

/* fd: where it goes. Auto: to a terminal that has colors, where the environment has no NO_COLOR. */
void color__init(struct color *c, enum color_when when, int fd);
/* n bytes of lines, with their colors, to out. */
void color__put(struct color *c, const char *p, size_t n, FILE *out);
/* Does the terminal have eight colors or more? By terminfo (terminal.c), or by TERM (top_none.c). */
bool terminal_has_colors(int fd);

#endif

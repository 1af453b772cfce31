/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The rows of options.def. */
#ifndef CLI_OPTIONS_TABLE_H
#define CLI_OPTIONS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct options;

enum option_id {
	OPT_NONE,
#define OPTION(id, ...) OPT_##id,
#include "options.def"
	OPT_IDS,
};

/* Options that rules treat alike. */
enum option_class {
	C_SCOPE = 0x1,		/* selects tasks: neither PROG nor -p is needed */
	C_LIVE = 0x2,		/* is about a running kernel: not with --replay */
	C_FILTER = 0x4,		/* selects calls by the files that they operate on */
	C_FOLLOW = 0x8,		/* traces children, too */
	C_PROBE = 0x20,		/* adds a probe */
	C_LINES = 0x40,		/* is about lines only */
	C_CAPTURED = 0x80,	/* is about lines, and about the content of a recording */
	C_IDLE_C = 0x100,	/* strace warns that it has no effect with -c */
	C_TEXT = 0x200,		/* has no effect on JSON */
	C_TABLE = 0x400,	/* asks for one of perf's tables */
	C_STRACE_TABLE = 0x1000 /* asks for strace's table */
};

/* The questions that options answer. */
enum option_question { ASKS_NOTHING, WHOSE, WHICH, WHEN, HOW, QUESTIONS };

/* options.def explains the members. */
struct option_row {
	const char *strace, *own, *expr;
	const char *value, *words, *more, *called, *help;
	char letter;
	enum { NO_ARG, ARG, OPTIONAL_ARG, NUMBER_ARG } arg;
	bool once, set, alias;
	enum option_question asks;
	unsigned classes; /* enum option_class */
	size_t flag;	  /* offset in struct options of a bool that becomes true, or 0 */
	size_t text;	  /* offset of a string that becomes the argument, or 0 */
	void (*call)(struct options *o, const char *arg);
};

extern const struct option_row option_rows[OPT_IDS];

/* Returns the index of the word of n bytes in a list of words, which are separated by blanks, or -1. words may be NULL. */
int option_words__find(const char *words, const char *word, size_t n);
/* The same, ignoring case. */
int option_words__find_nocase(const char *words, const char *word, size_t n);
/* Returns the next word of a list, its length in *n, and moves *at behind it; or NULL. *at may be NULL. */
const char *option_words__next(const char **at, size_t *n);

#endif

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

/* Appends a part of a message, with control characters in octal, whatever names are in it. */
static void append_safe(char **to, const char *end, const char *text)
{
	for (; *text && end - *to > 5; text++) {
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*to += sprintf(*to, "\\%03o", (unsigned char)*text);
		else
			*(*to)++ = *text;
	}
}

/*
 * Prints a line in one write(), as the command and the child that becomes it may print at the same time, and without
 * malloc(), as the message may be that memory is short.
 */
static void print_safe(const char *name, const char *text)
{
	char line[16384], *to = line;

	append_safe(&to, line + sizeof(line), name);
	append_safe(&to, line + sizeof(line), ": ");
	append_safe(&to, line + sizeof(line), text);
	dprintf(STDERR_FILENO, "%.*s\n", (int)(to - line), line);
}

void complain(const struct options *o, const char *fmt, ...)
{
	char text[1024], *whole = NULL;
	va_list ap, again;

	va_start(ap, fmt);
	va_copy(again, ap);
	if (vsnprintf(text, sizeof(text), fmt, ap) >= (int)sizeof(text) && vasprintf(&whole, fmt, again) < 0)
		whole = NULL;
	print_safe(o->name, whole ? whole : text);
	free(whole);
	va_end(again);
	va_end(ap);
}

void options__refuse(const struct options *o, const char *text)
{
	complain(o, "%s", text);
	exit(1);
}

void options__usage_error(const struct options *o, const char *text)
{
	complain(o, "%s", text);
	options__try_help(o);
}

void options__try_help(const struct options *o)
{
	fprintf(stderr, "Try '%s -h' for more information.\n", o->name);
	exit(1);
}

void *options__more(const struct options *o, void *p, size_t n, size_t size)
{
	p = realloc(p, n * size);
	if (!p)
		options__refuse(o, strerror(ENOMEM));
	return p;
}

char *options__copy(const struct options *o, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		options__refuse(o, strerror(ENOMEM));
	return copy;
}

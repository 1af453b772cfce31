// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_screen.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int screen__resize(struct screen *s, int lines, int columns)
{
	size_t size = (size_t)lines * (size_t)columns;
	char *text;
	unsigned char *attrs;

	if (lines != s->lines || columns != s->columns || !s->text) {
		text = malloc(size + 1);
		attrs = malloc(size + 1);
		if (!text || !attrs) {
			free(text);
			free(attrs);
			return -ENOMEM;
		}
		screen__free(s);
		*s = (struct screen){ lines, columns, text, attrs };
	}
	screen__clear(s);
	return 0;
}

void screen__free(struct screen *s)
{
	free(s->text);
	free(s->attrs);
	*s = (struct screen){};
}

void screen__clear(struct screen *s)
{
	size_t size = (size_t)s->lines * (size_t)s->columns;

	memset(s->text, ' ', size);
	memset(s->attrs, 0, size);
}

int screen__put(struct screen *s, int y, int x, int attr, const char *text)
{
	for (; *text; text++, x++) {
		size_t at = (size_t)y * (size_t)s->columns + (size_t)x;

		if (y < 0 || y >= s->lines || x < 0 || x >= s->columns)
			continue;
		/* the terminal would obey control characters */
		s->text[at] = *text < ' ' || *text > '~' ? '?' : *text;
		s->attrs[at] |= (unsigned char)attr;
	}
	return x;
}

void screen__print(struct screen *s, int y, int attr, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	screen__put(s, y, 0, attr, text);
	if (n > s->columns)
		screen__put(s, y, s->columns - 1, attr, ">");
}

void screen__line_attr(struct screen *s, int y, int attr)
{
	if (y >= 0 && y < s->lines)
		memset(s->attrs + (size_t)y * (size_t)s->columns, attr, (size_t)s->columns);
}

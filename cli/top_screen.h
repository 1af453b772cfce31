/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What --top shows, as lines of text with attributes. It is drawn without a terminal; top.c copies it to one. */
#ifndef CLI_TOP_SCREEN_H
#define CLI_TOP_SCREEN_H

/* Bits of the attribute of a character. */
#define SCREEN_BOLD 1
#define SCREEN_REVERSE 2

struct screen {
	int lines, columns;
	char *text; /* lines * columns characters, without NUL */
	unsigned char *attrs;
};

/* Makes the screen as large as this, and empty. Returns 0 or -ENOMEM. */
int screen__resize(struct screen *s, int lines, int columns);
void screen__free(struct screen *s);
void screen__clear(struct screen *s);
/* Writes printable ASCII, as far as the line has room. y and x may be outside of the screen. Returns x after the text. */
int screen__put(struct screen *s, int y, int x, int attr, const char *text);
/* Writes a text from column 0. If it is longer than the line, it is cut and ends with '>'. */
void screen__print(struct screen *s, int y, int attr, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Sets the attribute of a whole line. */
void screen__line_attr(struct screen *s, int y, int attr);

#endif

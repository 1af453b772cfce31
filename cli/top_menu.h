/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The list of keys of --by, from which other ones are chosen while --top runs. */
#ifndef CLI_TOP_MENU_H
#define CLI_TOP_MENU_H

#include "top_rows.h"
#include "top_screen.h"

struct top_menu {
	unsigned n;			/* keys */
	unsigned at;			/* where the cursor is */
	unsigned char chosen[TOP_KEYS]; /* in order */
	unsigned nchosen;
};

/* Begins with these keys chosen. */
void top_menu__init(struct top_menu *m, const char *by);
/* Takes a key that moves, chooses or takes back. Returns false for another key. */
bool top_menu__key(struct top_menu *m, int key);
/* Writes the chosen keys as --by takes them. Returns false if there are none. */
bool top_menu__by(const struct top_menu *m, char *by, size_t size);
void top_menu__draw(const struct top_menu *m, struct screen *s);

#endif

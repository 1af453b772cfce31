// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_menu.h"

#include <stdio.h>
#include <string.h>

#include "top_table.h"

/* Returns the place of the key among those chosen, from 1; 0: it is not chosen. */
static unsigned place_of(const struct top_menu *m, unsigned key)
{
	for (unsigned i = 0; i < m->nchosen; i++)
		if (m->chosen[i] == key)
			return i + 1;
	return 0;
}

/* Chooses a key, or takes it back. */
static void toggle(struct top_menu *m, unsigned key)
{
	unsigned place = place_of(m, key);

	if (!place) {
		m->chosen[m->nchosen++] = (unsigned char)key;
		return;
	}
	memmove(m->chosen + place - 1, m->chosen + place, m->nchosen - place);
	m->nchosen--;
}

void top_menu__init(struct top_menu *m, const char *by)
{
	const char *help;

	*m = (struct top_menu){};
	while (top_rows__key_name(m->n, &help))
		m->n++;
	for (const char *w = by; *w; w += *w == ',') {
		size_t len;

		w += *w == '?';
		len = strcspn(w, ",");
		for (unsigned i = 0; i < m->n; i++) {
			const char *name = top_rows__key_name(i, &help);

			if (strlen(name) == len && !strncmp(name, w, len) && !place_of(m, i))
				toggle(m, i);
		}
		w += len;
	}
}

bool top_menu__key(struct top_menu *m, int key)
{
	if (key == TOP_UP)
		m->at -= m->at > 0;
	else if (key == TOP_DOWN)
		m->at += m->at + 1 < m->n;
	else if (key == TOP_HOME)
		m->at = 0;
	else if (key == TOP_END)
		m->at = m->n - 1;
	else if (key == ' ')
		toggle(m, m->at);
	else
		return false;
	return true;
}

bool top_menu__by(const struct top_menu *m, char *by, size_t size)
{
	const char *help;
	bool tells_apart = false;
	size_t n = 0;

	*by = '\0';
	for (unsigned i = 0; i < m->nchosen && n < size; i++) {
		const char *name = top_rows__key_name(m->chosen[i], &help);

		n += (size_t)snprintf(by + n, size - n, "%s%s", i ? "," : "", name);
		tells_apart |= strcmp(name, "size") != 0;
	}
	return tells_apart && n < size;
}

void top_menu__draw(const struct top_menu *m, struct screen *s)
{
	unsigned room = s->lines > 3 ? (unsigned)s->lines - 3 : 1;
	unsigned skip = m->at >= room ? m->at - room + 1 : 0;
	const char *help;
	char by[256];

	top_menu__by(m, by, sizeof(by));
	screen__print(s, 0, SCREEN_BOLD, "a row for each combination of: %s", by);
	screen__print(s, 1, 0, "space) choose, take back  Enter) count by these  Escape) cancel");
	for (unsigned i = skip; i < m->n && i - skip < room; i++) {
		const char *name = top_rows__key_name(i, &help);
		unsigned place = place_of(m, i);
		char mark[16] = "[ ]";
		int y = 3 + (int)(i - skip);

		if (place)
			snprintf(mark, sizeof(mark), "[%u]", place);
		screen__print(s, y, i == m->at ? SCREEN_REVERSE : 0, "%-4s %-10s %s", mark, name, help);
	}
}

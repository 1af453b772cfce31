// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_help.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

#define TEXT_COLUMN 27
#define WIDTH 79
#define HEAD_SIZE 256

static const char keys[] = ""
#define KEY(id, bit, kind, member, stat, name, ...) " " name
#include "tables/keys.def"
	;

/* The sections and options that --help prints, in order. */
static const struct {
	const char *title, *note;
	int id;
} entries[] = {
#define SECTION(title, note) { title, note, OPT_NONE },
#define OPTION(id, ...) { NULL, NULL, OPT_##id },
#include "options.def"
};

#define NENTRIES (sizeof(entries) / sizeof(entries[0]))

/* The forms of an option that the head of its entry has so far. */
struct help_head {
	char text[HEAD_SIZE];
	size_t n;
};

static void __attribute__((format(printf, 2, 3))) head_add(struct help_head *h, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (h->n < sizeof(h->text))
		h->n += (size_t)vsnprintf(h->text + h->n, sizeof(h->text) - h->n, fmt, ap);
	va_end(ap);
}

/* Adds the forms of one option: "-t, -tt, -ttt", "-a, --columns=N". */
static void head_add_option(struct help_head *h, const struct option_row *row)
{
	const char *name = row->strace ?: row->own, *value = row->value ?: "";
	const char *separator = h->n ? ", " : "";

	if (row->letter) {
		head_add(h, "%s-%c", separator, row->letter);
		if (!name && row->value && row->arg == ARG)
			head_add(h, " %s", value);
		separator = ", ";
	}
	if (row->more) {
		head_add(h, "%s%s", separator, row->more);
		separator = ", ";
	}
	if (name) {
		head_add(h, "%s%s--%.*s", h->n ? "" : "    ", separator, (int)strcspn(name, " "), name);
		if (row->value)
			head_add(h, row->arg == ARG ? "=%s" : "[=%s]", value);
	} else if (row->expr) {
		head_add(h, "%s-e %.*s=%s", separator, (int)strcspn(row->expr, " "), row->expr, value);
	}
}

/* Prints words from column at on, and from TEXT_COLUMN in further lines. */
static void print_wrapped(const char *text, size_t column)
{
	const char *word;
	size_t n;

	while ((word = option_words__next(&text, &n))) {
		if (column > TEXT_COLUMN && column + 1 + n > WIDTH) {
			printf("\n%*s", TEXT_COLUMN, "");
			column = TEXT_COLUMN;
		}
		column += (size_t)printf("%s%.*s", column > TEXT_COLUMN ? " " : "", (int)n, word);
	}
}

static void print_entry(const struct help_head *h, const struct option_row *row)
{
	size_t column = 2 + h->n;

	printf("  %s", h->text);
	if (column + 1 > TEXT_COLUMN) {
		printf("\n");
		column = 0;
	}
	printf("%*s", (int)(TEXT_COLUMN - column), "");
	print_wrapped(row->help, TEXT_COLUMN);
	if (row->words && !strcmp(row->words, "@keys")) {
		printf("\n%*s", TEXT_COLUMN, "");
		print_wrapped(keys, TEXT_COLUMN);
	}
	printf("\n");
}

void options__print_help(void)
{
	struct help_head head;

	printf("Usage: sctrace [OPTIONS] PROG [ARGS]\n"
	       "       sctrace [OPTIONS] -p PID\n"
	       "       sctrace -s [OPTIONS] [PROG [ARGS] | -p PID]\n"
	       "       sctrace --replay=FILE [OPTIONS]\n");
	for (size_t i = 0; i < NENTRIES; i++) {
		const struct option_row *row = &option_rows[entries[i].id];

		if (entries[i].title)
			printf("\n%s%s%s%s\n", entries[i].title, *entries[i].note ? " (" : "", entries[i].note,
			       *entries[i].note ? ")" : "");
		if (!row->help)
			continue;
		head = (struct help_head){};
		head_add_option(&head, row);
		/* rows without a help are further forms of this option */
		for (size_t j = i + 1; j < NENTRIES && entries[j].id && !option_rows[entries[j].id].help; j++)
			head_add_option(&head, &option_rows[entries[j].id]);
		print_entry(&head, row);
	}
	printf("\nOptions that take a SET may also be given as -e NAME=SET: -e status=failed.\n");
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_help.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

#define TEXT_COLUMN 27
#define SUMMARY_COLUMN 13
#define WIDTH 79
#define HEAD_SIZE 256

static const char keys[] = ""
#define KEY(id, bit, kind, member, stat, events, name, ...) " " name
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

/* ---- the summary ---- */

/* Writes the option's shortest form, without its optional parts: "-p PID", "--errno=SET", "-ff". Returns its length. */
static size_t short_form(char *text, size_t size, const struct option_row *row)
{
	const char *name = row->strace ?: row->own, *value = row->arg == ARG ? row->value : "";
	int name_n = name ? (int)strcspn(name, " ") : 0, n;

	if (*value == '[')
		value += strcspn(value, "]") + 1;
	n = (int)strcspn(value, ",[( ");
	if (!row->letter && row->more)
		return (size_t)snprintf(text, size, "%s", row->more);
	if (row->letter)
		return (size_t)snprintf(text, size, "-%c%s%.*s", row->letter, n ? " " : "", n, value);
	if (row->expr && (!name || row->set))
		return (size_t)snprintf(text, size, "-e %.*s=%.*s", (int)strcspn(row->expr, " "), row->expr, n, value);
	return (size_t)snprintf(text, size, "--%.*s%s%.*s", name_n, name, n ? "=" : "", n, value);
}

/* Prints the options that answer a question, in lines after its name. */
static void print_question(const char *name, enum option_question question)
{
	size_t column = (size_t)printf("%-*s", SUMMARY_COLUMN, name);
	bool first = true;

	for (int id = 1; id < OPT_IDS; id++) {
		const struct option_row *row = &option_rows[id];
		char form[64];
		size_t n;

		if (row->asks != question || id == OPT_PROG)
			continue;
		n = short_form(form, sizeof(form), row);
		if (!first && column + 2 + n > WIDTH) {
			printf(",\n%*s", SUMMARY_COLUMN, "");
			column = SUMMARY_COLUMN;
			first = true;
		}
		printf("%s%s", first ? "" : ", ", form);
		column += n + (first ? 0 : 2);
		first = false;
	}
	printf("\n");
}

static void print_summary(void)
{
	print_question("Whose calls:", WHOSE);
	print_question("Which calls:", WHICH);
	print_question("When:", WHEN);
	print_question("How shown:", HOW);
	printf("Examples:\n"
	       "  sctrace -f -o log make                   a build and its children, into a file\n"
	       "  sctrace -p 1234 -yy -T -e trace=%%net     a server's sockets, with peers\n"
	       "  sctrace --all-cpus --failure --for 10s   what fails on this machine\n"
	       "  sctrace -s --by=comm,syscall --top       who calls what, redrawn each second\n"
	       "--help=all lists all options; sctrace(1), the manual, explains them.\n");
}

/* ---- all options ---- */

static void print_all(void)
{
	struct help_head head;

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

void options__print_help(bool all)
{
	printf("Usage: sctrace [OPTIONS] PROG [ARGS]         trace a command\n"
	       "       sctrace [OPTIONS] -p PID              trace a running process\n"
	       "       sctrace --all-cpus [OPTIONS]          trace the whole machine\n"
	       "       sctrace -s [OPTIONS] [PROG | -p PID]  count calls\n"
	       "       sctrace --replay=FILE [OPTIONS]       read a recording\n");
	if (all)
		print_all();
	else
		print_summary();
}

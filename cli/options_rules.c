// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "options_names.h"

#define IDS_MAX 24

/* The ids of options.def, as the rules name them. */
enum {
#define OPTION(id, ...) id = OPT_##id,
#include "options.def"
};

/* A set of options: these ids, and all options that are in all of these classes; or all options but these ids. */
struct option_set {
	unsigned char ids[IDS_MAX + 1]; /* ends with OPT_NONE */
	unsigned classes;
	bool but;
};

enum rule_kind { FIRST, EXCLUDES, TWO_FORMS, NEEDS, SPECIFIED, IDLE_WITH, IDLE_WITHOUT };

struct rule {
	enum rule_kind kind;
	struct option_set a, b, unless, named;
	const char *says, *instead;
	bool whole;
};

/* clang-format off */
#define IDS(...) { .ids = { __VA_ARGS__ } }
#define ALL_BUT(...) { .ids = { __VA_ARGS__ }, .but = true }
#define CLASS(class) { .classes = class }
#define CLASS_AND(class, ...) { .ids = { __VA_ARGS__ }, .classes = class }
/* clang-format on */

static const struct rule rules[] = {
#define RULE(kind, ...) { kind, __VA_ARGS__ },
#include "options.def"
};

#define NRULES (sizeof(rules) / sizeof(rules[0]))

static bool set_has(const struct option_set *set, int id)
{
	if (set->classes && (option_rows[id].classes & set->classes) == set->classes)
		return true;
	for (const unsigned char *i = set->ids; *i; i++)
		if (*i == id)
			return !set->but;
	return set->but;
}

static bool set_empty(const struct option_set *set)
{
	return !set->ids[0] && !set->classes;
}

/* Returns the first option of the set that is given and is not "except", or OPT_NONE. */
static int first_given(const struct options *o, const struct option_set *set, int except)
{
	for (int id = 1; id < OPT_IDS; id++)
		if (o->given[id] && id != except && set_has(set, id))
			return id;
	return OPT_NONE;
}

/* Returns the option's name for a message, as strace writes it: "-c/--summary-only". It is text, or a constant. */
static const char *option_name(int id, char *text, size_t size)
{
	const struct option_row *row = &option_rows[id];
	const char *name = options__long(id);

	if (row->called)
		return row->called;
	if (!name && row->expr)
		snprintf(text, size, "-e %.*s=", (int)strcspn(row->expr, " "), row->expr);
	else if (!name)
		snprintf(text, size, "-%c", row->letter);
	else if (row->letter)
		snprintf(text, size, "-%c/--%.*s", row->letter, (int)strcspn(name, " "), name);
	else
		snprintf(text, size, "--%.*s", (int)strcspn(name, " "), name);
	return text;
}

/* Writes all names of a set: "X", or "(X or Y)". */
static void set_names(const struct option_set *set, char *text, size_t size)
{
	char one[64];
	size_t n = 0;
	int count = 0;

	for (int id = 1; id < OPT_IDS; id++)
		count += set_has(set, id);
	if (count > 1)
		n += (size_t)snprintf(text, size, "(");
	for (int id = 1, i = 0; id < OPT_IDS && n < size; id++)
		if (set_has(set, id))
			n += (size_t)snprintf(text + n, size - n, "%s%s", i++ ? " or " : "",
					      option_name(id, one, sizeof(one)));
	if (count > 1 && n < size)
		snprintf(text + n, size - n, ")");
}

/* Returns the message of a rule that the option id of its set .a breaks, to be freed, or NULL if it does not. */
static char *rule_message(const struct rule *r, int id, const struct options *o)
{
	static const char *const texts[] = {
		[EXCLUDES] = "%s and %s are mutually exclusive",
		[TWO_FORMS] = "%s and %s cannot be provided simultaneously",
		[NEEDS] = "%s must be given with %s",
		[SPECIFIED] = "PROG [ARGS] must be specified with %s",
		[IDLE_WITH] = "%s has no effect with %s",
		[IDLE_WITHOUT] = "%s has no effect without %s",
	};
	bool without = r->kind == NEEDS || r->kind == SPECIFIED || r->kind == IDLE_WITHOUT;
	int with = first_given(o, &r->b, id);
	char a[256], b[256], *plain, *text;

	if (!with != without || first_given(o, &r->unless, OPT_NONE))
		return NULL;
	if (r->says)
		return options__copy(o, r->says);
	if (without)
		set_names(set_empty(&r->named) ? &r->b : &r->named, b, sizeof(b));
	else
		snprintf(b, sizeof(b), "%s", option_name(with, (char[64]){}, 64));
	if (r->whole)
		set_names(&r->a, a, sizeof(a));
	else if (r->kind == TWO_FORMS) /* the letter alone: b's name has it, too */
		snprintf(a, sizeof(a), "-%c", option_rows[id].letter);
	else if (r->kind == IDLE_WITHOUT && id == OPT_SEPARATELY) /* without -ff, to which the rule does not apply */
		snprintf(a, sizeof(a), "--%s", options__long(id));
	else
		snprintf(a, sizeof(a), "%s", option_name(id, (char[64]){}, 64));
	if (asprintf(&plain, texts[r->kind], a, b) < 0)
		abort();
	if (!r->instead)
		return plain;
	if (asprintf(&text, "%s: %s", plain, r->instead) < 0)
		abort();
	free(plain);
	return text;
}

/* Returns the message of the next broken rule whose kind is between from and to, and sets *r and *id; or NULL. */
static char *next_broken(const struct options *o, enum rule_kind from, enum rule_kind to, const struct rule **r,
			 int *id)
{
	for (; *r < rules + NRULES; ++*r, *id = 0) {
		if ((*r)->kind < from || (*r)->kind > to)
			continue;
		while (++*id < OPT_IDS) {
			char *text = o->given[*id] && set_has(&(*r)->a, *id) ? rule_message(*r, *id, o) : NULL;

			if (text)
				return text;
		}
	}
	return NULL;
}

void options__check_first(const struct options *o)
{
	const struct rule *r = rules;
	int id = 0;
	const char *text = next_broken(o, FIRST, FIRST, &r, &id);

	if (text)
		options__refuse(o, text);
}

void options__check_rules(const struct options *o)
{
	const struct rule *r = rules;
	int id = 0;
	char name[64], message[128];
	const char *text;

	for (int twice = 1; twice < OPT_IDS; twice++)
		if (o->given[twice] > 1 && option_rows[twice].once) {
			snprintf(message, sizeof(message), "%s is given twice", option_name(twice, name, sizeof(name)));
			options__usage_error(o, message);
		}
	text = next_broken(o, EXCLUDES, SPECIFIED, &r, &id);
	if (text && r->kind == TWO_FORMS)
		options__refuse(o, text);
	if (text)
		options__usage_error(o, text);
}

void options__warn(const struct options *o)
{
	const struct rule *r = rules;
	int id = 0;

	for (char *text; (text = next_broken(o, IDLE_WITH, IDLE_WITHOUT, &r, &id)); free(text))
		complain(o, "%s", text);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/select.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/suggest.h"

#define REPEATS_MAX 10 /* most repetition operators in a regular expression */

static const struct {
	const char *name;
	uint32_t class;
} classes[] = {
	{ "file", C_FILE },
	{ "desc", C_DESC },
	{ "process", C_PROCESS },
	{ "network", C_NETWORK },
	{ "net", C_NETWORK },
	{ "signal", C_SIGNAL },
	{ "ipc", C_IPC },
	{ "memory", C_MEMORY },
	{ "creds", C_CREDS },
	{ "clock", C_CLOCK },
	{ "stat", C_STAT },
	{ "lstat", C_LSTAT },
	{ "fstat", C_FSTAT },
	{ "statfs", C_STATFS },
	{ "fstatfs", C_FSTATFS },
	{ "pure", C_PURE },
	{ "%stat", C_STAT | C_LSTAT | C_FSTAT },
	{ "%statfs", C_STATFS | C_FSTATFS | C_STATFS_LIKE },
};

/* Classes that are also accepted without the %, as in older versions of strace. */
#define OLD_NAMES (C_FILE | C_DESC | C_PROCESS | C_NETWORK | C_SIGNAL | C_IPC | C_MEMORY)

/* ABIs as they are named in "read@32". */
static const struct {
	const char *name;
	unsigned char mask;
} personalities[] = {
	{ "64", SELECT_64 },
	{ "32", SELECT_32 },
#if defined(__x86_64__)
	{ "x32", SELECT_X32 },
#endif
};

/* State of parsing a list of words. */
struct parser {
	struct selection *s;
	bool on;	    /* words add calls to the set; otherwise they remove calls */
	unsigned char mask; /* ABIs that the current word is for */
	char **errmsg;
};

#define NPERSONALITIES (sizeof(personalities) / sizeof(personalities[0]))
#define NCLASSES (sizeof(classes) / sizeof(classes[0]))
/* Numbers of calls that only x32 has. */
#define NR_X32_MIN 512
#define NR_X32_MAX 547

static bool is_call(const struct sct_row *row)
{
	return !row->base;
}

static void set(const struct parser *p, const struct sct_row *row)
{
	unsigned char *mask = &p->s->rows[row - sct_rows];

	*mask = p->on ? *mask | p->mask : *mask & ~p->mask;
}

static bool in_abi(const struct abi *abi, const struct sct_row *row)
{
	for (unsigned nr = 0; abi && nr < abi->nr_max; nr++)
		if (abi__row(abi, nr) == row)
			return true;
	return false;
}

/* Returns true if one of the word's ABIs has this call. x32 has the calls of the native ABI. */
static bool has_number(const struct parser *p, const struct sct_row *row)
{
	return (p->mask & (SELECT_64 | SELECT_X32) && in_abi(abi__native(), row)) ||
	       (p->mask & SELECT_32 && in_abi(abi__compat(), row));
}

/* Adds or removes the calls of a class. Returns false if there is no such class. of: classes that are accepted */
static bool add_class(const struct parser *p, const char *name, uint32_t of)
{
	for (size_t i = 0; i < NCLASSES; i++) {
		if (strcmp(classes[i].name, name) || !(classes[i].class & of))
			continue;
		for (unsigned r = 0; r < sct_nrows; r++)
			if (is_call(&sct_rows[r]) && sct_rows[r].classes & classes[i].class)
				set(p, &sct_rows[r]);
		return true;
	}
	return false;
}

/*
 * Returns true if an expression has few repetitions. The C library copies what is repeated: each "+" around another one
 * doubles the memory, and {255} takes it 255 times.
 */
static bool regex_is_small(const char *expr)
{
	unsigned repeats = 0;

	for (; *expr; expr++)
		repeats += *expr == '{' ? REPEATS_MAX : *expr == '+';
	return repeats <= REPEATS_MAX;
}

/*
 * Adds the calls whose names match the expression. Returns 1 if there is any, 0 if not, -EINVAL with a message if the
 * expression is invalid.
 */
static int add_regex(const struct parser *p, const char *expr)
{
	char text[128];
	bool any = false;
	regex_t re;
	int err = regex_is_small(expr) ? regcomp(&re, expr, REG_EXTENDED | REG_NOSUB) : REG_ESPACE;

	if (err) {
		regerror(err, NULL, text, sizeof(text));
		if (asprintf(p->errmsg, "regcomp: %s: %s", expr, text) < 0)
			*p->errmsg = NULL;
		return -EINVAL;
	}
	for (unsigned r = 0; r < sct_nrows; r++)
		if (is_call(&sct_rows[r]) && !regexec(&re, sct_rows[r].name, 0, NULL, 0)) {
			set(p, &sct_rows[r]);
			any = any || has_number(p, &sct_rows[r]);
		}
	regfree(&re);
	return any;
}

/* Adds the call of this number in each of the word's ABIs. Returns false if none of them has it. */
static bool add_number(const struct parser *p, unsigned nr)
{
	const struct abi *abis_[] = { abi__native(), abi__compat() };
	bool any = nr >= NR_X32_MIN && nr <= NR_X32_MAX && p->mask & SELECT_X32;

	for (int i = 0; i < 2; i++) {
		const unsigned char mask = i ? SELECT_32 : SELECT_64;
		const struct sct_row *row = abis_[i] ? abi__row(abis_[i], nr) : NULL;
		struct parser one = *p;

		one.mask &= mask;
		if (row)
			set(&one, row);
		any = any || (row && p->mask & (i ? SELECT_32 : SELECT_64 | SELECT_X32));
	}
	return any;
}

static bool add_name(const struct parser *p, const char *name)
{
	char *end;
	unsigned long nr = strtoul(name, &end, 10);
	bool any = false;

	if (*name >= '0' && *name <= '9' && !*end)
		return nr < SCT_NR_MAX + 64 && add_number(p, (unsigned)nr);
	for (unsigned r = 0; r < sct_nrows; r++)
		if (is_call(&sct_rows[r]) && !strcmp(sct_rows[r].name, name)) {
			set(p, &sct_rows[r]);
			/* a 32-bit ABI may have another row of the same name */
			any = any || has_number(p, &sct_rows[r]);
		}
	return any;
}

/*
 * Finds the class of this name. If the word must be a class, otherwise finds the nearest one. Returns false if there is
 * neither.
 */
static bool nearest_class(struct suggest *near, const char *name, bool is_class)
{
	bool any = false;

	for (size_t i = 0; i < NCLASSES; i++) {
		any = any || !strncmp(classes[i].name, name, near->len + 1);
		if (is_class || any)
			suggest__try(near, classes[i].name, strlen(classes[i].name));
		if (any)
			break;
	}
	if (is_class || any)
		suggest__prefix(near, "%");
	return is_class || any;
}

/* If some ABI has a call of this name (n bytes), returns the ABI of the word, which lacks it; otherwise NULL. */
static const struct abi *lacking_abi(const struct parser *p, const char *name, size_t n)
{
	for (unsigned r = 0; r < sct_nrows; r++)
		if (is_call(&sct_rows[r]) && !strncmp(sct_rows[r].name, name, n) && !sct_rows[r].name[n])
			return p->mask == SELECT_32 && abi__compat() ? abi__compat() : abi__native();
	return NULL;
}

/* Sets the message for a word that names no call or class. Returns -EINVAL. */
static int unknown(const struct parser *p, const char *word)
{
	bool is_class = *word == '%';
	const char *name = word + is_class;
	const struct abi *abi = lacking_abi(p, name, strcspn(name, "@"));
	struct suggest near;
	char text[64];

	if (abi && !is_class) {
		if (asprintf(p->errmsg, "invalid system call '%s' (%s does not have it)", word, abi->name) < 0)
			*p->errmsg = NULL;
		return -EINVAL;
	}
	suggest__init(&near, name, strcspn(name, "@"));
	is_class = nearest_class(&near, name, is_class);
	for (unsigned r = 0; !is_class && r < sct_nrows; r++)
		if (is_call(&sct_rows[r]))
			suggest__try(&near, sct_rows[r].name, strlen(sct_rows[r].name));
	if (asprintf(p->errmsg, "invalid system call '%s'%s", word, suggest__text(&near, text, sizeof(text))) < 0)
		*p->errmsg = NULL;
	return -EINVAL;
}

/* Cuts "@32" off a word and sets the parser's mask to that ABI. Returns 0 or -EINVAL with a message. */
static int take_personality(struct parser *p, char *word)
{
	char *at = strrchr(word, '@');

	p->mask = SELECT_ALL;
	if (!at)
		return 0;
	for (size_t i = 0; i < NPERSONALITIES; i++)
		if (!strcmp(at + 1, personalities[i].name)) {
			p->mask = personalities[i].mask;
			*at = '\0';
			return 0;
		}
	if (asprintf(p->errmsg, "incorrect personality designator '%s' in qualification '%s'", at + 1, word) < 0)
		*p->errmsg = NULL;
	return -EINVAL;
}

/* Adds what the word names. Returns 1, 0 if it names nothing, or -EINVAL with a message. */
static int add_known(const struct parser *p, const char *word)
{
	bool any;

	if (!strcmp(word, "all")) {
		for (unsigned r = 0; r < sct_nrows; r++)
			set(p, &sct_rows[r]);
		p->s->all = p->on ? p->s->all | p->mask : p->s->all & ~p->mask;
		return 1;
	}
	if (*word == '%')
		return add_class(p, word + 1, ~0u);
	if (*word == '/')
		return add_regex(p, word + 1);
	/* "signal" and "ipc" are names of calls and of classes */
	any = add_name(p, word);
	return (strcmp(word, "net") && add_class(p, word, OLD_NAMES)) || any;
}

static int add_word(struct parser *p, const char *word)
{
	char *name = strdup(word);
	int n = name ? take_personality(p, name) : -ENOMEM;

	if (!n)
		n = add_known(p, name + strspn(name, "?"));
	free(name);
	return n ? n < 0 ? n : 0 : *word == '?' ? 0 : unknown(p, word);
}

int select__all(struct selection *s)
{
	s->all = SELECT_ALL;
	s->rows = malloc(sct_nrows);
	if (!s->rows)
		return -ENOMEM;
	memset(s->rows, SELECT_ALL, sct_nrows);
	return 0;
}

int select__add(struct selection *to, const struct selection *s)
{
	if (!to->rows)
		to->rows = calloc(1, sct_nrows);
	if (!to->rows)
		return -ENOMEM;
	to->all |= s->all;
	for (size_t i = 0; i < sct_nrows; i++)
		to->rows[i] |= s->rows[i];
	return 0;
}

bool select__same(const struct selection *a, const struct selection *b)
{
	return a->rows && b->rows && a->all == b->all && !memcmp(a->rows, b->rows, sct_nrows);
}

static int add_words(struct parser *p, const char *expr)
{
	char *words = strdup(expr + !p->on), *word, *save = NULL;
	int err = words ? 0 : -ENOMEM;

	word = words ? strtok_r(words, ",", &save) : NULL;
	if (words && !word)
		err = unknown(p, expr);
	/* "none" alone is the empty set; in a list it is taken for a call's name */
	if (word && !strcmp(word, "none") && !strtok_r(NULL, ",", &save))
		word = NULL;
	for (; !err && word; word = strtok_r(NULL, ",", &save))
		err = add_word(p, word);
	free(words);
	return err;
}

int select__parse(struct selection *s, const char *expr, char **errmsg)
{
	struct parser p = { .s = s, .on = *expr != '!', .errmsg = errmsg };
	int err = select__all(s);

	*errmsg = NULL;
	if (err)
		return err;
	s->all = p.on ? 0 : SELECT_ALL;
	memset(s->rows, s->all, sct_nrows);
	err = add_words(&p, expr);
	if (err)
		select__free(s);
	return err;
}

bool select__has(const struct selection *s, const struct sct_row *row, const struct abi *abi)
{
	return (row ? s->rows[row - sct_rows] : s->all) & (abi->word == 8 ? SELECT_64 : SELECT_32);
}

bool select__everything(const struct selection *s)
{
	if (s->all != SELECT_ALL)
		return false;
	for (unsigned r = 0; r < sct_nrows; r++)
		if (is_call(&sct_rows[r]) && s->rows[r] != SELECT_ALL)
			return false;
	return true;
}

bool select__has_call(const struct selection *s, const struct sct_row *row, const struct abi *abi)
{
	if (row == &sct_row_unknown)
		row = NULL;
	else if (row->base)
		row = &sct_rows[row->base - 1u];
	return select__has(s, row, abi);
}

size_t select__classes(const struct sct_row *row, const char *out[SELECT_CLASSES])
{
	size_t n = 0;

	_Static_assert(NCLASSES == SELECT_CLASSES, "room for all");
	for (size_t i = 0; i < NCLASSES; i++)
		if (row->classes & classes[i].class)
			out[n++] = classes[i].name;
	return n;
}

void select__free(struct selection *s)
{
	free(s->rows);
	s->rows = NULL;
}

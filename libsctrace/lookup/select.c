// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/select.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

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
	{ "%statfs", C_STATFS | C_FSTATFS },
};

static bool is_call(const struct sct_row *row)
{
	return !row->base;
}

/* Sets or clears the rows of a class. false: there is none of that name. */
static bool add_class(struct selection *s, const char *name, bool on)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		if (strcmp(classes[i].name, name))
			continue;
		for (unsigned r = 0; r < sct_nrows; r++)
			if (is_call(&sct_rows[r]) && sct_rows[r].classes & classes[i].class)
				s->rows[r] = on;
		return true;
	}
	return false;
}

static bool add_regex(struct selection *s, const char *expr, bool on)
{
	bool any = false;
	regex_t re;

	if (regcomp(&re, expr, REG_EXTENDED | REG_NOSUB))
		return false;
	for (unsigned r = 0; r < sct_nrows; r++)
		if (is_call(&sct_rows[r]) && !regexec(&re, sct_rows[r].name, 0, NULL, 0)) {
			s->rows[r] = on;
			any = true;
		}
	regfree(&re);
	return any;
}

static bool add_name(struct selection *s, const char *name, bool on)
{
	char *end;
	unsigned long nr = strtoul(name, &end, 10);
	bool any = false;

	if (*name && !*end) {
		const struct sct_row *row = abi__row(abi__native(), (unsigned)nr);

		if (row)
			s->rows[row - sct_rows] = on;
		return row;
	}
	for (unsigned r = 0; r < sct_nrows; r++)
		if (is_call(&sct_rows[r]) && !strcmp(sct_rows[r].name, name)) {
			s->rows[r] = on;
			any = true; /* a 32-bit ABI may have a row of its own */
		}
	return any;
}

static bool add_word(struct selection *s, const char *word, bool on)
{
	bool optional = *word == '?', ok;

	if (optional)
		word++;
	if (!strcmp(word, "all")) {
		s->all = on;
		memset(s->rows, on, sct_nrows);
		return true;
	}
	if (*word == '%')
		ok = add_class(s, word + 1, on);
	else if (*word == '/')
		ok = add_regex(s, word + 1, on);
	else
		ok = add_name(s, word, on) || (strcmp(word, "stat") && add_class(s, word, on));
	return ok || optional;
}

int select__all(struct selection *s)
{
	s->all = true;
	s->rows = malloc(sct_nrows);
	if (!s->rows)
		return -ENOMEM;
	memset(s->rows, 1, sct_nrows);
	return 0;
}

int select__parse(struct selection *s, const char *expr, char **bad)
{
	bool on = *expr != '!';
	char *words, *word, *save = NULL;
	int err = select__all(s);

	*bad = NULL;
	if (err)
		return err;
	words = strdup(on ? expr : expr + 1);
	if (!words) {
		select__free(s);
		return -ENOMEM;
	}
	s->all = !on;
	memset(s->rows, !on, sct_nrows);
	word = strtok_r(words, ",", &save);
	if (!word)
		err = -EINVAL;
	for (; !err && word; word = strtok_r(NULL, ",", &save)) {
		if (!strcmp(word, "none"))
			continue;
		if (!add_word(s, word, on)) {
			*bad = strdup(word);
			err = -EINVAL;
		}
	}
	free(words);
	if (err)
		select__free(s);
	return err;
}

bool select__has(const struct selection *s, const struct sct_row *row)
{
	return s->rows[row - sct_rows];
}

void select__free(struct selection *s)
{
	free(s->rows);
	s->rows = NULL;
}

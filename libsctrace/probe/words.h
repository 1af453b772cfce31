/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The words of prototypes: kinds of values, by the names that C and its headers have for them. */
#ifndef SCT_PROBE_WORDS_H
#define SCT_PROBE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "lookup/row.h"
#include "lookup/struct.h"

/* What a word has in parentheses. */
enum word_arg {
	WORD_ALONE,  /* nothing */
	WORD_LENGTH, /* bytes(N) */
	WORD_NAMES,  /* flags(NAMES[, NUMBER]) */
	WORD_STRUCT, /* struct(NAME) */
	WORD_ARRAY,  /* array(TYPE, N) */
	WORD_WIDTH,  /* hex, hex(NUMBER) */
};

#define WORD_LONG 0xff

struct word {
	const char *text;
	uint8_t kind; /* enum sct_kind: as an argument */
	uint8_t dir;
	uint8_t arg;	/* enum word_arg */
	uint8_t narrow; /* bytes of a register that mean something; 0: as the kind says */
	uint8_t object; /* enum sct_object: of the kernel's functions only */
	uint8_t field;	/* enum field_kind: as a member of a struct */
	uint8_t size;	/* of the member, bytes, or WORD_LONG; 0: there is no such member */
};

/* NULL: there is no such word. */
const struct word *word__find(const char *text);
/* A number that says how wide another one is: u8 to u64, int, long ... */
bool word__is_number(const struct word *w);
/* The nearest word to one that there is not, as suggest__text() has it. */
const char *word__hint(const char *text, char *hint, size_t size);

/* Constants of tables/flags/; NULL: there are none of this name. */
const struct sct_flags *word__flags(const char *name);
/* A struct of tables/structs/; T_NONE: there is none. */
enum sct_type word__struct(const char *name);
/* How C aligns it; 0: that differs between machines. */
unsigned word__align(enum sct_type type, enum sct_layout layout);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Words of prototypes: names of types, as in C and its headers. */
#ifndef SCT_PROBE_WORDS_H
#define SCT_PROBE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "lookup/row.h"
#include "lookup/struct.h"

/* What a word takes in parentheses. */
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
	uint8_t kind; /* of an argument: enum sct_kind */
	uint8_t dir;
	uint8_t arg;	/* enum word_arg */
	uint8_t narrow; /* bytes of the register that are used; 0: as many as the kind has */
	uint8_t object; /* enum sct_object, for arguments of kernel functions */
	uint8_t field;	/* of a struct's member: enum field_kind */
	uint8_t size;	/* of a struct's member: bytes, or WORD_LONG; 0: no member can have this type */
};

/* Returns the word, or NULL if there is none. */
const struct word *word__find(const char *text);
/* True if the word can be the size of another one, like u16 in hex(u16): u8 to u64, int, long etc. */
bool word__is_number(const struct word *w);
/* Writes a hint with the word that is nearest to an unknown one, as suggest__text() does. Returns hint. */
const char *word__hint(const char *text, char *hint, size_t size);

/* The same for names of sets of constants, and of structs. */
const char *word__flags_hint(const char *name, char *hint, size_t size);
const char *word__struct_hint(const char *name, char *hint, size_t size);
/* Returns the set of constants of tables/flags/ with this name, or NULL. */
const struct sct_flags *word__flags(const char *name);
/* Returns the struct of tables/structs/ with this name, or T_NONE. */
enum sct_type word__struct(const char *name);
/* Returns the alignment of a struct in a layout; 0: it depends on the machine. */
unsigned word__align(enum sct_type type, enum sct_layout layout);

#endif

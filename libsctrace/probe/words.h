/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Words of prototypes: kinds of values, named as in C and its headers. */
#ifndef SCT_PROBE_WORDS_H
#define SCT_PROBE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "lookup/row.h"
#include "lookup/struct.h"

/* The argument that a word takes in parentheses. */
enum word_arg {
	WORD_ALONE,  /* no argument */
	WORD_LENGTH, /* bytes(N) */
	WORD_NAMES,  /* flags(NAMES[, NUMBER]) */
	WORD_STRUCT, /* struct(NAME) */
	WORD_ARRAY,  /* array(TYPE, N) */
	WORD_WIDTH,  /* hex, hex(NUMBER) */
};

#define WORD_LONG 0xff

struct word {
	const char *text;
	uint8_t kind; /* enum sct_kind of an argument */
	uint8_t dir;
	uint8_t arg;	/* enum word_arg */
	uint8_t narrow; /* bytes of the register that are significant; 0: those of the kind */
	uint8_t object; /* enum sct_object, for functions of the kernel only */
	uint8_t field;	/* enum field_kind of a struct's member */
	uint8_t size;	/* bytes of a member, or WORD_LONG; 0: no member can have the type */
};

/* Returns the word, or NULL if there is none. */
const struct word *word__find(const char *text);
/* True if the word can be the width of another one, as in hex(u16): u8 to u64, int, long and the like. */
bool word__is_number(const struct word *w);
/* Writes the word nearest to an unknown one, as suggest__text(). Returns hint. */
const char *word__hint(const char *text, char *hint, size_t size);

/* Writes the nearest name of a set of constants, or of a struct, in the same way. */
const char *word__flags_hint(const char *name, char *hint, size_t size);
const char *word__struct_hint(const char *name, char *hint, size_t size);
/* Returns the set of constants of tables/flags/ with this name, or NULL. */
const struct sct_flags *word__flags(const char *name);
/* Returns the struct of tables/structs/ with this name, or T_NONE. */
enum sct_type word__struct(const char *name);
/* Returns the alignment of a struct, or 0 if it depends on the machine. */
unsigned word__align(enum sct_type type, enum sct_layout layout);

#endif

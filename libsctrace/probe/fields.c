// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/fields.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/sctrace_abi.h"

static const struct {
	const char *word;
	uint8_t kind, width;
} kinds[] = {
	{ "i8", EF_SIGNED, 1 },	  { "i16", EF_SIGNED, 2 },   { "i32", EF_SIGNED, 4 },	{ "i64", EF_SIGNED, 8 },
	{ "u8", EF_UNSIGNED, 1 }, { "u16", EF_UNSIGNED, 2 }, { "u32", EF_UNSIGNED, 4 }, { "u64", EF_UNSIGNED, 8 },
	{ "h64", EF_ADDRESS, 8 }, { "str", EF_STR, 0 },	     { "loc", EF_LOC, 0 },	{ "dat", EF_LOC_DATA, 0 },
	{ "rel", EF_REL, 0 },	  { "red", EF_REL_DATA, 0 },
};

/* True if the field's size is valid: it has a number, or the four bytes that locate a string. */
static bool fits(const struct probe_field *f)
{
	if (f->off + f->size > SCT_EVENT_MAX)
		return false;
	return f->kind >= EF_LOC ? f->size == 4 : f->size >= f->width;
}

static bool kind_set(struct probe_field *f, const char *word)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].word, word)) {
			f->kind = kinds[i].kind;
			f->width = kinds[i].width;
			return true;
		}
	return false;
}

/* Parses a field. Returns the length of its text, or 0 if it is invalid. */
static int field_read(const char *text, struct probe_field *f)
{
	unsigned off, size;
	char kind[4];
	int len = 0;

	if (sscanf(text, " %63[A-Za-z0-9_]:%3[a-z0-9]@%5u+%5u%n", f->name, kind, &off, &size, &len) != 4 ||
	    off > SCT_EVENT_MAX || size > SCT_EVENT_MAX)
		return 0;
	f->off = (uint16_t)off;
	f->size = (uint16_t)size;
	return kind_set(f, kind) && fits(f) ? len : 0;
}

int fields__parse(const char *text, struct probe_field **out, unsigned *n)
{
	struct probe_field *all = calloc(FIELDS_MAX, sizeof(*all));
	unsigned count = 0;
	int len = *text == '(' && text[1] != ')';

	if (!all)
		return -ENOMEM;
	*out = all;
	*n = 0;
	while (len && count < FIELDS_MAX) {
		text++;
		len = field_read(text, &all[count]);
		text += len;
		count += len > 0;
		if (*text != ',')
			break;
	}
	if (!len || *text != ')' || text[1])
		return strcmp(text, "()") ? -EINVAL : 0;
	*n = count;
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/words.h"

#include <string.h>

#include "lookup/layout.h"
#include "util/suggest.h"

#define IN_MEMORY IN
#define LONG WORD_LONG

static const struct word words[] = {
	{ "int", K_INT, .field = FIELD_INT, .size = 4 },
	{ "uint", K_UINT, .field = FIELD_UINT, .size = 4 },
	{ "long", K_LONG, .field = FIELD_INT, .size = LONG },
	{ "ulong", K_ULONG, .field = FIELD_UINT, .size = LONG },
	{ "bool", K_ULONG, .narrow = 1, .field = FIELD_UINT, .size = 1 },
	{ "char", K_LONG, .narrow = 1, .field = FIELD_INT, .size = 1 },
	{ "short", K_LONG, .narrow = 2, .field = FIELD_INT, .size = 2 },
	{ "ushort", K_ULONG, .narrow = 2, .field = FIELD_UINT, .size = 2 },
	{ "i8", K_LONG, .narrow = 1, .field = FIELD_INT, .size = 1 },
	{ "u8", K_ULONG, .narrow = 1, .field = FIELD_UINT, .size = 1 },
	{ "i16", K_LONG, .narrow = 2, .field = FIELD_INT, .size = 2 },
	{ "u16", K_ULONG, .narrow = 2, .field = FIELD_UINT, .size = 2 },
	{ "i32", K_INT, .field = FIELD_INT, .size = 4 },
	{ "u32", K_UINT, .field = FIELD_UINT, .size = 4 },
	{ "i64", K_LONG, .field = FIELD_INT, .size = 8 },
	{ "u64", K_ULONG, .field = FIELD_UINT, .size = 8 },
	{ "size_t", K_ULONG, .field = FIELD_UINT, .size = LONG },
	{ "ssize_t", K_LONG, .field = FIELD_INT, .size = LONG },
	{ "off_t", K_LONG, .field = FIELD_INT, .size = LONG },
	{ "hex", K_HEX, .arg = WORD_WIDTH, .field = FIELD_HEX, .size = 4 },
	{ "ptr", K_ADDR, .field = FIELD_ADDR, .size = LONG },
	{ "oct", K_OCT, .arg = WORD_WIDTH, .field = FIELD_OCT, .size = 4 },
	{ "mode", K_MODE, .arg = WORD_WIDTH, .field = FIELD_MODE, .size = 4 },
	{ "fd", K_FD, .field = FIELD_FD, .size = 4 },
	{ "dirfd", K_DIRFD, .field = FIELD_FD, .size = 4 },
	{ "pid", K_PID, .field = FIELD_INT, .size = 4 },
	{ "uid", K_ID, .field = FIELD_ID, .size = 4 },
	{ "gid", K_ID, .field = FIELD_ID, .size = 4 },
	{ "sig", K_SIG, .field = FIELD_SIGNAL, .size = 4 },
	{ "dev", K_DEV, .field = FIELD_DEV, .size = 8 },
	{ "flags", K_FLAGS, .arg = WORD_NAMES, .field = FIELD_FLAGS, .size = 4 },
	{ "enum", K_SYM, .arg = WORD_NAMES, .field = FIELD_SYM, .size = 4 },
	{ "str", K_STR, IN_MEMORY, .field = FIELD_CSTR, .size = LONG },
	{ "path", K_PATH, IN_MEMORY, .field = FIELD_CSTR, .size = LONG },
	{ "kname", K_PATH, IN_MEMORY, .object = SCT_OBJECT_NAME },
	{ "kfile", K_PATH, IN_MEMORY, .object = SCT_OBJECT_FILE },
	{ "kpath", K_PATH, IN_MEMORY, .object = SCT_OBJECT_PATH },
	{ "kdentry", K_PATH, IN_MEMORY, .object = SCT_OBJECT_DENTRY },
	{ "bytes", K_BYTES, IN_MEMORY, WORD_LENGTH, .field = FIELD_BUF, .size = LONG },
	{ "buf", K_BYTES, IN_MEMORY, WORD_LENGTH, .field = FIELD_BUF, .size = LONG },
	{ "struct", K_STRUCT, IN_MEMORY, WORD_STRUCT, .field = FIELD_PTR, .size = LONG },
	{ "array", K_ARRAY, IN_MEMORY, WORD_ARRAY, .field = FIELD_PTR, .size = LONG },
};
#define NWORDS (sizeof(words) / sizeof(words[0]))

const struct word *word__find(const char *text)
{
	for (size_t i = 0; i < NWORDS; i++)
		if (!strcmp(words[i].text, text))
			return &words[i];
	return NULL;
}

bool word__is_number(const struct word *w)
{
	return w->field <= FIELD_UINT && w->size;
}

/*
 * Writes a hint with the name nearest to word, or "". v: n structs of size bytes, each of which begins with a name or
 * NULL. Returns hint.
 */
static const char *nearest(const void *v, size_t n, size_t size, const char *word, char *hint, size_t hint_size)
{
	struct suggest near;

	suggest__init(&near, word, strlen(word));
	for (const char *p = v; n--; p += size) {
		const char *name = *(const char *const *)(const void *)p;

		if (name)
			suggest__try(&near, name, strlen(name));
	}
	return suggest__text(&near, hint, hint_size);
}

const char *word__hint(const char *text, char *hint, size_t size)
{
	return nearest(words, NWORDS, sizeof(words[0]), text, hint, size);
}

/* ---- the tables ---- */

/* By layout: names and alignments of the structs in the tables. PERABI structs depend on the machine. */
#define ALIGNS(of)                                                                                                     \
	{                                                                                                              \
		_Alignof(struct lp64_##of), _Alignof(struct i386_##of), _Alignof(struct arm_##of)                      \
	}
static const struct {
	const char *name;
	uint8_t aligns[LAYOUT_MAX];
} structs[T_MAX] = {
#define STRUCT(t) [T_##t] = { #t, ALIGNS(t) },
#define STRUCT_PACKED(t) [T_##t] = { #t, ALIGNS(t) },
#define VIEW(t, of, ...) [T_##t] = { #t, ALIGNS(of) },
#define VIEW_INLINE(t, of, ...) [T_##t] = { #t, ALIGNS(of) },
#define PERABI(t, ...) [T_##t] = { #t },
#include "lookup/rows_none.h"
#include "tables/structs/all.def"
#include "lookup/rows_end.h"
};

enum sct_type word__struct(const char *name)
{
	for (unsigned i = T_NONE + 1; i < T_MAX; i++)
		if (structs[i].name && !strcmp(structs[i].name, name))
			return (enum sct_type)i;
	return T_NONE;
}

const char *word__struct_hint(const char *name, char *hint, size_t size)
{
	return nearest(structs, T_MAX, sizeof(structs[0]), name, hint, size);
}

unsigned word__align(enum sct_type type, enum sct_layout layout)
{
	return structs[type].aligns[layout];
}

static const struct {
	const char *name;
	const struct sct_flags *flags;
} flag_names[] = {
#define TABLE(t, base, unknown) { #t, &flags_##t },
#define F(name, value)
#define END(t)
#include "tables/flags/all.def"
#undef TABLE
#undef F
#undef END
};

const char *word__flags_hint(const char *name, char *hint, size_t size)
{
	return nearest(flag_names, sizeof(flag_names) / sizeof(flag_names[0]), sizeof(flag_names[0]), name, hint, size);
}

const struct sct_flags *word__flags(const char *name)
{
	for (size_t i = 0; i < sizeof(flag_names) / sizeof(flag_names[0]); i++)
		if (!strcmp(flag_names[i].name, name))
			return flag_names[i].flags;
	return NULL;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/kstruct.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <bpf/btf.h>

#include "util/buf.h"

#define WRAPS_MAX 4	/* levels of structs with one member, as in refcount_t */
#define ENUMERATORS 128 /* most constants of an enum */
#define TEXT_MAX 64	/* most bytes of an array of characters */

const struct btf_type *btf_type__plain(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t) || btf_is_type_tag(t)))
		t = btf__type_by_id(btf, t->type);
	return t;
}

static const char *word_of(unsigned size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? "i8" : "u8";
	case 2:
		return is_signed ? "i16" : "u16";
	case 4:
		return is_signed ? "i32" : "u32";
	case 8:
		return is_signed ? "i64" : "u64";
	}
	return NULL;
}

const char *btf_type__number(const struct btf_type *t)
{
	if (btf_is_any_enum(t))
		return word_of(t->size, false);
	if (btf_int_encoding(t) & BTF_INT_BOOL)
		return "bool";
	return word_of(t->size, btf_int_encoding(t) & BTF_INT_SIGNED);
}

/* Returns the name at an offset in the string section, or NULL if it is empty, too long or not a C identifier. */
static const char *name_at(const struct btf *btf, uint32_t off)
{
	const char *name = btf__name_by_offset(btf, off);
	size_t n = name ? strlen(name) : 0;

	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '_')
			return NULL;
	return n && n < 128 ? name : NULL;
}

/* True if types has a definition that begins with "KIND NAME {". */
static bool has_row(const struct buf *types, const char *kind, const char *name)
{
	char head[160];
	int n = snprintf(head, sizeof(head), "%s %s {", kind, name);

	return types->len && memmem(types->p, types->len, head, (size_t)n);
}

bool kenum__write(const struct btf *btf, const struct btf_type *t, struct buf *types)
{
	const char *name = name_at(btf, t->name_off);
	unsigned n = btf_vlen(t);

	if (!name || !n || n > ENUMERATORS)
		return false;
	for (unsigned i = 0; i < n; i++)
		if (!name_at(btf, btf_is_enum(t) ? btf_enum(t)[i].name_off : btf_enum64(t)[i].name_off))
			return false;
	if (has_row(types, "enum", name))
		return true;
	buf__printf(types, "enum %s {", name);
	for (unsigned i = 0; i < n; i++)
		if (btf_is_enum(t))
			buf__printf(types, " %s=%d,", name_at(btf, btf_enum(t)[i].name_off), btf_enum(t)[i].val);
		else
			buf__printf(types, " %s=%lld,", name_at(btf, btf_enum64(t)[i].name_off),
				    (long long)btf_enum64_value(&btf_enum64(t)[i]));
	buf__lit(types, " }\n");
	return true;
}

/* ---- members ---- */

/* Types for members whose C type is one of the kernel's typedefs. */
static const struct {
	const char *type, *word;
} named_types[] = {
	{ "umode_t", "mode(u16)" }, { "kuid_t", "uid" },       { "kgid_t", "gid" },
	{ "gfp_t", "hex(u32)" },    { "fmode_t", "hex(u32)" }, { "blk_opf_t", "hex(u32)" },
};

/* Returns the type for a typedef in named_types, or NULL. */
static const char *word_of_name(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	for (; t && (btf_is_mod(t) || btf_is_typedef(t) || btf_is_type_tag(t)); t = btf__type_by_id(btf, t->type)) {
		const char *name = btf_is_typedef(t) ? btf__name_by_offset(btf, t->name_off) : NULL;

		for (size_t i = 0; name && i < sizeof(named_types) / sizeof(named_types[0]); i++)
			if (!strcmp(named_types[i].type, name))
				return named_types[i].word;
	}
	return NULL;
}

/* If t is a struct of one member, such as kuid_t, atomic_t or refcount_t, returns the member's type; otherwise t. */
static const struct btf_type *unwrap(const struct btf *btf, const struct btf_type *t)
{
	for (int i = 0; i < WRAPS_MAX && t && btf_is_struct(t) && btf_vlen(t) == 1; i++) {
		const struct btf_type *in = btf_type__plain(btf, btf_members(t)->type);

		if (btf_member_bit_offset(t, 0) || btf_member_bitfield_size(t, 0) || !in ||
		    !(btf_is_struct(in) || btf_is_int(in)) || in->size != t->size)
			break;
		t = in;
	}
	return t;
}

/* Writes an array of characters. Returns false for other arrays, and for flexible array members, whose length is 0. */
static bool put_text(const struct btf *btf, const struct btf_type *t, struct buf *out, unsigned *size)
{
	const struct btf_array *a = btf_array(t);
	const struct btf_type *elem = btf_type__plain(btf, a->type);

	if (!elem || !btf_is_int(elem) || elem->size != 1 || !a->nelems || a->nelems > TEXT_MAX ||
	    strcmp(btf__name_by_offset(btf, elem->name_off), "char"))
		return false;
	*size = a->nelems;
	buf__printf(out, "char[%u]", a->nelems);
	return true;
}

static bool put_number(const struct btf *btf, const struct btf_member *m, const struct btf_type *t, struct buf *out,
		       unsigned *size)
{
	const char *named = word_of_name(btf, m->type), *word;

	t = unwrap(btf, t);
	word = btf_is_int(t) ? btf_type__number(t) : NULL;
	if (!word)
		return false;
	*size = t->size;
	if (named)
		buf__str(out, named);
	else if (strstr(name_at(btf, m->name_off), "flag") && t->size > 1)
		buf__printf(out, "hex(%s)", word_of(t->size, false));
	else
		buf__str(out, word);
	return true;
}

/* Writes a member's type and sets *size. Returns false if members of such a type are not shown. */
static bool put_type(const struct btf *btf, const struct btf_member *m, struct buf *out, struct buf *types,
		     unsigned *size)
{
	const struct btf_type *t = btf_type__plain(btf, m->type);

	if (!t)
		return false;
	if (btf_is_ptr(t)) {
		*size = sizeof(uint64_t);
		buf__lit(out, "ptr");
		return true;
	}
	if (btf_is_array(t))
		return put_text(btf, t, out, size);
	if (!btf_is_any_enum(t))
		return put_number(btf, m, t, out, size);
	*size = t->size;
	if (!btf_type__number(t))
		return false;
	if (kenum__write(btf, t, types))
		buf__printf(out, "enum(%s, %s)", name_at(btf, t->name_off), btf_type__number(t));
	else
		buf__str(out, btf_type__number(t));
	return true;
}

/* Writes a member, "NAME:TYPE@OFFSET,". Returns false if it is not shown. */
static bool put_member(const struct btf *btf, const struct btf_type *t, unsigned i, struct buf *out, struct buf *types)
{
	const struct btf_member *m = &btf_members(t)[i];
	const char *name = name_at(btf, m->name_off);
	unsigned bit = btf_member_bit_offset(t, i), size;
	size_t before = out->len;

	if (!name || btf_member_bitfield_size(t, i) || bit % 8 || bit / 8 >= KSTRUCT_BYTES)
		return false;
	buf__printf(out, " %s:", name);
	if (!put_type(btf, m, out, types, &size) || bit / 8 + size > KSTRUCT_BYTES) {
		out->len = before;
		return false;
	}
	buf__printf(out, "@%u,", bit / 8);
	return true;
}

bool kstruct__write(const struct btf *btf, const struct btf_type *t, struct buf *types)
{
	const char *name = name_at(btf, t->name_off);
	unsigned n = btf_vlen(t), shown = 0, i;
	struct buf row = {};

	if (!name || has_row(types, "struct", name))
		return false;
	buf__printf(&row, "struct %s {", name);
	for (i = 0; i < n && shown < KSTRUCT_MEMBERS; i++) {
		size_t at = row.len;

		if (shown == KSTRUCT_SHOWN)
			buf__lit(&row, " ...,");
		if (put_member(btf, t, i, &row, types))
			shown++;
		else
			row.len = at;
	}
	if (shown < n)
		buf__lit(&row, " ...,");
	buf__lit(&row, " }\n");
	if (shown)
		buf__mem(types, row.p, row.len);
	types->failed |= row.failed;
	buf__free(&row);
	return shown;
}

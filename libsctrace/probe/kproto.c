// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What functions of the kernel take and return, by its types. */
#include <string.h>

#include <bpf/btf.h>

#include "probe/kfuncs.h"
#include "sctrace_abi.h"
#include "util/buf.h"

static const struct btf_type *skip_names(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t) || btf_is_type_tag(t)))
		t = btf__type_by_id(btf, t->type);
	return t;
}

static bool is_char(const struct btf_type *t)
{
	return btf_is_int(t) && t->size == 1 && !(btf_int_encoding(t) & BTF_INT_BOOL);
}

/* Strings are "char": u8 is for bytes, and a string that is filled in is not const. */
static const char *pointer_word(const struct btf *btf, const struct btf_type *pointer)
{
	static const struct {
		const char *name, *word;
	} objects[] = {
		{ "filename", "kname" },
		{ "file", "kfile" },
		{ "path", "kpath" },
		{ "dentry", "kdentry" },
	};
	const struct btf_type *t = btf__type_by_id(btf, pointer->type);
	bool constant = false;
	const char *name;

	for (; t && (btf_is_mod(t) || btf_is_type_tag(t)); t = btf__type_by_id(btf, t->type))
		constant |= btf_is_const(t);
	if (t && is_char(t) && !strcmp(btf__name_by_offset(btf, t->name_off), "char"))
		return constant ? "str" : "ptr";
	if (!t || !btf_is_struct(t))
		return "ptr";
	name = btf__name_by_offset(btf, t->name_off);
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (!strcmp(objects[i].name, name))
			return objects[i].word;
	return "ptr";
}

static const char *number_word(const struct btf_type *t, bool is_signed)
{
	switch (t->size) {
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

/* NULL: what no register has, a struct as a rule. */
static const char *type_word(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = skip_names(btf, id);

	if (!t)
		return NULL;
	if (btf_is_ptr(t))
		return pointer_word(btf, t);
	if (btf_is_int(t))
		return btf_int_encoding(t) & BTF_INT_BOOL ? "bool"
							  : number_word(t, btf_int_encoding(t) & BTF_INT_SIGNED);
	if (btf_is_any_enum(t))
		return number_word(t, false);
	return NULL;
}

static const char *name_of(const struct btf *btf, const struct btf_param *p)
{
	const char *name = btf__name_by_offset(btf, p->name_off);

	return name && *name ? name : NULL;
}

/* Is it a size_t, of the bytes that a pointer before it leads to? */
static bool is_length(const struct btf *btf, const struct btf_param *p)
{
	const struct btf_type *t = btf__type_by_id(btf, p->type);

	return name_of(btf, p) && t && btf_is_typedef(t) && !strcmp(btf__name_by_offset(btf, t->name_off), "size_t");
}

static void put_arguments(const struct btf *btf, const struct btf_type *proto, struct buf *out)
{
	const struct btf_param *p = btf_params(proto);
	unsigned n = btf_vlen(proto);

	buf__char(out, '(');
	for (unsigned i = 0; i < n && i < SCT_NARGS; i++) {
		const char *word = p[i].type ? type_word(btf, p[i].type) : NULL;

		if (!word)
			break;
		if (name_of(btf, &p[i]))
			buf__printf(out, "%s%s:", i ? ", " : "", name_of(btf, &p[i]));
		else
			buf__printf(out, "%sarg%u:", i ? ", " : "", i + 1);
		if (!strcmp(word, "str") && i + 1 < n && i + 1 < SCT_NARGS && is_length(btf, &p[i + 1]))
			buf__printf(out, "bytes(%s)", name_of(btf, &p[i + 1]));
		else
			buf__str(out, word);
	}
	buf__char(out, ')');
}

void kfunc__prototype(const struct btf *btf, const struct btf_type *func, struct buf *out)
{
	const struct btf_type *proto = btf__type_by_id(btf, func->type);
	const char *ret;

	if (!proto || !btf_is_func_proto(proto))
		return;
	put_arguments(btf, proto, out);
	ret = proto->type ? type_word(btf, proto->type) : "void";
	/* it may be an error, and what is in it is not looked at */
	if (ret && *ret == 'k')
		ret = "ptr";
	if (ret)
		buf__printf(out, " -> %s", ret);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Writes prototypes of kernel functions from BTF. */
#include <string.h>

#include <bpf/btf.h>

#include "probe/kfuncs.h"
#include "probe/kstruct.h"
#include "abi/sctrace_abi.h"
#include "util/buf.h"

/* State of writing a prototype. */
struct proto {
	const struct btf *btf;
	struct buf *out, *types;
	const struct btf_type *structs[SCT_NARGS]; /* structs whose definitions are in types */
	unsigned nstructs;
};

static bool is_char(const struct btf_type *t)
{
	return btf_is_int(t) && t->size == 1 && !(btf_int_encoding(t) & BTF_INT_BOOL);
}

/* Writes the definition of a struct, if it was not written yet. Returns false if the struct cannot be defined. */
static bool has_struct(struct proto *p, const struct btf_type *t)
{
	for (unsigned i = 0; i < p->nstructs; i++)
		if (p->structs[i] == t)
			return true;
	if (!kstruct__write(p->btf, t, p->types))
		return false;
	p->structs[p->nstructs++] = t;
	return true;
}

/*
 * Writes the type of a pointer. Only const char * is taken for a string: u8 * is used for bytes, and the function may
 * write to char *.
 */
static void put_pointer(struct proto *p, const struct btf_type *pointer)
{
	static const struct {
		const char *name, *word;
	} objects[] = {
		{ "filename", "kname" },
		{ "file", "kfile" },
		{ "path", "kpath" },
		{ "dentry", "kdentry" },
	};
	const struct btf_type *t = btf__type_by_id(p->btf, pointer->type);
	bool constant = false;
	const char *name;

	for (; t && (btf_is_mod(t) || btf_is_type_tag(t)); t = btf__type_by_id(p->btf, t->type))
		constant |= btf_is_const(t);
	if (t && is_char(t) && constant && !strcmp(btf__name_by_offset(p->btf, t->name_off), "char")) {
		buf__lit(p->out, "str");
		return;
	}
	if (t && btf_is_typedef(t))
		t = btf_type__plain(p->btf, pointer->type);
	name = t && btf_is_struct(t) ? btf__name_by_offset(p->btf, t->name_off) : NULL;
	for (size_t i = 0; name && i < sizeof(objects) / sizeof(objects[0]); i++)
		if (!strcmp(objects[i].name, name)) {
			buf__str(p->out, objects[i].word);
			return;
		}
	if (name && has_struct(p, t))
		buf__printf(p->out, "struct(%s)", name);
	else
		buf__lit(p->out, "ptr");
}

/* Writes a type. Returns false if the type is not passed in a register, like most structs. */
static bool put_type(struct proto *p, uint32_t id)
{
	const struct btf_type *t = btf_type__plain(p->btf, id);
	const char *word;

	if (!t)
		return false;
	if (btf_is_ptr(t)) {
		put_pointer(p, t);
		return true;
	}
	word = btf_is_int(t) || btf_is_any_enum(t) ? btf_type__number(t) : NULL;
	if (!word)
		return false;
	if (btf_is_any_enum(t) && kenum__write(p->btf, t, p->types))
		buf__printf(p->out, "enum(%s, %s)", btf__name_by_offset(p->btf, t->name_off), word);
	else
		buf__str(p->out, word);
	return true;
}

static const char *param_name(const struct btf *btf, const struct btf_param *p)
{
	const char *name = btf__name_by_offset(btf, p->name_off);

	return name && *name ? name : NULL;
}

/* True if the parameter is a size_t, and thus the length of a buffer before it. */
static bool is_length(const struct btf *btf, const struct btf_param *p)
{
	const struct btf_type *t = btf__type_by_id(btf, p->type);

	return param_name(btf, p) && t && btf_is_typedef(t) && !strcmp(btf__name_by_offset(btf, t->name_off), "size_t");
}

/* Writes "NAME:TYPE". Returns false if it is unknown which registers this argument and the next ones are in. */
static bool put_argument(struct proto *p, const struct btf_param *all, unsigned n, unsigned i)
{
	size_t from;

	if (!all[i].type)
		return false;
	if (param_name(p->btf, &all[i]))
		buf__printf(p->out, "%s%s:", i ? ", " : "", param_name(p->btf, &all[i]));
	else
		buf__printf(p->out, "%sarg%u:", i ? ", " : "", i + 1);
	from = p->out->len;
	if (!put_type(p, all[i].type))
		return false;
	if (p->out->len - from == 3 && !memcmp(p->out->p + from, "str", 3) && i + 1 < n && i + 1 < SCT_NARGS &&
	    is_length(p->btf, &all[i + 1])) {
		p->out->len = from;
		buf__printf(p->out, "bytes(%s)", param_name(p->btf, &all[i + 1]));
	}
	return true;
}

static void put_arguments(struct proto *p, const struct btf_type *proto)
{
	unsigned n = btf_vlen(proto);

	buf__char(p->out, '(');
	for (unsigned i = 0; i < n && i < SCT_NARGS; i++) {
		size_t before = p->out->len;

		if (!put_argument(p, btf_params(proto), n, i)) {
			p->out->len = before;
			break;
		}
	}
	buf__char(p->out, ')');
}

/* Writes the return type. Pointers are written as "ptr" and not followed, because they may be ERR_PTR(). */
static void put_return(struct proto *p, const struct btf_type *proto)
{
	const struct btf_type *t = proto->type ? btf_type__plain(p->btf, proto->type) : NULL;
	size_t before = p->out->len;

	buf__lit(p->out, " -> ");
	if (!proto->type)
		buf__lit(p->out, "void");
	else if (t && btf_is_ptr(t))
		buf__lit(p->out, "ptr");
	else if (!put_type(p, proto->type))
		p->out->len = before;
}

void kfunc__prototype(const struct btf *btf, const struct btf_type *func, struct buf *out, struct buf *types)
{
	const struct btf_type *proto = btf__type_by_id(btf, func->type);
	struct proto p = { .btf = btf, .out = out, .types = types };

	if (!proto || !btf_is_func_proto(proto))
		return;
	put_arguments(&p, proto);
	put_return(&p, proto);
}

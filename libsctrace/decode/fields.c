// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Prints the structs of tables/structs/. */
#include "decode/fields.h"

#include <stdio.h>

#include "decode/fs.h"
#include "decode/tail.h"

#define NSEC 1000000000u
#define NUMBER_MAX 8
#define IOC_SIZEMASK 0x3fff

/* By enum sct_type. */
static const struct desc *const descs[T_MAX] = {
#define TYPE(t, x86_64, i386, arm64) [T_##t] = &desc_##t,
#include "tables/types/ioctl.def"
#undef TYPE
};

#define TYPE(t, x86_64, i386, arm64)                                                                                   \
	void type_##t(struct out *o, const struct call *c, struct rd *r)                                               \
	{                                                                                                              \
		fields__emit(o, c, &desc_##t, r, r);                                                                   \
	}
#include "tables/types/ioctl.def"
#undef TYPE

uint64_t field_number(const struct rd *r, size_t off, unsigned size)
{
	size_t have = r->end - r->start;
	uint64_t v = 0;

	if (size > NUMBER_MAX || off >= have)
		return 0;
	memcpy(&v, r->start + off, size < have - off ? size : have - off);
	return v;
}

static bool all_zero(const struct rd *r, const struct field *f)
{
	size_t bytes = (size_t)f->size * (f->n ? f->n : 1);

	for (size_t i = 0; i < bytes; i++)
		if (field_number(r, f->off + i, 1))
			return false;
	return true;
}

static bool holds(const struct call *c, const struct rd *r, const struct field *f)
{
	if ((size_t)(r->end - r->start) < f->least || (f->holds && !f->holds(c, r)))
		return false;
	if (!f->cond.size)
		return true;
	return ((field_number(r, f->cond.off, f->cond.size) & f->cond.mask) == f->cond.value) != f->cond.unless;
}

static void emit_number(struct out *o, const struct call *c, const struct field *f, uint64_t v)
{
	unsigned shift = 64 - 8 * f->size;

	switch (f->kind) {
	case FIELD_INT:
		out_int(o, (int64_t)(v << shift) >> shift);
		break;
	case FIELD_UINT:
		out_uint(o, v);
		break;
	case FIELD_HEX:
		out_hex(o, v);
		break;
	case FIELD_FLAGS:
		out_flags(o, abi__flags(c->abi, f->flags), v);
		break;
	case FIELD_SYM:
		out_sym(o, f->flags, v);
		break;
	case FIELD_NAMED:
		out_symbol(o, f->flags, v, SYM_NAMED);
		break;
	default:
		out_addr(o, v);
	}
}

static void emit_text(struct out *o, const struct field *f, const struct rd *r)
{
	size_t have = r->end - r->start, n = 0;

	if (f->off < have)
		n = have - f->off < f->n ? have - f->off : f->n;
	n = strnlen((const char *)r->start + f->off, n);
	if (n == f->n)
		out_str(o, r->start + f->off, n - 1, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(o, r->start + f->off, n, OUT_STR_NUL | OUT_STR_WHOLE);
}

struct rd field_part(const struct rd *r, size_t off)
{
	size_t have = r->end - r->start;

	if (off > have)
		off = have;
	return rd_make(r->start + off, have - off, r->word);
}

static void emit_list(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = f->count.size ? field_number(r, f->count.off, f->count.size) : f->n;
	unsigned size = f->sub ? f->sub->size : f->size;

	if (n > f->n)
		n = f->n;
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		struct rd elem = field_part(r, f->off + i * size);

		if (!(f->mark & F_WHOLE) && !out_item(o, i))
			break;
		if (rd_left(&elem) < size) {
			out_more(o);
			break;
		}
		if (f->sub)
			fields__emit(o, c, f->sub, &elem, &elem);
		else
			emit_number(o, c, f, field_number(&elem, 0, size));
	}
	out_close(o, OUT_ARRAY);
}

/* before: the struct before the call, where r is the one after it */
static void emit_field(struct out *o, const struct call *c, const struct field *f, const struct rd *r,
		       const struct rd *before)
{
	uint64_t v, was;
	struct rd sub;

	if (f->mark & F_AFTER)
		out_becomes(o);
	else if (f->name)
		out_field(o, f->name);
	if (f->mark & F_LIST) {
		emit_list(o, c, f, r);
		return;
	}
	switch (f->kind) {
	case FIELD_STR:
		emit_text(o, f, r);
		break;
	case FIELD_SUB:
		sub = field_part(r, f->off);
		fields__emit(o, c, f->sub, &sub, &sub);
		break;
	case FIELD_BY:
		f->fn(o, c, f, r);
		break;
	default:
		v = field_number(r, f->off, f->size);
		was = field_number(before, f->off, f->size);
		if (f->mark & F_CHANGES && was != v) {
			emit_number(o, c, f, was);
			out_becomes(o);
		}
		emit_number(o, c, f, v);
	}
}

static bool is_shown(const struct out *o, const struct call *c, const struct field *f, const struct rd *r,
		     const struct rd *before)
{
	if ((f->mark & F_VERBOSE && !out_full(o)) || (f->mark & F_BRIEF && out_full(o)))
		return false;
	if ((f->mark & F_NONZERO && all_zero(r, f)) || (f->mark & F_WASZERO && !all_zero(before, f)))
		return false;
	return holds(c, r, f);
}

/* Opens the struct of what is after the call, if there is something in it. */
static bool emit_becomes(struct out *o, const struct call *c, const struct desc *d, size_t next, const struct rd *r,
			 const struct rd *before)
{
	while (next < d->n && !is_shown(o, c, &d->fields[next], r, before))
		next++;
	if (next == d->n)
		return false;
	out_close(o, (enum out_group)d->group);
	out_becomes(o);
	out_open(o, (enum out_group)d->group);
	return true;
}

void fields__emit(struct out *o, const struct call *c, const struct desc *d, const struct rd *before,
		  const struct rd *answer)
{
	const struct rd *r = before;

	if (d->group != GROUP_NONE)
		out_open(o, (enum out_group)d->group);
	for (size_t i = 0; i < d->n; i++) {
		const struct field *f = &d->fields[i];

		if (f->kind == FIELD_ANSWER || f->kind == FIELD_BECOMES) {
			if (!answer)
				break;
			r = answer;
			if (f->kind == FIELD_BECOMES && !emit_becomes(o, c, d, i + 1, r, before))
				break;
		} else if (!(f->mark & F_FAILED && answer) && is_shown(o, c, f, r, before)) {
			if (f->kind == FIELD_MORE)
				out_more(o);
			else
				emit_field(o, c, f, r, before);
		}
	}
	if (d->group != GROUP_NONE)
		out_close(o, (enum out_group)d->group);
}

void fields__emit_array(struct out *o, const struct call *c, const struct desc *d, struct rd *r, uint64_t n)
{
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		struct rd elem = rd_make(r->p, rd_left(r), r->word);

		if (!out_item(o, i))
			break;
		if (rd_left(r) < d->size) {
			out_more(o);
			break;
		}
		fields__emit(o, c, d, &elem, &elem);
		rd_skip(r, d->size);
	}
	out_close(o, OUT_ARRAY);
}

bool fields__of(const struct call *c, unsigned reg, int when, struct rd *r)
{
	if (when == AT_EXIT && (!c->done || c->failed))
		return false;
	/* with what stands behind it the struct may have been cut, but not below the size in the request's number */
	return c->args[reg] && call_chunk(c, reg, SCT_PART_SELF, 0, when, r) &&
	       (rd_left(r) >= (c->args[1] >> 16 & IOC_SIZEMASK));
}

/* A struct in both directions, or one with an array behind it. */
void argfn_ioctl_struct(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd in, out;

	if (!fields__of(c, reg, a->dir == OUT ? AT_EXIT : AT_ENTER, &in) || rd_left(&in) < descs[a->type]->size)
		out_unread(o, c->args[reg]);
	else
		fields__emit(o, c, descs[a->type], &in, fields__of(c, reg, AT_EXIT, &out) ? &out : NULL);
}

/* ---- values of many structs ---- */

void field_device(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	decode_dev(o, field_number(r, f->off, f->size));
}

void field_uuid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	static const char dashes[] = "\0\0\0-\0-\0-\0-";
	char text[37], *p = text;

	for (unsigned i = 0; i < 16; i++) {
		p += snprintf(p, 3, "%02x", (unsigned)field_number(r, f->off + i, 1));
		if (i < sizeof(dashes) - 1 && dashes[i])
			*p++ = '-';
	}
	*p = 0;
	out_form(o, text);
}

/* Seconds and nanoseconds, with the date in a comment. */
void field_timestamp(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t sec = (int64_t)field_number(r, f->off, 8);
	uint32_t nsec = (uint32_t)field_number(r, f->off + 8, 4);
	struct rd at = field_part(r, f->off);

	fields__emit(o, c, f->sub, &at, &at);
	emit_date(o, sec, nsec < NSEC ? (int64_t)nsec : -1, 9);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Emits all structs of tables/structs/ that rows describe. */
#include "decode/core/emit.h"
#include "decode/core/signal.h"
#include "decode/core/struct.h"

#define NUMBER_MAX 8

static field_fn *const field_fns[FIELDFN_MAX] = {
#define FIELD_FN(f) [FIELDFN_##f] = field_##f,
#include "tables/functions.def"
};

static cond_fn *const cond_fns[FIELDFN_MAX] = {
#define COND_FN(f) [FIELDFN_##f] = cond_##f,
#include "tables/functions.def"
};

static type_fn *const hands[T_MAX] = {
#define END_HAND(t) [T_##t] = type_##t,
#include "lookup/rows_none.h"
#include "tables/structs/all.def"
#include "lookup/rows_end.h"
};

/* A struct that is being emitted. */
struct emit {
	struct out *o;
	const struct call *c;
	const struct rd *r;	 /* the struct that rows are read from: `before` or `answer` */
	const struct rd *before; /* the struct before the call */
	const struct rd *answer; /* the struct after the call; NULL: not known */
	uint8_t layout, w4;
};

/* ---- reading ---- */

uint64_t struct__number(const struct rd *r, size_t off, unsigned size)
{
	size_t have = r->end - r->start;
	const uint8_t *p = r->start + off;
	uint64_t v = 0;
	uint32_t v32;
	uint16_t v16;

	if (size > NUMBER_MAX || off >= have)
		return 0;
	/* the usual sizes, without a call of memcpy() */
	if (off + size <= have) {
		switch (size) {
		case 1:
			return *p;
		case 2:
			memcpy(&v16, p, sizeof(v16));
			return v16;
		case 4:
			memcpy(&v32, p, sizeof(v32));
			return v32;
		case 8:
			memcpy(&v, p, sizeof(v));
			return v;
		}
	}
	memcpy(&v, p, size < have - off ? size : have - off);
	return v;
}

struct rd struct__part(const struct rd *r, size_t off)
{
	size_t have = r->end - r->start;

	struct rd part;

	if (off > have)
		off = have;
	part = rd_make(r->start + off, have - off, r->word);
	part.arg = r->arg;
	part.at = (uint16_t)(r->at + off);
	part.via = r->via;
	part.ends = r->ends;
	part.addr = r->addr ? r->addr + off : 0;
	return part;
}

size_t field_off(const struct call *c, const struct field *f)
{
	return f->off[c->abi->layout];
}

uint64_t field_value(const struct call *c, const struct field *f, const struct rd *r)
{
	return struct__number(r, f->off[c->abi->layout], f->size[c->abi->word == 4]);
}

int64_t field_signed(const struct call *c, const struct field *f, const struct rd *r)
{
	unsigned shift = 64 - 8 * f->size[c->abi->word == 4];

	return (int64_t)(field_value(c, f, r) << shift) >> shift;
}

uint64_t field_count(const struct call *c, const struct field *f, const struct rd *r)
{
	return struct__number(r, f->count.off[c->abi->layout], f->count.size[c->abi->word == 4]);
}

static uint64_t number(const struct emit *e, const struct field *f, const struct rd *r)
{
	return struct__number(r, f->off[e->layout], f->size[e->w4]);
}

/* ---- pointers ---- */

static const struct sct_arg *arg_of(const struct call *c, unsigned reg)
{
	for (unsigned i = 0; i < c->row->nargs; i++)
		if (c->row->args[i].type && call_reg(c, &c->row->args[i]) == reg)
			return &c->row->args[i];
	return NULL;
}

/* Returns the argument whose memory contains the struct or a pointer to it, or NULL if the struct is a copy. */
static const struct sct_arg *arg_with(const struct call *c, const struct rd *r)
{
	return r->arg ? arg_of(c, r->arg - 1u) : NULL;
}

/* Returns AT_ENTER or AT_EXIT, when the pointer's memory is valid, or 0 if it never is. */
static int when_pointed(const struct call *c, unsigned dir)
{
	switch (dir) {
	case IN:
		return AT_ENTER;
	case OUT:
		return c->done && !c->failed ? AT_EXIT : 0;
	case OUT_ANY:
		return c->done ? AT_EXIT : 0;
	case INOUT_ANY:
		return c->done ? AT_EXIT : AT_ENTER;
	}
	return c->done && !c->failed ? AT_EXIT : AT_ENTER;
}

/*
 * Returns true if the task can access the pointer's address, and the struct has the pointer's bytes: as many as a word
 * has or, if an argument gives the size of the struct, only the first one.
 */
static bool reachable(const struct call *c, const struct sct_arg *a, const struct field *f, const struct rd *r)
{
	unsigned size = f->size[c->abi->word == 4], word = c->abi->word, off = f->off[c->abi->layout];
	size_t have = (size_t)(r->end - r->start);

	if (a && a->len == SCT_LEN_ARG && !r->via && !r->ends)
		size = 1;
	return call_can_reach(c, field_value(c, f, r)) && have >= off + (size < word ? size : word);
}

/* Finds the memory of a pointer in a struct of a vector (K_PTRS). Its chunks are numbered by struct: r->via - 1. */
static bool pointed_by_each(const struct call *c, const struct field *f, const struct rd *r, struct rd *in)
{
	unsigned part = f->kind == FIELD_IOV ? SCT_PART_VEC : SCT_PART_ITEM;

	if (!r->via || !call_partial(c, r->arg - 1u, part, r->via - 1u, AT_ENTER, in))
		return false;
	in->addr = field_value(c, f, r);
	return true;
}

/* Returns the index of f among the pointers of its struct, or -1 if its pointer is not followed. */
static int pointer_number(const struct call *c, const struct sct_arg *a, const struct field *f, const struct rd *r)
{
	unsigned off = r->at + f->off[c->abi->layout], count_off = r->at + f->count.off[c->abi->layout];
	struct pointer p[STRUCT_POINTERS];
	unsigned n = struct__pointers(c->row->own, a->type, c->abi->id, p);

	for (unsigned i = 0; i < n; i++)
		if (p[i].off == off && p[i].via == r->via && p[i].field->kind == f->kind &&
		    p[i].field->type == f->type && p[i].field->dir == f->dir && p[i].count_off == count_off)
			return (int)i;
	return -1;
}

bool field_partly_when(const struct call *c, const struct field *f, const struct rd *r, int when, struct rd *in)
{
	const struct sct_arg *a = arg_with(c, r);
	unsigned off = r->at + f->off[c->abi->layout], reg = r->arg - 1u;
	int i;

	if (a && a->kind == K_PTRS)
		return reachable(c, a, f, r) && pointed_by_each(c, f, r, in);
	if (!a || !when || !reachable(c, a, f, r))
		return false;
	i = pointer_number(c, a, f, r);
	if (i < 0 || (!call_partial(c, reg, SCT_PART_NEST, (unsigned)i, when, in) &&
		      (r->via || !call_pointed(c, reg, (unsigned)i, off, when, in))))
		return false;
	in->addr = field_value(c, f, r);
	in->arg = r->arg;
	in->via = (uint16_t)(i + 1);
	return true;
}

void field_iovs_when(struct out *o, const struct call *c, const struct field *f, const struct rd *r, int when,
		     uint64_t total)
{
	uint64_t n = struct__number(r, f->vector.off[c->abi->layout], f->vector.size[c->abi->word == 4]);
	const struct sct_arg *a = arg_with(c, r);
	int i = a && when && reachable(c, a, f, r) ? pointer_number(c, a, f, r) : -1;

	if (i < 0)
		out_unread(o, field_value(c, f, r));
	else
		decode_iov(o, c, r->arg - 1u, SCT_PART_VEC, (unsigned)i << 8, field_value(c, f, r), n, when, total);
}

bool field_partly(const struct call *c, const struct field *f, const struct rd *r, struct rd *in)
{
	return field_partly_when(c, f, r, when_pointed(c, f->dir), in);
}

bool field_pointed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in)
{
	return field_partly(c, f, r, in) && !in->ends;
}

bool field_listed(const struct call *c, const struct field *f, const struct rd *r, struct rd *in)
{
	return field_partly(c, f, r, in) && (!in->ends || rd_left(in) >= call_size(c, f->type));
}

/* ---- values ---- */

static void emit_number(const struct emit *e, const struct field *f, uint64_t v)
{
	unsigned shift = 64 - 8 * f->size[e->w4];
	struct out *o = e->o;

	switch (f->kind) {
	case FIELD_FD: /* btrfs has descriptors of 64 bits */
		out_fd(o, (int32_t)v);
		break;
	case FIELD_PID:
		out_pid(o, (int32_t)v);
		break;
	case FIELD_INT:
		out_int(o, (int64_t)(v << shift) >> shift);
		break;
	case FIELD_UINT:
		out_uint(o, v);
		break;
	case FIELD_HEX:
		out_hex(o, v);
		break;
	case FIELD_OCT:
		out_oct(o, v);
		break;
	case FIELD_MODE:
		out_mode(o, v);
		break;
	case FIELD_ID:
		out_id(o, v == UINT64_MAX >> shift ? UINT32_MAX : (uint32_t)v);
		break;
	case FIELD_DEV:
		decode_dev(o, v);
		break;
	case FIELD_SIGNAL:
		decode_signal(o, v);
		break;
	case FIELD_FLAGS:
		out_flags(o, abi__flags(e->c->abi, f->flags), v);
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

static void emit_text(const struct emit *e, const struct field *f)
{
	struct rd at = struct__part(e->r, f->off[e->layout]);
	size_t most = rd_left(&at) < f->n ? rd_left(&at) : f->n, n = strnlen((const char *)at.p, most);

	/* without a NUL, the last byte is left out, as if it were one */
	if (n && n == (f->clipped ? most : f->n))
		out_str(e->o, at.p, n - 1, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(e->o, at.p, n, OUT_STR_NUL | OUT_STR_WHOLE);
}

/* Returns true if not even the first element could be read: the list is printed as its address then. */
static bool is_beyond(const struct rd *r, uint64_t n, size_t size)
{
	return n && r->ends && r->addr && rd_left(r) < size;
}

static unsigned element_size(const struct emit *e, const struct field *f)
{
	const struct desc *d = f->type ? call_desc(e->c, f->type) : NULL;

	return d ? d->size[e->layout] : f->size[e->w4];
}

static void emit_list(const struct emit *e, const struct field *f)
{
	uint64_t n = f->count.size[0] ? field_count(e->c, f, e->r) : f->n;
	unsigned size = element_size(e, f);
	struct rd first = struct__part(e->r, f->off[e->layout]);

	if (n > f->n)
		n = f->n;
	if (!f->whole && !f->covered && is_beyond(&first, n, size)) {
		out_addr(e->o, first.addr);
		return;
	}
	out_open(e->o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		struct rd elem = struct__part(e->r, f->off[e->layout] + i * size);

		if ((rd_left(&elem) < size && f->covered) || (!f->whole && !out_item(e->o, i)))
			break;
		if (rd_left(&elem) < size) {
			if (elem.ends && elem.addr)
				out_beyond(e->o, elem.addr);
			else
				out_more(e->o);
			break;
		}
		if (f->type)
			struct__emit(e->o, e->c, (enum sct_type)f->type, &elem, &elem);
		else
			emit_number(e, f, struct__number(&elem, 0, size));
	}
	out_close(e->o, OUT_ARRAY);
}

static size_t struct_bytes(const struct emit *e)
{
	return e->r->end - e->r->start;
}

/* Emits the captured bytes of a number that was cut. */
static void emit_cut(const struct emit *e, const struct field *f)
{
	struct rd at = struct__part(e->r, f->off[e->layout]);

	out_str(e->o, at.p, rd_left(&at), OUT_STR_HEX | OUT_STR_WHOLE);
}

/* Emits a number, or a value by the row's function. */
static void emit_one(const struct emit *e, const struct field *f, const struct rd *r)
{
	if (f->fn)
		field_fns[f->fn](e->o, e->c, f, r);
	else
		emit_number(e, f, number(e, f, r));
}

static void emit_changes(const struct emit *e, const struct field *f)
{
	uint64_t was = number(e, f, e->before), v = number(e, f, e->r);

	if (was != v) {
		emit_one(e, f, e->before);
		out_becomes(e->o);
	}
	emit_one(e, f, e->r);
}

static void emit_elements(struct out *o, const struct call *c, enum sct_type type, struct rd *r, uint64_t n,
			  bool whole);

/* Returns true if the memory is complete, or enough of it could be read to be shown. */
static bool memory_suffices(const struct emit *e, const struct field *f, const struct rd *in, uint64_t n)
{
	if (!in->ends)
		return true;
	if (f->kind == FIELD_BUF)
		return decode_suffices(e->o, in, n);
	return (f->list || f->kind == FIELD_IOV) && rd_left(in) >= call_size(e->c, f->type);
}

/* Returns the number of elements, or bytes, that a pointer leads to. It is in another member or in the row. */
static uint64_t elements_of(const struct emit *e, const struct field *f)
{
	if (f->count.size[0])
		return field_count(e->c, f, e->r);
	if (f->kind == FIELD_BUF)
		return f->n;
	return f->list && f->n ? f->n / call_size(e->c, f->type) : 1;
}

static void emit_pointer(const struct emit *e, const struct field *f)
{
	uint64_t addr = number(e, f, e->r), n = elements_of(e, f);
	struct rd in = rd_make("", 0, e->c->abi->word);

	if (f->fn)
		field_fns[f->fn](e->o, e->c, f, e->r);
	else if (f->kind == FIELD_BUF && !n && call_can_reach(e->c, addr))
		out_str(e->o, "", 0, 0);
	else if (!reachable(e->c, arg_with(e->c, e->r), f, e->r) || (!field_partly(e->c, f, e->r, &in) && n) ||
		 !memory_suffices(e, f, &in, n))
		out_unread(e->o, addr);
	else if (f->kind == FIELD_CSTR)
		decode_cstring(e->o, e->c, &in, f->whole);
	else if (f->kind == FIELD_BUF)
		decode_bytes(e->o, e->c, &in, n);
	else if (f->kind == FIELD_IOV && f->dir == IN)
		decode_iov(e->o, e->c, e->r->arg - 1u, SCT_PART_VEC, e->r->via - 1u, addr, n, AT_ENTER, UINT64_MAX);
	else if (f->list || f->kind == FIELD_IOV)
		emit_elements(e->o, e->c, (enum sct_type)f->type, &in, n, f->whole);
	else
		struct__emit_pointed(e->o, e->c, (enum sct_type)f->type, &in);
}

/* Emits a nested struct from before the call and, once the rows show it, from after it. */
static void emit_sub(const struct emit *e, const struct field *f)
{
	size_t off = f->off[e->layout];
	struct rd r = struct__part(e->r, off), after;

	if (e->answer)
		after = struct__part(e->answer, off);
	struct__emit(e->o, e->c, (enum sct_type)f->type, &r, e->answer ? &after : NULL);
}

static void emit_value(const struct emit *e, const struct field *f)
{
	switch (f->kind) {
	case FIELD_PTR:
	case FIELD_BUF:
	case FIELD_CSTR:
	case FIELD_IOV:
		emit_pointer(e, f);
		return;
	}
	if (f->list && f->kind != FIELD_BY) {
		emit_list(e, f);
		return;
	}
	switch (f->kind) {
	case FIELD_STR:
		emit_text(e, f);
		break;
	case FIELD_SUB:
		emit_sub(e, f);
		break;
	default:
		if (f->changes)
			emit_changes(e, f);
		else if (f->cut && struct_bytes(e) < f->off[e->layout] + f->size[e->w4])
			emit_cut(e, f);
		else
			emit_one(e, f, e->r);
	}
}

/* ---- rows ---- */

static bool all_zero(const struct emit *e, const struct field *f, const struct rd *r)
{
	size_t bytes = (size_t)f->size[e->w4] * (f->n ? f->n : 1);

	for (size_t i = 0; i < bytes; i++)
		if (struct__number(r, f->off[e->layout] + i, 1))
			return false;
	return true;
}

static bool is_shown(const struct emit *e, const struct field *f)
{
	if (f->least && struct_bytes(e) < f->least)
		return false;
	if (!f->marks)
		return true;
	/* checked first, as it leaves out most rows of an abbreviated struct */
	if (f->full && !out_full(e->o))
		return false;
	/* without a struct from after the call, no value has changed */
	if (f->after && e->answer == e->before)
		return false;
	if (f->unseen || (f->brief && out_full(e->o)))
		return false;
	if ((f->nonzero && all_zero(e, f, e->r)) || (f->waszero && !all_zero(e, f, e->before)))
		return false;
	if (f->covered && struct_bytes(e) < f->off[e->layout] + f->size[e->w4])
		return false;
	if (f->cut && struct_bytes(e) <= f->off[e->layout])
		return false;
	return true;
}

static bool is_condition(const struct field *f)
{
	return f->kind >= FIELD_IF;
}

static bool condition_holds(const struct emit *e, const struct field *f)
{
	if (f->kind == FIELD_CHANGED)
		return number(e, f, e->r) != number(e, f, e->before);
	if (f->kind == FIELD_IFBY)
		return cond_fns[f->fn](e->c, e->r);
	return ((number(e, f, e->r) & f->mask) == f->value) == (f->kind == FIELD_IF);
}

/* Returns the index of the next row from i on that is shown and whose conditions hold, or the number of rows. */
static unsigned next_row(const struct emit *e, const struct desc *d, unsigned i)
{
	for (; i < d->n; i++) {
		bool ok = true;

		for (; is_condition(&d->fields[i]); i++)
			ok = ok && condition_holds(e, &d->fields[i]);
		if (ok && is_shown(e, &d->fields[i]))
			break;
	}
	return i;
}

static void open_group(const struct emit *e, const struct desc *d)
{
	if (d->group <= GROUP_LIST)
		out_open(e->o, d->group == GROUP_STRUCT ? OUT_STRUCT : OUT_ARRAY);
}

static void close_group(const struct emit *e, const struct desc *d)
{
	if (d->group <= GROUP_LIST)
		out_close(e->o, d->group == GROUP_STRUCT ? OUT_STRUCT : OUT_ARRAY);
}

/*
 * Returns the size that the traced process gave for the struct: the value of an argument, or of the struct's first
 * member.
 */
static uint64_t size_given(const struct emit *e)
{
	const struct sct_arg *a = e->r->arg ? arg_of(e->c, e->r->arg - 1u) : NULL;
	struct rd first = *e->r;
	uint64_t size = 0;

	if (a && a->len == SCT_LEN_ARG)
		size = call_number(e->c, a->len_arg);
	else if (a && a->len == SCT_LEN_ARG_PTR)
		size = rd_u32(&first);
	return a && a->elem && size > a->elem ? a->elem : size;
}

/* Emits the bytes that the caller gave beyond the struct. */
static void emit_tail(const struct emit *e, const struct desc *d)
{
	uint64_t size = size_given(e);
	struct rd rest = struct__part(e->r, d->size[e->layout]);

	if (e->r->ends && size > rd_left(e->r))
		out_unknown(e->o);
	else if (size > d->size[e->layout])
		decode_tail(e->o, e->c, &rest, d->size[e->layout], size);
}

static void emit_row(const struct emit *e, const struct desc *d, const struct field *f)
{
	const struct desc *sub = f->kind == FIELD_SUB ? call_desc(e->c, f->type) : NULL;

	if (f->kind == FIELD_MORE) {
		out_more(e->o);
		return;
	}
	if (f->kind == FIELD_TAIL) {
		emit_tail(e, d);
		return;
	}
	if (f->after)
		out_becomes(e->o);
	else if (!f->noname && (d->group == GROUP_STRUCT || d->group == GROUP_INLINE) &&
		 !(sub && sub->group == GROUP_INLINE))
		out_field(e->o, f->name);
	emit_value(e, f);
}

void struct__emit(struct out *o, const struct call *c, enum sct_type type, const struct rd *r, const struct rd *answer)
{
	const struct desc *d = call_desc(c, type);
	struct emit e = { o, c, r, r, answer, c->abi->layout, c->abi->word == 4 };
	unsigned i, shown = 0;

	if (d->group == GROUP_HAND) {
		struct rd whole = *r;

		if (hands[type])
			hands[type](o, c, &whole);
		return;
	}
	open_group(&e, d);
	for (i = next_row(&e, d, 0); i < d->n; i = next_row(&e, d, i + 1)) {
		const struct field *f = &d->fields[i];

		if (f->kind == FIELD_ANSWER || f->kind == FIELD_BECOMES) {
			if (!answer)
				break;
			e.r = answer;
			/* open braces only if they will hold a value */
			if (f->kind == FIELD_BECOMES) {
				if (next_row(&e, d, i + 1) == d->n)
					break;
				close_group(&e, d);
				out_becomes(o);
				open_group(&e, d);
			}
		} else if (d->group == GROUP_LIST && !out_item(o, shown++)) {
			break;
		} else if (!(f->failed && answer)) {
			if ((f->changes || f->renewed) && answer)
				e.r = answer;
			emit_row(&e, d, f);
		}
	}
	close_group(&e, d);
}

void struct__emit_pointed(struct out *o, const struct call *c, enum sct_type type, const struct rd *r)
{
	bool brackets = call_desc(c, type)->group == GROUP_SCALAR;

	if (brackets)
		out_open(o, OUT_ARRAY);
	struct__emit(o, c, type, r, r);
	if (brackets)
		out_close(o, OUT_ARRAY);
}

/* Emits n elements as a list. whole: the sink may not shorten it. */
static void emit_elements(struct out *o, const struct call *c, enum sct_type type, struct rd *r, uint64_t n, bool whole)
{
	unsigned size = call_size(c, type);

	if (!whole && is_beyond(r, n, size)) {
		out_addr(o, r->addr + (uint64_t)(r->p - r->start));
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		struct rd elem = rd_make(r->p, rd_left(r), r->word);

		if (whole ? decode_short(o, r, size) : !decode_element(o, r, i, size))
			break;
		struct__emit(o, c, type, &elem, &elem);
		rd_skip(r, size);
	}
	out_close(o, OUT_ARRAY);
}

void struct__emit_array(struct out *o, const struct call *c, enum sct_type type, struct rd *r, uint64_t n)
{
	emit_elements(o, c, type, r, n, false);
}

bool struct__of(const struct call *c, unsigned reg, int when, struct rd *r)
{
	if (when == AT_EXIT && (!c->done || c->failed))
		return false;
	/*
	 * the chunk has the struct and the data after it; it may be cut in the data, but not in the struct, whose size
	 * is part of the request's number
	 */
	return c->args[reg] && call_chunk(c, reg, SCT_PART_SELF, 0, when, r) &&
	       (rd_left(r) >= (c->args[1] >> 16 & IOC_SIZEMASK));
}

/* Emits a struct that the call changes, as it was before and after the call. */
void argfn_changes(struct out *o, const struct call *c, const struct sct_arg *a)
{
	bool changed = c->done && (!c->failed || a->dir == INOUT_ANY);
	unsigned reg = call_reg(c, a);
	struct rd in, out;

	if (!c->args[reg] || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &in))
		out_unread(o, c->args[reg]);
	else
		struct__emit(o, c, (enum sct_type)a->type, &in,
			     changed && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &out) ? &out : NULL);
}

/*
 * Emits the struct of an ioctl() request: before and after the call if it goes both ways. An array may follow the
 * struct.
 */
void argfn_ioctl_struct(struct out *o, const struct call *c, const struct sct_arg *a)
{
	const struct desc *d = call_desc(c, a->type);
	unsigned reg = call_reg(c, a);
	struct rd in, out;

	if (!struct__of(c, reg, a->dir == OUT ? AT_EXIT : AT_ENTER, &in) || rd_left(&in) < d->head)
		out_unread(o, c->args[reg]);
	else
		struct__emit(o, c, (enum sct_type)a->type, &in, struct__of(c, reg, AT_EXIT, &out) ? &out : NULL);
}

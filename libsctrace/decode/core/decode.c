// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The generic decoder: emits an argument by its kind. */
#include "decode/core/decode.h"

#include "decode/core/emit.h"
#include "decode/core/field.h"
#include "decode/core/file.h"
#include "decode/core/signal.h"
#include "decode/core/struct.h"

#include "lookup/flags.h"

static arg_fn *const argfns[ARGFN_MAX] = {
#define ARG_FN(f) [ARGFN_##f] = argfn_##f,
#include "tables/functions.def"
};

static data_fn *const datafns[] = {
#define DATA_FN(f) datafn_##f,
#include "tables/functions.def"
};

static aux_fn *const auxfns[AUXFN_MAX] = {
#define AUX_FN(f) [AUXFN_##f] = auxfn_##f,
#include "tables/functions.def"
};

/* Returns when an argument's memory is valid for printing: AT_ENTER or AT_EXIT. */
static int when_of(const struct call *c, const struct sct_arg *a)
{
	if (a->dir == IN || a->dir == IN_NOTED)
		return AT_ENTER;
	if (a->dir == INOUT && c->failed)
		return AT_ENTER;
	return AT_EXIT;
}

/* Returns the number of elements that the caller passed, or that the call returned. */
static uint64_t length_of(const struct call *c, const struct sct_arg *a, uint64_t captured)
{
	uint64_t n = call_number(c, a->len_arg);

	switch (a->len) {
	case SCT_LEN_ARG:
		return n;
	case SCT_LEN_RET:
		return c->ret < 0 ? 0 : (uint64_t)c->ret < n ? (uint64_t)c->ret : n;
	case SCT_LEN_FIXED:
		return a->elem ? a->elem : captured;
	}
	return captured;
}

/* ---- strings and vectors ---- */

static void emit_string(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!c->args[reg] || !call_chunk(c, reg, SCT_PART_SELF, 0, when_of(c, a), &r))
		out_unread(o, c->args[reg]);
	else if (a->kind == K_STR && a->elem && rd_left(&r) >= a->elem)
		out_str(o, r.p, a->elem - 1u, OUT_STR_CUT);
	else
		decode_cstring(o, c, &r, a->kind == K_PATH);
}

static void emit_bytes(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t n;
	struct rd r;

	if (!c->args[reg] || (when_of(c, a) == AT_EXIT && c->failed)) {
		out_unread(o, c->args[reg]);
		return;
	}
	if ((a->len == SCT_LEN_ARG || a->len == SCT_LEN_RET) && !length_of(c, a, 0)) {
		out_str(o, "", 0, 0);
		return;
	}
	if (!call_partial(c, reg, SCT_PART_SELF, 0, when_of(c, a), &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	n = length_of(c, a, rd_left(&r));
	if (!decode_suffices(o, &r, n)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_bytes(o, r.p, rd_left(&r), n, a->hexed ? OUT_STR_HEX : 0);
}

/*
 * Emits the strings that an exec copied to the new program's stack, each with a NUL. Returns false if the sink shows
 * only the first ones.
 */
static bool emit_strings(struct out *o, struct rd *r)
{
	for (unsigned i = 0; rd_left(r); i++) {
		const uint8_t *nul = memchr(r->p, 0, rd_left(r));
		size_t n = nul ? (size_t)(nul - r->p) : rd_left(r);

		if (!out_item(o, i))
			return false;
		out_str(o, r->p, n, OUT_STR_NUL);
		rd_skip(r, nul ? n + 1 : n);
	}
	return true;
}

/* Emits the strings of a vector, and sets *n to their number. Returns false if the sink shows only the first ones. */
static bool emit_items(struct out *o, const struct call *c, unsigned reg, unsigned *n)
{
	struct call_place items = { 0, 0 }, pointers = { 0, 0 };
	bool string;
	struct rd r;

	for (*n = 0; (string = call_in_order(c, reg, SCT_PART_ITEM, *n, AT_ENTER, &items, &r)) ||
		     call_in_order(c, reg, SCT_PART_NEST, *n, AT_ENTER, &pointers, &r);
	     ++*n) {
		if (!out_item(o, *n))
			return false;
		if (string)
			decode_cstring(o, c, &r, false);
		else
			out_addr(o, rd_u64(&r));
	}
	return true;
}

/* Returns true if a string of the vector could not be read and its pointer was captured instead. */
static bool leads_nowhere(const struct call *c, unsigned reg)
{
	struct call_place items = { 0, 0 };
	unsigned i = 0;
	struct rd r;

	while (call_in_order(c, reg, SCT_PART_ITEM, i, AT_ENTER, &items, &r))
		i++;
	return call_chunk(c, reg, SCT_PART_NEST, i, AT_ENTER, &r);
}

/*
 * Returns true if the vector has more strings than were captured. Sets mark->ends if a pointer could not be read, not
 * even when the call ended.
 */
static bool has_rest(const struct call *c, unsigned reg, struct rd *mark)
{
	bool again = call_chunk(c, reg, SCT_PART_ITEM, 0, AT_EXIT, mark) ||
		     call_chunk(c, reg, SCT_PART_NEST, 0, AT_EXIT, mark);

	return call_partial(c, reg, SCT_PART_COUNT, 1, again ? AT_EXIT : AT_ENTER, mark);
}

/* Emits the mark that a vector goes on after n strings. gone: the next pointer could not be read. */
static void emit_rest(struct out *o, const struct call *c, unsigned reg, unsigned n, bool gone)
{
	/* if the call succeeded, the kernel could read the pointer: its page was only not resident */
	if (gone && c->done && c->failed)
		out_beyond(o, c->args[reg] + (uint64_t)n * c->abi->word);
	else
		out_more(o);
}

static void emit_strv(struct out *o, const struct call *c, const struct sct_arg *a)
{
	bool items, missing, more, all;
	unsigned reg = call_reg(c, a), n = 0;
	struct rd r, mark;

	if (!c->args[reg]) {
		out_addr(o, 0);
		return;
	}
	more = has_rest(c, reg, &mark);
	missing = leads_nowhere(c, reg) || (more && mark.ends);
	items = missing || call_chunk(c, reg, SCT_PART_ITEM, 0, AT_ENTER, &r);
	/* the memory was not resident, but after a successful exec the record has the strings from the new stack */
	if ((missing || !items) && call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		items = false;
		more = more && !mark.ends;
	} else if (!items && !call_chunk(c, reg, SCT_PART_COUNT, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	all = items ? emit_items(o, c, reg, &n) : emit_strings(o, &r);
	if (all && more)
		emit_rest(o, c, reg, n, mark.ends);
	out_close(o, OUT_ARRAY);
}

/* Emits the environment: the number of its strings or, with -v, all of them. */
static void emit_envp(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (c->args[reg] && call_partial(c, reg, SCT_PART_COUNT, 0, AT_ENTER, &r) && rd_left(&r) &&
	    (!r.ends || (c->done && c->failed))) {
		uint32_t n = rd_u32(&r);

		out_unread(o, c->args[reg]);
		out_note(o, "%u var%s%s", n, n == 1 ? "" : "s", r.ends ? ", unterminated" : "");
	} else if (out_full(o)) {
		emit_strv(o, c, a);
	} else {
		out_unread(o, c->args[reg]);
	}
}

/* ---- structs and arrays ---- */

void decode_least(struct out *o, const struct call *c, unsigned arg, enum sct_type type, int when, size_t least)
{
	const struct desc *d = call_desc(c, type);
	struct rd r;

	if (!c->args[arg] || !call_least(c, arg, SCT_PART_SELF, 0, when, least, &r) || rd_left(&r) < d->head)
		out_unread(o, c->args[arg]);
	else
		struct__emit_pointed(o, c, type, &r);
}

#define SIZE_BYTES 4 /* bytes of the size member at the beginning of a struct */

void decode_struct(struct out *o, const struct call *c, unsigned arg, enum sct_type type, int when)
{
	const struct desc *d = call_desc(c, type);

	/* bytes beyond the known struct may be missing; a struct of unknown size must be complete */
	decode_least(o, c, arg, type, when,
		     call_takes_parts(c, arg) ? SIZE_BYTES
		     : d->group == GROUP_HAND ? SIZE_MAX
					      : d->size[c->abi->layout]);
}

static void emit_struct(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int when = when_of(c, a);

	if (when == AT_EXIT && (!c->done || (c->failed && a->dir != OUT_ANY)))
		out_unread(o, c->args[reg]);
	else
		decode_struct(o, c, reg, a->type, when);
}

static void emit_array(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), size = call_size(c, a->type);
	int when = when_of(c, a);
	struct rd r;
	uint64_t n;
	bool empty;

	empty = a->len == SCT_LEN_ARG && !length_of(c, a, 0);
	if (!c->args[reg] || (!empty && when == AT_EXIT && (!c->done || (c->failed && a->dir != OUT_ANY)))) {
		out_unread(o, c->args[reg]);
		return;
	}
	r = rd_make(NULL, 0, c->abi->word);
	n = length_of(c, a, 1);
	if (n && !call_elements(c, reg, SCT_PART_SELF, 0, when, n, size, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	n = length_of(c, a, rd_left(&r) / size);
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &r, i, size); i++) {
		struct rd elem = rd_make(r.p, size, c->abi->word);

		struct__emit(o, c, (enum sct_type)a->type, &elem, &elem);
		rd_skip(&r, size);
	}
	out_close(o, OUT_ARRAY);
}

/* Emits a vector of pointers as the structs that they point to, or as addresses where those were not captured. */
static void emit_ptrs(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), word = c->abi->word;
	uint64_t n = c->args[a->len_arg % SCT_NARGS];
	struct rd r = rd_make(NULL, 0, word), in;

	/* the number of elements is a signed long in all calls with such vectors */
	if (!c->args[reg] || n >> (8 * word - 1) || (n && !call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, word, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &r, i, word); i++) {
		uint64_t p = rd_ulong(&r);

		if (p && call_chunk(c, reg, SCT_PART_NEST, (unsigned)i << 8, AT_ENTER, &in)) {
			in.arg = (uint8_t)(reg + 1);
			in.via = (uint16_t)((i << 8) + 1);
			struct__emit(o, c, (enum sct_type)a->type, &in, NULL);
		} else {
			out_addr(o, p);
		}
	}
	out_close(o, OUT_ARRAY);
}

static void emit_iov(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t n = c->args[a->len_arg % SCT_NARGS];

	if (!c->args[reg] || (a->dir == OUT && c->failed)) {
		out_unread(o, c->args[reg]);
		return;
	}
	decode_iov(o, c, reg, SCT_PART_SELF, 0, c->args[reg], n, when_of(c, a),
		   a->dir == OUT ? (uint64_t)c->ret : UINT64_MAX);
}

/* ---- one argument ---- */

static void emit_fd(struct out *o, const struct sct_arg *a, int fd)
{
	if (a->kind == K_DIRFD && fd == SCT_AT_FDCWD)
		out_fdcwd(o);
	else
		out_fd(o, fd);
}

static void emit_scalar(struct out *o, const struct call *c, const struct sct_arg *a, uint64_t v)
{
	bool w4 = c->abi->word == 4 && !a->pair;

	switch (a->kind) {
	case K_INT:
		out_int(o, (int32_t)v);
		break;
	case K_PID:
		out_pid(o, (int32_t)v);
		break;
	case K_UINT:
		out_uint(o, (uint32_t)v);
		break;
	case K_LONG:
		out_int(o, w4 ? (int32_t)v : (int64_t)v);
		break;
	case K_ULONG:
		out_uint(o, v);
		break;
	case K_HEX:
		out_hex(o, v);
		break;
	case K_OCT:
		out_oct(o, v);
		break;
	case K_MODE:
		out_mode(o, v & 0xffff);
		break;
	case K_FD:
	case K_DIRFD:
		emit_fd(o, a, (int)v);
		break;
	case K_ID:
		out_id(o, (uint32_t)v);
		break;
	case K_ID16:
		out_id(o, (uint16_t)v == UINT16_MAX ? UINT32_MAX : (uint16_t)v);
		break;
	case K_SIG:
		decode_signal(o, v);
		break;
	case K_FLAGS:
		out_flags(o, abi__flags(c->abi, a->flags), (uint32_t)v);
		break;
	case K_SYM:
		out_sym(o, abi__flags(c->abi, a->flags), (uint32_t)v);
		break;
	case K_DEV:
		decode_dev(o, (uint32_t)v);
		break;
	default:
		out_addr(o, v);
	}
}

void decode_value(struct out *o, const struct call *c, const struct sct_arg *a)
{
	switch (a->kind) {
	case K_PATH:
	case K_STR:
		emit_string(o, c, a);
		break;
	case K_BYTES:
		emit_bytes(o, c, a);
		break;
	case K_STRUCT:
		emit_struct(o, c, a);
		break;
	case K_ARRAY:
		emit_array(o, c, a);
		break;
	case K_PTRS:
		emit_ptrs(o, c, a);
		break;
	case K_IOV:
		emit_iov(o, c, a);
		break;
	case K_STRV:
		emit_strv(o, c, a);
		break;
	case K_ENVP:
		emit_envp(o, c, a);
		break;
	default:
		emit_scalar(o, c, a, call_arg(c, a));
	}
}

static void emit_arg(struct out *o, const struct call *c, const struct sct_arg *a)
{
	bool files = opts__files(c->opts);

	if (files)
		out_files(o, c, call__known_at_entry(a) ? AT_ENTER : AT_EXIT);
	if (a->fn)
		argfns[a->fn](o, c, a);
	else
		decode_value(o, c, a);
	if (files)
		out_files(o, NULL, 0);
}

void call__arg(struct out *o, const struct call *c, unsigned i)
{
	const struct probe_field *f = call__field(c, i);
	const struct sct_arg *a = f ? NULL : &c->row->args[i];

	if (f || a->named)
		out_field(o, f ? f->name : a->name);
	if (f)
		field__emit(o, c, f);
	else
		emit_arg(o, c, a);
}

void call__value(struct out *o, const struct call *c, unsigned i)
{
	const struct probe_field *f = call__field(c, i);

	if (f)
		field__emit(o, c, f);
	else
		emit_arg(o, c, &c->row->args[i]);
}

/* ---- functions of rows for arguments of all areas ---- */

void decode_before(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct sct_arg in = *a;

	in.reg = call_reg(c, a) + 1;
	in.dir = IN;
	in.fn = ARGFN_NONE;
	decode_value(o, c, &in);
}

void argfn_if_verbose(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (out_full(o))
		decode_value(o, c, a);
	else
		out_addr(o, call_arg(c, a));
}

/* Emits FLAGS or SYM of a long, as these kinds only take 32 bits. */
void argfn_wide(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (a->kind == K_SYM)
		out_sym(o, a->flags, call_arg(c, a));
	else
		out_flags(o, a->flags, call_arg(c, a));
}

/* Emits a 32-bit int in hexadecimal. */
void argfn_hex32(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_hex(o, (uint32_t)call_arg(c, a));
}

/*
 * Emits a number that is narrower than its register, as arguments of probed functions may be: the register's upper
 * bytes are undefined.
 */
void argfn_narrow(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned unused = 64 - 8 * a->elem;
	uint64_t v = call_arg(c, a) << unused;

	if (a->kind == K_LONG)
		out_int(o, (int64_t)v >> unused);
	else
		emit_scalar(o, c, a, v >> unused);
}

/* Emits the call that restart_syscall() resumes, in place of arguments, which it does not have. */
void argfn_restarted(struct out *o, const struct call *c, const struct sct_arg *a)
{
	const struct sct_row *row = c->resumes ? abi__row(c->abi, c->resumes - 1) : NULL;

	o->ops->resumes(o, row ? row->name : NULL);
}

bool decode_payload(struct out *o, const struct call *c, struct rd *r, uint64_t n)
{
	for (size_t i = 0; i < sizeof(datafns) / sizeof(datafns[0]); i++)
		if (datafns[i](o, c, r, n))
			return true;
	return false;
}

bool call__aux(struct out *o, const struct call *c)
{
	return c->row->aux && auxfns[c->row->aux](o, c);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes a call from an event: its row, its registers, the captured memory. */
#include "decode/core/decode.h"

#include <linux/ioctl.h>

void call__init(struct call *c, const struct event *ev, const struct decode_opts *opts)
{
	const struct sct_enter *e = ev->enter;
	const struct sct_row *row;

	c->opts = opts;
	c->opaque = false;
	c->late = NULL;
	c->begun_late = e->rec.type == SCT_REC_ENTER && e->rec.flags & (SCT_F_LATE | SCT_F_HELD | SCT_F_SNAPSHOT);
	c->abi = abi__get(e->abi);
	if (!c->abi)
		c->abi = abi__native();
	memcpy(c->args, e->args, sizeof(c->args));
	if (c->abi->word == 4)
		for (unsigned i = 0; i < SCT_NARGS; i++)
			c->args[i] = (uint32_t)c->args[i];
	c->probe = e->rec.type == SCT_REC_PROBE ? probes__get(opts->probes, record__nr(e)) : NULL;
	row = c->probe ? NULL : abi__row(c->abi, record__nr(e));
	c->row = c->probe ? &c->probe->spec.row : row ? row__select(row, c->args, c->abi) : &sct_row_unknown;
	c->nr = record__nr(e);
	c->resumes = ev->resumes;
	c->tid = ev->tid;
	c->tgid = ev->tgid;
	call__end(c, ev);
}

void call__end(struct call *c, const struct event *ev)
{
	c->done = ev->exit;
	c->ret = ev->exit ? ev->exit->ret : 0;
	c->failed = c->ret < 0 && c->ret >= -4095 && !c->probe;
	c->in = record__data(&ev->enter->rec, &c->in_len);
	c->out = ev->out;
	c->out_len = ev->out_len;
}

struct operand_filter {
	unsigned arg, part, sub;
};

/*
 * Finds the first chunk for w from offset *from on, and sets *from to the offset after it, or to the end. Returns
 * false if there is none, or if it holds an error.
 */
static bool chunk_from(const uint8_t *data, uint32_t len, const struct operand_filter *w, unsigned word, uint32_t *from,
		       struct rd *r)
{
	const struct sct_chunk *ch;

	while ((ch = chunk__next(data, len, from))) {
		if (ch->arg != w->arg || (ch->part & ~SCT_PART_ENDS) != w->part || ch->sub != w->sub)
			continue;
		if (ch->len < 0)
			return false;
		*r = rd_make(ch + 1, ch->len, word);
		r->arg = w->part == SCT_PART_SELF ? w->arg + 1 : 0;
		r->ends = ch->part & SCT_PART_ENDS;
		return true;
	}
	return false;
}

static bool chunk_find(const uint8_t *data, uint32_t len, unsigned arg, unsigned part, unsigned sub, unsigned word,
		       struct rd *r)
{
	struct operand_filter w = { arg, part, sub };
	uint32_t from = 0;

	return chunk_from(data, len, &w, word, &from, r);
}

static bool is_text(const struct call *c, unsigned reg)
{
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];

		if (call_reg(c, a) == reg && (a->kind == K_PATH || a->kind == K_STR || a->kind == K_BYTES))
			return true;
	}
	return false;
}

/*
 * Returns the number of bytes of an argument's memory that the call uses, if another argument gives it (whose unused
 * upper bits are ignored), else UINT64_MAX.
 */
static uint64_t bytes_wanted(const struct call *c, unsigned reg)
{
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];
		uint64_t n = call_number(c, a->len_arg);

		if (call_reg(c, a) != reg || n > INT32_MAX)
			continue;
		if (a->len == SCT_LEN_BITS)
			return (n + 8 * c->abi->word - 1) / (8 * c->abi->word) * c->abi->word;
		if (a->len == SCT_LEN_ARG && (a->kind == K_BYTES || a->kind == K_STRUCT))
			return n;
		if (a->len == SCT_LEN_ARG && a->kind == K_ARRAY)
			return n * call_size(c, a->type);
		if (a->len == SCT_LEN_ARG && a->kind == K_IOV)
			return n * 2 * c->abi->word;
	}
	return UINT64_MAX;
}

/*
 * Cuts memory to the bytes that the call uses. The capture plan reads a 32-bit length as the whole register, so it may
 * try to capture more bytes, and fail in memory that the call does not use.
 */
static void cut_to_wanted(const struct call *c, unsigned reg, struct rd *r)
{
	uint64_t n = bytes_wanted(c, reg);

	if (n > rd_left(r))
		return;
	r->ends = false;
	r->end = r->p + n;
}

/*
 * Sets *c->late, as an input was read after the call began. For a successful execve it stays unset: its strings are
 * read from the kernel's copy, which is the same at any time.
 */
static void late_set(const struct call *c)
{
	bool copied = c->done && !c->failed && !strncmp(c->row->name, "execve", 6);

	if (!copied)
		*c->late = true;
}

static bool chunk_partial(const struct call *c, const struct operand_filter *w, int when, struct call_place *at,
			  struct rd *r)
{
	unsigned word = c->abi->word;
	bool late = c->begun_late;
	struct rd again;

	if (c->opaque && !is_text(c, w->arg))
		return false;
	if (when != AT_ENTER || !chunk_from(c->in, c->in_len, w, word, &at->in, r)) {
		if (!chunk_from(c->out, c->out_len, w, word, &at->out, r))
			return false;
		late = true;
	} else if (r->ends && chunk_from(c->out, c->out_len, w, word, &at->out, &again) &&
		   (rd_left(&again) > rd_left(r) || (!again.ends && rd_left(&again) == rd_left(r)))) {
		*r = again; /* the page was non-resident */
		late = true;
	}
	if (c->late && late && when == AT_ENTER)
		late_set(c);
	if (w->part == SCT_PART_SELF) {
		r->addr = c->args[w->arg];
		cut_to_wanted(c, w->arg, r);
	}
	return true;
}

bool call_partial(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r)
{
	struct call_place at = { 0, 0 };
	struct operand_filter w = { arg, part, sub };

	return chunk_partial(c, &w, when, &at, r);
}

bool call_in_order(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct call_place *at,
		   struct rd *r)
{
	struct operand_filter w = { arg, part, sub };

	return chunk_partial(c, &w, when, at, r);
}

static bool is_last_chunk(const uint8_t *data, uint32_t len, uint32_t off)
{
	return !chunk__next(data, len, &off);
}

bool call_had_no_room(const struct call *c, unsigned arg, int when, const struct call_place *at)
{
	struct rd r;

	return (when != AT_ENTER || is_last_chunk(c->in, c->in_len, at->in)) &&
	       is_last_chunk(c->out, c->out_len, at->out) && call_chunk(c, arg, SCT_PART_COUNT, 1, when, &r);
}

bool call_takes_parts(const struct call *c, unsigned reg)
{
	for (unsigned i = 0; i < c->row->nargs; i++)
		if (c->row->args[i].parts && call_reg(c, &c->row->args[i]) == reg)
			return true;
	return false;
}

uint64_t call_number(const struct call *c, unsigned reg)
{
	if (!(c->args[reg % SCT_NARGS] >> 32))
		return c->args[reg % SCT_NARGS];
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];

		if (call_reg(c, a) == reg && (a->kind == K_UINT || a->kind == K_INT))
			return (uint32_t)c->args[reg];
	}
	return c->args[reg % SCT_NARGS];
}

bool call_chunk(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r)
{
	return call_partial(c, arg, part, sub, when, r) && (!r->ends || call_takes_parts(c, arg));
}

bool call_least(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, size_t least, struct rd *r)
{
	return call_partial(c, arg, part, sub, when, r) && (!r->ends || rd_left(r) >= least);
}

bool call_elements(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, uint64_t n, size_t size,
		   struct rd *r)
{
	return n <= UINT64_MAX / size && call_least(c, arg, part, sub, when, size, r);
}

bool call__lacks_memory(const struct call *c)
{
	const struct sct_chunk *ch;
	uint32_t off = 0;

	while ((ch = chunk__next(c->in, c->in_len, &off)))
		if (ch->len < 0 || ch->part & SCT_PART_ENDS)
			return true;
	return false;
}

void call__has_more(struct call *c, const void *chunks, size_t len)
{
	c->out = chunks;
	c->out_len = (uint32_t)len;
}

unsigned call__nargs(const struct call *c)
{
	return c->probe && c->probe->spec.nfields ? c->probe->spec.nfields : c->row->nargs;
}

const struct probe_field *call__field(const struct call *c, unsigned i)
{
	return c->probe && i < c->probe->spec.nfields ? &c->probe->spec.fields[i] : NULL;
}

const char *call__arg_name(const struct call *c, unsigned i)
{
	const struct probe_field *f = call__field(c, i);

	return f ? f->name : c->row->args[i].name;
}

bool call__shows(const struct call *c, unsigned i)
{
	const struct sct_arg *a = call__field(c, i) ? NULL : &c->row->args[i];

	return !a || !a->cond_arg || c->args[a->cond_arg - 1] & a->cond_mask;
}

bool call__known_at_entry(const struct sct_arg *a)
{
	return !a->dir || a->dir == IN || a->dir == IN_NOTED;
}

/*
 * Returns true if the argument of an ioctl() request without a row is printed as the memory that the request writes.
 * Requests of input devices always are, others with -v.
 */
static bool is_answer(const struct call *c, const struct sct_arg *a, bool full)
{
	uint32_t cmd = (uint32_t)c->args[1];

	if (!a->request || !_IOC_SIZE(cmd) || _IOC_DIR(cmd) == _IOC_WRITE)
		return false;
	return full || _IOC_TYPE(cmd) == 'E';
}

unsigned call__split(const struct call *c, bool full)
{
	unsigned i;

	for (i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];

		if (a->nulled && !c->args[call_reg(c, a)])
			return c->row->nargs;
		if (!call__known_at_entry(a) || is_answer(c, a, full))
			break;
	}
	return i;
}

bool call__ends_later(const struct call *c, bool full)
{
	/* the note on namespaces does not count: calls with it are otherwise complete when they begin */
	return (c->row->aux && c->row->aux != AUXFN_namespaces) || call__split(c, full) < c->row->nargs;
}

/* Returns the instruction pointer in a record's chunks, or 0 if there is none. */
static uint64_t ip_in(const uint8_t *data, uint32_t len, unsigned word)
{
	uint64_t ip = 0;
	struct rd r;

	if (chunk_find(data, len, 0, SCT_PART_IP, 0, word, &r))
		rd_bytes(&r, &ip, sizeof(ip));
	return ip;
}

uint64_t call_ip(const struct call *c)
{
	return ip_in(c->in, c->in_len, c->abi->word);
}

uint64_t call_end_ip(const struct call *c)
{
	uint64_t ip = ip_in(c->out, c->out_len, c->abi->word);

	return ip ? ip : call_ip(c);
}

int call_netlink(const struct call *c)
{
	struct sct_sock sk;
	struct rd r;

	if (!call_chunk(c, 0, SCT_PART_SOCK, 0, AT_ENTER, &r))
		return -2;
	rd_bytes(&r, &sk, sizeof(sk));
	return sk.port ? sk.protocol : -1;
}

struct call call__returned(const struct call *c)
{
	struct call r = *c;

	r.row = &c->probe->spec.ret;
	r.args[0] = (uint64_t)c->ret;
	r.in = c->out;
	r.in_len = c->out_len;
	return r;
}

bool call__any_selected(const struct selection *selected, bool (*fn)(void *ctx, const struct call *c), void *ctx)
{
	const struct abi *of[] = { abi__native(), abi__compat() };

	for (unsigned k = 0; k < 2; k++)
		for (unsigned i = 0; of[k] && i < sct_nrows; i++) {
			const struct call c = { .row = &sct_rows[i], .abi = of[k] };

			if (select__has_call(selected, c.row, c.abi) && fn(ctx, &c))
				return true;
		}
	return false;
}

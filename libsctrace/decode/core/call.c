// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* From an event to a call: its row, its registers, the captured memory. */
#include "decode/core/decode.h"

void call__init(struct call *c, const struct event *ev, const struct decode_opts *opts)
{
	const struct sct_enter *e = ev->enter;
	const struct sct_row *row;

	c->opts = opts;
	c->opaque = false;
	c->abi = abi__get(e->abi);
	if (!c->abi)
		c->abi = abi__native();
	memcpy(c->args, e->args, sizeof(c->args));
	if (c->abi->word == 4)
		for (unsigned i = 0; i < SCT_NARGS; i++)
			c->args[i] = (uint32_t)c->args[i];
	row = abi__row(c->abi, record__nr(e));
	c->row = row ? row__select(row, c->args, c->abi) : &sct_row_unknown;
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
	c->failed = c->ret < 0 && c->ret >= -4095;
	c->in = record__data(&ev->enter->rec, &c->in_len);
	c->out = ev->out;
	c->out_len = ev->out_len;
}

static bool chunk_find(const uint8_t *data, uint32_t len, unsigned arg, unsigned part, unsigned sub, unsigned word,
		       struct rd *r)
{
	const struct sct_chunk *ch;
	uint32_t off = 0;

	while ((ch = chunk__next(data, len, &off))) {
		if (ch->arg != arg || (ch->part & ~SCT_PART_ENDS) != part || ch->sub != sub)
			continue;
		if (ch->len < 0)
			return false;
		*r = rd_make(ch + 1, ch->len, word);
		r->arg = part == SCT_PART_SELF ? arg + 1 : 0;
		r->ends = ch->part & SCT_PART_ENDS;
		return true;
	}
	return false;
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

bool call_partial(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r)
{
	struct rd again;

	if (c->opaque && !is_text(c, arg))
		return false;
	if (when != AT_ENTER || !chunk_find(c->in, c->in_len, arg, part, sub, c->abi->word, r)) {
		if (!chunk_find(c->out, c->out_len, arg, part, sub, c->abi->word, r))
			return false;
	} else if (r->ends && chunk_find(c->out, c->out_len, arg, part, sub, c->abi->word, &again) &&
		   rd_left(&again) > rd_left(r)) {
		*r = again; /* it was non-resident */
	}
	if (part == SCT_PART_SELF)
		r->addr = c->args[arg];
	return true;
}

bool call_takes_parts(const struct call *c, unsigned reg)
{
	for (unsigned i = 0; i < c->row->nargs; i++)
		if (c->row->args[i].mark & A_PARTS && call_reg(c, &c->row->args[i]) == reg)
			return true;
	return false;
}

bool call_chunk(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r)
{
	return call_partial(c, arg, part, sub, when, r) && (!r->ends || call_takes_parts(c, arg));
}

bool call_least(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, size_t least, struct rd *r)
{
	return call_partial(c, arg, part, sub, when, r) && (!r->ends || rd_left(r) >= least);
}

bool call__shows(const struct call *c, unsigned i)
{
	const struct sct_arg *a = &c->row->args[i];

	return !a->cond_arg || c->args[a->cond_arg - 1] & a->cond_mask;
}

bool call__known_at_entry(const struct sct_arg *a)
{
	return !a->dir || a->dir == IN || a->dir == IN_NOTED;
}

unsigned call__split(const struct call *c)
{
	unsigned i;

	for (i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];

		if (a->mark & A_NULLED && !c->args[call_reg(c, a)])
			return c->row->nargs;
		if (!call__known_at_entry(a))
			break;
	}
	return i;
}

bool call__ends_later(const struct call *c)
{
	return c->row->aux || call__split(c) < c->row->nargs;
}

uint64_t call_ip(const struct call *c)
{
	uint64_t ip = 0;
	struct rd r;

	if (chunk_find(c->in, c->in_len, 0, SCT_PART_IP, 0, c->abi->word, &r))
		rd_bytes(&r, &ip, sizeof(ip));
	return ip;
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

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* setsockopt() and getsockopt(), by the rows of tables/net/sockopt.def. */
#include "decode/core/emit.h"
#include "decode/core/insn.h"
#include "decode/core/struct.h"
#include "decode/net/net.h"
#include "lookup/sockopt.h"

#define INT_BYTES 4

/* ---- names ---- */

void argfn_sockopt_level(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t level = (uint32_t)call_arg(c, a);
	const struct sct_flags none = { .unknown =
						"SOL_??" }; /* strace prints two question marks here, three elsewhere */

	out_sym(o, flags__name(&flags_socklayers, level) ? &flags_socklayers : &none, level);
}

static void option_name(struct out *o, const struct call *c, uint32_t option, unsigned call)
{
	const struct sockopt *row = sockopt__find((uint32_t)c->args[1], option, call);
	const struct sockopt *level = row ? NULL : sockopt__level((uint32_t)c->args[1]);
	struct sct_flags none = { .unknown = level ? level->name : NULL };

	if (row)
		out_name(o, row->name, option);
	else if (none.unknown)
		out_sym(o, &none, option);
	else
		out_uint(o, option);
}

void argfn_sockopt_set_name(struct out *o, const struct call *c, const struct sct_arg *a)
{
	option_name(o, c, (uint32_t)call_arg(c, a), SOCKOPT_SETS);
}

void argfn_sockopt_get_name(struct out *o, const struct call *c, const struct sct_arg *a)
{
	option_name(o, c, (uint32_t)call_arg(c, a), SOCKOPT_GETS);
}

/* Returns the row of the call's option, or the row of its level if the option is unknown. */
static const struct sockopt *option_of(const struct call *c, unsigned call)
{
	static const struct sockopt any;
	const struct sockopt *row = sockopt__find((uint32_t)c->args[1], (uint32_t)c->args[2], call);
	const struct sockopt *level;

	if (row && (row->set || row->get))
		return row;
	level = sockopt__level((uint32_t)c->args[1]);
	if (level)
		return level;
	return row ? row : &any;
}

/* ---- members ---- */

void field_so_error(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r);
	const char *text, *name = v ? errno__name(v, &text) : NULL;

	if (name)
		out_name_udec(o, name, v);
	else
		out_uint(o, v);
}

void field_txrehash(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_symbol(o, &flags_txrehash_modes, (uint64_t)field_signed(c, f, r), SYM_ENUM_DEC);
}

/* Emits a range of ports, two 16-bit numbers. A 0 leaves that end of the range open. */
void field_port_range(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r), low = v & 0xffff, high = v >> 16;

	out_hex(o, v);
	if (low && high && low <= high)
		out_form_note(o, "%u..%u", low, high);
	else if (low && !high)
		out_form_note(o, "%u..", low);
	else if (high && !low)
		out_form_note(o, "..%u", high);
}

/* Emits a protocol. Like strace, with another note on unknown values than elsewhere. */
void field_cmsg_protocol(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	const struct sct_flags none = { .unknown = "IP_???" };
	uint64_t v = field_value(c, f, r);

	out_sym(o, flags__name(&flags_inet_protocols, v) ? &flags_inet_protocols : &none, v);
}

void type_tcp_ao_add(struct out *o, const struct call *c, struct rd *r)
{
	struct lp64_tcp_ao_add key = { 0 };
	struct rd addr;

	memcpy(&key, r->p, rd_left(r) < sizeof(key) ? rd_left(r) : sizeof(key));
	rd_skip(r, rd_left(r));
	addr = rd_make((const uint8_t *)key.addr, sizeof(key.addr), r->word);
	out_open(o, OUT_STRUCT);
	out_field(o, "addr");
	type_sockaddr(o, c, &addr);
	out_f_uint(o, "prefix", key.prefix);
	out_f_str(o, "alg_name", key.alg_name, strnlen(key.alg_name, sizeof(key.alg_name)), OUT_STR_WHOLE);
	out_field(o, "ifindex");
	out_ifindex(o, (uint32_t)key.ifindex);
	out_f_uint(o, "set_current", key.set_bits & 1);
	out_f_uint(o, "set_rnext", key.set_bits >> 1 & 1);
	out_f_uint(o, "sndid", key.sndid);
	out_f_uint(o, "rcvid", key.rcvid);
	out_f_uint(o, "maclen", key.maclen);
	out_f_flags(o, "keyflags", &flags_tcp_ao_keyflags, key.keyflags);
	out_f_str(o, "key", key.key, key.keylen < sizeof(key.key) ? key.keylen : sizeof(key.key),
		  OUT_STR_WHOLE | OUT_STR_HEX);
	out_f_uint(o, "keylen", key.keylen);
	out_close(o, OUT_STRUCT);
}

/* Emits the filtered message types; missing bytes count as all ones. */
void field_icmp_filter(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	uint32_t bits = UINT32_MAX, n = 0;
	enum out_group g;

	memcpy(&bits, at.p, rd_left(&at) < sizeof(bits) ? rd_left(&at) : sizeof(bits));
	for (unsigned i = 0; i < 32; i++)
		n += bits >> i & 1;
	g = n > 16 ? OUT_NOTSET : OUT_SET;
	if (g == OUT_NOTSET)
		bits = ~bits;
	out_open(o, g);
	for (unsigned i = 0; i < 32; i++)
		if (bits >> i & 1)
			out_sym(o, &flags_icmp_types, i);
	out_close(o, g);
}

void field_sock_program(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd insns;

	if (field_program(c, f, r, &insns))
		decode_insns(o, &insns, (unsigned)field_count(c, f, r), INSN_SOCKET);
	else
		out_addr(o, field_value(c, f, r));
}

/* ---- values ---- */

/* Emits a value of unknown type: four bytes as an int, any other number of bytes as a string. */
static void emit_any(struct out *o, const struct call *c, struct rd *r, uint64_t n)
{
	if (n == INT_BYTES && rd_left(r) >= INT_BYTES)
		struct__emit_pointed(o, c, T_int32, r);
	else
		decode_bytes(o, c, r, n);
}

/*
 * Returns true if enough of the value could be read: of a known type, no more than its size, even if the call gives a
 * greater length.
 */
static bool has_value(const struct out *o, const struct rd *r, unsigned type, unsigned size, int32_t len)
{
	uint64_t n = (uint64_t)(int64_t)len;

	return decode_suffices(o, r, type && size < n ? size : n);
}

void argfn_sockopt_set_value(struct out *o, const struct call *c, const struct sct_arg *a)
{
	const struct sockopt *row = option_of(c, SOCKOPT_SETS);
	unsigned reg = call_reg(c, a), size = row->set ? abi__size(c->abi, (enum sct_type)row->set) : 0;
	unsigned least = row->least ? row->least : size;
	int32_t len = (int32_t)c->args[a->len_arg];
	struct rd r = rd_make("", 0, c->abi->word);

	if (!c->args[reg] ||
	    (len && (!call_partial(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r) || !has_value(o, &r, row->set, least, len))))
		out_unread(o, c->args[reg]);
	else if (!row->set)
		emit_any(o, c, &r, (uint64_t)(int64_t)len);
	else if (row->bytes && len != (int32_t)size)
		out_bytes(o, r.p, rd_left(&r), (uint64_t)(int64_t)len, OUT_STR_HEX);
	else if (len < (int32_t)least || (row->exact && len != (int32_t)size) || rd_left(&r) < least)
		out_addr(o, c->args[reg]);
	else
		struct__emit_pointed(o, c, (enum sct_type)row->set, &r);
}

/* Emits a value of n bytes; the cursor ends with the value. */
static void get_value(struct out *o, const struct call *c, const struct sockopt *row, struct rd *r, uint64_t n)
{
	enum sct_type type = (enum sct_type)row->get;
	unsigned size = type ? abi__size(c->abi, type) : 0;
	bool number = type && struct__desc(type, c->abi->id)->group == GROUP_SCALAR;

	if (!type)
		emit_any(o, c, r, n);
	else if (row->list)
		struct__emit_array(o, c, type, r, n / size);
	else if (!number || (row->exact ? rd_left(r) == size : rd_left(r) >= size))
		struct__emit_pointed(o, c, type, r);
	else if (rd_left(r))
		out_str(o, r->p, rd_left(r), OUT_STR_HEX);
}

void argfn_sockopt_get_value(struct out *o, const struct call *c, const struct sct_arg *a)
{
	const struct sockopt *row = option_of(c, SOCKOPT_GETS);
	unsigned reg = call_reg(c, a);
	unsigned size = row->get && !row->array ? abi__size(c->abi, (enum sct_type)row->get) : 0;
	int32_t len = net_len_out(c, a->len_arg);
	struct rd r, value;

	if (!c->args[reg] || len < 1 || !call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r) ||
	    !has_value(o, &r, size, size, len)) {
		out_unread(o, c->args[reg]);
		return;
	}
	if (row->array) {
		if (out_full(o))
			decode_insns(o, &r, len, INSN_SOCKET);
		else
			out_unread(o, c->args[reg]);
		return;
	}
	if (row->least && len < row->least) {
		out_unread(o, c->args[reg]);
		return;
	}
	value = rd_make(r.p, rd_left(&r) < (size_t)len ? rd_left(&r) : (size_t)len, r.word);
	value.ends = r.ends && rd_left(&r) < (size_t)len;
	value.addr = r.addr;
	get_value(o, c, row, &value, len);
}

void type_sockopt_value(struct out *o, const struct call *c, struct rd *r)
{
	emit_any(o, c, r, rd_left(r));
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Netlink lists, attributes and values, for all families. */
#include "decode/core/addr.h"
#include "decode/core/emit.h"
#include "decode/netlink/netlink.h"

#define ATTR_HEAD 4
#define ATTR_FLAGS 0xc000u
#define HWADDR_MAX 32
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- lists ---- */

struct rd nl_first(const struct rd *r, uint64_t n)
{
	struct rd first = rd_make(r->p, n < rd_left(r) ? n : rd_left(r), r->word);
	uint64_t all = n < nl_size(r) ? n : nl_size(r);

	first.lacks = (uint32_t)(all - rd_left(&first));
	first.ends = first.lacks;
	first.addr = nl_addr(r);
	return first;
}

void nl_skip(struct rd *r, uint64_t n)
{
	uint64_t over = n > rd_left(r) ? n - rd_left(r) : 0;

	r->p += n - over;
	if (over > r->lacks)
		over = r->lacks;
	r->lacks -= (uint32_t)over;
	r->addr += over;
}

/* Returns true if the bytes that the sink shows could be read. */
static bool bytes_suffice(const struct nl *n, const struct rd *r)
{
	return !r->ends || decode_suffices(n->o, r, UINT64_MAX);
}

void nl_hex(const struct nl *n, struct rd *r)
{
	if (r->ends)
		out_addr(n->o, nl_addr(r));
	else
		out_str(n->o, r->p, rd_left(r), OUT_STR_HEX);
}

void nl_unknown(const struct nl *n, struct rd *r)
{
	if (bytes_suffice(n, r))
		out_str(n->o, r->p, rd_left(r), OUT_STR_HEX);
	else
		out_addr(n->o, nl_addr(r));
}

bool nl_list_ends(const struct nl *n, size_t i)
{
	return !out_item(n->o, i);
}

uint32_t nl_len16(const struct rd *r)
{
	struct rd in = *r;

	return rd_u16(&in);
}

/* Emits a list, in brackets if it has more than one element. */
void nl_list(const struct nl *n, struct rd *r, size_t head, nl_len_fn *length, nl_item_fn *item, const void *arg)
{
	uint64_t left = nl_size(r);
	uint32_t len = rd_left(r) < head ? 0 : length(r);
	bool many = len >= head && NL_ALIGN(len) < left;

	/* if no elements are shown (-s 0), there are no brackets either */
	if (many && nl_list_ends(n, 0))
		return;
	if (many)
		out_open(n->o, OUT_ARRAY);
	for (size_t i = 0;; i++) {
		struct rd one;

		left = nl_size(r);
		if (rd_left(r) < head) {
			if (left >= head && i)
				out_beyond(n->o, nl_addr(r));
			else if (left >= head)
				out_addr(n->o, nl_addr(r));
			else
				nl_hex(n, r);
			break;
		}
		if (nl_list_ends(n, i))
			break;
		len = length(r);
		one = nl_first(r, len < head ? head : len);
		item(n, &one, arg);
		if (len < head || NL_ALIGN(len) >= left)
			break;
		nl_skip(r, NL_ALIGN(len));
	}
	if (many)
		out_close(n->o, OUT_ARRAY);
}

/* ---- attributes ---- */

/* Emits a string up to its first NUL. */
static void c_string(const struct nl *n, struct rd *r)
{
	const uint8_t *nul = memchr(r->p, 0, rd_left(r));
	size_t all = nul ? (size_t)(nul - r->p) : rd_left(r);

	out_str(n->o, r->p, all, nul ? OUT_STR_NUL : OUT_STR_CUT);
}

void nl_str(const struct nl *n, struct rd *r)
{
	if (!bytes_suffice(n, r))
		out_addr(n->o, nl_addr(r));
	else
		out_str(n->o, r->p, rd_left(r), OUT_STR_TRIM | OUT_STR_CUT);
}

static bool emit_address(const struct nl *n, struct rd *r)
{
	if (n->family == 2 && rd_left(r) >= 4)
		decode_inet(n->o, r->p);
	else if (n->family == 10 && rd_left(r) >= 16)
		decode_inet6(n->o, r->p, NULL);
	else
		return false;
	return true;
}

/* Returns the smallest size of a value of this kind. */
static size_t size_of(unsigned kind)
{
	switch (kind) {
	case NL_U16:
	case NL_X16:
	case NL_SYM16:
	case NL_FLAGS16:
		return 2;
	case NL_U32:
	case NL_S32:
	case NL_FD:
	case NL_X32:
	case NL_IFINDEX:
	case NL_SYM32:
	case NL_FLAGS32:
	case NL_BE32:
	case NL_INET:
		return 4;
	case NL_U64:
	case NL_S64:
	case NL_X64:
		return 8;
	case NL_INET6:
		return 16;
	}
	return 1;
}

static void emit_number(const struct nl *n, unsigned kind, uint64_t v, const struct sct_flags *names)
{
	switch (kind) {
	case NL_S32:
		out_int(n->o, (int32_t)v);
		break;
	case NL_FD:
		out_fd(n->o, (int32_t)v);
		break;
	case NL_S64:
		out_int(n->o, (int64_t)v);
		break;
	case NL_X8:
	case NL_X16:
	case NL_X32:
	case NL_X64:
		out_hex(n->o, v);
		break;
	case NL_IFINDEX:
		out_ifindex(n->o, (uint32_t)v);
		break;
	case NL_FLAGS8:
	case NL_FLAGS16:
	case NL_FLAGS32:
		out_flags(n->o, names, v);
		break;
	case NL_SYM8:
	case NL_SYM16:
	case NL_SYM32:
		out_sym(n->o, names, v);
		break;
	case NL_BE32:
		out_call(n->o, "htonl");
		out_uint(n->o, be32((uint32_t)v));
		out_close(n->o, OUT_CALL);
		break;
	default:
		out_uint(n->o, v);
	}
}

/*
 * Returns the number of bytes of a hardware address that are shown. Like strace, takes the family of a link's message
 * for the hardware type.
 */
static size_t hwaddr_shown(const struct nl *n)
{
	static const uint8_t sizes[] = {
		[0] = 7, [1] = 6, [3] = 7, [6] = 6, [7] = 1, [15] = 2, [24] = 16, [27] = 8, [32] = 20
	};

	return n->family < COUNT(sizes) && sizes[n->family] ? sizes[n->family] : HWADDR_MAX;
}

/* Emits a value by its rule. Returns false if the value must be printed as bytes, as it does not fit the rule. */
static bool attr_value(const struct nl *n, struct rd *r, const struct nl_rule *rule)
{
	unsigned kind = rule->kind & ~NL_SHORT;
	size_t size = size_of(kind);
	uint64_t v = 0;

	if ((rd_left(r) < size && kind != NL_NEST && kind != NL_HEX && kind != NL_STR) ||
	    (rule->kind & NL_SHORT && rd_left(r) > sizeof(v)))
		return false;
	switch (kind) {
	case NL_HEX:
		nl_unknown(n, r);
		return true;
	case NL_STR:
		nl_str(n, r);
		return true;
	case NL_CSTR:
		if (bytes_suffice(n, r))
			c_string(n, r);
		return bytes_suffice(n, r);
	case NL_ADDR:
		if (!emit_address(n, r))
			nl_unknown(n, r);
		return true;
	case NL_INET:
		decode_inet(n->o, r->p);
		return true;
	case NL_INET6:
		decode_inet6(n->o, r->p, NULL);
		return true;
	case NL_HWADDR:
		if (nl_size(r) > HWADDR_MAX || r->ends)
			return false;
		size = rule->arg ? hwaddr_shown(n) : HWADDR_MAX;
		decode_hwaddr_in(n->o, r->p, rd_left(r) < size ? rd_left(r) : size, rd_left(r));
		return true;
	case NL_NEST:
		if (nl_size(r) < ATTR_HEAD)
			return false;
		nl_attrs(n, r, rule->arg);
		return true;
	case NL_FN:
		return !r->ends && rule->fn(n, r);
	case NL_LIST:
		return rule->fn(n, r);
	}
	rd_bytes(r, &v, size);
	emit_number(n, kind, v, rule->arg);
	return true;
}

static void attr_type(const struct nl *n, uint16_t type, const struct sct_flags *names)
{
	out_field(n->o, "nla_type");
	if (!(type & ATTR_FLAGS)) {
		out_sym(n->o, names, type);
		return;
	}
	out_open(n->o, OUT_BITS);
	for (unsigned bit = 0x8000; bit >= 0x4000; bit >>= 1)
		if (type & bit)
			out_flags(n->o, &flags_nla_flags, bit);
	out_sym(n->o, names, type & ~ATTR_FLAGS);
	out_close(n->o, OUT_BITS);
}

static void attr(const struct nl *n, struct rd *r, const void *arg)
{
	const struct nl_set *set = arg;
	uint16_t len = rd_u16(r), type = rd_u16(r);
	const struct nl_rule *rule = NULL;
	bool data = nl_size(r);

	if (data)
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "nla_len", len);
	attr_type(n, type, set->names);
	out_close(n->o, OUT_STRUCT);
	if (!data)
		return;
	for (size_t i = 0; i < set->n; i++)
		if (set->rules[i].type == (type & ~ATTR_FLAGS) || set->rules[i].type == NL_ANY)
			rule = &set->rules[i];
	if (!rule)
		nl_unknown(n, r);
	else if (!attr_value(n, r, rule))
		nl_hex(n, r);
	out_close(n->o, OUT_ARRAY);
}

void nl_attrs(const struct nl *n, struct rd *r, const struct nl_set *set)
{
	nl_list(n, r, ATTR_HEAD, nl_len16, attr, set);
}

/* ---- values ---- */

void nl_word_fields(const struct nl *n, struct rd *r, const char *const *names, size_t count, unsigned size)
{
	for (size_t i = 0; i < count && rd_left(r) >= size; i++)
		out_f_uint(n->o, names[i], size == 8 ? rd_u64(r) : rd_u32(r));
}

bool nl_words(const struct nl *n, struct rd *r, const char *const *names, size_t count, unsigned size)
{
	if (rd_left(r) < count * size)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, names, count, size);
	out_close(n->o, OUT_STRUCT);
	return true;
}

bool nl_indexed(const struct nl *n, struct rd *r, const struct sct_flags *names, const char *minus, enum nl_kind kind)
{
	size_t size = size_of(kind);

	if (rd_left(r) < size)
		return false;
	out_open(n->o, OUT_INDEXED);
	for (size_t i = 0; rd_left(r) >= size && !nl_list_ends(n, i); i++) {
		uint64_t v = 0;

		rd_bytes(r, &v, size);
		out_index(n->o, names, i, minus);
		emit_number(n, kind, v, NULL);
	}
	out_close(n->o, OUT_INDEXED);
	return true;
}

void nl_family_data(const struct nl *n, struct rd *r)
{
	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, "family", &flags_addrfams, n->family);
	if (nl_size(r)) {
		out_field(n->o, "data");
		nl_hex(n, r);
	}
	out_close(n->o, OUT_STRUCT);
}

bool nl_head(const struct nl *n, struct rd *r, const char *family, size_t size,
	     void (*head)(const struct nl *n, struct rd *r))
{
	bool whole = rd_left(r) + 1 >= size, other = n->families && !flags__name(&flags_addrfams, n->family);

	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, family, other ? n->families : &flags_addrfams, n->family);
	if (whole)
		head(n, r);
	else if (nl_size(r) + 1 >= size)
		out_addr(n->o, nl_addr(r));
	else
		out_more(n->o);
	out_close(n->o, OUT_STRUCT);
	return whole;
}

bool nl_ip_protocol(const struct nl *n, struct rd *r)
{
	uint64_t v = 0;

	if (rd_left(r) > sizeof(v))
		return false;
	rd_bytes(r, &v, rd_left(r));
	out_sym(n->o, &flags_inet_protocols, v);
	return true;
}

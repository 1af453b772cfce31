// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Netlink: what all families have in common. */
#include "decode/netlink/netlink.h"

#include <stdio.h>

#define NL_ROWS "tables/netlink/netlink.def"
#include "decode/netlink/declare.h"

#define NETLINK_ROUTE 0
#define NETLINK_SOCK_DIAG 4
#define NETLINK_XFRM 6
#define NETLINK_SELINUX 7
#define NETLINK_AUDIT 9
#define NETLINK_NETFILTER 12
#define NETLINK_KOBJECT_UEVENT 15
#define NETLINK_GENERIC 16

#define MSG_HEAD 16
#define ATTR_HEAD 4

#define TYPE_ERROR 2
#define TYPE_DONE 3
#define TYPE_FIRST 16 /* below, types mean the same in all families */
#define FLAG_CAPPED 0x100
#define ATTR_FLAGS 0xc000u
#define HWADDR_MAX 32
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void message(const struct nl *n, struct rd *r, const void *arg);

/* ---- lists ---- */

void nl_hex(const struct nl *n, struct rd *r)
{
	out_str(n->o, r->p, rd_left(r), OUT_STR_HEX);
}

bool nl_list_ends(const struct nl *n, size_t i)
{
	return !out_item(n->o, i);
}

static uint32_t len32(const struct rd *r)
{
	struct rd in = *r;

	return rd_u32(&in);
}

uint32_t nl_len16(const struct rd *r)
{
	struct rd in = *r;

	return rd_u16(&in);
}

/* Brackets only around more than one element. */
void nl_list(const struct nl *n, struct rd *r, size_t head, nl_len_fn *length, nl_item_fn *item, const void *arg)
{
	size_t left = rd_left(r);
	uint32_t len = left < head ? 0 : length(r);
	bool many = len >= head && NL_ALIGN(len) < left;

	if (many)
		out_open(n->o, OUT_ARRAY);
	for (size_t i = 0;; i++) {
		struct rd one;

		left = rd_left(r);
		if (left < head) {
			nl_hex(n, r);
			break;
		}
		if (nl_list_ends(n, i))
			break;
		len = length(r);
		one = rd_make(r->p, len < head ? head : len < left ? len : left, r->word);
		item(n, &one, arg);
		if (len < head || NL_ALIGN(len) >= left)
			break;
		rd_skip(r, NL_ALIGN(len));
	}
	if (many)
		out_close(n->o, OUT_ARRAY);
}

/* ---- attributes ---- */

/* Up to the first NUL. */
static void c_string(const struct nl *n, struct rd *r)
{
	const uint8_t *nul = memchr(r->p, 0, rd_left(r));
	size_t all = nul ? (size_t)(nul - r->p) : rd_left(r);

	out_str(n->o, r->p, all, nul ? OUT_STR_NUL : OUT_STR_CUT);
}

/* Of what is shown, a NUL at the end is not part of the string. */
static void string(const struct nl *n, struct rd *r)
{
	out_str(n->o, r->p, rd_left(r), OUT_STR_TRIM | OUT_STR_CUT);
}

static bool address(const struct nl *n, struct rd *r)
{
	if (n->family == 2 && rd_left(r) >= 4)
		net_inet_addr(n->o, r->p);
	else if (n->family == 10 && rd_left(r) >= 16)
		net_inet6_addr(n->o, r->p, NULL);
	else
		return false;
	return true;
}

/* Bytes that a kind needs. */
static size_t size_of(unsigned kind)
{
	switch (kind) {
	case NL_U16:
	case NL_SYM16:
	case NL_FLAGS16:
		return 2;
	case NL_U32:
	case NL_S32:
	case NL_IFINDEX:
	case NL_SYM32:
	case NL_FLAGS32:
		return 4;
	case NL_U64:
		return 8;
	}
	return 1;
}

static void number(const struct nl *n, unsigned kind, uint64_t v, const struct sct_flags *names)
{
	switch (kind) {
	case NL_S32:
		out_int(n->o, (int32_t)v);
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
	default:
		out_uint(n->o, v);
	}
}

/* strace takes the family of a link's message for the type of its hardware. */
static size_t hwaddr_shown(const struct nl *n)
{
	static const uint8_t sizes[] = {
		[0] = 7, [1] = 6, [3] = 7, [6] = 6, [7] = 1, [15] = 2, [24] = 16, [27] = 8, [32] = 20
	};

	return n->family < COUNT(sizes) && sizes[n->family] ? sizes[n->family] : HWADDR_MAX;
}

/* False: print the bytes. */
static bool attr_value(const struct nl *n, struct rd *r, const struct nl_rule *rule)
{
	unsigned kind = rule->kind & ~NL_SHORT;
	size_t size = size_of(kind);
	uint64_t v = 0;

	if (rd_left(r) < size || (rule->kind & NL_SHORT && rd_left(r) > sizeof(v)))
		return false;
	switch (kind) {
	case NL_HEX:
		return false;
	case NL_STR:
		string(n, r);
		return true;
	case NL_CSTR:
		c_string(n, r);
		return true;
	case NL_ADDR:
		return address(n, r);
	case NL_HWADDR:
		if (rd_left(r) > HWADDR_MAX)
			return false;
		size = rule->arg ? hwaddr_shown(n) : HWADDR_MAX;
		net_hwaddr(n->o, r->p, rd_left(r) < size ? rd_left(r) : size);
		return true;
	case NL_NEST:
		if (rd_left(r) < ATTR_HEAD)
			return false;
		nl_attrs(n, r, rule->arg);
		return true;
	case NL_FN:
		return rule->fn(n, r);
	}
	rd_bytes(r, &v, size);
	number(n, kind, v, rule->arg);
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
	out_flags(n->o, &flags_nla_flags, type & ATTR_FLAGS);
	out_sym(n->o, names, type & ~ATTR_FLAGS);
	out_close(n->o, OUT_BITS);
}

static void attr(const struct nl *n, struct rd *r, const void *arg)
{
	const struct nl_set *set = arg;
	uint16_t len = rd_u16(r), type = rd_u16(r);
	const struct nl_rule *rule = NULL;
	bool data = rd_left(r);

	if (data)
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "nla_len", len);
	attr_type(n, type, set->names);
	out_close(n->o, OUT_STRUCT);
	if (!data)
		return;
	for (size_t i = 0; i < set->n; i++)
		if (set->rules[i].type == (type & ~ATTR_FLAGS))
			rule = &set->rules[i];
	if (!rule || !attr_value(n, r, rule))
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
		number(n, kind, v, NULL);
	}
	out_close(n->o, OUT_INDEXED);
	return true;
}

void nl_family_data(const struct nl *n, struct rd *r)
{
	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, "family", &flags_addrfams, n->family);
	if (rd_left(r)) {
		out_field(n->o, "data");
		nl_hex(n, r);
	}
	out_close(n->o, OUT_STRUCT);
}

bool nl_head(const struct nl *n, struct rd *r, const char *family, size_t size,
	     void (*head)(const struct nl *n, struct rd *r))
{
	bool whole = rd_left(r) + 1 >= size;

	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, family, &flags_addrfams, n->family);
	if (whole)
		head(n, r);
	else
		out_more(n->o);
	out_close(n->o, OUT_STRUCT);
	return whole;
}

/* ---- NLMSG_ERROR, NLMSG_DONE ---- */

static bool cookie(const struct nl *n, struct rd *r)
{
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) && !nl_list_ends(n, i); i++)
		out_uint(n->o, rd_u8(r));
	out_close(n->o, OUT_ARRAY);
	return true;
}

static void errno_value(const struct nl *n, int32_t err)
{
	const char *text, *name = err < 0 ? errno__name(-(unsigned)err, &text) : NULL;

	if (name)
		out_prefixed(n->o, "-", name, (uint64_t)(int64_t)err);
	else
		out_int(n->o, err);
}

/* The message that was refused; of a capped one just the head came back. */
static void error(const struct nl *n, struct rd *r, uint16_t flags)
{
	struct rd msg, attrs;
	int32_t err;
	uint64_t len;

	if (rd_left(r) < 4 + MSG_HEAD) {
		nl_hex(n, r);
		return;
	}
	err = rd_i32(r);
	len = flags & FLAG_CAPPED ? MSG_HEAD : len32(r);
	len = len < MSG_HEAD ? MSG_HEAD : len;
	msg = rd_make(r->p, len < rd_left(r) ? len : rd_left(r), r->word);
	attrs = rd_make(msg.end, r->end - msg.end, r->word);
	if (rd_left(&attrs))
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "error");
	errno_value(n, err);
	out_field(n->o, "msg");
	message(n, &msg, NULL);
	out_close(n->o, OUT_STRUCT);
	if (!rd_left(&attrs))
		return;
	nl_attrs(n, &attrs, &error_set);
	out_close(n->o, OUT_ARRAY);
}

#define SELINUX_SETENFORCE 16

static void selinux(const struct nl *n, struct rd *r, uint16_t type)
{
	if (rd_left(r) < 4) {
		nl_hex(n, r);
		return;
	}
	out_open(n->o, OUT_STRUCT);
	if (type == SELINUX_SETENFORCE)
		out_f_int(n->o, "val", rd_i32(r));
	else
		out_f_uint(n->o, "seqno", rd_u32(r));
	out_close(n->o, OUT_STRUCT);
}

static void payload(const struct nl *n, struct rd *r, uint16_t type, uint16_t flags)
{
	struct nl in = *n;

	if (type == TYPE_ERROR)
		error(&in, r, flags);
	else if (type == TYPE_DONE && rd_left(r) == 4)
		out_int(n->o, rd_i32(r));
	else if (type >= TYPE_FIRST && n->proto == NETLINK_ROUTE)
		nl_route(&in, r, type);
	else if (type >= TYPE_FIRST && n->proto == NETLINK_SOCK_DIAG)
		nl_diag(&in, r, type, flags);
	else if (type >= TYPE_FIRST && n->proto == NETLINK_NETFILTER)
		nl_filter(&in, r, type);
	else if (flags__name(&flags_selinux_types, type) && n->proto == NETLINK_SELINUX)
		selinux(&in, r, type);
	else
		nl_hex(n, r);
}

/* ---- messages ---- */

static const struct sct_flags *types_of(const struct nl *n, uint16_t type)
{
	const struct sct_flags *families = n->c->opts->families;

	if (type < TYPE_FIRST)
		return &flags_nl_message_types;
	switch (n->proto) {
	case NETLINK_ROUTE:
		return &flags_rtm_types;
	case NETLINK_SOCK_DIAG:
		return &flags_sock_diag_types;
	case NETLINK_XFRM:
		return &flags_xfrm_types;
	case NETLINK_SELINUX:
		return &flags_selinux_types;
	case NETLINK_AUDIT:
		return &flags_audit_types;
	case NETLINK_GENERIC:
		return families && families->n ? families : &flags_genl_types;
	}
	return &flags_nl_message_types;
}

/* Bits of nlmsg_flags mean different things in requests to make, to delete, to get. */
static const struct sct_flags *flags_of(int proto, uint16_t type)
{
	static const struct sct_flags *const verbs[] = {
		&flags_nl_new_flags,
		&flags_nl_del_flags,
		&flags_nl_get_flags,
		&flags_nl_flags,
	};

	if (type == TYPE_ERROR)
		return &flags_nl_ack_flags;
	if (type < TYPE_FIRST)
		return &flags_nl_flags;
	switch (proto) {
	case NETLINK_ROUTE:
		return type == 0x31 ? &flags_nl_get_flags : verbs[type & 3];
	case NETLINK_SOCK_DIAG:
		return &flags_nl_get_flags;
	case NETLINK_NETFILTER:
		return nl_filter_flags(type);
	case NETLINK_XFRM:
		if (type <= 0x15)
			return verbs[(type - 0x10) % 3];
		if (type >= 0x1e && type <= 0x1f)
			return verbs[type == 0x1e ? 0 : 2];
		if (type >= 0x22 && type <= 0x25)
			return verbs[type & 1 ? 2 : 0];
	}
	return &flags_nl_flags;
}

static void message(const struct nl *n, struct rd *r, const void *arg)
{
	uint32_t len = rd_u32(r), seq, pid;
	uint16_t type = rd_u16(r), flags = rd_u16(r);
	bool data;

	seq = rd_u32(r);
	pid = rd_u32(r);
	data = rd_left(r);
	if (data)
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "nlmsg_len", len);
	out_field(n->o, "nlmsg_type");
	if (type >= TYPE_FIRST && n->proto == NETLINK_NETFILTER)
		nl_filter_type(n, type);
	else
		out_sym(n->o, types_of(n, type), type);
	out_f_flags(n->o, "nlmsg_flags", flags_of(n->proto, type), flags);
	out_f_uint(n->o, "nlmsg_seq", seq);
	out_f_int(n->o, "nlmsg_pid", (int32_t)pid);
	out_close(n->o, OUT_STRUCT);
	if (!data)
		return;
	payload(n, r, type, flags);
	out_close(n->o, OUT_ARRAY);
}

bool net_netlink(struct out *o, const struct call *c, struct rd *r, uint64_t n, int proto)
{
	struct nl nl = { .o = o, .c = c, .proto = proto };

	if (proto == NETLINK_KOBJECT_UEVENT || (rd_left(r) < n && rd_left(r) < MSG_HEAD))
		return false;
	if (rd_left(r) > n)
		*r = rd_make(r->p, n, r->word);
	nl_list(&nl, r, MSG_HEAD, len32, message, NULL);
	return true;
}

int net_netlink_proto(const struct call *c)
{
	struct sct_sock sk;
	struct rd r;

	if (!call_chunk(c, 0, SCT_PART_SOCK, 0, AT_ENTER, &r))
		return -2;
	rd_bytes(&r, &sk, sizeof(sk));
	return sk.port ? sk.protocol : -1;
}

#include "decode/netlink/define.h"

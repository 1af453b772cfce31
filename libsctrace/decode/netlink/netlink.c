// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Netlink messages of all families. */
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
#define NETLINK_CRYPTO 21

#define MSG_HEAD 16

#define TYPE_ERROR 2
#define TYPE_DONE 3
#define TYPE_FIRST 16 /* types below are the same in all families */
#define FLAG_CAPPED 0x100

static void message(const struct nl *n, struct rd *r, const void *arg);

static uint32_t len32(const struct rd *r)
{
	struct rd in = *r;

	return rd_u32(&in);
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

/*
 * Emits an error, with the message that it refers to, of which the kernel returns only the header if NLM_F_CAPPED is
 * set.
 */
static void emit_error(const struct nl *n, struct rd *r, uint16_t flags)
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
	msg = nl_first(r, len);
	attrs = nl_first(r, UINT64_MAX);
	nl_skip(&attrs, len);
	if (nl_size(&attrs))
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "error");
	errno_value(n, err);
	out_field(n->o, "msg");
	message(n, &msg, NULL);
	out_close(n->o, OUT_STRUCT);
	if (!nl_size(&attrs))
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

static void emit_payload(const struct nl *n, struct rd *r, uint16_t type, uint16_t flags)
{
	struct nl in = *n;

	if (!rd_left(r) || (type == TYPE_DONE && r->ends && nl_size(r) == 4))
		nl_hex(n, r);
	else if (type == TYPE_ERROR)
		emit_error(&in, r, flags);
	else if (type == TYPE_DONE && rd_left(r) == 4)
		out_int(n->o, rd_i32(r));
	else if (type >= TYPE_FIRST && n->proto == NETLINK_ROUTE)
		nl_route(&in, r, type);
	else if (type >= TYPE_FIRST && n->proto == NETLINK_SOCK_DIAG)
		nl_diag(&in, r, type, flags);
	else if (type >= TYPE_FIRST && n->proto == NETLINK_NETFILTER)
		nl_filter(&in, r, type);
	else if (type >= TYPE_FIRST && n->proto == NETLINK_GENERIC)
		nl_generic(&in, r, type);
	else if (type >= TYPE_FIRST && n->proto == NETLINK_CRYPTO)
		nl_crypto(&in, r, type);
	else if (flags__name(&flags_selinux_types, type) && n->proto == NETLINK_SELINUX)
		selinux(&in, r, type);
	else
		nl_unknown(n, r);
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
	case NETLINK_CRYPTO:
		return &flags_crypto_types;
	case NETLINK_GENERIC:
		return families && families->n ? families : &flags_genl_types;
	}
	return &flags_nl_message_types;
}

/*
 * Returns the names of nlmsg_flags, whose bits have different meanings in requests for new objects, to delete and to
 * get objects.
 */
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
	case NETLINK_GENERIC:
		return &flags_nl_get_flags;
	case NETLINK_NETFILTER:
		return nl_filter_flags(type);
	case NETLINK_CRYPTO: /* make, delete, update, get; delete the random number generator */
		if (type <= 0x14 && type != 0x12)
			return verbs[type == 0x10 ? 0 : type == 0x13 ? 2 : 1];
		break;
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
	data = nl_size(r);
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
	out_field(n->o, "nlmsg_pid");
	out_pid(n->o, (int32_t)pid);
	out_close(n->o, OUT_STRUCT);
	if (!data)
		return;
	emit_payload(n, r, type, flags);
	out_close(n->o, OUT_ARRAY);
}

bool datafn_netlink(struct out *o, const struct call *c, struct rd *r, uint64_t n)
{
	int proto = call_netlink(c);
	struct nl nl = { .o = o, .c = c, .proto = proto < -1 ? -1 : proto };

	if (proto == NETLINK_KOBJECT_UEVENT || (!r->ends && rd_left(r) < n && rd_left(r) < MSG_HEAD))
		return false;
	if (rd_left(r) > n)
		r->end = r->p + n;
	if (r->ends)
		r->lacks = (uint32_t)(n - rd_left(r) < UINT32_MAX ? n - rd_left(r) : UINT32_MAX);
	nl_list(&nl, r, MSG_HEAD, len32, message, NULL);
	return true;
}

#include "decode/netlink/define.h"

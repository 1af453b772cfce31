// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_GENERIC: the head that all families have; attributes of the controller, of the others' only the lengths. */
#include "decode/netlink/netlink.h"

#define NL_ROWS "tables/netlink/nlctrl.def"
#include "decode/netlink/declare.h"

#define ATTR_HEAD 4
#define GENL_HEAD 4
#define GENL_ID_CTRL 0x10

/* Types without names. */
static const struct sct_flags no_names;
static const struct nl_set nameless = { &no_names, NULL, 0 };

static bool ctrl_family(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 2)
		return false;
	out_hex(n->o, rd_u16(r));
	return true;
}

static bool ctrl_group(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	out_hex(n->o, rd_u32(r));
	return true;
}

/* An element of a list: its type is its place. */
static void element(const struct nl *n, struct rd *r, const void *set)
{
	uint16_t len = rd_u16(r), type = rd_u16(r);
	bool data = rd_left(r);

	if (data)
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "nla_len", len);
	out_field(n->o, "nla_type");
	out_hex(n->o, type);
	out_close(n->o, OUT_STRUCT);
	if (!data)
		return;
	nl_attrs(n, r, set);
	out_close(n->o, OUT_ARRAY);
}

static bool ctrl_ops(const struct nl *n, struct rd *r)
{
	nl_list(n, r, ATTR_HEAD, nl_len16, element, &ctrl_op_set);
	return true;
}

static bool ctrl_groups(const struct nl *n, struct rd *r)
{
	nl_list(n, r, ATTR_HEAD, nl_len16, element, &ctrl_group_set);
	return true;
}

void nl_generic(const struct nl *n, struct rd *r, uint16_t type)
{
	uint8_t cmd, version;
	uint16_t reserved;

	if (rd_left(r) < GENL_HEAD) {
		nl_hex(n, r);
		return;
	}
	cmd = rd_u8(r);
	version = rd_u8(r);
	reserved = rd_u16(r);
	out_open(n->o, OUT_STRUCT);
	if (type == GENL_ID_CTRL)
		out_f_sym(n->o, "cmd", &flags_ctrl_commands, cmd);
	else
		out_f_hex(n->o, "cmd", cmd);
	out_f_uint(n->o, "version", version);
	if (reserved)
		out_f_hex(n->o, "reserved", reserved);
	out_close(n->o, OUT_STRUCT);
	if (rd_left(r))
		nl_attrs(n, r, type == GENL_ID_CTRL ? &ctrl_set : &nameless);
}

#include "decode/netlink/define.h"

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * NETLINK_GENERIC: the header that all families have, and the attributes of the controller. Attributes of other
 * families are not decoded.
 */
#include "decode/netlink/netlink.h"

#define NL_ROWS "tables/netlink/nlctrl.def"
#include "decode/netlink/declare.h"

#define GENL_HEAD 4
#define GENL_ID_CTRL 0x10

/* For attributes that are a list: their types are indexes, without names. */
static const struct sct_flags no_names;
static const struct nl_set nameless = { &no_names, NULL, 0 };

#define LIST_OF(name, of)                                                                                              \
	static const struct nl_rule each_##name = { NL_ANY, NL_NEST, of, NULL };                                       \
	static const struct nl_set name = { &no_names, &each_##name, 1 }

LIST_OF(ctrl_ops, &ctrl_op_set);
LIST_OF(ctrl_groups, &ctrl_group_set);
LIST_OF(ctrl_op_policies, &ctrl_op_policy_set);
/* a list with an element per policy, each a list with an element per attribute */
LIST_OF(ctrl_policy, &policy_set);
LIST_OF(ctrl_policies, &ctrl_policy);

/* Returns true if the call receives data, that is, if it has a buffer that it fills. */
static bool receives(const struct call *c)
{
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];

		if (a->kind == K_BYTES || a->kind == K_IOV || a->kind == K_MSG || a->kind == K_MMSG)
			return a->dir != IN;
	}
	return false;
}

/* Returns the names of a family's commands. Like strace, takes unknown families for the controller. */
static const struct sct_flags *commands_of(const struct call *c, const uint8_t *name, size_t len)
{
	static const struct {
		const char *name;
		const struct sct_flags *to, *from;
	} families[] = {
#define GENL(name, to, from) { name, &flags_##to, &flags_##from },
#include "tables/netlink/genl.def"
#undef GENL
	};

	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (strlen(families[i].name) == len && !memcmp(families[i].name, name, len))
			return receives(c) ? families[i].from : families[i].to;
	return &flags_ctrl_commands;
}

static bool ctrl_name(const struct nl *n, struct rd *r)
{
	*n->commands = commands_of(n->c, r->p, strnlen((const char *)r->p, rd_left(r)));
	nl_str(n, r);
	return true;
}

static bool ctrl_command(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < sizeof(uint32_t) || rd_left(r) > sizeof(uint64_t))
		return false;
	out_sym(n->o, *n->commands, rd_u32(r));
	return true;
}

void nl_generic(const struct nl *n, struct rd *r, uint16_t type)
{
	const struct sct_flags *commands = &flags_ctrl_commands;
	struct nl m = *n;
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
	m.commands = &commands;
	if (nl_size(r))
		nl_attrs(&m, r, type == GENL_ID_CTRL ? &ctrl_set : &nameless);
}

#include "decode/netlink/define.h"

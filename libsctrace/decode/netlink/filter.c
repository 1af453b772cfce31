// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_NETFILTER: a message's type consists of a subsystem and the subsystem's own type. */
#include "decode/core/addr.h"
#include "decode/netlink/netlink.h"

#define BATCH_BEGIN 16
#define BATCH_END 17
#define TABLES 10 /* NFNL_SUBSYS_NFTABLES */
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct sct_flags plain = { .base = ~0ull };

/*
 * The types of each subsystem, and for each type whether it is a request for a new object (n), to get (g) or to delete
 * (d) one.
 */
static const struct {
	const struct sct_flags *names;
	const char *verbs;
} subsystems[] = {
	[1] = { &flags_nf_ct, "ngdggggg" },   [2] = { &flags_nf_ct_exp, "ngdg" },
	[3] = { &flags_nf_queue, "" },	      [4] = { &flags_nf_ulog, "" },
	[5] = { &flags_nf_osf, "" },	      [6] = { &flags_nf_ipset, "" },
	[7] = { &flags_nf_acct, "nggd" },     [8] = { &flags_nf_ct_timeout, "ngd" },
	[9] = { &flags_nf_ct_helper, "ngd" }, [TABLES] = { &flags_nf_tables, "ngdngdngdngdngdng-ngdgngdgdddddddg" },
	[11] = { &flags_nf_compat, "g" },     [12] = { &flags_nf_hook, "g" },
};

void nl_filter_type(const struct nl *n, uint16_t type)
{
	unsigned subsystem = type >> 8;
	bool known = subsystem < COUNT(subsystems) && subsystems[subsystem].names;

	if (type == BATCH_BEGIN || type == BATCH_END) {
		out_sym(n->o, &flags_nf_batch_types, type);
		return;
	}
	out_open(n->o, OUT_BITS);
	out_sym_shifted(n->o, &flags_nf_subsystems, subsystem, 8);
	out_sym(n->o, known ? subsystems[subsystem].names : &plain, type & 0xff);
	out_close(n->o, OUT_BITS);
}

const struct sct_flags *nl_filter_flags(uint16_t type)
{
	unsigned subsystem = type >> 8, message = type & 0xff;
	const char *verbs = subsystem < COUNT(subsystems) ? subsystems[subsystem].verbs : NULL;

	if (!verbs || message >= strlen(verbs))
		return &flags_nl_flags;
	switch (verbs[message]) {
	case 'n':
		return &flags_nl_new_flags;
	case 'g':
		return &flags_nl_get_flags;
	case 'd':
		return &flags_nl_del_flags;
	}
	return &flags_nl_flags;
}

static void emit_head(struct out *o, struct rd *r, unsigned subsystem)
{
	uint16_t id;

	out_open(o, OUT_STRUCT);
	out_f_sym(o, "nfgen_family", &flags_addrfams, rd_u8(r));
	out_f_sym(o, "version", &flags_nf_versions, rd_u8(r));
	out_field(o, "res_id");
	id = rd_u16(r);
	/* old libraries do not convert the subsystem with htons() */
	if (subsystem == TABLES && id == TABLES) {
		out_sym(o, &flags_nf_subsystems, TABLES);
	} else if (subsystem == TABLES && be16(id) == TABLES) {
		out_name(o, "htons(NFNL_SUBSYS_NFTABLES)", id);
	} else {
		out_call(o, "htons");
		out_uint(o, be16(id));
		out_close(o, OUT_CALL);
	}
	out_close(o, OUT_STRUCT);
}

void nl_filter(const struct nl *n, struct rd *r, uint16_t type)
{
	static const struct nl_set set = { .names = &plain };

	if (rd_left(r) < 4) {
		nl_hex(n, r);
		return;
	}
	emit_head(n->o, r, type >> 8);
	if (!nl_size(r))
		return;
	if (type == BATCH_BEGIN || type == BATCH_END)
		nl_hex(n, r);
	else
		nl_attrs(n, r, &set);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_SOCK_DIAG: sockets of AF_SMC. */
#include "decode/netlink/netlink.h"

#define NL_ROWS "tables/netlink/nlsmc.def"
#include "decode/netlink/declare.h"

#define AF_INET 2
#define LGRINFO_SIZE 147
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

void nl_smc_request(const struct nl *n, struct rd *r)
{
	rd_skip(r, 2);
	out_f_flags(n->o, "diag_ext", &flags_smc_diag_ext, rd_u8(r));
	nl_sockid(n, r, AF_INET);
}

void nl_smc_socket(const struct nl *n, struct rd *r)
{
	uint8_t state = rd_u8(r), mode = rd_u8(r), down = rd_u8(r);

	out_f_sym(n->o, "diag_state", &flags_smc_states, state);
	out_f_sym(n->o, "diag_fallback", &flags_smc_diag_modes, mode);
	out_f_uint(n->o, "diag_shutdown", down);
	nl_sockid(n, r, AF_INET);
	out_f_uint(n->o, "diag_uid", rd_u32(r));
	out_f_uint(n->o, "diag_inode", rd_u64(r));
}

static void cursors(const struct nl *n, struct rd *r, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		out_field(n->o, names[i]);
		out_open(n->o, OUT_STRUCT);
		out_f_uint(n->o, "reserved", rd_u16(r));
		out_f_uint(n->o, "wrap", rd_u16(r));
		out_f_uint(n->o, "count", rd_u32(r));
		out_close(n->o, OUT_STRUCT);
	}
}

static bool smc_connection(const struct nl *n, struct rd *r)
{
	static const char *const sizes[] = { "token", "sndbuf_size", "rmbe_size", "peer_rmbe_size" };
	static const char *const both[] = { "rx_prod", "rx_cons", "tx_prod", "tx_cons" };
	static const char *const flags[] = { "rx_prod_flags", "rx_conn_state_flags", "tx_prod_flags",
					     "tx_conn_state_flags" };
	static const char *const sending[] = { "tx_prep", "tx_sent", "tx_fin" };

	if (rd_left(r) < 76)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, sizes, 4, 4);
	cursors(n, r, both, 4);
	for (size_t i = 0; i < COUNT(flags); i++) {
		out_field(n->o, flags[i]);
		out_hex_width(n->o, rd_u8(r), 2);
	}
	cursors(n, r, sending, 3);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static void fixed_string(const struct nl *n, struct rd *r, const char *field, size_t size)
{
	const uint8_t *nul = memchr(r->p, 0, size);
	size_t len = nul ? (size_t)(nul - r->p) : size - 1;

	out_f_str(n->o, field, r->p, len, (nul ? OUT_STR_NUL : OUT_STR_CUT) | OUT_STR_WHOLE);
	rd_skip(r, size);
}

static bool smc_group(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < LGRINFO_SIZE)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "lnk");
	out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "link_id", rd_u8(r));
	fixed_string(n, r, "ibname", 64);
	out_f_uint(n->o, "ibport", rd_u8(r));
	fixed_string(n, r, "gid", 40);
	fixed_string(n, r, "peer_gid", 40);
	out_close(n->o, OUT_STRUCT);
	out_close(n->o, OUT_ARRAY);
	out_f_sym(n->o, "role", &flags_smc_roles, rd_u8(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool smc_shutdown(const struct nl *n, struct rd *r)
{
	if (rd_left(r) > 8)
		return false;
	out_flags(n->o, &flags_sk_shutdown, rd_u8(r));
	return true;
}

static bool smc_buffer(const struct nl *n, struct rd *r)
{
	static const char *const names[] = {
		"peer_gid", "my_gid", "token", "peer_token", "peer_gid_ext", "my_gid_ext"
	};
	size_t len = rd_left(r);
	uint64_t words[1 + COUNT(names)] = { 0 };

	if (len < 40)
		return false;
	rd_bytes(r, words, len < sizeof(words) ? len : sizeof(words));
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "linkid", (uint32_t)words[0]);
	for (size_t i = 0; i < COUNT(names) && 8 * (i + 1) < len; i++)
		out_f_hex(n->o, names[i], words[i + 1]);
	if (len > 40 && len <= 48)
		out_f_hex(n->o, names[5], 0);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static void decline(const struct nl *n, const char *field, uint32_t v)
{
	out_field(n->o, field);
	out_symbol(n->o, &flags_smc_decline, v, SYM_NOTE_HEX);
}

static bool smc_fallback(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 8)
		return false;
	out_open(n->o, OUT_STRUCT);
	decline(n, "reason", rd_u32(r));
	decline(n, "peer_diagnosis", rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

#include "decode/netlink/define.h"

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_CRYPTO: struct crypto_user_alg, and the reports of algorithms. */
#include "decode/netlink/netlink.h"

#define NL_ROWS "tables/netlink/nlcrypto.def"
#include "decode/netlink/declare.h"

#define NAME_SIZE 64 /* CRYPTO_MAX_ALG_NAME */
#define ALG_SIZE (3 * NAME_SIZE + 4 * 4)
#define MSG_DELRNG 0x14
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Emits a string in a member of size bytes: up to its NUL or, without one, the first `most` bytes. */
static void emit_string(const struct nl *n, struct rd *r, const char *field, size_t size, size_t most, unsigned flags)
{
	const uint8_t *nul = memchr(r->p, 0, size);

	out_field(n->o, field);
	out_str(n->o, r->p, nul ? (size_t)(nul - r->p) : most, flags | (nul ? OUT_STR_NUL : OUT_STR_CUT));
	rd_skip(r, size);
}

/* Emits a name in a member of NAME_SIZE bytes, which the sink may not shorten. */
static void fixed_name(const struct nl *n, struct rd *r, const char *field)
{
	emit_string(n, r, field, NAME_SIZE, NAME_SIZE - 1, OUT_STR_WHOLE);
}

static bool report_type(const struct nl *n, struct rd *r)
{
	size_t size = rd_left(r);

	out_open(n->o, OUT_STRUCT);
	emit_string(n, r, "type", size, size, 0);
	out_close(n->o, OUT_STRUCT);
	return true;
}

/* Emits a report; one that is too short prints as a string. */
static bool emit_report(const struct nl *n, struct rd *r, bool geniv, const char *const *words, size_t count)
{
	if (rd_left(r) < NAME_SIZE * (geniv ? 2 : 1) + 4 * count) {
		out_str(n->o, r->p, rd_left(r), 0);
		return true;
	}
	out_open(n->o, OUT_STRUCT);
	fixed_name(n, r, "type");
	if (geniv)
		fixed_name(n, r, "geniv");
	nl_word_fields(n, r, words, count, 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool report_hash(const struct nl *n, struct rd *r)
{
	static const char *const words[] = { "blocksize", "digestsize" };

	return emit_report(n, r, false, words, COUNT(words));
}

static bool report_blkcipher(const struct nl *n, struct rd *r)
{
	static const char *const words[] = { "blocksize", "min_keysize", "max_keysize", "ivsize" };

	return emit_report(n, r, true, words, COUNT(words));
}

static bool report_aead(const struct nl *n, struct rd *r)
{
	static const char *const words[] = { "blocksize", "maxauthsize", "ivsize" };

	return emit_report(n, r, true, words, COUNT(words));
}

static bool report_rng(const struct nl *n, struct rd *r)
{
	static const char *const words[] = { "seedsize" };

	return emit_report(n, r, false, words, COUNT(words));
}

static bool report_cipher(const struct nl *n, struct rd *r)
{
	static const char *const words[] = { "blocksize", "min_keysize", "max_keysize" };

	return emit_report(n, r, false, words, COUNT(words));
}

void nl_crypto(const struct nl *n, struct rd *r, uint16_t type)
{
	if (type >= MSG_DELRNG) {
		nl_hex(n, r);
		return;
	}
	if (rd_left(r) < ALG_SIZE) {
		out_str(n->o, r->p, rd_left(r), 0);
		return;
	}
	out_open(n->o, OUT_STRUCT);
	fixed_name(n, r, "cru_name");
	fixed_name(n, r, "cru_driver_name");
	fixed_name(n, r, "cru_module_name");
	out_f_hex(n->o, "cru_type", rd_u32(r));
	out_f_hex(n->o, "cru_mask", rd_u32(r));
	out_f_uint(n->o, "cru_refcnt", rd_u32(r));
	out_f_hex(n->o, "cru_flags", rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	if (nl_size(r))
		nl_attrs(n, r, &algorithm_set);
}

#include "decode/netlink/define.h"

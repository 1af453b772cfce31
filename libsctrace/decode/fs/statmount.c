// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* statmount(), listmount(), listns(). */
#include <string.h>

#include "decode/core/struct.h"

/*
 * A request contains its size. The kernel refuses a request that is smaller than the first version. Of a larger one,
 * it reads all members that it knows, or fails.
 */
#define REQ_V0 24
#define REQ_V1 sizeof(struct lp64_mnt_id_req)
#define NS_REQ_V0 sizeof(struct lp64_ns_id_req)

static bool is_read(const struct rd *r, uint32_t size, size_t known)
{
	return rd_left(r) >= (size < known ? size : known);
}

bool cond_mnt_req_sized(const struct call *c, const struct rd *r)
{
	(void)c;
	return MEMBER(r, mnt_id_req, size) >= REQ_V0;
}

bool cond_mnt_req_whole(const struct call *c, const struct rd *r)
{
	return cond_mnt_req_sized(c, r) && is_read(r, MEMBER(r, mnt_id_req, size), REQ_V1);
}

bool cond_mnt_req_long(const struct call *c, const struct rd *r)
{
	return cond_mnt_req_whole(c, r) && MEMBER(r, mnt_id_req, size) >= REQ_V1;
}

bool cond_ns_req_sized(const struct call *c, const struct rd *r)
{
	(void)c;
	return MEMBER(r, ns_id_req, size) >= NS_REQ_V0;
}

bool cond_ns_req_whole(const struct call *c, const struct rd *r)
{
	return cond_ns_req_sized(c, r) && is_read(r, MEMBER(r, ns_id_req, size), NS_REQ_V0);
}

/* bits of .mask */
enum {
	STATMOUNT_SB_BASIC = 0x1,
	STATMOUNT_MNT_BASIC = 0x2,
	STATMOUNT_PROPAGATE_FROM = 0x4,
	STATMOUNT_MNT_ROOT = 0x8,
	STATMOUNT_MNT_POINT = 0x10,
	STATMOUNT_FS_TYPE = 0x20,
	STATMOUNT_MNT_NS_ID = 0x40,
	STATMOUNT_MNT_OPTS = 0x80,
	STATMOUNT_FS_SUBTYPE = 0x100,
	STATMOUNT_SB_SOURCE = 0x200,
	STATMOUNT_OPT_ARRAY = 0x400,
	STATMOUNT_OPT_SEC_ARRAY = 0x800,
	STATMOUNT_SUPPORTED_MASK = 0x1000,
};

/* The kernel sets .mask to the members that it has filled in. Texts follow the struct, at offsets from its end. */
#define TEXTS sizeof(struct lp64_statmount)

static bool mask_has(const struct rd *r, uint64_t mask)
{
	return MEMBER(r, statmount, mask) & mask;
}

/* Emits a text, or its offset if that is beyond the buffer. */
static void emit_text(struct out *o, const struct rd *r, const char *name, uint64_t at)
{
	struct rd text = struct__part(r, TEXTS + at);

	if (!rd_left(&text)) {
		out_f_uint(o, name, at);
		return;
	}
	out_f_str(o, name, text.p, strnlen((const char *)text.p, rd_left(&text)), OUT_STR_NUL | OUT_STR_WHOLE);
}

/* Emits the number of texts, and n texts, each of which follows the NUL of the one before. */
static void emit_texts(struct out *o, const struct rd *r, const char *count, const char *name, uint64_t n, uint64_t at)
{
	struct rd text = struct__part(r, TEXTS + at);

	out_f_uint(o, count, n);
	out_field(o, name);
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && rd_left(&text) && out_item(o, i); i++) {
		size_t len = strnlen((const char *)text.p, rd_left(&text));

		out_str(o, text.p, len, OUT_STR_NUL | OUT_STR_WHOLE);
		rd_skip(&text, len + 1 < rd_left(&text) ? len + 1 : rd_left(&text));
	}
	out_close(o, OUT_ARRAY);
}

static void emit_basic(struct out *o, const struct rd *r)
{
	if (mask_has(r, STATMOUNT_SB_BASIC)) {
		out_f_uint(o, "sb_dev_major", MEMBER(r, statmount, sb_dev_major));
		out_f_uint(o, "sb_dev_minor", MEMBER(r, statmount, sb_dev_minor));
		out_f_sym(o, "sb_magic", &flags_fs_magics, MEMBER(r, statmount, sb_magic));
		out_f_flags(o, "sb_flags", &flags_statmount_sb_flags, MEMBER(r, statmount, sb_flags));
	}
	if (mask_has(r, STATMOUNT_FS_TYPE))
		emit_text(o, r, "fs_type", MEMBER(r, statmount, fs_type));
	if (mask_has(r, STATMOUNT_MNT_BASIC)) {
		out_f_hex(o, "mnt_id", MEMBER(r, statmount, mnt_id));
		out_f_hex(o, "mnt_parent_id", MEMBER(r, statmount, mnt_parent_id));
		out_f_hex(o, "mnt_id_old", MEMBER(r, statmount, mnt_id_old));
		out_f_hex(o, "mnt_parent_id_old", MEMBER(r, statmount, mnt_parent_id_old));
		out_f_flags(o, "mnt_attr", &flags_mount_setattr_attrs, MEMBER(r, statmount, mnt_attr));
		out_f_flags(o, "mnt_propagation", &flags_statmount_propagation, MEMBER(r, statmount, mnt_propagation));
		out_f_hex(o, "mnt_peer_group", MEMBER(r, statmount, mnt_peer_group));
		out_f_hex(o, "mnt_master", MEMBER(r, statmount, mnt_master));
	}
	if (mask_has(r, STATMOUNT_PROPAGATE_FROM))
		out_f_hex(o, "propagate_from", MEMBER(r, statmount, propagate_from));
}

static void emit_rest(struct out *o, const struct rd *r)
{
	if (mask_has(r, STATMOUNT_FS_SUBTYPE))
		emit_text(o, r, "fs_subtype", MEMBER(r, statmount, fs_subtype));
	if (mask_has(r, STATMOUNT_SB_SOURCE))
		emit_text(o, r, "sb_source", MEMBER(r, statmount, sb_source));
	if (mask_has(r, STATMOUNT_OPT_ARRAY))
		emit_texts(o, r, "opt_num", "opt_array", MEMBER(r, statmount, opt_num),
			   MEMBER(r, statmount, opt_array));
	if (mask_has(r, STATMOUNT_OPT_SEC_ARRAY))
		emit_texts(o, r, "opt_sec_num", "opt_sec_array", MEMBER(r, statmount, opt_sec_num),
			   MEMBER(r, statmount, opt_sec_array));
	if (mask_has(r, STATMOUNT_SUPPORTED_MASK))
		out_f_flags(o, "supported_mask", &flags_statmount_mask, MEMBER(r, statmount, supported_mask));
}

void type_statmount(struct out *o, const struct call *c, struct rd *r)
{
	(void)c;
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "size", MEMBER(r, statmount, size));
	if (mask_has(r, STATMOUNT_MNT_OPTS))
		emit_text(o, r, "mnt_opts", MEMBER(r, statmount, mnt_opts));
	out_f_flags(o, "mask", &flags_statmount_mask, MEMBER(r, statmount, mask));
	emit_basic(o, r);
	if (mask_has(r, STATMOUNT_MNT_ROOT))
		emit_text(o, r, "mnt_root", MEMBER(r, statmount, mnt_root));
	if (mask_has(r, STATMOUNT_MNT_POINT))
		emit_text(o, r, "mnt_point", MEMBER(r, statmount, mnt_point));
	if (mask_has(r, STATMOUNT_MNT_NS_ID))
		out_f_hex(o, "mnt_ns_id", MEMBER(r, statmount, mnt_ns_id));
	emit_rest(o, r);
	out_close(o, OUT_STRUCT);
}

/* Emits the answer. It contains its size, beyond which the buffer may be unreadable. */
void argfn_statmount(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!c->args[reg] || !c->done || c->failed || !call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r) ||
	    (r.ends && rd_left(&r) < MEMBER(&r, statmount, size)))
		out_unread(o, c->args[reg]);
	else
		type_statmount(o, c, &r);
}

/* ---- listmount(), listns() ---- */

/* Emits the ids, or an empty list if the caller's array has no elements. */
void argfn_ids_got(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[call_reg(c, a)] && !call_number(c, a->len_arg)) {
		out_open(o, OUT_ARRAY);
		out_close(o, OUT_ARRAY);
	} else {
		decode_value(o, c, a);
	}
}

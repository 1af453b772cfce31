// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Disk quotas. */
#include "decode/fs.h"

#define TYPE_BITS 8

void argfn_qcmd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);

	out_call(o, "QCMD");
	out_sym(o, &flags_quota_cmds, v >> TYPE_BITS);
	out_sym(o, &flags_quota_types, v & 0xff);
	out_close(o, OUT_CALL);
}

void type_quota_format(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_sym(o, &flags_quota_formats, rd_u32(r));
	out_close(o, OUT_ARRAY);
}

void type_xquota_state(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_flags(o, &flags_xquota_states, rd_u32(r));
	out_close(o, OUT_ARRAY);
}

void type_xquota_types(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_flags(o, &flags_xquota_types, rd_u32(r));
	out_close(o, OUT_ARRAY);
}

void type_dqinfo(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t bgrace = rd_u64(r), igrace = rd_u64(r);
	uint32_t flags = rd_u32(r), valid = rd_u32(r);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "dqi_bgrace", bgrace);
	out_f_uint(o, "dqi_igrace", igrace);
	out_f_flags(o, "dqi_flags", &flags_dqinfo_flags, flags);
	out_f_flags(o, "dqi_valid", &flags_dqinfo_valid, valid);
	out_close(o, OUT_STRUCT);
}

static void emit_dqblk(struct out *o, const struct call *c, struct rd *r, bool next)
{
	static const char *const names[] = { "dqb_bhardlimit", "dqb_bsoftlimit", "dqb_curspace", "dqb_ihardlimit",
					     "dqb_isoftlimit", "dqb_curinodes",	 "dqb_btime",	 "dqb_itime" };
	uint32_t valid, id;
	uint64_t v[8];

	for (unsigned i = 0; i < 8; i++)
		v[i] = rd_u64(r);
	valid = rd_u32(r);
	id = next ? rd_u32(r) : 0;
	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < (out_full(o) ? 8 : 6); i++)
		out_f_uint(o, names[i], v[i]);
	if (out_full(o))
		out_f_flags(o, "dqb_valid", &flags_dqblk_valid, valid);
	if (next)
		out_f_uint(o, "dqb_id", id);
	if (!out_full(o) || r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_dqblk(struct out *o, const struct call *c, struct rd *r)
{
	emit_dqblk(o, c, r, false);
}

void type_nextdqblk(struct out *o, const struct call *c, struct rd *r)
{
	emit_dqblk(o, c, r, true);
}

static void emit_disk_quota_rest(struct out *o, struct rd *r)
{
	int32_t itimer = rd_i32(r), btimer = rd_i32(r);
	uint16_t iwarns = rd_u16(r), bwarns = rd_u16(r);

	rd_skip(r, 4);
	out_f_int(o, "d_itimer", itimer);
	out_f_int(o, "d_btimer", btimer);
	out_f_uint(o, "d_iwarns", iwarns);
	out_f_uint(o, "d_bwarns", bwarns);
	out_f_uint(o, "d_rtb_hardlimit", rd_u64(r));
	out_f_uint(o, "d_rtb_softlimit", rd_u64(r));
	out_f_uint(o, "d_rtbcount", rd_u64(r));
	out_f_int(o, "d_rtbtimer", rd_i32(r));
	out_f_uint(o, "d_rtbwarns", rd_u16(r));
}

void type_fs_disk_quota(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const names[] = { "d_blk_hardlimit", "d_blk_softlimit", "d_ino_hardlimit",
					     "d_ino_softlimit", "d_bcount",	   "d_icount" };
	int8_t version = rd_u8(r);
	uint8_t flags = rd_u8(r);
	uint16_t mask = rd_u16(r);
	uint32_t id = rd_u32(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "d_version", version);
	out_f_flags(o, "d_flags", &flags_xquota_types, flags);
	out_f_hex(o, "d_fieldmask", mask);
	out_f_uint(o, "d_id", id);
	for (unsigned i = 0; i < 6; i++)
		out_f_uint(o, names[i], rd_u64(r));
	if (out_full(o) && !r->bad)
		emit_disk_quota_rest(o, r);
	else
		out_more(o);
	out_close(o, OUT_STRUCT);
}

static void emit_quota_file(struct out *o, const char *field, struct rd *r)
{
	uint64_t ino = rd_u64(r), blocks = rd_u64(r);
	uint32_t extents = rd_u32(r);

	if (r->word == 8)
		rd_skip(r, 4);
	out_field(o, field);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "qfs_ino", ino);
	out_f_uint(o, "qfs_nblks", blocks);
	out_f_uint(o, "qfs_nextents", extents);
	out_close(o, OUT_STRUCT);
}

static void emit_quota_limits(struct out *o, struct rd *r)
{
	out_f_int(o, "qs_btimelimit", rd_i32(r));
	out_f_int(o, "qs_itimelimit", rd_i32(r));
	out_f_int(o, "qs_rtbtimelimit", rd_i32(r));
	out_f_uint(o, "qs_bwarnlimit", rd_u16(r));
	out_f_uint(o, "qs_iwarnlimit", rd_u16(r));
}

void type_fs_quota_statv(struct out *o, const struct call *c, struct rd *r)
{
	int8_t version = rd_u8(r);
	uint32_t incore;
	uint16_t flags;

	rd_skip(r, 1);
	flags = rd_u16(r);
	incore = rd_u32(r);
	out_open(o, OUT_STRUCT);
	out_f_int(o, "qs_version", version);
	if (!out_full(o) || r->bad) {
		out_more(o);
		out_close(o, OUT_STRUCT);
		return;
	}
	out_f_flags(o, "qs_flags", &flags_xquota_states, flags);
	out_f_uint(o, "qs_incoredqs", incore);
	emit_quota_file(o, "qs_uquota", r);
	emit_quota_file(o, "qs_gquota", r);
	emit_quota_file(o, "qs_pquota", r);
	emit_quota_limits(o, r);
	out_close(o, OUT_STRUCT);
}

void type_fs_quota_stat(struct out *o, const struct call *c, struct rd *r)
{
	int8_t version = rd_u8(r);
	uint16_t flags;

	rd_skip(r, 1);
	flags = rd_u16(r);
	rd_skip(r, 1);
	rd_align(r, r->word);
	out_open(o, OUT_STRUCT);
	out_f_int(o, "qs_version", version);
	if (!out_full(o) || r->bad) {
		out_more(o);
		out_close(o, OUT_STRUCT);
		return;
	}
	out_f_flags(o, "qs_flags", &flags_xquota_states, flags);
	emit_quota_file(o, "qs_uquota", r);
	emit_quota_file(o, "qs_gquota", r);
	out_f_uint(o, "qs_incoredqs", rd_u32(r));
	emit_quota_limits(o, r);
	out_close(o, OUT_STRUCT);
}

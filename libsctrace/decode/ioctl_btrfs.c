// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: btrfs. */
#include "decode/fields.h"

#include "decode/fs.h"

#define BTRFS_QGROUPS 64
#define NEST_HEAD 0
#define NEST_ALL 1
#define CONTAINER_HEAD 16
#define SEARCH_HEADER 32

static field_fn field_btrfs_qgroup, field_btrfs_supported, field_btrfs_clones, field_btrfs_stats, field_btrfs_permille,
	field_btrfs_time, field_btrfs_spaces, field_btrfs_paths, field_btrfs_inodes, field_btrfs_found;

#include "tables/structs/btrfs.def"

static void field_btrfs_qgroup(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;

	/* with the groups behind it, or without */
	if (call_chunk(c, 2, SCT_PART_NEST, NEST_ALL, AT_ENTER, &in) ||
	    call_chunk(c, 2, SCT_PART_NEST, NEST_HEAD, AT_ENTER, &in))
		fields__emit(o, c, &desc_btrfs_inherit, &in, NULL);
	else
		out_addr(o, field_number(r, f->off, r->word));
}

static void field_btrfs_supported(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	static const char *const what[] = { "supported", "safe to set", "safe to clear" };
	struct rd one = rd_make(r->start, r->end - r->start, r->word);

	rd_skip(&one, f->off);
	one.start = one.p;
	fields__emit(o, c, f->sub, &one, NULL);
	out_note(o, "%s", what[f->off / f->size]);
}

static void field_btrfs_clones(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_number(r, f->off - 8, 8);
	struct rd list;

	if (!out_full(o) || !call_chunk(c, 2, SCT_PART_NEST, NEST_HEAD, AT_ENTER, &list)) {
		out_addr(o, field_number(r, f->off, 8));
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t root = rd_u64(&list);

		if (list.bad) {
			out_more(o);
			break;
		}
		out_symbol(o, &flags_btrfs_objects, root, SYM_NAMED);
	}
	out_close(o, OUT_ARRAY);
}

static void field_btrfs_stats(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_number(r, 8, 8);

	out_open(o, OUT_INDEXED);
	for (uint64_t i = 0; i < n; i++) {
		if (i >= flags_btrfs_dev_stats.n) {
			out_more(o);
			break;
		}
		out_index(o, &flags_btrfs_dev_stats, i, "");
		out_uint(o, field_number(r, f->off + 8 * i, 8));
	}
	out_close(o, OUT_INDEXED);
}

static void field_btrfs_permille(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_number(r, f->off, 8);

	out_uint(o, v);
	if (v <= 1000)
		out_note(o, "%u.%u%%", (unsigned)v / 10, (unsigned)v % 10);
}

static void field_btrfs_time(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_number(r, f->off, 8);

	out_uint(o, v);
	emit_date(o, (int64_t)v, 0, 0);
}

/* ---- what is found behind a pointer ---- */

/* Opens a data container; false: only its address is known, or nothing but its head is wanted. */
static bool open_container(struct out *o, const struct call *c, const struct field *f, const struct rd *r,
			   struct rd *in)
{
	if (!call_chunk(c, 2, SCT_PART_NEST, NEST_HEAD, AT_EXIT, in)) {
		out_addr(o, field_number(r, f->off, 8));
		return false;
	}
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "bytes_left", rd_u32(in));
	out_f_uint(o, "bytes_missing", rd_u32(in));
	out_f_uint(o, "elem_cnt", rd_u32(in));
	out_f_uint(o, "elem_missed", rd_u32(in));
	if (out_full(o)) {
		out_field(o, "val");
		out_open(o, OUT_ARRAY);
		call_chunk(c, 2, SCT_PART_NEST, NEST_ALL, AT_EXIT, in);
		return true;
	}
	out_more(o);
	out_close(o, OUT_STRUCT);
	return false;
}

static void field_btrfs_paths(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;
	uint32_t n;

	if (!open_container(o, c, f, r, &in))
		return;
	n = (uint32_t)field_number(&in, 8, 4);
	for (uint32_t i = 0; i < n; i++) {
		size_t have = in.end - in.start, at = CONTAINER_HEAD + 8 * (size_t)i;
		uint64_t off = field_number(&in, at, 8);

		if (have < CONTAINER_HEAD || at + 8 > have) {
			out_more(o);
			break;
		}
		if (off >= have - CONTAINER_HEAD) {
			out_addr(o, field_number(r, f->off, 8) + CONTAINER_HEAD + off);
		} else {
			const char *text = (const char *)in.start + CONTAINER_HEAD + off;

			out_str(o, text, strnlen(text, have - CONTAINER_HEAD - off), OUT_STR_NUL | OUT_STR_WHOLE);
		}
	}
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
}

static void field_btrfs_inodes(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;
	uint32_t n;

	if (!open_container(o, c, f, r, &in))
		return;
	n = (uint32_t)field_number(&in, 8, 4) / 3;
	in.p = in.start;
	rd_skip(&in, CONTAINER_HEAD);
	for (uint32_t i = 0; i < n; i++) {
		struct rd one = rd_make(in.p, rd_left(&in), in.word);

		if (rd_left(&in) < desc_btrfs_inode.size) {
			out_more(o);
			break;
		}
		fields__emit(o, c, &desc_btrfs_inode, &one, NULL);
		rd_skip(&in, desc_btrfs_inode.size);
	}
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
}

/* Nothing if only their number was asked for. */
static void field_btrfs_spaces(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t slots = field_number(r, 0, 8), n = field_number(r, 8, 8);
	struct rd list = rd_make(r->start, r->end - r->start, r->word);

	if (!slots && n)
		return;
	if (!out_full(o)) {
		out_more(o);
		return;
	}
	out_field(o, "spaces");
	rd_skip(&list, f->off);
	if (n > UINT64_MAX / desc_btrfs_space.size)
		out_unread(o, c->args[2] + f->off);
	else
		fields__emit_array(o, c, &desc_btrfs_space, &list, n);
}

/* What a search found: headers, with data between them. The .size bytes before it say how much that may be. */
static void field_btrfs_found(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t n = (uint32_t)field_number(r, 64, 4);
	size_t at = f->off, have = r->end - r->start > f->off ? r->end - r->start : f->off;
	uint64_t room = f->size ? field_number(r, f->off - f->size, f->size) : have;

	if (room < have - at)
		have = at + room;
	out_open(o, OUT_ARRAY);
	for (uint32_t i = 0; i < n; i++) {
		struct rd one;

		if (at > have || have - at < SEARCH_HEADER) {
			out_more(o);
			break;
		}
		one = rd_make(r->start + at, SEARCH_HEADER, r->word);
		fields__emit(o, c, &desc_btrfs_search_header, &one, NULL);
		at += SEARCH_HEADER + (size_t)field_number(&one, 28, 4);
	}
	out_close(o, OUT_ARRAY);
}

/* An address is said on both sides of the arrow. */
void argfn_btrfs_balance(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd r;

	if (fields__of(c, call_reg(c, a), AT_ENTER, &r))
		argfn_ioctl_struct(o, c, a);
	else
		argfn_ioctl_both(o, c, a);
}

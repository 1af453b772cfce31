// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: btrfs. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define CONTAINER_HEAD sizeof(struct lp64_btrfs_container)

void field_btrfs_qgroup(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct field head = *f;
	struct rd in;

	head.type = T_btrfs_inherit_head;
	head.count = (struct field_ref){ 0 };
	if (field_pointed(c, f, r, &in) || field_pointed(c, &head, r, &in))
		struct__emit(o, c, T_btrfs_inherit, &in, NULL);
	else
		out_addr(o, field_value(c, f, r));
}

void field_btrfs_supported(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	static const char *const what[] = { "supported", "safe to set", "safe to clear" };
	struct rd one = struct__part(r, field_off(c, f));

	struct__emit(o, c, T_btrfs_features, &one, NULL);
	out_note(o, "%s", what[field_off(c, f) / sizeof(struct lp64_btrfs_features)]);
}

void field_btrfs_clones(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	struct rd list;

	if (!out_full(o) || !field_pointed(c, f, r, &list)) {
		out_addr(o, field_value(c, f, r));
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

void field_btrfs_stats(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	size_t off = field_off(c, f);

	out_open(o, OUT_INDEXED);
	for (uint64_t i = 0; i < n; i++) {
		if (i >= flags_btrfs_dev_stats.n) {
			out_more(o);
			break;
		}
		out_index(o, &flags_btrfs_dev_stats, i, "");
		out_uint(o, struct__number(r, off + 8 * i, 8));
	}
	out_close(o, OUT_INDEXED);
}

void field_btrfs_permille(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	out_uint(o, v);
	if (v <= 1000)
		out_note(o, "%u.%u%%", (unsigned)v / 10, (unsigned)v % 10);
}

void field_btrfs_time(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	out_uint(o, v);
	decode_date(o, (int64_t)v, 0, 0);
}

/* ---- memory that a pointer leads to ---- */

/*
 * Begins a data container. Returns false, with the container emitted, if only its address is known or the sink shows
 * only its head.
 */
static bool open_container(struct out *o, const struct call *c, const struct field *f, const struct rd *r,
			   struct rd *in)
{
	struct field head = *f;

	head.kind = FIELD_PTR;
	head.type = T_btrfs_container;
	head.count = (struct field_ref){ 0 };
	if (!field_pointed(c, &head, r, in)) {
		out_addr(o, field_value(c, f, r));
		return false;
	}
	out_open(o, OUT_STRUCT);
	struct__emit(o, c, T_btrfs_container, in, NULL);
	if (out_full(o)) {
		out_field(o, "val");
		out_open(o, OUT_ARRAY);
		field_pointed(c, f, r, in);
		return true;
	}
	out_more(o);
	out_close(o, OUT_STRUCT);
	return false;
}

void field_btrfs_paths(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;
	uint32_t n;

	if (!open_container(o, c, f, r, &in))
		return;
	n = (uint32_t)MEMBER(&in, btrfs_container, elem_cnt);
	for (uint32_t i = 0; i < n; i++) {
		size_t have = in.end - in.start, at = CONTAINER_HEAD + 8 * (size_t)i;
		uint64_t off = struct__number(&in, at, 8);

		if (have < CONTAINER_HEAD || at + 8 > have) {
			out_more(o);
			break;
		}
		if (off >= have - CONTAINER_HEAD) {
			out_addr(o, field_value(c, f, r) + CONTAINER_HEAD + off);
		} else {
			const char *text = (const char *)in.start + CONTAINER_HEAD + off;

			out_str(o, text, strnlen(text, have - CONTAINER_HEAD - off), OUT_STR_NUL | OUT_STR_WHOLE);
		}
	}
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
}

void field_btrfs_inodes(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;
	uint32_t n;

	if (!open_container(o, c, f, r, &in))
		return;
	n = (uint32_t)MEMBER(&in, btrfs_container, elem_cnt) / 3;
	in.p = in.start;
	rd_skip(&in, CONTAINER_HEAD);
	for (uint32_t i = 0; i < n; i++) {
		struct rd one = rd_make(in.p, rd_left(&in), in.word);

		if (rd_left(&in) < sizeof(struct lp64_btrfs_inode)) {
			out_more(o);
			break;
		}
		struct__emit(o, c, T_btrfs_inode, &one, NULL);
		rd_skip(&in, sizeof(struct lp64_btrfs_inode));
	}
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
}

void field_btrfs_spaces(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	struct rd list = struct__part(r, field_off(c, f));

	if (!out_full(o)) {
		out_more(o);
		return;
	}
	out_field(o, "spaces");
	if (n > UINT64_MAX / sizeof(struct lp64_btrfs_space))
		out_unread(o, c->args[2] + field_off(c, f));
	else
		struct__emit_array(o, c, T_btrfs_space, &list, n);
}

/* Emits the result of a search: n headers in the list, without the data that follows each of them. */
static void emit_found(struct out *o, const struct call *c, struct rd list, uint64_t n)
{
	size_t at = 0, have = rd_left(&list), head = sizeof(struct lp64_btrfs_search_header);

	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		struct rd one;

		if (at > have || have - at < head) {
			out_more(o);
			break;
		}
		one = rd_make(list.p + at, head, list.word);
		struct__emit(o, c, T_btrfs_search_header, &one, NULL);
		at += head + MEMBER(&one, btrfs_search_header, len);
	}
	out_close(o, OUT_ARRAY);
}

void field_btrfs_found(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_found(o, c, struct__part(r, field_off(c, f)), field_count(c, f, r));
}

/* Emits the result of a search. A member has the size of the buffer that follows the struct. */
void field_btrfs_found_v2(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd list = struct__part(r, field_off(c, f));
	uint64_t room = MEMBER(r, btrfs_search_v2, buf_size);

	if (room < rd_left(&list))
		list.end = list.p + room;
	emit_found(o, c, list, field_count(c, f, r));
}

/* Emits the struct before and after the call; if only its address is known, emits the address twice. */
void argfn_btrfs_balance(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd r;

	if (struct__of(c, call_reg(c, a), AT_ENTER, &r))
		argfn_ioctl_struct(o, c, a);
	else
		argfn_ioctl_both(o, c, a);
}

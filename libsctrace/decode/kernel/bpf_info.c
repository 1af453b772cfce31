// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* bpf(): the answers of BPF_OBJ_GET_INFO_BY_FD about programs and maps. */
#include "decode/core/emit.h"
#include "decode/core/insn.h"
#include "decode/kernel/bpf.h"
#include "decode/core/struct.h"

#define INFO_OFF 8 /* offset of the only pointer in bpf_obj_get_info_by_fd */
#define NSEC 1000000000

void field_bpf_tag(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd tag = struct__part(r, field_off(c, f));

	out_str(o, tag.p, f->n < rd_left(&tag) ? f->n : rd_left(&tag), OUT_STR_HEX);
}

/* Emits nanoseconds since boot, with a note of the date. */
void field_bpf_time(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t ns = field_value(c, f, r);

	out_uint(o, ns);
	decode_date(o, (int64_t)(ns + (uint64_t)c->opts->boot_offset) / NSEC, 0, 0);
}

static bool info_before(const struct call *c, struct rd *in)
{
	return call_pointed(c, BPF_ATTR_ARG, 0, INFO_OFF, AT_ENTER, in);
}

/* Returns the number of elements that the kernel filled in: all that exist, limited by the caller's array. */
static uint64_t filled_in(const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r), room;
	struct rd in;

	room = info_before(c, &in) ? field_count(c, f, &in) : n;
	return n < room ? n : room;
}

/* Emits the code. Like strace, with the length of the whole code, even if the caller's buffer was shorter. */
void field_bpf_jited(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd code;

	if (field_pointed(c, f, r, &code))
		out_bytes(o, code.p, rd_left(&code), field_count(c, f, r), OUT_STR_HEX);
	else
		out_unread(o, field_value(c, f, r));
}

void field_bpf_xlated(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd insns;

	if (field_pointed(c, f, r, &insns))
		decode_insns(o, &insns, filled_in(c, f, r) / INSN_SIZE, INSN_EXTENDED);
	else
		out_unread(o, field_value(c, f, r));
}

void field_bpf_map_ids(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd ids;

	if (field_pointed(c, f, r, &ids))
		struct__emit_array(o, c, T_uint32, &ids, filled_in(c, f, r));
	else
		out_unread(o, field_value(c, f, r));
}

/*
 * A record does not have the kind of the descriptor (strace looks it up in /proc), so it is guessed from the answer.
 * The kernel's answer is never longer than its struct, and that of programs is the longest. A shorter answer is a
 * map's if it has a name at the offset of a map's name: a program's answer has two pointers there, followed by its
 * load time.
 */
#define LONGER_THAN_MAPS 128
#define LONGER_THAN_LINKS 72
#define NAME_BYTES 16

static bool name_char(uint8_t ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' ||
	       ch == '.';
}

static bool has_name(const uint8_t *p)
{
	size_t i = 0;

	while (i < NAME_BYTES && name_char(p[i]))
		i++;
	while (i < NAME_BYTES && !p[i])
		i++;
	return i == NAME_BYTES;
}

static enum sct_type info_type(const struct rd *r, uint32_t len)
{
	const uint8_t *name = r->start + offsetof(struct lp64_bpf_map_info, name);

	if (len >= LONGER_THAN_MAPS)
		return T_bpf_prog_info;
	if (len < LONGER_THAN_LINKS)
		return T_NONE;
	return has_name(name) && (*name || !MEMBER(r, bpf_prog_info, load_time)) ? T_bpf_map_info : T_bpf_prog_info;
}

bool bpf_info(struct out *o, const struct call *c, uint32_t len)
{
	enum sct_type type;
	struct rd in, r;

	if (!c->done || c->failed || !call_pointed(c, BPF_ATTR_ARG, 0, INFO_OFF, AT_EXIT, &r) || rd_left(&r) < len)
		return false;
	r = rd_make(r.p, len, r.word);
	r.arg = BPF_ATTR_ARG + 1;
	r.via = 1;
	type = info_type(&r, len);
	if (!type)
		return false;
	if (!info_before(c, &in) || rd_left(&in) < len)
		in = r;
	struct__emit(o, c, type, &in, &r);
	return true;
}

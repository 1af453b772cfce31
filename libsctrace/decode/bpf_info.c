// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* bpf: what BPF_OBJ_GET_INFO_BY_FD says of programs and maps. */
#include "decode/bpf.h"
#include "decode/tail.h"

#define INFO_MAX 256

enum kind {
	I_UINT,
	I_CHANGES, /* the caller's, and what the kernel made of it: a => b */
	I_ULONG,
	I_PTR,
	I_TAG, /* 8 bytes in hex */
	I_TIME,
	I_NAME, /* char[16] */
	I_BIT,	/* the lowest */
	I_DEV,
	I_SYM,
	I_FLAGS,
};

struct field {
	uint8_t off;
	uint8_t since; /* said only if the info is longer than this */
	uint8_t kind;
	const char *name;
	const struct sct_flags *flags;
};

#define N(off, since, kind, name)                                                                                      \
	{                                                                                                              \
		off, since, I_##kind, #name, NULL                                                                      \
	}
#define T(off, since, kind, name, table)                                                                               \
	{                                                                                                              \
		off, since, I_##kind, #name, &flags_##table                                                            \
	}

static const struct field prog_fields[] = {
	T(0, 0, SYM, type, bpf_prog_types),
	N(4, 0, UINT, id),
	N(8, 0, TAG, tag),
	N(16, 0, CHANGES, jited_prog_len),
	N(24, 0, PTR, jited_prog_insns),
	N(20, 0, CHANGES, xlated_prog_len),
	N(32, 0, PTR, xlated_prog_insns),
	N(40, 40, TIME, load_time),
	N(48, 40, UINT, created_by_uid),
	N(52, 40, CHANGES, nr_map_ids),
	N(56, 40, PTR, map_ids),
	N(64, 40, NAME, name),
	N(80, 80, UINT, ifindex),
	N(84, 80, BIT, gpl_compatible),
	N(88, 80, DEV, netns_dev),
	N(96, 80, ULONG, netns_ino),
	N(104, 104, CHANGES, nr_jited_ksyms),
	N(108, 104, CHANGES, nr_jited_func_lens),
	N(112, 104, PTR, jited_ksyms),
	N(120, 104, PTR, jited_func_lens),
	N(128, 128, UINT, btf_id),
	N(132, 128, CHANGES, func_info_rec_size),
	N(136, 128, PTR, func_info),
	N(144, 128, CHANGES, nr_func_info),
	N(148, 128, CHANGES, nr_line_info),
	N(152, 128, PTR, line_info),
	N(160, 128, PTR, jited_line_info),
	N(168, 128, CHANGES, nr_jited_line_info),
	N(172, 128, CHANGES, line_info_rec_size),
	N(176, 128, CHANGES, jited_line_info_rec_size),
	N(180, 128, CHANGES, nr_prog_tags),
	N(184, 128, PTR, prog_tags),
	N(192, 192, ULONG, run_time_ns),
	N(200, 192, ULONG, run_cnt),
	N(208, 208, ULONG, recursion_misses),
	N(216, 216, UINT, verified_insns),
};

static const struct field map_fields[] = {
	T(0, 0, SYM, type, bpf_map_types),
	N(4, 0, UINT, id),
	N(8, 0, UINT, key_size),
	N(12, 0, UINT, value_size),
	N(16, 0, UINT, max_entries),
	T(20, 0, FLAGS, map_flags, bpf_map_flags),
	N(24, 24, NAME, name),
	N(40, 40, UINT, ifindex),
	N(44, 40, UINT, btf_vmlinux_value_type_id),
	N(48, 40, DEV, netns_dev),
	N(56, 40, ULONG, netns_ino),
	N(64, 64, UINT, btf_id),
	N(68, 64, UINT, btf_key_type_id),
	N(72, 64, UINT, btf_value_type_id),
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct object {
	const struct field *fields;
	size_t n;
	size_t known; /* bytes that have names, or did not mean anything then */
};

static const struct object prog_info = { prog_fields, COUNT(prog_fields), 220 };
static const struct object map_info = { map_fields, COUNT(map_fields), 88 };

/*
 * strace asks /proc what the descriptor is. The record does not say, but the
 * kernel cuts its answer to its own struct: none is as long as a program's.
 * What is shorter is a map's if the name stands where a map has it, and is not
 * the two pointers and, at 40, the time since boot that a program has there.
 */
#define LONGER_THAN_MAPS 128
#define LONGER_THAN_LINKS 72
#define MAP_NAME 24
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

static const struct object *object_of(const uint8_t *p, uint32_t len)
{
	if (len >= LONGER_THAN_MAPS)
		return &prog_info;
	if (len < LONGER_THAN_LINKS)
		return NULL;
	return has_name(p + MAP_NAME) && (p[MAP_NAME] || !bpf_u64(p, 40)) ? &map_info : &prog_info;
}

/* Nanoseconds since boot. */
static void boot_time(struct out *o, const struct call *c, uint64_t ns)
{
	char date[64];

	out_uint(o, ns);
	if (decode_date(date, sizeof(date), (int64_t)(ns + (uint64_t)c->opts->boot_offset) / 1000000000))
		out_comment(o, "%s", date);
}

static void value(struct out *o, const struct call *c, const struct field *f, const uint8_t *before, const uint8_t *p)
{
	switch (f->kind) {
	case I_UINT:
		out_uint(o, bpf_u32(p, f->off));
		break;
	case I_CHANGES:
		out_uint(o, bpf_u32(before, f->off));
		if (bpf_u32(before, f->off) == bpf_u32(p, f->off))
			break;
		out_becomes(o);
		out_uint(o, bpf_u32(p, f->off));
		break;
	case I_ULONG:
		out_uint(o, bpf_u64(p, f->off));
		break;
	case I_PTR:
		out_addr(o, bpf_u64(p, f->off));
		break;
	case I_TAG:
		out_str(o, p + f->off, 8, OUT_STR_HEX | OUT_STR_PATH);
		break;
	case I_TIME:
		boot_time(o, c, bpf_u64(p, f->off));
		break;
	case I_NAME:
		bpf_name(o, p + f->off, NAME_BYTES);
		break;
	case I_BIT:
		out_uint(o, bpf_u32(p, f->off) & 1);
		break;
	case I_DEV:
		decode_dev(o, bpf_u64(p, f->off));
		break;
	case I_SYM:
		out_sym(o, f->flags, bpf_u32(p, f->off));
		break;
	case I_FLAGS:
		out_flags(o, f->flags, bpf_u32(p, f->off));
		break;
	}
}

static uint32_t copy(uint8_t *to, const struct rd *r, uint32_t len)
{
	if (len > rd_left(r))
		len = rd_left(r);
	memcpy(to, r->p, len < INFO_MAX ? len : INFO_MAX);
	return len;
}

bool bpf_info(struct out *o, const struct call *c, uint32_t given, uint32_t got)
{
	uint8_t before[INFO_MAX] = { 0 }, p[INFO_MAX] = { 0 };
	const struct object *object;
	struct rd in, r;
	uint32_t len;

	if (!c->done || c->failed || !call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, BPF_INFO_PTR, AT_EXIT, &r))
		return false;
	len = copy(p, &r, got);
	if (len < got)
		return false;
	memcpy(before, p, sizeof(before));
	if (call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, BPF_INFO_PTR, AT_ENTER, &in))
		copy(before, &in, given);
	object = object_of(p, len);
	if (!object)
		return false;
	out_open(o, OUT_STRUCT);
	for (size_t i = 0; i < object->n; i++) {
		const struct field *f = &object->fields[i];

		if (f->since && len <= f->since)
			continue;
		out_field(o, f->name);
		value(o, c, f, before, p);
	}
	r = rd_make(r.start, len, r.word);
	bpf_extra(o, c, &r, object->known);
	out_close(o, OUT_STRUCT);
	return true;
}

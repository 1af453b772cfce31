// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* bpf: what BPF_OBJ_GET_INFO_BY_FD says of programs and maps. */
#include "decode/bpf.h"
#include "decode/fields.h"
#include "decode/fs.h"

#define INFO_PTR 8 /* offset, which is its capture's name */
#define NSEC 1000000000

static field_fn field_bpf_tag, field_bpf_time, field_bpf_bit, field_bpf_extra;

#include "tables/structs/bpf_info.def"

static void field_bpf_tag(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_str(o, r->start + f->off, f->size, OUT_STR_HEX | OUT_STR_WHOLE);
}

/* Nanoseconds since boot. */
static void field_bpf_time(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t ns = field_number(r, f->off, f->size);

	out_uint(o, ns);
	emit_date(o, (int64_t)(ns + (uint64_t)c->opts->boot_offset) / NSEC, 0, 0);
}

/* The lowest. */
static void field_bpf_bit(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_uint(o, field_number(r, f->off, f->size) & 1);
}

/* What lies behind the fields that have names, or did not mean anything then. */
static void field_bpf_extra(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	bpf_extra(o, c, r, f->off);
}

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

static const struct desc *desc_of(const uint8_t *p, uint32_t len)
{
	if (len >= LONGER_THAN_MAPS)
		return &desc_bpf_prog_info;
	if (len < LONGER_THAN_LINKS)
		return NULL;
	return has_name(p + MAP_NAME) && (p[MAP_NAME] || !bpf_u64(p, 40)) ? &desc_bpf_map_info : &desc_bpf_prog_info;
}

bool bpf_info(struct out *o, const struct call *c, uint32_t len)
{
	const struct desc *d;
	struct rd in, r;

	if (!c->done || c->failed || !call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, INFO_PTR, AT_EXIT, &r) ||
	    rd_left(&r) < len)
		return false;
	r = rd_make(r.p, len, r.word);
	d = desc_of(r.start, len);
	if (!d)
		return false;
	if (!call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, INFO_PTR, AT_ENTER, &in) || rd_left(&in) < len)
		in = r;
	fields__emit(o, c, d, &in, &r);
	return true;
}

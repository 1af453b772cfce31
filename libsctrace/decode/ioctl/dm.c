// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * ioctl: the device mapper. One struct goes in and comes out. The request decides which of its members are valid, and
 * what data follow it, from data_start up to data_size. Without -v, "..." stands for the data.
 */
#include <string.h>

#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define HEAD offsetof(struct lp64_dm_ioctl, data) /* bytes before the data, which every request has */
#define VERSION_MAJOR 4
#define EVENTS_SINCE 37 /* minor version from which on the list of devices has event numbers */
#define FLAG_SUSPEND 0x2
#define FLAG_DATA_OUT 0x10000
#define NAME_AT (offsetof(struct lp64_dm_name, next) + sizeof(uint32_t))
#define NUM(cmd) ((cmd)&0xff)
#define ALIGN8(n) (((n) + 7) & ~(uint64_t)7)

#define DM_DEV_SUSPEND 6
#define DM_TARGET_MSG 14

/* Kinds of data after the struct. In a list, `next` counts from the element before it; in RESULTS, from data_start. */
enum payload { NOTHING, TARGETS, RESULTS, NAMES, VERSIONS, DEPS, STRING, MESSAGE };

struct request {
	bool start;	 /* data_start is valid */
	bool who;	 /* dev, name and uuid are valid */
	bool event;	 /* event_nr is valid before the call */
	bool state;	 /* target_count, open_count and event_nr are valid after the call */
	uint8_t in, out; /* enum payload */
};

/* The requests, by number. */
static const struct request requests[] = {
	{ .who = true },			       /* DM_VERSION */
	{ .who = false },			       /* DM_REMOVE_ALL */
	{ .start = true, .out = NAMES },	       /* DM_LIST_DEVICES */
	{ .who = true, .state = true },		       /* DM_DEV_CREATE */
	{ .who = true, .event = true },		       /* DM_DEV_REMOVE */
	{ true, true, true, true, STRING, NOTHING },   /* DM_DEV_RENAME */
	{ .who = true, .event = true, .state = true }, /* DM_DEV_SUSPEND */
	{ .who = true, .state = true },		       /* DM_DEV_STATUS */
	{ true, true, true, true, NOTHING, RESULTS },  /* DM_DEV_WAIT */
	{ true, true, false, true, TARGETS, NOTHING }, /* DM_TABLE_LOAD */
	{ .who = true, .state = true },		       /* DM_TABLE_CLEAR */
	{ true, true, false, true, NOTHING, DEPS },    /* DM_TABLE_DEPS */
	{ true, true, false, true, NOTHING, RESULTS }, /* DM_TABLE_STATUS */
	{ .start = true, .out = VERSIONS },	       /* DM_LIST_VERSIONS */
	{ true, true, false, true, MESSAGE, NOTHING }, /* DM_TARGET_MSG */
	{ .start = true, .who = true, .in = STRING },  /* DM_DEV_SET_GEOMETRY */
	{ .who = true },			       /* DM_DEV_ARM_POLL */
};

static const struct request *request_of(const struct call *c)
{
	static const struct request none;
	uint32_t num = NUM(c->args[1]);

	return num < sizeof(requests) / sizeof(requests[0]) ? &requests[num] : &none;
}

/* ---- the struct ---- */

/* Emits a name in a member of n bytes, unless it is empty. */
static void emit_name(struct out *o, const char *field, const char *name, size_t n)
{
	size_t len = strnlen(name, n);

	if (len == n)
		out_f_str(o, field, name, n - 1, OUT_STR_CUT | OUT_STR_WHOLE);
	else if (len)
		out_f_str(o, field, name, len, OUT_STR_NUL | OUT_STR_WHOLE);
}

static void emit_who(struct out *o, const struct rd *r)
{
	const struct lp64_dm_ioctl *s = NULL;
	const char *at = (const char *)r->start;
	uint64_t dev = MEMBER(r, dm_ioctl, dev);

	if (dev) {
		out_field(o, "dev");
		decode_dev(o, dev);
	}
	emit_name(o, "name", at + offsetof(struct lp64_dm_ioctl, name), sizeof(s->name));
	emit_name(o, "uuid", at + offsetof(struct lp64_dm_ioctl, uuid), sizeof(s->uuid));
}

/* Emits version and data_size. Returns false if the rest of the struct is not valid. */
static bool emit_versions(struct out *o, const struct rd *r)
{
	struct rd version = struct__part(r, offsetof(struct lp64_dm_ioctl, version));

	out_field(o, "version");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < 3; i++)
		out_uint(o, rd_u32(&version));
	out_close(o, OUT_ARRAY);
	if (MEMBER(r, dm_ioctl, version[0]) != VERSION_MAJOR) {
		out_note(o, "unsupported device mapper ABI version");
		return false;
	}
	out_f_uint(o, "data_size", MEMBER(r, dm_ioctl, data_size));
	if (MEMBER(r, dm_ioctl, data_size) >= HEAD)
		return true;
	out_note(o, "data_size too small");
	return false;
}

static void emit_state(struct out *o, const struct call *c, const struct rd *r, bool answer)
{
	const struct request *q = request_of(c);
	bool resumes = NUM(c->args[1]) != DM_DEV_SUSPEND || !(MEMBER(r, dm_ioctl, flags) & FLAG_SUSPEND);

	if (answer ? q->state : q->in == TARGETS)
		out_f_uint(o, "target_count", MEMBER(r, dm_ioctl, target_count));
	if (answer && q->state)
		out_f_uint(o, "open_count", MEMBER(r, dm_ioctl, open_count));
	if (answer ? q->state : q->event && resumes)
		out_f_uint(o, "event_nr", MEMBER(r, dm_ioctl, event_nr));
}

/* Emits the struct without its data. Returns false if the data are not valid. */
static bool emit_head(struct out *o, const struct call *c, const struct rd *r, bool answer)
{
	const struct request *q = request_of(c);
	bool known;

	out_open(o, OUT_STRUCT);
	known = emit_versions(o, r);
	if (known) {
		if (q->start)
			out_f_uint(o, "data_start", MEMBER(r, dm_ioctl, data_start));
		if (q->who)
			emit_who(o, r);
		emit_state(o, c, r, answer);
		out_f_flags(o, "flags", &flags_dm_flags, MEMBER(r, dm_ioctl, flags));
	}
	out_close(o, OUT_STRUCT);
	return known;
}

/* ---- data after the struct ---- */

/* The struct with the data after it. size, start: data_size and data_start; addr: address of the struct. */
struct data {
	struct out *o;
	const struct call *c;
	const struct rd *r;
	uint64_t size, start, addr;
};

static void emit_misplaced(const struct data *d, const char *what)
{
	out_unknown(d->o);
	out_note(d->o, "misplaced %s", what);
}

static struct rd part_at(const struct data *d, uint64_t off)
{
	return struct__part(d->r, off < SIZE_MAX / 2 ? (size_t)off : SIZE_MAX / 2);
}

/*
 * Finds a struct of size bytes at off, which a string follows; whole: sizeof the struct. If it is not within the data,
 * or was not captured, emits a mark in its place and returns false.
 */
static bool data_at(const struct data *d, uint64_t off, size_t size, size_t whole, const char *what, struct rd *at)
{
	if (off > d->size || d->size - off < size) {
		emit_misplaced(d, what);
		return false;
	}
	*at = part_at(d, off);
	if (rd_left(at) >= whole)
		return true;
	if (d->r->ends)
		out_unread(d->o, d->addr + off);
	else
		out_more(d->o);
	return false;
}

/* Emits a string, which may be cut by the end of the data. Returns its length if all of it is shown, else -1. */
static int emit_string(const struct data *d, const char *field, uint64_t off)
{
	struct rd at = part_at(d, off);
	uint64_t most = d->size - off;
	size_t have = rd_left(&at) < most ? rd_left(&at) : most, n = strnlen((const char *)at.p, have);

	out_field(d->o, field);
	if (n < have || !most)
		out_str(d->o, at.p, n, OUT_STR_NUL);
	else if (have < most && d->r->ends && have <= d->o->bytes)
		out_unread(d->o, d->addr + off);
	else
		out_str(d->o, at.p, n, OUT_STR_CUT);
	return n < have && n <= d->o->bytes ? (int)n : -1;
}

/* Sets *off to the next element of a list. If that is not after this one, emits a note and returns false. */
static bool next_element(const struct data *d, uint64_t base, uint64_t next, size_t size, const char *what,
			 uint64_t *off)
{
	if (base + next > *off + size) {
		*off = base + next;
		return true;
	}
	emit_misplaced(d, what);
	return false;
}

static void emit_targets(const struct data *d, bool answer)
{
	static const char what[] = "struct dm_target_spec";
	const size_t size = sizeof(struct lp64_dm_target);
	uint64_t n = MEMBER(d->r, dm_ioctl, target_count), off = d->start, next = 0;
	struct rd at;

	for (uint64_t i = 0; i < n; i++) {
		if (i && !next_element(d, answer ? d->start : off, next, size, what, &off))
			return;
		if (!data_at(d, off, size, size, what, &at))
			return;
		next = MEMBER(&at, dm_target, next);
		out_open(d->o, OUT_STRUCT);
		struct__emit(d->o, d->c, answer ? T_dm_target : T_dm_target_given, &at, NULL);
		emit_string(d, "string", off + size);
		out_close(d->o, OUT_STRUCT);
	}
}

/* Emits the number of the last event, which follows the name if the next element leaves room for it. */
static void emit_event(const struct data *d, uint64_t off, int len, uint64_t next)
{
	uint64_t at = ALIGN8(d->addr + off + NAME_AT + len + 1) - d->addr; /* aligned in the task's memory */
	struct rd event;

	if (len < 0 || MEMBER(d->r, dm_ioctl, version[1]) < EVENTS_SINCE || at + sizeof(uint32_t) > off + next)
		return;
	event = part_at(d, at);
	if (rd_left(&event) >= sizeof(uint32_t))
		out_f_uint(d->o, "event_nr", rd_u32(&event));
}

static void emit_names(const struct data *d)
{
	static const char what[] = "struct dm_name_list";
	const size_t size = NAME_AT;
	uint64_t off = d->start, next;
	struct rd at;
	int len;

	do {
		if (!data_at(d, off, size, call_size(d->c, T_dm_name), what, &at))
			return;
		next = MEMBER(&at, dm_name, next);
		out_open(d->o, OUT_STRUCT);
		struct__emit(d->o, d->c, T_dm_name, &at, NULL);
		len = emit_string(d, "name", off + size);
		emit_event(d, off, len, next);
		out_close(d->o, OUT_STRUCT);
	} while (next && next_element(d, off, next, size, what, &off));
}

static void emit_target_versions(const struct data *d)
{
	static const char what[] = "struct dm_target_versions";
	const size_t size = sizeof(struct lp64_dm_target_version);
	uint64_t off = d->start, next;
	struct rd at;

	do {
		if (!data_at(d, off, size, size, what, &at))
			return;
		next = MEMBER(&at, dm_target_version, next);
		out_open(d->o, OUT_STRUCT);
		emit_string(d, "name", off + size);
		struct__emit(d->o, d->c, T_dm_target_version, &at, NULL);
		out_close(d->o, OUT_STRUCT);
	} while (next && next_element(d, off, next, size, what, &off));
}

static void emit_deps(const struct data *d)
{
	static const char what[] = "struct dm_target_deps";
	const size_t size = sizeof(struct lp64_dm_deps);
	uint64_t n;
	struct rd at;

	if (!data_at(d, d->start, size, size, what, &at))
		return;
	n = MEMBER(&at, dm_deps, count);
	if (n > (d->size - d->start - size) / sizeof(uint64_t)) {
		emit_misplaced(d, what);
		return;
	}
	at = struct__part(&at, size);
	at.addr = d->addr + d->start + size;
	at.ends = d->r->ends;
	out_open(d->o, OUT_STRUCT);
	out_f_uint(d->o, "count", n);
	out_field(d->o, "deps");
	if (n && rd_left(&at) < sizeof(uint64_t))
		out_unread(d->o, at.addr);
	else
		struct__emit_array(d->o, d->c, T_dm_dep, &at, n);
	out_close(d->o, OUT_STRUCT);
}

static void emit_message(const struct data *d)
{
	const size_t size = sizeof(struct lp64_dm_message);
	struct rd at;

	if (!data_at(d, d->start, size, size, "struct dm_target_msg", &at))
		return;
	out_open(d->o, OUT_STRUCT);
	struct__emit(d->o, d->c, T_dm_message, &at, NULL);
	emit_string(d, "message", d->start + size);
	out_close(d->o, OUT_STRUCT);
}

static void emit_text(const struct data *d)
{
	if (d->start > d->size) {
		emit_misplaced(d, "string");
		return;
	}
	out_open(d->o, OUT_STRUCT);
	emit_string(d, "string", d->start);
	out_close(d->o, OUT_STRUCT);
}

/* Returns true if data of this kind follow the struct. A string always does, even an empty one. */
static bool has_payload(const struct data *d, enum payload kind)
{
	if (kind == TARGETS || kind == RESULTS)
		return MEMBER(d->r, dm_ioctl, target_count);
	return kind == STRING || (kind != NOTHING && d->start != d->size);
}

static void emit_payload(const struct data *d, enum payload kind)
{
	if (!has_payload(d, kind))
		return;
	if (!out_full(d->o)) {
		out_more(d->o);
		return;
	}
	switch (kind) {
	case TARGETS:
	case RESULTS:
		emit_targets(d, kind == RESULTS);
		break;
	case NAMES:
		emit_names(d);
		break;
	case VERSIONS:
		emit_target_versions(d);
		break;
	case DEPS:
		emit_deps(d);
		break;
	case MESSAGE:
		emit_message(d);
		break;
	default:
		emit_text(d);
	}
}

static enum payload payload_of(const struct call *c, const struct rd *r, bool answer)
{
	if (answer && NUM(c->args[1]) == DM_TARGET_MSG && MEMBER(r, dm_ioctl, flags) & FLAG_DATA_OUT)
		return STRING;
	return answer ? request_of(c)->out : request_of(c)->in;
}

static void emit_side(struct out *o, const struct call *c, uint64_t addr, const struct rd *r, bool answer)
{
	struct data d = { o, c, r, MEMBER(r, dm_ioctl, data_size), MEMBER(r, dm_ioctl, data_start), addr };

	out_open(o, OUT_ARRAY);
	if (emit_head(o, c, r, answer))
		emit_payload(&d, payload_of(c, r, answer));
	out_close(o, OUT_ARRAY);
}

/* Finds the struct. Returns false if data_size says that it ends before the end of that member. */
static bool has_head(const struct call *c, unsigned reg, int when, struct rd *r)
{
	return c->args[reg] && call_least(c, reg, SCT_PART_SELF, 0, when, HEAD, r) && rd_left(r) >= HEAD &&
	       MEMBER(r, dm_ioctl, data_size) >= offsetof(struct lp64_dm_ioctl, data_size);
}

void argfn_dm(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!has_head(c, reg, AT_ENTER, &r)) {
		out_hex(o, c->args[reg]);
		return;
	}
	emit_side(o, c, c->args[reg], &r, false);
	if (c->done && !c->failed && has_head(c, reg, AT_EXIT, &r)) {
		out_becomes(o);
		emit_side(o, c, c->args[reg], &r, true);
	}
}

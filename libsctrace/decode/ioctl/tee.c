// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: requests to trusted execution environments, a struct with parameters after it. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define PARAM_BYTES 32
#define PARAM_META 0x100u

/* TEE_IOCTL_PARAM_ATTR_TYPE_* of linux/tee.h: first and last type of each group with the same members. */
enum {
	PARAM_NONE = 0,
	MEMREF_INPUT = 5,
	MEMREF_INOUT = 7,
	UBUF_INPUT = 8,
	UBUF_INOUT = 10,
	OBJREF_INPUT = 11,
	OBJREF_INOUT = 13,
};

enum {
	LOGIN_GROUP = 2,
	LOGIN_GROUP_APPLICATION = 6,
};

static uint32_t client_login(const struct rd *r)
{
	return (uint32_t)MEMBER(r, tee_open, clnt_login);
}

bool cond_tee_by_group(const struct call *c, const struct rd *r)
{
	(void)c;
	return client_login(r) == LOGIN_GROUP || client_login(r) == LOGIN_GROUP_APPLICATION;
}

/* Returns true if the login is unknown: the identity is then printed as a UUID. */
bool cond_tee_by_uuid(const struct call *c, const struct rd *r)
{
	(void)c;
	return !flags__name(&flags_tee_logins, client_login(r));
}

void field_tee_group(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_id(o, (uint32_t)struct__number(r, field_off(c, f), sizeof(uint32_t)));
}

/* Emits the attribute. Like strace, ignores its upper half. */
static void emit_attr(struct out *o, uint32_t attr)
{
	static const struct out_expr meta = { .value = PARAM_META,
					      .name = "TEE_IOCTL_PARAM_ATTR_META",
					      .always = true };

	if (!(attr & PARAM_META)) {
		out_f_sym(o, "attr", &flags_tee_param_types, attr);
		return;
	}
	out_field(o, "attr");
	out_open(o, OUT_BITS);
	out_sym(o, &flags_tee_param_types, attr & ~PARAM_META);
	out_expr(o, meta);
	out_close(o, OUT_BITS);
}

static void emit_values(struct out *o, uint64_t attr, uint64_t a, uint64_t b, uint64_t c)
{
	switch (attr) {
	case PARAM_NONE:
		break;
	case MEMREF_INPUT ... MEMREF_INOUT:
		out_f_hex(o, "shm_offs", a);
		out_f_hex(o, "size", b);
		out_f_uint(o, "shm_id", c);
		break;
	case UBUF_INPUT ... UBUF_INOUT:
		out_f_hex(o, "buf", a);
		out_f_hex(o, "size", b);
		break;
	case OBJREF_INPUT ... OBJREF_INOUT:
		out_f_hex(o, "obj_id", a);
		out_f_hex(o, "flags", b);
		break;
	default:
		out_f_hex(o, "a", a);
		out_f_hex(o, "b", b);
		out_f_hex(o, "c", c);
	}
}

static void emit_param(struct out *o, struct rd *r)
{
	uint64_t attr = rd_u64(r), a = rd_u64(r), b = rd_u64(r), c = rd_u64(r);

	out_open(o, OUT_STRUCT);
	emit_attr(o, (uint32_t)attr);
	emit_values(o, attr, a, b, c);
	out_close(o, OUT_STRUCT);
}

/* Emits the parameters, whose number is the struct's last member. */
void field_tee_params(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	size_t head = field_off(c, f) + sizeof(uint32_t);
	uint64_t n = field_value(c, f, r);
	struct rd list = struct__part(r, head);

	list.addr = r->addr + head;
	out_field(o, "params");
	if (!n || (list.ends && rd_left(&list) < PARAM_BYTES)) {
		out_addr(o, n ? list.addr : 0);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &list, i, PARAM_BYTES); i++)
		emit_param(o, &list);
	out_close(o, OUT_ARRAY);
}

/* Numbers of the requests. */
enum {
	OPEN_SESSION = 2,
	INVOKE = 3,
	SUPPL_RECV = 6,
};

static enum sct_type type_of(uint64_t request)
{
	switch (request & 0xff) {
	case OPEN_SESSION:
		return T_tee_open;
	case INVOKE:
		return T_tee_invoke;
	case SUPPL_RECV:
		return T_tee_recv;
	}
	return T_tee_send;
}

/* Emits the struct if its length matches its number of parameters, else its address. */
void field_tee_arg(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	enum sct_type type = type_of(c->args[1]);
	size_t head = call_size(c, type);
	struct rd before, after;
	bool answered;

	if (!field_partly_when(c, f, r, AT_ENTER, &before) || rd_left(&before) < head ||
	    field_count(c, f, r) !=
		    head + PARAM_BYTES * struct__number(&before, head - sizeof(uint32_t), sizeof(uint32_t))) {
		out_addr(o, field_value(c, f, r));
		return;
	}
	answered = c->done && !c->failed && field_partly_when(c, f, r, AT_EXIT, &after) && rd_left(&after) >= head;
	struct__emit(o, c, type, &before, answered ? &after : NULL);
}

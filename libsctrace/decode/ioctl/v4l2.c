// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: video devices. */
#include "decode/core/struct.h"

#include <stdio.h>

#define NEST_CLIPS 0
#define NEST_CONTROLS 0
#define SLICED_LINES 24
#define G_EXT_CTRLS 0x47u

bool cond_v4l2_has_clips(const struct call *c, const struct rd *r)
{
	struct rd clips;

	return MEMBER(r, v4l2_format, fmt.win.clipcount) &&
	       call_chunk(c, 2, SCT_PART_NEST, NEST_CLIPS, AT_EXIT, &clips);
}

void field_kernel_version(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r);

	if (!out_coded(o, v, OUT_HEX))
		return;
	out_call(o, "KERNEL_VERSION");
	out_uint(o, v >> 16);
	out_uint(o, v >> 8 & 0xff);
	out_uint(o, v & 0xff);
	out_close(o, OUT_CALL);
	out_coded_end(o);
}

void field_v4l2_fourcc(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r);
	const char *name = flags__name(f->flags, v);

	if (o->numbers == OUT_NUMBERS) {
		out_hex(o, v);
		return;
	}
	out_call(o, "v4l2_fourcc");
	for (unsigned i = 0; i < 4; i++)
		out_letter(o, (uint8_t)(v >> 8 * i));
	out_close(o, OUT_CALL);
	if (name)
		out_note(o, "%s", name);
}

void field_v4l2_fract(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	char text[24];

	(void)c;
	(void)f;
	snprintf(text, sizeof(text), "%u/%u", (unsigned)MEMBER(r, v4l2_fract, v[0]),
		 (unsigned)MEMBER(r, v4l2_fract, v[1]));
	out_form(o, text);
}

/* Emits a control by its name, or by its class and an offset. */
static void emit_cid(struct out *o, uint32_t id)
{
	const char *class = flags__name(&flags_v4l2_ctrl_classes, id & 0xffff0000);

	if (class && !flags__name(&flags_v4l2_cids, id))
		out_plus(o, class, id, id & 0xffff, true);
	else
		out_sym(o, &flags_v4l2_cids, id);
}

void field_v4l2_cid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_cid(o, (uint32_t)field_value(c, f, r));
}

#define NEXT_CTRL 0x80000000u
#define NEXT_COMPOUND 0x40000000u

/* Emits a control's id, which may have flags that ask for the next control after it. */
void field_v4l2_next(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t id = (uint32_t)field_value(c, f, r), next = id & (NEXT_CTRL | NEXT_COMPOUND);

	out_open(o, OUT_BITS);
	if (next & NEXT_CTRL)
		out_name(o, "V4L2_CTRL_FLAG_NEXT_CTRL", NEXT_CTRL);
	if (next & NEXT_COMPOUND)
		out_name(o, "V4L2_CTRL_FLAG_NEXT_COMPOUND", NEXT_COMPOUND);
	emit_cid(o, id & ~next);
	out_close(o, OUT_BITS);
}

void field_v4l2_service_lines(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	size_t off = field_off(c, f);

	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < 2; i++) {
		out_open(o, OUT_ARRAY);
		for (unsigned k = 0; k < SLICED_LINES; k++)
			out_hex(o, struct__number(r, off + 2 * (i * SLICED_LINES + k), 2));
		out_close(o, OUT_ARRAY);
	}
	out_close(o, OUT_ARRAY);
}

#define TIMESTAMPS 0x0000e000u
#define SOURCES 0x00070000u

/* Emits a word that has flags and two enumerations. */
void field_v4l2_buf_flags(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r);

	out_open(o, OUT_BITS);
	if (v & ~(TIMESTAMPS | SOURCES))
		out_flags(o, &flags_v4l2_buffer_flags, v & ~(TIMESTAMPS | SOURCES));
	out_sym(o, &flags_v4l2_timestamps, v & TIMESTAMPS);
	out_sym(o, &flags_v4l2_timestamp_sources, v & SOURCES);
	out_close(o, OUT_BITS);
}

/* Emits the buffers that the call created, as a note on the return value. */
bool auxfn_v4l2_created(struct out *o, const struct call *c)
{
	struct rd r;

	if (!struct__of(c, 2, AT_EXIT, &r))
		return false;
	struct__emit(o, c, T_v4l2_created, &r, NULL);
	return true;
}

/* ---- many controls at once ---- */

/* Returns the address of the controls, the only member with another offset in 32-bit ABIs. */
static uint64_t controls_of(const struct call *c, const struct rd *r)
{
	if (c->abi->word == 8)
		return MEMBER(r, v4l2_ext_ctrls, controls);
	return struct__number(r, offsetof(struct i386_v4l2_ext_ctrls, controls), 4);
}

/* Emits the controls. Returns false if only their address is known. */
static bool emit_controls(struct out *o, const struct call *c, const struct rd *r, int when)
{
	struct rd list;

	out_field(o, "controls");
	if (!call_chunk(c, 2, SCT_PART_NEST, NEST_CONTROLS, when, &list) ||
	    rd_left(&list) < sizeof(struct lp64_v4l2_ext_control)) {
		out_addr(o, controls_of(c, r));
		return false;
	}
	struct__emit_array(o, c, T_v4l2_ext_control, &list, MEMBER(r, v4l2_ext_ctrls, count));
	return true;
}

/*
 * Emits the controls: of a call that gets them, from after the call; of a call that sets them, from before and after
 * it.
 */
void argfn_v4l2_ext_ctrls(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool asked = (uint8_t)c->args[1] == G_EXT_CTRLS, again = false, any;
	struct rd in, out;

	if (!c->args[reg] || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	if (!c->done || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &out))
		out = in;
	any = MEMBER(&in, v4l2_ext_ctrls, count);
	out_open(o, OUT_STRUCT);
	out_f_sym(o, "ctrl_class", &flags_v4l2_ctrl_classes, MEMBER(&in, v4l2_ext_ctrls, ctrl_class));
	out_f_uint(o, "count", MEMBER(&in, v4l2_ext_ctrls, count));
	if (any)
		again = emit_controls(o, c, &in, asked && c->done ? AT_EXIT : AT_ENTER);
	if (!asked && again && c->done) {
		out_close(o, OUT_STRUCT);
		out_becomes(o);
		out_open(o, OUT_STRUCT);
		emit_controls(o, c, &out, AT_EXIT);
	}
	if (c->failed && ((asked && any) || again))
		out_f_uint(o, "error_idx", MEMBER(&out, v4l2_ext_ctrls, error_idx));
	out_close(o, OUT_STRUCT);
}

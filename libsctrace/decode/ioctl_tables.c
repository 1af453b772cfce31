// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: devices whose structs are in tables, and what the tables do not say. */
#include "decode/fields.h"
#include "decode/net.h"

#define PERF_PROGRAMS 64 /* that are looked at */
#define SAMPLES_MAX 25
#define UBI_NAME 127
#define SECTOR 512

static field_fn field_hd_data, field_ptp_samples, field_seccomp_nr, field_ubi_name, field_gpio_attr,
	field_gpio_config_attr, field_kvm_entries, field_ifindex;

#include "tables/structs/dev.def"
#include "tables/structs/gpio.def"
#include "tables/structs/kvm.def"

/* ---- disks ---- */

static void field_hd_data(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd data = field_part(r, f->off);

	out_bytes(o, data.p, rd_left(&data), SECTOR * field_number(r, 3, 1), OUT_STR_HEX);
}

void type_hd_obsolete_identity(struct out *o, const struct call *c, struct rd *r)
{
	decode_bytes(o, c, r, rd_left(r));
}

void type_hd_identity(struct out *o, const struct call *c, struct rd *r)
{
	decode_bytes(o, c, r, rd_left(r));
}

void type_hd_nice(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_flags(o, &flags_ide_nice, rd_ulong(r));
	out_close(o, OUT_ARRAY);
}

void type_hd_busstate(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_sym(o, &flags_bus_states, rd_ulong(r));
	out_close(o, OUT_ARRAY);
}

#define SG_NO_ESCALATE 0x100

void type_sg_reset(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t v = rd_u32(r);

	out_open(o, OUT_ARRAY);
	out_open(o, OUT_BITS);
	if (v & SG_NO_ESCALATE)
		out_name(o, "SG_SCSI_RESET_NO_ESCALATE", SG_NO_ESCALATE);
	out_sym(o, &flags_sg_resets, v & ~(uint32_t)SG_NO_ESCALATE);
	out_close(o, OUT_BITS);
	out_close(o, OUT_ARRAY);
}

void type_sg_req_info(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const names[] = { "req_state", "orphan", "sg_io_owned", "problem" };
	int32_t id;
	uint64_t ptr;

	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < 4; i++)
		out_f_int(o, names[i], (int8_t)rd_u8(r));
	id = rd_i32(r);
	ptr = rd_ulong(r);
	out_f_int(o, "pack_id", id);
	out_f_addr(o, "usr_ptr", ptr);
	out_f_uint(o, "duration", rd_u32(r));
	out_close(o, OUT_STRUCT);
}

/* ---- clocks ---- */

static void field_ptp_samples(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_number(r, 0, 4);
	struct rd list = field_part(r, f->off);

	if (n > SAMPLES_MAX)
		n = SAMPLES_MAX;
	fields__emit_array(o, c, &desc_ptp_date, &list, 2 * n + 1);
}

/* An address takes the answer's place where there is none. */
static void emit_asked(struct out *o, const struct call *c, const struct sct_arg *a, const struct desc *asked,
		       const struct desc *got)
{
	unsigned reg = call_reg(c, a);
	struct rd in, out;

	if (!fields__of(c, reg, AT_ENTER, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	fields__emit(o, c, asked, &in, NULL);
	out_becomes(o);
	if (fields__of(c, reg, AT_EXIT, &out))
		fields__emit(o, c, got, &out, NULL);
	else
		out_unread(o, c->args[reg]);
}

void argfn_rtc_param(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_asked(o, c, a, &desc_rtc_param_asked, &desc_rtc_param_got);
}

/* ---- bridges ---- */

static void field_ifindex(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_ifindex(o, (uint32_t)field_number(r, f->off, 4));
}

/* ---- seccomp ---- */

static void field_seccomp_nr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t nr = (uint32_t)field_number(r, f->off, 4), arch = (uint32_t)field_number(r, f->off + 4, 4);
	const struct abi *abi = abi__of_audit(arch);
	const struct sct_row *row = abi ? abi__row(abi, nr) : NULL;

	if (row && abi == c->abi) {
		out_prefixed(o, "__NR_", row->name, nr);
		return;
	}
	out_uint(o, nr);
	if (row)
		out_note(o, "%s", row->name);
}

/* What the caller left in the struct is shown unless it is empty, as it should be. */
void argfn_seccomp_notif(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool empty = true;
	struct rd in, out;

	if (!fields__of(c, reg, AT_ENTER, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	for (const uint8_t *p = in.p; p < in.end; p++)
		empty &= !*p;
	if (!empty) {
		emit_asked(o, c, a, &desc_seccomp_notif, &desc_seccomp_notif);
		return;
	}
	if (fields__of(c, reg, AT_EXIT, &out))
		fields__emit(o, c, &desc_seccomp_notif, &out, NULL);
	else
		out_unread(o, c->args[reg]);
}

/* ---- flash memory ---- */

static void field_ubi_name(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int16_t len = (int16_t)field_number(r, f->off - 6, 2);
	struct rd name = field_part(r, f->off);
	size_t n = len < 0 ? 0 : len > UBI_NAME ? UBI_NAME : (size_t)len;
	size_t have = strnlen((const char *)name.p, n < rd_left(&name) ? n + 1 : rd_left(&name));

	if (have > n)
		out_str(o, name.p, n, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(o, name.p, have, OUT_STR_NUL | OUT_STR_WHOLE);
}

/* The new one's number takes the place of the struct's first field. */
void argfn_ubi_created(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd out;

	decode_struct(o, c, reg, a->type, AT_ENTER);
	if (!fields__of(c, reg, AT_EXIT, &out))
		return;
	out_becomes(o);
	out_open(o, OUT_ARRAY);
	out_int(o, rd_i32(&out));
	out_close(o, OUT_ARRAY);
}

/* ---- GPIO ---- */

#define ATTR_FLAGS 1
#define ATTR_VALUES 2
#define ATTR_DEBOUNCE 3

/* One that is known, by its name; false: none. */
static bool emit_gpio_attr(struct out *o, const struct rd *r)
{
	if (field_number(r, 4, 4))
		return false;
	switch (field_number(r, 0, 4)) {
	case ATTR_FLAGS:
		out_f_flags(o, "flags", &flags_gpio_v2_flags, field_number(r, 8, 8));
		return true;
	case ATTR_VALUES:
		out_f_hex(o, "values", field_number(r, 8, 8));
		return true;
	case ATTR_DEBOUNCE:
		out_f_uint(o, "debounce_period_us", field_number(r, 8, 4));
		return true;
	}
	return false;
}

static void emit_gpio_any(struct out *o, const struct rd *r)
{
	uint32_t padding = (uint32_t)field_number(r, 4, 4);

	out_f_uint(o, "id", field_number(r, 0, 4));
	if (padding)
		out_f_hex(o, "padding", padding);
	out_f_hex(o, "data", field_number(r, 8, 8));
}

static void field_gpio_attr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	if (!emit_gpio_attr(o, r))
		emit_gpio_any(o, r);
}

static void field_gpio_config_attr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	if (emit_gpio_attr(o, r))
		return;
	out_field(o, "attr");
	out_open(o, OUT_STRUCT);
	emit_gpio_any(o, r);
	out_close(o, OUT_STRUCT);
}

/* ---- virtual machines ---- */

static void field_kvm_entries(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_number(r, 0, 4);
	struct rd list = field_part(r, f->off);

	if (out_full(o)) {
		fields__emit_array(o, c, &desc_kvm_cpuid_entry, &list, n);
		return;
	}
	out_open(o, OUT_ARRAY);
	if (n)
		out_more(o);
	out_close(o, OUT_ARRAY);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: functions for devices whose structs are in tables/structs/. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#include <stdio.h>

#define SAMPLES_MAX 25
#define UBI_NAME 127
#define SECTOR 512

/* ---- disks ---- */

void field_hd_data(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd data = struct__part(r, field_off(c, f));

	out_bytes(o, data.p, rd_left(&data), SECTOR * field_count(c, f, r), OUT_STR_HEX);
}

void field_bytes(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));

	decode_bytes(o, c, &at, rd_left(&at));
}

#define SG_NO_ESCALATE 0x100

void field_sg_reset(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	out_open(o, OUT_BITS);
	if (v & SG_NO_ESCALATE)
		out_name(o, "SG_SCSI_RESET_NO_ESCALATE", SG_NO_ESCALATE);
	out_sym(o, &flags_sg_resets, v & ~(uint64_t)SG_NO_ESCALATE);
	out_close(o, OUT_BITS);
}

/* ---- clocks ---- */

void field_ptp_samples(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	struct rd list = struct__part(r, field_off(c, f));

	if (n > SAMPLES_MAX)
		n = SAMPLES_MAX;
	struct__emit_array(o, c, T_ptp_date, &list, 2 * n + 1);
}

/* Emits the struct as a request and then as an answer, or the address in place of either if it is not known. */
static void emit_asked(struct out *o, const struct call *c, const struct sct_arg *a, enum sct_type asked,
		       enum sct_type got)
{
	unsigned reg = call_reg(c, a);
	struct rd in, out;

	if (!struct__of(c, reg, AT_ENTER, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	struct__emit(o, c, asked, &in, NULL);
	out_becomes(o);
	if (struct__of(c, reg, AT_EXIT, &out))
		struct__emit(o, c, got, &out, NULL);
	else
		out_unread(o, c->args[reg]);
}

void argfn_rtc_param(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_asked(o, c, a, T_rtc_param_asked, T_rtc_param_got);
}

/* ---- bridges ---- */

void field_ifindex(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_ifindex(o, (uint32_t)field_value(c, f, r));
}

/* ---- seccomp ---- */

void field_seccomp_nr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t nr = (uint32_t)field_value(c, f, r), arch = (uint32_t)field_count(c, f, r);
	const struct abi *abi = abi__of_audit(arch);
	const struct sct_row *row = abi ? abi__row(abi, nr) : NULL;
	const char *name = abi ? abi__call_name(abi, nr) : NULL;

	if (row && abi == c->abi) {
		out_prefixed(o, "__NR_", row->name, nr);
		return;
	}
	out_uint(o, nr);
	if (name)
		out_form_note(o, "%s", name);
}

/*
 * Emits the struct after the call. It must be zeroed before the call; only if it is not, it is also shown as it was
 * then.
 */
void argfn_seccomp_notif(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool empty = true;
	struct rd in, out;

	if (!struct__of(c, reg, AT_ENTER, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	for (const uint8_t *p = in.p; p < in.end; p++)
		empty &= !*p;
	if (!empty) {
		emit_asked(o, c, a, T_seccomp_notif, T_seccomp_notif);
		return;
	}
	if (struct__of(c, reg, AT_EXIT, &out))
		struct__emit(o, c, T_seccomp_notif, &out, NULL);
	else
		out_unread(o, c->args[reg]);
}

/* ---- virtual machines ---- */

/* Emits the exit reason. Like strace, always by name, regardless of -X. */
bool auxfn_kvm_run(struct out *o, const struct call *c)
{
	const char *name;
	uint32_t reason;
	struct rd r;

	if (c->failed || !call_chunk(c, 0, SCT_PART_KVM, 0, AT_EXIT, &r) || rd_left(&r) < sizeof(uint32_t))
		return false;
	reason = rd_u32(&r);
	name = flags__name(&flags_kvm_exits, reason);
	out_name(o, name ? name : flags_kvm_exits.unknown, reason);
	return true;
}

/* ---- flash memory ---- */

/* Emits a name, whose length is another member, limited by the array. Without a NUL after it, it is printed as cut. */
void field_ubi_name(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int16_t len = (int16_t)field_count(c, f, r);
	struct rd name = struct__part(r, field_off(c, f));
	size_t n = len < 0 ? 0 : len > UBI_NAME ? UBI_NAME : (size_t)len;
	size_t have = strnlen((const char *)name.p, n < rd_left(&name) ? n + 1 : rd_left(&name));

	if (have > n)
		out_str(o, name.p, n, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(o, name.p, have, OUT_STR_NUL | OUT_STR_WHOLE);
}

/* Emits the struct, and then the number of the new volume, which the call stores in the first member. */
void argfn_ubi_created(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd out;

	decode_struct(o, c, reg, a->type, AT_ENTER);
	if (!struct__of(c, reg, AT_EXIT, &out))
		return;
	out_becomes(o);
	out_open(o, OUT_ARRAY);
	out_int(o, rd_i32(&out));
	out_close(o, OUT_ARRAY);
}

/* ---- virtual machines ---- */

void field_kvm_entries(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	struct rd list = struct__part(r, field_off(c, f));

	if (out_full(o)) {
		struct__emit_array(o, c, T_kvm_cpuid_entry, &list, n);
		return;
	}
	out_open(o, OUT_ARRAY);
	if (n)
		out_more(o);
	out_close(o, OUT_ARRAY);
}

/* ---- values of many structs ---- */

void field_uuid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	static const char dashes[] = "\0\0\0-\0-\0-\0-";
	size_t off = field_off(c, f);
	char text[37], *p = text;

	for (unsigned i = 0; i < 16; i++) {
		p += snprintf(p, 3, "%02x", (unsigned)struct__number(r, off + i, 1));
		if (i < sizeof(dashes) - 1 && dashes[i])
			*p++ = '-';
	}
	*p = 0;
	out_form(o, text);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Times, timers, clocks. */
#include <inttypes.h>
#include <time.h>

#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define NSEC 1000000000u
#define USEC 1000000u

/* utimensat */
#define UTIME_NOW 0x3fffffff
#define UTIME_OMIT 0x3ffffffe

/* Internal error codes of the kernel for calls to be restarted; no header exports them. */
#define RESTARTSYS 512
#define NOIOCTLCMD 515
#define RESTART_RESTARTBLOCK 516

/* ---- calendar time ------------------------------------------------------------ */

bool auxfn_time(struct out *o, const struct call *c)
{
	if (c->failed || !c->ret)
		return false;
	o->ops->date(o, c->ret, 0, 0, false);
	return true;
}

/* Emits the remaining time of a sleep if a signal ended it, or else the address, as the kernel wrote nothing. */
void argfn_time_left(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->done && c->ret <= -RESTARTSYS && c->ret >= -RESTART_RESTARTBLOCK && c->ret != -NOIOCTLCMD)
		decode_struct(o, c, call_reg(c, a), a->type, AT_EXIT);
	else
		out_addr(o, call_arg(c, a));
}

/* As argfn_time_left() for clock_nanosleep(); a sleep until an absolute time has no remaining time. */
void argfn_clock_left(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1])
		out_addr(o, call_arg(c, a));
	else
		argfn_time_left(o, c, a);
}

/* Emits clock ticks, with a note in seconds. */
void field_ticks(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = (uint64_t)field_signed(c, f, r);

	out_uint(o, v);
	if (v)
		out_form_note(o, "%" PRIu64 ".%02u s", v / 100, (unsigned)(v % 100));
}

void field_extended(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_uint(o, (uint64_t)field_signed(c, f, r));
}

/* Emits seconds, with a note of the date. */
void field_date(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t sec = field_signed(c, f, r);

	out_int(o, sec);
	decode_date(o, sec, 0, 0);
}

/* Emits a struct with seconds and a fraction, with a note of the date. */
static void emit_timestamp(struct out *o, const struct call *c, enum sct_type type, const struct rd *at, uint64_t part)
{
	const struct field *fields = struct__desc(type, c->abi->id)->fields;
	bool micro = type == T_timeval_set;

	struct__emit(o, c, type, at, at);
	decode_date(o, field_signed(c, &fields[0], at), part < (micro ? USEC : NSEC) ? (int64_t)part : -1,
		    micro ? 6 : 9);
}

static uint64_t second_member(const struct call *c, enum sct_type type, const struct rd *at)
{
	const struct field *f = &struct__desc(type, c->abi->id)->fields[1];

	return f->kind == FIELD_BY ? (uint64_t)field_signed(c, f, at) : field_value(c, f, at);
}

void field_timestamp(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));

	emit_timestamp(o, c, (enum sct_type)f->type, &at, second_member(c, (enum sct_type)f->type, &at));
}

/* Emits a name in place of the time or, depending on -X, as a note on it. */
static void emit_special(struct out *o, const struct call *c, const struct field *f, const struct rd *at,
			 const char *name, uint64_t nsec)
{
	if (o->numbers == OUT_NAMES) {
		out_name(o, name, nsec);
		return;
	}
	struct__emit(o, c, (enum sct_type)f->type, at, at);
	out_form_note(o, "%s", name);
}

/* Emits a file time, which may be UTIME_NOW or UTIME_OMIT. */
void field_utime(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	uint64_t nsec = second_member(c, (enum sct_type)f->type, &at);

	if (nsec == UTIME_NOW)
		emit_special(o, c, f, &at, "UTIME_NOW", nsec);
	else if (nsec == UTIME_OMIT)
		emit_special(o, c, f, &at, "UTIME_OMIT", nsec);
	else
		emit_timestamp(o, c, (enum sct_type)f->type, &at, nsec);
}

/* ---- timex ------------------------------------------------------------------------ */

bool auxfn_time_state(struct out *o, const struct call *c)
{
	const char *name = c->failed ? NULL : flags__name(&flags_adjtimex_states, c->ret);
	struct rd r;

	if (!call_chunk(c, c->row->nargs - 1, SCT_PART_SELF, 0, AT_EXIT, &r))
		return false;
	if (name)
		out_name(o, name, c->ret);
	return name;
}

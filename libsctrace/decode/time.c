// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Times, timers, clocks. */
#include <inttypes.h>
#include <time.h>

#include "decode/call.h"
#include "decode/tail.h"

#define NOTIFY_SIGNAL 0
#define NOTIFY_THREAD 2
#define NOTIFY_THREAD_ID 4

/* Restart codes of the kernel, which no header gives userspace. */
#define RESTARTSYS 512
#define NOIOCTLCMD 515
#define RESTART_RESTARTBLOCK 516

/* struct timespec, timeval: the parts are longs */
static void pair(struct out *o, struct rd *r, const char *sub)
{
	int64_t sec = rd_long(r);
	uint64_t part = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "tv_sec", sec);
	out_f_uint(o, sub, part);
	out_close(o, OUT_STRUCT);
}

void type_timespec(struct out *o, const struct call *c, struct rd *r)
{
	pair(o, r, "tv_nsec");
}

void type_timeval(struct out *o, const struct call *c, struct rd *r)
{
	pair(o, r, "tv_usec");
}

/* The time64 calls of 32 bit ABIs. */
void type_timespec64(struct out *o, const struct call *c, struct rd *r)
{
	int64_t sec = rd_i64(r);
	uint64_t nsec = rd_u64(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "tv_sec", sec);
	out_f_uint(o, "tv_nsec", nsec);
	out_close(o, OUT_STRUCT);
}

static void interval(struct out *o, const struct call *c, struct rd *r, type_fn *half)
{
	out_open(o, OUT_STRUCT);
	out_field(o, "it_interval");
	half(o, c, r);
	out_field(o, "it_value");
	half(o, c, r);
	out_close(o, OUT_STRUCT);
}

void type_itimerspec(struct out *o, const struct call *c, struct rd *r)
{
	interval(o, c, r, type_timespec);
}

void type_itimerspec64(struct out *o, const struct call *c, struct rd *r)
{
	interval(o, c, r, type_timespec64);
}

void type_itimerval(struct out *o, const struct call *c, struct rd *r)
{
	interval(o, c, r, type_timeval);
}

void type_timezone(struct out *o, const struct call *c, struct rd *r)
{
	int32_t west = rd_i32(r);
	int32_t dst = rd_i32(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "tz_minuteswest", west);
	out_f_int(o, "tz_dsttime", dst);
	out_close(o, OUT_STRUCT);
}

/* ---- calendar time ------------------------------------------------------------ */

void type_time(struct out *o, const struct call *c, struct rd *r)
{
	int64_t sec = rd_long(r);

	out_open(o, OUT_ARRAY);
	out_int(o, sec);
	if (sec)
		o->ops->date(o, sec, 0, 0, true);
	out_close(o, OUT_ARRAY);
}

bool auxfn_time(struct out *o, const struct call *c)
{
	if (c->failed || !c->ret)
		return false;
	o->ops->date(o, c->ret, 0, 0, false);
	return true;
}

static void ticks(struct out *o, const char *field, uint64_t v)
{
	out_f_uint(o, field, v);
	if (v)
		out_note(o, "%" PRIu64 ".%02u s", v / 100, (unsigned)(v % 100));
}

void type_tms(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t v[4];

	for (unsigned i = 0; i < 4; i++)
		v[i] = (uint64_t)rd_long(r);
	out_open(o, OUT_STRUCT);
	ticks(o, "tms_utime", v[0]);
	ticks(o, "tms_stime", v[1]);
	ticks(o, "tms_cutime", v[2]);
	ticks(o, "tms_cstime", v[3]);
	out_close(o, OUT_STRUCT);
}

/* What was left of a sleep; only a sleep that a signal ended has it. */
void argfn_time_left(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->done && c->ret <= -RESTARTSYS && c->ret >= -RESTART_RESTARTBLOCK && c->ret != -NOIOCTLCMD)
		decode_struct(o, c, call_reg(c, a), a->type, AT_EXIT);
	else
		out_addr(o, call_arg(c, a));
}

/* clock_nanosleep: likewise, but a sleep until a time has no rest. */
void argfn_clock_left(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1])
		out_addr(o, call_arg(c, a));
	else
		argfn_time_left(o, c, a);
}

/* ---- timex ------------------------------------------------------------------------ */

static void longs(struct out *o, struct rd *r, const char *const *fields)
{
	for (; *fields; fields++)
		out_f_int(o, *fields, rd_long(r));
}

void type_timex(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t modes = rd_u32(r);

	out_open(o, OUT_STRUCT);
	out_f_flags(o, "modes", &flags_adjtimex_modes, modes);
	longs(o, r, (const char *const[]){ "offset", "freq", "maxerror", "esterror", NULL });
	out_f_flags(o, "status", &flags_adjtimex_status, rd_u32(r));
	longs(o, r, (const char *const[]){ "constant", "precision", "tolerance", NULL });
	out_field(o, "time");
	type_timeval(o, c, r);
	longs(o, r, (const char *const[]){ "tick", "ppsfreq", "jitter", NULL });
	out_f_int(o, "shift", rd_i32(r));
	longs(o, r, (const char *const[]){ "stabil", "jitcnt", "calcnt", "errcnt", "stbcnt", NULL });
	out_f_int(o, "tai", rd_i32(r));
	if (r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

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

/* ---- sigevent ----------------------------------------------------------------------- */

void type_sigevent(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t value = rd_ulong(r);
	uint32_t sig = rd_u32(r);
	uint32_t notify = rd_u32(r);

	out_open(o, OUT_STRUCT);
	if (value) {
		out_field(o, "sigev_value");
		out_open(o, OUT_STRUCT);
		out_f_int(o, "sival_int", (int32_t)value);
		out_f_addr(o, "sival_ptr", value);
		out_close(o, OUT_STRUCT);
	}
	out_field(o, "sigev_signo");
	if (notify == NOTIFY_SIGNAL || notify == NOTIFY_THREAD || notify == NOTIFY_THREAD_ID)
		decode_signal(o, c, sig);
	else
		out_uint(o, sig);
	out_f_sym(o, "sigev_notify", &flags_sigev_notify, notify);
	if (notify == NOTIFY_THREAD_ID) {
		out_f_int(o, "sigev_notify_thread_id", rd_i32(r));
	} else if (notify == NOTIFY_THREAD) {
		out_f_addr(o, "sigev_notify_function", rd_ulong(r));
		out_f_addr(o, "sigev_notify_attributes", rd_ulong(r));
	}
	if (r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Signals: names, sets, actions, siginfo. */
#include <inttypes.h>

#include "decode/core/file.h"
#include "decode/core/signal.h"
#include "decode/core/struct.h"
#include "event/record.h"

#define NSIG 64
#define SIGSET_FULL 42 /* a set of at least this many signals prints as its complement */

#define SIG_ILL 4
#define SIG_TRAP 5
#define SIG_BUS 7
#define SIG_FPE 8
#define SIG_SEGV 11
#define SIG_CHLD 17
#define SIG_IO 29
#define SIG_SYS 31

/* si_code */
#define CODE_USER 0
#define CODE_QUEUE -1
#define CODE_TIMER -2
#define CODE_SIGIO -5
#define CODE_TKILL -6
#define CODE_CLD_EXITED 1
#define CODE_BUS_MCEERR_AR 4
#define CODE_BUS_MCEERR_AO 5
#define CODE_SEGV_BNDERR 3
#define CODE_SEGV_PKUERR 4

#define ARCH_X86_64 0xc000003e /* AUDIT_ARCH_X86_64 */
#define X32_BIT 0x40000000u

void decode_signal(struct out *o, uint64_t sig)
{
	const char *name = flags__name(&flags_signals, (uint32_t)sig);

	if (name)
		out_name_dec(o, name, sig);
	else
		out_int(o, (int32_t)sig);
}

static void sigset_value(struct out *o, uint64_t set)
{
	bool invert = __builtin_popcountll(set) >= SIGSET_FULL;
	enum out_group group = invert ? OUT_NOT_SIGNALS : OUT_SIGNALS;

	if (invert)
		set = ~set;
	out_open(o, group);
	for (unsigned sig = 1; sig <= NSIG; sig++) {
		const char *name = flags__name(&flags_signals, (uint32_t)sig);

		if (set >> (sig - 1) & 1)
			out_name_dec(o, name, sig);
	}
	out_close(o, group);
}

void decode_sigset(struct out *o, struct rd *r)
{
	uint64_t set = rd_left(r) >= 8 ? rd_u64(r) : rd_u32(r);

	if (r->bad)
		out_more(o);
	else
		sigset_value(o, set);
}

/* ---- siginfo --------------------------------------------------------------- */

static const struct sct_flags *codes_of(uint32_t sig)
{
	switch (sig) {
	case SIG_ILL:
		return &flags_ill_codes;
	case SIG_TRAP:
		return &flags_trap_codes;
	case SIG_BUS:
		return &flags_bus_codes;
	case SIG_FPE:
		return &flags_fpe_codes;
	case SIG_SEGV:
		return &flags_segv_codes;
	case SIG_CHLD:
		return &flags_cld_codes;
	case SIG_IO:
		return &flags_poll_codes;
	case SIG_SYS:
		return &flags_sys_codes;
	}
	return NULL;
}

static void si_code(struct out *o, uint32_t sig, uint32_t code)
{
	const struct sct_flags *own = codes_of(sig);
	const char *name = flags__name(&flags_si_codes, code);

	if (!name && own)
		name = flags__name(own, code);
	out_field(o, "si_code");
	if (name)
		out_name(o, name, code);
	else
		out_hex(o, code);
}

static void si_pid_uid(struct out *o, uint32_t pid, uint32_t uid)
{
	out_f_pid(o, "si_pid", (int32_t)pid);
	out_f_id(o, "si_uid", uid);
}

/* Emits the value of a signal, a union of an int and a pointer. */
static void si_value(struct out *o, uint64_t value)
{
	out_f_int(o, "si_int", (int32_t)value);
	out_f_addr(o, "si_ptr", value);
}

/* Emits clock ticks, with a note in seconds. */
static void si_clock(struct out *o, const char *field, uint64_t ticks)
{
	out_f_uint(o, field, ticks);
	if (ticks)
		out_form_note(o, "%" PRIu64 ".%02u s", ticks / 100, (unsigned)(ticks % 100));
}

static void si_child(struct out *o, const struct call *c, struct rd *r, int32_t code)
{
	uint32_t pid = rd_u32(r);
	uint32_t uid = rd_u32(r);
	int32_t status = rd_i32(r);
	uint64_t utime = (uint64_t)rd_long(r);
	uint64_t stime = (uint64_t)rd_long(r);

	si_pid_uid(o, pid, uid);
	out_field(o, "si_status");
	if (code == CODE_CLD_EXITED)
		out_int(o, status);
	else
		decode_signal(o, (uint32_t)status);
	si_clock(o, "si_utime", utime);
	si_clock(o, "si_stime", stime);
}

static void si_fault(struct out *o, struct rd *r, uint32_t sig, int32_t code)
{
	out_f_addr(o, "si_addr", rd_ulong(r));
	if (sig == SIG_BUS && (code == CODE_BUS_MCEERR_AR || code == CODE_BUS_MCEERR_AO)) {
		out_f_hex(o, "si_addr_lsb", rd_u16(r));
	} else if (sig == SIG_SEGV && code == CODE_SEGV_BNDERR) {
		rd_skip(r, r->word);
		out_f_addr(o, "si_lower", rd_ulong(r));
		out_f_addr(o, "si_upper", rd_ulong(r));
	} else if (sig == SIG_SEGV && code == CODE_SEGV_PKUERR) {
		rd_skip(r, r->word);
		out_f_uint(o, "si_pkey", rd_u32(r));
	}
}

static void si_sys(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t addr = rd_ulong(r);
	uint32_t nr = rd_u32(r);
	uint32_t arch = rd_u32(r);
	const struct abi *abi = abi__of_arch(arch);
	bool x32 = arch == ARCH_X86_64 && nr & X32_BIT;
	bool served = abi && (!c || abi->x86 == c->abi->x86); /* the running kernel has calls of that ABI */
	const struct sct_row *row = served && !x32 ? abi__row(abi, nr) : NULL;
	const char *name = served ? abi__call_name(abi, nr) : NULL;

	out_f_addr(o, "si_call_addr", addr);
	out_field(o, "si_syscall");
	if (row && (!c || abi == c->abi)) {
		out_prefixed(o, "__NR_", row->name, nr);
	} else {
		out_uint(o, nr);
		if (name)
			out_form_note(o, "%s", name);
	}
	out_f_sym(o, "si_arch", &flags_audit_arch, arch);
}

/* Emits the fields of a signal sent by a process, or by the kernel on its behalf. */
static void si_sent(struct out *o, struct rd *r, int32_t code)
{
	uint32_t pid = rd_u32(r);
	uint32_t uid = rd_u32(r);
	uint64_t value = rd_ulong(r);

	if (code == CODE_USER || code == CODE_TKILL) {
		si_pid_uid(o, pid, uid);
		return;
	}
	if (pid || uid || code == CODE_QUEUE)
		si_pid_uid(o, pid, uid);
	if (value)
		si_value(o, value);
}

static void si_timer(struct out *o, struct rd *r)
{
	uint32_t id = rd_u32(r);
	int32_t overrun = rd_i32(r);

	out_f_hex(o, "si_timerid", id);
	out_f_int(o, "si_overrun", overrun);
	si_value(o, rd_ulong(r));
}

static void si_poll(struct out *o, struct rd *r)
{
	int64_t band = rd_long(r);

	out_f_int(o, "si_band", band);
	out_field(o, "si_fd");
	out_fd(o, rd_i32(r));
}

static void si_fields(struct out *o, const struct call *c, struct rd *r, uint32_t sig, int32_t code)
{
	if (code == CODE_TIMER) {
		si_timer(o, r);
		return;
	}
	if (code == CODE_SIGIO) {
		si_poll(o, r);
		return;
	}
	if (code <= 0) {
		si_sent(o, r, code);
		return;
	}
	switch (sig) {
	case SIG_ILL:
	case SIG_TRAP:
	case SIG_BUS:
	case SIG_FPE:
	case SIG_SEGV:
		si_fault(o, r, sig, code);
		break;
	case SIG_CHLD:
		si_child(o, c, r, code);
		break;
	case SIG_IO:
		if (flags__name(&flags_poll_codes, code))
			si_poll(o, r);
		break;
	case SIG_SYS:
		si_sys(o, c, r);
		break;
	default:
		si_sent(o, r, code);
	}
}

void type_siginfo(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t sig = rd_u32(r);
	uint32_t err = rd_u32(r);
	uint32_t code = rd_u32(r);

	rd_align(r, r->word);
	out_open(o, OUT_STRUCT);
	if (sig) {
		out_field(o, "si_signo");
		decode_signal(o, sig);
		si_code(o, sig, code);
		if (err) {
			out_field(o, "si_errno");
			if (flags__name(&flags_errnos, err))
				out_symbol(o, &flags_errnos, err, SYM_NAMED);
			else
				out_uint(o, err);
		}
		si_fields(o, c, r, sig, code);
		if (r->bad)
			out_more(o);
	}
	out_close(o, OUT_STRUCT);
}

void type_siginfo_user(struct out *o, const struct call *c, struct rd *r)
{
	type_siginfo(o, c, r);
}

void decode_siginfo(struct out *o, const struct decode_opts *opts, const struct sct_signal *sig)
{
	/* the kernel's own struct has the 64-bit layout, whatever the task's ABI */
	struct rd r = rd_make(sig->info, sizeof(sig->info), 8);
	struct call files = { .opts = opts };

	if (sig->rec.type == SCT_REC_SIGNAL_STACK)
		files.in = record__data(&sig->rec, &files.in_len);
	out_files(o, &files, AT_ENTER);
	type_siginfo(o, NULL, &r);
	out_files(o, NULL, 0);
}

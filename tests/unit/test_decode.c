// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Decoders on bytes of all sorts. The texts for valid bytes are compared with strace's in tests/live/host. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "decode/core/decode.h"
#include "decode/core/signal.h"
#include "sink/text_out.h"
#include "synth.h"

static struct synth enter, leave;
static struct buf text;
static struct text_out out;
static struct decode_opts opts = { .strlen_max = 32 };

static void setup(void)
{
	text_out__init(&out, &text, QUOTE_OCTAL, &opts);
}

TestSuite(decode, .init = setup);

static struct event event_of(bool done)
{
	struct event ev = { .kind = done ? EV_EXIT : EV_ENTER, .tid = 1, .tgid = 1, .enter = &enter.enter };

	if (done) {
		ev.exit = &leave.exit;
		ev.out = record__data(&leave.rec, &ev.out_len);
	}
	return ev;
}

/* Writes all that is printed of the call into text. */
static void say(bool done)
{
	struct event ev = event_of(done);
	struct call c;
	unsigned split;

	call__init(&c, &ev, &opts);
	split = call__split(&c, c.opts->verbose);
	cr_assert_leq(split, c.row->nargs);
	text.len = 0;
	text_out__begin(&out);
	for (unsigned i = 0; i < (done ? c.row->nargs : split); i++)
		if (call__shows(&c, i))
			call__arg(&out.out, &c, i);
	if (done) {
		text_out__begin(&out);
		buf__lit(&text, " (");
		call__aux(&out.out, &c);
	}
	buf__char(&text, '\0');
}

static const char *printed(bool done)
{
	say(done);
	/* cuts the text after the result, which only some calls have */
	if (done)
		*strstr(text.p, " (") = '\0';
	return text.p;
}

Test(decode, path_and_flags)
{
	synth_enter(&enter, 1, 1, SYS_openat, ARGS((uint64_t)AT_FDCWD, 0x1000, O_RDWR | O_CREAT, 0600));
	synth_string(&enter, 1, "/etc/motd");
	synth_exit(&leave, 1, 2, SYS_openat, 3, 1);
	cr_assert_str_eq(printed(true), "AT_FDCWD, \"/etc/motd\", O_RDWR|O_CREAT, 0600");
	cr_assert_str_eq(printed(false), "AT_FDCWD, \"/etc/motd\", O_RDWR|O_CREAT, 0600");
}

Test(decode, mode_only_when_it_means_something)
{
	synth_enter(&enter, 1, 1, SYS_openat, ARGS((uint64_t)AT_FDCWD, 0x1000, O_RDONLY, 0777));
	synth_string(&enter, 1, "f");
	synth_exit(&leave, 1, 2, SYS_openat, 3, 1);
	cr_assert_str_eq(printed(true), "AT_FDCWD, \"f\", O_RDONLY");
}

Test(decode, out_buffer)
{
	synth_enter(&enter, 1, 1, SYS_read, ARGS(3, 0x1000, 100));
	synth_exit(&leave, 1, 2, SYS_read, 5, 1);
	synth_chunk(&leave, 1, "hello", 5);
	cr_assert_str_eq(printed(true), "3, \"hello\", 100");
	cr_assert_str_eq(printed(false), "3");
	/* the call failed, so the address is printed */
	synth_exit(&leave, 1, 2, SYS_read, -EIO, 1);
	cr_assert_str_eq(printed(true), "3, 0x1000, 100");
	/* the string is longer than what was captured */
	synth_exit(&leave, 1, 2, SYS_read, 50, 1);
	synth_chunk(&leave, 1, "0123456789012345678901234567890123", 34);
	cr_assert_str_eq(printed(true), "3, \"01234567890123456789012345678901\"..., 100");
}

/* One argument was not resident at entry and was read at exit; the other was never readable. */
Test(decode, cold_memory)
{
	synth_enter(&enter, 1, 1, SYS_access, ARGS(0x1000, 0));
	synth_part(&enter, 0, SCT_PART_SELF, 0, NULL, -EFAULT);
	synth_exit(&leave, 1, 2, SYS_access, 0, 1);
	synth_string(&leave, 0, "/cold");
	cr_assert_str_eq(printed(true), "\"/cold\", F_OK");
	synth_exit(&leave, 1, 2, SYS_access, 0, 1);
	synth_part(&leave, 0, SCT_PART_SELF, 0, NULL, -EFAULT);
	cr_assert_str_eq(printed(true), "0x1000, F_OK");
	synth_exit(&leave, 1, 2, SYS_access, 0, 1);
	cr_assert_str_eq(printed(true), "0x1000, F_OK");
}

Test(decode, struct_cut_short)
{
	static const uint8_t zeros[512];
	char whole[4096];

	synth_enter(&enter, 1, 1, SYS_fstat, ARGS(3, 0x1000));
	synth_exit(&leave, 1, 2, SYS_fstat, 0, 1);
	synth_chunk(&leave, 1, zeros, abi__size(abi__native(), T_stat));
	strcpy(whole, printed(true));
	cr_assert_eq(strncmp(whole, "3, {st_mode=", 12), 0, "%s", whole);
	for (unsigned n = 0; n < abi__size(abi__native(), T_stat); n++) {
		synth_exit(&leave, 1, 2, SYS_fstat, 0, 1);
		synth_chunk(&leave, 1, zeros, n);
		cr_assert_str_neq(printed(true), "");
	}
}

/* If a struct is shorter than its first version, neither the kernel nor strace reads it. */
Test(decode, struct_too_short_for_its_call)
{
	uint64_t how[3] = { O_RDONLY, 0, 0 };

	for (unsigned size = 8; size <= sizeof(how); size += 8) {
		synth_enter(&enter, 1, 1, SYS_openat2, ARGS((uint64_t)AT_FDCWD, 0x1000, 0x2000, size));
		synth_string(&enter, 1, "x");
		synth_chunk(&enter, 2, how, size);
		synth_exit(&leave, 1, 2, SYS_openat2, 3, 1);
		cr_assert_str_eq(printed(true),
				 size < sizeof(how)
					 ? size == 8 ? "AT_FDCWD, \"x\", 0x2000, 8" : "AT_FDCWD, \"x\", 0x2000, 16"
					 : "AT_FDCWD, \"x\", {flags=O_RDONLY, resolve=0}, 24");
	}
}

Test(decode, call_without_row)
{
	synth_enter(&enter, 1, 1, 500, ARGS(1, 2, 3, 4, 5, 0xffffffffffffffff));
	synth_exit(&leave, 1, 2, 500, -ENOSYS, 1);
	cr_assert_str_eq(printed(true), "0x1, 0x2, 0x3, 0x4, 0x5, 0xffffffffffffffff");
}

/* ---- decoders never crash, and print no control byte, whatever the record has ---- */

static uint64_t seed = 20241121;

static uint64_t rnd(uint64_t below)
{
	return synth_random(&seed) % below;
}

static uint64_t random_arg(void)
{
	static const uint64_t some[] = {
		0,
		1,
		2,
		3,
		4,
		8,
		16,
		100,
		0x1000,
		0x7fffffff,
		0x80000000,
		0xffffffff,
		0x100000000,
		0x7ffd12345678,
		~0ull,
		~1ull,
		-100ull,
		1ull << 63,
		0xffffffff00000000ull,
		0x5401,
		0x8933,
	};

	return rnd(3) ? some[rnd(sizeof(some) / sizeof(some[0]))] : synth_random(&seed) >> rnd(64);
}

static void fill(uint8_t *p, size_t n)
{
	unsigned kind = (unsigned)rnd(4);

	for (size_t i = 0; i < n; i++)
		p[i] = kind == 0   ? (uint8_t)rnd(256)
		       : kind == 1 ? (uint8_t)("abc/\0\n\033\377"[rnd(8)])
		       : kind == 2 ? (uint8_t)(i % 4 ? 0 : rnd(40))
				   : (uint8_t)(i % 8 > 1 ? 0 : rnd(256));
}

/* Appends a chunk whose size, part and number are as likely to be right as wrong. */
static void random_chunk(struct synth *s, const struct abi *abi, const struct sct_row *row)
{
	static const uint16_t sizes[] = { 0, 1, 2, 4, 7, 8, 12, 16, 28, 32, 110, 128, 256 };
	static uint8_t bytes[2048];
	const struct sct_arg *a = row->nargs ? &row->args[rnd(row->nargs)] : NULL;
	unsigned arg = a ? (a->reg ? a->reg - 1u : (unsigned)(a - row->args)) : 0;
	unsigned part = rnd(3) ? SCT_PART_SELF : (unsigned)rnd(SCT_PART_NEST + 1);
	size_t n = sizes[rnd(sizeof(sizes) / sizeof(sizes[0]))];

	if (s->size > SYNTH_MAX - sizeof(bytes) - 64)
		return;
	if (a && a->type && rnd(2))
		n = abi__size(abi, a->type) * (1 + rnd(3));
	if (n > sizeof(bytes) || !rnd(10))
		n = rnd(sizeof(bytes));
	fill(bytes, n);
	if (!rnd(12))
		synth_part(s, arg, part, (unsigned)rnd(3), NULL, -EFAULT);
	else
		synth_part(s, arg, part, part == SCT_PART_SELF ? 0 : (unsigned)rnd(3), bytes, (int32_t)n);
}

/* Registers that select this very row. */
static void select_row(const struct sct_row *row, uint64_t *args)
{
	const struct sct_row *base = &sct_rows[row->base - 1];
	unsigned n = 0;

	for (unsigned k = 0; k < base->nargs; k++)
		if (base->args[k].sel)
			args[base->args[k].reg ? base->args[k].reg - 1u : k] = (uint32_t)(row->key >> (32 * n++));
}

static int64_t random_ret(void)
{
	switch (rnd(5)) {
	case 0:
		return -(int64_t)rnd(600);
	case 1:
		return (int64_t)synth_random(&seed);
	case 2:
		return 0;
	default:
		return (int64_t)rnd(300);
	}
}

static void clean(const struct sct_row *row)
{
	for (const char *p = text.p; *p; p++)
		cr_assert(*p >= ' ' && *p < 0x7f, "%s: a byte %#x in: %s", row->name, (unsigned char)*p, text.p);
}

/* The record is in memory of exactly its size, so that ASan sees a read past its end. */
static struct sct_rec *exact(const struct synth *s)
{
	struct sct_rec *rec = malloc(s->size);

	memcpy(rec, s->raw, s->size);
	return rec;
}

static void torture(const struct abi *abi, unsigned nr, const struct sct_row *row)
{
	uint64_t args[SCT_NARGS];
	struct event ev;
	struct call c;
	bool done = rnd(4);

	for (unsigned i = 0; i < SCT_NARGS; i++)
		args[i] = random_arg();
	if (row->base)
		select_row(row, args);
	synth_enter(&enter, 1, 1, nr, args);
	enter.enter.abi = abi->id;
	synth_exit(&leave, 1, 2, nr, random_ret(), 1);
	leave.exit.abi = abi->id;
	for (uint64_t n = rnd(5); n; n--)
		random_chunk(rnd(2) ? &enter : &leave, abi, row);
	ev = event_of(done);
	ev.enter = (struct sct_enter *)exact(&enter);
	if (done) {
		ev.exit = (struct sct_exit *)exact(&leave);
		ev.out = record__data(&ev.exit->rec, &ev.out_len);
	}
	ev.resumes = (uint16_t)rnd(600);
	opts = (struct decode_opts){ .strlen_max = rnd(4) ? 32 : (uint32_t)rnd(2000), .verbose = !rnd(3) };
	setup();
	call__init(&c, &ev, &opts);
	text.len = 0;
	text_out__begin(&out);
	for (unsigned i = 0; i < c.row->nargs; i++)
		if (call__shows(&c, i) && (done || i < call__split(&c, c.opts->verbose)))
			call__arg(&out.out, &c, i);
	text_out__begin(&out);
	if (done)
		call__aux(&out.out, &c);
	buf__char(&text, '\0');
	clean(row);
	free((void *)ev.enter);
	free((void *)ev.exit);
}

#define RTC_PLL_SET 0x40207012
#define VIDIOC_REQBUFS 0xc0145608
#define GPIO_GET_LINEINFO 0xc048b402
#define GPIO_SET_CONFIG 0xc054b40a
#define BTRFS_DEFRAG_RANGE 0x40309410
#define EVIOCGBIT_8 0x80084520
#define EVIOCGMTSLOTS_12 0x800c450a
#define EVIOCGNAME_8 0x80084506

static void ioctl_enter(uint64_t cmd)
{
	synth_enter(&enter, 1, 1, SYS_ioctl, ARGS(3, cmd, 0x1000));
}

static void ioctl_exit(int64_t ret)
{
	synth_exit(&leave, 1, 2, SYS_ioctl, ret, 1);
}

Test(decode, described_struct)
{
	int32_t pll[8] = { 1, -2, 3, 4, 5, 6, -1, -1 };

	ioctl_enter(RTC_PLL_SET);
	synth_chunk(&enter, 2, pll, sizeof(pll));
	ioctl_exit(-ENOTTY);
	cr_assert_str_eq(printed(true),
			 "3, RTC_PLL_SET, {pll_ctrl=1, pll_value=-2, pll_max=3, pll_min=4, pll_posmult=5, "
			 "pll_negmult=6, pll_clock=-1}");
}

Test(decode, described_struct_short_of_bytes)
{
	int32_t pll[2] = { 1, -2 };

	ioctl_enter(RTC_PLL_SET);
	synth_chunk(&enter, 2, pll, sizeof(pll));
	ioctl_exit(0);
	cr_assert_str_eq(printed(true),
			 "3, RTC_PLL_SET, {pll_ctrl=1, pll_value=-2, pll_max=0, pll_min=0, pll_posmult=0, "
			 "pll_negmult=0, pll_clock=0}");
}

/* In/out arguments: the answer is in the same struct, and in a struct of its own. */
Test(decode, described_answers)
{
	uint32_t asked[5] = { 4, 1, 1 }, got[5] = { 2, 1, 1 };
	uint8_t line[72] = { 5 };

	ioctl_enter(VIDIOC_REQBUFS);
	synth_chunk(&enter, 2, asked, sizeof(asked));
	ioctl_exit(-EINVAL);
	cr_assert_str_eq(printed(true),
			 "3, VIDIOC_REQBUFS, {type=V4L2_BUF_TYPE_VIDEO_CAPTURE, memory=V4L2_MEMORY_MMAP, "
			 "count=4}");
	ioctl_exit(0);
	synth_chunk(&leave, 2, got, sizeof(got));
	cr_assert_str_eq(printed(true),
			 "3, VIDIOC_REQBUFS, {type=V4L2_BUF_TYPE_VIDEO_CAPTURE, memory=V4L2_MEMORY_MMAP, "
			 "count=4 => 2}");
	ioctl_enter(GPIO_GET_LINEINFO);
	synth_chunk(&enter, 2, line, sizeof(line));
	ioctl_exit(-EINVAL);
	cr_assert_str_eq(printed(true), "3, GPIO_GET_LINEINFO_IOCTL, {line_offset=5}");
	line[4] = 2;
	line[8] = 'x';
	ioctl_exit(0);
	synth_chunk(&leave, 2, line, sizeof(line));
	cr_assert_str_eq(printed(true), "3, GPIO_GET_LINEINFO_IOCTL, {line_offset=5} => {flags=GPIOLINE_FLAG_IS_OUT, "
					"name=\"x\", consumer=\"\"}");
}

Test(decode, described_array_is_shortened)
{
	uint8_t config[84] = { 1 };
	const char *line;

	ioctl_enter(GPIO_SET_CONFIG);
	synth_chunk(&enter, 2, config, sizeof(config));
	ioctl_exit(0);
	line = printed(true);
	cr_assert(strstr(line, "flags=GPIOHANDLE_REQUEST_INPUT, default_values=[0, 0, "), "%s", line);
	cr_assert(strstr(line, "0, ...]}"), "%s", line);
	opts.verbose = true;
	setup();
	line = printed(true);
	opts.verbose = false;
	cr_assert_null(strstr(line, "..."), "%s", line);
}

/* The request's number has the size of the answer, and the result says how many bytes of it are valid. */
Test(decode, input_answers)
{
	static const uint8_t bits[8] = { 0x1b, 0x80 };
	static const int32_t slots[3] = { 0x2f, 1, -2 };

	ioctl_enter(EVIOCGBIT_8);
	ioctl_exit(8);
	synth_chunk(&leave, 2, bits, sizeof(bits));
	cr_assert_str_eq(printed(true), "3, EVIOCGBIT(0, 8), [EV_SYN EV_KEY EV_ABS EV_MSC ...]");
	ioctl_exit(1);
	synth_chunk(&leave, 2, bits, sizeof(bits));
	cr_assert_str_eq(printed(true), "3, EVIOCGBIT(0, 8), [EV_SYN EV_KEY EV_ABS EV_MSC]");
	ioctl_exit(16);
	synth_chunk(&leave, 2, bits, 2);
	cr_assert_str_eq(printed(true), "3, EVIOCGBIT(0, 8), 0x1000", "the word ends in no memory");
	ioctl_exit(-ENOTTY);
	cr_assert_str_eq(printed(true), "3, EVIOCGBIT(0, 8), 0x1000");
	ioctl_enter(EVIOCGMTSLOTS_12);
	ioctl_exit(0);
	synth_chunk(&leave, 2, slots, sizeof(slots));
	cr_assert_str_eq(printed(true), "3, EVIOCGMTSLOTS(12), {code=ABS_MT_SLOT, values=[1, -2]}");
	ioctl_enter(EVIOCGNAME_8);
	ioctl_exit(8);
	synth_chunk(&leave, 2, "a mouse", 8);
	cr_assert_str_eq(printed(true), "3, EVIOCGNAME(8), \"a mouse\\0\"");
}

Test(decode, described_constants)
{
	uint64_t range[6] = { 0, UINT64_MAX, 3, 0x300000000, 0, 0 };

	ioctl_enter(BTRFS_DEFRAG_RANGE);
	synth_chunk(&enter, 2, range, sizeof(range));
	ioctl_exit(0);
	cr_assert_str_eq(printed(true),
			 "3, BTRFS_IOC_DEFRAG_RANGE, {start=0, len=UINT64_MAX, "
			 "flags=BTRFS_DEFRAG_RANGE_COMPRESS|BTRFS_DEFRAG_RANGE_START_IO, extent_thresh=0, "
			 "compress_type=BTRFS_COMPRESS_ZSTD}");
}

/* Returns a number of this call, or -1 if it has none in this ABI. */
static int number_of(const struct abi *abi, const struct sct_row *row)
{
	unsigned id = row->base ? row->base : 1 + (unsigned)(row - sct_rows);

	for (unsigned nr = 0; nr < abi->nr_max; nr++)
		if (abi->nr[nr] == id)
			return (int)nr;
	return -1;
}

Test(decode, fuzz, .timeout = 110)
{
	unsigned rows = 0;

	for (unsigned id = 0; id < SCT_ABI_MAX; id++) {
		const struct abi *abi = abi__get(id);

		for (unsigned i = 0; abi && i < sct_nrows; i++) {
			int nr = number_of(abi, &sct_rows[i]);

			if (nr < 0)
				continue;
			rows++;
			for (unsigned k = 0; k < 150; k++)
				torture(abi, (unsigned)nr, &sct_rows[i]);
		}
	}
	cr_assert_gt(rows, 350);
}

/* Signals of all numbers, with random values in all members of their siginfo. */
Test(decode, fuzz_siginfo)
{
	const struct decode_opts opts = {};

	for (unsigned i = 0; i < 50000; i++) {
		struct sct_signal sig = { .sig = (uint32_t)rnd(70) };
		int32_t head[3] = { (int32_t)sig.sig, (int32_t)rnd(2), (int32_t)rnd(20) - 8 };

		fill(sig.info, sizeof(sig.info));
		if (rnd(3))
			memcpy(sig.info, head, sizeof(head));
		text.len = 0;
		text_out__begin(&out);
		decode_siginfo(&out.out, &opts, &sig);
		buf__char(&text, '\0');
		clean(&sct_row_unknown);
	}
}

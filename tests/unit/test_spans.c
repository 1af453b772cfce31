// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The roles of the text in lines: sctrace_text_opts.write_spans. */
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/socket.h>

#include "event/pair.h"
#include "sink/file_out.h"
#include "sink/text.h"
#include "sink/text_spans.h"
#include "synth.h"

/* A letter for each role, in the order of enum sctrace_role. */
static const char letters[] = "-ktcpfnsSgrFdxcREDPGXMKU";

static struct buf got;
static struct decode_opts decode = { .strlen_max = 32 };
static int64_t clock_offset;
static struct pair *pair;
static struct sctrace_text *text;
static struct synth s;

/* Appends each span as a letter and its text in braces, and text outside of spans as it is. */
static int on_spans(void *ctx, const char *p, size_t n, const struct sctrace_span *spans, size_t nspans)
{
	size_t at = 0;

	(void)ctx;
	for (size_t i = 0; i < nspans; i++) {
		cr_assert_geq(spans[i].begin, at, "spans overlap");
		cr_assert_lt(spans[i].begin, spans[i].end);
		cr_assert_leq(spans[i].end, n);
		cr_assert(spans[i].role > SCTRACE_ROLE_NONE && spans[i].role < sizeof(letters) - 1);
		cr_assert_not(memchr(p + spans[i].begin, '\n', spans[i].end - spans[i].begin));
		buf__mem(&got, p + at, spans[i].begin - at);
		buf__printf(&got, "%c{%.*s}", letters[spans[i].role], (int)(spans[i].end - spans[i].begin),
			    p + spans[i].begin);
		at = spans[i].end;
	}
	buf__mem(&got, p + at, n - at);
	return 0;
}

static int on_event(void *ctx, const struct event *ev)
{
	(void)ctx;
	return sink__event((struct sink *)text, ev);
}

static void begin(struct sctrace_text_opts opts)
{
	opts.sz = sizeof(opts);
	opts.write_spans = on_spans;
	opts.column = 1;
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
	cr_assert_eq(text__new(&text, &opts, &decode, &clock_offset), 0);
}

static void teardown(void)
{
	pair__free(pair);
	sink__free((struct sink *)text);
	buf__free(&got);
}

TestSuite(spans, .fini = teardown);

static void give(void)
{
	cr_assert_eq(record__check(s.raw, s.size), s.size);
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
}

static void expect(const char *wanted)
{
	buf__char(&got, '\0');
	cr_assert_str_eq(got.p, wanted);
	got.len = 0;
}

static void lines(const char *wanted)
{
	cr_assert_eq(sink__flush((struct sink *)text, false), 0);
	expect(wanted);
}

Test(spans, a_call)
{
	begin((struct sctrace_text_opts){ .prefix = SCTRACE_PREFIX_PID, .durations = true });
	synth_enter(&s, 10, 1, SYS_openat, ARGS((uint64_t)-100, 0x1000, 0x80000));
	synth_chunk(&s, 1, "/none", 6);
	give();
	synth_exit(&s, 10, 1001, SYS_openat, -2, 1);
	give();
	lines("k{10    }c{openat}p{(}S{AT_FDCWD}p{, }s{\"/none\"}p{, }S{O_RDONLY|O_CLOEXEC}p{) = }R{-1 }"
	      "E{ENOENT (No such file or directory)}p{ <}D{0.000001}p{>}\n");
	synth_enter(&s, 10, 2000, SYS_mmap, ARGS(0, 4096, 3, 0x22, (uint64_t)-1, 0));
	give();
	synth_exit(&s, 10, 3000, SYS_mmap, 0x7000, 2000);
	give();
	lines("k{10    }c{mmap}p{(}n{NULL}p{, }n{4096}p{, }S{PROT_READ}p{|}S{PROT_WRITE}p{, }S{MAP_PRIVATE}p{|}"
	      "S{MAP_ANONYMOUS}p{, }n{-1}p{, }n{0}p{) = }R{0x7000}p{ <}D{0.000001}p{>}\n");
}

/* Names of signals, a request and a limit have roles of their own. */
Test(spans, names)
{
	const uint64_t all = ~0ull, limits[2] = { 8192 * 1024, all };

	begin((struct sctrace_text_opts){});
	synth_enter(&s, 10, 1, SYS_ioctl, ARGS(1, 0x5401, 0));
	give();
	synth_exit(&s, 10, 2, SYS_ioctl, -25, 1);
	give();
	lines("c{ioctl}p{(}n{1}p{, }r{TCGETS}p{, }n{NULL}p{) = }R{-1 }E{ENOTTY (Inappropriate ioctl for device)}\n");
	synth_enter(&s, 10, 3, SYS_prlimit64, ARGS(0, 4, 0x1000, 0));
	synth_chunk(&s, 2, limits, sizeof(limits));
	give();
	synth_exit(&s, 10, 4, SYS_prlimit64, 0, 3);
	give();
	lines("c{prlimit64}p{(}n{0}p{, }S{RLIMIT_CORE}p{, {}f{rlim_cur}p{=}n{8192*1024}p{, }f{rlim_max}p{=}"
	      "n{RLIM64_INFINITY}p{}, }n{NULL}p{) = }R{0}\n");
	synth_enter(&s, 10, 5, SYS_kill, ARGS(10, 15));
	give();
	synth_exit(&s, 10, 6, SYS_kill, 0, 5);
	give();
	lines("c{kill}p{(}n{10}p{, }g{SIGTERM}p{) = }R{0}\n");
}

/* The text is taken in the middle of a line, and the rest of the line later. */
Test(spans, unfinished)
{
	begin((struct sctrace_text_opts){ .prefix = SCTRACE_PREFIX_PID });
	synth_enter(&s, 10, 1, SYS_close, ARGS(3));
	give();
	cr_assert_eq(sink__flush((struct sink *)text, true), 0);
	expect("k{10    }c{close}p{(}n{3}");
	synth_enter(&s, 11, 2, SYS_close, ARGS(4));
	give();
	synth_exit(&s, 10, 3, SYS_close, 0, 1);
	give();
	lines("P{ <unfinished ...>}\nk{11    }c{close}p{(}n{4}P{ <unfinished ...>}\n"
	      "k{10    }P{<... close resumed>}p{) = }R{0}\n");
}

Test(spans, lines_of_no_call)
{
	begin((struct sctrace_text_opts){ .prefix = SCTRACE_PREFIX_PID });
	synth_signal(&s, 10, 1, 19, 0);
	s.signal.default_action = 1;
	give();
	synth_task_exit(&s, 10, 2, 0);
	give();
	lines("k{10    }G{--- SIGSTOP }p{{}f{si_signo}p{=}g{SIGSTOP}p{, }f{si_code}p{=}S{SI_USER}p{, }f{si_pid}p{=}n{0}"
	      "p{, }f{si_uid}p{=}n{0}p{}}G{ ---}\nk{10    }G{--- stopped by SIGSTOP ---}\n"
	      "k{10    }X{+++ exited with 0 +++}\n");
}

/* The line is longer than what is written at once. sctrace_event_text() has no callback for writing. */
Test(spans, one_event_with_a_long_line)
{
	const struct sctrace_text_opts opts = { .sz = sizeof(opts), .column = 100000 };
	struct event ev = { .kind = EV_EXIT, .tid = 10, .ts = 2 };
	struct synth begun;
	char line[16];

	cr_assert_eq(text__new(&text, &opts, &decode, &clock_offset), 0);
	synth_enter(&begun, 10, 1, SYS_close, ARGS(3));
	synth_exit(&s, 10, 2, SYS_close, 0, 1);
	ev.enter = &begun.enter;
	ev.exit = &s.exit;
	cr_assert_eq(text__one(text, &ev, line, sizeof(line)), 100003);
	cr_assert_str_eq(line, "close(3)       ");
}

/* The output of a decoder, without the rest of the line. */
static struct text_spans one;
static struct buf value;
static struct text_out out;

static void value_begin(void)
{
	value = (struct buf){ .marks = &one.marks };
	decode.fds_shown = SCT_FDS_PATH | SCT_FDS_SOCKET | SCT_FDS_DEV | SCT_FDS_EVENTFD;
	text_out__init(&out, &value, QUOTE_OCTAL, &decode);
}

static void value_is(const char *wanted)
{
	const struct sctrace_text_opts opts = { .write_spans = on_spans };

	cr_assert_eq(text_spans__write(&one, &opts, &value, value.len), 0);
	expect(wanted);
	buf__free(&value);
	text_spans__free(&one);
	one = (struct text_spans){};
}

Test(spans, files)
{
	struct {
		struct sct_socket s;
		char name[8];
	} socket = { .s = { .protocol = "TCP", .family = AF_INET, .local_port = 80, .port = 1234 } };
	struct out_file f = { .file = { .fd = 3, .kind = SCT_FILE_SOCKET, .more = SCT_MORE_SOCKET } };

	inet_pton(AF_INET, "127.0.0.1", socket.s.local);
	inet_pton(AF_INET, "10.0.0.1", socket.s.addr);
	f.name = (const uint8_t *)&socket;
	f.len = sizeof(socket.s);
	value_begin();
	file_out__text(&out, &f);
	value_is("p{<}d{TCP:[127.0.0.1:80->10.0.0.1:1234]}p{>}");

	f = (struct out_file){ .file = { .fd = 3, .kind = SCT_FILE_PATH, .mode = 0020666, .rdev = 1 << 20 | 3 },
			       .name = (const uint8_t *)"/dev/null",
			       .len = 9 };
	value_begin();
	file_out__text(&out, &f);
	value_is("p{<}d{/dev/null}p{<}d{char 1:3}p{>>}");

	f = (struct out_file){ .file = { .fd = 3, .kind = SCT_FILE_ANON, .more = SCT_MORE_EVENTFD, .v = { 7, 2 } } };
	value_begin();
	file_out__text(&out, &f);
	value_is("p{<{}f{eventfd-count}p{=}n{0x7}p{, }f{eventfd-id}p{=}n{2}p{, }f{eventfd-semaphore}p{=}n{0}p{}>}");
}

Test(spans, operators)
{
	value_begin();
	out_shifted(&out.out, 21, 26, "MAP_HUGE_SHIFT", false);
	out_plus(&out.out, "NAME", 8, 5, true);
	value_is("n{21}p{<<}S{MAP_HUGE_SHIFT}p{, }S{NAME}p{+}n{0x5}");
}

/* Text that is removed removes its spans, too; inside of text with one role, no other roles are set. */
Test(spans, taken_back)
{
	value_begin();
	out_int(&out.out, 1);
	out_name(&out.out, "NAME", 2);
	value.len = 1;
	out_int(&out.out, 2);
	mark_whole(&value, SCTRACE_ROLE_COMMENT);
	out_name(&out.out, "NAME", 2);
	mark_end(&value);
	out_int(&out.out, 3);
	value_is("n{1}p{, }n{2}c{, NAME}p{, }n{3}");
}

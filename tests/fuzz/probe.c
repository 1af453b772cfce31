// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Probes: texts that people type, probes in a recording, the fields of a tracepoint, a program's symbols and notes, and
 * files of probes, with memory for their structs. The first byte of the input chooses one of these.
 */
#include "fuzz.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "decode/core/decode.h"
#include "probe/elf.h"
#include "probe/probe.h"
#include "probe/rows.h"
#include "probe/usdt.h"
#include "sink/text_out.h"
#include "plan/plan.h"

static char text[256];

/* -EINVAL comes with a message. */
static void check_why(int err)
{
	MUST(err != -EINVAL || *text, "no reason");
}

static void spec(const char *s)
{
	struct probe_spec p;
	int err = probe_spec__parse(&p, s, NULL, &(struct errmsg){ text, sizeof(text) });

	check_why(err);
	MUST(err || (p.func && *p.func), "a probe of nothing");
	MUST(p.row.nargs <= SCT_NARGS && p.nfields <= FIELDS_MAX, "too many arguments");
	for (unsigned i = 0; !err && i < p.row.nargs; i++)
		MUST(p.row.args[i].name && *p.row.args[i].name, "an argument without a name");
	probe_spec__free(&p);
}

/* Parses several definitions, each ended by two NULs. */
static void definitions(const char *s, size_t n)
{
	struct probes set = {};

	while (n) {
		const char *end = memmem(s + 1, n - 1, "\0\0", 2);
		size_t len = end ? (size_t)(end - s) : n;

		probes__define(&set, (uint32_t)(unsigned char)s[0], s + 1, len - 1);
		n -= end ? len + 2 : len;
		s += len + 2;
	}
	for (uint32_t i = 0; i < set.n; i++) {
		const struct probe *p = probes__get(&set, i);

		for (const char *c = p ? p->spec.func : ""; *c; c++)
			MUST((unsigned char)*c >= 0x20 && *c != 0x7f, "a name that is no text");
	}
	probes__free(&set);
}

static void program(const void *image, size_t n)
{
	struct errmsg errmsg = { text, sizeof(text) };
	struct elf_funcs f;
	struct usdts u = {};
	char path[64];
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	MUST(fd >= 0 && write(fd, image, n) == (ssize_t)n, "a file");
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	check_why(elf__functions(path, "*", 100, &f, &errmsg));
	elf_funcs__free(&f);
	check_why(usdts__find(&u, path, "*", "*", &errmsg));
	for (size_t i = 0; i < u.n; i++) {
		char word[1024];

		MUST(u.v[i].places, "a probe that is nowhere");
		if (snprintf(word, sizeof(word), "usdt=%s:%s%s", u.v[i].provider, u.v[i].name, u.v[i].prototype) < 1024)
			spec(word);
	}
	usdts__free(&u);
	close(fd);
}

/* Captures and prints a probe by its plan, with this memory and the memory behind its pointers. */
static void memory(const struct sct_row *row, const struct input *in)
{
	static const uint8_t abis[] = { SCT_ABI_X86_64, SCT_ABI_I386, SCT_ABI_ARM };
	const struct decode_opts opts = { .strlen_max = 32, .verbose = in->left & 1 };
	struct call c = { .row = row, .opts = &opts, .in = in->p, .in_len = (uint32_t)in->left };
	struct text_out out = {};
	struct buf line = {};
	struct sct_plan plan;

	for (unsigned i = 0; i < SCT_NARGS; i++)
		c.args[i] = 0x1000 + i;
	for (unsigned i = 0; i < sizeof(abis); i++) {
		c.abi = abi__get(abis[i]);
		plan__make(&plan, c.abi, row, &opts, true);
		MUST(plan.ncaps <= SCT_PLAN_NCAPS, "too many captures");
		text_out__init(&out, &line, QUOTE_OCTAL, &opts);
		text_out__begin(&out);
		for (unsigned k = 0; k < row->nargs; k++)
			call__arg(&out.out, &c, k);
	}
	buf__free(&line);
}

/* Text, and after a NUL the chunks of a record. */
static void rows(struct input in)
{
	const uint8_t *nul = memchr(in.p, 0, in.left);
	size_t left = nul ? in.left - (size_t)(nul + 1 - in.p) : 0;
	uint8_t *aligned = malloc(left + 1); /* the size is aligned, as in records */
	struct input chunks = { aligned, left };
	struct probe_rows r;

	MUST(aligned, "memory");
	memcpy(aligned, nul ? nul + 1 : in.p, left);
	check_why(probe_rows__parse(&r, (const char *)in.p, nul ? (size_t)(nul - in.p) : in.left, "f",
				    &(struct errmsg){ text, sizeof(text) }));
	for (size_t i = 0; i < r.n; i++) {
		const struct probe_spec *s = &r.v[i].spec;
		struct probes set = {};

		if (*text) /* the last definition is invalid */
			break;
		MUST(!probes__add(&set, s, &(struct probe_place){ .name = "f" }), "a row that makes no probe");
		memory(&set.v[0]->spec.row, &chunks);
		memory(&set.v[0]->spec.ret, &chunks);
		probes__free(&set);
	}
	probe_rows__free(&r);
	free(aligned);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size };
	unsigned what = input_u8(&in) % 4;
	char *copy = malloc(in.left + 1);

	MUST(copy, "memory");
	memcpy(copy, in.p, in.left);
	copy[in.left] = '\0';
	*text = '\0';
	if (what == 0)
		spec(copy);
	else if (what == 1)
		definitions(copy, in.left);
	else if (what == 2)
		program(in.p, in.left);
	else
		rows(in);
	free(copy);
	return 0;
}

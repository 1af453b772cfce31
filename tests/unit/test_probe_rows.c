// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Files of probes: offsets of members, what is captured and printed of them, and the messages about invalid ones. */
#include "probe/rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "decode/core/decode.h"
#include "probe/defs.h"
#include "sink/text_out.h"
#include "plan/plan.h"
#include "synth.h"

static struct probe_rows rows;
static char errmsg[256];

static int parse_bytes(const char *text, size_t size)
{
	errmsg[0] = '\0';
	probe_rows__free(&rows);
	return probe_rows__parse(&rows, text, size, "FILE", &(struct errmsg){ errmsg, sizeof(errmsg) });
}

static int parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

static void done(void)
{
	probe_rows__free(&rows);
}

TestSuite(probe_rows, .fini = done);

#define REQUEST "struct request { fd:fd, flags:hex, path:str, len:size_t, body:buf(len) }\n"

/* ---- layout ---- */

static const struct own_type *named(const char *name)
{
	const struct own_type *t = types__get(rows.types, types__find(rows.types, name));

	cr_assert(t, "%s", name);
	return t;
}

static void lies(const char *type, const char *member, unsigned lp64, unsigned i386, unsigned arm)
{
	const struct own_type *t = named(type);

	for (unsigned i = 0; i < t->desc.n; i++) {
		const struct field *f = &t->desc.fields[i];

		if (f->kind == FIELD_MORE || strcmp(f->name, member))
			continue;
		cr_expect_eq(f->off[LAYOUT_LP64], lp64, "%s.%s: %u", type, member, f->off[LAYOUT_LP64]);
		cr_expect_eq(f->off[LAYOUT_I386], i386, "%s.%s: %u", type, member, f->off[LAYOUT_I386]);
		cr_expect_eq(f->off[LAYOUT_ARM], arm, "%s.%s: %u", type, member, f->off[LAYOUT_ARM]);
		return;
	}
	cr_assert_fail("no member %s", member);
}

static void has_bytes(const char *type, unsigned lp64, unsigned i386, unsigned arm)
{
	const struct own_type *t = named(type);

	cr_expect_eq(t->desc.size[LAYOUT_LP64], lp64, "%s: %u", type, t->desc.size[LAYOUT_LP64]);
	cr_expect_eq(t->desc.size[LAYOUT_I386], i386, "%s: %u", type, t->desc.size[LAYOUT_I386]);
	cr_expect_eq(t->desc.size[LAYOUT_ARM], arm, "%s: %u", type, t->desc.size[LAYOUT_ARM]);
}

Test(probe_rows, layout)
{
	cr_assert_eq(parse(REQUEST "struct mixed { c:char, q:u64, s:short, name:char[5], l:long, last:u8 }\n"
				   "struct outer { n:u8, in:mixed, list:u16[3], p:request*, at:timespec }\n"
				   "struct placed { a:u32@4, b:u8@100, c:u16 }\n"),
		     0, "%s", errmsg);
	lies("request", "flags", 4, 4, 4);
	lies("request", "path", 8, 8, 8);
	lies("request", "body", 24, 16, 16);
	has_bytes("request", 32, 20, 20);
	/* 64 bits are aligned to 4 on i386, to 8 on arm */
	lies("mixed", "q", 8, 4, 8);
	lies("mixed", "name", 18, 14, 18);
	lies("mixed", "l", 24, 20, 24);
	has_bytes("mixed", 40, 28, 32);
	lies("outer", "in", 8, 4, 8);
	lies("outer", "list", 48, 32, 40);
	lies("outer", "p", 56, 40, 48);
	lies("outer", "at", 64, 44, 52);
	has_bytes("outer", 80, 52, 64);
	/* the row gives the offset; the next member follows */
	lies("placed", "c", 102, 102, 102);
	has_bytes("placed", 104, 104, 104);
}

Test(probe_rows, as_c)
{
	struct mixed {
		char c;
		uint64_t q;
		short s;
		char name[5];
		long l;
		uint8_t last;
	};

	cr_assert_eq(parse("struct mixed { c:char, q:u64, s:short, name:char[5], l:long, last:u8 }"), 0, "%s", errmsg);
	cr_expect_eq(named("mixed")->desc.size[LAYOUT_LP64], sizeof(struct mixed));
	cr_expect_eq(named("mixed")->desc.fields[3].off[LAYOUT_LP64], offsetof(struct mixed, name));
	cr_expect_eq(named("mixed")->desc.fields[4].off[LAYOUT_LP64], offsetof(struct mixed, l));
}

/* ---- from definitions to lines ---- */

/* The memory of the traced process: one piece at each address. */
struct piece {
	uint64_t addr;
	const void *p;
	uint32_t size;
};

static const struct piece *memory;
static struct decode_opts opts = { .strlen_max = 32 };

static const uint8_t *at(uint64_t addr, uint32_t *left)
{
	for (const struct piece *m = memory; m->size; m++)
		if (addr >= m->addr && addr < m->addr + m->size) {
			*left = (uint32_t)(m->addr + m->size - addr);
			return (const uint8_t *)m->p + (addr - m->addr);
		}
	return NULL;
}

static uint64_t number(uint64_t addr, unsigned size)
{
	uint64_t v = 0;
	uint32_t left;
	const uint8_t *p = at(addr, &left);

	if (p && left >= size)
		memcpy(&v, p, size);
	return v;
}

/* Captures one entry of the plan, as bpf/record/capture.bpf.h does. */
static void capture(struct synth *s, const struct sct_cap *cap, const uint64_t *args)
{
	uint64_t addr = args[cap->arg], n = 1;
	const uint8_t *p;
	uint32_t left;

	if (cap->kind == SCT_CAP_NEST) {
		if (cap->via_off != SCT_NO_OFF)
			addr = number(addr + cap->via_off, 8);
		n = !addr ? 0 : cap->cnt_off == SCT_NO_OFF ? 1 : number(addr + cap->cnt_off, cap->cnt_size);
		addr = addr ? number(addr + cap->ptr_off, 8) : 0;
	} else if (cap->len_from == SCT_LEN_ARG) {
		n = args[cap->len_arg];
	}
	p = at(addr, &left);
	if (!p)
		return;
	n *= cap->elem ? cap->elem : cap->max;
	n = n < cap->max ? n : cap->max;
	if (!cap->elem || cap->kind == SCT_CAP_STR)
		n = strnlen((const char *)p, n) + 1;
	cr_assert_leq(n, left, "more is read than there is");
	if (cap->kind == SCT_CAP_NEST)
		synth_part(s, cap->arg, SCT_PART_NEST, cap->sub, p, (int32_t)n);
	else
		synth_chunk(s, cap->arg, p, (int32_t)n);
}

static struct synth enter;
static struct buf text;
static struct text_out out;

static const char *print(const struct probe_spec *s, const uint64_t args[SCT_NARGS])
{
	struct call c = { .row = &s->row, .abi = abi__get(SCT_ABI_X86_64), .opts = &opts };
	struct sct_plan plan;

	memcpy(c.args, args, sizeof(c.args));
	synth_enter(&enter, 1, 1, 0, args);
	plan__make(&plan, c.abi, &s->row, &opts, true);
	for (unsigned i = 0; i < plan.ncaps; i++)
		capture(&enter, &plan.cap[i], args);
	c.in = enter.raw + sizeof(enter.enter);
	c.in_len = enter.enter.data_len;
	text.len = 0;
	text_out__init(&out, &text, QUOTE_OCTAL, &opts);
	text_out__begin(&out);
	for (unsigned i = 0; i < s->row.nargs; i++)
		call__arg(&out.out, &c, i);
	buf__char(&text, '\0');
	return text.p;
}

/* The probe is made from its definition alone, as it is for a recording. */
static void prints(const char *probe, const uint64_t args[SCT_NARGS], const char *want)
{
	const struct probe_place place = { .file = "/bin/true", .name = "f" };
	struct probes set = {};
	struct probe_spec s;

	cr_assert_eq(probe_spec__parse(&s, probe, rows.types, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0, "%s",
		     errmsg);
	cr_assert_eq(probes__add(&set, &s, &place), 0);
	cr_expect_str_eq(print(&probes__get(&set, 0)->spec, args), want, "%s: %s", probe, text.p);
	probes__free(&set);
	probe_spec__free(&s);
}

/* Adds the probes of a list, each at the same place, and returns the last result. */
static int add(struct probes *set, const char *const *probes)
{
	const struct probe_place place = { .file = "/bin/true", .name = "f" };
	int err = 0;

	for (; *probes; probes++) {
		struct probe_spec s;

		cr_assert_eq(probe_spec__parse(&s, *probes, rows.types, &(struct errmsg){}), 0, "%s", *probes);
		err = probes__add(set, &s, &place);
		probe_spec__free(&s);
	}
	return err;
}

Test(probe_rows, probes_given_twice)
{
	struct probes same = {}, several = {}, calls = {};

	cr_expect_eq(add(&same, (const char *const[]){ "ufunc=f", "ufunc=f(a:int)", "ufunc=f", NULL }), 0);
	cr_expect_eq(same.n, 1);
	cr_expect_eq(same.v[0]->given, 3);
	cr_expect_eq(same.v[0]->spec.row.nargs, 1);
	cr_expect_eq(add(&several, (const char *const[]){ "uprobe=f(a:int)", "uprobe=f(a:hex)", "uprobe=f(a:hex)",
							  "uretprobe=f", NULL }),
		     0);
	cr_expect_eq(several.n, 3);
	cr_expect_eq(several.v[1]->given, 2);
	cr_expect_eq(add(&calls, (const char *const[]){ "ufunc=f(a:int)", "ufunc=f(a:hex)", NULL }), -EEXIST);
	probes__free(&same);
	probes__free(&several);
	probes__free(&calls);
}

struct request {
	int fd;
	unsigned flags;
	const char *path;
	size_t len;
	const char *body;
};

static const struct request request = { 3, 0x10, (void *)0x2000, 4, (void *)0x3000 };
static const struct node {
	int v;
	uint64_t next;
} nodes[] = { { 1, 0x5010 }, { 2, 0x5020 }, { 3, 0x5030 } };
static const struct {
	uint16_t how;
	uint8_t set;
	char name[5];
	uint64_t in[2], request;
	uint32_t n;
	uint64_t list;
	int64_t sec, nsec;
} outer = { 2, 5, "abcd", { 7, 8 }, 0x1000, 2, 0x6000, 12, 34 };
static const uint32_t list[] = { 70000, 5 };

static const struct piece pieces[] = {
	{ 0x1000, &request, sizeof(request) },
	{ 0x2000, "/a/path", 8 },
	{ 0x3000, "body and more", 13 },
	{ 0x5000, nodes, sizeof(nodes) },
	{ 0x6000, list, sizeof(list) },
	{ 0x7000, &outer, sizeof(outer) },
	{},
};

Test(probe_rows, printed)
{
	memory = pieces;
	cr_assert_eq(parse(REQUEST "struct node { v:int, next:node* }\n"
				   "struct pair { a:u64, b:u64 }\n"
				   "enum how { READ, WRITE=2, }\n"
				   "enum bits { A=1, B=2, C=4 }\n"
				   "struct outer { # what is in it\n"
				   "	how:enum(how, u16), set:flags(bits, u8), name:char[5],\n"
				   "	in:pair, request:request*, n:u32, list:array(hex, n), time:timespec,\n"
				   "}\n"),
		     0, "%s", errmsg);
	prints("uprobe=f(req:request*, n:int) -> int", (uint64_t[SCT_NARGS]){ 0x1000, 9 },
	       "{fd=3, flags=0x10, path=\"/a/path\", len=4, body=\"body\"}, 9");
	prints("uprobe=f(req:request*)", (uint64_t[SCT_NARGS]){ 0 }, "NULL");
	prints("uprobe=f(req:struct(request))", (uint64_t[SCT_NARGS]){ 0xdead }, "0xdead");
	prints("uprobe=f(n:node*)", (uint64_t[SCT_NARGS]){ 0x5000 }, "{v=1, next={v=2, next={v=3, next=0x5030}}}");
	prints("uprobe=f(o:outer*)", (uint64_t[SCT_NARGS]){ 0x7000 },
	       "{how=WRITE, set=A|C, name=\"abcd\", in={a=7, b=8}, "
	       "request={fd=3, flags=0x10, path=\"/a/path\", len=4, body=\"body\"}, n=2, list=[0x11170, 0x5], "
	       "time={tv_sec=12, tv_nsec=34}}");
	prints("uprobe=f(n:size_t, list:array(u32, n), v:u32*, how:enum(how), small:hex(u8))",
	       (uint64_t[SCT_NARGS]){ 2, 0x6000, 0x6004, 7, 0xff80 }, "2, [70000, 5], [5], 0x7 /* how_??? */, 0x80");
	prints("uprobe=f(r:array(request, 1))", (uint64_t[SCT_NARGS]){ 0x1000 },
	       "[{fd=3, flags=0x10, path=0x2000, len=4, body=0x3000}]");
}

Test(probe_rows, shortened)
{
	memory = pieces;
	cr_assert_eq(parse("struct request { fd:fd, ..., flags:hex, path:path, len:size_t, ... }"), 0, "%s", errmsg);
	prints("uprobe=f(req:request*)", (uint64_t[SCT_NARGS]){ 0x1000 }, "{fd=3, ...}");
	opts.verbose = true;
	prints("uprobe=f(req:request*)", (uint64_t[SCT_NARGS]){ 0x1000 },
	       "{fd=3, flags=0x10, path=\"/a/path\", len=4, ...}");
	opts.verbose = false;
}

/* ---- which definition is used ---- */

static const struct probe_spec *found(const char *probe, const char *name, const char *file)
{
	const struct probe_spec *row;
	struct probe_spec s;

	cr_assert_eq(probe_spec__parse(&s, probe, rows.types, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0, "%s",
		     errmsg);
	row = probe_rows__find(&rows, &s, name, file);
	probe_spec__free(&s);
	return row;
}

Test(probe_rows, find)
{
	cr_assert_eq(parse("ufunc=/bin/true:f(a:int) -> int\n"
			   "uprobe=g_*(b:int)\n"
			   "uprobe=g_one(c:int)\n"
			   "uprobe=h+4(d:int)\n"
			   "usdt=my:query__*(q:str)\n"
			   "kfunc=g_k(e:int)\n"),
		     0, "%s", errmsg);
	probe_rows__locate(&rows, &(struct probe_owner){});
	cr_expect_eq(found("uprobe=/bin/true:f", "f", "/bin/true"), &rows.v[0].spec);
	cr_expect_null(found("uprobe=/bin/false:f", "f", "/bin/false"), "another file");
	cr_expect_eq(found("uretprobe=g_one", "g_one", "/bin/true"), &rows.v[1].spec, "the first that is of it");
	cr_expect_null(found("uprobe=h", "h", "/bin/true"), "another place");
	cr_expect_eq(found("uprobe=h+4", "h", "/bin/true"), &rows.v[3].spec);
	cr_expect_eq(found("usdt=my:*", "my:query__start", "/bin/true"), &rows.v[4].spec);
	cr_expect_null(found("usdt=my:*", "other:query__start", "/bin/true"));
	cr_expect_eq(found("kfunc=g_*", "g_k", NULL), &rows.v[5].spec, "one of the kernel's");
}

/* ---- invalid definitions ---- */

static void refused(const char *content, const char *want)
{
	cr_expect_eq(parse(content), -EINVAL, "%s", content);
	cr_expect_str_eq(errmsg, want, "%s: %s", content, errmsg);
}

Test(probe_rows, refused)
{
	refused("\n\nufunc=f(a:intt)", "FILE:3: there is no type 'intt' (did you mean 'int'?)");
	refused("hello",
		"FILE:1: 'hello' is not a row (valid: struct NAME {...}, enum NAME {...}, uprobe=, uretprobe=, "
		"ufunc=, kfunc=, usdt=)");
	refused("tracepoint=a:b", "FILE:1: a tracepoint has the fields that the kernel gives it, and no prototype");
	refused("struct",
		"FILE:1: 'struct' is not a row (valid: struct NAME {...}, enum NAME {...}, uprobe=, uretprobe=, "
		"ufunc=, kfunc=, usdt=)");
	refused("struct a", "FILE:1: a row of this kind is 'struct NAME { ... }'");
	refused("struct a {}", "FILE:1: a member is 'NAME:TYPE', not '}'");
	refused("struct a { b:int ", "FILE:1: after a member of struct 'a' comes ',' or '}'");
	refused("struct a {\n b:int,\n", "FILE:1: a member is 'NAME:TYPE', not ''");
	refused("struct a { b:int } c", "FILE:1: nothing is expected after '}'");
	refused("struct a { ... }", "FILE:1: struct 'a' has no members");
	refused("struct a { b:int, b:int }", "FILE:1: there are two members 'b'");
	refused("struct a { b:int }\nstruct a { b:int }", "FILE:2: there are two structs 'a'");
	refused("struct a { b:a }",
		"FILE:1: member 'b': struct 'a' does not come before this one ('a*' is a pointer to it)");
	refused("struct a { b:c }\nstruct c { b:int }",
		"FILE:1: member 'b': struct 'c' does not come before this one ('c*' is a pointer to it)");
	refused("struct a { b:str* }", "FILE:1: member 'b': 'str*' is a pointer to a pointer, which is 'ptr'");
	refused("struct a { b:str[2] }", "FILE:1: member 'b': an array can have numbers, ptr or structs only");
	refused("struct a { b:kfile }", "FILE:1: type 'kfile' is for functions of the kernel only (kfunc=)");
	refused("struct a { b:bytes(c) }",
		"FILE:1: the length of 'b' is another member or a number of at most 65535 bytes, not 'c'");
	refused("struct a { b:bytes(c), c:u8 }", "FILE:1: the length of 'b', 'c', is not a number of 2, 4 or 8 bytes");
	refused("struct a { b:int[5000] }", "FILE:1: '5000' is not a number from 0 to 4096");
	refused("struct a { b:u64[4096] }", "FILE:1: member 'b' has more than 4096 bytes");
	refused("struct a { b:int@5000 }", "FILE:1: '5000' is not a number from 0 to 4095");
	refused("struct a { b:u64@4090 }", "FILE:1: struct 'a' has more than 4096 bytes");
	refused("struct a { b:hex(str) }", "FILE:1: type 'hex(...)': a type such as u16 and ')' are expected");
	refused("struct a { b:array(str, 2) }", "FILE:1: an array can have numbers or structs only");
	refused("struct a { b:array(int) }", "FILE:1: type 'array(...)': a type, ',', a length and ')' are expected");
	refused("enum e { A=x }", "FILE:1: 'x }' is not a number (valid: 16, -1, 0x10)");
	refused("enum e { A B }", "FILE:1: '}' is missing at the end of the constants");
	refused("enum e { A }\nenum e { B }", "FILE:2: there are two sets of constants 'e'");
	refused("enum e { 1", "FILE:1: '}' is missing at the end of the constants");
	refused("ufunc=f(a:int[2])",
		"FILE:1: 'a' is not a member of a struct: write 'array(TYPE, N)' for an array in memory");
	refused("struct s { a:int }\nufunc=f(a:s)",
		"FILE:2: 'a' is a struct, which is passed by its address: write 'TYPE*'");
	refused("ufunc=f(a:str*)", "FILE:1: 'a' is a pointer to a pointer, which is 'ptr'");
	refused("# \033[2J", "FILE:1: byte 0x1b is not text");
	cr_expect_eq(parse_bytes("struct a { b:int }\n\0x", 21), -EINVAL);
	cr_expect_str_eq(errmsg, "FILE:2: byte 0x00 is not text");
}

/* The number of members is limited, also of structs within structs and of members in the same place. */
Test(probe_rows, bounded)
{
	char big[4096];
	int n = 0;

	n += snprintf(big + n, sizeof(big) - (size_t)n, "struct s0 { a:u8 }\n");
	for (int i = 1; i < 10; i++)
		n += snprintf(big + n, sizeof(big) - (size_t)n, "struct s%d { a:s%d }\n", i, i - 1);
	cr_expect_eq(parse(big), -EINVAL);
	cr_expect_str_eq(errmsg, "FILE:9: in struct 's8' there are more than 8 structs within each other", "%s",
			 errmsg);
	n = snprintf(big, sizeof(big), "struct s0 { a:u8 }\n");
	for (int i = 1; i < 8; i++)
		n += snprintf(big + n, sizeof(big) - (size_t)n,
			      "struct s%d { a:s%d@0, b:s%d@0, c:s%d@0, d:s%d@0, e:s%d@0, f:s%d@0, g:s%d@0, h:s%d@0 }\n",
			      i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	cr_expect_eq(parse(big), -EINVAL);
	cr_expect_str_eq(errmsg, "FILE:6: struct 's5' has more than 8192 values, with those of the structs in it", "%s",
			 errmsg);
}

Test(probe_rows, files)
{
	cr_expect_eq(probe_rows__read(&rows, "/nowhere", &(struct errmsg){ errmsg, sizeof(errmsg) }), -ENOENT);
	cr_expect_str_eq(errmsg, "cannot read '/nowhere': No such file or directory");
	cr_expect_eq(probe_rows__read(&rows, "/", &(struct errmsg){ errmsg, sizeof(errmsg) }), -EISDIR);
	cr_expect_eq(probe_rows__read(&rows, "/dev/zero", &(struct errmsg){ errmsg, sizeof(errmsg) }), -EINVAL);
	cr_expect_str_eq(errmsg, "/dev/zero:1: the file has more than 262144 bytes");
	probe_rows__free(&rows);
	cr_expect_eq(probe_rows__read(&rows, "/dev/null", &(struct errmsg){ errmsg, sizeof(errmsg) }), 0);
	cr_expect_eq(rows.n, 0);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Specifications of probes: valid ones, and the messages about invalid ones. */
#include "probe/probe.h"

#include <errno.h>
#include <string.h>

#include <criterion/criterion.h>

static struct probe_spec s;
static char errmsg[256];

static int parse(const char *text)
{
	errmsg[0] = '\0';
	return probe_spec__parse(&s, text, NULL, &(struct errmsg){ errmsg, sizeof(errmsg) });
}

static void done(void)
{
	probe_spec__free(&s);
}

TestSuite(probe, .fini = done);

Test(probe, place)
{
	cr_assert_eq(parse("uprobe=/usr/bin/app:main+0x10"), 0);
	cr_assert_eq(s.kind, PROBE_UPROBE);
	cr_assert_str_eq(s.file, "/usr/bin/app");
	cr_assert_str_eq(s.func, "main");
	cr_assert_eq(s.off, 16);
	cr_assert_not(s.typed);
	probe_spec__free(&s);
	cr_assert_eq(parse("uretprobe=handle_*"), 0);
	cr_assert_null(s.file);
	cr_assert_str_eq(s.func, "handle_*");
}

Test(probe, cxx)
{
	cr_assert_eq(parse("ufunc=./app:ns::cls::operator()(a:int)"), 0);
	cr_assert_str_eq(s.file, "./app");
	cr_assert_str_eq(s.func, "ns::cls::operator()");
	cr_assert_eq(s.row.nargs, 1);
	probe_spec__free(&s);
	cr_assert_eq(parse("ufunc=ns::f"), 0);
	cr_assert_null(s.file);
	cr_assert_str_eq(s.func, "ns::f");
}

Test(probe, prototype)
{
	cr_assert_eq(
		parse("ufunc=./app:handle(fd:fd, path:str, b:bytes(n), n:size_t, how:flags(open_mode_flags), c:i8) -> int"),
		0, "%s", errmsg);
	cr_assert_eq(s.row.nargs, 6);
	cr_assert_str_eq(s.row.args[1].name, "path");
	cr_assert_eq(s.row.args[0].kind, K_FD);
	cr_assert_eq(s.row.args[1].kind, K_STR);
	cr_assert_eq(s.row.args[2].kind, K_BYTES);
	cr_assert_eq(s.row.args[2].len, SCT_LEN_ARG);
	cr_assert_eq(s.row.args[2].len_arg, 3);
	cr_assert_eq(s.row.args[4].flags, &flags_open_mode_flags);
	cr_assert_eq(s.row.args[5].elem, 1);
	cr_assert(s.ret_typed);
	cr_assert_eq(s.ret.args[0].kind, K_INT);
	probe_spec__free(&s);
	cr_assert_eq(parse("ufunc=f()->struct(timespec)"), 0, "%s", errmsg);
	cr_assert(s.typed);
	cr_assert_eq(s.row.nargs, 0);
	cr_assert_eq(s.ret.args[0].kind, K_STRUCT);
}

Test(probe, usdt)
{
	cr_assert_eq(parse("usdt=mysql:query__*(query:str, id:u64)"), 0, "%s", errmsg);
	cr_assert_eq(s.kind, PROBE_USDT);
	cr_assert_null(s.file);
	cr_assert_str_eq(s.provider, "mysql");
	cr_assert_str_eq(s.func, "query__*");
	cr_assert_eq(s.row.nargs, 2);
	probe_spec__free(&s);
	cr_assert_eq(parse("usdt=/usr/lib/a:b.so:python:line"), 0);
	cr_assert_str_eq(s.file, "/usr/lib/a:b.so");
	cr_assert_str_eq(s.provider, "python");
	cr_assert_str_eq(s.func, "line");
}

Test(probe, tracepoint)
{
	cr_assert_eq(parse("tracepoint=sched:sched_*"), 0, "%s", errmsg);
	cr_assert_eq(s.kind, PROBE_TRACEPOINT);
	cr_assert_str_eq(s.provider, "sched");
	cr_assert_str_eq(s.func, "sched_*");
	cr_assert_eq(s.nfields, 0);
	probe_spec__free(&s);
	/* in the form that a recording has */
	cr_assert_eq(parse("tracepoint=-:-(comm:str@8+16, pid:i32@24+4, file:loc@28+4, args:u64@32+48)"), 0, "%s",
		     errmsg);
	cr_assert_eq(s.nfields, 4);
	cr_assert_str_eq(s.fields[0].name, "comm");
	cr_assert_eq(s.fields[0].kind, EF_STR);
	cr_assert_eq(s.fields[0].size, 16);
	cr_assert_eq(s.fields[1].width, 4);
	cr_assert_eq(s.fields[2].kind, EF_LOC);
	cr_assert_eq(s.fields[3].off, 32);
}

static void refused(const char *text, const char *want)
{
	cr_assert_eq(parse(text), -EINVAL, "%s", text);
	cr_assert_str_eq(errmsg, want, "%s: %s", text, errmsg);
	probe_spec__free(&s);
}

Test(probe, refused)
{
	static const char *const no_fields[] = {
		"tracepoint=a:b(",
		"tracepoint=a:b(x)",
		"tracepoint=a:b(x:i32@8+4",
		"tracepoint=a:b(x:i32@8+4) -> int",
		"tracepoint=a:b(x:i32@8+3)",
		"tracepoint=a:b(x:loc@8+8)",
		"tracepoint=a:b(x:u8@4090+6)",
		"tracepoint=a:b(x:str@99999+99999)",
	};

	refused("open", "'open' is not a probe (valid: uprobe=, uretprobe=, ufunc=, kfunc=, tracepoint=, usdt=)");
	refused("kfunc=a:f", "a kfunc is FUNCTION[(NAME:TYPE, ...)][ -> TYPE]");
	refused("kfunc=f+4", "a kfunc is for a whole function: only a uprobe takes '+4'");
	refused("ufunc=f(a:kfile)", "type 'kfile' is for functions of the kernel only (kfunc=)");
	refused("ufunc=", "a ufunc is [FILE:]FUNCTION[+OFFSET][(NAME:TYPE, ...)][ -> TYPE]");
	refused("ufunc=:f", "a ufunc is [FILE:]FUNCTION[+OFFSET][(NAME:TYPE, ...)][ -> TYPE]");
	refused("usdt=line", "a usdt is [FILE:]PROVIDER:NAME[(NAME:TYPE, ...)]");
	refused("usdt=:line", "a usdt is [FILE:]PROVIDER:NAME[(NAME:TYPE, ...)]");
	refused("usdt=a:b -> int", "a usdt has no return value (ufunc and uretprobe have)");
	refused("tracepoint=sched_switch", "a tracepoint is CATEGORY:NAME");
	for (unsigned i = 0; i < sizeof(no_fields) / sizeof(no_fields[0]); i++)
		refused(no_fields[i], "a tracepoint has the fields that the kernel gives it, and no prototype");
	refused("ufunc=f+8", "a ufunc is for a whole function: only a uprobe takes '+8'");
	refused("uprobe=f+8x", "'8x' is not an offset (valid: +16, +0x10)");
	refused("ufunc=f(a)", "an argument is 'NAME:TYPE', not 'a'");
	refused("ufunc=f(a:)", "a type is missing at ')'");
	refused("ufunc=f(a:int", "after 'a' comes ',' or ')'");
	refused("ufunc=f(a:int,a:int)", "there are two arguments 'a'");
	refused("ufunc=f(a:intt)", "there is no type 'intt' (did you mean 'int'?)");
	refused("ufunc=f(a:int(b))", "type 'int' takes nothing in parentheses");
	refused("ufunc=f(a:bytes)", "type 'bytes' takes a name in parentheses");
	refused("ufunc=f(a:bytes(a))", "the length of 'a', 'a', is not a number");
	refused("ufunc=f(a:bytes(b))", "the length of 'a' is another argument or a number up to 65535, not 'b'");
	refused("ufunc=f(a:struct(nothing))", "no struct is called 'nothing' (--probes=FILE can define one)");
	refused("ufunc=f(a:int,b:int,c:int,d:int,e:int,f:int,g:int)", "a prototype has at most 6 arguments");
	refused("ufunc=f() int", "after the arguments comes '-> TYPE', not 'int'");
	refused("ufunc=f() -> bytes(4)", "a return value cannot be 'bytes'");
	refused("ufunc=f() -> int x", "nothing is expected after the type that is returned");
}

Test(probe, definitions)
{
	struct probes set = {};
	const char def[] = "ufunc=-(a:int) -> int\0a\033[31mb";

	cr_assert_eq(probes__define(&set, 3, def, sizeof(def) - 1), 0);
	cr_assert_null(probes__get(&set, 2));
	cr_assert_str_eq(probes__get(&set, 3)->spec.row.name, "a?[31mb", "it is printed");
	const struct probe *p = probes__get(&set, 3);
	cr_assert_eq(probes__define(&set, 3, def, sizeof(def) - 1), 0, "again");
	cr_assert_eq(probes__get(&set, 3), p, "calls in progress point into it");
	cr_assert_eq(probes__define(&set, 3, "ufunc=-\0other", 13), -EEXIST, "another one");
	cr_assert_eq(probes__get(&set, 3), p);
	cr_assert_eq(probes__define(&set, 1, "ufunc=-", 7), -EINVAL, "no name");
	cr_assert_eq(probes__define(&set, 1, "x=-\0a", 5), -EINVAL);
	cr_assert_eq(probes__define(&set, PROBES_MAX, def, sizeof(def) - 1), -E2BIG);
	probes__free(&set);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Prototypes of the kernel's functions, from BTF. */
#include "probe/kfuncs.h"

#include <stdbool.h>
#include <stdio.h>

#include <bpf/btf.h>
#include <criterion/criterion.h>

#include "probe/defs.h"
#include "probe/kstruct.h"
#include "probe/probe.h"
#include "abi/sctrace_abi.h"
#include "util/buf.h"

static struct btf *btf;
static int i32, u16, boolean, character, byte;

static int ptr(int to)
{
	return btf__add_ptr(btf, to);
}

static int const_ptr(int to)
{
	return ptr(btf__add_const(btf, to));
}

static int struct_ptr(const char *name)
{
	return ptr(btf__add_struct(btf, name, 8));
}

static void setup(void)
{
	btf = btf__new_empty();
	i32 = btf__add_int(btf, "int", 4, BTF_INT_SIGNED);
	u16 = btf__add_int(btf, "short unsigned int", 2, 0);
	boolean = btf__add_int(btf, "_Bool", 1, BTF_INT_BOOL);
	character = btf__add_int(btf, "char", 1, 0);
	byte = btf__add_int(btf, "unsigned char", 1, 0);
}

static void teardown(void)
{
	btf__free(btf);
}

TestSuite(kproto, .init = setup, .fini = teardown);

struct param {
	const char *name;
	int type;
};

static struct buf rows;

/* The types are made first, because libbpf adds parameters to the function that was made last. */
static void is(int ret, const struct param *p, unsigned n, const char *want)
{
	int proto = btf__add_func_proto(btf, ret), func;
	struct probe_spec spec;
	struct types *types = types__new();
	char text[256], errmsg[128] = "";
	struct buf b = {};

	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(btf__add_func_param(btf, p[i].name, p[i].type), 0);
	func = btf__add_func(btf, "f", BTF_FUNC_STATIC, proto);
	cr_assert_gt(func, 0);
	rows.len = 0;
	kfunc__prototype(btf, btf__type_by_id(btf, (unsigned)func), &b, &rows);
	buf__char(&b, '\0');
	cr_assert_str_eq(b.p, want);
	snprintf(text, sizeof(text), "kfunc=f%s", b.p);
	cr_assert_eq(defs__parse(types, rows.p, rows.len, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0, "%s", errmsg);
	buf__char(&rows, '\0');
	cr_assert_eq(probe_spec__parse(&spec, text, types, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0, "%s",
		     errmsg);
	probe_spec__free(&spec);
	types__free(types);
	buf__free(&b);
}

#define P(...)                                                                                                         \
	(const struct param[]){ __VA_ARGS__ }, sizeof((const struct param[]){ __VA_ARGS__ }) / sizeof(struct param)

Test(kproto, nothing)
{
	is(0, NULL, 0, "() -> void");
}

Test(kproto, numbers)
{
	int mode = btf__add_typedef(btf, "umode_t", u16), how = btf__add_enum(btf, "how", 4);

	is(i32, P({ "mode", mode }, { "n", btf__add_const(btf, i32) }, { "yes", boolean }, { "c", byte }, { "", how }),
	   "(mode:u16, n:i32, yes:bool, c:u8, arg5:u32) -> i32");
}

Test(kproto, pointers)
{
	int file = struct_ptr("file"), path = ptr(btf__add_const(btf, btf__add_struct(btf, "path", 16)));
	int name = struct_ptr("filename"), dentry = struct_ptr("dentry"), inode = struct_ptr("inode");
	int text = const_ptr(character);

	is(file,
	   P({ "file", file }, { "path", path }, { "name", name }, { "d", dentry }, { "inode", inode }, { "s", text }),
	   "(file:kfile, path:kpath, name:kname, d:kdentry, inode:ptr, s:str) -> ptr");
}

Test(kproto, buffers)
{
	int fill = ptr(character), bytes = const_ptr(byte), any = ptr(0), text = const_ptr(character);
	int size = btf__add_typedef(btf, "size_t", btf__add_int(btf, "long unsigned int", 8, 0));

	is(boolean, P({ "to", fill }, { "from", bytes }, { "ctx", any }), "(to:ptr, from:ptr, ctx:ptr) -> bool");
	is(size, P({ "buf", text }, { "n", size }, { "last", text }), "(buf:bytes(n), n:u64, last:str) -> u64");
}

/*
 * The registers of arguments after a struct are not known, and arguments after the sixth are not in registers: the
 * prototype ends there.
 */
Test(kproto, cut)
{
	int pair = btf__add_struct(btf, "qstr", 16);

	is(i32, P({ "a", i32 }, { "name", pair }, { "b", i32 }), "(a:i32) -> i32");
	is(i32, P({ "a", i32 }, { "b", i32 }, { "c", i32 }, { "d", i32 }, { "e", i32 }, { "f", i32 }, { "g", i32 }),
	   "(a:i32, b:i32, c:i32, d:i32, e:i32, f:i32) -> i32");
	is(i32, P({ "format", i32 }, { NULL, 0 }), "(format:i32) -> i32");
}

static int structure(const char *name, const struct param *p, const unsigned *at, unsigned n, unsigned size)
{
	int id = btf__add_struct(btf, name, size);

	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(btf__add_field(btf, p[i].name, p[i].type, 8 * at[i], 0), 0);
	return id;
}

#define AT(...)                                                                                                        \
	(const unsigned[])                                                                                             \
	{                                                                                                              \
		__VA_ARGS__                                                                                            \
	}

/* Numbers, strings and enums have their types; pointers are addresses; structs within the struct are left out. */
Test(kproto, structs)
{
	int u32 = btf__add_int(btf, "unsigned int", 4, 0), inner = btf__add_struct(btf, "list_head", 16), how, uid, op;
	int text = btf__add_array(btf, i32, btf__add_int(btf, "char", 1, BTF_INT_SIGNED), 16), mode, address = ptr(0);

	how = btf__add_enum(btf, "how", 4);
	cr_assert_eq(btf__add_enum_value(btf, "SLOW", -1), 0);
	cr_assert_eq(btf__add_enum_value(btf, "FAST", 1), 0);
	uid = btf__add_struct(btf, "", 4);
	cr_assert_eq(btf__add_field(btf, "val", u32, 0, 0), 0);
	uid = btf__add_typedef(btf, "kuid_t", uid);
	mode = btf__add_typedef(btf, "umode_t", u16);
	op = structure("op",
		       (const struct param[]){ { "open_flag", i32 },
					       { "mode", mode },
					       { "yes", boolean },
					       { "list", inner },
					       { "comm", text },
					       { "next", address },
					       { "uid", uid },
					       { "how", how } },
		       AT(0, 4, 6, 8, 24, 40, 48, 52), 8, 56);
	op = ptr(op);
	is(i32, P({ "op", op }, { "again", op }, { "how", how }),
	   "(op:struct(op), again:struct(op), how:enum(how, u32)) -> i32");
	cr_assert_str_eq(rows.p, "enum how { SLOW=-1, FAST=1, }\n"
				 "struct op { open_flag:hex(u32)@0, mode:mode(u16)@4, yes:bool@6, comm:char[16]@24, "
				 "next:ptr@40, uid:uid@48, how:enum(how, u32)@52, ..., }\n");
}

/* A function that returns a pointer to a struct may return an error pointer. */
Test(kproto, bounded)
{
	struct param p[40];
	unsigned at[40];
	char names[40][8];
	int big;

	for (unsigned i = 0; i < 40; i++) {
		snprintf(names[i], sizeof(names[i]), "m%u", i);
		p[i] = (struct param){ names[i], i32 };
		at[i] = i == 39 ? 300 : 4 * i;
	}
	big = ptr(structure("big", p, at, 40, 400));
	is(big, P({ "big", big }), "(big:struct(big)) -> ptr");
	cr_assert(strstr(rows.p, "m7:i32@28, ..., m8:i32@32,"));
	cr_assert(strstr(rows.p, "m31:i32@124, ..., }"));
	big = ptr(structure("far", p + 39, at + 39, 1, 400));
	is(0, P({ "far", big }), "(far:ptr) -> void");
}

/* If the running kernel has BTF, the prototype of each of its functions can be parsed. */
Test(kproto, kernel, .timeout = 100)
{
	struct btf *kernel = btf__parse("/sys/kernel/btf/vmlinux", NULL);
	unsigned structs = 0, to = kernel ? btf__type_cnt(kernel) : 0;
	struct buf text = {}, types = {};

	for (unsigned id = 1; id < to; id += id % 4 ? 1 : 5) {
		const struct btf_type *t = btf__type_by_id(kernel, id);
		struct types *set;
		struct probe_spec s;
		char errmsg[256] = "";

		if (!btf_is_func(t))
			continue;
		text.len = types.len = 0;
		buf__lit(&text, "kfunc=f");
		kfunc__prototype(kernel, t, &text, &types);
		buf__char(&text, '\0');
		buf__char(&types, '\0');
		set = types__new();
		cr_assert_eq(defs__parse(set, types.p, types.len - 1, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0,
			     "%s: %s", errmsg, types.p);
		cr_assert_eq(probe_spec__parse(&s, text.p, set, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0,
			     "%s: %s", errmsg, text.p);
		for (unsigned i = 0; i < set->own.n; i++) {
			structs += set->v[i]->name != NULL;
			cr_assert_leq(set->v[i]->desc.size[0], KSTRUCT_BYTES, "%s", types.p);
		}
		probe_spec__free(&s);
		types__free(set);
	}
	if (kernel)
		cr_assert_gt(structs, 0);
	buf__free(&text);
	buf__free(&types);
	btf__free(kernel);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What a function of the kernel takes, by its types. */
#include "probe/kfuncs.h"

#include <stdbool.h>
#include <stdio.h>

#include <bpf/btf.h>
#include <criterion/criterion.h>

#include "probe/probe.h"
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

/* The types come first: libbpf adds parameters to the type that was made last. */
static void is(int ret, const struct param *p, unsigned n, const char *want)
{
	int proto = btf__add_func_proto(btf, ret), func;
	struct probe_spec spec;
	char text[256], why[128];
	struct buf b = {};

	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(btf__add_func_param(btf, p[i].name, p[i].type), 0);
	func = btf__add_func(btf, "f", BTF_FUNC_STATIC, proto);
	cr_assert_gt(func, 0);
	kfunc__prototype(btf, btf__type_by_id(btf, (unsigned)func), &b);
	buf__char(&b, '\0');
	cr_assert_str_eq(b.p, want);
	snprintf(text, sizeof(text), "kfunc=f%s", b.p);
	cr_assert_eq(probe_spec__parse(&spec, text, NULL, &(struct why){ why, sizeof(why) }), 0, "%s", why);
	probe_spec__free(&spec);
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

/* What comes after a struct lies in registers that are not known; what is more than six, in none. */
Test(kproto, cut)
{
	int pair = btf__add_struct(btf, "qstr", 16);

	is(i32, P({ "a", i32 }, { "name", pair }, { "b", i32 }), "(a:i32) -> i32");
	is(i32, P({ "a", i32 }, { "b", i32 }, { "c", i32 }, { "d", i32 }, { "e", i32 }, { "f", i32 }, { "g", i32 }),
	   "(a:i32, b:i32, c:i32, d:i32, e:i32, f:i32) -> i32");
	is(i32, P({ "format", i32 }, { NULL, 0 }), "(format:i32) -> i32");
}

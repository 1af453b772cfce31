// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The kernel's types cut down for an object. */
#include <criterion/criterion.h>
#include <bpf/btf.h>
#include <errno.h>

#include "load/btf_minimize.h"
#include "skip.h"

/* struct task { int pid; struct list { void *next; } l; char comm[16]; struct other *o; const tid_t tid; }, and others */
static struct btf *kernel_types(void)
{
	struct btf *b = btf__new_empty();
	int i = btf__add_int(b, "int", 4, BTF_INT_SIGNED), c = btf__add_int(b, "char", 1, BTF_INT_CHAR);
	int list, ptr, arr, other, optr, tid, ctid;

	btf__add_struct(b, "never_named", 4);
	btf__add_field(b, "x", i, 0, 0);
	ptr = btf__add_ptr(b, 0);
	list = btf__add_struct(b, "list", 8);
	btf__add_field(b, "next", ptr, 0, 0);
	arr = btf__add_array(b, i, c, 16);
	other = btf__add_struct(b, "other", 4);
	btf__add_field(b, "y", i, 0, 0);
	optr = btf__add_ptr(b, other);
	tid = btf__add_typedef(b, "tid_t", i);
	ctid = btf__add_const(b, tid);
	btf__add_struct(b, "task", 48);
	btf__add_field(b, "pid", i, 0, 0);
	btf__add_field(b, "l", list, 64, 0);
	btf__add_field(b, "comm", arr, 128, 0);
	btf__add_field(b, "o", optr, 256, 0);
	btf__add_field(b, "tid", ctid, 320, 0);
	btf__add_enum(b, "func_id", 4);
	btf__add_enum_value(b, "FUNC_one", 1);
	return b;
}

static struct btf *object_types(void)
{
	struct btf *b = btf__new_empty();
	int i = btf__add_int(b, "int", 4, BTF_INT_SIGNED);

	btf__add_struct(b, "task___old", 4);
	btf__add_field(b, "pid", i, 0, 0);
	btf__add_struct(b, "sct_plan", 4);
	btf__add_field(b, "n", i, 0, 0);
	btf__add_enum(b, "func_id___sct", 4);
	btf__add_enum_value(b, "FUNC_one___sct", 1);
	return b;
}

static int cut(struct buf *out, const void *kernel, uint32_t kernel_size)
{
	struct btf *o = object_types();
	uint32_t size;
	const void *raw = btf__raw_data(o, &size);
	int err = btf_minimize__cut(out, kernel, kernel_size, raw, size);

	btf__free(o);
	return err;
}

static const struct btf_type *type_of(const struct btf *b, const char *name, unsigned kind)
{
	int id = btf__find_by_name_kind(b, name, kind);

	return id > 0 ? btf__type_by_id(b, (uint32_t)id) : NULL;
}

/* Returns k cut down for o, as libbpf reads it. */
static struct btf *cut_for(const struct btf *k, const struct btf *o)
{
	uint32_t ksize, osize;
	const void *raw = btf__raw_data(k, &ksize), *object = btf__raw_data(o, &osize);
	struct buf out = {};
	struct btf *b;

	cr_assert_eq(btf_minimize__cut(&out, raw, ksize, object, osize), 0);
	b = btf__new(out.p, (uint32_t)out.len);
	cr_assert_not_null(b);
	buf__free(&out);
	return b;
}

Test(ktypes, what_is_named_and_what_lies_in_it)
{
	struct btf *k = kernel_types(), *b;
	struct buf out = {};
	const struct btf_type *t;
	const struct btf_member *m;
	uint32_t size;
	const void *raw = btf__raw_data(k, &size);

	cr_assert_eq(cut(&out, raw, size), 0);
	b = btf__new(out.p, (uint32_t)out.len);
	cr_assert_not_null(b);
	t = type_of(b, "task", BTF_KIND_STRUCT);
	cr_assert(t && t->size == 48 && btf_vlen(t) == 5);
	m = btf_members(t);
	cr_expect_str_eq(btf__name_by_offset(b, m[3].name_off), "o");
	cr_expect_eq(m[3].offset, 256u);
	cr_expect_eq(btf__resolve_size(b, m[2].type), 16);
	cr_expect_eq(btf__resolve_size(b, m[4].type), 4, "a const of a typedef");
	cr_expect_eq(btf__resolve_size(b, m[1].type), 8, "a struct in it");
	cr_expect(btf_is_ptr(btf__type_by_id(b, m[3].type)));
	cr_expect_null(type_of(b, "other", BTF_KIND_STRUCT), "what is only pointed to");
	cr_expect_null(type_of(b, "never_named", BTF_KIND_STRUCT));
	t = type_of(b, "func_id", BTF_KIND_ENUM);
	cr_expect(t && btf_vlen(t) == 1);
	btf__free(b);
	btf__free(k);
	buf__free(&out);
}

/* typedef int fn_t(struct other *param_name), and a function and a typedef of one name */
static struct btf *functions(int *fn, int *func, int *type)
{
	struct btf *b = btf__new_empty();
	int i = btf__add_int(b, "int", 4, BTF_INT_SIGNED), other = btf__add_struct(b, "other", 4);
	int ptr = btf__add_ptr(b, other), proto = btf__add_func_proto(b, i);

	btf__add_func_param(b, "param_name", ptr);
	*fn = btf__add_typedef(b, "fn_t", proto);
	*func = btf__add_func(b, "bpf_x", BTF_FUNC_GLOBAL, proto);
	*type = btf__add_typedef(b, "bpf_x", i);
	return b;
}

Test(ktypes, of_a_function_nothing_but_that_it_is_one)
{
	struct btf *o = btf__new_empty(), *b, *k;
	int fn, func, type;
	const struct btf_type *t;

	k = functions(&fn, &func, &type);
	btf__add_typedef(o, "fn_t", 0);
	b = cut_for(k, o);
	t = type_of(b, "fn_t", BTF_KIND_TYPEDEF);
	cr_assert_not_null(t);
	t = btf__type_by_id(b, t->type);
	cr_assert(t && btf_is_func_proto(t) && btf_vlen(t) == 1);
	cr_expect_eq(t->type, 0);
	cr_expect_eq(btf_params(t)[0].type, 0);
	cr_expect_lt(btf__find_str(b, "param_name"), 0, "no name that nothing refers to");
	cr_expect_gt(btf__find_str(b, "fn_t"), 0);
	btf__free(b);
	btf__free(o);
	btf__free(k);
}

Test(ktypes, ids_by_name_and_kind)
{
	int fn, func, type;
	struct btf *b = functions(&fn, &func, &type);
	struct ktype want[] = { { "bpf_x", BTF_KIND_TYPEDEF, 7 },
				{ "none", BTF_KIND_FUNC, 7 },
				{ "bpf_x", BTF_KIND_FUNC, 7 },
				{ "fn_t", BTF_KIND_FUNC, 7 },
				{ "bpf_x", BTF_KIND_FUNC, 7 } };
	struct btf_minimize k = { .fd = -1 };
	uint32_t size;
	const void *raw = btf__raw_data(b, &size);

	buf__mem(&k.kernel, raw, size);
	btf_minimize__find(&k, want, 5);
	cr_expect_eq(want[0].id, (uint32_t)type);
	cr_expect_eq(want[1].id, 0);
	cr_expect_eq(want[2].id, (uint32_t)func);
	cr_expect_eq(want[3].id, 0, "of another kind");
	cr_expect_eq(want[4].id, (uint32_t)func, "asked for twice");
	btf_minimize__free(&k);
	btf_minimize__find(&k, want, 5);
	cr_expect_eq(want[0].id, 0, "no types");
	btf__free(b);
}

/* A newer kernel may have kinds of types that the library does not know; libbpf, which may know them, parses them. */
Test(ktypes, ids_by_libbpf)
{
	struct ktype want[] = { { "task_struct", BTF_KIND_STRUCT, 7 }, { "none", BTF_KIND_FUNC, 7 } };
	struct btf_minimize k;
	uint32_t id;

	btf_minimize__read(&k);
	if (!k.kernel.len)
		SKIP("this kernel has no BTF");
	btf_minimize__find(&k, want, 2);
	id = want[0].id;
	cr_expect_gt(id, 0);
	k.plain = true;
	btf_minimize__find(&k, want, 2);
	cr_expect_eq(want[0].id, id, "where that is asked for");
	cr_expect_eq(want[1].id, 0);
	btf_minimize__free(&k);

	k = (struct btf_minimize){ .fd = -1 };
	buf__str(&k.kernel, "no types at all, as far as these bytes tell");
	want[0].id = 0;
	btf_minimize__find(&k, want, 2);
	cr_expect_eq(want[0].id, id, "where the bytes are not understood");
	btf_minimize__free(&k);
}

Test(ktypes, damaged_types_are_refused)
{
	struct btf *k = kernel_types();
	uint32_t size;
	const char *raw = btf__raw_data(k, &size);
	/* memory of its own, so that a sanitizer sees a read past its end */
	for (uint32_t n = 0; n < size; n++) {
		char *part = malloc(n + 1);
		struct buf out = {};

		memcpy(part, raw, n);
		cr_expect_eq(cut(&out, part, n), -EINVAL, "%u of %u bytes", n, size);
		free(part);
		buf__free(&out);
	}
	for (uint32_t at = 0; at < size; at++) {
		char *copy = malloc(size);
		struct buf out = {};
		int err;

		memcpy(copy, raw, size);
		copy[at] ^= 0x15;
		err = cut(&out, copy, size);
		cr_expect(err == 0 || err == -EINVAL, "byte %u: %d", at, err);
		free(copy);
		buf__free(&out);
	}
	btf__free(k);
}

/* Every member of every type that has been cut out has the kernel's offset and size. */
static void compare(const struct btf *b, const struct btf *k)
{
	unsigned members = 0;

	for (uint32_t id = 1; id < btf__type_cnt(b); id++) {
		const struct btf_type *t = btf__type_by_id(b, id), *u;
		const char *name = btf__name_by_offset(b, t->name_off);

		if (!btf_is_struct(t) || !*name)
			continue;
		u = type_of(k, name, BTF_KIND_STRUCT);
		cr_assert(u != NULL, "%s", name);
		if (u->size != t->size || btf_vlen(u) != btf_vlen(t))
			continue; /* another type of the same name */
		for (unsigned i = 0; i < btf_vlen(t); i++, members++) {
			const struct btf_member *m = btf_members(t) + i, *n = btf_members(u) + i;

			cr_expect_eq(m->offset, n->offset, "%s %u", name, i);
			cr_expect_eq(btf__resolve_size(b, m->type), btf__resolve_size(k, n->type), "%s %u", name, i);
		}
	}
	cr_expect_gt(members, 100u);
}

Test(ktypes, of_the_running_kernel)
{
	struct btf *k = btf__load_vmlinux_btf(), *o, *b;

	if (!k)
		SKIP("this kernel has no BTF");
	o = btf__new_empty();
	btf__add_struct(o, "task_struct___mine", 4);
	btf__add_struct(o, "sock", 4);
	b = cut_for(k, o);
	cr_expect_lt(btf__type_cnt(b), btf__type_cnt(k) / 10);
	compare(b, k);
	btf__free(b);
	btf__free(o);
	btf__free(k);
}

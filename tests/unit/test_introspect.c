// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The names from sctrace_calls() and similar functions agree with the parsers and with events of golden captures. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sctrace.h"

/* ---- calls ---- */

struct numbers {
	unsigned n, opens, unselectable;
	uint32_t last;
};

static int on_call(void *ctx, const struct sctrace_call *c)
{
	struct numbers *x = ctx;
	char word[64];

	cr_assert(!x->n || c->nr > x->last);
	x->n++;
	x->last = c->nr;
	x->unselectable += sctrace_trace_check(c->name, NULL, 0) != 0;
	for (size_t i = 0; i < c->nclasses; i++) {
		snprintf(word, sizeof(word), "%%%s", c->classes[i]);
		cr_assert_eq(sctrace_trace_check(word, NULL, 0), 0, "%s: %s", c->name, word);
	}
	if (strcmp(c->name, "openat") != 0)
		return 0;
	x->opens++;
	cr_assert_eq(c->nargs, 4);
	cr_assert_eq(c->ret, SCTRACE_KIND_FD);
	cr_assert_eq(c->nclasses, 2);
	cr_assert_str_eq(c->classes[0], "file");
	cr_assert_str_eq(c->classes[1], "desc");
	cr_assert_eq(c->nr, c->abi == SCTRACE_ABI_X86_64 ? 257
			    : c->abi == SCTRACE_ABI_I386 ? 295
			    : c->abi == SCTRACE_ABI_ARM	 ? 322
							 : 56);
	return 0;
}

Test(introspect, calls)
{
	for (enum sctrace_abi abi = 0; abi <= SCTRACE_ABI_RISCV64; abi++) {
		struct numbers x = {};

		cr_assert_eq(sctrace_calls(abi, on_call, &x), 0);
		cr_assert_gt(x.n, 300);
		cr_assert_eq(x.opens, 1);
#if defined(__x86_64__)
		cr_assert(abi > SCTRACE_ABI_I386 || !x.unselectable);
#endif
	}
	cr_assert_eq(sctrace_calls(SCTRACE_ABI_RISCV64 + 1, on_call, NULL), -EINVAL);
	cr_assert_eq(sctrace_calls(SCTRACE_ABI_X86_64, NULL, NULL), -EINVAL);
}

static int on_open_arg(void *ctx, const struct sctrace_call_arg *a)
{
	static const char *const names[] = { "dfd", "filename", "flags", "mode" };
	static const enum sctrace_kind kinds[] = { SCTRACE_KIND_FD, SCTRACE_KIND_STRING, SCTRACE_KIND_FLAGS,
						   SCTRACE_KIND_MODE };
	uint64_t *directory = ctx;

	cr_assert_str_eq(a->name, names[a->arg]);
	cr_assert(a->arg == 3 || a->kind == kinds[a->arg], "%s: %d", a->name, a->kind);
	cr_assert(a->in && !a->out);
	cr_assert_eq(a->optional, a->arg == 3);
	for (size_t i = 0; i < a->nconsts; i++)
		if (!strcmp(a->consts[i].name, "O_DIRECTORY"))
			*directory = a->consts[i].value;
	if (a->arg == 2)
		cr_assert_eq(a->enum_mask, 3);
	return 0;
}

/* An argument that is a buffer which the call fills, and one whose meaning depends on the request. */
static int on_arg(void *ctx, const struct sctrace_call_arg *a)
{
	const char *what = ctx;

	if (*what == 'r' && a->arg == 1)
		cr_assert(a->kind == SCTRACE_KIND_STRING && !a->in && a->out);
	if (*what == 'i' && a->arg == 2)
		cr_assert_eq(a->kind, 0);
	return 0;
}

static int stop(void *ctx, const struct sctrace_call_arg *a)
{
	(void)ctx;
	return (int)a->arg + 7;
}

Test(introspect, arguments)
{
	uint64_t x86 = 0, arm = 0;

	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_X86_64, "openat", on_open_arg, &x86), 0);
	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_ARM64, "openat", on_open_arg, &arm), 0);
	cr_assert_eq(x86, 0200000);
	cr_assert_eq(arm, 040000);
	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_X86_64, "read", on_arg, "r"), 0);
	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_X86_64, "ioctl", on_arg, "i"), 0);
	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_X86_64, "read", stop, NULL), 7);
	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_ARM64, "open", on_arg, "r"), -ENOENT);
	cr_assert_eq(sctrace_call_args(SCTRACE_ABI_X86_64, NULL, on_arg, "r"), -EINVAL);
}

/* ---- against the events ---- */

struct event_of {
	struct sctrace *t;
	const struct sctrace_event *ev;
	unsigned values, found;
};

static bool fits(const struct sctrace_call_arg *a, const struct sctrace_value *v)
{
	bool pointer = a->kind == SCTRACE_KIND_STRING || a->kind == SCTRACE_KIND_STRUCT ||
		       a->kind == SCTRACE_KIND_ARRAY;

	if (!a->kind || v->kind == a->kind)
		return true;
	if (a->kind == SCTRACE_KIND_SYMBOL && !a->nconsts) /* a signal */
		return v->kind == SCTRACE_KIND_INT && !v->number;
	return pointer ? v->kind == SCTRACE_KIND_ADDRESS : v->kind == SCTRACE_KIND_SYMBOL;
}

static int compare_arg(void *ctx, const struct sctrace_call_arg *a)
{
	struct event_of *e = ctx;
	struct sctrace_value v;

	if (sctrace_arg(e->t, e->ev, a->name, &v)) {
		cr_assert(a->optional, "%s of %s", a->name, e->ev->name);
		return 0;
	}
	e->values++;
	cr_assert_eq(v.arg, a->arg);
	cr_assert(fits(a, &v), "%s of %s: kind %d, not %d", a->name, e->ev->name, v.kind, a->kind);
	if (a->kind == SCTRACE_KIND_FLAGS)
		for (size_t i = 0; i < v.nnames; i++) {
			size_t k = 0;

			while (k < a->nconsts && strcmp(a->consts[k].name, v.names[i]) != 0)
				k++;
			cr_assert_lt(k, a->nconsts, "%s", v.names[i]);
			cr_assert_eq(v.number & a->consts[k].value, a->consts[k].value);
		}
	return 0;
}

static int same_call(void *ctx, const struct sctrace_call *c)
{
	struct event_of *e = ctx;

	e->found += c->nr == e->ev->nr && !strcmp(c->name, e->ev->name);
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct event_of *e = ctx;

	/* the meaning of these arguments depends on another one */
	if (ev->type != SCTRACE_EXIT || !ev->name || !strcmp(ev->name, "prctl") || !strcmp(ev->name, "arch_prctl"))
		return 0;
	e->ev = ev;
	e->found = 0;
	cr_assert_eq(sctrace_calls(ev->abi, same_call, e), 0);
	cr_assert_eq(e->found, 1, "%s", ev->name);
	cr_assert_eq(sctrace_call_args(ev->abi, ev->name, compare_arg, e), 0);
	return 0;
}

Test(introspect, events_have_it)
{
	static const char *const names[] = { "calls", "threads", "signals", "cold", "seccomp", "pipeline" };
	struct event_of e = {};

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct sctrace_opts o = { .sz = sizeof(o), .event = on_event, .ctx = &e };
		char path[300];

		snprintf(path, sizeof(path), "%s/%s.cap", GOLDEN, names[i]);
		o.replay = path;
		cr_assert_eq(sctrace_open(&e.t, &o), 0);
		while (sctrace_poll(e.t, 0) >= 0)
			;
		sctrace_close(e.t);
	}
	cr_assert_gt(e.values, 1000);
}

/* ---- keys, fields, types of events ---- */

static int opens(const char *keys, const char *predicate)
{
	struct sctrace_opts o = {
		.sz = sizeof(o), .replay = GOLDEN "/calls.cap", .keys = keys, .predicate = predicate
	};
	struct sctrace *t = NULL;
	int err = sctrace_open(&t, &o);

	sctrace_close(t);
	return err;
}

static int on_key(void *ctx, const struct sctrace_key *k)
{
	cr_assert(k->in_kernel || k->in_events);
	cr_assert(*k->help);
	cr_assert_eq(opens(k->name, NULL), k->in_events ? 0 : -EINVAL, "%s", k->name);
	++*(unsigned *)ctx;
	return 0;
}

static int on_field(void *ctx, const struct sctrace_field *f)
{
	char text[64];

	cr_assert(*f->help);
	snprintf(text, sizeof(text), "%s = %s", f->name, f->kind == SCTRACE_KIND_TEXT ? "\"x\"" : "12");
	cr_assert_eq(opens(NULL, text), 0, "%s", text);
	snprintf(text, sizeof(text), "%s = EAGAIN", f->name);
	cr_assert(f->kind != SCTRACE_KIND_SYMBOL || !opens(NULL, text), "%s", text);
	++*(unsigned *)ctx;
	return 0;
}

static int on_type(void *ctx, const struct sctrace_event_type_info *type)
{
	cr_assert_eq((int)type->type, (int)++*(unsigned *)ctx);
	cr_assert(!strncmp(type->name, "SCTRACE_", 8));
	if (type->type == SCTRACE_EXEC)
		cr_assert(!strcmp(type->name, "SCTRACE_EXEC") && !strcmp(type->json, "exec") && type->of_task);
	if (type->type == SCTRACE_LOST)
		cr_assert(!type->of_task);
	return 0;
}

Test(introspect, words)
{
	unsigned n = 0;

	cr_assert_eq(sctrace_keys(on_key, &n), 0);
	cr_assert_gt(n, 12);
	n = 0;
	cr_assert_eq(sctrace_fields(on_field, &n), 0);
	cr_assert_eq(n, 8);
	n = 0;
	cr_assert_eq(sctrace_event_types(on_type, &n), 0);
	cr_assert_eq(n, SCTRACE_CLOCK);
	cr_assert_eq(sctrace_keys(NULL, NULL), -EINVAL);
	cr_assert_eq(sctrace_fields(NULL, NULL), -EINVAL);
	cr_assert_eq(sctrace_event_types(NULL, NULL), -EINVAL);
}

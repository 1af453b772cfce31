// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/matcher.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode/core/file.h"
#include "sink/file_out.h"
#include "sink/quirks.h"
#include "util/glob.h"
#include "util/suggest.h"

#define NEST_MAX 16 /* deepest nesting at which members are compared */

enum answer { NO, YES, UNKNOWN };

/*
 * Cache of a test: where it found its argument in the last call, so that the next call of the same kind needs no
 * look-up of names.
 */
struct place {
	const struct sct_row *row;
	int arg;		       /* index of the argument; -1: the call has none of this name */
	const struct sct_flags *table; /* names of the argument's constants; NULL: not known */
	uint64_t values[PREDICATE_NAMES], all;
};

struct matcher {
	struct predicate *p;
	unsigned needs; /* enum matcher_needs */
	struct values_out values;
	struct place places[PREDICATE_TESTS];
	/* the test that is being evaluated */
	const struct predicate_test *test;
	const struct place *place;
	enum answer answer;
	/* names of the members that lead to the value; NULL for an element of a list */
	const char *names[NEST_MAX + 1];
};

/* ---- opening ---- */

static unsigned needs_of(const struct predicate *p)
{
	unsigned needs = 0;

	for (unsigned i = 0; i < p->ntests; i++) {
		const struct predicate_test *t = &p->tests[i];

		if (t->what == PRED_ARG)
			needs |= MATCHER_MEMORY;
		if (t->text && (t->what == PRED_ARG || t->what == PRED_RET))
			needs |= MATCHER_MEMORY | MATCHER_FILES;
		if (t->what == PRED_COMM)
			needs |= MATCHER_COMM;
	}
	return needs;
}

int matcher__new(struct matcher **out, const char *predicate, const struct errmsg *errmsg)
{
	struct matcher *m = calloc(1, sizeof(*m));
	int err = m ? predicate__parse(&m->p, predicate, errmsg) : -ENOMEM;

	if (err) {
		free(m);
		return err;
	}
	m->needs = needs_of(m->p);
	*out = m;
	return 0;
}

unsigned matcher__needs(const struct matcher *m)
{
	return m->needs;
}

void matcher__free(struct matcher *m)
{
	if (!m)
		return;
	predicate__free(m->p);
	free(m);
}

unsigned matcher__narrow(const struct matcher *m, struct sct_result_filter *r)
{
	return predicate__narrow(m->p, r);
}

static int arg_of(const struct call *c, const struct predicate_test *t)
{
	if (t->what != PRED_SIZE)
		return quirk__find_arg(c, t->arg);
	for (unsigned i = 0; i < call__nargs(c); i++)
		if (predicate__is_size(call__arg_name(c, i)) && c->row->args[i].kind < K_PATH)
			return (int)i;
	return -1;
}

static bool has_arg(void *ctx, const struct call *c)
{
	return arg_of(c, ctx) >= 0;
}

static bool try_args(void *ctx, const struct call *c)
{
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const char *name = call__arg_name(c, i), *other = quirk__arg_name(c, i);

		suggest__try(ctx, name, strlen(name));
		suggest__try(ctx, other, strlen(other));
	}
	return false;
}

int matcher__check(const struct matcher *m, const struct selection *selected, const struct errmsg *errmsg)
{
	for (unsigned i = 0; i < m->p->ntests; i++) {
		const struct predicate_test *t = &m->p->tests[i];
		struct suggest near;
		char text[64];

		if ((t->what != PRED_ARG && t->what != PRED_SIZE) || call__any_selected(selected, has_arg, (void *)t))
			continue;
		suggest__init(&near, t->arg, strlen(t->arg));
		suggest__try_list(&near, predicate_words, " ");
		call__any_selected(selected, try_args, &near);
		return errmsg__set(
			errmsg, -EINVAL,
			"predicate, column %u: no call that is traced has an argument '%.32s'%s; names are those of "
			"-N, and %s",
			t->column, t->arg, suggest__text(&near, text, sizeof(text)), predicate_words);
	}
	return 0;
}

/* ---- comparing ---- */

static enum answer answer_of(bool yes)
{
	return yes ? YES : NO;
}

/* Returns the answer of a test whose comparison of two numbers gave order (<0, 0 or >0). */
static enum answer by_order(const struct predicate_test *t, int order)
{
	switch (t->op) {
	case PRED_LT:
		return answer_of(order < 0);
	case PRED_LE:
		return answer_of(order <= 0);
	case PRED_GT:
		return answer_of(order > 0);
	case PRED_GE:
		return answer_of(order >= 0);
	default:
		return answer_of(!order);
	}
}

/* Compares a number, as an int64_t if has_sign. The answer for != is that for ==; the caller inverts it at the end. */
static enum answer test_number(const struct predicate_test *t, uint64_t n, bool has_sign, uint64_t with)
{
	int64_t s = (int64_t)n, w = (int64_t)with;

	if (t->op == PRED_HAS)
		return answer_of(with && (n & with) == with);
	/* the test has a negative number, and the value an unsigned type such as uid_t: read it as an int */
	if (t->negative && !has_sign)
		s = n <= UINT32_MAX ? (int32_t)n : s;
	if (t->negative)
		return by_order(t, (s > w) - (s < w));
	if (has_sign && s < 0)
		return by_order(t, -1);
	return by_order(t, (n > with) - (n < with));
}

static enum answer test_text(const struct predicate_test *t, const char *p, size_t n)
{
	if (t->op == PRED_LIKE)
		return answer_of(glob__match(t->text, p, n));
	return answer_of(strlen(t->text) == n && !memcmp(t->text, p, n));
}

static enum answer test_string(const struct predicate_test *t, const char *s)
{
	return test_text(t, s, strlen(s));
}

/* Returns whether one of the value's names is this one. */
static bool is_named(const struct sctrace_value *v, const char *name)
{
	for (size_t i = 0; i < v->nnames; i++)
		if (!strcmp(v->names[i], name))
			return true;
	return false;
}

static bool is_signed(const struct sctrace_value *v)
{
	/* AT_FDCWD is -100 */
	return v->kind == SCTRACE_KIND_INT || v->kind == SCTRACE_KIND_FD || v->kind == SCTRACE_KIND_PID ||
	       v->kind == SCTRACE_KIND_SYMBOL;
}

/* Compares a number that has names with constants: by name, as their values may differ between ABIs, then by value. */
static enum answer test_names(const struct matcher *m, const struct sctrace_value *v)
{
	const struct predicate_test *t = m->test;
	const uint64_t *values = v->depth ? t->values : m->place->values;

	if (t->op == PRED_HAS || (t->op <= PRED_NE && t->nnames == 1)) {
		bool all = t->op == PRED_HAS || v->kind == SCTRACE_KIND_SYMBOL;

		for (unsigned i = 0; all && i < t->nnames; i++)
			all = is_named(v, t->names[i]) ||
			      (t->op == PRED_HAS && values[i] && (v->number & values[i]) == values[i]);
		if (all)
			return YES;
		if (t->op == PRED_HAS)
			return NO;
	}
	return test_number(t, v->number, is_signed(v), v->depth ? t->number : m->place->all);
}

static enum answer test_named_text(const struct predicate_test *t, const struct sctrace_value *v)
{
	enum answer a = NO;

	if (v->symbol)
		return test_string(t, v->symbol);
	for (size_t i = 0; a != YES && i < v->nnames; i++)
		a = test_string(t, v->names[i]);
	return v->nnames ? a : UNKNOWN;
}

static enum answer test_value(const struct matcher *m, const struct sctrace_value *v)
{
	const struct predicate_test *t = m->test;

	if (t->text) {
		if (v->path)
			return test_text(t, v->path, v->path_len);
		if (v->kind == SCTRACE_KIND_STRING)
			return test_text(t, v->bytes, v->len);
		return test_named_text(t, v);
	}
	switch (v->kind) {
	case SCTRACE_KIND_INT:
	case SCTRACE_KIND_FD:
	case SCTRACE_KIND_PID:
	case SCTRACE_KIND_UINT:
	case SCTRACE_KIND_MODE:
	case SCTRACE_KIND_ADDRESS:
	case SCTRACE_KIND_STATUS:
	case SCTRACE_KIND_FLAGS:
	case SCTRACE_KIND_SYMBOL:
		break;
	default:
		return UNKNOWN;
	}
	return t->nnames && !t->negative ? test_names(m, v) : test_number(t, v->number, is_signed(v), t->number);
}

/* ---- arguments ---- */

/* Returns whether the members that lead to the value are those of the test. Elements of lists have no name. */
static bool is_member(const struct matcher *m, unsigned depth)
{
	const char *want = m->test->member;

	for (unsigned i = 1; i <= depth; i++) {
		size_t n;

		if (!m->names[i])
			continue;
		n = strlen(m->names[i]);
		if (strncmp(want, m->names[i], n) || (want[n] && want[n] != '.'))
			return false;
		want += n + (want[n] == '.');
	}
	return !*want;
}

/* Compares each value of the argument. The first one that matches decides, and ends the walk. */
static int on_value(void *ctx, const struct sctrace_value *v)
{
	struct matcher *m = ctx;
	enum answer a;

	if (v->depth > NEST_MAX || v->kind == SCTRACE_KIND_END)
		return 0;
	m->names[v->depth] = v->name;
	if (!is_member(m, v->depth))
		return 0;
	a = test_value(m, v);
	if (a != UNKNOWN && m->answer != YES)
		m->answer = a;
	return m->answer == YES;
}

/* Fills in the cache for calls of this row: the argument's index, and the values of the constants in its table. */
static void find_place(struct place *at, const struct call *c, const struct predicate_test *t)
{
	*at = (struct place){ .row = c->row, .arg = arg_of(c, t) };
	if (at->arg >= 0 && !call__field(c, (unsigned)at->arg) && c->row->args[at->arg].flags)
		at->table = abi__flags(c->abi, c->row->args[at->arg].flags);
	for (unsigned i = 0; i < t->nnames; i++) {
		const struct sct_flag *own = at->table ? flags__of_name(at->table, t->names[i], strlen(t->names[i]))
						       : NULL;

		at->values[i] = own ? own->value : t->values[i];
		at->all |= at->values[i];
	}
	if (!t->nnames)
		at->all = t->number;
}

static enum answer test_arg(struct matcher *m, const struct call *c, unsigned i)
{
	struct place *at = &m->places[i];

	if (at->row != c->row)
		find_place(at, c, m->test);
	if (at->arg < 0 || !call__shows(c, (unsigned)at->arg))
		return UNKNOWN;
	m->place = at;
	m->answer = UNKNOWN;
	values__of_arg(&m->values, c, (unsigned)at->arg, on_value, m);
	return m->answer;
}

/* ---- results ---- */

static enum answer test_ret(const struct predicate_test *t, const struct call *c)
{
	struct buf link = {};
	struct out_file f;
	enum answer a;

	if (!c->done)
		return UNKNOWN;
	if (!t->text)
		return test_number(t, (uint64_t)c->ret, true, t->number);
	if (c->failed || c->row->ret != RET_FD || !call_file(c, (int32_t)c->ret, AT_EXIT, &f))
		return UNKNOWN;
	file_out__link(&link, &f);
	a = link.failed ? UNKNOWN : test_text(t, link.p ? link.p : "", link.len);
	buf__free(&link);
	return a;
}

static enum answer test_duration(const struct predicate_test *t, const struct event *ev)
{
	if (!ev->exit || ev->enter->rec.flags & (SCT_F_LATE | SCT_F_SNAPSHOT))
		return UNKNOWN;
	return test_number(t, ev->ts - ev->enter->rec.ts, false, t->number);
}

static enum answer test_comm(const struct predicate_test *t, const struct event *ev)
{
	const char *comm = ev->task && *ev->task->comm ? ev->task->comm : ev->comm;

	return comm && *comm ? test_string(t, comm) : UNKNOWN;
}

static enum answer test_call(const struct predicate_test *t, const struct call *c)
{
	const char *name = abi__call_name(c->abi, c->nr);

	return name ? test_string(t, name) : UNKNOWN;
}

static enum answer run_test(struct matcher *m, unsigned i, const struct event *ev, const struct call *c)
{
	const struct predicate_test *t = m->test = &m->p->tests[i];

	switch (t->what) {
	case PRED_RET:
		return test_ret(t, c);
	case PRED_ERRNO:
		return c->done ? test_number(t, c->failed ? (uint64_t)-c->ret : 0, true, t->number) : UNKNOWN;
	case PRED_DURATION:
		return test_duration(t, ev);
	case PRED_CALL:
		return test_call(t, c);
	case PRED_COMM:
		return test_comm(t, ev);
	case PRED_PID:
		return test_number(t, ev->tgid, false, t->number);
	case PRED_TID:
		return test_number(t, ev->tid, false, t->number);
	default:
		return test_arg(m, c, i);
	}
}

/* ---- and, or, not ---- */

static enum answer invert(enum answer a)
{
	return a == UNKNOWN ? UNKNOWN : a == YES ? NO : YES;
}

/* Evaluates node i of the tree. The parser bounds the depth of this recursion. */
static enum answer run(struct matcher *m, unsigned i, const struct event *ev, const struct call *c)
{
	const struct predicate_node *n = &m->p->nodes[i];
	enum answer a, b, decides = n->join == PRED_AND ? NO : YES;

	if (n->join == PRED_TEST) {
		a = run_test(m, n->left, ev, c);
		return m->p->tests[n->left].op == PRED_NE ? invert(a) : a;
	}
	a = run(m, n->left, ev, c);
	if (n->join == PRED_NOT)
		return invert(a);
	if (a == decides)
		return a;
	b = run(m, n->right, ev, c);
	return b == decides || a != UNKNOWN ? b : a;
}

bool matcher__call(struct matcher *m, const struct event *ev, const struct decode_opts *opts)
{
	struct decode_opts with_files;
	struct call c;

	/* values have paths of descriptors only with these options */
	if (m->needs & MATCHER_FILES) {
		with_files = *opts;
		with_files.fds_shown |= SCT_FDS_PATH;
		opts = &with_files;
	}
	call__init(&c, ev, opts);
	return run(m, m->p->root, ev, &c) == YES;
}

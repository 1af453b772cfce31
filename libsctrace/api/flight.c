// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/flight.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/scope.h"
#include "live/deferred.h"
#include "util/number.h"

#define CONDITIONS_MAX 16
#define NUMBERS (SCT_NR_MAX * 2) /* call numbers that have a bit; a condition on names never matches others */

enum condition_kind { ON_RESULT, ON_CALL, ON_SIGNAL, ON_EXIT, ON_REQUEST };

struct condition {
	enum condition_kind kind;
	struct sct_result_filter result;
	uint64_t calls[SCT_ABI_MAX][NUMBERS / 64];
	struct filter signals;
};

struct flight {
	struct condition v[CONDITIONS_MAX];
	unsigned n;
	bool on_request;
};

static bool call_holds(const struct condition *c, unsigned abi, uint32_t nr)
{
	return abi < SCT_ABI_MAX && nr < NUMBERS && c->calls[abi][nr / 64] >> nr % 64 & 1;
}

static bool exit_holds(const struct flight *f, const struct sct_exit *x)
{
	for (unsigned i = 0; i < f->n; i++) {
		const struct condition *c = &f->v[i];

		if (c->kind == ON_RESULT && result_filter__want_exit(&c->result, x))
			return true;
		/* a call that was sent as one record has no SCT_REC_ENTER */
		if (c->kind == ON_CALL && x->rec.type == SCT_REC_CALL && call_holds(c, x->abi, x->nr))
			return true;
	}
	return false;
}

static bool other_holds(const struct condition *c, const struct sct_rec *rec)
{
	const struct sct_enter *e = (const void *)rec;

	switch (c->kind) {
	case ON_CALL:
		return rec->type == SCT_REC_ENTER && call_holds(c, e->abi, record__nr(e));
	case ON_SIGNAL:
		return record__is_signal(rec) && !(rec->flags & SCT_F_IGNORED) &&
		       filter__signal(&c->signals, ((const struct sct_signal *)rec)->sig);
	case ON_EXIT:
		return rec->type == SCT_REC_TASK_EXIT && rec->tid == rec->tgid && !(rec->flags & SCT_F_LEFT) &&
		       ((const struct sct_task_exit *)rec)->code;
	default:
		return false;
	}
}

bool flight__on_request(const struct flight *f)
{
	return f->on_request;
}

bool flight__holds(const struct flight *f, const struct sct_rec *rec)
{
	if (rec->type == SCT_REC_EXIT || rec->type == SCT_REC_CALL)
		return exit_holds(f, (const void *)rec);
	for (unsigned i = 0; i < f->n; i++)
		if (other_holds(&f->v[i], rec))
			return true;
	return false;
}

/* ---- parsing ---- */

static int calls_parse(struct condition *c, struct sctrace *t, const char *names)
{
	struct selection sel = {};
	int err = session__parse(&t->base, names, &sel);

	for (unsigned id = 0; !err && id < SCT_ABI_MAX; id++) {
		const struct abi *abi = abi__get(id);

		for (uint32_t nr = 0; abi && nr < NUMBERS; nr++)
			if (abi__row(abi, nr) && select__has(&sel, abi__row(abi, nr), abi))
				c->calls[id][nr / 64] |= 1ull << nr % 64;
	}
	select__free(&sel);
	c->kind = ON_CALL;
	return err;
}

static int unknown(struct sctrace *t, const char *word)
{
	return guard__fail(
		&t->base.guard, -EINVAL,
		"'%s' is not a condition: use errno=NAMES, slow=TIME, call=NAMES, signal=NAMES, exit!=0 or usr1, "
		"with '|' between several",
		word);
}

static int condition_parse(struct flight *f, struct sctrace *t, const char *word)
{
	struct condition *c = &f->v[f->n];
	struct result_opts o = {};
	const char *is = strchr(word, '=');
	size_t n = is ? (size_t)(is - word) : 0;

	c->kind = ON_RESULT;
	if (!strcmp(word, "usr1")) {
		c->kind = ON_REQUEST;
		f->on_request = true;
		return 0;
	}
	if (!strcmp(word, "exit!=0")) {
		c->kind = ON_EXIT;
		return 0;
	}
	if (n == 5 && !strncmp(word, "errno", n) && is[1]) {
		o.errnos = is + 1;
		return result_filter__make(&c->result, &o, &t->base.guard);
	}
	if (n == 4 && !strncmp(word, "slow", n) && number__time(is + 1, 1, &o.min_ns) && o.min_ns &&
	    !isdigit((unsigned char)word[strlen(word) - 1]))
		return result_filter__make(&c->result, &o, &t->base.guard);
	if (n == 4 && !strncmp(word, "call", n) && is[1])
		return calls_parse(c, t, is + 1);
	if (n == 6 && !strncmp(word, "signal", n) && is[1]) {
		c->kind = ON_SIGNAL;
		return filter__parse(&c->signals, NULL, is + 1, t->base.guard.now, sizeof(t->base.guard.now));
	}
	return unknown(t, word);
}

/* Removes blanks at both ends of a word. */
static char *trimmed(char *s)
{
	char *end = s + strlen(s);

	while (isspace((unsigned char)*s))
		s++;
	while (end > s && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return s;
}

int flight__new(struct flight **out, struct sctrace *t, const struct sctrace_opts *o)
{
	struct flight *f = calloc(1, sizeof(*f));
	char *text = strdup(o->flight_on), *rest = text, *word;
	int err = f && text ? 0 : -ENOMEM;

	while (!err && (word = strsep(&rest, "|"))) {
		err = f->n < CONDITIONS_MAX
			      ? condition_parse(f, t, trimmed(word))
			      : guard__fail(&t->base.guard, -EINVAL, "at most %d conditions", CONDITIONS_MAX);
		f->n++;
	}
	free(text);
	if (err) {
		flight__free(f);
		return err;
	}
	*out = f;
	return 0;
}

void flight__free(struct flight *f)
{
	free(f);
}

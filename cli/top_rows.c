// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rows of --top: their texts, their numbers and their order. */
#include "top_rows.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kind of a key's member in struct sctrace_stat: a text, a number, an errno or a result. */
enum kind { CALL, NUM, COMM, CGROUP, ERRNO, NAME, RET, SUM };

static const struct key {
	const char *name;
	enum kind kind;
	int width; /* negative: flush left */
	size_t at; /* in struct sctrace_stat */
} all_keys[] = {
#define KEY(id, bit, kind, member, stat, name, width, ...) { name, kind, width, offsetof(struct sctrace_stat, stat) },
#include "tables/keys.def"
	/* of probes */
	{ "func", CALL, -16, offsetof(struct sctrace_stat, name) },
	{ "arg1", NAME, -12, offsetof(struct sctrace_stat, args[0]) },
	{ "arg2", NAME, -12, offsetof(struct sctrace_stat, args[1]) },
	{ "arg3", NAME, -12, offsetof(struct sctrace_stat, args[2]) },
	{ "arg4", NAME, -12, offsetof(struct sctrace_stat, args[3]) },
	{ "arg5", NAME, -12, offsetof(struct sctrace_stat, args[4]) },
	{ "arg6", NAME, -12, offsetof(struct sctrace_stat, args[5]) },
};

#define NKEYS (sizeof(all_keys) / sizeof(all_keys[0]))
_Static_assert(NKEYS <= TOP_KEYS && NKEYS + NNUMBERS <= LAYOUT_COLUMNS, "there is room for all keys");

static const struct {
	const char *title;
	int width;
} numbers[NNUMBERS] = {
	[CALLS] = { "calls/s", 10 }, [ERRORS] = { "errors", 7 }, [TOTAL] = { "total ms", 10 },
	[AVG] = { "avg ms", 9 },     [MAX] = { "max ms", 9 },	 [WAITING] = { "waiting", 7 },
};

static const struct key *row_key(const struct top_rows *t, unsigned n)
{
	return &all_keys[t->keys[n]];
}

void top_rows__init(struct top_rows *t, const char *by, char sort)
{
	*t = (struct top_rows){ .sort = sort };
	for (const char *w = by; t->nkeys < NKEYS; w++) {
		size_t len = strcspn(w, ",");

		for (unsigned i = 0; i < NKEYS; i++)
			if (strlen(all_keys[i].name) == len && !strncmp(all_keys[i].name, w, len))
				t->keys[t->nkeys++] = (unsigned char)i;
		w += len;
		if (!*w)
			break;
	}
}

void top_rows__clear(struct top_rows *t)
{
	t->n = 0;
	t->len = 0;
}

void top_rows__free(struct top_rows *t)
{
	free(t->rows);
	free(t->texts);
}

/* ---- texts ---- */

/* Appends the text of a key. Names may have any bytes: control characters become '?', as the terminal would obey them. */
static int put_text(struct top_rows *t, const char *text)
{
	size_t n = strlen(text) + 1;

	if (t->len + n > t->size) {
		size_t size = t->size ? 2 * t->size : 16384;
		char *p;

		while (size < t->len + n)
			size *= 2;
		p = realloc(t->texts, size);
		if (!p)
			return -ENOMEM;
		t->texts = p;
		t->size = size;
	}
	for (size_t i = 0; i < n; i++)
		t->texts[t->len++] = text[i] && !isprint((unsigned char)text[i]) ? '?' : text[i];
	return 0;
}

static const char *result_text(int64_t ret, char *number, size_t size)
{
	const char *name = ret < 0 && ret >= -4095 ? strerrorname_np((int)-ret) : NULL;

	snprintf(number, size, ret >> 40 ? "%#llx" : "%lld", (long long)ret);
	return name ? name : number;
}

static bool is_number(const struct key *k)
{
	return k->kind == NUM || k->kind == SUM;
}

static int put_key(struct top_rows *t, const struct key *k, const struct sctrace_stat *r, bool first)
{
	const void *value = (const char *)r + k->at;
	const char *text = NULL;
	char number[24];

	if (k->kind == RET) {
		/* that of a probe is a text */
		text = r->args[6] ?: result_text(*(const int64_t *)value, number, sizeof(number));
	} else if (k->kind == SUM) {
		snprintf(number, sizeof(number), "%llu", *(const unsigned long long *)value);
		text = number;
	} else if (k->kind == NUM) {
		snprintf(number, sizeof(number), "%u", *(const uint32_t *)value);
		text = r->other ? NULL : number;
	} else if (k->kind == ERRNO) {
		uint32_t err = *(const uint32_t *)value;

		text = err ? strerrorname_np((int)err) ?: "?" : NULL;
	} else {
		text = *(const char *const *)value;
	}
	/* as in a table, the first key of the row for everything without a row is "other" */
	if (r->other && first)
		text = "other";
	return put_text(t, text && *text ? text : "-");
}

int top_rows__add(struct top_rows *t, const struct sctrace_stat *r)
{
	struct top_row row = { .cells = t->len,
			       .calls = r->calls,
			       .errors = r->errors,
			       .total = r->total,
			       .max = r->max,
			       .avg = r->avg,
			       .age = r->in_progress ? r->oldest : 0 };

	if (t->n == t->cap) {
		size_t cap = t->cap ? 2 * t->cap : 256;
		struct top_row *p = realloc(t->rows, cap * sizeof(*p));

		if (!p)
			return -ENOMEM;
		t->rows = p;
		t->cap = cap;
	}
	for (unsigned i = 0; i < t->nkeys; i++)
		if (put_key(t, row_key(t, i), r, i == 0))
			return -ENOMEM;
	t->rows[t->n++] = row;
	return 0;
}

const char *top_rows__cell(const struct top_rows *t, const struct top_row *r, unsigned n)
{
	const char *p = t->texts + r->cells;

	while (n--)
		p += strlen(p) + 1;
	return p;
}

bool top_rows__has(const struct top_rows *t, const struct top_row *r, const char *text)
{
	for (unsigned i = 0; i < t->nkeys; i++)
		if (strstr(top_rows__cell(t, r, i), text))
			return true;
	return false;
}

void top_rows__cut(const struct top_rows *t, const struct top_row *r, unsigned n, int width, char *text, size_t size)
{
	const char *cell = top_rows__cell(t, r, n);
	size_t len = strlen(cell), most = (size_t)width < size ? (size_t)width : size - 1;

	if (len <= most)
		snprintf(text, size, "%s", cell);
	else if (cell[0] == '/')
		snprintf(text, size, "+%s", cell + len - most + 1);
	else
		snprintf(text, size, "%.*s+", (int)most - 1, cell);
}

/* ---- numbers ---- */

/* Writes an age: "0.3s", "40min", "2d", or "?" if the call began before tracing. */
static void age_text(uint64_t age, char *text, size_t size)
{
	double s = (double)age / 1e9;

	if (!age)
		snprintf(text, size, "-");
	else if (age == UINT64_MAX)
		snprintf(text, size, "?");
	else if (s < 600)
		snprintf(text, size, "%.1fs", s);
	else if (s < 36000)
		snprintf(text, size, "%.0fmin", s / 60);
	else if (s < 10 * 86400)
		snprintf(text, size, "%.0fh", s / 3600);
	else
		snprintf(text, size, "%.0fd", s / 86400);
}

void top_rows__number(const struct top_row *r, enum number which, double seconds, char *text, size_t size)
{
	switch (which) {
	case CALLS:
		snprintf(text, size, "%.1f", seconds > 0 ? (double)r->calls / seconds : 0);
		break;
	case ERRORS:
		snprintf(text, size, "%llu", (unsigned long long)r->errors);
		break;
	case TOTAL:
		snprintf(text, size, "%.3f", (double)r->total / 1e6);
		break;
	case AVG:
		snprintf(text, size, "%.3f", r->avg / 1e6);
		break;
	case MAX:
		snprintf(text, size, "%.3f", (double)r->max / 1e6);
		break;
	default:
		age_text(r->age, text, size);
	}
}

/* ---- columns ---- */

/* Numbers and addresses are never cut, because the rest would look like another number. */
static bool never_cut(const struct key *k, const char *text)
{
	if (k->kind != NAME)
		return is_number(k) || k->kind == ERRNO;
	return isdigit((unsigned char)text[0]) || text[0] == '[';
}

void top_rows__columns(const struct top_rows *t, struct layout *l)
{
	l->n = 0;
	for (unsigned i = 0; i < t->nkeys; i++) {
		const struct key *k = row_key(t, i);
		int len = (int)strlen(k->name);

		l->columns[l->n++] = (struct layout_column){ .title = k->name,
							     .text = !is_number(k),
							     .flush_left = k->width < 0,
							     .number = -1,
							     .usual = abs(k->width),
							     .natural = len,
							     .uncut = len };
	}
	for (int i = 0; i < NNUMBERS; i++) {
		int len = (int)strlen(numbers[i].title);

		l->columns[l->n++] = (struct layout_column){
			.title = numbers[i].title, .number = i, .usual = numbers[i].width, .natural = len, .uncut = len
		};
	}
	switch (t->sort) {
	case 'n':
		l->sorted = -1;
		break;
	default:
		l->sorted = (int[]){ CALLS, TOTAL, AVG, MAX, ERRORS, WAITING }[strchr(TOP_SORTS, t->sort) - TOP_SORTS];
	}
}

void top_rows__widen(const struct top_rows *t, const struct top_row *r, double seconds, struct layout *l)
{
	for (int i = 0; i < l->n; i++) {
		struct layout_column *c = &l->columns[i];
		const char *text;
		char number[40];
		int len;

		if (c->number < 0) {
			text = top_rows__cell(t, r, (unsigned)i);
		} else {
			top_rows__number(r, (enum number)c->number, seconds, number, sizeof(number));
			text = number;
		}
		len = (int)strlen(text);
		if (len > c->natural)
			c->natural = len;
		if (len > c->uncut && (c->number >= 0 || never_cut(row_key(t, (unsigned)i), text)))
			c->uncut = len;
	}
}

/* ---- order ---- */

static double weight(const struct top_row *r, char sort)
{
	switch (sort) {
	case 't':
		return (double)r->total;
	case 'a':
		return r->avg;
	case 'm':
		return (double)r->max;
	case 'e':
		return (double)r->errors;
	case 'w':
		return (double)r->age;
	}
	return (double)r->calls;
}

/* Compares the keys of two rows in order, numbers by value. */
static int by_name(const struct top_rows *t, const struct top_row *a, const struct top_row *b)
{
	for (unsigned i = 0; i < t->nkeys; i++) {
		const char *x = top_rows__cell(t, a, i), *y = top_rows__cell(t, b, i);
		size_t m = strlen(x), n = strlen(y);
		int order = row_key(t, i)->kind == NUM && m != n ? (m > n) - (m < n) : strcmp(x, y);

		if (order)
			return order;
	}
	return 0;
}

static int compare(const void *a, const void *b, void *rows)
{
	const struct top_rows *t = rows;
	const struct top_row *r = a, *s = b;
	double x = weight(r, t->sort), y = weight(s, t->sort);

	if (t->sort == 'n')
		return by_name(t, r, s);
	if (x != y)
		return (x < y) - (x > y);
	/* equal rows, as those without calls: the longest wait first */
	if (r->age != s->age)
		return (r->age < s->age) - (r->age > s->age);
	return by_name(t, r, s);
}

void top_rows__sort(struct top_rows *t)
{
	if (t->n)
		qsort_r(t->rows, t->n, sizeof(*t->rows), compare, t);
}

const char *top_rows__sorted_by(const struct top_rows *t)
{
	static const char names[][8] = { "calls", "time", "avg", "max", "errors", "waiting", "name" };

	return names[strchr(TOP_SORTS, t->sort) - TOP_SORTS];
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rows of --top: their texts, their numbers and their order. */
#include "top_rows.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "row_keys.h"
#include "waits.h"

_Static_assert(ROW_KEYS <= TOP_KEYS && ROW_KEYS + NNUMBERS <= LAYOUT_COLUMNS, "there is room for all keys");

#define KEPT 4	       /* intervals without calls until a row is dropped */
#define NEW_SHARE 0.6  /* share of the last interval in the mean that rows are sorted by */
#define STEP 1.15      /* ratio of weights between two levels */
#define LEAST (-10000) /* level of rows without weight */

static const struct {
	const char *title;
	int width;
} numbers[NNUMBERS] = {
	[CALLS] = { "calls/s", 9 }, [ERRORS] = { "errors", 7 },	  [TOTAL] = { "total", 7 },
	[SHARE] = { "%time", 6 },   [AVG] = { "avg", 7 },	  [MAX] = { "max", 7 },
	[BYTES] = { "bytes/s", 7 }, [WAITING] = { "waiting", 7 },
};

static const struct row_key *row_key(const struct top_rows *t, unsigned n)
{
	return &row_keys[t->keys[n]];
}

static const char *key_name(const struct top_rows *t, unsigned n)
{
	return *t->titles[n] ? t->titles[n] : row_key(t, n)->name;
}

/* Adds an argument of events: their rows have arguments in the order in which the keys name them. */
static void add_argument(struct top_rows *t, const char *name, size_t len)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->nkeys; i++) {
		n += *t->titles[i] != '\0';
		if (strlen(key_name(t, i)) == len && !strncmp(key_name(t, i), name, len))
			return;
	}
	if (ROW_KEY_ARG1 + n == ROW_KEYS)
		return;
	snprintf(t->titles[t->nkeys], sizeof(t->titles[0]), "%.*s", (int)len, name);
	t->keys[t->nkeys++] = (unsigned char)(ROW_KEY_ARG1 + n);
}

/* Returns whether rows made from events have the key in a member of their own. */
static bool of_events(const struct row_key *k)
{
	return k < row_keys + ROW_KEY_ARG1 && k->kind != ROW_ARG && k->kind != ROW_RET;
}

/* Adds the key of this name, unless rows have it already. */
static void add_key(struct top_rows *t, const char *name, size_t len)
{
	const struct row_key *k = row_key__find(name, len);

	if (k && (!t->events || of_events(k))) {
		unsigned char i = (unsigned char)(k - row_keys);

		if (memchr(t->keys, i, t->nkeys))
			return;
		if (k->kind == ROW_SUM)
			t->sized = true;
		else
			t->keys[t->nkeys++] = i;
		return;
	}
	if (t->events)
		add_argument(t, name, len);
}

void top_rows__init(struct top_rows *t, const char *by, char sort, bool events)
{
	*t = (struct top_rows){ .sort = sort, .events = events };
	for (const char *w = by;; w++) {
		size_t len;

		w += *w == '?';
		len = strcspn(w, ",");
		add_key(t, w, len);
		w += len;
		if (!*w)
			break;
	}
}

static void row_free(struct top_row *r)
{
	free(r->texts);
	free(r);
}

void top_rows__free(struct top_rows *t)
{
	for (size_t i = 0; i < t->n; i++)
		row_free(t->rows[i]);
	free(t->rows);
	free(t->table);
	*t = (struct top_rows){};
}

/* ---- texts ---- */

static const char *result_text(int64_t ret, char *number, size_t size)
{
	const char *name = ret < 0 && ret >= -4095 ? strerrorname_np((int)-ret) : NULL;

	snprintf(number, size, ret >> 40 ? "%#llx" : "%lld", (long long)ret);
	return name ? name : number;
}

static const char *key_text(const struct row_key *k, const struct sctrace_stat *r, char *number, size_t size)
{
	const void *value = row_key__value(k, r);
	uint32_t v = 0;

	switch (k->kind) {
	case ROW_RET:
		/* that of a probe is a text */
		return r->args[6] ?: result_text(*(const int64_t *)value, number, size);
	case ROW_NUM:
		snprintf(number, size, "%u", *(const uint32_t *)value);
		return r->other ? NULL : number;
	case ROW_ERRNO:
		v = *(const uint32_t *)value;
		return v ? strerrorname_np((int)v) ?: "?" : NULL;
	default:
		return *(const char *const *)value;
	}
}

/*
 * Writes the texts of all keys, each with a NUL. Returns their length, or what it would be if size were larger. Names may
 * have any bytes: control characters become '?', as the terminal would obey them.
 */
static size_t put_texts(const struct top_rows *t, const struct sctrace_stat *r, char *to, size_t size)
{
	size_t n = 0;

	for (unsigned i = 0; i < t->nkeys; i++) {
		char number[24];
		const char *text = key_text(row_key(t, i), r, number, sizeof(number));

		/* as in a table, the first key of the row for everything without a row is "other" */
		if (r->other && !i)
			text = "other";
		for (text = text && *text ? text : "-";; text++, n++) {
			if (n < size)
				to[n] = *text && !isprint((unsigned char)*text) ? '?' : *text;
			if (!*text)
				break;
		}
		n++;
	}
	return n;
}

const char *top_rows__cell(const struct top_row *r, unsigned n)
{
	const char *p = r->texts;

	while (n--)
		p += strlen(p) + 1;
	return p;
}

const char *top_rows__value(const struct top_rows *t, const struct top_row *r, const char *key)
{
	for (unsigned i = 0; i < t->nkeys; i++)
		if (!strcmp(key_name(t, i), key))
			return top_rows__cell(r, i);
	return NULL;
}

bool top_rows__has(const struct top_rows *t, const struct top_row *r, const char *text)
{
	for (unsigned i = 0; i < t->nkeys; i++)
		if (strstr(top_rows__cell(r, i), text))
			return true;
	return false;
}

void top_rows__label(const struct top_rows *t, const struct top_row *r, char *text, size_t size)
{
	size_t n = 0;

	*text = '\0';
	for (unsigned i = 0; i < t->nkeys && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s=%s", i ? " " : "", key_name(t, i),
				      top_rows__cell(r, i));
}

const char *top_rows__key_name(unsigned n, const char **help)
{
	if (n >= ROW_KEYS || !row_keys[n].help)
		return NULL;
	*help = row_keys[n].help;
	return row_keys[n].name;
}

void top_rows__cut(const struct top_row *r, unsigned n, int width, char *text, size_t size)
{
	const char *cell = top_rows__cell(r, n);
	size_t len = strlen(cell), most = (size_t)width < size ? (size_t)width : size - 1;

	if (len <= most)
		snprintf(text, size, "%s", cell);
	else if (cell[0] == '/' || strchr(cell, ';')) /* of a path or a stack, the end tells more */
		snprintf(text, size, "+%s", cell + len - most + 1);
	else
		snprintf(text, size, "%.*s+", (int)most - 1, cell);
}

/* ---- rows ---- */

static struct top_row **list_of(const struct top_rows *t, uint64_t hash)
{
	return &t->table[hash & ((1u << t->bits) - 1)];
}

/* Makes the hash table twice as large, and room for as many rows. */
static int grow(struct top_rows *t)
{
	unsigned bits = t->bits ? t->bits + 1 : 8;
	struct top_row **table = calloc((size_t)1 << bits, sizeof(struct top_row *));
	struct top_row **rows = realloc(t->rows, sizeof(struct top_row *) << bits);

	if (rows)
		t->rows = rows;
	if (!rows || !table) {
		free(table);
		return -ENOMEM;
	}
	free(t->table);
	t->table = table;
	t->bits = bits;
	t->cap = (size_t)1 << bits;
	for (size_t i = 0; i < t->n; i++) {
		struct top_row **list = list_of(t, t->rows[i]->hash);

		t->rows[i]->next = *list;
		*list = t->rows[i];
	}
	return 0;
}

static struct top_row *row_new(struct top_rows *t, const struct sctrace_stat *r, char *texts, uint64_t hash)
{
	struct top_row *row = calloc(1, sizeof(*row)), **list;

	if (!row || (t->n == t->cap && grow(t))) {
		free(row);
		return NULL;
	}
	list = list_of(t, hash);
	*row = (struct top_row){
		.next = *list,
		.texts = texts,
		.hash = hash,
		.other = r->other,
		.probe = r->probe,
		.call = r->name,
		.waits = r->name && top_rows__value(t, &(struct top_row){ .texts = texts }, "syscall") &&
			 waits__by_nature(r->name),
		.futex = r->name && waits__is_futex(r->name),
		.place = SIZE_MAX,
	};
	*list = row;
	return t->rows[t->n++] = row;
}

/* Returns the row with the keys of r, which is made if there is none, or NULL if there is no memory. */
static struct top_row *row_of(struct top_rows *t, const struct sctrace_stat *r)
{
	char small[512], *texts = small;
	size_t n = put_texts(t, r, small, sizeof(small));
	struct top_row *row;
	uint64_t hash;

	if (n > sizeof(small)) {
		texts = malloc(n);
		if (!texts)
			return NULL;
		put_texts(t, r, texts, n);
	}
	hash = row_key__hash(texts, n);
	for (row = t->table ? *list_of(t, hash) : NULL; row; row = row->next)
		if (row->hash == hash && row->other == r->other && !memcmp(row->texts, texts, n))
			break;
	if (!row) {
		char *kept = malloc(n ? n : 1);

		row = kept ? row_new(t, r, memcpy(kept, texts, n), hash) : NULL;
		if (!row)
			free(kept);
	}
	if (texts != small)
		free(texts);
	return row;
}

bool top_rows__is(const struct top_rows *t, const struct top_row *r, const struct sctrace_stat *stat)
{
	char texts[8192];
	size_t n = put_texts(t, stat, texts, sizeof(texts));

	return n <= sizeof(texts) && stat->other == r->other && row_key__hash(texts, n) == r->hash &&
	       !memcmp(texts, r->texts, n);
}

void top_rows__begin(struct top_rows *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct top_row *r = t->rows[i];

		r->calls = r->errors = r->total = r->max = r->bytes = r->age = 0;
		r->avg = 0;
		r->absent++;
	}
}

int top_rows__add(struct top_rows *t, const struct sctrace_stat *r)
{
	struct top_row *row = row_of(t, r);
	uint64_t age = r->in_progress ? r->oldest : 0;

	if (!row)
		return -ENOMEM;
	row->avg = row->calls ? (double)(row->total + r->total) / (double)(row->calls + r->calls) : r->avg;
	row->calls += r->calls;
	row->errors += r->errors;
	row->total += r->total;
	row->bytes += r->bytes;
	row->all_calls += r->calls;
	row->all_total += r->total;
	if (r->max > row->max)
		row->max = r->max;
	if (age > row->age)
		row->age = age;
	row->absent = 0;
	return 0;
}

void top_rows__sum(struct top_row *sum, const struct top_row *r)
{
	sum->calls += r->calls;
	sum->errors += r->errors;
	sum->total += r->total;
	sum->bytes += r->bytes;
	sum->avg = sum->calls ? (double)sum->total / (double)sum->calls : 0;
	if (r->max > sum->max)
		sum->max = r->max;
	if (r->age > sum->age)
		sum->age = r->age;
}

bool top_rows__idle(const struct top_row *r)
{
	if (!r->futex)
		return r->waits;
	return r->all_calls ? (double)r->all_total >= WAITS_POOL_NS * (double)r->all_calls
			    : (double)r->age >= WAITS_POOL_NS;
}

/* ---- numbers ---- */

/* Writes v with three digits, and the unit. */
static void put_scaled(double v, const char *unit, char *text, size_t size)
{
	snprintf(text, size, "%.*f%s", v < 9.995 ? 2 : v < 99.95 ? 1 : 0, v, unit);
}

void top_time(uint64_t ns, char *text, size_t size)
{
	static const struct {
		double below, ns;
		const char *unit;
	} units[] = { { 999.5e3, 1e3, "us" },	{ 999.5e6, 1e6, "ms" },	   { 600e9, 1e9, "s" },
		      { 36000e9, 60e9, "min" }, { 864000e9, 3600e9, "h" }, { INFINITY, 86400e9, "d" } };
	unsigned i = 0;

	if (ns < 1000) {
		snprintf(text, size, "%uns", (unsigned)ns);
		return;
	}
	while ((double)ns >= units[i].below)
		i++;
	put_scaled((double)ns / units[i].ns, units[i].unit, text, size);
}

static void put_bytes(double bytes, char *text, size_t size)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	unsigned i = 0;

	for (; i < 4 && bytes >= 999.5; i++)
		bytes /= 1000;
	if (i)
		put_scaled(bytes, units[i], text, size);
	else
		snprintf(text, size, "%.0fB", bytes);
}

/* Writes an age, or "?" if the call began before tracing. */
static void age_text(uint64_t age, char *text, size_t size)
{
	if (!age || age == UINT64_MAX)
		snprintf(text, size, age ? "?" : "-");
	else
		top_time(age, text, size);
}

/* Returns what the column of per cent is about. */
static uint64_t shared(const struct top_rows *t, const struct top_row *r)
{
	return t->sort == 'c' ? r->calls : t->sort == 'e' ? r->errors : r->total;
}

void top_rows__number(const struct top_rows *t, const struct top_row *r, const struct top_row *sum, enum number which,
		      double seconds, char *text, size_t size)
{
	double rate = seconds > 0 ? (double)r->calls / seconds : 0;
	uint64_t all = shared(t, sum);

	if (!r->calls && which != ERRORS && which != WAITING) {
		snprintf(text, size, "-");
		return;
	}
	switch (which) {
	case CALLS:
		snprintf(text, size, "%.*f", rate < 999.95 ? 1 : 0, rate);
		break;
	case ERRORS:
		snprintf(text, size, "%llu", (unsigned long long)r->errors);
		break;
	case TOTAL:
		top_time(r->total, text, size);
		break;
	case SHARE:
		/* rows that are apart are no part of the sum */
		if (shared(t, r) > all)
			snprintf(text, size, "-");
		else
			snprintf(text, size, "%.1f", all ? 100.0 * (double)shared(t, r) / (double)all : 0);
		break;
	case AVG:
		top_time((uint64_t)r->avg, text, size);
		break;
	case MAX:
		top_time(r->max, text, size);
		break;
	case BYTES:
		put_bytes(seconds > 0 ? (double)r->bytes / seconds : 0, text, size);
		break;
	default:
		age_text(r->age, text, size);
	}
}

/* ---- columns ---- */

/* Numbers and addresses are never cut, because the rest would look like another number. */
static bool never_cut(const struct row_key *k, const char *text)
{
	if (k->kind != ROW_NAME)
		return k->kind == ROW_NUM || k->kind == ROW_ERRNO;
	/* a '[' begins an address in peer, and a frame without a name in a stack */
	return isdigit((unsigned char)text[0]) || (k < row_keys + ROW_KEY_ARG1 && text[0] == '[');
}

void top_rows__columns(const struct top_rows *t, struct layout *l)
{
	l->n = 0;
	for (unsigned i = 0; i < t->nkeys; i++) {
		const struct row_key *k = row_key(t, i);
		int len = (int)strlen(key_name(t, i));

		l->columns[l->n++] = (struct layout_column){ .title = key_name(t, i),
							     .text = k->kind != ROW_NUM,
							     .flush_left = k->width < 0,
							     .number = -1,
							     .usual = abs(k->width),
							     .natural = len,
							     .uncut = len };
	}
	for (int i = 0; i < NNUMBERS; i++) {
		const char *title = numbers[i].title;
		int len;

		if ((i == BYTES && !t->sized) || (i == WAITING && t->events))
			continue;
		if (i == SHARE && t->sort == 'c')
			title = "%calls";
		if (i == SHARE && t->sort == 'e')
			title = "%errors";
		len = (int)strlen(title);
		l->columns[l->n++] = (struct layout_column){
			.title = title, .number = i, .usual = numbers[i].width, .natural = len, .uncut = len
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

void top_rows__widen(const struct top_rows *t, const struct top_row *r, const struct top_row *sum, double seconds,
		     bool keys, struct layout *l)
{
	for (int i = 0; i < l->n; i++) {
		struct layout_column *c = &l->columns[i];
		const char *text;
		char number[40];
		int len;

		if (c->number < 0 && !keys)
			continue;
		if (c->number < 0) {
			text = top_rows__cell(r, (unsigned)i);
		} else {
			top_rows__number(t, r, sum, (enum number)c->number, seconds, number, sizeof(number));
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

static double value_of(const struct top_row *r, char sort)
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
		const char *x = top_rows__cell(a, i), *y = top_rows__cell(b, i);
		size_t m = strlen(x), n = strlen(y);
		int order = row_key(t, i)->kind == ROW_NUM && m != n ? (m > n) - (m < n) : strcmp(x, y);

		if (order)
			return order;
	}
	return 0;
}

static int compare(const void *a, const void *b, void *rows)
{
	const struct top_rows *t = rows;
	const struct top_row *r = *(struct top_row *const *)a, *s = *(struct top_row *const *)b;

	if (t->sort == 'n')
		return by_name(t, r, s);
	if (r->level != s->level)
		return (r->level < s->level) - (r->level > s->level);
	if (r->level != LEAST && r->place != s->place)
		return (r->place > s->place) - (r->place < s->place);
	if (r->weight != s->weight)
		return (r->weight < s->weight) - (r->weight > s->weight);
	/* equal rows, as those without calls: the longest wait first */
	if (r->age != s->age)
		return (r->age < s->age) - (r->age > s->age);
	return by_name(t, r, s);
}

/* Sets the row's level. While the weight stays near the level, it does not change. */
static void set_level(struct top_row *r)
{
	double exact = r->weight > 0 ? log(r->weight) / log(STEP) : LEAST;

	if (r->place == SIZE_MAX || r->level == LEAST || exact < r->level - 0.5 || exact >= r->level + 1.5)
		r->level = (int)floor(exact);
}

static void sort_rows(struct top_rows *t)
{
	if (t->n)
		qsort_r(t->rows, t->n, sizeof(struct top_row *), compare, t);
	for (size_t i = 0; i < t->n; i++)
		t->rows[i]->place = i;
}

void top_rows__sort(struct top_rows *t, char sort)
{
	t->sort = sort;
	for (size_t i = 0; i < t->n; i++) {
		struct top_row *r = t->rows[i];

		r->place = SIZE_MAX;
		r->weight = value_of(r, sort);
		set_level(r);
	}
	sort_rows(t);
}

static void unlink_row(struct top_rows *t, struct top_row *r)
{
	struct top_row **p = list_of(t, r->hash);

	while (*p != r)
		p = &(*p)->next;
	*p = r->next;
}

void top_rows__end(struct top_rows *t, const struct top_row *keep)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct top_row *r = t->rows[i];
		double value = value_of(r, t->sort);

		if (r->absent > KEPT && r != keep) {
			unlink_row(t, r);
			row_free(r);
			continue;
		}
		/* a wait becomes older at its own pace */
		if (r->place == SIZE_MAX || t->sort == 'w')
			r->weight = value;
		else
			r->weight += NEW_SHARE * (value - r->weight);
		if (r->weight < 1e-3)
			r->weight = 0;
		set_level(r);
		t->rows[n++] = r;
	}
	t->n = n;
	sort_rows(t);
}

const char *top_rows__sorted_by(const struct top_rows *t)
{
	static const char names[][8] = { "calls", "time", "avg", "max", "errors", "waiting", "name" };

	return names[strchr(TOP_SORTS, t->sort) - TOP_SORTS];
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_detail.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 3	/* lines above the content */
#define LABEL 8 /* columns left of the heat map */
#define BARS 38 /* columns left of the bars of the histogram */

/* ---- what the statistics are about ---- */

static bool has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = list; (p = strstr(p, word)); p += len)
		if ((p == list || p[-1] == ',' || p[-1] == '?') && (!p[len] || p[len] == ','))
			return true;
	return false;
}

static void add_tab(struct top_detail *d, enum tab_kind kind, const char *title, const char *keys)
{
	struct detail_tab *tab = &d->tabs[d->ntabs++];

	tab->kind = kind;
	tab->title = title;
	if (keys)
		top_table__init(&tab->table, keys, 't', d->rows->events);
}

/* Adds a table by a key, unless the row has this key already. */
static void add_key(struct top_detail *d, const char *title, const char *key)
{
	size_t len = strlen(d->by);

	key += *key == '?';
	if (has_word(d->by, key))
		return;
	/* a kernel may lack what names of files and addresses need */
	snprintf(d->by + len, sizeof(d->by) - len, ",%s%s", !strcmp(key, "file") || !strcmp(key, "peer") ? "?" : "",
		 key);
	add_tab(d, TAB_TABLE, title, strcmp(key, "tid") ? key : "comm,tid");
}

/* Adds the keys to d->by, and their tabs. */
static void add_keys(struct top_detail *d, const char *by, bool probes)
{
	snprintf(d->by, sizeof(d->by), "%s", by);
	if (!has_word(by, "syscall") && !has_word(by, "func"))
		add_key(d, "call", probes ? "func" : "syscall");
	/* events have only what the keys of the table need, and what every event has */
	if (!probes && !d->rows->events) {
		add_key(d, "file", "file");
		if (!has_word(by, "host"))
			add_key(d, "peer", "peer");
	}
	if (!has_word(by, "tid")) {
		add_key(d, "thread", "tid");
		if (!has_word(by, "comm"))
			strncat(d->by, ",comm", sizeof(d->by) - strlen(d->by) - 1);
	}
	if (!probes)
		add_key(d, "errno", "errno");
	add_tab(d, TAB_HIST, "histogram", NULL);
	add_tab(d, TAB_HEAT, "over time", NULL);
	if (!probes && !d->rows->events)
		add_tab(d, TAB_SLOW, "slowest", NULL);
}

struct top_detail *top_detail__new(const char *by, const struct top_rows *rows, const struct top_row *row, bool probes)
{
	struct top_detail *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->rows = rows;
	d->row = row;
	top_rows__label(rows, row, d->label, sizeof(d->label));
	add_keys(d, by, probes);
	return d;
}

void top_detail__free(struct top_detail *d)
{
	if (!d)
		return;
	for (unsigned i = 0; i < d->ntabs; i++)
		if (d->tabs[i].kind == TAB_TABLE)
			top_table__free(&d->tabs[i].table);
	top_slow__free(&d->slow);
	free(d->hist);
	free(d);
}

/* ---- rows ---- */

void top_detail__begin(struct top_detail *d, double seconds)
{
	d->seconds = seconds;
	d->sum = (struct top_row){};
	d->min = UINT64_MAX;
	if (d->hist)
		memset(d->hist, 0, d->nhist * sizeof(*d->hist));
	for (unsigned i = 0; i < d->ntabs; i++) {
		d->tabs[i].table.seconds = seconds;
		top_rows__begin(&d->tabs[i].table.rows);
	}
}

static int add_hist(struct top_detail *d, const struct sctrace_stat *r)
{
	if (!d->hist && r->nhist) {
		d->hist = calloc(r->nhist, sizeof(*d->hist));
		if (!d->hist)
			return -ENOMEM;
		d->nhist = r->nhist;
	}
	for (size_t i = 0; r->hist && i < d->nhist && i < r->nhist; i++)
		d->hist[i] += r->hist[i];
	return 0;
}

int top_detail__add(struct top_detail *d, const struct sctrace_stat *r)
{
	struct top_row row = {
		.calls = r->calls, .errors = r->errors, .total = r->total, .max = r->max, .bytes = r->bytes
	};
	int err = 0;

	if (!top_rows__is(d->rows, d->row, r))
		return 0;
	for (unsigned i = 0; !err && i < d->ntabs; i++)
		if (d->tabs[i].kind == TAB_TABLE)
			err = top_rows__add(&d->tabs[i].table.rows, r);
	top_rows__sum(&d->sum, &row);
	if (r->calls && r->min < d->min)
		d->min = r->min;
	return err ? err : add_hist(d, r);
}

/* Adds the calls of this interval, by octaves, to the heat map. */
static void add_column(struct top_detail *d)
{
	uint64_t now[OCTAVES] = {};
	uint32_t *column = d->heat[d->nheat % DETAIL_COLUMNS];

	for (size_t i = 0; i < d->nhist; i++)
		now[63 - __builtin_clzll(sctrace_stats_bucket(i) | 1)] += d->hist[i];
	for (unsigned i = 0; i < OCTAVES; i++) {
		column[i] = now[i] > d->octaves[i] ? (uint32_t)(now[i] - d->octaves[i]) : 0;
		d->octaves[i] = now[i];
	}
	d->nheat++;
}

int top_detail__end(struct top_detail *d)
{
	int err = 0;

	d->ready = true;
	for (unsigned i = 0; !err && i < d->ntabs; i++) {
		struct top_table *t = &d->tabs[i].table;

		if (d->tabs[i].kind != TAB_TABLE)
			continue;
		top_rows__end(&t->rows, t->follows ? t->selected : NULL);
		err = top_table__update(t);
	}
	add_column(d);
	return err;
}

/* ---- drawing ---- */

static uint64_t percentile(const struct top_detail *d, double q)
{
	struct sctrace_stat row = {
		.sz = sizeof(row), .hist = d->hist, .nhist = d->nhist, .min = d->min, .max = d->sum.max
	};

	return sctrace_stat_percentile(&row, q);
}

static void draw_numbers(const struct top_detail *d, struct screen *s)
{
	char avg[32], max[32], p50[32], p99[32], since[32];

	if (!d->ready || !d->sum.calls) {
		screen__print(s, 1, 0,
			      d->ready ? "no calls have returned in %.0f s"
				       : "collecting: the first numbers come with the next interval",
			      d->seconds);
		return;
	}
	top_time((uint64_t)d->sum.avg, avg, sizeof(avg));
	top_time(d->sum.max, max, sizeof(max));
	top_time((uint64_t)(d->seconds * 1e9), since, sizeof(since));
	top_time(percentile(d, 0.5), p50, sizeof(p50));
	top_time(percentile(d, 0.99), p99, sizeof(p99));
	screen__print(s, 1, 0, "%.1f calls/s  %llu calls, %llu errors in %s  avg %s  p50 %s  p99 %s  max %s",
		      d->seconds > 0 ? (double)d->sum.calls / d->seconds : 0, (unsigned long long)d->sum.calls,
		      (unsigned long long)d->sum.errors, since, avg, p50, p99, max);
}

static void draw_tabs(const struct top_detail *d, struct screen *s)
{
	int x = 0;

	for (unsigned i = 0; i < d->ntabs; i++) {
		char text[32];

		snprintf(text, sizeof(text), " %u %s ", i + 1, d->tabs[i].title);
		x = screen__put(s, 2, x, i == d->tab ? SCREEN_REVERSE : 0, text);
	}
	screen__put(s, 2, x, 0, "  Escape) back");
}

/* Sets the least and the greatest octave that has calls. Returns false if none has. */
static bool octave_range(const struct top_detail *d, int *first, int *last)
{
	*first = OCTAVES;
	*last = -1;
	for (int i = 0; i < OCTAVES; i++)
		if (d->octaves[i]) {
			*first = *first < i ? *first : i;
			*last = i;
		}
	return *last >= 0;
}

static void draw_hist(const struct top_detail *d, struct screen *s)
{
	int first, last, y = HEAD, bar = s->columns - BARS;
	uint64_t most = 0;

	if (!octave_range(d, &first, &last))
		return;
	for (int i = first; i <= last; i++)
		most = d->octaves[i] > most ? d->octaves[i] : most;
	screen__print(s, y++, SCREEN_BOLD, "%8s .. %8s %10s %%", "from", "below", "calls");
	for (int i = first; i <= last; i++, y++) {
		double share = (double)d->octaves[i] / (double)most;
		char from[32], below[32];
		int len = (int)(share * bar + 0.5);

		top_time(i ? 1ull << i : 0, from, sizeof(from));
		top_time(2ull << i, below, sizeof(below));
		screen__print(s, y, 0, "%8s .. %8s %10llu %5.1f", from, below, (unsigned long long)d->octaves[i],
			      100.0 * (double)d->octaves[i] / (double)d->sum.calls);
		for (int x = 0; x < len || (!x && share > 0); x++)
			screen__put(s, y, BARS + x, 0, "#");
	}
}

/* Draws a line per octave, and a column per interval, the last one at the right. */
static void draw_heat(const struct top_detail *d, struct screen *s)
{
	static const char shades[] = ".:-=+*#%@";
	int first, last, room = s->columns - LABEL - 1, lines = s->lines - HEAD - 1, n;
	uint32_t most = 1;

	if (!octave_range(d, &first, &last) || room < 1)
		return;
	n = d->nheat < DETAIL_COLUMNS ? (int)d->nheat : DETAIL_COLUMNS;
	n = n < room ? n : room;
	for (int i = 0; i < n; i++)
		for (int e = first; e <= last; e++) {
			uint32_t c = d->heat[(d->nheat - 1 - (unsigned)i) % DETAIL_COLUMNS][e];

			most = c > most ? c : most;
		}
	for (int e = last, y = HEAD; e >= first && y < HEAD + lines; e--, y++) {
		char label[32];

		top_time(e ? 1ull << e : 0, label, sizeof(label));
		screen__put(s, y, LABEL - 1 - (int)strlen(label), 0, label);
		screen__put(s, y, LABEL, 0, "|");
		for (int i = 0; i < n; i++) {
			uint32_t c = d->heat[(d->nheat - 1 - (unsigned)i) % DETAIL_COLUMNS][e];
			/* logarithmic: each shade is about the same number of times darker */
			unsigned bits = c ? 32 - (unsigned)__builtin_clz(c) : 0;
			unsigned top = 32 - (unsigned)__builtin_clz(most);
			char shade[2] = { c ? shades[bits == top ? 8 : bits * 8 / top] : ' ', '\0' };

			screen__put(s, y, LABEL + room - i, 0, shade);
		}
	}
	screen__print(s, s->lines - 1, 0,
		      "a column per interval, the last one at the right; . few calls, @ most (%u or less)", most);
}

void top_detail__draw(struct top_detail *d, struct screen *s, const char *message)
{
	struct detail_tab *tab = &d->tabs[d->tab];

	screen__print(s, 0, SCREEN_BOLD, "%s", d->label);
	if (*message)
		screen__print(s, 1, 0, "%s", message);
	else
		draw_numbers(d, s);
	draw_tabs(d, s);
	if (!d->ready)
		return;
	if (tab->kind == TAB_TABLE)
		top_table__draw(&tab->table, s, HEAD, s->lines);
	else if (tab->kind == TAB_HIST)
		draw_hist(d, s);
	else if (tab->kind == TAB_HEAT)
		draw_heat(d, s);
	else
		top_slow__draw(&d->slow, s, HEAD);
}

/* ---- keys ---- */

bool top_detail__wants_slow(struct top_detail *d)
{
	if (d->tabs[d->tab].kind != TAB_SLOW || !d->ready || !d->sum.calls)
		return false;
	d->slow.least = percentile(d, top_slow__quantile((double)d->sum.calls / d->seconds));
	return true;
}

void top_detail__show_hist(struct top_detail *d)
{
	for (unsigned i = 0; i < d->ntabs; i++)
		if (d->tabs[i].kind == TAB_HIST)
			d->tab = i;
}

void top_detail__resized(struct top_detail *d)
{
	for (unsigned i = 0; i < d->ntabs; i++)
		memset(d->tabs[i].table.widest, 0, sizeof(d->tabs[i].table.widest));
}

bool top_detail__key(struct top_detail *d, int key)
{
	if (key == '\t')
		d->tab = (d->tab + 1) % d->ntabs;
	else if (key == TOP_BACKTAB)
		d->tab = (d->tab + d->ntabs - 1) % d->ntabs;
	else if (key >= '1' && key < '1' + (int)d->ntabs)
		d->tab = (unsigned)(key - '1');
	else if (key == 'h')
		top_detail__show_hist(d);
	else if (d->tabs[d->tab].kind == TAB_TABLE)
		return top_table__key(&d->tabs[d->tab].table, key);
	else if (d->tabs[d->tab].kind == TAB_SLOW)
		return top_slow__key(&d->slow, key);
	else
		return false;
	return true;
}

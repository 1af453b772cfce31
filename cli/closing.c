// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "closing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "row_keys.h"
#include "waits.h"

#define PLACES 8192	  /* of the hash table, a power of two */
#define MOST (PLACES / 2) /* entries: a program can make calls of any number of names */
#define RET_ERRORS 4095	  /* results from -4095 to -1 are errors */
#define MOSTLY 0.5	  /* a call with this share of the time has most of it */
#define WORTH_SAYING 0.05 /* the least share of the time in which threads waited for a CPU that is worth saying */

/* The calls of a name; or, with an error, those of them that failed with it. */
struct entry {
	char *name; /* NULL: the place is free */
	uint32_t error;
	uint64_t calls, errors;
	uint64_t total, max; /* ns */
	uint64_t blocked;    /* ns, with --time */
};

struct closing {
	struct entry places[PLACES];
	size_t n;
	bool keys;	       /* rows are those of keys */
	uint64_t calls, total; /* of all calls, also of those that have no entry */
	/* with --time: where the time of all threads went, ns */
	uint64_t on_cpu, runnable, blocked;
};

struct closing *closing__new(bool keys)
{
	struct closing *c = calloc(1, sizeof(*c));

	if (c)
		c->keys = keys;
	return c;
}

void closing__free(struct closing *c)
{
	for (size_t i = 0; c && i < PLACES; i++)
		free(c->places[i].name);
	free(c);
}

/* ---- counting ---- */

/* Returns the entry of a name and an error, which is made if there is none, or NULL if there is no room. */
static struct entry *entry_of(struct closing *c, const char *name, uint32_t error)
{
	uint64_t hash = row_key__hash(name, strlen(name)) + error * 0x9e3779b97f4a7c15;
	struct entry *e = &c->places[hash % PLACES];

	for (; e->name; e = e + 1 < c->places + PLACES ? e + 1 : c->places)
		if (e->error == error && !strcmp(e->name, name))
			return e;
	if (c->n == MOST)
		return NULL;
	e->name = strdup(name);
	if (!e->name)
		return NULL;
	e->error = error;
	c->n++;
	return e;
}

static void add(struct closing *c, const char *name, const struct entry *calls)
{
	struct entry *e = name ? entry_of(c, name, 0) : NULL;

	c->calls += calls->calls;
	c->total += calls->total;
	if (!e)
		return;
	e->calls += calls->calls;
	e->errors += calls->errors;
	e->total += calls->total;
	if (calls->max > e->max)
		e->max = calls->max;
}

static void add_error(struct closing *c, const char *name, uint32_t error, uint64_t calls)
{
	struct entry *e = name ? entry_of(c, name, error) : NULL;

	if (e)
		e->calls += calls;
}

/* Adds where the time of a row went, which may have only calls in progress or, as the row "(user)", no calls at all. */
static void add_split(struct closing *c, const struct sctrace_stat *row)
{
	struct entry *e = row->name && row->blocked ? entry_of(c, row->name, 0) : NULL;

	c->on_cpu += row->system + row->user;
	c->runnable += row->runnable;
	c->blocked += row->blocked;
	if (e)
		e->blocked += row->blocked;
}

int closing__row(void *closing, const struct sctrace_stat *row)
{
	struct closing *c = closing;

	if (row->probe)
		return 0;
	if (!row->error || c->keys)
		add_split(c, row);
	if (!row->calls)
		return 0;
	if (row->error)
		add_error(c, row->name, row->error, row->calls);
	if (!row->error || c->keys)
		add(c, row->name,
		    &(struct entry){
			    .calls = row->calls, .errors = row->errors, .total = row->total, .max = row->max });
	return 0;
}

void closing__call(struct closing *c, const char *name, int64_t ret, uint64_t took)
{
	bool failed = ret < 0 && ret >= -RET_ERRORS;

	add(c, name, &(struct entry){ .calls = 1, .errors = failed, .total = took, .max = took });
	if (failed)
		add_error(c, name, (uint32_t)-ret, 1);
}

/* ---- the sentence ---- */

/* Writes a duration with two or three digits and its unit, such as 6.2 ms. */
static void put_time(FILE *f, uint64_t ns)
{
	static const struct {
		double below, ns;
		const char *unit;
	} units[] = { { 999.5e3, 1e3, "us" }, { 999.5e6, 1e6, "ms" }, { 600e9, 1e9, "s" }, { 36000e9, 60e9, "min" } };
	double ns_of = 3600e9, v;
	const char *unit = "h";

	if (ns < 1000) {
		fprintf(f, "%" PRIu64 " ns", ns);
		return;
	}
	for (size_t i = sizeof(units) / sizeof(*units); i-- > 0;)
		if ((double)ns < units[i].below) {
			ns_of = units[i].ns;
			unit = units[i].unit;
		}
	v = (double)ns / ns_of;
	fprintf(f, "%.*f %s", v < 9.95 ? 1 : 0, v, unit);
}

static bool is_idle(const struct entry *e)
{
	return waits__by_nature(e->name) ||
	       (waits__is_futex(e->name) && (double)e->total >= WAITS_POOL_NS * (double)e->calls);
}

/* Returns the call with the greatest total time. idle: of those that wait by nature; otherwise of the others. */
static const struct entry *longest(const struct closing *c, bool idle)
{
	const struct entry *best = NULL;

	for (const struct entry *e = c->places; e < c->places + PLACES; e++)
		if (e->name && !e->error && e->calls && is_idle(e) == idle && (!best || e->total > best->total))
			best = e;
	return best;
}

/*
 * Returns the call that failed most often; with error_of, which is the name of a call, its most common error instead.
 * NULL: there is none.
 */
static const struct entry *most_failed(const struct closing *c, const char *error_of)
{
	const struct entry *best = NULL;

	for (const struct entry *e = c->places; e < c->places + PLACES; e++) {
		if (!e->name || (error_of ? !e->error || strcmp(e->name, error_of) != 0 : e->error || !e->errors))
			continue;
		if (!best || (error_of ? e->calls > best->calls : e->errors > best->errors))
			best = e;
	}
	return best;
}

/* Returns the time in calls that wait by nature. */
static uint64_t waited(const struct closing *c)
{
	uint64_t ns = 0;

	for (const struct entry *e = c->places; e < c->places + PLACES; e++)
		if (e->name && !e->error && e->calls && is_idle(e))
			ns += e->total;
	return ns;
}

/* Waits by nature are set apart as --top does, unless there is nothing else. */
static void put_longest(const struct closing *c, FILE *f)
{
	const struct entry *e = longest(c, false);
	uint64_t apart = e ? waited(c) : 0, all = c->total - apart;
	double share;

	e = e ?: longest(c, true);
	if (!e)
		return;
	share = all ? (double)e->total / (double)all : 1;
	fprintf(f, "%s %s: ", share >= MOSTLY ? "mostly" : "most time in", e->name);
	put_time(f, e->total);
	fprintf(f, share < 0.005 ? " (<1 %%" : " (%.0f %%", 100 * share);
	if (apart) {
		fputs(" besides ", f);
		put_time(f, apart);
		fputs(" of waits", f);
	}
	fputc(')', f);
	if (e->calls > 1) {
		fputs(", slowest ", f);
		put_time(f, e->max);
	}
}

static void put_failed(const struct closing *c, FILE *f)
{
	const struct entry *e = most_failed(c, NULL), *with = e ? most_failed(c, e->name) : NULL;
	const char *name = with ? strerrorname_np((int)with->error) : NULL;

	if (!e)
		return;
	fprintf(f, "; %" PRIu64 " of %" PRIu64 " call%s of %s failed", e->errors, e->calls, e->calls == 1 ? "" : "s",
		e->name);
	if (!with)
		return;
	if (with->calls < e->errors)
		fprintf(f, ", %" PRIu64 " of them", with->calls);
	if (name)
		fprintf(f, " with %s", name);
	else
		fprintf(f, " with errno %" PRIu32, with->error);
}

/* Writes how much of the time of all threads they were blocked, and waited for a CPU. */
static void put_split(const struct closing *c, FILE *f)
{
	double all = (double)(c->on_cpu + c->runnable + c->blocked);
	const struct entry *most = NULL;

	if (!all)
		return;
	fprintf(f, "; blocked %.0f %% of the time", 100 * (double)c->blocked / all);
	for (const struct entry *e = c->places; e < c->places + PLACES; e++)
		if (e->name && e->blocked && (!most || e->blocked > most->blocked))
			most = e;
	if (most)
		fprintf(f, ", %s in %s", (double)most->blocked >= MOSTLY * (double)c->blocked ? "mostly" : "most of it",
			most->name);
	if ((double)c->runnable >= WORTH_SAYING * all)
		fprintf(f, "; waiting for a CPU %.0f %%", 100 * (double)c->runnable / all);
}

void closing__put(const struct closing *c, uint64_t traced, FILE *f)
{
	if (!c->calls || (!longest(c, false) && !longest(c, true)))
		return;
	fputs("in short: ", f);
	if (traced) {
		fprintf(f, "%" PRIu64 " call%s in ", c->calls, c->calls == 1 ? "" : "s");
		put_time(f, traced);
		fputs(", ", f);
	}
	put_longest(c, f);
	put_failed(c, f);
	put_split(c, f);
	fputc('\n', f);
}

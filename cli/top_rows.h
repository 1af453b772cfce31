/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_TOP_ROWS_H
#define CLI_TOP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sctrace.h"
#include "top_layout.h"

/* The keyboard keys that choose the order of rows, as top_rows__sorted_by() names them. */
#define TOP_SORTS "ctamewn"
#define TOP_KEYS 32 /* room for all keys */

/*
 * A row of --top. It lives as long as calls are counted in it, or wait, and some intervals more, so that a row which is
 * selected stays so, and rows do not jump because one interval has no call of theirs.
 */
struct top_row {
	struct top_row *next; /* the next row in the same list of the hash table */
	char *texts;	      /* the texts of all keys, each ended by a NUL; malloc'd */
	uint64_t hash;	      /* of texts */
	/* of the interval: */
	uint64_t calls, errors, total, max, bytes;
	double avg;
	uint64_t age; /* ns since the oldest call in progress began; UINT64_MAX: not known */
	/* since the row exists: */
	uint64_t all_calls, all_total;
	unsigned absent; /* intervals without calls, up to now */
	bool other;	 /* the row of calls without a row */
	bool probe;	 /* the row of a probe */
	bool call;	 /* the row is of one call or probe, not of several */
	bool waits;	 /* its calls wait by nature for something to do; see top_rows__idle() */
	bool futex;	 /* its calls wait for a lock or for something to do */
	/* order: */
	double weight; /* what rows are sorted by, as a mean of recent intervals */
	int level;     /* logarithm of weight; it changes only if weight has changed by more than noise */
	size_t place;  /* position after the last sorting; SIZE_MAX: the row is new */
};

struct top_rows {
	struct top_row **rows; /* in order, after top_rows__end() */
	size_t n, cap;
	struct top_row **table; /* hash table of 2^bits lists */
	unsigned bits;
	unsigned char keys[TOP_KEYS]; /* indexes of the keys of --by in all_keys */
	unsigned nkeys;
	/* titles of the keys that are arguments of events, by their position in keys; "" for other keys */
	char titles[TOP_KEYS][32];
	bool events; /* the rows are made from events: arguments may be keys, and calls in progress have no rows */
	bool sized;  /* there is a column of bytes */
	char sort;   /* of TOP_SORTS */
};

/* by: names of keys, separated by commas. sort: of TOP_SORTS. events: the rows are made from events */
void top_rows__init(struct top_rows *t, const char *by, char sort, bool events);
void top_rows__free(struct top_rows *t);
/* Begins an interval: sets the numbers of all rows to 0. */
void top_rows__begin(struct top_rows *t);
/* Adds the calls of a row of the statistics, or its calls in progress. Returns 0 or -ENOMEM. */
int top_rows__add(struct top_rows *t, const struct sctrace_stat *r);
/* Ends an interval: drops rows without calls, except "keep", and sorts. A row changes its place only for a reason. */
void top_rows__end(struct top_rows *t, const struct top_row *keep);
/* Sets the order (of TOP_SORTS), and sorts. */
void top_rows__sort(struct top_rows *t, char sort);
/* Returns the title's word for the order of rows, such as "time". */
const char *top_rows__sorted_by(const struct top_rows *t);
/* Returns whether the text occurs in one of the row's keys. */
bool top_rows__has(const struct top_rows *t, const struct top_row *r, const char *text);
/* Returns the text of the n-th key of a row. */
const char *top_rows__cell(const struct top_row *r, unsigned n);
/* Returns the text of the row's key of this name, or NULL if rows do not have it. */
const char *top_rows__value(const struct top_rows *t, const struct top_row *r, const char *key);
/* Writes the keys of a row: "comm=nginx syscall=write". */
void top_rows__label(const struct top_rows *t, const struct top_row *r, char *text, size_t size);
/* Returns the name of the n-th key of the statistics of calls, with its help, or NULL. */
const char *top_rows__key_name(unsigned n, const char **help);
/* Returns whether a row of the statistics has the keys of this row. */
bool top_rows__is(const struct top_rows *t, const struct top_row *r, const struct sctrace_stat *stat);
/*
 * Returns whether the row's calls wait by nature: epoll, poll, sleeps, waits for a child, and futex if its calls take 10 ms
 * or more on average, as those of a pool do that has nothing to do.
 */
bool top_rows__idle(const struct top_row *r);
/* Adds the numbers of a row to a sum. */
void top_rows__sum(struct top_row *sum, const struct top_row *r);
/* Writes a number of a row as text. sum: of all rows; seconds: the length of the interval */
void top_rows__number(const struct top_rows *t, const struct top_row *r, const struct top_row *sum, enum number which,
		      double seconds, char *text, size_t size);
/* Sets the columns, as wide as their titles. top_rows__widen() adds the width of rows, before layout__fit(). */
void top_rows__columns(const struct top_rows *t, struct layout *l);
/* Makes the columns of numbers, and with keys also those of keys, as wide as the row needs. */
void top_rows__widen(const struct top_rows *t, const struct top_row *r, const struct top_row *sum, double seconds,
		     bool keys, struct layout *l);
/*
 * Writes the n-th key of a row, at most "width" columns. A longer text loses its end, or a path its beginning, and has a
 * '+' there.
 */
void top_rows__cut(const struct top_row *r, unsigned n, int width, char *text, size_t size);
/* Writes a duration with one unit: 512ns 4.1us 128ms 2.00s 17.0min 4.0h 2.0d. */
void top_time(uint64_t ns, char *text, size_t size);

#endif

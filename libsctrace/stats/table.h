/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The tables. Rows are settled (stats__settle()) before they are printed. */
#ifndef SCT_TABLE_H
#define SCT_TABLE_H

#include "sctrace.h"
#include "stats/keys.h"
#include "stats/stats.h"

struct table_opts {
	enum sctrace_table table;
	bool errors; /* a line for each errno */
	bool percentiles, hist;
	bool split; /* columns of where the time went */
	bool json;
	uint32_t by;	      /* KSTAT_BY_* */
	const uint8_t *order; /* the columns, in their order: keys, and from KEY_ARGS on arguments */
	unsigned norder;
	const char *const *titles; /* titles by column; an element, or the array, may be NULL: the key's name */
	unsigned max;		   /* number of rows to print, 0: all */
	double seconds;		   /* length of the interval, 0: not an interval */
	const char *columns;	   /* -U: columns of the table of strace -c */
	const char *sort;
	uint64_t overhead; /* ns, subtracted for each call */
	uint64_t lost;	   /* number of events that are in no row */
	uint64_t time_ns;  /* the wall clock when the table was made; 0: not known */
	const char *host;  /* name of the host where the events happened, NULL if not known */
	const char *(*cgroup)(void *ctx, uint64_t id); /* returns the path of a cgroup */
	void *ctx;
};

/* Returns the key whose value a column shows. */
static inline unsigned table__key(unsigned column)
{
	return column < KEY_ARGS ? column : KEY_ARGS;
}

/* Returns the title of the column. */
static inline const char *table__title(const struct table_opts *o, unsigned column)
{
	return o->titles && o->titles[column] ? o->titles[column] : by_keys[table__key(column)].name;
}

/* Returns the text of argument i in the value of KEY_ARGS, which may be NULL, and sets *len; 0: not known. */
const char *by__arg(const char *texts, unsigned i, size_t *len);
/* Appends the text in one column of keys. */
void by__text(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row,
	      unsigned column);
/* by__tail() appends the columns of numbers and ends the line; by__numbers() appends only the columns. */
void by__tail(struct buf *b, const struct stat_row *row, const struct table_opts *o);
/* Appends the columns of a split, ms; their titles are SPLIT_TITLES, their units SPLIT_UNITS. */
#define SPLIT_TITLES "    system      user  runnable   blocked"
#define SPLIT_UNITS "    (msec)    (msec)    (msec)    (msec)"
void by__split(struct buf *b, const struct stat_row *row);
void by__numbers(struct buf *b, const struct stat_row *row, const struct table_opts *o);

/*
 * Appends up to n bytes of s, or those before its NUL. Bytes that are not printable are written as \\ooo, and \\ as
 * two.
 */
void text__safe(struct buf *b, const char *s, size_t n);
/* Appends n bytes of s with unprintable bytes escaped; if n > max, "..." and the end of s, max bytes in all. */
void text__end(struct buf *b, const char *s, size_t n, size_t max);
/* Appends s like text__safe() in at most max columns: of a longer s, "..." and its end. */
void text__safe_end(struct buf *b, const char *s, size_t max);

/* Returns the groups that have rows, the busiest first, and their number in *n; to be freed; NULL for no memory. */
struct stat_group **groups__sorted(struct stats *s, size_t *n);

void table__perf(struct buf *b, struct stats *s, const struct table_opts *o);
/* Returns -EINVAL if o->columns or o->sort has an unknown word. */
int table__strace(struct buf *b, struct stats *s, const struct table_opts *o);
int table__by(struct buf *b, struct stats *s, const struct table_opts *o);
/*
 * Writes a line for each row: the values of its keys, with a ';' between them, and the number of calls, or with o->sort
 * "total" their time in microseconds. This is the folded form that flame graphs are made from.
 */
int table__folded(struct buf *b, struct stats *s, const struct table_opts *o);
int table__json(struct buf *b, struct stats *s, const struct table_opts *o);
/* Appends "for 1.234 s". */
void table__age(struct buf *b, uint64_t age, bool before);
/* Appends the calls in progress that are in no row, the oldest first. */
void table__waits(struct buf *b, const struct stats *s, const struct table_opts *o);
/* Appends a line with the number of lost events, if there are any. */
void table__lost(struct buf *b, const struct table_opts *o);
void table__hist(struct buf *b, const struct stat_row *row, unsigned indent);

/*
 * Checks the names of columns. Sets bad to the first wrong word, and *valid to the list of valid words or, for a
 * repeated word, to the rest of the input.
 */
enum columns_wrong { COLUMNS_OK, COLUMNS_UNKNOWN, COLUMNS_TWICE };
enum columns_wrong strace__columns_check(const char *words, char *bad, size_t size, const char **valid);
bool strace__sort_ok(const char *word, const char **valid);
/*
 * Returns which times the columns and the sort key need: STRACE_TIMES (as measured), STRACE_WALL_TIMES (elapsed), or
 * both.
 */
#define STRACE_TIMES 0x1
#define STRACE_WALL_TIMES 0x2
unsigned strace__times(const char *words, const char *sort);

#endif

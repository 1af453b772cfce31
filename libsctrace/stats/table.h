/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The tables that print rows. They are settled first. */
#ifndef SCT_TABLE_H
#define SCT_TABLE_H

#include "sctrace.h"
#include "stats/keys.h"
#include "stats/stats.h"

struct table_opts {
	enum sctrace_table table;
	bool errors; /* a line for each errno */
	bool percentiles, hist;
	bool json;
	uint32_t by;	      /* KSTAT_BY_* */
	const uint8_t *order; /* of the keys: indexes into by_keys */
	unsigned norder;
	const char *const *titles; /* of keys, NULL: of none; each NULL: its name */
	unsigned max;		   /* rows of a table, 0: all */
	double seconds;		   /* what it is the table of; 0: not an interval */
	const char *columns;	   /* strace's table */
	const char *sort;
	uint64_t overhead;			       /* ns, of each call */
	uint64_t lost;				       /* events that are in no row */
	uint64_t time_ns;			       /* the wall clock when the table was made; 0: not known */
	const char *host;			       /* where the events happened; NULL: not known */
	const char *(*cgroup)(void *ctx, uint64_t id); /* its path */
	void *ctx;
};

struct sorted_row {
	const struct stat_row *row;
	bool other;
	const char *sort;
};

/* Rows with calls, "other" last. To be freed. NULL: no memory. */
struct sorted_row *by__sorted(struct stats *s, const struct table_opts *o, size_t *n);
/* What the key is called. */
static inline const char *table__title(const struct table_opts *o, unsigned key)
{
	return o->titles && o->titles[key] ? o->titles[key] : by_keys[key].name;
}
/* One key's value as people read it. */
void by__text(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row,
	      const struct by_key *key);
/* The columns that were asked for, and the line's end. */
void by__tail(struct buf *b, const struct stat_row *row, const struct table_opts *o);
void by__numbers(struct buf *b, const struct stat_row *row, const struct table_opts *o);

/* Printable, other bytes as \\ooo and \\ as two; up to n bytes or the NUL. */
void text__safe(struct buf *b, const char *s, size_t n);
/* s, which is printable (and if not, escaped), or "..." and its end: not more than max bytes of it. */
void text__end(struct buf *b, const char *s, size_t max);
/* As text__safe() of all of s, or "..." and its end: not more than max columns. */
void text__safe_end(struct buf *b, const char *s, size_t max);

/* Groups with rows, the busiest first; n: how many. To be freed. NULL: no memory. */
struct stat_group **groups__sorted(struct stats *s, size_t *n);

void table__perf(struct buf *b, struct stats *s, const struct table_opts *o);
/* -EINVAL: o->columns or o->sort has a word that names nothing. */
int table__strace(struct buf *b, struct stats *s, const struct table_opts *o);
int table__by(struct buf *b, struct stats *s, const struct table_opts *o);
int table__json(struct buf *b, struct stats *s, const struct table_opts *o);
/* "for 1.234 s" */
void table__age(struct buf *b, uint64_t age, bool before);
/* Calls in progress that no row has, the oldest first. */
void table__waits(struct buf *b, const struct stats *s, const struct table_opts *o);
/* A line, if there are any that are lost. */
void table__lost(struct buf *b, const struct table_opts *o);
void table__hist(struct buf *b, const struct stat_row *row, unsigned indent);

/*
 * Whether these words mean something; if not, bad is the first that is wrong, and valid lists all that there are, or
 * is the rest of the words if it comes twice.
 */
enum columns_wrong { COLUMNS_OK, COLUMNS_UNKNOWN, COLUMNS_TWICE };
enum columns_wrong strace__columns_check(const char *words, char *bad, size_t size, const char **valid);
bool strace__sort_ok(const char *word, const char **valid);
/* What times valid columns and a sort key are of: those that were measured, time passed in any case. */
#define STRACE_TIMES 0x1
#define STRACE_WALL_TIMES 0x2
unsigned strace__times(const char *words, const char *sort);

#endif

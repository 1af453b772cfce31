/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Rows of statistics, from events or from the kernel's maps, summed by key. Their number is bounded: above the limit,
 * threads that have ended are folded into their process, then rows with the fewest calls into "other". No call is ever
 * dropped.
 */
#ifndef SCT_STATS_H
#define SCT_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/kstats_abi.h"
#include "util/buf.h"

#define STATS_AGE_UNKNOWN UINT64_MAX
#define STATS_PROBE KSTAT_CALLS		      /* key.call of the first probe */
#define STATS_SPAN (STATS_PROBE + (1u << 24)) /* key.call of the first span */

struct probes;
struct spans;

/* key.owner is 1 + the index of the group. Groups are threads, cgroups, or one for all. */
struct stat_row {
	struct kstat_by_key key; /* a key of kind NAME has 1 + the index of the name */
	struct kstat_row r;
	uint64_t *hist;	      /* KSTAT_BUCKETS, or NULL */
	uint32_t in_progress; /* calls that have not returned */
	uint64_t oldest;      /* age of the oldest call in progress, ns */
	uint32_t oldest_tid;
	bool before;		/* the oldest call began before the start: it is at least this old */
	struct kstat_split now; /* with split: time of living tasks that is not in r.split yet */
};

/*
 * Returns the value by which rows identify a call: its index in the tables or, without one, its number with enum
 * kstat_number in the upper half.
 */
static inline uint64_t key__call(const struct kstat_by_key *key)
{
	return (uint64_t)key->number << 32 | key->call;
}

static inline bool row__is_probe(const struct stat_row *row)
{
	return !row->key.number && row->key.call >= STATS_PROBE;
}

/* Calls in progress, by call and comm: used where groups are not threads. */
struct stat_wait {
	uint16_t call;
	bool before;
	uint32_t n;
	uint64_t oldest;
	uint32_t oldest_tid;
	char comm[16];
};

struct stat_group {
	uint32_t tid, pid; /* 0: all processes of this comm that ended, or all tasks */
	uint64_t start;	   /* when the process started */
	uint64_t born;	   /* row.born of the row that set comm */
	char comm[16];
	uint64_t cgroup; /* 0: groups are not cgroups */
	bool other;
	bool outside; /* all tasks of this comm that have no number in our pid namespace */
	bool alive;
	uint32_t ended;	 /* tasks that were folded into this group */
	uint64_t events; /* enters and exits, as perf trace counts them; set by stats__settle() */
	size_t first, n; /* rows of the group; set by stats__settle() */
};

enum stats_groups { STATS_THREADS, STATS_TOTAL, STATS_CGROUPS, STATS_KEYS };

struct stats {
	enum stats_groups by; /* kind of the groups; with STATS_KEYS there is one group, and rows have keys */
	bool wall;	      /* rows have elapsed time in addition to CPU time */
	uint32_t split;	      /* with split: the keys of rows, KSTAT_BY_*; without keys KSTAT_BY_SYSCALL; 0: no split */
	size_t max_rows;
	struct stat_row *rows;
	size_t nrows, cap;
	uint32_t *index; /* hash -> 1 + row */
	size_t nindex;
	struct stat_group *groups;
	size_t ngroups, groups_cap;
	uint32_t *group_index;
	size_t ngroup_index;
	struct store_names {
		char **p;
		size_t n, cap;
		uint32_t *index;
		size_t nindex;
	} names;
	struct stat_wait *waits;
	size_t nwaits, waits_cap;
	uint64_t events;
	uint64_t evicted;	     /* calls that were folded into "other" in user space */
	const struct probes *probes; /* key.call - STATS_PROBE is the number of a probe; NULL without probes */
	const struct spans *spans;   /* key.call - STATS_SPAN is the number of a span; NULL without spans */
};

void stats__init(struct stats *s, enum stats_groups groups, size_t max_rows);
void stats__free(struct stats *s);
/* Removes all rows. */
void stats__reset(struct stats *s);
/*
 * Returns the key of the row into which a row is folded: by call if `by` (KSTAT_BY_*) has the call, else one for all.
 */
struct kstat_by_key stats__other(const struct kstat_by_key *key, uint32_t by);
/*
 * Adds a row of the kernel. key->owner is 0 for calls for which the kernel had no room. names has the values of keys
 * that are names, by key (KEY_FILE ...); an element, or names itself, may be NULL. Returns 0 or -ENOMEM.
 */
int stats__add(struct stats *s, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist,
	       const char *const *names);
/* Adds the rows of other statistics with the same keys. Returns 0 or -ENOMEM. */
int stats__merge(struct stats *to, const struct stats *from);
/*
 * Adds a living task and, if now is not 0, the call that it is in, and with split the task's time that is in no row of
 * the kernel yet. Returns 0 or -ENOMEM.
 */
int stats__task(struct stats *s, const struct kstat_task *t, uint64_t now);
/* Returns how long the task has been in its call, ns, or STATS_AGE_UNKNOWN if its beginning was not seen. */
uint64_t stats__age(const struct kstat_task *t, uint64_t now);
/* Removes the living tasks and the calls in progress. */
void stats__tasks_begin(struct stats *s);
/* Folds threads that ended into their process, and rows above the limit. Returns 0 or -ENOMEM. */
int stats__fold(struct stats *s);
/* Sorts the rows by group, then by total time, the longest first, and counts events. */
void stats__settle(struct stats *s);

/* ---- reading the rows ---- */

/* Adds the elapsed times of r to row `to`, as kstats__row_merge() does with the measured times. */
void row__merge_wall(struct kstat_row *to, const struct kstat_row *r);
/* Returns the row with elapsed time in place of CPU time. */
struct kstat_row row__wall(const struct kstat_row *r);
/* Returns where the time of the row's calls, or of the gaps between calls, went. */
struct kstat_split row__split(const struct stat_row *row);
uint64_t row__min(const struct kstat_row *r);
double row__avg(const struct kstat_row *r);
/* Returns the standard error of the mean, relative to the mean, in per cent. */
double row__stderr(const struct kstat_row *r);
/* Returns the q-quantile (q from 0 to 1) of the durations of n calls, ns. */
double hist__percentile(const uint64_t *hist, double n, double min, double max, double q);
/* Returns the percentile of a row, as hist__percentile() does, or 0 if the row has no histogram. */
double row__percentile(const struct stat_row *row, double q);
/* Returns the shortest duration of a bucket, ns. */
uint64_t bucket__low(unsigned bucket);
unsigned bucket__of(uint64_t ns);
/* Adds one call to a row, as the programs do. */
void row__call(struct kstat_row *r, uint64_t ns, bool failed);
/* Returns the number of the call in its ABI. */
uint32_t call__nr(uint64_t call);
/*
 * Returns the name of a call (from key__call()): "openat"; "syscall_0x1ff", written to `name`, if the tables do not
 * have it; "unknown" for many such numbers in one row.
 */
const char *call__name(uint64_t call, char *name, size_t size);
/* Returns the name of a row's call, or of the probe that the row counts. */
const char *row__name(const struct stats *s, const struct stat_row *row, char *name, size_t size);
/* Returns the name with its ABI: "openat", or "openat@32", written to `label`, if the ABI is not the native one. */
const char *call__label(uint64_t call, char *label, size_t size);
const char *row__label(const struct stats *s, const struct stat_row *row, char *label, size_t size);
/* Returns the name of the row's ABI if that is not the native one, or NULL. */
const char *call__abi(uint64_t call);

#endif

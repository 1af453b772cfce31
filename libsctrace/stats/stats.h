/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Rows of statistics, from pairs or from the kernel's maps, added up by key.
 * Bounded: when there are too many, what has ended is told apart no longer,
 * then the least used rows become "other". No call is ever dropped.
 */
#ifndef SCT_STATS_H
#define SCT_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/kstats_abi.h"
#include "util/buf.h"

#define STATS_AGE_UNKNOWN UINT64_MAX
#define STATS_PROBE KSTAT_CALLS /* key.call of the first probe */

struct probes;

/* key.owner: 1 + index of the group. Groups are threads, or one for all. */
struct stat_row {
	struct kstat_by_key key; /* keys of names: 1 + index of a name */
	struct kstat_row r;
	uint64_t *hist;	      /* KSTAT_BUCKETS, or NULL */
	uint32_t in_progress; /* calls that have not returned */
	uint64_t oldest;      /* age of the oldest of them, ns */
	uint32_t oldest_tid;
	bool before; /* it began before the start: it is at least that old */
};

/* A call as rows name it: an index, or a number that no table has, with enum kstat_number in the upper half. */
static inline uint64_t key__call(const struct kstat_by_key *key)
{
	return (uint64_t)key->number << 32 | key->call;
}

static inline bool row__is_probe(const struct stat_row *row)
{
	return !row->key.number && row->key.call >= STATS_PROBE;
}

/* Calls in progress where groups are not threads: one for each call and name. */
struct stat_wait {
	uint16_t call;
	bool before;
	uint32_t n;
	uint64_t oldest;
	uint32_t oldest_tid;
	char comm[16];
};

struct stat_group {
	uint32_t tid, pid; /* 0: processes of this comm that ended, or all */
	uint64_t start;	   /* of the process */
	uint64_t born;	   /* of the row that comm is from */
	char comm[16];
	uint64_t cgroup; /* 0: groups are not cgroups */
	bool other;
	bool outside; /* all of this comm that have no tid in our pid namespace */
	bool alive;
	uint32_t ended;	 /* tasks in it that were folded */
	uint64_t events; /* enters and exits, as perf trace counts; by stats__settle() */
	size_t first, n; /* rows; by stats__settle() */
};

enum stats_groups { STATS_THREADS, STATS_TOTAL, STATS_CGROUPS, STATS_KEYS };

struct stats {
	enum stats_groups by; /* what groups are; with KEYS there is one, and rows have keys */
	bool wall;	      /* rows have time passed beside CPU time */
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
	uint64_t evicted;	     /* calls that became "other" here */
	const struct probes *probes; /* key.call - STATS_PROBE is the number of one; NULL: there are none */
};

void stats__init(struct stats *s, enum stats_groups groups, size_t max_rows);
void stats__free(struct stats *s);
/* Forgets all rows. */
void stats__reset(struct stats *s);
/* What is left of a key with these keys (KSTAT_BY_*) where there is no room to tell it apart: one row a call, or one. */
struct kstat_by_key stats__other(const struct kstat_by_key *key, uint32_t by);
/*
 * key->owner 0: of what found no room in the kernel. names: of the keys that are names, at their indexes (KEY_FILE ...),
 * each may be NULL; NULL: of none. 0 or -ENOMEM.
 */
int stats__add(struct stats *s, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist,
	       const char *const *names);
/* Adds the rows of another one that tells apart the same. 0 or -ENOMEM. */
int stats__merge(struct stats *to, const struct stats *from);
/* A task that lives; its call in progress, if now is not 0. */
int stats__task(struct stats *s, const struct kstat_task *t, uint64_t now);
/* Forgets the living tasks and the calls in progress. */
/* How long the task has been in its call, ns; STATS_AGE_UNKNOWN: its beginning was not seen. */
uint64_t stats__age(const struct kstat_task *t, uint64_t now);
void stats__tasks_begin(struct stats *s);
/* Threads that ended become their process's; and all is kept within bounds. */
int stats__fold(struct stats *s);
/* Sorts the rows by group, the longest total first, and counts events. */
void stats__settle(struct stats *s);

/* ---- reading the rows ---- */

/* As kstats__row_merge(), of time passed beside CPU time. */
void row__merge_wall(struct kstat_row *to, const struct kstat_row *r);
/* The row with time passed in place of CPU time. */
struct kstat_row row__wall(const struct kstat_row *r);
uint64_t row__min(const struct kstat_row *r);
double row__avg(const struct kstat_row *r);
/* Standard error of the mean, relative to it, in per cent. */
double row__stderr(const struct kstat_row *r);
/* The duration below which are q (0 to 1) of n calls. */
double hist__percentile(const uint64_t *hist, double n, double min, double max, double q);
/* Likewise of a row, ns; 0 if there is no histogram. */
double row__percentile(const struct stat_row *row, double q);
/* First duration of a bucket. */
uint64_t bucket__low(unsigned bucket);
unsigned bucket__of(uint64_t ns);
/* Adds one call, as the kernel does. */
void row__call(struct kstat_row *r, uint64_t ns, bool failed);
/* The number of the call in its ABI. */
uint32_t call__nr(uint64_t call);
/* call: by key__call(). "openat"; "syscall_0x1ff" in name if no table has it; "unknown": many such numbers. */
const char *call__name(uint64_t call, char *name, size_t size);
/* Likewise of a row's call, which may be a probe of the events that it is from. */
const char *row__name(const struct stats *s, const struct stat_row *row, char *name, size_t size);
/* The name, which calls of two ABIs may share: "openat", or "openat@32" of one that is not the machine's own. */
const char *call__label(uint64_t call, char *label, size_t size);
const char *row__label(const struct stats *s, const struct stat_row *row, char *label, size_t size);
/* The name of the ABI that is not the machine's own, or NULL. */
const char *call__abi(uint64_t call);

#endif

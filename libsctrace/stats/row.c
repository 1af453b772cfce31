// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Arithmetic on rows. */
#include <math.h>
#include <stdio.h>

#include "stats/span.h"
#include "stats/stats.h"
#include "lookup/abi.h"
#include "probe/probe.h"
#include "counts/kstats.h"

typedef unsigned __int128 u128;

static u128 squares(const struct kstat_row *r)
{
	return (u128)r->sq_hi << 64 | r->sq_lo;
}

void row__merge_wall(struct kstat_row *to, const struct kstat_row *r)
{
	to->wall.total += r->wall.total;
	if (r->wall.max > to->wall.max)
		to->wall.max = r->wall.max;
	if (r->wall.invmin > to->wall.invmin)
		to->wall.invmin = r->wall.invmin;
}

struct kstat_row row__wall(const struct kstat_row *r)
{
	struct kstat_row w = *r;

	w.total = r->wall.total;
	w.max = r->wall.max;
	w.invmin = r->wall.invmin;
	return w;
}

void row__call(struct kstat_row *r, uint64_t ns, bool failed)
{
	struct kstat_row one = { .calls = 1, .total = ns, .max = ns, .invmin = ~ns, .errors = failed };
	u128 square = (u128)ns * ns;

	one.sq_lo = (uint64_t)square;
	one.sq_hi = (uint64_t)(square >> 64);
	kstats__row_merge(r, &one);
}

struct kstat_split row__split(const struct stat_row *row)
{
	struct kstat_split s = row->r.split;

	kstats__split_merge(&s, &row->now);
	return s;
}

static uint64_t timed(const struct kstat_row *r)
{
	return r->calls - r->untimed;
}

uint64_t row__min(const struct kstat_row *r)
{
	return timed(r) ? ~r->invmin : 0;
}

double row__avg(const struct kstat_row *r)
{
	return timed(r) ? (double)r->total / (double)timed(r) : 0;
}

double row__stderr(const struct kstat_row *r)
{
	u128 n = timed(r), total = r->total, mean2;
	long double variance;

	if (n < 2 || !total)
		return 0;
	/* sum of squares - total^2 / n, in integers, as the difference of two doubles would lose its digits */
	mean2 = total * total / n;
	if (squares(r) <= mean2)
		return 0;
	variance = (long double)(squares(r) - mean2) / (long double)(n - 1);
	return (double)(100 * sqrtl(variance / (long double)n) / ((long double)total / (long double)n));
}

unsigned bucket__of(uint64_t ns)
{
	unsigned e, b;

	if (ns < 4)
		return (unsigned)ns;
	e = 63 - (unsigned)__builtin_clzll(ns);
	b = (e - 1) * 4 + ((ns >> (e - 2)) & 3);
	return b < KSTAT_BUCKETS ? b : KSTAT_BUCKETS - 1;
}

uint64_t bucket__low(unsigned b)
{
	return b < 4 ? b : (uint64_t)(4 + b % 4) << (b / 4 - 1);
}

double hist__percentile(const uint64_t *hist, double n, double min, double max, double q)
{
	double rank = q * n, seen = 0;

	for (unsigned b = 0; b < KSTAT_BUCKETS; b++) {
		double in = (double)hist[b], low, high, v;

		if (!in || seen + in < rank) {
			seen += in;
			continue;
		}
		low = fmax((double)bucket__low(b), min);
		high = b + 1 < KSTAT_BUCKETS ? fmin((double)bucket__low(b + 1), max) : max;
		v = low + (high - low) * (rank - seen) / in;
		return fmin(fmax(v, min), max);
	}
	return max;
}

double row__percentile(const struct stat_row *row, double q)
{
	if (!row->hist || !timed(&row->r))
		return 0;
	return hist__percentile(row->hist, (double)timed(&row->r), (double)row__min(&row->r), (double)row->r.max, q);
}

const char *row__name(const struct stats *s, const struct stat_row *row, char *name, size_t size)
{
	const struct probe *p = !row__is_probe(row) ? NULL : probes__get(s->probes, row->key.call - STATS_PROBE);

	if (row__is_probe(row) && row->key.call >= STATS_SPAN)
		return span__name(s->spans->v[row->key.call - STATS_SPAN]);
	return p ? p->spec.func : call__name(key__call(&row->key), name, size);
}

/* Returns the ABI of the call, or NULL if it is the native one. */
static const struct abi *other_abi(uint64_t call)
{
	uint32_t kind = call >> 32;

	if (kind)
		return kind == KSTAT_NUMBER_COMPAT ? abi__compat() : NULL;
	return call < SCT_NR_MAX ? NULL : abi__compat();
}

uint32_t call__nr(uint64_t call)
{
	return call >> 32 ? (uint32_t)call : (uint32_t)call % SCT_NR_MAX;
}

const char *call__name(uint64_t call, char *name, size_t size)
{
	const struct abi *other = other_abi(call), *abi = other ? other : abi__native();
	uint32_t nr = call__nr(call);
	const struct sct_row *row = call >> 32 ? NULL : abi__row(abi, nr);

	if (row)
		return row->name;
	if (call == KSTAT_NR_USER)
		return "(user)";
	if (!(call >> 32) && nr == KSTAT_NR_UNKNOWN)
		snprintf(name, size, "unknown");
	else
		snprintf(name, size, "syscall_0x%llx", abi->word == 4 ? nr : (unsigned long long)(int32_t)nr);
	return name;
}

const char *call__abi(uint64_t call)
{
	const struct abi *abi = other_abi(call);

	return abi ? abi->name : NULL;
}

const char *call__label(uint64_t call, char *label, size_t size)
{
	const struct abi *abi = other_abi(call);
	char name[32];

	if (!abi)
		return call__name(call, label, size);
	snprintf(label, size, "%s@%u", call__name(call, name, sizeof(name)), 8u * abi->word);
	return label;
}

const char *row__label(const struct stats *s, const struct stat_row *row, char *label, size_t size)
{
	return !row__is_probe(row) ? call__label(key__call(&row->key), label, size) : row__name(s, row, label, size);
}

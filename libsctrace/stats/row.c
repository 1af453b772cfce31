// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Arithmetic of rows. */
#include <math.h>
#include <stdio.h>

#include "stats/stats.h"
#include "lookup/abi.h"

typedef unsigned __int128 u128;

static u128 squares(const struct kstat_row *r)
{
	return (u128)r->sq_hi << 64 | r->sq_lo;
}

static void squares_set(struct kstat_row *r, u128 v)
{
	r->sq_lo = (uint64_t)v;
	r->sq_hi = (uint64_t)(v >> 64);
}

void row__merge(struct kstat_row *to, const struct kstat_row *r)
{
	squares_set(to, squares(to) + squares(r));
	to->calls += r->calls;
	to->total += r->total;
	to->errors += r->errors;
	to->untimed += r->untimed;
	to->gone += r->gone;
	if (r->max > to->max)
		to->max = r->max;
	if (r->invmin > to->invmin)
		to->invmin = r->invmin;
}

void row__call(struct kstat_row *r, uint64_t ns, bool failed)
{
	struct kstat_row one = { .calls = 1, .total = ns, .max = ns, .invmin = ~ns, .errors = failed };

	squares_set(&one, (u128)ns * ns);
	row__merge(r, &one);
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
	/* in integers, so that nothing cancels: sum of squares - total^2 / n */
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

double row__percentile(const struct stat_row *row, double q)
{
	double rank, seen = 0, min = (double)row__min(&row->r), max = (double)row->r.max;

	if (!row->hist || !timed(&row->r))
		return 0;
	rank = q * (double)timed(&row->r);
	for (unsigned b = 0; b < KSTAT_BUCKETS; b++) {
		double n = (double)row->hist[b], low, high, v;

		if (!n || seen + n < rank) {
			seen += n;
			continue;
		}
		low = fmax((double)bucket__low(b), min);
		high = b + 1 < KSTAT_BUCKETS ? fmin((double)bucket__low(b + 1), max) : max;
		v = low + (high - low) * (rank - seen) / n;
		return fmin(fmax(v, min), max);
	}
	return max;
}

const char *call__name(unsigned call, char *name, size_t size)
{
	const struct abi *abi = call < SCT_NR_MAX ? abi__native() : abi__compat();
	const struct sct_row *row = abi ? abi__row(abi, call % SCT_NR_MAX) : NULL;

	if (row)
		return row->name;
	if (call % SCT_NR_MAX == KSTAT_NR_UNKNOWN)
		snprintf(name, size, "unknown");
	else
		snprintf(name, size, "syscall_%u", call % SCT_NR_MAX);
	return name;
}

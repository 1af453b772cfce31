// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Histograms of durations, drawn as bars. */
#include <stdio.h>

#include "stats/table.h"

#define BAR 40

/* Appends a duration with one unit: 512ns 4us 128ms 2s 17min 4h 2d. */
static void put_time(struct buf *b, uint64_t ns, unsigned width)
{
	static const struct {
		uint64_t ns;
		const char *unit;
	} units[] = {
		{ 86400000000000ull, "d" }, { 3600000000000ull, "h" }, { 60000000000ull, "min" },
		{ 1000000000, "s" },	    { 1000000, "ms" },	       { 1000, "us" },
	};
	char text[32];
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]) && ns < units[i].ns; i++)
		;
	if (i == sizeof(units) / sizeof(units[0]))
		snprintf(text, sizeof(text), "%uns", (unsigned)ns);
	else if (ns % units[i].ns && ns < 10 * units[i].ns)
		snprintf(text, sizeof(text), "%.1f%s", (double)ns / (double)units[i].ns, units[i].unit);
	else
		snprintf(text, sizeof(text), "%.0f%s", (double)ns / (double)units[i].ns, units[i].unit);
	buf__printf(b, "%*s", (int)width, text);
}

/* Returns the number of calls that took from 2^e ns to less than 2^(e+1). */
static uint64_t octave(const struct stat_row *row, unsigned e)
{
	uint64_t n = 0;

	/* the first two buckets are 0 and 1 ns, the next two 2 and 3 ns */
	if (e < 2)
		return row->hist[2 * e] + row->hist[2 * e + 1];
	for (unsigned k = 0; k < 4; k++)
		n += row->hist[4 * (e - 1) + k];
	return n;
}

void table__hist(struct buf *b, const struct stat_row *row, unsigned indent)
{
	unsigned first = 0, last = KSTAT_BUCKETS / 4, e;
	uint64_t most = 0;

	if (!row->hist || row->r.calls == row->r.untimed)
		return;
	while (first < last && !octave(row, first))
		first++;
	while (last > first && !octave(row, last))
		last--;
	for (e = first; e <= last; e++)
		if (octave(row, e) > most)
			most = octave(row, e);
	if (!most)
		return;
	for (e = first; e <= last; e++) {
		uint64_t n = octave(row, e);
		unsigned len = (unsigned)((double)n * BAR / (double)most + 0.5);

		buf__pad(b, ' ', indent);
		put_time(b, e ? 1ull << e : 0, 6);
		buf__str(b, " .. ");
		put_time(b, 2ull << e, 6);
		buf__printf(b, " %10llu |", (unsigned long long)n);
		buf__pad(b, '#', n && !len ? 1 : len);
		buf__pad(b, ' ', BAR - (n && !len ? 1 : len));
		buf__str(b, "|\n");
	}
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "limit.h"

#define NS 1000000000ull
#define PERIOD_NS (NS / 20)
#define SPARE_NS (NS / 4) /* how much unused time is kept for later, as wall-clock time */

void limit__init(struct limit *l, uint32_t rate, unsigned cpu, uint64_t now, uint64_t used)
{
	*l = (struct limit){
		.rate = rate,
		.cpu = cpu,
		.line_left = NS,
		.cpu_at = now,
		.cpu_used = used,
	};
}

bool limit__line(struct limit *l, uint64_t now)
{
	uint64_t takes = l->rate ? NS / l->rate : 0;

	/* events of several CPUs may be a little out of order */
	if (now > l->line_at) {
		l->line_left += now - l->line_at;
		l->line_at = now;
	}
	if (l->line_left > NS)
		l->line_left = NS;
	if (l->line_left < takes)
		return false;
	l->line_left -= takes;
	return true;
}

void limit__cpu(struct limit *l, uint64_t now, uint64_t used)
{
	int64_t spare = (int64_t)(SPARE_NS * l->cpu / 100), before = l->cpu_left;

	if (!l->cpu || now < l->cpu_at + PERIOD_NS)
		return;
	l->cpu_left += (int64_t)((now - l->cpu_at) * l->cpu / 100) - (int64_t)(used - l->cpu_used);
	l->cpu_at = now;
	l->cpu_used = used;
	if (l->cpu_left > spare)
		l->cpu_left = spare;
	if (l->cpu_left < -4 * spare)
		l->cpu_left = -4 * spare;
	/* a debt that shrinks does not raise the level */
	if (l->cpu_left < 0 && l->cpu_left <= before && l->level < LIMIT_LINES)
		l->level++;
	else if (l->cpu_left == spare && l->level)
		l->level--;
}

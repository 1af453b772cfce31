// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/frame.h"

#include <stdio.h>
#include <string.h>

#include "util/procfs.h"

/* Functions in which every wait ends, by the beginnings of their names. */
static const char *const generic[] = { "__schedule",	    "schedule",	       "io_schedule",
				       "preempt_schedule",  "__cond_resched",  "wait_for_completion",
				       "__wait_for_common", "__refrigerator",  "bit_wait",
				       "__wait_on_bit",	    "out_of_line_wait" };

static bool is_generic(const char *name)
{
	for (size_t i = 0; i < sizeof(generic) / sizeof(generic[0]); i++)
		if (!strncmp(name, generic[i], strlen(generic[i])))
			return true;
	return false;
}

/* Lines of /proc/TID/stack, proc(5): "[<0>] pipe_read+0x1a0/0x2c0". */
static bool line_name(const char *line, char *name, size_t size)
{
	const char *from = strchr(line, ' ');
	size_t n = from ? strcspn(from + 1, "+ \n") : 0;

	if (!n)
		return false;
	snprintf(name, size, "%.*s", (int)n, from + 1);
	return true;
}

size_t why_frame__all(int proc, uint32_t tid, char (*names)[WHY_FRAME], size_t n)
{
	FILE *f = procfs__file(proc, "%u/stack", tid);
	char line[256];
	size_t found = 0;

	while (f && found < n && fgets(line, sizeof(line), f))
		found += line_name(line, names[found], WHY_FRAME);
	if (f)
		fclose(f);
	return found;
}

bool why_frame__read(int proc, uint32_t tid, char *name, size_t size)
{
	FILE *f = procfs__file(proc, "%u/stack", tid);
	char line[256];
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		found = line_name(line, name, size) && !is_generic(name);
	if (f)
		fclose(f);
	return found;
}

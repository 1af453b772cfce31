// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/file_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NAME_FORM "sctrace-########-######.######.cap" /* '#': a digit */

bool file_name__is_ours(const char *name)
{
	const char *form = NAME_FORM;

	for (; *form; form++, name++)
		if (*form == '#' ? !isdigit((unsigned char)*name) : *form != *name)
			return false;
	return !*name;
}

void file_name__make(char *name, size_t size, uint64_t us)
{
	time_t s = (time_t)(us / 1000000);
	char when[32];
	struct tm tm;

	gmtime_r(&s, &tm);
	strftime(when, sizeof(when), "%Y%m%d-%H%M%S", &tm);
	snprintf(name, size, "sctrace-%s.%06u.cap", when, (unsigned)(us % 1000000));
}

int64_t file_name__time(const char *name)
{
	struct tm tm = {};
	const char *rest = strptime(name, "sctrace-%Y%m%d-%H%M%S.", &tm);

	return rest ? (int64_t)timegm(&tm) * 1000000000 + strtol(rest, NULL, 10) * 1000 : 0;
}

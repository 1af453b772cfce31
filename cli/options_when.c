// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_when.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "util/number.h"

#define TIME_MIN_NS (NS_PER_S / 100)

void option__for(struct options *o, const char *time)
{
	o->when.for_ns = options__time(o, time, NS_PER_S, TIME_MIN_NS);
}

void option__delay(struct options *o, const char *time)
{
	o->when.delay_ns = options__time(o, time, NS_PER_S, TIME_MIN_NS);
}

void option__limit_rate(struct options *o, const char *lines)
{
	o->when.limit_rate = options__count(o, lines);
}

void option__max_cpu(struct options *o, const char *percent)
{
	char *number = options__copy(o, percent), *end = strchrnul(number, '%');
	unsigned long v;

	if (*end && !end[1])
		*end = '\0';
	if (!options__is_number(number, 100, &v) || !v)
		options__bad(o, percent, "per cent of a CPU, 1 to 100");
	free(number);
	o->when.max_cpu = (unsigned)v;
}

void option__ready_fd(struct options *o, const char *fd)
{
	unsigned long v;

	if (!options__is_number(fd, INT32_MAX, &v) || v < 1 || fcntl((int)v, F_GETFD) < 0)
		options__bad(o, fd, "the number of an open descriptor above 0");
	o->when.ready_fd = (int)v;
}

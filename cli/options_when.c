// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_when.h"

#include <fcntl.h>

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

void option__ready_fd(struct options *o, const char *fd)
{
	unsigned long v;

	if (!options__is_number(fd, INT32_MAX, &v) || v < 1 || fcntl((int)v, F_GETFD) < 0)
		options__bad(o, fd, "the number of an open descriptor above 0");
	o->when.ready_fd = (int)v;
}

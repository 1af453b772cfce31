// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_output.h"

#include <stdlib.h>

#include "options.h"
#include "util/number.h"

#define RING_MIN 4096
#define RING_MAX (1u << 30)

void option__list(struct options *o, const char *what)
{
	options__exact_word(o, what);
	o->list = true;
}

void option__ring_size(struct options *o, const char *bytes)
{
	uint64_t v;

	if (!number__size(bytes, &v) || v < RING_MIN || v > RING_MAX || (v & (v - 1))) {
		complain(o, "--ring-size takes a power of two, 4k to 1024M, not '%s'", bytes);
		exit(1);
	}
	o->ring_bytes = (uint32_t)v;
}

void option__priority(struct options *o, const char *nice)
{
	unsigned long v;
	bool negative = *nice == '-';

	if (!options__is_number(nice + negative, negative ? 20 : 19, &v))
		options__bad(o, nice, "-20, which runs first, to 19");
	o->priority = negative ? -(int)v : (int)v;
}

void option__inject(struct options *o, const char *arg)
{
	const char *name = o->row->strace;

	complain(o, "--%s=%s is refused: sctrace never changes the traced process; use strace", name, arg);
	exit(1);
}

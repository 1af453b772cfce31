// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_output.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"

#define RING_MIN 4096

void option__list(struct options *o, const char *what)
{
	options__exact_word(o, what);
	o->list = true;
}

void option__ring_size(struct options *o, const char *bytes)
{
	char digits[16];
	size_t n = strlen(bytes), shift = 0;
	unsigned long v;

	if (n && (bytes[n - 1] == 'k' || bytes[n - 1] == 'K'))
		shift = 10;
	else if (n && bytes[n - 1] == 'M')
		shift = 20;
	if (shift)
		n--;
	if (!n || n >= sizeof(digits))
		options__invalid(o, bytes);
	memcpy(digits, bytes, n);
	digits[n] = '\0';
	if (!options__is_number(digits, (1ul << 30) >> shift, &v) || (v << shift) < RING_MIN ||
	    (v << shift & ((v << shift) - 1))) {
		complain(o, "--ring-size takes a power of two, 4k to 1024M, not '%s'", bytes);
		exit(1);
	}
	o->ring_bytes = (uint32_t)(v << shift);
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

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/grow.h"

#include <stdlib.h>
#include <string.h>

#define LEAST 16 /* elements of the first array */

void *grow__array(void *v, size_t *cap, size_t n, size_t size)
{
	size_t want = *cap ? *cap : LEAST;
	char *p;

	if (n <= *cap && v)
		return v;
	while (want < n)
		want *= 2;
	p = reallocarray(v, want, size);
	if (!p)
		return NULL;
	memset(p + *cap * size, 0, (want - *cap) * size);
	*cap = want;
	return p;
}

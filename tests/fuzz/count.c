// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "fuzz.h"

static unsigned long long records;

static void print(void)
{
	fprintf(stderr, "records: %llu\n", records);
}

void count_records(unsigned long long n)
{
	if (!records)
		atexit(print);
	records += n;
}

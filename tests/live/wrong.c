// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes calls whose numbers no table has: small and large numbers, negative ones, and one with the bit of x32. */
#include <unistd.h>

int main(void)
{
	/* the kernel takes these numbers as int; lines.sh has them in this order */
	static const int numbers[] = { 0x1000,	   0xffffff,   0x1000000,	0x40000027,
				       0x40000fff, 0x7fffffff, (int)0x80000001, -2 };

	for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		syscall(numbers[i], 1, 2, 3, 4, 5, 6);
	return 0;
}

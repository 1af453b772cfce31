/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Option structs that begin with their size. */
#ifndef SCT_UTIL_OPTS_H
#define SCT_UTIL_OPTS_H

#include <errno.h>
#include <stddef.h>
#include <string.h>

#define OPTS_TOO_NEW "options that this version of the library does not know: it is older than the program"

/* A newer program may know more options than this library: only zeros are understood. */
static inline int opts__copy(void *to, size_t size, const void *from, size_t from_size)
{
	const char *p = (const char *)from;

	if (from_size < sizeof(size_t))
		return -EINVAL;
	for (size_t i = size; i < from_size; i++)
		if (p[i])
			return -E2BIG;
	memset(to, 0, size);
	memcpy(to, from, from_size < size ? from_size : size);
	return 0;
}

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Copies option structs that begin with their size. */
#ifndef SCT_UTIL_OPTS_H
#define SCT_UTIL_OPTS_H

#include <errno.h>
#include <stddef.h>
#include <string.h>

#define OPTS_TOO_NEW                                                                                                   \
	"the program sets options that this library does not know, as it is older than the program: update libsctrace"

/*
 * Copies the options of a caller that was built with another version of the library. Members that this version does
 * not know must be zero. Returns 0, -E2BIG if one is not, or -EINVAL if from_size is too small.
 */
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

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Arrays that grow. */
#ifndef SCT_UTIL_GROW_H
#define SCT_UTIL_GROW_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the array v, moved if it has room for fewer than n elements of size bytes. The room at least doubles each
 * time, so that n calls for one more element copy no more than 2n elements; *cap is set to it, and the new elements are
 * zero. Returns NULL without memory: v and *cap are valid as they were.
 */
void *grow__array(void *v, size_t *cap, size_t n, size_t size);

/* Makes room for n elements in the array v, of which cap, a size_t, is the room. Returns false without memory. */
#define GROW(v, cap, n)                                                                                                \
	({                                                                                                             \
		void *grown_ = grow__array((v), &(cap), (n), sizeof(*(v)));                                            \
                                                                                                                       \
		if (grown_)                                                                                            \
			(v) = grown_;                                                                                  \
		grown_ != NULL;                                                                                        \
	})

#endif

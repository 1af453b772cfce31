/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Where the reason of a failure goes, as one line for people. */
#ifndef SCT_UTIL_WHY_H
#define SCT_UTIL_WHY_H

#include <stddef.h>

struct why {
	char *text; /* NULL: nobody asks */
	size_t size;
};

/* Returns err. */
int why__set(const struct why *w, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif

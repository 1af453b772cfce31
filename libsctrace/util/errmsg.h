/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Buffer for an error message of one line. */
#ifndef SCT_ERRMSG_H
#define SCT_ERRMSG_H

#include <stddef.h>

struct errmsg {
	char *text; /* NULL: no text is wanted */
	size_t size;
};

/* Writes the text to the buffer, if there is one. Returns err. */
int errmsg__set(const struct errmsg *w, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#endif

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/errmsg.h"

#include <stdarg.h>
#include <stdio.h>

int errmsg__set(const struct errmsg *w, int err, const char *fmt, ...)
{
	va_list ap;

	if (w->text && w->size) {
		va_start(ap, fmt);
		vsnprintf(w->text, w->size, fmt, ap);
		va_end(ap);
	}
	return err;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The USDT probes of a program or a library, as its notes have them. */
#ifndef SCT_PROBE_USDT_H
#define SCT_PROBE_USDT_H

#include <stddef.h>

#include "util/errmsg.h"

struct usdt {
	char *provider, *name;
	char *prototype; /* by the sizes that the note has: "(arg1:i32, arg2:hex)" */
	unsigned nargs;	 /* may be more than the prototype has */
	unsigned places; /* in the code */
};

#define USDTS_MAX 10000 /* of a file that are looked at */

struct usdts {
	struct usdt *v; /* by provider and name */
	size_t n;
};

/* Adds those whose provider and name match the patterns of fnmatch(3). 0, also if there is none, or -errno. */
int usdts__find(struct usdts *u, const char *path, const char *provider, const char *name, const struct errmsg *errmsg);
void usdts__free(struct usdts *u);

#endif

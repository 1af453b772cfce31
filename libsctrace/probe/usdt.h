/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the USDT probes of a program or a library, which are described in its notes. */
#ifndef SCT_PROBE_USDT_H
#define SCT_PROBE_USDT_H

#include <stddef.h>

#include "util/errmsg.h"

struct usdt {
	char *provider, *name;
	char *prototype; /* "(arg1:i32, arg2:hex)", according to the sizes in the note */
	unsigned nargs;	 /* number of arguments in the note; the prototype has at most SCT_NARGS */
	unsigned places; /* number of places in the code */
};

#define USDTS_MAX 10000 /* most probes of a file */

struct usdts {
	struct usdt *v; /* sorted by provider and name */
	size_t n, cap;
};

/*
 * Adds the probes whose provider and name match patterns of fnmatch(3). Returns 0, even if none matches, or -errno with
 * a message.
 */
int usdts__find(struct usdts *u, const char *path, const char *provider, const char *name, const struct errmsg *errmsg);
void usdts__free(struct usdts *u);

#endif

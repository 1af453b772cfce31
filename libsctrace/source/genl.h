/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The families of generic netlink: the kernel numbers them as they come, and tells their names. */
#ifndef SCT_GENL_H
#define SCT_GENL_H

#include <stdbool.h>

#include "table/flags.h"

#define GENL_NAME 16
#define GENL_MAX 128

struct genl {
	struct sct_flags table; /* of the rows */
	struct sct_flag rows[GENL_MAX];
	char names[GENL_MAX][GENL_NAME];
};

/* Asks the kernel. What it does not say has no name. */
void genl__read(struct genl *g);
/* One of its answers: n bytes of messages. False: no more will follow. */
bool genl__add(struct genl *g, const void *p, size_t n);

#endif

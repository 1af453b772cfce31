// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Replaces contexts.c in builds without libselinux. */
#include "enrich/seccontext/contexts.h"

#include <errno.h>
#include <stddef.h>

int contexts__open(struct contexts **out)
{
	return -ENOTSUP;
}

void contexts__close(struct contexts *c)
{
}

const char *contexts__expected(struct contexts *c, const char *path, uint32_t mode)
{
	return NULL;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe_list.h"

#include <stdio.h>

#include "sctrace.h"

#define SHOWN 6 /* most arguments in a prototype */

static int print_one(void *ctx, const struct sctrace_usdt *u)
{
	(void)ctx;
	printf("%s:%s:%s%s", u->file, u->provider, u->name, u->prototype);
	if (u->nargs > SHOWN)
		printf(" and %u more", u->nargs - SHOWN);
	putchar('\n');
	return 0;
}

static int list_probes(const struct options *o, pid_t pid, const char *file)
{
	char why[256] = "no memory";
	int err = sctrace_usdts(pid, file, print_one, NULL, why, sizeof(why));

	if (err)
		complain(o, "%s", why);
	return err ? 1 : 0;
}

int probe_list(const struct options *o)
{
	int status = 0;

	for (unsigned i = 0; i < o->npids; i++)
		status |= list_probes(o, o->pids[i], NULL);
	for (char **file = o->command; file && *file; file++)
		status |= list_probes(o, 0, *file);
	return status;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "row_keys.h"

#include <string.h>

const struct row_key row_keys[ROW_KEYS] = {
#define KEY(id, bit, kind, member, stat, events, name, width, help)                                                    \
	{ name, ROW_##kind, width, offsetof(struct sctrace_stat, stat), help },
#include "tables/keys.def"
	/* of probes */
	{ "func", ROW_CALL, -16, offsetof(struct sctrace_stat, name) },
	{ "arg1", ROW_NAME, -12, offsetof(struct sctrace_stat, args[0]) },
	{ "arg2", ROW_NAME, -12, offsetof(struct sctrace_stat, args[1]) },
	{ "arg3", ROW_NAME, -12, offsetof(struct sctrace_stat, args[2]) },
	{ "arg4", ROW_NAME, -12, offsetof(struct sctrace_stat, args[3]) },
	{ "arg5", ROW_NAME, -12, offsetof(struct sctrace_stat, args[4]) },
	{ "arg6", ROW_NAME, -12, offsetof(struct sctrace_stat, args[5]) },
};

const struct row_key *row_key__find(const char *name, size_t len)
{
	for (size_t i = 0; i < ROW_KEYS; i++)
		if (strlen(row_keys[i].name) == len && !memcmp(row_keys[i].name, name, len))
			return &row_keys[i];
	return NULL;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <string.h>

#include "sctrace.h"
#include "stats/keys.h"

const struct by_key by_keys[NKEYS] = {
#define KEY(id, bit, kind, member, stat, events, name, ...)                                                            \
	[KEY_##id] = { name,                                                                                           \
		       bit,                                                                                            \
		       KSTAT_KEY_##kind,                                                                               \
		       KEY_IS_##events,                                                                                \
		       offsetof(struct kstat_by_key, member),                                                          \
		       offsetof(struct sctrace_stat, stat) },
#include "tables/keys.def"
	[KEY_ARGS] = { "arguments", KSTAT_BY_ARGS, KSTAT_KEY_NAME, KEY_IS_MEMORY, offsetof(struct kstat_by_key, args),
		       offsetof(struct sctrace_stat, args[0]) },
};

static const char list[] =
#define KEY(id, bit, kind, member, stat, events, name, ...) ", " name
#include "tables/keys.def"
	;

const char *const by_keys_list = list + sizeof(", ") - 1;

/* Types by kind of key: KEY_* of the member of struct kstat_by_key, STAT_* of the member of struct sctrace_stat. */
#define KEY_CALL uint32_t
#define KEY_NUM uint32_t
#define KEY_COMM char[16]
#define KEY_CGROUP uint64_t
#define KEY_ERRNO uint16_t
#define KEY_RET int64_t
#define KEY_NAME uint32_t
#define KEY_ARG uint32_t
#define KEY_SUM uint32_t
#define STAT_CALL const char *
#define STAT_NUM uint32_t
#define STAT_COMM const char *
#define STAT_CGROUP const char *
#define STAT_ERRNO uint32_t
#define STAT_RET int64_t
#define STAT_NAME const char *
#define STAT_ARG const char *
#define STAT_SUM uint64_t
#define SAME(type, member, wanted) __builtin_types_compatible_p(__typeof__(((type *)0)->member), wanted)
#define KEY(id, bit, kind, member, stat, ...)                                                                          \
	_Static_assert(sizeof(((struct kstat_by_key *)0)->member) == sizeof(KEY_##kind), #id);                         \
	_Static_assert(SAME(struct sctrace_stat, stat, STAT_##kind), #id);
#include "tables/keys.def"

int by_key__find(const char *name, size_t len)
{
	for (int k = 0; k < KEY_ARGS; k++)
		if (strlen(by_keys[k].name) == len && !memcmp(by_keys[k].name, name, len))
			return k;
	return -1;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The keys of --by: those of tables/keys.def, and arguments. */
#ifndef SCT_KEYS_H
#define SCT_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "abi/kstats_abi.h"

enum {
#define KEY(id, ...) KEY_##id,
#include "tables/keys.def"
	KEY_ARGS, /* all arguments that are keys, as one text: each ends with a '\n' */
	NKEYS
};

/* Columns of a table: by key, then from KEY_ARGS on a column for each argument. */
#define KEY_ARGS_MAX 6
#define KEY_COLUMNS (KEY_ARGS + KEY_ARGS_MAX)

/* What must be captured for a key in a table made from events. */
enum key_events {
	KEY_IS_RECORD = 0,
	KEY_IS_MEMORY = 1,
	KEY_IS_FILES = 2 | KEY_IS_MEMORY,
	KEY_IS_PEERS = 4 | KEY_IS_MEMORY,
	KEY_IS_ARGUMENT = 8 | KEY_IS_MEMORY,
	KEY_IS_NEVER = 16,
	KEY_IS_STACKS = 32,
	KEY_IS_OWNER = 64,
};

struct by_key {
	const char *name;
	uint32_t bit; /* KSTAT_BY_* */
	enum kstat_key_kind kind;
	enum key_events events;
	size_t at;   /* offset in struct kstat_by_key */
	size_t stat; /* offset in struct sctrace_stat */
};

extern const struct by_key by_keys[NKEYS];
/* The names of all keys, "syscall, pid, ...", for messages. */
extern const char *const by_keys_list;

/* Returns the index of the key with this name, or -1. KEY_ARGS has none. */
int by_key__find(const char *name, size_t len);

static inline const void *by_key__at(const struct by_key *key, const struct kstat_by_key *k)
{
	return (const char *)k + key->at;
}

/* Returns the value of a key of kind NUM, or the id of a NAME. */
static inline uint32_t by_key__num(const struct by_key *key, const struct kstat_by_key *k)
{
	return *(const uint32_t *)by_key__at(key, k);
}

static inline uint64_t by_key__cgroup(const struct by_key *key, const struct kstat_by_key *k)
{
	return *(const uint64_t *)by_key__at(key, k);
}

static inline uint16_t by_key__errno(const struct by_key *key, const struct kstat_by_key *k)
{
	return *(const uint16_t *)by_key__at(key, k);
}

static inline int64_t by_key__ret(const struct by_key *key, const struct kstat_by_key *k)
{
	return *(const int64_t *)by_key__at(key, k);
}

#endif

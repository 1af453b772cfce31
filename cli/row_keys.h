/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The keys of --by, and where a row of the statistics has their values. */
#ifndef CLI_ROW_KEYS_H
#define CLI_ROW_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "sctrace.h"

/* The kind of a key's member in struct sctrace_stat: a text, a number, an errno or a result. */
enum row_key_kind {
	ROW_CALL,
	ROW_NUM,
	ROW_COMM,
	ROW_CGROUP,
	ROW_ERRNO,
	ROW_NAME,
	ROW_RET,
	ROW_ARG,
	ROW_SUM, /* a sum, which does not identify rows */
};

enum {
#define KEY(id, ...) ROW_KEY_##id,
#include "tables/keys.def"
	ROW_KEY_FUNC,
	ROW_KEY_ARG1, /* the first of six */
	ROW_KEYS = ROW_KEY_ARG1 + 6,
};

struct row_key {
	const char *name;
	enum row_key_kind kind;
	int width;	  /* negative: flush left */
	size_t at;	  /* in struct sctrace_stat */
	const char *help; /* NULL: a key of probes only */
};

extern const struct row_key row_keys[ROW_KEYS];

/* Returns the key whose name has these len bytes, or NULL. */
const struct row_key *row_key__find(const char *name, size_t len);

/* Returns the member of the row that has the key's value. */
static inline const void *row_key__value(const struct row_key *k, const struct sctrace_stat *row)
{
	return (const char *)row + k->at;
}

/* Returns a hash (FNV-1a) of the n bytes of a row's values, for a table of rows. */
static inline uint64_t row_key__hash(const char *values, size_t n)
{
	uint64_t h = 0xcbf29ce484222325;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)values[i]) * 0x100000001b3;
	return h ^ h >> 32;
}

#endif

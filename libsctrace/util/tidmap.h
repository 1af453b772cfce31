/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Pointers by thread id, or another number of 32 bits: open addressing, linear probing. */
#ifndef SCT_TIDMAP_H
#define SCT_TIDMAP_H

#include <stddef.h>
#include <stdint.h>

struct tidslot {
	uint32_t tid;
	void *value; /* NULL: free */
};

struct tidmap {
	struct tidslot *slots;
	size_t n, cap; /* cap: power of two */
};

static inline size_t tidmap__hash(const struct tidmap *m, uint32_t tid)
{
	return (tid * 2654435761u) & (m->cap - 1);
}

static inline void *tidmap__get(const struct tidmap *m, uint32_t tid)
{
	if (!m->cap)
		return NULL;
	for (size_t i = tidmap__hash(m, tid); m->slots[i].value; i = (i + 1) & (m->cap - 1))
		if (m->slots[i].tid == tid)
			return m->slots[i].value;
	return NULL;
}

static inline uint64_t tidmap__bits(const struct tidmap *m, uint32_t tid)
{
	return (uint64_t)(uintptr_t)tidmap__get(m, tid);
}

/* value is not NULL; the tid must not be there yet. 0 or -ENOMEM. */
int tidmap__put(struct tidmap *m, uint32_t tid, void *value);
/* Returns what was there, or NULL. */
void *tidmap__del(struct tidmap *m, uint32_t tid);
void tidmap__free(struct tidmap *m, void (*free_value)(void *));

#endif

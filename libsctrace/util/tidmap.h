/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Map from thread ids, or other 32-bit numbers, to pointers: open addressing, linear probing. */
#ifndef SCT_TIDMAP_H
#define SCT_TIDMAP_H

#include <stddef.h>
#include <stdint.h>

struct tidslot {
	uint32_t tid;
	void *value; /* NULL: the slot is free */
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

/* Inserts a value, not NULL, for a tid that has none. Returns 0 or -ENOMEM. */
int tidmap__put(struct tidmap *m, uint32_t tid, void *value);
/* Removes the tid. Returns its value, or NULL if it had none. */
void *tidmap__del(struct tidmap *m, uint32_t tid);
/* Calls free_value(), unless it is NULL, for each value, and empties the map. */
void tidmap__free(struct tidmap *m, void (*free_value)(void *));

#endif

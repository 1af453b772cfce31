// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/tidmap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void slot_insert(struct tidmap *m, uint32_t tid, void *value)
{
	size_t i = tidmap__hash(m, tid);

	while (m->slots[i].value)
		i = (i + 1) & (m->cap - 1);
	m->slots[i] = (struct tidslot){ tid, value };
}

static int slots_grow(struct tidmap *m)
{
	struct tidmap new = { .n = m->n, .cap = m->cap ? m->cap * 2 : 64 };

	new.slots = calloc(new.cap, sizeof(*new.slots));
	if (!new.slots)
		return -ENOMEM;
	for (size_t i = 0; i < m->cap; i++)
		if (m->slots[i].value)
			slot_insert(&new, m->slots[i].tid, m->slots[i].value);
	free(m->slots);
	*m = new;
	return 0;
}

int tidmap__put(struct tidmap *m, uint32_t tid, void *value)
{
	if (m->n * 2 >= m->cap) {
		int err = slots_grow(m);

		if (err)
			return err;
	}
	slot_insert(m, tid, value);
	m->n++;
	return 0;
}

void *tidmap__del(struct tidmap *m, uint32_t tid)
{
	size_t mask = m->cap - 1, i, j;
	void *value;

	if (!m->cap)
		return NULL;
	for (i = tidmap__hash(m, tid); m->slots[i].tid != tid || !m->slots[i].value; i = (i + 1) & mask)
		if (!m->slots[i].value)
			return NULL;
	value = m->slots[i].value;
	/* close the gap: move back the entries that probed past it */
	for (j = (i + 1) & mask; m->slots[j].value; j = (j + 1) & mask) {
		size_t home = tidmap__hash(m, m->slots[j].tid);

		if (((j - home) & mask) >= ((j - i) & mask)) {
			m->slots[i] = m->slots[j];
			i = j;
		}
	}
	m->slots[i].value = NULL;
	m->n--;
	return value;
}

void tidmap__free(struct tidmap *m, void (*free_value)(void *))
{
	for (size_t i = 0; free_value && i < m->cap; i++)
		if (m->slots[i].value)
			free_value(m->slots[i].value);
	free(m->slots);
	memset(m, 0, sizeof(*m));
}

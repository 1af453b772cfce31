// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/pair_task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "event/report.h"

#define TASK_BYTES (sizeof(struct pair_task) + 4 * sizeof(struct tidslot))

void pair_task__free(struct task *task)
{
	struct pair_task *t = (struct pair_task *)task;

	free(t->enter);
	free(t->stale);
	free(t->exec);
	free(t->held);
	free(t->killed);
	funcs__free(&t->funcs);
}

struct pair_task *pair_task__make(struct pair *p, uint32_t tid, uint32_t tgid)
{
	struct pair_task *t = (struct pair_task *)tasks__get(p->tasks, tid, tgid);

	if (t && !t->bytes)
		pair_task__keeps(p, t, TASK_BYTES);
	return p->last = t;
}

/*
 * Grows memory of the task to at least n bytes. Returns the memory, or NULL on failure: then the old one stays valid.
 */
static void *block_grow(struct pair *p, struct pair_task *t, void *old, size_t *cap, size_t n)
{
	void *new;

	if (n <= *cap)
		return old;
	n = (n + 255) & ~(size_t)255;
	new = realloc(old, n);
	if (!new)
		return NULL;
	pair_task__keeps(p, t, n - *cap);
	*cap = n;
	return new;
}

int pair_task__keep_enter(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size, bool retire)
{
	/* queued events may point to the last call's enter, so the new one must not overwrite it */
	bool kept = !retire && p->waiting.first;
	size_t cap = retire || kept ? 0 : t->enter_cap;
	void *q = block_grow(p, t, retire || kept ? NULL : t->enter, &cap, size);

	if (!q)
		return -ENOMEM;
	if (kept) {
		report__free(p, t->enter);
		pair_task__keeps(p, t, 0 - t->enter_cap);
	}
	if (retire) {
		t->stale = t->enter;
		t->stale_cap = t->enter_cap;
	}
	t->enter = q;
	t->enter_cap = cap;
	memcpy(t->enter, rec, size);
	t->nr = record__nr(t->enter);
	t->pending = true;
	return 0;
}

int pair_task__keep_killed(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	void *q = block_grow(p, t, t->killed, &t->killed_cap, size);

	if (!q)
		return -ENOMEM;
	t->killed = q;
	memcpy(t->killed, rec, size);
	return 0;
}

int pair_task__keep_exec(struct pair *p, struct pair_task *t, const uint8_t *data, uint32_t len)
{
	uint32_t at = (t->exec_len + 7) & ~7u; /* the last chunk may have no padding yet */
	void *q;

	if (!len)
		return 0;
	q = block_grow(p, t, t->exec, &t->exec_cap, at + len);
	if (!q)
		return -ENOMEM;
	t->exec = q;
	memcpy(t->exec + at, data, len);
	t->exec_len = at + len;
	return 0;
}

int pair_task__keep_signal(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	t->held = malloc(size);
	if (!t->held)
		return -ENOMEM;
	memcpy(t->held, rec, size);
	t->held_size = size;
	pair_task__keeps(p, t, size);
	return 0;
}

void pair_task__drop_signal(struct pair *p, struct pair_task *t)
{
	pair_task__keeps(p, t, 0 - t->held_size);
	report__free(p, t->held);
	t->held = NULL;
	t->held_size = 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "summary/summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "summary/store.h"
#include "table/abi.h"
#include "util/tidmap.h"

struct sctrace_summary {
	struct store store;
	struct tidmap comms; /* tid -> name */
	uint64_t seq;
};

int summary__new(struct sctrace_summary **out)
{
	*out = calloc(1, sizeof(**out));
	if (!*out)
		return -ENOMEM;
	store__init(&(*out)->store, STORE_THREADS, 0);
	return 0;
}

void summary__free(struct sctrace_summary *s)
{
	if (!s)
		return;
	tidmap__free(&s->comms, free);
	store__free(&s->store);
	free(s);
}

static int set_comm(struct sctrace_summary *s, const struct event *ev)
{
	char *name = tidmap__get(&s->comms, ev->tid);
	int err;

	if (!name) {
		name = calloc(1, 16);
		err = name ? tidmap__put(&s->comms, ev->tid, name) : -ENOMEM;
		if (err) {
			free(name);
			return err;
		}
	}
	strncpy(name, ev->comm, 15);
	return 0;
}

int summary__event(struct sctrace_summary *s, const struct event *ev)
{
	struct sum_by_key key = { .owner = 1 };
	struct sum_row row = { .tid = ev->tid, .pid = ev->tgid, .born = ++s->seq };
	const char *comm;
	bool failed;
	int err;

	if (ev->kind == EV_EXEC)
		return set_comm(s, ev);
	if (ev->kind != EV_EXIT)
		return 0;
	comm = tidmap__get(&s->comms, ev->tid);
	if (comm)
		memcpy(row.comm, comm, sizeof(row.comm));
	failed = ev->exit->ret < 0 && ev->exit->ret >= -4095;
	key.call =
		(uint16_t)(ev->enter->nr % SCT_NR_MAX + (abi__get(ev->enter->abi) == abi__native() ? 0 : SCT_NR_MAX));
	row__call(&row, ev->ts - ev->enter->rec.ts, failed);
	err = store__add(&s->store, &key, &row, NULL, NULL, NULL);
	if (err || !failed)
		return err;
	key.err = (uint16_t)-ev->exit->ret;
	return store__add(&s->store, &key, &row, NULL, NULL, NULL);
}

struct store *summary__store(struct sctrace_summary *s)
{
	return &s->store;
}

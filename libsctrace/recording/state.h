/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What a replay that begins in the middle of a recording has to know of the records before: tasks and their names, calls
 * in progress, files of descriptors, mappings, probes, names of interfaces, the wall clock, and the count of lost records
 * of each CPU. It is kept as records: a reader handles them as any others, without reporting their events.
 */
#ifndef SCT_RECORDING_STATE_H
#define SCT_RECORDING_STATE_H

#include "event/record.h"
#include "util/buf.h"
#include "util/tidmap.h"

struct rec_state {
	struct tidmap tasks; /* tid -> struct state_task */
	struct tidmap maps;  /* tgid -> struct buf: records of its mappings */
	struct tidmap files; /* CPU and slot -> struct state_file */
	struct buf names[SCT_NAMES_MAX];
	struct buf probes;	/* SCT_REC_DEF */
	struct sct_clock clock; /* type 0: none yet */
	uint32_t *lost;		/* number of lost events of each CPU */
	unsigned ncpus;
	uint64_t ts;
	struct state_task *last;
	bool failed; /* memory ran out: the state is not complete */
};

/* Applies a record that was checked. */
void rec_state__apply(struct rec_state *s, const struct sct_rec *rec, size_t size);
/* Passes the records that make the state to fn, in order. Returns 0, or what fn returned if not 0. */
int rec_state__each(const struct rec_state *s, record_fn *fn, void *ctx);
void rec_state__free(struct rec_state *s);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The state that a replay needs if it begins in the middle of a recording: tasks and their names, calls in progress,
 * files of descriptors, mappings, probes, names of interfaces, the wall clock, and each CPU's count of lost records. It
 * is stored as records, which a reader handles like others, but without reporting their events.
 */
#ifndef SCT_RECORDING_STATE_H
#define SCT_RECORDING_STATE_H

#include "event/record.h"
#include "util/buf.h"
#include "util/tidmap.h"

struct rec_state {
	struct tidmap tasks; /* tid -> struct state_task */
	struct tidmap maps;  /* tgid -> struct buf: records of the process's mappings */
	struct tidmap files; /* CPU and slot -> struct state_file */
	struct buf names[SCT_NAMES_MAX];
	struct buf probes;	/* SCT_REC_DEF */
	struct buf child;	/* SCT_REC_PROCESS with SCT_F_CHILD, whose SCT_REC_FORK has not come; empty: none */
	struct sct_clock clock; /* type 0: no record so far */
	uint32_t *lost;		/* count of lost events of each CPU */
	size_t lost_cap;
	unsigned ncpus; /* the highest CPU that had a record, plus one */
	uint64_t ts;
	struct state_task *last;
	bool failed; /* without memory: the state is incomplete */
};

/* Updates the state by a record, which must have passed record__check(). */
void rec_state__apply(struct rec_state *s, const struct sct_rec *rec, size_t size);
/* Passes the records of which the state consists to fn, in order. Returns 0, or the result of fn if not 0. */
int rec_state__each(const struct rec_state *s, record_fn *fn, void *ctx);
void rec_state__free(struct rec_state *s);

#endif

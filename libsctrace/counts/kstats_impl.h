/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the files share that look after the programs of -s (counts/kstats.h). */
#ifndef SCT_COUNTS_KSTATS_IMPL_H
#define SCT_COUNTS_KSTATS_IMPL_H

#include "counts/wakeup.h"
#include "load/footprint.h"
#include "load/features.h"
#include "counts/kstats.h"
#include "util/errmsg.h"

/* after what has the types of its variables */
#include "kstats.skel.h"

#define BATCH 1024 /* entries of a map that are read at a time */

struct kstats {
	struct kstats_bpf *skel;
	struct features features;
	bool all;
	int proc;
	bool sees_calls; /* the iterator does, those that began before the start */
	uint8_t *on;	 /* by call: counted */
	struct wakeup wakeup;
	int barrier;		/* what the map of maps holds */
	struct kstat_cpu *cpus; /* mapped */
	unsigned ncpus;
	uint32_t map_rows, key_size, row_size;
	uint32_t slots_part;
	void *slots[2]; /* mapped */
	bool by, hist, shared;
	struct kstat_row *others; /* what was told of each call */
	char *percpu;		  /* one call's rows, of all CPUs */
	struct kstats_name {
		uint32_t id;
		struct kstat_name name;
	} * names, *old_names; /* of the rows being delivered, and of those before, by id */
	size_t nnames, nold;
	unsigned nprobes;     /* that are counted in these rows, too */
	struct footprint ran; /* what the programs did until they were detached */
	struct errmsg errmsg;
};

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The state of the programs of -s, shared by the files behind counts/kstats.h. */
#ifndef SCT_COUNTS_KSTATS_IMPL_H
#define SCT_COUNTS_KSTATS_IMPL_H

#include "counts/wakeup.h"
#include "load/footprint.h"
#include "load/features.h"
#include "counts/kstats.h"
#include "util/errmsg.h"

/* the skeleton comes after the headers that define the types of its variables */
#include "kstats.skel.h"

#define BATCH 1024 /* entries of a map per read */

struct kstats {
	struct kstats_bpf *skel;
	struct features features;
	bool all;
	int proc;
	bool sees_calls; /* the iterator reports calls that began before the start */
	uint8_t *on;	 /* by call: 1 if it is counted */
	struct wakeup wakeup;
	int barrier;		/* the map that is stored in the map of maps, to wait for programs */
	struct kstat_cpu *cpus; /* mapped */
	unsigned ncpus;
	uint32_t map_rows, key_size, row_size;
	uint32_t slots_part;
	void *slots[2]; /* mapped */
	bool by, hist, shared;
	struct kstat_row *others; /* by call: overflow rows as of the last drain */
	char *percpu;		  /* buffer for a call's overflow rows of all CPUs */
	struct kstats_name {
		uint32_t id;
		struct kstat_name name;
	} * names, *old_names; /* names of the current and the previous drain, sorted by id */
	size_t nnames, names_cap, nold;
	unsigned nprobes;     /* probes that are counted in these rows */
	struct footprint ran; /* run counts and times of the programs, up to the detach */
	struct errmsg errmsg;
};

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef KSTATS_MAPS_BPF_H
#define KSTATS_MAPS_BPF_H

#include "arch/arch.h"
#include "common/kernel_file.h"
#include "abi/kstats_abi.h"

#define task_state kstat_state

/*
 * The rows, in two maps. The reader turns the programs to the other one, waits
 * until none uses the old one any more, and then reads rows that nobody writes
 * and empties them without losing a call. (One map inside a map of maps does
 * the same, but its look-up is an indirect call, 20 ns for each system call.)
 */
struct rows {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC); /* where it is safe: features__hashes_grow() */
	__uint(max_entries, 1);
	__uint(key_size, sizeof(struct kstat_key));
	__uint(value_size, sizeof(struct kstat_row));
} rows_0 SEC(".maps"), rows_1 SEC(".maps");

/*
 * Rows without a search: a thread remembers where its rows are. Each CPU gives
 * out its own part, so that nobody competes for a slot; when that is used up,
 * and for a thread's calls that share a place in slot_ref, there are the maps
 * above. A key may have several rows: they are added up by the reader, who has
 * these arrays mapped.
 */
struct slots {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(struct kstat_row));
} slots_0 SEC(".maps"), slots_1 SEC(".maps");

/* Files' and peers' names: struct kstat_name -> id. Turned with the rows. */
struct names {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(struct kstat_name));
	__uint(value_size, sizeof(__u32));
} names_0 SEC(".maps"), names_1 SEC(".maps");

/* Changing a map of maps is what a process can do to wait for all programs to end. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, __u32);
	__array(
		values, struct {
			__uint(type, BPF_MAP_TYPE_ARRAY);
			__uint(max_entries, 1);
			__type(key, __u32);
			__type(value, __u32);
		});
} barrier SEC(".maps");

/* What found no room there, by call. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, KSTAT_CALLS);
	__type(key, __u32);
	__type(value, struct kstat_row);
} others SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, KSTAT_CALLS);
	__type(key, __u32);
	__type(value, struct kstat_call);
} calls SEC(".maps");

/* A new row is put together here. */
struct kstat_scratch {
	struct kstat_row row;
	__u64 hist[KSTAT_BUCKETS];
	__u32 last_id;
	__u32 last_name;
	__u32 slots_turn; /* 1 + turn */
	__u32 slots_used; /* in it */
	/* the call whose key is made */
	__u64 args[SCT_NARGS];
	__s64 ret;
	struct kstat_name name;
	/* a path's walk: from the end of walk, what is left to do */
	struct dentry *dentry;
	struct mount *mount;
	__u64 at;
	char walk[2 * KSTAT_NAME_MAX];
	char path[KSTAT_PATH_MAX + KSTAT_NAME_MAX];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct kstat_scratch);
} scratches SEC(".maps");

/* Which CPUs are at the rows of a turn: mapped by the reader, see rows_begin(). */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct kstat_cpu);
} cpus SEC(".maps");

/* With handles that share: what is asked for until enroll_shared has run. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 65536);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u32);
	__type(value, struct kstat_sharers);
} sharers SEC(".maps");

/* A byte in it wakes the reader: the rows fill up. A struct kstat_born tells of a new task. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} wakeup SEC(".maps");

/* Decided by the reader before loading. */
const volatile bool by_cpu = false;	 /* threads are not told apart */
const volatile bool with_errors = false; /* a row for each errno */
const volatile bool with_hist = false;
const volatile bool cpu_time = false;  /* time on a CPU instead of time passed */
const volatile bool with_wall = false; /* with cpu_time and by_cpu: time passed, too */
const volatile bool skip_ok = false;   /* calls that succeeded are not counted */
const volatile bool skip_failed = false;
const volatile bool count_begun = false; /* calls that were in progress at the start count, too */
const volatile bool tell_born = false;	 /* the reader wants to know of new tasks */
const volatile bool shared = false;	 /* by several handles */
const volatile __u32 by = 0;		 /* KSTAT_BY_* */
const volatile __u32 ncpus = 1;
const volatile __u32 slots_part = 0;  /* slots of each CPU */
const volatile __u32 rows_wakeup = 0; /* rows used when the reader is called */

/* In a section of its own, as the programs of pcount.bpf.c share it with the maps. */
#define ROWS_SHARED SEC(".data.rows")

__u32 rows_epoch ROWS_SHARED = 0; /* which map is written */
__u64 rows_used ROWS_SHARED = 0;  /* since the turn; about */
/*
 * What is in the maps at all, by turn: the reader leaves the others alone. While
 * it is in a map operation its CPU runs no program of perf's (perf_tp.bpf.h),
 * also if another task runs there.
 */
__u32 rows_made[2] ROWS_SHARED = {};
__u32 others_used ROWS_SHARED = 0;
__u64 bell_rung ROWS_SHARED = 0;

__u32 counted = 0;   /* KSTAT_COUNT_*: which calls; changed while programs run */
__u64 sharing = 0;   /* the bits of handles that share: those that have not left */
__u64 untracked = 0; /* events of tasks that there was no room for */
__u64 untold = 0;    /* new tasks that the ring had no room for */
__u64 started = 0;   /* when tasks were about to be marked, ns; with count_begun */

static __always_inline __u32 call_index(__u64 nr, bool compat)
{
	if (nr >= SCT_NR_MAX)
		nr = KSTAT_NR_UNKNOWN;
	return nr + (compat ? SCT_NR_MAX : 0);
}

static __always_inline bool call_is_unknown(__u32 call)
{
	return (call & (SCT_NR_MAX - 1)) == KSTAT_NR_UNKNOWN;
}

/* Remembers the number of a call that has no index of its own. Returns its index. */
static __always_inline __u32 call_named(struct kstat_state *st, __u64 nr, bool compat)
{
	__u32 call = call_index(nr, compat);

	if (call_is_unknown(call))
		st->nr = nr;
	return call;
}

static __always_inline bool call_on(__u32 call)
{
	__u32 which = *(volatile __u32 *)&counted;
	struct kstat_call *c;

	if (which != KSTAT_COUNT_SOME)
		return which == KSTAT_COUNT_ALL;
	c = bpf_map_lookup_elem(&calls, &call);
	return c && c->on;
}

#endif

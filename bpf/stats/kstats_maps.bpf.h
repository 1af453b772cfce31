/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef KSTATS_MAPS_BPF_H
#define KSTATS_MAPS_BPF_H

#include "arch/arch.h"
#include "common/kernel_file.h"
#include "abi/kstats_abi.h"
#include "common/task_maps.bpf.h"

/*
 * Two maps of rows. The reader switches the programs to the other map (rows_epoch), waits until no program uses the old
 * one, and then reads and empties it. As nothing writes to it then, no call is lost. (A map of maps would do the same,
 * but its look-up is an indirect call, 20 ns for each system call.)
 */
struct rows {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC); /* used where it is safe: features__hashes_grow() */
	__uint(max_entries, 1);
	__uint(key_size, sizeof(struct kstat_key));
	__uint(value_size, sizeof(struct kstat_row));
} rows_0 SEC(".maps"), rows_1 SEC(".maps");

/*
 * Rows that are found without a search: their indexes are in the thread's state. Each CPU assigns slots from its own
 * part of the array, without contention. The maps above are used when the part is used up, and for calls of a thread
 * that collide in kstat_state.slots. A key may thus have several rows, which the reader adds up. The reader has these
 * arrays mapped.
 */
struct slots {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(struct kstat_row));
} slots_0 SEC(".maps"), slots_1 SEC(".maps");

/* Names of files and peers: struct kstat_name -> id. Switched together with the rows. */
struct names {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 1);
	__uint(key_size, sizeof(struct kstat_name));
	__uint(value_size, sizeof(__u32));
} names_0 SEC(".maps"), names_1 SEC(".maps");

/*
 * The reader updates this map of maps to wait for running programs: the kernel completes the update when they have
 * ended.
 */
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

/* Counts the calls for which the maps above had no room, in one row for each system call. */
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

/* Buffer for a new row and its key. */
struct kstat_scratch {
	struct kstat_row row;
	__u64 hist[KSTAT_BUCKETS];
	__u32 last_id;
	__u32 last_name;
	__u32 slots_epoch; /* 1 + the epoch of slots_used */
	__u32 slots_used;  /* slots used in that epoch */
	/* arguments and result of the current call */
	__u64 args[SCT_NARGS];
	__s64 ret;
	struct kstat_name name;
	/*
	 * state of the walk from a file to the root: dentry, mount, and position in walk, which is filled from its end
	 */
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

/* State of each CPU, mapped by the reader: see rows_begin(). */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct kstat_cpu);
} cpus SEC(".maps");

/* Requests of handles that share the programs; the reader empties it after it has run enroll_shared. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 65536);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u32);
	__type(value, struct kstat_sharers);
} sharers SEC(".maps");

/* Messages to the reader: a single byte says that the rows fill up, a struct kstat_born reports a new task. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} wakeup SEC(".maps");

/* Set by the reader before loading. */
const volatile bool by_cpu = false;	 /* rows belong to CPUs, not to threads */
const volatile bool with_errors = false; /* an additional row for each errno */
const volatile bool with_hist = false;
const volatile bool cpu_time = false;	 /* CPU time instead of elapsed time */
const volatile bool with_wall = false;	 /* with cpu_time and by_cpu: measure elapsed time, too */
const volatile bool count_begun = false; /* count calls that were in progress at the start */
const volatile bool report_born = false; /* report new tasks */
const volatile bool shared = false;	 /* several handles share the programs */
const volatile __u32 by = 0;		 /* KSTAT_BY_* */
const volatile __u32 ncpus = 1;
const volatile __u32 slots_part = 0;  /* number of slots of each CPU */
const volatile __u32 rows_wakeup = 0; /* number of rows at which the reader is woken */

/* In a section that the programs of pcount.bpf.c share, like the maps. */
#define ROWS_SHARED SEC(".data.rows")

__u32 rows_epoch ROWS_SHARED = 0; /* its lowest bit selects the map that is written */
__u64 rows_used ROWS_SHARED = 0;  /* approximate number of rows in this epoch */
/*
 * rows_made[i]: map i has rows. The reader skips an empty map, because while it works on a map, the kernel runs none of
 * perf's programs (perf_tp.bpf.h) on its CPU, not even for other tasks.
 */
__u32 rows_made[2] ROWS_SHARED = {};
__u32 others_used ROWS_SHARED = 0;
__u64 wakeup_sent ROWS_SHARED = 0;

__u32 counted = 0;    /* KSTAT_COUNT_*; may change while programs run */
__u64 sharing = 0;    /* handles that share the programs and have not left, a bit each */
__u64 untracked = 0;  /* events of tasks that have no state for want of memory */
__u64 unreported = 0; /* new tasks that could not be reported because the ring was full */
__u64 started = 0;    /* with count_begun: time (ns) just before tasks were enrolled */

static __always_inline __u32 call_index(__u64 nr, bool compat)
{
	if (nr >= KSTAT_NR_USER)
		nr = KSTAT_NR_UNKNOWN;
	return nr + (compat ? SCT_NR_MAX : 0);
}

static __always_inline bool call_is_unknown(__u32 call)
{
	return (call & (SCT_NR_MAX - 1)) == KSTAT_NR_UNKNOWN;
}

/* Returns the call's index. If it has none, its number is kept in the task's state. */
static __always_inline __u32 call_named(struct task_state *st, __u64 nr, bool compat)
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

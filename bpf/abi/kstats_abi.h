/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Structs and constants that the BPF programs of statistics (kstats.bpf.c, pcount.bpf.c) share with userspace. */
#ifndef KSTATS_ABI_H
#define KSTATS_ABI_H

#include "abi/sctrace_abi.h"

/* Number of indexes of calls. A call's index is its number; the calls of the 32-bit ABI follow the native ones. */
#define KSTAT_CALLS (SCT_NABIS * SCT_NR_MAX)
#define KSTAT_NR_UNKNOWN (SCT_NR_MAX - 1) /* index of every number that is in no table */
#define KSTAT_NR_USER (SCT_NR_MAX - 2)	  /* with split: index of the time between calls */

/*
 * Buckets of a histogram of durations: 4 for each power of two; 0 to 3 ns have one each. The last bucket also has all
 * durations beyond its range (about 6 days).
 */
#define KSTAT_BUCKETS 192

/* Key of a row. A row has one writer at a time, a thread or a CPU, so updates need no atomic operations. */
struct kstat_key {
	__u32 owner;  /* kstat_state.id of the thread, or 1 + the CPU's number */
	__u32 call;   /* the call's index, or its number if 'number' is set */
	__u16 err;    /* 0: all calls; otherwise an additional row for the calls that failed with this errno */
	__u16 number; /* enum kstat_number */
};

/*
 * Values of kstat_key.number: kstat_key.call is the number of a call that is in no table of this ABI. 0: kstat_key.call
 * is the call's index.
 */
enum kstat_number { KSTAT_NUMBER_NATIVE = 1, KSTAT_NUMBER_COMPAT };

/* Type of a key's member in struct kstat_by_key. */
enum kstat_key_kind {
	KSTAT_KEY_CALL,
	KSTAT_KEY_NUM,
	KSTAT_KEY_COMM,
	KSTAT_KEY_CGROUP, /* the cgroup's id */
	KSTAT_KEY_ERRNO,
	KSTAT_KEY_RET,
	KSTAT_KEY_NAME, /* the id of a struct kstat_name */
	KSTAT_KEY_ARG,	/* KSTAT_BY_STACK, in userspace only: the stack is kept like an argument */
	KSTAT_KEY_SUM,	/* not part of the key: adds columns to the row */
};

/*
 * Bits of the keys that --by= can name. KSTAT_BY_ARGS stands for all arguments together: in userspace they are one
 * member of the key (kstat_by_key.args), in the kernel up to PCOUNT_ARGS numbers (pcount_key.args).
 */
enum {
	KSTAT_BY_ARGS = 0x4000,
#define KEY(id, bit, ...) KSTAT_BY_##id = bit,
#include "tables/keys.def"
};

/* The keys whose values are names. */
enum {
	KSTAT_BY_NAMES = 0
#define KEY(id, bit, kind, ...) | (KSTAT_KEY_##kind == KSTAT_KEY_NAME ? bit : 0)
#include "tables/keys.def"
};

/* Key of a row with --by=. Members that --by= does not name are 0. */
struct kstat_by_key {
	__u32 owner; /* 1 + the CPU's number. With KSTAT_BY_TID: ~0 or, if handles share the programs, the task's id */
	__u32 call;  /* as in struct kstat_key */
	__u16 err;
	__u16 number;
	__u32 tid, pid;
	__u32 uid;
	__u32 file; /* id of a struct kstat_name; so are the next three */
	__u32 peer;
	__u32 host;
	__u32 exe;
	__u64 cgroup;
	char comm[16];
	__s64 ret;	 /* without KSTAT_BY_RET, the kernel's keys end before this member */
	__u32 container; /* userspace only */
	__u32 args;	 /* userspace only: id of the arguments' texts */
};

/*
 * Fills the members of a key that describe a task and that 'by' selects. The arguments from tid_ on are evaluated only
 * if they are needed; copy_comm is a statement.
 */
#define KSTAT_KEY_FILL(k, by, tid_, pid_, uid_, cgroup_, copy_comm)                                                    \
	do {                                                                                                           \
		if ((by)&KSTAT_BY_TID)                                                                                 \
			(k)->tid = (tid_);                                                                             \
		if ((by)&KSTAT_BY_PID)                                                                                 \
			(k)->pid = (pid_);                                                                             \
		if ((by)&KSTAT_BY_UID)                                                                                 \
			(k)->uid = (uid_);                                                                             \
		if ((by)&KSTAT_BY_CGROUP)                                                                              \
			(k)->cgroup = (cgroup_);                                                                       \
		if ((by)&KSTAT_BY_COMM)                                                                                \
			copy_comm;                                                                                     \
	} while (0)

/* Key of a row if handles share the programs. The row counts for the handles whose bits are set in readers. */
struct kstat_shared_key {
	struct kstat_by_key by;
	__u64 readers;
};

/* The number of arguments that can be keys of a counted probe (pcount.bpf.c). */
#define PCOUNT_ARGS 3
#define PCOUNT_RET 0x40	 /* key_args[]: the function's return value instead of an argument */
#define PCOUNT_NONE 0xff /* key_args[]: unused */

/* Key of a row of a counted probe. If no argument is a key, the map's keys consist of the first member only. */
struct pcount_key {
	struct kstat_by_key by;
	__u64 args[PCOUNT_ARGS];
};

/* Buffer for a key of any map of rows: the verifier requires key_size bytes, which userspace sets before loading. */
struct kstat_longest_key {
	struct kstat_by_key by;
	__u64 readers;
	__u64 rest[PCOUNT_ARGS - 1];
};

struct pcount_probe {
	__u8 flags; /* PCOUNT_* */
	__u8 nargs;
};

#define PCOUNT_RETURNS 0x01 /* the return is probed, too: calls are counted when they return, with their durations */
#define PCOUNT_GO 0x02	    /* its arguments are in the registers of Go's ABI */

/* Identifies a call of a probed function that has not returned. */
struct pcount_call {
	__u64 frame; /* stack pointer after the return */
	__u32 tid;   /* in the first pid namespace */
	__u32 probe;
};

struct pcount_entered {
	__u64 ts;
	__u64 from; /* return address */
	__u64 vals[PCOUNT_ARGS];
	__u32 again; /* number of tail calls of the same function with this frame, which will return as well */
	__u32 tid;   /* in the reader's pid namespace; 0: none */
};

#define PCOUNT_OPEN_MAX 65536 /* most function calls that can be in progress */

/* Where time went, ns. */
struct kstat_split {
	__u64 system;	/* on a CPU, in calls */
	__u64 user;	/* on a CPU, between calls: in the program, in interrupts and in page faults */
	__u64 runnable; /* ready to run, but not on a CPU */
	__u64 blocked;	/* asleep */
};

/* A row; an empty one is all zeros. The members that every call updates are one cache line. */
struct kstat_row {
	__u64 calls; /* calls that returned */
	__u64 total; /* ns */
	__u64 max;
	__u64 invmin;	    /* ~min, so that 0 means none yet */
	__u64 sq_lo, sq_hi; /* sum of squares, 128 bits */
	__u64 errors;
	__u32 untimed; /* those of 'calls' whose enter event was missed (seccomp): their duration is unknown */
	__u32 gone;    /* calls that never returned because the thread ended; not in 'calls' */
	union {
		/* the thread that made the row */
		struct {
			__u32 tid, pid;
			__u64 start; /* start of its process, ns since boot */
			__u64 born;  /* when the row was made; not 0 */
			char comm[16];
		};
		/*
		 * with_wall: elapsed time, while the members above are CPU time; such rows are per CPU, not per thread
		 */
		struct kstat_times {
			__u64 total, max, invmin;
		} wall;
	};
	struct kstat_key key; /* key of a row in the slots_0 and slots_1 arrays */
	__u32 begun;	      /* those of 'calls' that were in progress at the start, timed from there */
	__u64 readers;	      /* handles that share the programs: those that these calls count for */
	/*
	 * KSTAT_BY_SIZE: sum of the results of calls that move bytes. With hist, KSTAT_BUCKETS __u64 follow the struct.
	 */
	__u64 bytes;
	struct kstat_split
		split; /* with split: where the time of these calls went, or with KSTAT_NR_USER of the gaps */
};

/* Each map of names has a name once; rows refer to it by its id. */
#define KSTAT_NAME_MAX 256  /* a longer name is cut at its front */
#define KSTAT_PATH_MAX 4096 /* bytes of a path (PATH_MAX) */
#define KSTAT_NAME_FULL 1   /* id that stands for all names for which the map had no room */

enum kstat_name_type {
	KSTAT_NAME_PATH = 1,
	KSTAT_NAME_INET,  /* struct kstat_inet follows */
	KSTAT_NAME_HOST,  /* struct kstat_inet without a port follows */
	KSTAT_NAME_UNIX,  /* path or, after a NUL, abstract name */
	KSTAT_NAME_OTHER, /* file without a path: its file system's name, "pipe" ... */
};

#define KSTAT_CUT_FRONT 0x01

struct kstat_name {
	__u8 type; /* enum kstat_name_type */
	__u8 cut;  /* KSTAT_CUT_* */
	__u16 len; /* bytes of text */
	__u32 pad;
	char text[KSTAT_NAME_MAX];
};

struct kstat_inet {
	__u16 family;
	__u16 port; /* host order */
	__u32 protocol;
	__u8 addr[16];
};

/* Values of kstat_state.seen. 0: no call of the task has been seen to begin. */
#define KSTAT_SEEN 1
#define KSTAT_SEEN_UNWANTED 2 /* a call was seen to begin, but the current one is not counted */

/* Number of kstat_state.slots; a power of two. */
#define KSTAT_SLOT_REFS 8

struct kstat_state {
	__u64 enter_ts;
	__u32 id; /* unlike a tid, never reused; 0: not assigned yet */
	__u16 call;
	__u8 in_call;
	__u8 seen; /* KSTAT_SEEN_* */
	__u32 tid; /* in the reader's pid namespace */
	__u32 tgid;
	__u32 flags; /* SCT_T_*; changed by the task itself only */
	__u32 asked; /* SCT_T_* of requests for this task by number that came after its state was made */
	__u32 file;  /* names of the file and peer of a call that closes its descriptor, looked up when it begins */
	__u32 peer;
	__u32 host;
	__u32 epoch; /* rows_epoch when file, peer and host were looked up */
	__u32 nr;    /* number of the current call, if it is in no table */
	__u32 pad;
	__u64 off_ts; /* when the task left its CPU (without split: only inside a call); 0: it is on a CPU */
	__u64 off;    /* ns that the task was off the CPU in this call or, with split, in this gap between calls */
	/* with split */
	__u64 ready_ts;		/* when the task, which is off the CPU, became runnable; 0: it sleeps */
	__u64 ready;		/* ns of off during which the task was runnable */
	__u64 gap_ts;		/* when the last call ended or the task was created; 0: it is in a call, or not known */
	struct kstat_split gap; /* time between calls that is in no row yet */
	__u64 start;		/* start of the process, ns since boot; 0: not looked up yet */
	struct kstat_slot_ref {
		__u32 epoch; /* 1 + the rows_epoch in which the slot was assigned */
		__u32 at;    /* slot << 10 | call */
		/* index: low bits of the call; in an epoch, the first call with these bits gets the entry */
	} slots[KSTAT_SLOT_REFS];
	/* handles that share the programs, a bit each */
	__u64 of;	      /* handles that count the task; changed by the iterator only */
	__u64 follow;	      /* handles that will count its children */
	__u64 follow_threads; /* handles that will count its new threads */
	/*
	 * those of 'of' that began to count the task during the current call; set by the iterator, cleared by the task
	 */
	__u64 fresh;
	__u64 readers; /* handles that wanted the current call when it began */
};

/*
 * What the handles that share the programs request for a task. The map's key is the task's id, or 0 for all tasks. Each
 * member has a bit for each handle.
 */
struct kstat_sharers {
	__u64 of;	      /* count the task */
	__u64 follow;	      /* count its children */
	__u64 follow_threads; /* count new threads of its process */
	__u64 threads;	      /* with the other members: all threads of the process, not only the task */
	__u64 off;	      /* stop counting the task */
};

/* Report of a new task that is counted because its parent is followed (report_born). */
struct kstat_born {
	__u32 tid; /* in the reader's pid namespace */
};

/* Record that the task iterator writes for each task. */
struct kstat_task {
	__u32 id; /* 0: no call of the task was seen yet */
	__u32 tid, pid, ppid;
	__u64 start;	/* start of the process, ns since boot */
	__u64 enter_ts; /* when the call in progress began; 0: before the start */
	__u64 since;	/* with enter_ts 0: approximate time when the task went to sleep; 0: unknown */
	__u32 flags;	/* SCT_T_*; 0: not traced */
	__u16 call;
	__u8 in_call;
	__u8 pad;
	char comm[16];
	__u64 cgroup; /* its id; 0: unknown */
	__u32 uid;    /* real user id */
	__u32 pad2;
	__u64 of;      /* handles that share the programs: those that count the task */
	__u64 readers; /* those for which the call in progress counts */
	/* with split: time that is in no row yet */
	struct kstat_split gap; /* between calls */
	struct kstat_split in;	/* in the call in progress or, before the task's first event, since it was enrolled */
};

/* Values of 'counted', which says which calls are counted. */
enum { KSTAT_COUNT_ALL, KSTAT_COUNT_SOME /* only calls with kstat_call.on */, KSTAT_COUNT_NONE };

/* State of the programs on a CPU; a cache line. See rows_begin(). */
struct kstat_cpu {
	__u32 busy; /* not 0: a program is using rows, of the epoch at its beginning or a later one */
	__u32 pad[15];
};

/* Whether a call is counted, and which of its arguments name its file or peer. */
struct kstat_call {
	__u8 on;
	__u8 path; /* 1 + index of the argument; 0: none */
	__u8 fd;
	__u8 flags;
	__u8 addr; /* 1 + index of the argument that is the peer's address (connect, sendto) */
	__u8 addr_len;
	__u16 pad;
	__u64 readers; /* handles that share the programs: those that want the call */
};

#define KSTAT_C_RET_FD 0x01 /* the result is a descriptor (accept) */
#define KSTAT_C_EARLY 0x02  /* the call closes its descriptor, so its names are looked up when it begins */
#define KSTAT_C_EXEC 0x04
#define KSTAT_C_BYTES 0x08 /* the result is a number of bytes */

/* Number of removed cgroups whose paths are kept. A path begins at the root of the version 2 hierarchy. */
#define KSTAT_GONE 2048

struct kstat_cgroup {
	char path[512];
};

#endif

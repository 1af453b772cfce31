/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the BPF programs of statistics (-s) and userspace share. */
#ifndef KSTATS_ABI_H
#define KSTATS_ABI_H

#include "abi/sctrace_abi.h"

/* A call's index: its number, after those of the native ABI if it is a 32-bit one's. */
#define KSTAT_CALLS (SCT_NABIS * SCT_NR_MAX)
#define KSTAT_NR_UNKNOWN (SCT_NR_MAX - 1) /* numbers that no table has */

/*
 * Durations: 4 buckets for each power of two, the first 4 by themselves, so up
 * to 6 days before the last one takes all.
 */
#define KSTAT_BUCKETS 192

/*
 * Key of a row that one thread writes, or one CPU where threads are not told
 * apart: nobody else writes it, so there is nothing to race with.
 */
struct kstat_key {
	__u32 owner;  /* task's id; 1 + CPU */
	__u32 call;   /* index, or number */
	__u16 err;    /* not 0: calls that failed with it, in addition to the row of all */
	__u16 number; /* enum kstat_number */
};

/* call is the number of a call that no table has, of the native or of the 32-bit ABI; 0: call is an index. */
enum kstat_number { KSTAT_NUMBER_NATIVE = 1, KSTAT_NUMBER_COMPAT };

/* What a key's member of struct kstat_by_key is. */
enum kstat_key_kind {
	KSTAT_KEY_CALL,
	KSTAT_KEY_NUM,
	KSTAT_KEY_COMM,
	KSTAT_KEY_CGROUP, /* its id */
	KSTAT_KEY_ERRNO,
	KSTAT_KEY_NAME, /* its id */
};

/* What --by= asks for. */
enum {
#define KEY(id, bit, ...) KSTAT_BY_##id = bit,
#include "tables/keys.def"
};

/* Those of names. */
enum {
	KSTAT_BY_NAMES = 0
#define KEY(id, bit, kind, ...) | (KSTAT_KEY_##kind == KSTAT_KEY_NAME ? bit : 0)
#include "tables/keys.def"
};

/* Key of a row with --by=; what was not asked for is 0. */
struct kstat_by_key {
	__u32 owner; /* 1 + CPU */
	__u32 call;  /* as in struct kstat_key */
	__u16 err;
	__u16 number;
	__u32 tid, pid;
	__u32 uid;
	__u32 file; /* id of a name */
	__u32 peer;
	__u32 host;
	__u32 pad;
	__u64 cgroup;
	char comm[16];
};

/* With handles that share: rows of the same readers are one. */
struct kstat_shared_key {
	struct kstat_by_key by;
	__u64 readers;
};

/* Of probes that are counted (pcount.bpf.c): the values of arguments that are keys. */
#define PCOUNT_ARGS 3
#define PCOUNT_RET 0x40	 /* in place of an argument's number: what the function returned */
#define PCOUNT_NONE 0xff /* no argument */

/* Key of a row of a probe. By no argument, it ends after its first member. */
struct pcount_key {
	struct kstat_by_key by;
	__u64 args[PCOUNT_ARGS];
};

/* Room for the key of any map of rows: the verifier wants as much as the map's keys have. */
struct kstat_longest_key {
	struct kstat_by_key by;
	__u64 readers;
	__u64 rest[PCOUNT_ARGS - 1];
};

struct pcount_probe {
	__u8 flags; /* PCOUNT_* */
	__u8 nargs;
};

#define PCOUNT_RETURNS 0x01 /* counted when it returns */
#define PCOUNT_GO 0x02	    /* its arguments are in the registers of Go's ABI */

/* A function that was entered. */
struct pcount_call {
	__u64 frame; /* the stack pointer when it will have returned */
	__u32 tid;   /* as the kernel numbers it */
	__u32 probe;
};

struct pcount_entered {
	__u64 ts;
	__u64 from; /* where it returns to */
	__u64 vals[PCOUNT_ARGS];
	__u32 again; /* how often it was entered anew in its place */
	__u32 tid;   /* in the reader's pid namespace; 0: none */
};

#define PCOUNT_OPEN_MAX 65536 /* functions in progress at a time */

/* Zeros are an empty row. What every call writes is one cache line. */
struct kstat_row {
	__u64 calls; /* that returned */
	__u64 total; /* ns */
	__u64 max;
	__u64 invmin;	    /* ~min, so that 0 means none yet */
	__u64 sq_lo, sq_hi; /* sum of squares, 128 bits */
	__u64 errors;
	__u32 untimed; /* of calls: refused before their enter event, no time known */
	__u32 gone;    /* not of calls: the thread ended inside */
	union {
		/* of the thread that made the row */
		struct {
			__u32 tid, pid;
			__u64 start; /* of its process, ns since boot */
			__u64 born;  /* when the row was made; not 0 */
			char comm[16];
		};
		/* with_wall: time passed, where total, max and invmin are of CPU time; such rows are of no thread */
		struct kstat_times {
			__u64 total, max, invmin;
		} wall;
	};
	struct kstat_key key; /* of a row in the slots */
	__u64 readers;	      /* with handles that share: the bits of those whose calls these are */
	__u32 begun;	      /* of calls: those that were in progress at the start; their time is from then on */
	__u32 pad;
	/* KSTAT_BUCKETS __u64 follow if histograms are on */
};

/* Names of files and peers are kept once; rows have their ids. */
#define KSTAT_NAME_MAX 256  /* a name that is longer has its end only */
#define KSTAT_PATH_MAX 4096 /* bytes of a path, as the kernel has it */
#define KSTAT_NAME_FULL 1   /* id of those that there was no room for */

enum kstat_name_type {
	KSTAT_NAME_PATH = 1,
	KSTAT_NAME_INET,  /* struct kstat_inet follows */
	KSTAT_NAME_HOST,  /* likewise, without a port */
	KSTAT_NAME_UNIX,  /* path or, after a NUL, abstract name */
	KSTAT_NAME_OTHER, /* a descriptor without a path: file system's name, "pipe" ... */
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

/* kstat_state.seen, not 0: an enter event was seen. */
#define KSTAT_SEEN 1
#define KSTAT_SEEN_UNWANTED 2 /* that of the current call, which is not counted */

/* What is remembered of each task. */
#define KSTAT_SLOT_REFS 8

struct kstat_state {
	__u64 enter_ts;
	__u32 id; /* never used twice, unlike a tid; 0: not given yet */
	__u16 call;
	__u8 in_call;
	__u8 seen; /* KSTAT_SEEN_* */
	__u32 tid; /* in the reader's pid namespace */
	__u32 tgid;
	__u32 flags; /* SCT_T_*; changed by the task itself only */
	__u32 asked; /* SCT_T_*: asked for by its number when it was there already */
	__u32 file;  /* name of what this call is about to close */
	__u32 peer;
	__u32 host;
	__u32 epoch; /* when these were named */
	__u32 nr;    /* of a call that no table has */
	__u32 pad;
	__u64 off_ts; /* left the CPU inside this call */
	__u64 off;    /* ns spent so */
	__u64 start;  /* of its process, ns since boot; 0: not looked up yet */
	struct kstat_slot_ref {
		__u32 epoch;	  /* 1 + the turn that it is of */
		__u32 at;	  /* slot << 10 | call */
	} slots[KSTAT_SLOT_REFS]; /* by call, the first that comes */
	/* with handles that share, each a bit */
	__u64 of;      /* whose task it is; changed by the iterator only */
	__u64 follow;  /* of these, whose its children are, too */
	__u64 fresh;   /* since this call began, it became theirs: set by the iterator, cleared by the task */
	__u64 readers; /* who wanted this call when it began */
};

/* Handles that share: what they ask for of a task, by its number; 0: of all. */
struct kstat_sharers {
	__u64 of;      /* it is theirs */
	__u64 follow;  /* with its children */
	__u64 threads; /* and with all threads of the process */
	__u64 off;     /* it is theirs no more */
};

/* What the ring has of each task that was made by one that is counted and followed, if the reader wants to know. */
struct kstat_born {
	__u32 tid; /* in the reader's pid namespace */
};

/* What the task iterator returns for each task. */
struct kstat_task {
	__u32 id; /* 0: no call yet */
	__u32 tid, pid, ppid;
	__u64 start;	/* of the process */
	__u64 enter_ts; /* 0: before the start */
	__u64 since;	/* then: when it last went to sleep, about; 0: not known */
	__u32 flags;	/* SCT_T_*; 0: not traced */
	__u16 call;
	__u8 in_call;
	__u8 pad;
	char comm[16];
	__u64 cgroup; /* its id; 0: not known */
	__u32 uid;    /* real */
	__u32 pad2;
	__u64 of;      /* with handles that share: whose task it is */
	__u64 readers; /* and who wanted the call that it is in */
};

/* Which calls are counted. */
enum { KSTAT_COUNT_ALL, KSTAT_COUNT_SOME /* struct kstat_call: on */, KSTAT_COUNT_NONE };

/* What a CPU's programs are doing; a cache line. */
struct kstat_cpu {
	__u32 busy; /* with rows of the turn that was when it began, or of a later one */
	__u32 pad[15];
};

/* How a call names its file or peer. */
struct kstat_call {
	__u8 on;
	__u8 path; /* 1 + argument; 0: none */
	__u8 fd;
	__u8 flags;
	__u8 addr; /* 1 + argument: the address of the other end (connect, sendto) */
	__u8 addr_len;
	__u16 pad;
	__u64 readers; /* handles that share: who wants it */
};

#define KSTAT_C_RET_FD 0x01 /* returns a descriptor (accept) */
#define KSTAT_C_EARLY 0x02  /* after it the file is gone: looked up at entry */
#define KSTAT_C_EXEC 0x04

/* The path of a cgroup that was removed, from the root of version 2's hierarchy. */
#define KSTAT_GONE 2048

struct kstat_cgroup {
	char path[512];
};

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef MAPS_BPF_H
#define MAPS_BPF_H

#include "common/kernel.h"
#include "abi/capture_limits.h"
#include "abi/sctrace_abi.h"
#include "common/task_maps.bpf.h"
#include <bpf/bpf_helpers.h>

#define FDS_FOUND 256 /* a power of two; a control message has at most 253 (SCM_MAX_FD) */

/* A call that has ended while some of its memory was missing: see late.bpf.h. */
struct late_call {
	__u64 args[SCT_NARGS];
	__s64 ret;
	__u32 plan;
	__u16 when;
	__u8 missing; /* bits of the caps whose memory is missing */
	__u8 abi;
};

/* Position in the buffers of a vector of iovecs, or of a vector of messages. */
struct more_vector {
	__u64 iov, niov;     /* remaining iovecs of the current array */
	__u64 msg, nmsg;     /* remaining messages; nmsg 0: none */
	__u64 left;	     /* remaining bytes to dump of the current array's buffers */
	__u64 addr, len, at; /* the current buffer, and how many of its bytes were sent */
	__u64 off;	     /* offset of the current buffer, counted over all buffers */
	__u32 word;
	__u32 pieces;
	bool reads, first_only;
};

/*
 * A record is built here, then copied to the ring at once: its length is known only at the end. data is twice DATA_MAX
 * long, so that a masked offset plus a masked length always fits, which is all that old verifiers see.
 */
struct scratch {
	__u64 args[SCT_NARGS];
	__s64 ret;
	__u32 plan; /* index in the map of plans */
	__u32 off;  /* bytes of data in use */
	__u32 word;
	__u32 missing; /* bits of the caps that met memory that is not resident */
	__u32 only;    /* at exit: bits of the entry caps to read again */
	__u32 when;
	__u32 moment;	 /* SCT_AT_* of the record ('when' differs for an entry cap that is read again at exit) */
	__u32 fd_chunks; /* 1 + the offset of the first chunk that may have descriptors; 0: none */
	__u32 cap;	 /* index of the current cap in the plan */
	__u32 most;	 /* number of elements of its vector whose data is captured */
	__u32 vec;	 /* number of iovecs of a vector that are captured */
	__u32 flags;	 /* SCT_T_* of the task; only SCT_T_NETLINK matters here */
	__u64 msg[6];	 /* fields of the current msghdr */
	__u64 msgs[4];	 /* of msgs_begin(): address, argument, most bytes of an iovec, valid bytes of a message */
	__u64 msg_max;	 /* most bytes of the data of each of the msghdr's iovecs */
	__u64 msg_data;	 /* valid bytes in all of its iovecs together */
	__u64 ptrs;	 /* address of the vector of cap_ptrs() */
	__u64 done;	 /* number of bytes that cap_pages() has read */
	/* positions of loops, in memory so that the verifier does not follow all their paths (fdmem.h) */
	__u64 at[4];
	__u32 fds[2 * FDS_FOUND]; /* descriptors found in chunks; twice as long as needed, like data */
	__u32 nfds;
	__u32 netlink;			  /* in cap_chunk_fds(): the next chunks are of a netlink socket */
	__u64 iov[2];			  /* the current iovec */
	struct capture_vector iovs, strv; /* the vectors of cap_iov() and cap_strv() */
	__u64 left;			  /* remaining valid bytes of a vector's data */
	struct late_call late;		  /* late and late_work together are a value of the map late_works */
	__u64 late_work;		  /* always 0: initial value of late_work.work */
	__u64 more_ts;			  /* time of the records of a dumped buffer (more.bpf.h) */
	__u32 more_arg;			  /* the argument that is dumped */
	__u32 more_pad;
	struct more_vector more; /* position in its buffers */
	/* number of programs that are using this scratch: see scratch_take() */
	__u64 users;
	/* room for the head of a record of a process, or of a probe, which is longer and begins in here */
	__u64 before[4];
	struct sct_enter head; /* head of an enter record; shorter heads end at the same byte */
	__u8 data[2 * DATA_MAX];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, SCT_PLANS_MAX);
	__type(key, __u32);
	__type(value, struct sct_plan);
} plans SEC(".maps");

static __always_inline __u32 plan_index(__u32 nr, bool compat)
{
	/* no ABI has a call SCT_NR_MAX - 1, so its plan serves all calls that do not exist */
	return (compat ? SCT_NR_MAX : 0) + (nr < SCT_NR_MAX ? nr : SCT_NR_MAX - 1);
}

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, SCT_PLANS_MAX);
	__type(key, struct sct_variant_key);
	__type(value, __u32);
} variants SEC(".maps");

/* Index: the CPU. The reader sets the size of the rings and creates them. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, __u32);
	__array(
		values, struct {
			__uint(type, BPF_MAP_TYPE_RINGBUF);
			__uint(max_entries, 65536);
		});
} rings SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct scratch);
} scratches SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct sct_cpu);
} cpus SEC(".maps");

/*
 * Set by the reader during a pause: no signals and no probes are sent. (Calls are off by nr_on then.) In a section that
 * the objects share.
 */
__u8 paused SEC(".data.wake") = 0;

/* Set by the reader before it sleeps: the next record has to wake it. */
volatile __u64 reader_idle SEC(".data.wake") = 0;

/* SCT_NR_* for each number of the native ABI: unwanted calls return before their task's state is looked up. */
__u8 nr_on[SCT_NR_MAX] = {};
__u8 other_width = 0; /* not 0: a traced task has made a call of the 32-bit ABI */

/* Set by the reader before loading. */
const volatile __u32 decode_fds = 0; /* SCT_FDS_*: information about descriptors to capture */
const volatile __u64 wake_bytes = 1 << 20;
const volatile bool detach_on_exec = false; /* -b execve */
const volatile bool stacks = false;
const volatile bool ips = false;       /* -i */
const volatile bool comms = false;     /* -Y */
const volatile bool owners = false;    /* SCT_REC_OWNER */
const volatile bool processes = false; /* SCT_REC_PROCESS */
/* --secontext; offsets of the contexts' numbers: struct sct_sid_offsets */
const volatile bool labels = false;
const volatile __u32 label_inode = 0, label_cred = 0;

#endif

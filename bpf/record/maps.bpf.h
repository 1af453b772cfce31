/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef MAPS_BPF_H
#define MAPS_BPF_H

#include "abi/capture_limits.h"
#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#define task_state sct_task_state
#include "common/task_maps.bpf.h"
#include <bpf/bpf_helpers.h>

#define FDS_FOUND 256 /* a power of two; a control message has not more than 253 (SCM_MAX_FD) */

/* A call that has ended, of which memory is still missing: see late.bpf.h. */
struct late_call {
	__u64 args[SCT_NARGS];
	__s64 ret;
	__u32 plan;
	__u16 when;
	__u8 missing; /* caps (bits) */
	__u8 abi;
};

/* Where one is in the buffers of a vector, or of the messages of one. */
struct more_vector {
	__u64 iov, niov;     /* what is left of the array at hand */
	__u64 msg, nmsg;     /* likewise of the messages; nmsg 0: there are no more */
	__u64 left;	     /* bytes that are to be dumped of the array's buffers */
	__u64 addr, len, at; /* the buffer at hand, and how much of it is done */
	__u64 off;	     /* where it begins, counted over all of them */
	__u32 word;
	__u32 pieces;
	bool reads, first_only;
};

/*
 * A record is put together here, then copied to the ring in one go: its length
 * is known only at the end. Twice DATA_MAX, so that a masked offset plus a
 * masked length always fits, which is all that old verifiers can see.
 */
struct scratch {
	__u64 args[SCT_NARGS];
	__s64 ret;
	__u32 plan; /* index */
	__u32 off;  /* used bytes of data */
	__u32 word;
	__u32 missing; /* caps (bits) that met memory which was not resident */
	__u32 only;    /* at exit: entry caps to read again */
	__u32 when;
	__u32 moment;	/* the record's; of an entry cap read again at exit, when is another */
	__u32 told;	/* where the first chunk that may tell of descriptors begins, plus 1; 0: there is none */
	__u32 cap;	/* the cap at hand: its index in the plan */
	__u32 most;	/* elements of its vector whose data is taken */
	__u32 vec;	/* iovecs of a vector that are taken */
	__u32 flags;	/* SCT_T_NETLINK of the task, when its call is captured */
	__u64 msg[6];	/* fields of the msghdr at hand */
	__u64 msg_max;	/* most bytes of each of its iovecs' data */
	__u64 msg_data; /* bytes of all of them that mean something */
	__u64 done;	/* bytes that cap_pages() has read */
	__u64 at[4];	/* how far loops are, where the verifier does not try all ways through them (fdmem.bpf.h) */
	__u32 fds[2 * FDS_FOUND]; /* descriptors that a chunk tells of; twice, as data */
	__u32 nfds;
	__u32 netlink;	       /* in cap_told_fds(): what comes now is of a netlink socket */
	__u64 iov[2];	       /* of the iovec at hand */
	__u64 iov_max;	       /* most bytes of its data */
	__u64 left;	       /* bytes of a vector's data that still mean something */
	struct late_call late; /* and, for the map that it goes into, */
	__u64 late_work;       /* nothing */
	__u64 more_ts;	       /* of the call whose buffer is sent (more.bpf.h) */
	__u32 more_arg;	       /* and which argument it is */
	__u32 more_pad;
	struct more_vector more; /* and how far its buffers are */
	__u64 users;		 /* of probes whose programs may be preempted: how many want this scratch */
	__u64 before[2];	 /* a probe's head is longer, and begins here */
	struct sct_enter head;	 /* an exit's head is shorter and ends at the same byte */
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
	/* no ABI has the last one: it stands for all that do not exist */
	return (compat ? SCT_NR_MAX : 0) + (nr < SCT_NR_MAX ? nr : SCT_NR_MAX - 1);
}

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, SCT_PLANS_MAX);
	__type(key, struct sct_variant_key);
	__type(value, __u32);
} variants SEC(".maps");

/* One ring per CPU; sized and filled by the reader. */
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

/* Set by the reader, in a map of its own, which the objects share: no signals, no probes. (No call is enabled then.) */
__u8 paused SEC(".data.wake") = 0;

/* When it sleeps: the next record wakes it. */
volatile __u64 reader_idle SEC(".data.wake") = 0;

/*
 * SCT_NR_*: most of the calls are not wanted. By the call's number alone, that
 * of the native ABI, these are left before the task is looked at.
 */
__u8 nr_on[SCT_NR_MAX] = {};
__u8 other_width = 0; /* there was a target with calls of both ABIs, or of the other one */

/* Decided by the reader before loading. */
const volatile __u32 decode_fds = 0; /* SCT_FDS_*: what is wanted of what descriptors refer to */
const volatile __u64 wake_bytes = 1 << 20;
const volatile bool detach_on_exec = false; /* -b execve */
const volatile bool stacks = false;
const volatile bool ips = false;   /* -i */
const volatile bool comms = false; /* -Y */
/* --secontext: where SELinux keeps the number of a context, bytes from inode.i_security and from cred.security */
const volatile bool labels = false;
const volatile __u32 label_inode = 0, label_cred = 0;

#endif

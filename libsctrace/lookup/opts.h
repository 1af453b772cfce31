/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How much of a call's memory is taken (plan/plan.c) and shown (decode/). */
#ifndef SCT_OPTS_H
#define SCT_OPTS_H

#include <stdbool.h>
#include <stdint.h>

struct sct_flags;
struct selection;
struct stacks;
struct task_names;
struct seccontext;
struct probes;

struct buf;
struct sct_enter;

struct decode_opts {
	uint32_t strlen_max; /* -s */
	bool verbose;	     /* -v */
	const struct selection
		*abbrev;    /* calls for which verbose does not count: -e abbrev=; NULL: as verbose says of all */
	bool no_data;	    /* registers only */
	uint32_t fds;	    /* SCT_FDS_*: what is captured of what descriptors refer to */
	uint32_t fds_shown; /* of these */
	bool namespaces;    /* those that a task enters: -e namespace=new */
	bool kvm;	    /* why a virtual processor was left: -e kvm=vcpu */
	bool ips;	    /* instruction pointers: -i */
	bool comms;	    /* the task's name with each call: -Y */
	/*
	 * What is resident by now of the memory that a call in progress began with, as chunks in place of what the
	 * buffer has. 0, or an error: the call has ended, or it cannot be looked at. NULL: not to be had.
	 */
	int (*memory)(void *ctx, const struct sct_enter *e, struct buf *chunks);
	void *memory_ctx;
	unsigned whole; /* TRANSFER_*: calls whose bytes are captured as far as a record goes: -e read=, -e write= */
	bool by_touch;	/* only calls that operate on a descriptor or a path: -P, -e trace-fds= */
	int64_t boot_offset; /* wall clock minus the kernel's time since boot, ns */
	/* What numbers mean where the calls were made; NULL: not known. */
	const struct sct_flags *interfaces, *families;
	/* -k: knows the frames of each call; NULL: none are captured. */
	struct stacks *stacks;
	bool within; /* a call may have probes in it: its beginning is sent when it begins */
	/* -Y, --decode-pids=pidns: what tasks are called; NULL: nobody asks. */
	struct task_names *tasks;
	uint32_t pids; /* PIDS_*: what is shown of them */
	/* --secontext: what security contexts are called; NULL: not asked for, or the kernel has none. */
	struct seccontext *seccontext;
	/* What the numbers of probes mean; NULL: there are none. */
	const struct probes *probes;
};

/* Is something shown of the files of descriptors? */
static inline bool opts__files(const struct decode_opts *o)
{
	return o->fds_shown || o->seccontext;
}

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How much of a call's memory is captured (plan/plan.c) and shown (decode/). */
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
		/* calls that are printed in brief in spite of verbose (-e abbrev=); NULL: verbose is for all calls */
		*abbrev;
	bool no_data;	    /* registers only, no memory */
	uint32_t fds;	    /* SCT_FDS_*: what is captured of the files of descriptors */
	uint32_t fds_shown; /* SCT_FDS_*: what of that is shown */
	bool namespaces;    /* show the namespaces that a task enters: -e namespace=new */
	bool kvm;	    /* show why KVM's virtual CPUs exit: -e kvm=vcpu */
	bool ips;	    /* show instruction pointers: -i */
	bool comms;	    /* capture the task's name with each call: -Y */
	bool owners;	    /* records of the users, cgroups and parents of tasks */
	/*
	 * Reads, for a call in progress, the memory that it began with as far as that is resident by now, into
	 * chunks, which replace what the buffer had. Returns 0, or an error if the call has ended or cannot be read.
	 * NULL: not available.
	 */
	int (*memory)(void *ctx, const struct sct_enter *e, struct buf *chunks);
	void *memory_ctx;
	/* TRANSFER_*: calls whose bytes are captured up to the size of a record: -e read=, -e write= */
	unsigned whole;
	bool by_touch;	     /* report only calls that operate on a descriptor or a path: -P, -e trace-fds= */
	int64_t boot_offset; /* wall clock minus the kernel's time since boot, ns */
	/* Names of numbers on the machine that was traced; NULL: not known. */
	const struct sct_flags *interfaces, *families;
	/* -k: captures and prints the frames of each call; NULL: no frames are captured. */
	struct stacks *stacks;
	bool within; /* calls may have probe hits within them, so their beginning is sent when they begin */
	/* -Y, --decode-pids=pidns: names of tasks; NULL: not wanted. */
	struct task_names *tasks;
	uint32_t pids; /* PIDS_*: what is shown of task numbers */
	/* --secontext: names of security contexts; NULL: not wanted, or the kernel has none. */
	struct seccontext *seccontext;
	/* The attached probes, by number; NULL: there are none. */
	const struct probes *probes;
};

/* Returns true if files of descriptors are shown. */
static inline bool opts__files(const struct decode_opts *o)
{
	return o->fds_shown || o->seccontext;
}

#endif

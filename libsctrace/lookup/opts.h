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
		/* calls that are printed in brief although verbose is set (-e abbrev=); NULL: verbose is for all */
		*abbrev;
	bool no_data;	    /* registers only, no memory */
	uint32_t fds;	    /* SCT_FDS_*: what to capture of the files of descriptors */
	uint32_t fds_shown; /* SCT_FDS_*: what of it to show */
	bool namespaces;    /* show the namespaces that a task enters: -e namespace=new */
	bool kvm;	    /* show why KVM's virtual CPUs exit: -e kvm=vcpu */
	bool ips;	    /* capture and show instruction pointers: -i */
	bool comms;	    /* capture the task's name with each call: -Y */
	bool owners;	    /* send records of the users, cgroups and parents of tasks */
	bool processes;	    /* send records of processes: SCT_REC_PROCESS */
	/*
	 * For a call in progress: reads the memory that it began with, as far as that is resident now, to chunks,
	 * replacing the buffer's content. Returns 0, or an error if the call has ended or cannot be read. NULL: not
	 * available.
	 */
	int (*memory)(void *ctx, const struct sct_enter *e, struct buf *chunks);
	void *memory_ctx;
	/* TRANSFER_*: calls whose data is captured up to a record's size (-e read=, -e write=) */
	unsigned whole;
	bool by_touch;	     /* report only calls with an operand that -P or -e trace-fds= matches */
	int64_t boot_offset; /* wall clock minus the kernel's time since boot, ns */
	/* names of interfaces and netlink families on the traced machine; NULL: unknown */
	const struct sct_flags *interfaces, *families;
	/* -k: unwinds the stack of each call; NULL: stacks are not captured */
	struct stacks *stacks;
	bool within; /* probes may be hit within calls, so the beginning of a call is sent when it begins */
	/* -Y, --decode-pids=pidns: names and ids of tasks; NULL: not wanted */
	struct task_names *tasks;
	uint32_t pids; /* PIDS_*: what to show of the ids of tasks */
	/* --secontext: security contexts; NULL: not wanted, or the kernel has none */
	struct seccontext *seccontext;
	/* the attached probes, by number; NULL: none */
	const struct probes *probes;
};

/* Returns true if files of descriptors are shown. */
static inline bool opts__files(const struct decode_opts *o)
{
	return o->fds_shown || o->seccontext;
}

#endif

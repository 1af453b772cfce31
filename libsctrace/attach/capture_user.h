/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The capture plan's interpreter for a call that is unfinished when it is
 * attached to: the counterpart in userspace of bpf/record/capture.bpf.h, with the same
 * chunks. Pure: how memory is read is given.
 */
#ifndef SCT_ATTACH_CAPTURE_USER_H
#define SCT_ATTACH_CAPTURE_USER_H

#include <stddef.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"

/* Most bytes of chunks. */
#define CAPTURE_USER_MAX 0x20000

struct capture_user_memory {
	/* All n bytes at addr, or an error. */
	int (*read)(void *ctx, uint64_t addr, void *to, size_t n);
	/* Descriptor fd, if it is a netlink socket: 0. NULL: not to be had. */
	int (*sock)(void *ctx, uint32_t fd, struct sct_sock *to);
	void *ctx;
};

/* Descriptors that a call is given, or that its memory holds. */
struct capture_user_fds {
	unsigned n;
	int32_t fd[SCT_INCALL_FDS];
};

/*
 * The chunks of a call's beginning, in CAPTURE_USER_MAX bytes at data. Returns how many bytes there are. fds, if not NULL: what
 * the plan says are descriptors, each once.
 */
uint32_t capture_user__enter(const struct sct_plan *plan, const uint64_t *args, const struct capture_user_memory *mem,
			     uint8_t *data, struct capture_user_fds *fds);
/* Likewise, of some of the beginning's caps (bits) only. */
uint32_t capture_user__again(const struct sct_plan *plan, const uint64_t *args, const struct capture_user_memory *mem,
			     uint8_t *data, unsigned caps);

#endif

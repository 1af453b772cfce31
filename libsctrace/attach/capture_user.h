/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Interprets the capture plan in userspace, for a call that is in progress when its task is attached to. Makes the same
 * chunks as the BPF programs. Uses no system calls: the caller supplies the function that reads memory.
 */
#ifndef SCT_ATTACH_CAPTURE_USER_H
#define SCT_ATTACH_CAPTURE_USER_H

#include <stddef.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"

/* Most bytes of all chunks together. */
#define CAPTURE_USER_MAX 0x20000

struct capture_user_memory {
	/* Reads n bytes at addr. Returns an error unless all of them were read. */
	int (*read)(void *ctx, uint64_t addr, void *to, size_t n);
	/* Describes descriptor fd and returns 0 if it is a netlink socket. May be NULL. */
	int (*sock)(void *ctx, uint32_t fd, struct sct_sock *to);
	void *ctx;
};

/* Descriptors among a call's arguments, and in the memory that arguments point to. */
struct capture_user_fds {
	unsigned n;
	int32_t fd[SCT_INCALL_FDS];
};

/*
 * Captures the chunks of a call's beginning to data, which has room for CAPTURE_USER_MAX bytes. Returns the number of
 * bytes. Unless fds is NULL, sets it to the descriptors that the plan names, each once.
 */
uint32_t capture_user__enter(const struct sct_plan *plan, const uint64_t *args, const struct capture_user_memory *mem,
			     uint8_t *data, struct capture_user_fds *fds);
/* As capture_user__enter(), but runs only the captures whose bits are set in caps. */
uint32_t capture_user__again(const struct sct_plan *plan, const uint64_t *args, const struct capture_user_memory *mem,
			     uint8_t *data, unsigned caps);

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Detects netlink sockets: all data sent or received on them is captured, because it is printed as messages, not as
 * bytes.
 */
#ifndef NETLINK_BPF_H
#define NETLINK_BPF_H

#include "record/chunk.bpf.h"
#include "common/file.bpf.h"
#include "common/kernel_file.h"
#include "record/maps.bpf.h"
#include <bpf/bpf_core_read.h>

#define AF_NETLINK 16
#define AF_XDP 44

/* Returns the current task's state, or NULL if it has none. */
static __always_inline struct task_state *state_seen(void)
{
	__u32 tid;

	if (use_task_storage)
		return bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), NULL, 0);
	tid = bpf_get_current_pid_tgid();
	return bpf_map_lookup_elem(&tasks_hash, &tid);
}

/* Returns 1 if descriptor fd is a netlink socket, and then captures a struct sct_sock. */
__noinline int cap_sock(__u32 fd)
{
	struct scratch *s = scratch_get();
	struct sct_sock *to;
	struct task_state *st;
	struct sct_chunk *c;
	struct file *f;
	struct sock *sk;

	if (!s)
		return 0;
	f = file_of(fd);
	sk = f ? sock_of_file(f) : NULL;
	if (!sk || BPF_CORE_READ(sk, __sk_common.skc_family) != AF_NETLINK)
		return 0;
	st = state_seen();
	if (st)
		st->flags |= SCT_T_NETLINK;
	chunk_has_fds(s);
	c = chunk_begin(s, 0, SCT_PART_SOCK, 0);
	if (!c)
		return 0;
	to = (void *)c + CHUNK;
	to->family = AF_NETLINK;
	to->protocol = BPF_CORE_READ(sk, sk_protocol);
	to->port = BPF_CORE_READ((struct netlink_sock *)sk, portid);
	chunk_end(s, c, sizeof(*to));
	return 1;
}

#endif

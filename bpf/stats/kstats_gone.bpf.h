/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the paths of removed cgroups, which the kernel no longer has when rows with their ids are printed. */
#ifndef KSTATS_GONE_BPF_H
#define KSTATS_GONE_BPF_H

#include "common/kernel.h"
#include "abi/kstats_abi.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

struct cgroup_root___gone {
	int hierarchy_id;
} __attribute__((preserve_access_index));

struct kernfs_node___gone {
	__u64 id;
} __attribute__((preserve_access_index));

struct cgroup___gone {
	struct kernfs_node___gone *kn;
	struct cgroup_root___gone *root;
} __attribute__((preserve_access_index));

/* Key: the cgroup's id. The reader sets the size if cgroups are a key; new entries replace the oldest ones. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1);
	__type(key, __u64);
	__type(value, struct kstat_cgroup);
} gone_cgroups SEC(".maps");

/* Initial value of an entry, which does not fit on the stack. */
const volatile struct kstat_cgroup no_cgroup = {};

SEC("?sct_raw/cgroup_rmdir")
int cgroup_gone(struct bpf_raw_tracepoint_args *ctx)
{
	struct cgroup___gone *c = (void *)ctx->args[0];
	struct kstat_cgroup *to;
	__u64 id;

	/* cgroups of version 1 have ids of their own numbering and are no key */
	if (BPF_CORE_READ(c, root, hierarchy_id))
		return 0;
	id = BPF_CORE_READ(c, kn, id);
	if (bpf_map_update_elem(&gone_cgroups, &id, (const void *)&no_cgroup, BPF_ANY))
		return 0;
	to = bpf_map_lookup_elem(&gone_cgroups, &id);
	if (to)
		bpf_probe_read_kernel_str(to->path, sizeof(to->path), (void *)ctx->args[1]);
	return 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Describes a file by what its other end is found by: the inode of a pipe, the peer or the addresses of a socket. */
#ifndef WHY_FILE_BPF_H
#define WHY_FILE_BPF_H

#include "common/kernel_file.h"
#include "common/file.bpf.h"
#include "abi/why_abi.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#define S_IFIFO 0010000
#define S_IFCHR 0020000
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define IPPROTO_TCP 6
#define TCP_LISTEN 10
#define FUSE_SUPER_MAGIC 0x65735546
#define FUSE_DEV (10 << 20 | 229) /* /dev/fuse */
#define FUSE_DEV_WORDS 3	  /* the connection is one of the first words of struct fuse_dev */
#define ANON_INODE_FS_MAGIC 0x09041934

struct file___mode {
	unsigned int f_mode;
} __attribute__((preserve_access_index));

struct super_block___info {
	void *s_fs_info;
} __attribute__((preserve_access_index));

typedef struct {
	struct net *net;
} possible_net_t___why;

struct sock_common___net {
	struct {
		struct net *net;
	} skc_net;
} __attribute__((preserve_access_index));

struct sock___net {
	struct sock_common___net __sk_common;
} __attribute__((preserve_access_index));

struct sk_buff_head {
	__u32 qlen;
} __attribute__((preserve_access_index));

struct sock___backlog {
	struct sk_buff_head sk_receive_queue;
	__u32 sk_ack_backlog;
	__u32 sk_max_ack_backlog;
} __attribute__((preserve_access_index));

/* Sets a pair of addresses. A mapped address ::ffff:1.2.3.4 becomes that of IPv4, as both ends need not be mapped. */
static __always_inline void ends_of(struct sock *sk, bool v6, struct sct_why_ends *to)
{
	struct sock___net *n = (void *)sk;

	to->local_port = BPF_CORE_READ(sk, __sk_common.skc_num);
	to->remote_port = __builtin_bswap16(BPF_CORE_READ(sk, __sk_common.skc_dport));
	if (bpf_core_field_exists(n->__sk_common.skc_net))
		to->netns = BPF_CORE_READ(n, __sk_common.skc_net.net, ns.inum);
	if (v6) {
		bpf_core_read(to->local, sizeof(to->local), &sk->__sk_common.skc_v6_rcv_saddr);
		bpf_core_read(to->remote, sizeof(to->remote), &sk->__sk_common.skc_v6_daddr);
	}
	if (!v6 || (to->remote[10] == 0xff && to->remote[11] == 0xff && !to->remote[0])) {
		__builtin_memset(to->local, 0, sizeof(to->local));
		__builtin_memset(to->remote, 0, sizeof(to->remote));
		bpf_core_read(to->local, 4, &sk->__sk_common.skc_rcv_saddr);
		bpf_core_read(to->remote, 4, &sk->__sk_common.skc_daddr);
	}
}

static __always_inline void socket_describe(struct sock *sk, struct sct_why_file *to)
{
	__u16 family = BPF_CORE_READ(sk, __sk_common.skc_family);

	to->id = (__u64)sk;
	to->state = BPF_CORE_READ(sk, __sk_common.skc_state);
	if (family == AF_UNIX) {
		to->kind = SCT_WHY_UNIX;
		to->peer = (__u64)BPF_CORE_READ((struct unix_sock *)sk, peer);
	} else if (family == AF_INET || family == AF_INET6) {
		to->protocol = BPF_CORE_READ(sk, sk_protocol);
		to->v6 = family == AF_INET6;
		to->kind = to->protocol == IPPROTO_TCP && to->state == TCP_LISTEN ? SCT_WHY_LISTEN : SCT_WHY_INET;
		ends_of(sk, to->v6, &to->ends);
	}
}

/* Returns the FUSE connection of a file system, which is the first member of its struct fuse_mount, or 0. */
static __always_inline __u64 fuse_of(struct file *f)
{
	struct super_block *sb = BPF_CORE_READ(f, f_path.dentry, d_sb);
	__u64 fc = 0;

	if (BPF_CORE_READ(sb, s_magic) == FUSE_SUPER_MAGIC)
		bpf_probe_read_kernel(&fc, sizeof(fc), BPF_CORE_READ((struct super_block___info *)sb, s_fs_info));
	return fc;
}

/* Describes a file; *to is zeroed. */
static __always_inline void file_describe(struct file *f, struct sct_why_file *to)
{
	struct inode *inode = BPF_CORE_READ(f, f_inode);
	struct sock *sk;

	to->fmode = BPF_CORE_READ((struct file___mode *)f, f_mode) & 3;
	to->mode = BPF_CORE_READ(inode, i_mode);
	to->ino = BPF_CORE_READ(inode, i_ino);
	to->rdev = BPF_CORE_READ(inode, i_rdev);
	if ((to->mode & S_IFMT) == S_IFSOCK) {
		sk = sock_of_file(f);
		if (sk)
			socket_describe(sk, to);
		return;
	}
	to->kind = (to->mode & S_IFMT) == S_IFIFO ? SCT_WHY_PIPE : SCT_WHY_INODE;
	to->id = (__u64)inode;
	if (to->kind == SCT_WHY_INODE && BPF_CORE_READ(f, f_path.dentry, d_sb, s_magic) == ANON_INODE_FS_MAGIC) {
		to->kind = SCT_WHY_ANON; /* such files have one inode in common */
		to->id = (__u64)BPF_CORE_READ(f, private_data);
	}
	if (to->kind == SCT_WHY_INODE)
		to->fuse = fuse_of(f);
}

#endif

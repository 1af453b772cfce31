/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Kernel structs between a descriptor and its path or its socket's peer. */
#ifndef KERNEL_FILE_H
#define KERNEL_FILE_H

#include "common/kernel.h"

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct qstr {
	union {
		struct {
			__u32 hash;
			__u32 len;
		};
		__u64 hash_len;
	};
	const unsigned char *name;
};

struct list_head {
	struct list_head *next;
};

struct hlist_bl_node {
	struct hlist_bl_node **pprev;
};

struct dentry {
	struct hlist_bl_node d_hash;
	struct dentry *d_parent;
	struct qstr d_name;
	struct inode *d_inode;
	struct super_block *d_sb;
	void *d_fsdata;
};

struct vfsmount {
	struct dentry *mnt_root;
};

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
};

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
};

struct file_system_type {
	const char *name;
};

struct super_block {
	struct file_system_type *s_type;
	unsigned long s_magic;
};

struct inode {
	unsigned short i_mode;
	unsigned long i_ino;
	__u32 i_rdev;
	void *i_security;
	void *i_private;
};

struct fs_struct {
	struct path root;
	struct path pwd;
};

struct file {
	struct path f_path;
	struct inode *f_inode;
	void *private_data;
};

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

/* Flavours of task_struct with members that only some programs read. */
struct task_struct___files {
	struct files_struct *files;
	struct fs_struct *fs;
};

struct task_struct___exe {
	struct mm_struct___exe *mm;
};

struct mm_struct___exe {
	struct file *exe_file;
};

struct socket {
	struct sock *sk;
};

struct eventfd_ctx {
	__u64 count;
	unsigned int flags;
	int id;
};

struct signalfd_ctx {
	sigset_t sigmask;
};

struct tty_file_private {
	struct tty_struct *tty;
};

struct tty_struct {
	int index;
};

struct hlist_head {
	struct list_head *first;
};

struct pid___tasks {
	struct hlist_head tasks[1];
};

struct in6_addr {
	__u8 u6_addr8[16];
};

struct proto {
	char name[32];
};

struct sock_common {
	__be32 skc_daddr;
	__be32 skc_rcv_saddr;
	__be16 skc_dport;
	__u16 skc_num;
	unsigned short skc_family;
	unsigned char skc_state;
	struct proto *skc_prot;
	struct in6_addr skc_v6_daddr;
	struct in6_addr skc_v6_rcv_saddr;
};

struct sock {
	struct sock_common __sk_common;
	__u16 sk_protocol;
	struct socket___file *sk_socket;
};

/* since 6.17: stays valid after the socket's file is gone */
struct sock___ino {
	unsigned long sk_ino;
};

struct socket___file {
	struct file *file;
};

struct inet_sock {
	struct sock sk;
	__be16 inet_sport;
};

struct tcp_sock {
	__u32 rcv_nxt;
};

struct netlink_sock {
	struct sock sk;
	__u32 portid;
};

struct sockaddr_un {
	unsigned short sun_family;
	char sun_path[108];
};

struct unix_address {
	int len;
	struct sockaddr_un name[0];
};

struct unix_sock {
	struct sock sk;
	struct unix_address *addr;
	struct sock *peer;
};

#pragma clang attribute pop

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lookup of the file and the socket of the current task's descriptors. */
#ifndef FILE_BPF_H
#define FILE_BPF_H

#include "common/kernel_file.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#define S_IFMT 0170000
#define S_IFSOCK 0140000
#define SOCKFS_MAGIC 0x534F434B

static __always_inline struct file *file_of(int fd)
{
	struct task_struct___files *t = (void *)bpf_get_current_task();
	struct fdtable *fdt = BPF_CORE_READ(t, files, fdt);
	struct file **slots, *f = NULL;

	if (fd < 0 || (__u32)fd >= BPF_CORE_READ(fdt, max_fds))
		return NULL;
	slots = BPF_CORE_READ(fdt, fd);
	bpf_probe_read_kernel(&f, sizeof(f), slots + fd);
	return f;
}

/*
 * Returns the file's socket, or NULL if it has none. A socket's node in a file system, opened with O_PATH, has the mode
 * of a socket but is none.
 */
static __always_inline struct sock *sock_of_file(struct file *f)
{
	struct socket *so;

	if ((BPF_CORE_READ(f, f_inode, i_mode) & S_IFMT) != S_IFSOCK ||
	    BPF_CORE_READ(f, f_path.dentry, d_sb, s_magic) != SOCKFS_MAGIC)
		return NULL;
	so = BPF_CORE_READ(f, private_data);
	return BPF_CORE_READ(so, sk);
}

#endif

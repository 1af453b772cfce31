/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Names of files and peers: built in the scratch, stored once in a map, and referred to by id. The maps of names are
 * switched with the rows: the names of a row are in the map of its epoch.
 */
#ifndef KSTATS_NAME_BPF_H
#define KSTATS_NAME_BPF_H

#include "common/file.bpf.h"
#include "common/kernel_file.h"
#include "stats/kstats_row.bpf.h"

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
/* most steps of a path: the buffer has room for 127 directories of one letter, and each mount takes a step, too */
#define DEPTH_MAX 160
#define NAME_MASK (KSTAT_NAME_MAX - 1)

/* Clears the whole name, because the bytes after the text are part of the key. */
static __always_inline void name_clear(struct kstat_scratch *s)
{
	__builtin_memset(&s->name, 0, sizeof(s->name));
}

/* Returns the id of the name in the scratch, or KSTAT_NAME_FULL. */
__noinline int name_id(__u32 epoch)
{
	struct kstat_scratch *s = scratch_get();
	__u32 id, *has;

	if (!s)
		return 0;
	has = epoch & 1 ? bpf_map_lookup_elem(&names_1, &s->name) : bpf_map_lookup_elem(&names_0, &s->name);
	if (has)
		return *has;
	/* 2 or more: 0 means no name, 1 is KSTAT_NAME_FULL */
	id = ++s->last_name * ncpus + bpf_get_smp_processor_id() + 1;
	if (epoch & 1)
		bpf_map_update_elem(&names_1, &s->name, &id, BPF_NOEXIST);
	else
		bpf_map_update_elem(&names_0, &s->name, &id, BPF_NOEXIST);
	/* another CPU may have added it meanwhile */
	has = epoch & 1 ? bpf_map_lookup_elem(&names_1, &s->name) : bpf_map_lookup_elem(&names_0, &s->name);
	return has ? *has : KSTAT_NAME_FULL;
}

/* Makes the name of a file without a path: "pipe", "anon_inode:[eventpoll]", "socket". */
static __always_inline void name_special(struct kstat_scratch *s, struct dentry *d)
{
	const unsigned char *name = BPF_CORE_READ(d, d_name.name);
	const char *type = BPF_CORE_READ(d, d_sb, s_type, name);
	long n = bpf_probe_read_kernel_str(s->name.text, 64, name);

	if (n <= 1)
		n = bpf_probe_read_kernel_str(s->name.text, 64, type);
	s->name.type = KSTAT_NAME_OTHER;
	s->name.len = n > 0 ? n - 1 : 0;
}

/*
 * Makes one step from a file to the root: puts the name of s->dentry in front of the path. Returns 0, or 1 at the end.
 */
__noinline int path_step(void)
{
	struct kstat_scratch *s = scratch_get();
	struct dentry *d, *parent, *root;
	struct mount *m, *up;
	const unsigned char *name;
	__u32 len, at;

	if (!s)
		return 1;
	d = s->dentry;
	parent = BPF_CORE_READ(d, d_parent);
	m = s->mount;
	root = BPF_CORE_READ(m, mnt.mnt_root);
	if (d == root || d == parent) {
		up = BPF_CORE_READ(m, mnt_parent);
		if (d != root || up == m)
			return 1;
		s->dentry = BPF_CORE_READ(m, mnt_mountpoint);
		s->mount = up;
		return 0;
	}
	len = BPF_CORE_READ(d, d_name.len);
	name = BPF_CORE_READ(d, d_name.name);
	at = s->at;
	if (len + 1 > at) {
		/* keep as much of the name's end as there is room for, as name_of_long() does */
		if (len > at)
			name += len - at;
		else
			at = len;
		s->name.cut = KSTAT_CUT_FRONT;
		s->at -= at;
		bpf_probe_read_kernel(s->walk + (s->at & NAME_MASK), at & NAME_MASK, name);
		return 1;
	}
	at -= len;
	len &= NAME_MASK;
	asm volatile("" : "+r"(at));
	bpf_probe_read_kernel(s->walk + (at & NAME_MASK), len, name);
	at -= 1;
	asm volatile("" : "+r"(at));
	s->walk[at & NAME_MASK] = '/';
	s->at = at;
	s->dentry = parent;
	return 0;
}

/* Makes the path of s->dentry on s->mount, as seen in its own mount namespace. */
__noinline int path_walk(void)
{
	struct kstat_scratch *s = scratch_get();
	__u32 len, i;

	if (!s)
		return 0;
	s->at = NAME_MASK;
	for (i = 0; i < DEPTH_MAX; i++)
		if (path_step())
			break;
	if (i == DEPTH_MAX)
		s->name.cut = KSTAT_CUT_FRONT;
	len = NAME_MASK - s->at;
	if (!len) {
		s->name.text[0] = '/';
		len = 1;
	} else {
		__u32 n = len, at = s->at;

		asm volatile("" : "+r"(n), "+r"(at));
		bpf_probe_read_kernel(s->name.text, n & NAME_MASK, s->walk + (at & NAME_MASK));
	}
	s->name.type = KSTAT_NAME_PATH;
	s->name.len = len;
	return 0;
}

static __always_inline __u32 name_of_file(struct kstat_scratch *s, struct file *f, __u32 epoch)
{
	struct dentry *d = BPF_CORE_READ(f, f_path.dentry);
	struct vfsmount *mnt = BPF_CORE_READ(f, f_path.mnt);

	name_clear(s);
	/* pipes, sockets and anonymous inodes are roots whose mount is not in any tree */
	if (d == BPF_CORE_READ(d, d_parent) && d != BPF_CORE_READ(mnt, mnt_root)) {
		name_special(s, d);
	} else {
		s->dentry = d;
		s->mount = (void *)mnt - bpf_core_field_offset(struct mount, mnt);
		path_walk();
	}
	return name_id(epoch);
}

/* Names a string that is longer than KSTAT_NAME_MAX by its end, which tells files apart better than the beginning. */
__noinline int name_of_long(__u64 addr)
{
	struct kstat_scratch *s = scratch_get();
	__u64 n;

	if (!s)
		return 0;
	n = bpf_probe_read_user_str(s->path, KSTAT_PATH_MAX, (void *)addr);
	if (n <= KSTAT_NAME_MAX || n > KSTAT_PATH_MAX)
		return 0;
	n -= KSTAT_NAME_MAX;
	asm volatile("" : "+r"(n));
	bpf_probe_read_kernel(s->name.text, NAME_MASK, s->path + (n & (KSTAT_PATH_MAX - 1)));
	s->name.cut = KSTAT_CUT_FRONT;
	return 0;
}

static __always_inline __u32 name_of_string(struct kstat_scratch *s, __u64 addr, __u32 epoch)
{
	long n;

	name_clear(s);
	n = bpf_probe_read_user_str(s->name.text, KSTAT_NAME_MAX, (void *)addr);
	if (n <= 1)
		return 0;
	s->name.type = KSTAT_NAME_PATH;
	s->name.len = n - 1;
	if (n == KSTAT_NAME_MAX)
		name_of_long(addr);
	return name_id(epoch);
}

static __always_inline void name_unix(struct kstat_scratch *s, struct unix_sock *u)
{
	struct unix_sock *peer = (void *)BPF_CORE_READ(u, peer);
	struct unix_address *addr = peer ? BPF_CORE_READ(peer, addr) : NULL;
	__u32 len;

	/* a client's socket usually has no name: use the name of the server's socket */
	if (!addr)
		addr = BPF_CORE_READ(u, addr);
	s->name.type = KSTAT_NAME_UNIX;
	if (!addr)
		return;
	/* sun_family precedes the name; the kernel adds a NUL to a path of 108 bytes */
	len = BPF_CORE_READ(addr, len) - 2;
	if (len > 109)
		len = 0;
	asm volatile("" : "+r"(len));
	len &= 127;
	bpf_probe_read_kernel(s->name.text, len, (void *)addr + bpf_core_field_offset(struct unix_address, name) + 2);
	/* the length of a path includes its NUL */
	if (len > 1 && s->name.text[0] && !s->name.text[(len - 1) & 127])
		len--;
	s->name.len = len;
}

/*
 * Returns the id of the peer that the struct kstat_inet in the scratch describes; 0: there is no peer, as the port is
 * 0.
 */
static __always_inline __u32 name_inet(struct kstat_scratch *s, bool host, __u32 epoch)
{
	struct kstat_inet *in = (void *)s->name.text;

	if (!in->port)
		return 0;
	s->name.type = host ? KSTAT_NAME_HOST : KSTAT_NAME_INET;
	if (host)
		in->port = 0;
	return name_id(epoch);
}

/* Returns the id of the socket's peer; 0: the file is no socket, or has no peer. */
static __always_inline __u32 peer_of_file(struct kstat_scratch *s, struct file *f, bool host, __u32 epoch)
{
	struct kstat_inet *in = (void *)s->name.text;
	struct sock *sk = sock_of_file(f);
	__u16 family;

	if (!sk)
		return 0;
	family = BPF_CORE_READ(sk, __sk_common.skc_family);
	name_clear(s);
	if (family == AF_UNIX) {
		name_unix(s, (void *)sk);
		return name_id(epoch);
	}
	in->family = family;
	in->port = __builtin_bswap16(BPF_CORE_READ(sk, __sk_common.skc_dport));
	if (family == AF_INET) {
		__be32 a = BPF_CORE_READ(sk, __sk_common.skc_daddr);

		__builtin_memcpy(in->addr, &a, sizeof(a));
	} else if (family == AF_INET6) {
		BPF_CORE_READ_INTO(&in->addr, sk, __sk_common.skc_v6_daddr);
	} else {
		return 0;
	}
	return name_inet(s, host, epoch);
}

#define SUN_PATH 2 /* offsets in the program's sockaddr structs */
#define SIN_ADDR 4
#define SIN6_ADDR 8

/*
 * Returns the id of the peer in a sockaddr argument, which is needed because after a failed connect() the socket has no
 * peer. 0: the address has no name.
 */
static __always_inline __u32 peer_of_addr(struct kstat_scratch *s, __u64 addr, __u32 len, bool host, __u32 epoch)
{
	struct kstat_inet *in = (void *)s->name.text;
	__u16 head[2] = {}; /* family, port */

	if (len <= SUN_PATH || bpf_probe_read_user(head, sizeof(head), (void *)addr))
		return 0;
	name_clear(s);
	if (head[0] == AF_UNIX) {
		__u32 n = len - SUN_PATH;

		if (n > 108)
			n = 108;
		asm volatile("" : "+r"(n));
		n &= 127;
		bpf_probe_read_user(s->name.text, n, (void *)addr + SUN_PATH);
		/* a path ends at its NUL, while an abstract name begins with one */
		if (s->name.text[0])
			n = bpf_probe_read_user_str(s->name.text, (n & 127) + 1, (void *)addr + SUN_PATH) - 1;
		s->name.type = KSTAT_NAME_UNIX;
		s->name.len = n;
		return name_id(epoch);
	}
	in->family = head[0];
	in->port = __builtin_bswap16(head[1]);
	if (head[0] == AF_INET)
		bpf_probe_read_user(in->addr, 4, (void *)addr + SIN_ADDR);
	else if (head[0] == AF_INET6)
		bpf_probe_read_user(in->addr, 16, (void *)addr + SIN6_ADDR);
	else
		return 0;
	return name_inet(s, host, epoch);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Files of descriptors (-y): the path of an open file or of the working directory, the ends of a socket. They are read
 * from the kernel's objects at each call, so that no rename, close or exec is missed.
 *
 * Each CPU has a table of the files that are in its records. A file that is in the table, unchanged, goes into a record
 * as a reference to its slot. CPUs do not share slots, so the record that a reference refers to is earlier in the same
 * ring.
 */
#ifndef FD_BPF_H
#define FD_BPF_H

#include "common/cast.h"
#include "record/chunk.bpf.h"
#include "common/file.bpf.h"
#include "common/kernel_file.h"
#include "record/label.bpf.h"
#include "record/maps.bpf.h"
#include "record/netlink.bpf.h"
#include "common/task.bpf.h"

#define FD_PATH_MAX 4096
#define FD_PATH_MASK (FD_PATH_MAX - 1)
#define FD_NAME_MAX 256
#define FD_BLOCKS 64 /* blocks of BLOCK directories: more than a path can have */

#define PIPEFS_MAGIC 0x50495045
#define ANON_INODE_FS_MAGIC 0x09041934
#define NSFS_MAGIC 0x6e736673
#define PID_FS_MAGIC 0x50494446

/* Reads a member of an object that is reached from the current task by typed pointers. */
#define FIELD(p, member) (use_task_storage ? (p)->member : BPF_CORE_READ(p, member))
/* The task whose descriptors are read. An object that defines another one must set use_task_storage to false. */
#ifndef FD_SUBJECT
#define FD_SUBJECT() bpf_get_current_task()
#endif
#define TASK(member)                                                                                                   \
	(use_task_storage ? ((struct task_struct___files *)bpf_get_current_task_btf())->member                         \
			  : BPF_CORE_READ((struct task_struct___files *)FD_SUBJECT(), member))

/* Identity of a file that a record of this CPU has described to the reader. */
struct fd_slot {
	__u64 dentry;
	__u64 mnt;
	__u64 chain; /* hash of the path from the file to the root: see chain_of() */
	__u64 v[2];
	__u32 flags;
	__u32 epoch; /* 1 + fd_table.epoch when the file was described */
	__u64 sid;
};

/* Cached result of the operand filter for a file (operand_filter.bpf.h). */
struct fd_verdict {
	__u64 dentry;
	__u64 mnt;
	__u64 chain;
	__u64 chosen;
};

#define FD_KEY 16
#define FD_VERDICTS 256 /* a power of two */

/* The peer of a unix socket. Its inode number is kept here for when the peer is gone. */
struct fd_peer {
	__u64 sock; /* the peer's address, which is not reused as long as the socket refers to it */
	__u64 ino;
};

struct fd_table {
	struct fd_slot slot[SCT_FD_SLOTS];
	struct fd_slot at;   /* identity of the current file */
	struct sct_file out; /* description of the current file, as its chunk has it */
	struct sct_socket sock;
	struct unix_address *unix_name; /* name of the socket in sock */
	__u64 ino;			/* inode number of the socket in sock: the key in fd_peers */
	struct fd_peer peer;
	__u64 file;
	/* state of the walk from the current file to the root */
	__u64 dentry;
	__u64 mount;
	__u64 number;
	__u64 words[5]; /* first bytes of a name */
	__u32 pos;	/* position in walk, which is filled from its end to its beginning */
	__u32 epoch;	/* incremented when the ring refuses a record, which makes all slots invalid */
	__u8 walk[2 * FD_PATH_MAX];
	struct fd_verdict verdicts[FD_VERDICTS];
	__u64 key[FD_KEY];	      /* what process_key() hashes */
	__u64 name[SCT_CHOICE_WORDS]; /* a path to compare with the operand filter's, padded with zeros */
};

/* Index: the CPU. Created by the reader only if descriptors are decoded, or processes are sent. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct fd_table);
} fd_tables SEC(".maps");

#define FD_PEERS 4096

/* Shared by all CPUs. Key: the socket's inode number. Created by the reader only if sockets are decoded (-yy). */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, FD_PEERS);
	__type(key, __u64);
	__type(value, struct fd_peer);
} fd_peers SEC(".maps");

static __always_inline struct fd_table *fd_table_get(void)
{
	__u32 cpu = SCRATCH_OF();

	return decode_fds || processes ? bpf_map_lookup_elem(&fd_tables, &cpu) : NULL;
}

static __always_inline __u64 mix(__u64 h, __u64 v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}

#define CHAIN_MAX 32 /* longest path, in steps to the root, that is hashed; deeper files are sent each time */

/*
 * Returns a pointer as a number. The verifier forbids arithmetic with a pointer, but not with a number that was read
 * back from a map.
 */
static __always_inline __u64 number_of(struct fd_table *t, __u64 pointer)
{
	*(volatile __u64 *)&t->number = pointer;
	return *(volatile __u64 *)&t->number;
}

/* Returns the struct mount that contains this vfsmount. */
static __always_inline __u64 mount_of(__u64 mnt)
{
	return mnt - bpf_core_field_offset(struct mount, mnt);
}

static __always_inline bool is_own_root(__u64 dentry, __u64 mount)
{
	return dentry == own_root.dentry && mount == own_root.mount;
}

/*
 * Returns a hash of the path from the file to the root: the hashes of the names, which are salted with the directories'
 * addresses, and the addresses of their dentries.
 */
static __always_inline __u64 chain_of(struct fd_table *t, __u64 dentry, __u64 mount)
{
	__u64 root = (__u64)LOAD(mount, mount, mnt.mnt_root), chain = 0;

	for (__u32 i = 0; i < CHAIN_MAX; i++) {
		__u64 parent = (__u64)LOAD(dentry, dentry, d_parent), up;

		if (is_own_root(dentry, mount))
			return chain;
		if (dentry != root && dentry != parent) {
			chain = mix(chain, LOAD(dentry, dentry, d_name.hash_len));
			chain = mix(chain, number_of(t, dentry));
			dentry = parent;
			continue;
		}
		up = (__u64)LOAD(mount, mount, mnt_parent);
		if (up == mount)
			return chain;
		dentry = (__u64)LOAD(mount, mount, mnt_mountpoint);
		mount = up;
		root = (__u64)LOAD(mount, mount, mnt.mnt_root);
	}
	return bpf_ktime_get_ns();
}

/* Puts a name in front of the path that is built so far. */
static __always_inline void name_put(struct fd_table *t, const void *name, __u32 len)
{
	__u32 pos = t->pos;

	if (len >= FD_NAME_MAX || pos < len + 1) {
		t->out.flags |= SCT_FILE_CUT;
		return;
	}
	pos -= len;
	asm volatile("" : "+r"(pos));
	bpf_probe_read_kernel(t->walk + (pos & FD_PATH_MASK), MASKED(len, FD_NAME_MAX - 1), name);
	pos -= 1;
	asm volatile("" : "+r"(pos));
	t->walk[pos & FD_PATH_MASK] = '/';
	t->pos = pos;
}

/* Makes one step from a file to the root. Returns 1 at the root. */
__noinline int fd_step(void)
{
	struct fd_table *t = fd_table_get();
	struct mount *m, *up;
	struct dentry *d, *parent;

	if (!t || is_own_root(t->dentry, t->mount))
		return 1;
	d = (void *)t->dentry;
	m = (void *)t->mount;
	parent = BPF_CORE_READ(d, d_parent);
	if (d != BPF_CORE_READ(m, mnt.mnt_root) && parent != d) {
		name_put(t, BPF_CORE_READ(d, d_name.name), BPF_CORE_READ(d, d_name.len));
		t->dentry = (__u64)parent;
		return 0;
	}
	up = BPF_CORE_READ(m, mnt_parent);
	if (up == m)
		return 1;
	t->dentry = (__u64)BPF_CORE_READ(m, mnt_mountpoint);
	t->mount = (__u64)up;
	return 0;
}

__noinline int fd_steps(void)
{
	for (__u32 i = 0; i < BLOCK; i++)
		if (fd_step())
			return 1;
	return 0;
}

/* Builds the path of the current file. Inline, because programs may nest only 8 calls deep. */
static __always_inline void fd_walk(struct fd_table *t)
{
	t->dentry = t->at.dentry;
	t->mount = mount_of(t->at.mnt);
	t->pos = FD_PATH_MASK;
	for (__u32 i = 0; i < FD_BLOCKS; i++)
		if (fd_steps())
			return;
	t->out.flags |= SCT_FILE_CUT;
}

/* Returns a hash of the name of an anonymous inode: all share one inode, and their names have no hash. */
static __always_inline __u64 name_hash(struct fd_table *t, struct dentry *d)
{
	__u64 hash = 0;

	__builtin_memset(t->words, 0, sizeof(t->words));
	bpf_probe_read_kernel_str(t->words, sizeof(t->words), BPF_CORE_READ(d, d_name.name));
	for (__u32 i = 0; i < sizeof(t->words) / sizeof(t->words[0]); i++)
		hash = mix(hash, t->words[i]);
	return hash;
}

/* Sets the kind of a file that is in no mounted file system. */
static __always_inline void fd_pseudo(struct fd_table *t, struct dentry *d)
{
	switch (BPF_CORE_READ(d, d_sb, s_magic)) {
	case PIPEFS_MAGIC:
		t->out.kind = SCT_FILE_PIPE;
		break;
	case SOCKFS_MAGIC:
		t->out.kind = SCT_FILE_SOCKET;
		break;
	case ANON_INODE_FS_MAGIC:
		t->out.kind = SCT_FILE_ANON;
		break;
	case PID_FS_MAGIC:
		t->out.kind = SCT_FILE_PIDFD;
		break;
	case NSFS_MAGIC:
		t->out.kind = SCT_FILE_NS;
		break;
	default:
		t->out.kind = SCT_FILE_NAMELESS;
	}
}

/* Sets the current file to the one of fd. Returns false if fd is not open. */
static __always_inline bool fd_path(struct fd_table *t, __s32 fd)
{
	struct files_struct *files;
	struct fdtable *fdt;
	__u64 slots, file;

	if (fd == SCT_AT_FDCWD) {
		struct fs_struct *fs = TASK(fs);

		t->file = 0;
		if (!fs)
			return false;
		t->at.dentry = (__u64)FIELD(fs, pwd.dentry);
		t->at.mnt = (__u64)FIELD(fs, pwd.mnt);
		return t->at.dentry;
	}
	files = TASK(files);
	if (!files)
		return false;
	fdt = FIELD(files, fdt);
	if (!fdt || (__u32)fd >= FIELD(fdt, max_fds))
		return false;
	slots = (__u64)FIELD(fdt, fd);
	file = (__u64)LOAD(list_head, slots + fd * sizeof(void *), next);
	if (!file)
		return false;
	t->file = file;
	t->at.dentry = (__u64)LOAD(file, file, f_path.dentry);
	t->at.mnt = (__u64)LOAD(file, file, f_path.mnt);
	return t->at.dentry;
}

static __always_inline __u32 slot_of(struct fd_table *t)
{
	return mix(t->at.dentry, t->at.mnt) >> 40 & (SCT_FD_SLOTS - 1);
}

/* ---- -yy ---- */

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define IPPROTO_TCP 6
#define S_IFCHR 0020000
#define PTMX (5 << 20 | 2)
#define WANTED(bit) (decode_fds & (bit))

/* Returns a socket's inode number, also of a closed socket if the kernel keeps it (6.17). */
static __always_inline __u64 sock_ino(struct sock *sk)
{
	struct sock___ino *has = (void *)sk;
	struct socket___file *so;
	struct file *f;

	if (bpf_core_field_exists(has->sk_ino))
		return BPF_CORE_READ(has, sk_ino);
	so = BPF_CORE_READ(sk, sk_socket);
	if (!so)
		return 0;
	f = BPF_CORE_READ(so, file);
	return f ? BPF_CORE_READ(f, f_inode, i_ino) : 0;
}

/*
 * Returns the local port of a connection that has ended: the kernel has released the port, but the TCP header still has
 * it.
 */
static __always_inline __u16 port_of_ended(struct sock *sk)
{
	if (BPF_CORE_READ(sk, sk_protocol) != IPPROTO_TCP || !BPF_CORE_READ((struct tcp_sock *)sk, rcv_nxt))
		return 0;
	return __builtin_bswap16(BPF_CORE_READ((struct inet_sock *)sk, inet_sport));
}

static __always_inline void look_inet(struct sct_socket *to, struct sock *sk)
{
	to->local_port = BPF_CORE_READ(sk, __sk_common.skc_num);
	to->port = __builtin_bswap16(BPF_CORE_READ(sk, __sk_common.skc_dport));
	if (!to->local_port && to->port)
		to->local_port = port_of_ended(sk);
	if (to->family == AF_INET) {
		BPF_CORE_READ_INTO(&to->local, sk, __sk_common.skc_rcv_saddr);
		BPF_CORE_READ_INTO(&to->addr, sk, __sk_common.skc_daddr);
	} else {
		BPF_CORE_READ_INTO(&to->local, sk, __sk_common.skc_v6_rcv_saddr);
		BPF_CORE_READ_INTO(&to->addr, sk, __sk_common.skc_v6_daddr);
	}
}

/*
 * Returns the inode number of the current unix socket's peer. If the peer is gone, this is the number that was noted in
 * fd_peers earlier, by any CPU; a CPU notes the peer of a socket that is not in its table yet. t->at.chain is the inode
 * number of the socket itself.
 */
static __always_inline __u64 peer_ino(struct fd_table *t, struct sock *peer)
{
	struct fd_slot *slot = &t->slot[slot_of(t)];
	struct fd_peer *noted;

	t->ino = t->at.chain;
	t->peer.sock = (__u64)peer;
	t->peer.ino = sock_ino(peer);
	if (t->peer.ino) {
		if (slot->v[1] != t->peer.ino || slot->chain != t->ino)
			bpf_map_update_elem(&fd_peers, &t->ino, &t->peer, BPF_ANY);
		return t->peer.ino;
	}
	noted = bpf_map_lookup_elem(&fd_peers, &t->ino);
	return noted && noted->sock == (__u64)peer ? noted->ino : 0;
}

/* Reads the state of the current socket, and stores a hash of it in t->at.v to detect changes. */
__noinline int look_socket(void)
{
	struct fd_table *t = fd_table_get();
	struct sct_socket *to;
	struct unix_sock *u;
	struct sock *sk, *peer;
	struct proto *prot;
	__u64 *words, hash = 0;

	if (!WANTED(SCT_FDS_SOCKET) || !t)
		return 0;
	sk = sock_of_file((void *)t->file);
	to = &t->sock;
	__builtin_memset(to, 0, sizeof(*to));
	t->unix_name = NULL;
	if (!sk)
		return 0;
	to->family = BPF_CORE_READ(sk, __sk_common.skc_family);
	to->state = BPF_CORE_READ(sk, __sk_common.skc_state);
	prot = BPF_CORE_READ(sk, __sk_common.skc_prot);
	bpf_probe_read_kernel_str(to->protocol, sizeof(to->protocol), prot->name);
	if (to->family == AF_INET || to->family == AF_INET6) {
		look_inet(to, sk);
	} else if (to->family == AF_NETLINK) {
		to->netlink = BPF_CORE_READ(sk, sk_protocol);
		to->portid = BPF_CORE_READ((struct netlink_sock *)sk, portid);
	} else if (to->family == AF_UNIX) {
		u = (void *)sk;
		t->unix_name = BPF_CORE_READ(u, addr);
		peer = BPF_CORE_READ(u, peer);
		if (peer)
			to->peer = peer_ino(t, peer);
		t->at.v[1] = to->peer;
		hash = (__u64)t->unix_name;
	}
	words = (void *)to;
	for (__u32 i = 0; i < sizeof(*to) / 8; i++)
		hash = mix(hash, words[i]);
	t->out.more = SCT_MORE_SOCKET;
	t->at.v[0] = hash;
	return 0;
}

static __always_inline __u64 pid_of(struct pid *pid)
{
	struct pid___tasks *tasks = (void *)pid;
	struct upid *u;

	if (!pid || !BPF_CORE_READ(tasks, tasks[0].first) || BPF_CORE_READ(pid, level) < ns_level)
		return 0;
	u = upid_at(pid, ns_level);
	return !ns_own || (__u64)BPF_CORE_READ(u, ns) == ns_own ? BPF_CORE_READ(u, nr) : 0;
}

#define NAME_WORD(a, b, c, d, e, f, g, h)                                                                              \
	((__u64)(a) | (__u64)(b) << 8 | (__u64)(c) << 16 | (__u64)(d) << 24 | (__u64)(e) << 32 | (__u64)(f) << 40 |    \
	 (__u64)(g) << 48 | (__u64)(h) << 56)

/* Reads the state of an anonymous inode, whose name tells its type. */
static __always_inline void look_anon(struct fd_table *t)
{
	struct file *f = (void *)t->file;
	struct signalfd_ctx *s;
	struct eventfd_ctx *e;

	if (t->words[0] == NAME_WORD('[', 'e', 'v', 'e', 'n', 't', 'f', 'd') && WANTED(SCT_FDS_EVENTFD)) {
		e = BPF_CORE_READ(f, private_data);
		t->out.more = SCT_MORE_EVENTFD;
		t->at.v[0] = BPF_CORE_READ(e, count);
		t->at.v[1] = (__u32)BPF_CORE_READ(e, id) | (__u64)BPF_CORE_READ(e, flags) << 32;
	} else if (t->words[0] == NAME_WORD('[', 's', 'i', 'g', 'n', 'a', 'l', 'f') && WANTED(SCT_FDS_SIGNALFD)) {
		s = BPF_CORE_READ(f, private_data);
		t->out.more = SCT_MORE_SIGNALFD;
		t->at.v[0] = BPF_CORE_READ(s, sigmask.sig[0]);
		t->at.v[0] = ~t->at.v[0];
	} else if (t->words[0] == NAME_WORD('[', 'p', 'i', 'd', 'f', 'd', ']', 0) && WANTED(SCT_FDS_PIDFD)) {
		t->out.more = SCT_MORE_PIDFD;
		t->at.v[0] = pid_of(BPF_CORE_READ(f, private_data));
	}
}

static __always_inline void look_terminal(struct fd_table *t, struct inode *inode)
{
	struct tty_file_private *p;
	struct file *f = (void *)t->file;

	if ((BPF_CORE_READ(inode, i_mode) & S_IFMT) != S_IFCHR || BPF_CORE_READ(inode, i_rdev) != PTMX)
		return;
	p = BPF_CORE_READ(f, private_data);
	t->out.more = SCT_MORE_PTMX;
	t->at.v[0] = BPF_CORE_READ(p, tty, index);
}

/* Reads what else is wanted of the current file besides its path. */
__noinline int look_more(void)
{
	struct fd_table *t = fd_table_get();
	struct inode *inode;
	struct dentry *d;

	if (!(decode_fds & ~SCT_FDS_PATH) || !t || !t->file)
		return 0;
	d = (void *)t->at.dentry;
	inode = BPF_CORE_READ(d, d_inode);
	switch (t->out.kind) {
	case SCT_FILE_SOCKET:
		if (WANTED(SCT_FDS_SOCKET))
			look_socket();
		break;
	case SCT_FILE_ANON:
		look_anon(t);
		break;
	case SCT_FILE_PIDFD:
		if (WANTED(SCT_FDS_PIDFD)) {
			t->out.more = SCT_MORE_PIDFD;
			t->at.v[0] = pid_of(BPF_CORE_READ(inode, i_private));
		}
		break;
	case SCT_FILE_PATH:
		if (WANTED(SCT_FDS_DEV))
			look_terminal(t, inode);
		break;
	}
	return 0;
}

/*
 * Writes a struct sct_socket and the name of a unix socket, in place of a path. Returns the number of bytes. Not
 * inline, like fd_name(), to save stack: functions in a chain of calls share 512 bytes.
 */
static __noinline long socket_put(struct fd_table *t, void *to)
{
	struct unix_address *addr = t->unix_name;
	__u32 len = addr ? BPF_CORE_READ(addr, len) : 0;

	__builtin_memcpy(to, &t->sock, sizeof(t->sock));
	/* the kernel puts a NUL after a path of 108 bytes */
	if (len <= 2 || len > sizeof(struct sockaddr_un) + 1)
		return sizeof(t->sock);
	len -= 2; /* sun_family */
	bpf_probe_read_kernel(to + sizeof(t->sock), MASKED(len, 127),
			      (void *)addr + bpf_core_field_offset(struct unix_address, name) + 2);
	return sizeof(t->sock) + MASKED(len, 127);
}

/* Returns the inode number, from which the name of an O_TMPFILE is made; such a name has no hash. */
static __noinline __u64 number_of_nameless(struct fd_table *t)
{
	struct dentry *d = (void *)t->at.dentry;

	return BPF_CORE_READ(d, d_inode, i_ino);
}

/* Reads the file of fd into t->at and t->out. Returns false if fd is not open. */
static __always_inline bool fd_look(struct fd_table *t, __s32 fd)
{
	__u64 dentry, parent, inode;

	if (!fd_path(t, fd))
		return false;
	dentry = t->at.dentry;
	parent = (__u64)LOAD(dentry, dentry, d_parent);
	t->at.v[0] = t->at.v[1] = 0;
	t->out.flags = 0;
	t->out.kind = SCT_FILE_PATH;
	if (parent == dentry && dentry != (__u64)LOAD(vfsmount, t->at.mnt, mnt_root)) {
		fd_pseudo(t, (void *)dentry);
		inode = (__u64)LOAD(dentry, dentry, d_inode);
		t->at.chain = LOAD(inode, inode, i_ino);
		if (t->out.kind == SCT_FILE_ANON)
			t->at.chain = name_hash(t, (void *)dentry);
	} else {
		if (parent != dentry && !LOAD(dentry, dentry, d_hash.pprev))
			t->out.flags = SCT_FILE_DELETED;
		t->at.chain = chain_of(t, dentry, mount_of(t->at.mnt));
	}
	if (t->out.flags)
		t->at.chain = mix(t->at.chain, number_of_nameless(t));
	t->out.more = SCT_MORE_NONE;
	if (decode_fds & ~SCT_FDS_PATH)
		look_more();
	t->at.flags = t->out.flags | t->out.kind << 8;
	return true;
}

/* Writes the name of a file that is in no mounted file system. Returns its number of bytes. */
static __noinline long fd_name(struct fd_table *t, void *to)
{
	struct dentry *d = (void *)t->at.dentry;
	struct inode *inode = BPF_CORE_READ(d, d_inode);
	const struct proc_ns_operations *old;
	struct ns_common *ns;
	const void *name;
	long n;

	switch (t->out.kind) {
	case SCT_FILE_PIPE:
	case SCT_FILE_SOCKET:
	case SCT_FILE_PIDFD:
		return 0;
	case SCT_FILE_NS:
		ns = BPF_CORE_READ(inode, i_private);
		if (ns) {
			name = BPF_CORE_READ(ns, ops, name);
		} else { /* before Linux 6.9 */
			old = BPF_CORE_READ(d, d_fsdata);
			name = BPF_CORE_READ(old, name);
		}
		break;
	default:
		name = BPF_CORE_READ(d, d_name.name);
	}
	n = bpf_probe_read_kernel_str(to, FD_NAME_MAX, name);
	return n > 0 ? n - 1 : 0;
}

/* Adds a chunk without data, which says that the record had no room for the files of some descriptors. */
static __always_inline void fds_left_out(struct scratch *s)
{
	struct sct_chunk *c = (void *)s->data + MASKED(s->off, DATA_MASK & ~7u);

	if (s->off > DATA_MAX - CHUNK)
		return;
	c->arg = 0;
	c->part = SCT_PART_FILE;
	c->sub = 0;
	chunk_end(s, c, 0);
}

/* Captures the current file as a chunk, and puts it into slot i unless that is SCT_FD_NO_SLOT. */
__noinline int fd_capture(__u32 i)
{
	struct scratch *s = scratch_get();
	struct fd_table *t = fd_table_get();
	struct sct_chunk *c;
	struct sct_file *to;
	struct inode *inode;
	struct dentry *d;
	__u32 n, pos;

	if (!s || !t)
		return 0;
	if (s->off > DATA_MAX - 2 * FD_PATH_MAX) {
		fds_left_out(s);
		return 0;
	}
	c = chunk_begin(s, 0, SCT_PART_FILE, 0);
	if (!c)
		return 0;
	to = (void *)c + CHUNK;
	d = (void *)t->at.dentry;
	inode = BPF_CORE_READ(d, d_inode);
	t->out.slot = i;
	t->out.ino = BPF_CORE_READ(inode, i_ino);
	t->out.mode = BPF_CORE_READ(inode, i_mode);
	t->out.rdev = BPF_CORE_READ(inode, i_rdev);
	t->out.v[0] = t->at.v[0];
	t->out.v[1] = t->at.v[1];
	t->out.sid = t->at.sid;
	if (t->out.more == SCT_MORE_SOCKET) {
		n = socket_put(t, (void *)to + sizeof(*to));
	} else if (t->out.kind == SCT_FILE_PATH) {
		fd_walk(t);
		n = FD_PATH_MASK - t->pos;
		pos = t->pos;
		asm volatile("" : "+r"(n), "+r"(pos));
		bpf_probe_read_kernel((void *)to + sizeof(*to), n & FD_PATH_MASK, t->walk + (pos & FD_PATH_MASK));
	} else {
		n = fd_name(t, (void *)to + sizeof(*to));
	}
	*to = t->out;
	if (!processes || i < SCT_FD_SLOTS)
		t->slot[MASKED(i, SCT_FD_SLOTS - 1)] = t->at;
	chunk_end(s, c, sizeof(*to) + n);
	return 0;
}

/* Captures the file of descriptor fd, or the working directory: as a reference if the CPU's table has the file. */
__noinline int cap_fd(__u32 number)
{
	struct scratch *s = scratch_get();
	struct fd_table *t = fd_table_get();
	struct fd_slot *slot;
	struct sct_chunk *c;
	struct dentry *d;
	__s32 fd = number;
	__u32 i;

	if (!decode_fds || !s || !t || (fd < 0 && fd != SCT_AT_FDCWD) || !fd_look(t, fd))
		return 0;
	i = slot_of(t);
	slot = &t->slot[i];
	t->at.epoch = t->epoch + 1;
	d = (void *)t->at.dentry;
	t->at.sid = labels ? sid_of_inode(BPF_CORE_READ(d, d_inode)) : 0;
	t->out.fd = fd;
	if (slot->dentry != t->at.dentry || slot->mnt != t->at.mnt || slot->chain != t->at.chain ||
	    slot->v[0] != t->at.v[0] || slot->v[1] != t->at.v[1] || slot->flags != t->at.flags ||
	    slot->sid != t->at.sid || slot->epoch != t->at.epoch)
		return fd_capture(i);
	c = chunk_begin(s, 0, SCT_PART_FILE_REF, i);
	if (!c)
		return 0;
	*(__s32 *)((void *)c + CHUNK) = fd;
	chunk_end(s, c, sizeof(fd));
	return 0;
}

/* Invalidates all slots: the ring refused a record, and the files that it described are unknown to the reader. */
static __always_inline void fds_forget(void)
{
	struct fd_table *t = decode_fds ? fd_table_get() : NULL;

	if (t)
		t->epoch++;
}

#endif

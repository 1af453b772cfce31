// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Iterators of --why: all tasks and what they are doing, and who has the files that somebody waits for. Nothing is
 * attached, and no task is stopped.
 */
#include "common/kernel.h"
#include "common/task.bpf.h"
#include "why/file.bpf.h"
#include "why/task.bpf.h"

#define USERFAULTFD 0x756166726573755bull /* "[userfau" */

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* Scratch of an iterator, of which only one runs at a time: the verifier's stack has no room for it. */
struct sct_why_task why_task = {};
struct sct_why_holder why_holder = {};
struct sct_why_file why_file = {};
struct sct_why_fd why_fd = {};
__u64 why_stack[WHY_STACK] = {};

/* A copy of registers, in a map because user space does not know the type. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct pt_regs);
} why_regs SEC(".maps");

/* Files that are looked for; the reader fills it between the two passes. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, SCT_WHY_KEYS);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct sct_why_key);
	__type(value, __u8);
} wanted SEC(".maps");

/* Descriptors that are to be described, by thread; the reader fills it. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, SCT_WHY_WANTS);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u32);
	__type(value, struct sct_why_want);
} why_wants SEC(".maps");

/* Writes a struct sct_why_task for each task. */
SEC("sct_iter/task")
int why_tasks(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	struct sct_why_task *out = &why_task;
	struct pt_regs *room;
	__u32 zero = 0;
	long n;

	if (!t)
		return 0;
	__builtin_memset(out, 0, sizeof(*out));
	task_describe(t, out);
	if (!out->tid)
		return 0;
	if (!(out->flags & (SCT_WHY_ON_CPU | SCT_WHY_KTHREAD)) && !out->exit_state) {
		room = bpf_map_lookup_elem(&why_regs, &zero);
		if (out->state && room)
			task_call(t, room, out);
		if (stack_tells(out)) {
			n = bpf_get_task_stack(t, why_stack, sizeof(why_stack), 0);
			out->stack = n > 0 ? stack_hash(why_stack, n / 8) : 0;
		}
	}
	bpf_seq_write(ctx->meta->seq, out, sizeof(*out));
	return 0;
}

/* Writes a struct sct_why_fd for each descriptor in 'why_wants'. */
SEC("sct_iter/task")
int why_fds(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	struct sct_why_fd *out = &why_fd;
	struct sct_why_want *want;
	__u32 tid;

	if (!t)
		return 0;
	tid = pid_in_ns(t);
	want = bpf_map_lookup_elem(&why_wants, &tid);
	if (!want)
		return 0;
	for (__u32 i = 0; i < SCT_WHY_FDS; i++) {
		if (i >= want->n)
			break;
		__builtin_memset(out, 0, sizeof(*out));
		out->tid = tid;
		out->fd = want->fd[i];
		task_file(t, (__u32)out->fd, &out->file);
		bpf_seq_write(ctx->meta->seq, out, sizeof(*out));
	}
	return 0;
}

struct bpf_iter__task_file {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
	__u32 fd;
	struct file *file;
} __attribute__((preserve_access_index));

/* Writes the descriptor with the key in why_holder. */
static __always_inline void holder_emit(struct bpf_iter__task_file *ctx, struct task_struct *t)
{
	struct sct_why_holder *out = &why_holder;

	out->tid = pid_in_ns(t);
	out->tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	out->fd = (__s32)ctx->fd;
	out->fmode = why_file.fmode;
	if (out->tid)
		bpf_seq_write(ctx->meta->seq, out, sizeof(*out));
}

/* Writes the descriptor if its file is looked for under the key in why_holder. */
static __always_inline bool holder_write(struct bpf_iter__task_file *ctx, struct task_struct *t)
{
	if (!bpf_map_lookup_elem(&wanted, &why_holder.key))
		return false;
	holder_emit(ctx, t);
	return true;
}

/* Writes the descriptor if all files of this kind are looked for: those with the id 0. */
static __always_inline void kind_write(struct bpf_iter__task_file *ctx, struct task_struct *t, __u32 kind, __u64 id)
{
	why_holder.key.kind = kind;
	why_holder.key.id = 0;
	if (!bpf_map_lookup_elem(&wanted, &why_holder.key))
		return;
	why_holder.key.id = id;
	holder_emit(ctx, t);
}

static __always_inline bool is_loopback(const struct sct_why_ends *e)
{
	__u64 high = *(__u64 *)e->local, low = *(__u64 *)(e->local + 8);

	return (!low && e->local[0] == 127) || (!high && low == 1ull << 56);
}

/* Sets the key of a TCP or UDP socket. The reader's key has the ends of the peer's peer, which are the same. */
static __always_inline void inet_key(const struct sct_why_file *f, struct sct_why_key *k)
{
	k->local_port = f->ends.local_port;
	if (f->kind == SCT_WHY_LISTEN) {
		k->netns = f->ends.netns;
		return;
	}
	k->netns = is_loopback(&f->ends) ? f->ends.netns : 0;
	k->remote_port = f->ends.remote_port;
	__builtin_memcpy(k->local, f->ends.local, 16);
	__builtin_memcpy(k->remote, f->ends.remote, 16);
}

/* The server of a FUSE file system has /dev/fuse open, whose private data begins with the connection. */
static __always_inline void fuse_server(struct bpf_iter__task_file *ctx, struct task_struct *t, struct file *file)
{
	__u64 *words = BPF_CORE_READ(file, private_data), word;

	for (int i = 0; i < FUSE_DEV_WORDS; i++) {
		word = 0;
		bpf_probe_read_kernel(&word, sizeof(word), words + i);
		why_holder.key.id = word;
		if (word && holder_write(ctx, t))
			return;
	}
	why_holder.key.id = 0;
	holder_write(ctx, t);
}

/* Sets how many connections of a socket that listens wait to be accepted, and how many may. */
static __always_inline void backlog_set(struct file *file, bool local)
{
	struct sock___backlog *sk = (void *)sock_of_file(file);

	why_holder.backlog = local ? BPF_CORE_READ(sk, sk_receive_queue.qlen) : BPF_CORE_READ(sk, sk_ack_backlog);
	why_holder.backlog_max = BPF_CORE_READ(sk, sk_max_ack_backlog);
}

struct userfaultfd_ctx {
	struct mm_struct *mm;
} __attribute__((preserve_access_index));

/* Looks for an anonymous file by its name, and for a userfaultfd by the memory whose faults it gets. */
static __always_inline void anon_named(struct bpf_iter__task_file *ctx, struct task_struct *t, struct file *file)
{
	struct userfaultfd_ctx *uffd = BPF_CORE_READ(file, private_data);
	__u64 name = 0;

	bpf_probe_read_kernel(&name, sizeof(name), BPF_CORE_READ(file, f_path.dentry, d_name.name));
	if (name == SCT_WHY_FANOTIFY)
		kind_write(ctx, t, SCT_WHY_NAMED, name);
	else if (name == USERFAULTFD && bpf_core_field_exists(uffd->mm))
		kind_write(ctx, t, SCT_WHY_UFFD, (__u64)BPF_CORE_READ(uffd, mm));
}

/* Writes a struct sct_why_holder for each descriptor whose file is in 'wanted'. */
SEC("sct_iter/task_file")
int why_files(struct bpf_iter__task_file *ctx)
{
	struct sct_why_file *f = &why_file;
	struct sct_why_key *k = &why_holder.key;
	struct task_struct *t = ctx->task; /* loaded once: the verifier forgets that it is not NULL */
	struct file *file = ctx->file;

	if (!t || !file)
		return 0;
	__builtin_memset(f, 0, sizeof(*f));
	__builtin_memset(&why_holder, 0, sizeof(why_holder));
	file_describe(file, f);
	k->kind = f->kind;
	if (f->kind == SCT_WHY_INET || f->kind == SCT_WHY_LISTEN)
		inet_key(f, k);
	else
		k->id = f->id;
	if (f->kind == SCT_WHY_LISTEN || (f->kind == SCT_WHY_UNIX && f->state == TCP_LISTEN))
		backlog_set(file, f->kind == SCT_WHY_UNIX);
	if (f->kind)
		holder_write(ctx, t);
	if (f->kind == SCT_WHY_UNIX && f->state == TCP_LISTEN)
		kind_write(ctx, t, SCT_WHY_BOUND, f->ino);
	if (f->kind == SCT_WHY_ANON)
		anon_named(ctx, t, file);
	if ((f->mode & S_IFMT) == S_IFCHR && f->rdev == FUSE_DEV) {
		k->kind = SCT_WHY_FUSE;
		fuse_server(ctx, t, file);
	}
	return 0;
}

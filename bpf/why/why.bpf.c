// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Iterators of --why: all tasks and what they are doing, and who has the files that somebody waits for. Nothing is
 * attached, and no task is stopped.
 */
#include "common/kernel.h"
#include "common/task.bpf.h"
#include "why/file.bpf.h"
#include "why/task.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* Scratch of an iterator, of which only one runs at a time: the verifier's stack has no room for it. */
struct sct_why_task why_task = {};
struct sct_why_holder why_holder = {};
struct sct_why_file why_file = {};
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
		n = bpf_get_task_stack(t, why_stack, sizeof(why_stack), 0);
		out->stack = n > 0 ? stack_hash(why_stack, n / 8) : 0;
	}
	bpf_seq_write(ctx->meta->seq, out, sizeof(*out));
	return 0;
}

struct bpf_iter__task_file {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
	__u32 fd;
	struct file *file;
} __attribute__((preserve_access_index));

/* Writes the descriptor if its file is looked for under the key in why_holder. */
static __always_inline bool holder_write(struct bpf_iter__task_file *ctx, struct task_struct *t)
{
	struct sct_why_holder *out = &why_holder;

	if (!bpf_map_lookup_elem(&wanted, &out->key))
		return false;
	out->tid = pid_in_ns(t);
	out->tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	out->fd = (__s32)ctx->fd;
	out->fmode = why_file.fmode;
	if (out->tid)
		bpf_seq_write(ctx->meta->seq, out, sizeof(*out));
	return true;
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
	if (f->kind)
		holder_write(ctx, t);
	if ((f->mode & S_IFMT) == S_IFCHR && f->rdev == FUSE_DEV) {
		k->kind = SCT_WHY_FUSE;
		fuse_server(ctx, t, file);
	}
	return 0;
}

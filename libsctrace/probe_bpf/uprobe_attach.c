// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Attaches the programs of probes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include <bpf/bpf.h>

#include "load/libbpf_log.h"
#include "probe_bpf/uprobes.h"

#define MULTI_RETURN 1 /* flag of uprobe_multi and kprobe_multi links: probe returns */
#define MAP_LOOKUP 1   /* enum bpf_func_id */
#define TAIL_CALL 12

static int attach_refused(const struct uprobes *u, const struct probe *p, int err)
{
	if (err == -EMFILE)
		return errmsg__set(&u->opts.errmsg, err, "%u probes need as many file descriptors (raise ulimit -n)",
				   u->probes->n);
	return errmsg__set(&u->opts.errmsg, err,
			   p->file ? "cannot probe '%s' of '%s': %s" : "cannot probe '%s' of %s: %s", p->spec.func,
			   p->file ? p->file : "the kernel",
			   err == -ENOTSUP ? "the kernel cannot probe this instruction" : strerror(-err));
}

static int probe_now(const struct uprobes *u)
{
	return bpf_object__find_map_fd_by_name(*u->skeleton->obj, "probe_now");
}

/*
 * Loads the small program of a probe, which stores the probe's number and jumps to the common program. Returns its
 * descriptor or -errno.
 */
static int stub_load(const struct uprobes *u, const struct probe *p, enum side side)
{
	struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 6, .src_reg = 1 },
		{ .code = BPF_ST | BPF_MEM | BPF_W, .dst_reg = 10, .off = -4, .imm = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 2, .src_reg = 10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = 2, .imm = -4 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = probe_now(u) },
		{},
		{ .code = BPF_JMP | BPF_CALL, .imm = MAP_LOOKUP },
		{ .code = BPF_JMP | BPF_JEQ | BPF_K, .dst_reg = 0, .off = 6, .imm = 0 },
		{ .code = BPF_ST | BPF_MEM | BPF_W, .dst_reg = 0, .imm = (int32_t)p->id },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 1, .src_reg = 6 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 2, .src_reg = BPF_PSEUDO_MAP_FD, .imm = u->jumps },
		{},
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 3, .imm = (int32_t)(SIDES * where_of(p) + side) },
		{ .code = BPF_JMP | BPF_CALL, .imm = TAIL_CALL },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	return bpf_prog_load(BPF_PROG_TYPE_KPROBE, "sctrace_stub", "GPL", insns, sizeof(insns) / sizeof(insns[0]),
			     NULL);
}

/* Attaches a program to a perf event, with a cookie. Closes the event. Returns the link's descriptor or -errno. */
static int link_event(const struct bpf_program *prog, const struct probe *p, int event)
{
	LIBBPF_OPTS(bpf_link_create_opts, opts, .perf_event.bpf_cookie = p->id);
	int fd = bpf_link_create(bpf_program__fd(prog), event, BPF_PERF_EVENT, &opts);

	close(event);
	return fd;
}

/*
 * Attaches the common program, or a small program that jumps to it, to a perf event. Returns the descriptor that keeps
 * it attached (of a link, or the event) or -errno.
 */
static int attach_event(const struct uprobes *u, const struct probe *p, enum side side, int event)
{
	int fd, err;

	if (u->cookies)
		return link_event(prog_of(u, where_of(p), side), p, event);
	fd = stub_load(u, p, side);
	err = fd < 0 || ioctl(event, PERF_EVENT_IOC_SET_BPF, fd) || ioctl(event, PERF_EVENT_IOC_ENABLE, 0) ? -errno : 0;
	if (fd >= 0)
		close(fd);
	if (err)
		close(event);
	return err ? err : event;
}

static int attach_one(struct uprobes *u, const struct probe *p, enum side side)
{
	enum where w = where_of(p);
	struct perf_event_attr attr = {
		.type = u->events[w].type,
		.size = sizeof(attr),
		.config = side == RETURN ? 1ull << u->events[w].return_bit : 0,
		.config1 = (uint64_t)(uintptr_t)(w == KERNEL ? p->spec.func : p->file),
		.config2 = p->file_off,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		fd = attach_event(u, p, side, fd);
	else
		fd = -errno;
	if (fd < 0)
		return attach_refused(u, p, fd);
	u->fds[u->nfds++] = fd;
	return 0;
}

/* True if the probe has this side (entry or return) and is not attached by a provider's name. */
static bool has_side(const struct probe *p, enum side side)
{
	if (probe_kind__has_provider(p->spec.kind))
		return false;
	return side == RETURN ? probe_kind__returns(p->spec.kind) : probe_kind__enters(p->spec.kind);
}

/* The members of union bpf_attr for BPF_LINK_CREATE of uprobe_multi, which older headers lack. */
struct multi_attr {
	uint32_t prog, target, attach_type, link_flags;
	uint64_t path, offsets, refs, cookies;
	uint32_t n, flags, pid;
	uint32_t pad;
};

struct batch {
	uint64_t *offsets, *cookies;
	uint32_t n;
};

static int attach_batch(struct uprobes *u, const struct probe *first, enum side side, const struct batch *b)
{
	struct multi_attr attr = {
		.prog = (uint32_t)bpf_program__fd(prog_of(u, PROGRAM, side)),
		.attach_type = TRACE_UPROBE_MULTI,
		.path = (uint64_t)(uintptr_t)first->file,
		.offsets = (uint64_t)(uintptr_t)b->offsets,
		.cookies = (uint64_t)(uintptr_t)b->cookies,
		.n = b->n,
		.flags = side == RETURN ? MULTI_RETURN : 0,
	};
	int fd = b->n ? (int)syscall(SYS_bpf, BPF_LINK_CREATE, &attr, sizeof(attr)) : -1;

	if (!b->n)
		return 0;
	if (fd < 0)
		return attach_refused(u, first, -errno);
	u->fds[u->nfds++] = fd;
	return 0;
}

/* Attaches one side of all probes that are in the same file as the first one. */
static int attach_file(struct uprobes *u, uint32_t first, enum side side, struct batch *b)
{
	const char *file = u->probes->v[first]->file;

	b->n = 0;
	for (uint32_t i = first; i < u->probes->n; i++) {
		const struct probe *p = u->probes->v[i];

		if (is_kfunc(p) || !has_side(p, side) || strcmp(p->file, file))
			continue;
		b->offsets[b->n] = p->file_off;
		b->cookies[b->n++] = p->id;
	}
	return attach_batch(u, u->probes->v[first], side, b);
}

/* True if no probe before i has the same file and this side. */
static bool is_first(const struct uprobes *u, uint32_t i, enum side side)
{
	const struct probe *p = u->probes->v[i];

	if (is_kfunc(p) || !has_side(p, side))
		return false;
	for (uint32_t k = 0; k < i; k++) {
		const struct probe *before = u->probes->v[k];

		if (!is_kfunc(before) && has_side(before, side) && !strcmp(before->file, p->file))
			return false;
	}
	return true;
}

static int attach_multi(struct uprobes *u, enum side side)
{
	uint64_t *words = calloc(2 * u->probes->n, sizeof(*words));
	struct batch b = { words, words + u->probes->n, 0 };
	int err = words ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && i < u->probes->n; i++)
		if (is_first(u, i, side))
			err = attach_file(u, i, side, &b);
	free(words);
	return err;
}

/* Attaches one side of all probes of kernel functions by one link. */
static int attach_kernel(struct uprobes *u, enum side side)
{
	const char **names = calloc(u->probes->n, sizeof(*names));
	uint64_t *cookies = calloc(u->probes->n, sizeof(*cookies));
	LIBBPF_OPTS(bpf_link_create_opts, opts, .kprobe_multi.flags = side == RETURN ? MULTI_RETURN : 0);
	const struct probe *first = NULL;
	int fd = names && cookies ? 0 : -ENOMEM;
	unsigned n = 0;

	for (uint32_t i = 0; !fd && i < u->probes->n; i++) {
		const struct probe *p = u->probes->v[i];

		if (!is_kfunc(p))
			continue;
		first = first ? first : p;
		names[n] = p->spec.func;
		cookies[n++] = p->id;
	}
	opts.kprobe_multi.cnt = n;
	opts.kprobe_multi.syms = names;
	opts.kprobe_multi.cookies = (const __u64 *)cookies;
	if (n)
		fd = bpf_link_create(bpf_program__fd(prog_of(u, KERNEL, side)), 0, TRACE_KPROBE_MULTI, &opts);
	if (n && fd >= 0)
		u->fds[u->nfds++] = fd;
	free(names);
	free(cookies);
	if (fd < 0 && n > 1)
		return errmsg__set(&u->opts.errmsg, fd,
				   "cannot probe %u functions of the kernel at once, '%s' and others: %s", n,
				   first->spec.func, strerror(-fd));
	return fd >= 0 ? 0 : n ? attach_refused(u, first, fd) : fd;
}

static int attach_each(struct uprobes *u, enum where where, enum side side)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < u->probes->n; i++)
		if (has_side(u->probes->v[i], side) && where_of(u->probes->v[i]) == where)
			err = attach_one(u, u->probes->v[i], side);
	return err;
}

static int attach_side(struct uprobes *u, enum side side)
{
	int err = u->multi[PROGRAM] ? attach_multi(u, side) : attach_each(u, PROGRAM, side);

	if (err)
		return err;
	return u->multi[KERNEL] ? attach_kernel(u, side) : attach_each(u, KERNEL, side);
}

static int attach_usdt(struct uprobes *u, const struct probe *p)
{
	const char *name = strchr(p->spec.func, ':');
	LIBBPF_OPTS(bpf_usdt_opts, opts, .usdt_cookie = p->id);
	char provider[PROBE_NAME_MAX];
	struct bpf_link *link;
	int err;

	snprintf(provider, sizeof(provider), "%.*s", (int)(name - p->spec.func), p->spec.func);
	libbpf_log__begin();
	link = bpf_program__attach_usdt(u->usdt, -1, p->file, provider, name + 1, &opts);
	err = -errno;
	libbpf_log__end();
	if (!link && err == -EINVAL)
		return errmsg__set(&u->opts.errmsg, err,
				   "cannot probe '%s' of '%s': libbpf does not know where an argument is", p->spec.func,
				   p->file);
	if (!link)
		return attach_refused(u, p, err);
	u->usdts[u->nusdts++] = link;
	return 0;
}

static int attach_usdts(struct uprobes *u)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < u->probes->n; i++)
		if (is_usdt(u->probes->v[i]))
			err = attach_usdt(u, u->probes->v[i]);
	return err;
}

static int attach_tracepoint(struct uprobes *u, const struct probe *p)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = p->file_off,
		.sample_period = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	fd = fd < 0 ? -errno : link_event(u->event, p, fd);
	if (fd < 0)
		return attach_refused(u, p, fd);
	u->fds[u->nfds++] = fd;
	return 0;
}

static int attach_tracepoints(struct uprobes *u)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < u->probes->n; i++)
		if (is_tracepoint(u->probes->v[i]))
			err = attach_tracepoint(u, u->probes->v[i]);
	return err;
}

/*
 * Attaches returns before entries: a return whose entry was missed is ignored, but a function whose return was missed
 * would never end.
 */
int uprobes__attach(struct uprobes *u)
{
	int err;

	err = attach_side(u, RETURN);
	if (!err)
		err = attach_side(u, ENTRY);
	if (!err)
		err = attach_usdts(u);
	if (!err)
		err = attach_tracepoints(u);
	if (err)
		uprobes__detach(u);
	return err;
}

/* Detaches in the reverse order. */
void uprobes__detach(struct uprobes *u)
{
	while (u && u->nusdts)
		bpf_link__destroy(u->usdts[--u->nusdts]);
	while (u && u->nfds) {
		int fd = u->fds[--u->nfds];

		u->detached_skips += footprint__link_skips(fd);
		close(fd);
	}
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/bpf_load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/membarrier.h>

#include <bpf/bpf.h>
#include <bpf/btf.h>

#include "abi/sctrace_abi.h"
#include "load/denied.h"
#include "load/libbpf_log.h"
#include "load/btf_load.h"
#include "util/comm_filter.h"

#define NO_TYPES "'%s' has no BTF types of a kernel"

/* The kernel's internal ENOTSUPP: its BPF interpreter cannot run the program. */
#define ENOTSUPP 524

static bool jit_is_on(void)
{
	FILE *f = fopen("/proc/sys/net/core/bpf_jit_enable", "re");
	int on = 1;

	if (f && fscanf(f, "%d", &on) != 1)
		on = 1;
	if (f)
		fclose(f);
	return on;
}

/* Tries to create a map. Returns 0, or -EPERM, -EACCES or -ENOSYS if this process cannot create any. */
static int try_bpf(void)
{
	int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "sctrace_probe", 4, 4, 1, NULL), err = fd < 0 ? -errno : 0;

	if (fd >= 0)
		close(fd);
	return err == -EPERM || err == -EACCES || err == -ENOSYS ? err : 0;
}

bool bpf_load__allowed(void)
{
	return !try_bpf();
}

int bpf_load__failed(const struct errmsg *w, int err)
{
	char text[128];

	/* EACCES may also mean that the verifier refused the program */
	if (err == -EPERM || (err == -EACCES && !bpf_load__allowed()) || err == -ENOSYS)
		return denied__why(w, err);
	if (err == -ENOTSUP)
		return errmsg__set(w, err, "this kernel has no BPF ring buffers (needs Linux 5.8; 5.10 is tested)");
	if (err == -ENOTSUPP && !jit_is_on())
		return errmsg__set(w, err,
				   "the kernel's BPF compiler is switched off (sysctl net.core.bpf_jit_enable=1)");
	/* libbpf returns ESRCH for a tracepoint that is not in the kernel's BTF */
	if (err == -ESRCH)
		return errmsg__set(w, err,
				   "this kernel has no tracepoints of system calls (needs CONFIG_FTRACE_SYSCALLS)");
	if (access("/sys/kernel/btf/vmlinux", R_OK))
		return errmsg__set(w, err, "this kernel has no BTF (needs CONFIG_DEBUG_INFO_BTF; Linux 5.10 or newer)");
	libbpf_strerror(err, text, sizeof(text)); /* unlike strerror(), it knows libbpf's own errors */
	return errmsg__set(w, err, "the kernel refused the BPF programs: %s (SCTRACE_DEBUG=1 shows why)", text);
}

/* Checks that the BTF file can be parsed. libbpf would report a bad file by errors that are no errno values. */
static int types_check(const struct load *l)
{
	struct btf *btf;
	int err;

	if (!l->btf)
		return 0;
	if (access(l->btf, R_OK))
		return errmsg__set(&l->errmsg, -errno, "cannot read the kernel's types in '%s': %s", l->btf,
				   strerror(errno));
	btf = btf__parse(l->btf, NULL);
	err = btf ? 0 : errno == ENOMEM ? -ENOMEM : -EINVAL;
	btf__free(btf);
	return err ? errmsg__set(&l->errmsg, err, NO_TYPES, l->btf) : 0;
}

/*
 * Returns 0 if a BTF file may be used. Its offsets decide where the programs read in the kernel's memory, so a binary
 * with file capabilities must not use a user's file.
 */
static int btf_allowed(const struct features *f, const struct errmsg *w)
{
	if (getauxval(AT_SECURE))
		return errmsg__set(
			w, -EPERM,
			"a BTF file needs root: a binary with file capabilities does not trust one (run as root)");
	if (features__has(f, FEAT_BTF))
		return errmsg__set(w, -EINVAL, "a BTF file is for kernels without BTF; this one has its own");
	return 0;
}

/* Checks the features that have no fallback. Returns 0 or -errno with a message. */
static int possible(const struct features *f, const struct load *l)
{
	const struct errmsg *w = &l->errmsg;
	int err = l->btf ? btf_allowed(f, w) : 0;

	if (err)
		return err;
	err = try_bpf();
	if (err)
		return bpf_load__failed(w, err);
	if (!features__has(f, FEAT_RINGBUF))
		return bpf_load__failed(w, -ENOTSUP);
	if (!features__has(f, FEAT_TRACEPOINTS))
		return bpf_load__failed(w, -ESRCH);
	if (!features__has(f, FEAT_BTF) && !l->btf)
		return errmsg__set(w, -ENOTSUP,
				   "no BTF of this kernel (needs CONFIG_DEBUG_INFO_BTF, or a BTF file with its types)");
	if (l->own_only && !features__has(f, FEAT_ITER))
		return errmsg__set(w, -ENOTSUP,
				   "a user's own processes cannot be recognized without the task iterator (run as "
				   "root)");
	return 0;
}

int bpf_load__cpus(const struct errmsg *w)
{
	int n;

	libbpf_log__begin();
	n = libbpf_num_possible_cpus();
	libbpf_log__end();
	return n > 0 ? n : errmsg__set(w, -ENOENT, "cannot tell how many CPUs there are (/sys is not mounted?)");
}

/* Runs the program that stores the reader's pid namespace in the object's variables. Returns 0 or -errno. */
static int find_own_ns(const struct bpf_object *obj)
{
	LIBBPF_OPTS(bpf_test_run_opts, run);
	struct bpf_program *p = bpf_object__find_program_by_name(obj, "own_ns");
	int err = p ? bpf_prog_test_run_opts(bpf_program__fd(p), &run) : -ENOENT;

	/* it runs only once, and would keep a descriptor */
	if (p)
		bpf_program__unload(p);
	return err;
}

static bool has_types(const char *path)
{
	struct btf *btf = btf__parse(path, NULL);
	bool has = btf && btf__find_by_name_kind(btf, "task_struct", BTF_KIND_STRUCT) > 0;

	btf__free(btf);
	return has;
}

/* Writes why an object could not be opened or loaded. Returns err. */
static int load_failed(const struct load *l, int err)
{
	if (l->btf && !has_types(l->btf))
		return errmsg__set(&l->errmsg, -EINVAL, NO_TYPES, l->btf);
	return bpf_load__failed(&l->errmsg, err);
}

/* Loads an opened skeleton and fills its maps. Returns 0 or -errno with a message. */
static int load_and_fill(const struct load *l, struct bpf_object_skeleton *skel, const struct btf_minimize *types,
			 void *ctx)
{
	int err = btf_load__load(skel, types, l->beside), filled = 0;

	if (!err)
		err = find_own_ns(*skel->obj);
	if (!err && l->fill)
		filled = l->fill(ctx);
	if (l->beside)
		err = btf_load__finish(l->beside, err ? err : filled);
	if (filled)
		return filled;
	return err ? load_failed(l, err) : 0;
}

int bpf_load__object(const struct load *l, struct features *f, void *ctx)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts);
	struct bpf_object_skeleton *skel;
	struct btf_minimize types;
	int err;

	libbpf_log__begin();
	btf_minimize__read(&types);
	types.plain = l->without >> FEAT_CUT_TYPES & 1;
	features__probe(f, l->without, &types);
	err = possible(f, l);
	if (!err)
		err = types_check(l);
	if (!err) {
		opts.btf_custom_path = l->btf ? l->btf : btf_minimize__file(&types, l->elf, l->elf_size);
		skel = l->open(ctx, &opts);
		if (l->beside)
			l->beside->opts = &opts;
		err = skel ? load_and_fill(l, skel, &types, ctx) : load_failed(l, -errno);
	}
	btf_minimize__free(&types);
	libbpf_log__end();
	return err;
}

static bool has_steady(const struct bpf_object *obj, const struct bpf_program *p)
{
	char name[64];

	snprintf(name, sizeof(name), "perf_%s", bpf_program__name(p));
	return bpf_object__find_program_by_name(obj, name);
}

void bpf_load__choose(struct bpf_object *obj, const struct features *f)
{
	bool typed = features__has(f, FEAT_TP_BTF), steady = features__has(f, FEAT_PERF_TP);
	struct bpf_program *p;
	struct bpf_map *m;

	bpf_object__for_each_map(m, obj)
		if (bpf_map__type(m) == BPF_MAP_TYPE_HASH && !features__hashes_grow())
			bpf_map__set_map_flags(m, bpf_map__map_flags(m) & ~(uint32_t)BPF_F_NO_PREALLOC);
	bpf_object__for_each_program(p, obj) {
		bool raw = bpf_program__type(p) == BPF_PROG_TYPE_RAW_TRACEPOINT;

		if (btf_load__is_run(p))
			continue;
		if (!strncmp(bpf_program__name(p), "perf_", 5))
			bpf_program__set_autoload(p, steady);
		else /* programs of signals and of sched_switch have no perf_ variant: they are never preempted */
			bpf_program__set_autoload(p, raw != typed && !(steady && has_steady(obj, p)));
	}
}

int bpf_load__fill(const struct bpf_map *map, const void *keys, const void *values, uint32_t n)
{
	return n ? bpf_map_update_batch(bpf_map__fd(map), keys, values, &n, NULL) : 0;
}

#define ATTACH_RANKS 3
#define ENROLL_TRIES 5

/*
 * Returns the order in which programs are attached: first those of task events, then exits, then enters. If enters came
 * before exits, the exits of the first calls would be missed and count as lost.
 */
static int attach_rank(const struct bpf_program *p)
{
	const char *name = bpf_program__name(p);

	return strstr(name, "sys_enter") ? 2 : strstr(name, "sys_exit") ? 1 : 0;
}

/* True for programs whose tracepoint may not exist: without kvm or cgroups, their events cannot occur. */
static bool is_of_module(const struct bpf_program *p)
{
	return !strncmp(bpf_program__name(p), "kvm_", 4) || !strcmp(bpf_program__name(p), "cgroup_gone");
}

static int attach_ranked(struct bpf_object_skeleton *skel, int rank, const struct errmsg *w)
{
	for (int i = 0; i < skel->prog_cnt; i++) {
		struct bpf_program *p = *skel->progs[i].prog;

		if (!bpf_program__autoload(p) || btf_load__is_run(p) ||
		    bpf_program__expected_attach_type(p) == BPF_TRACE_ITER || attach_rank(p) != rank)
			continue;
		*skel->progs[i].link = btf_load__attach(p);
		if (!*skel->progs[i].link && errno == ENOENT && is_of_module(p))
			continue;
		if (!*skel->progs[i].link && errno == ENOENT)
			return bpf_load__failed(w, -ESRCH);
		if (!*skel->progs[i].link)
			return errmsg__set(w, -errno, "cannot attach %s: %s", bpf_program__name(p), strerror(errno));
	}
	return 0;
}

int bpf_load__attach(struct bpf_object_skeleton *skel, const struct errmsg *w)
{
	int err = 0;

	libbpf_log__begin();
	for (int rank = 0; !err && rank < ATTACH_RANKS; rank++)
		err = attach_ranked(skel, rank, w);
	libbpf_log__end();
	return err;
}

int bpf_load__cgroup(int map, uint32_t *n, int fd)
{
	return *n == SCT_CGROUPS_MAX ? -E2BIG : bpf_load__cgroup_at(map, n, *n, fd);
}

int bpf_load__cgroup_at(int map, uint32_t *n, uint32_t at, int fd)
{
	if (bpf_map_update_elem(map, &at, &fd, BPF_ANY))
		return -errno;
	if (at >= *n)
		__atomic_store_n(n, at + 1, __ATOMIC_RELEASE);
	return 0;
}

int bpf_load__comms(int map, const struct sct_scope *scope)
{
	struct sct_comm_filter *f = scope->comm_lanes ? malloc(sizeof(*f)) : NULL;
	uint32_t zero = 0;
	int err;

	if (!f)
		return scope->comm_lanes ? -ENOMEM : 0;
	err = comm_filter__make(f, scope->comms, &(struct errmsg){});
	err = err < 0 ? err : bpf_map_update_elem(map, &zero, f, BPF_ANY) ? -errno : 0;
	free(f);
	return err;
}

void bpf_load__let_go(struct bpf_object_skeleton *skel)
{
	for (int i = 0; i < skel->prog_cnt; i++)
		if (*skel->progs[i].link)
			bpf_program__unload(*skel->progs[i].prog);
}

static int read_all(int fd, struct buf *out)
{
	char sink[32768]; /* a read of an iterator returns no more than this */
	ssize_t n;

	for (;;) {
		n = read(fd, sink, sizeof(sink));
		if (!n)
			return out && out->failed ? -ENOMEM : 0;
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return -errno;
		if (n > 0 && out)
			buf__mem(out, sink, (size_t)n);
	}
}

static struct bpf_link *attach_iter(struct bpf_program *prog)
{
	struct bpf_link *link;
	int err;

	libbpf_log__begin();
	link = bpf_program__attach_iter(prog, NULL);
	err = errno;
	libbpf_log__end();
	errno = err;
	return link;
}

int bpf_load__iterate(struct bpf_program *prog, struct buf *out, const struct errmsg *w)
{
	struct bpf_link *link = attach_iter(prog);
	int fd, err = link ? 0 : -errno;

	if (!link)
		return errmsg__set(w, err, "cannot run the task iterator: %s", strerror(-err));
	fd = bpf_iter_create(bpf_link__fd(link));
	err = fd < 0 ? fd : read_all(fd, out);
	if (err)
		errmsg__set(w, err, "cannot run the task iterator: %s", strerror(-err));
	if (fd >= 0)
		close(fd);
	bpf_link__destroy(link);
	return err;
}

/*
 * Runs the iterator that enrolls tasks. Returns 0, -EPERM with a message if the user may not trace one of them, or
 * another error.
 */
static int targets_mark(struct bpf_program *prog, const struct errmsg *w)
{
	struct buf refused = {};
	int err = bpf_load__iterate(prog, &refused, w);
	uint32_t tid;

	if (!err && refused.len >= sizeof(tid)) {
		memcpy(&tid, refused.p, sizeof(tid));
		err = errmsg__set(w, -EPERM, "attach: process %u: %s", tid, strerror(EPERM));
	}
	buf__free(&refused);
	return err;
}

int bpf_load__target(int targets, pid_t tid, uint32_t flags)
{
	uint32_t key = (uint32_t)tid, has = 0;

	if (!bpf_map_lookup_elem(targets, &key, &has) && !((has | flags) & SCT_T_UNTARGET)) {
		/* WAIT_EXEC survives only if every request sets it */
		uint32_t silent = has & flags & SCT_T_WAIT_EXEC;

		flags = ((flags | has) & ~(uint32_t)SCT_T_WAIT_EXEC) | silent;
	}
	return bpf_map_update_elem(targets, &key, &flags, BPF_ANY) ? -errno : 0;
}

static void targets_empty(int targets)
{
	uint32_t key;

	while (!bpf_map_get_next_key(targets, NULL, &key) && !bpf_map_delete_elem(targets, &key))
		;
}

/*
 * Runs the iterator twice, because during the first run a process may have started a thread that the run did not come
 * to.
 */
int bpf_load__withdraw(const struct features *f, struct bpf_program *prog, int targets, struct buf *out,
		       const struct errmsg *w)
{
	int err;

	if (!features__has(f, FEAT_ITER))
		return errmsg__set(w, -ENOTSUP, "targets cannot be removed without the task iterator");
	err = bpf_load__iterate(prog, out, w);
	if (!err && out->len)
		err = bpf_load__iterate(prog, out, w);
	targets_empty(targets);
	return err;
}

int bpf_load__quiesce(int outer, int inner)
{
	uint32_t zero = 0;

	if (!syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0))
		return 0;
	return bpf_map_update_elem(outer, &zero, &inner, BPF_ANY) ? -errno : 0;
}

int bpf_load__enroll(const struct features *f, struct bpf_program *prog, const uint32_t *not_enrolled, int targets,
		     const struct errmsg *w)
{
	const struct timespec moment = { .tv_nsec = 2000000 };
	uint32_t before = *not_enrolled;
	int err;

	if (!features__has(f, FEAT_ITER))
		return 0;
	err = targets_mark(prog, w);
	/* programs get memory from a small reserve, which the kernel fills in the background: on a busy machine, later */
	for (int i = 0; !err && *not_enrolled != before && i < ENROLL_TRIES; i++) {
		before = *not_enrolled;
		nanosleep(&moment, NULL);
		err = targets_mark(prog, w);
	}
	if (!err && *not_enrolled != before)
		err = errmsg__set(w, -ENOMEM, "no memory for the state of %u tasks", *not_enrolled - before);
	if (!err)
		targets_empty(targets);
	return err;
}

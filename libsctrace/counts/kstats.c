// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/kstats.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/membarrier.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "counts/wakeup.h"
#include "load/footprint.h"
#include "counts/kstats_proc.h"
#include "lookup/operands.h"
#include "counts/kstats_room.h"
#include "load/features.h"
#include "load/bpf_load.h"
#include "counts/epoch.h"
#include "probe_bpf/uprobe.h"
#include "util/grow.h"
#include "util/clock.h"
#include "counts/kstats_impl.h"

#define SLOTS 16384 /* approximate number of slots, all CPUs together */
#define SLOTS_HIST 4096
#define BORN_RING (256 << 10) /* bytes; enough for 16 384 new tasks between two reads */

/* ---- open ---- */

/* Returns the number of marks of busy programs: one per CPU, and a second one per CPU for programs of probes. */
static unsigned ncells(const struct kstats *a)
{
	return a->nprobes ? 2 * a->ncpus : a->ncpus;
}

static uint32_t nothers(const struct kstats *a)
{
	return KSTAT_CALLS + a->nprobes;
}

static void leave_out_split(struct kstats_bpf *s)
{
	bpf_program__set_autoload(s->progs.split_switch, false);
	bpf_program__set_autoload(s->progs.split_wakeup, false);
	bpf_program__set_autoload(s->progs.raw_split_switch, false);
	bpf_program__set_autoload(s->progs.raw_split_wakeup, false);
}

/* Chooses which programs are loaded: the variants that fit this kernel, and only those that the options need. */
static void choose_programs(struct kstats *a, const struct kstats_opts *o)
{
	bool iter = features__has(&a->features, FEAT_ITER);
	struct kstats_bpf *s = a->skel;

	bpf_load__choose(s->obj, &a->features);
	bpf_program__set_autoload(s->progs.enroll_tasks, iter && !o->all && !a->shared);
	bpf_program__set_autoload(s->progs.enroll_shared, a->shared);
	bpf_program__set_autoload(s->progs.kstat_tasks, iter);
	bpf_program__set_autoload(s->progs.cgroup_gone, o->by & KSTAT_BY_CGROUP);
	if (!o->cpu_time) {
		bpf_program__set_autoload(s->progs.task_switch, false);
		bpf_program__set_autoload(s->progs.raw_task_switch, false);
	}
	if (!o->split)
		leave_out_split(s);
	if (o->all) {
		bpf_program__set_autoload(s->progs.task_fork, false);
		bpf_program__set_autoload(s->progs.raw_task_fork, false);
		bpf_program__set_autoload(s->progs.perf_task_fork, false);
	}
}

static void configure(struct kstats *a, const struct kstats_opts *o)
{
	struct kstats_bpf *s = a->skel;
	bool storage = features__has(&a->features, FEAT_TASK_STORAGE);

	a->shared = o->shared && features__has(&a->features, FEAT_ITER);
	if (a->shared)
		a->key_size = sizeof(struct kstat_shared_key);
	s->rodata->shared = a->shared;
	bpf_map__set_autocreate(s->maps.sharers, a->shared);
	s->rodata->preemptible = features__has(&a->features, FEAT_PREEMPT);
	s->rodata->perf_tp = features__has(&a->features, FEAT_PERF_TP);
	s->rodata->use_task_storage = storage;
	s->rodata->has_iter = features__has(&a->features, FEAT_ITER);
	s->rodata->ptraceable_only = o->own_only;
	s->rodata->own_uid = getuid();
	s->rodata->own_gid = getgid();
	s->rodata->all_tasks = o->all;
	s->rodata->scope = o->scope;
	bpf_map__set_autocreate(s->maps.cgroups, o->scope.cgroups);
	bpf_map__set_autocreate(s->maps.comm_filter, o->scope.comm_lanes);
	s->rodata->by_cpu = o->total;
	s->rodata->with_errors = o->errors;
	s->rodata->with_hist = o->hist;
	s->rodata->cpu_time = o->cpu_time;
	s->rodata->with_wall = o->wall_too;
	s->rodata->with_split = o->split;
	s->rodata->count_begun = o->begun;
	s->rodata->report_born = o->attached != NULL;
	if (o->attached)
		bpf_map__set_max_entries(s->maps.wakeup, BORN_RING);
	s->rodata->result_filter = o->results;
	s->rodata->by = o->by;
	s->rodata->ncpus = a->ncpus;
	s->rodata->rows_wakeup = a->map_rows / 2;
	bpf_map__set_autocreate(s->maps.tasks, storage);
	if (storage)
		bpf_map__set_max_entries(s->maps.tasks_hash, 1);
	if (o->by & KSTAT_BY_CGROUP)
		bpf_map__set_max_entries(s->maps.gone_cgroups, KSTAT_GONE);
	s->rodata->slots_part = a->slots_part;
	bpf_map__set_max_entries(s->maps.cpus, ncells(a));
	bpf_map__set_max_entries(s->maps.others, nothers(a));
	for (int i = 0; i < 2; i++) {
		struct bpf_map *slots = i ? s->maps.slots_1 : s->maps.slots_0;
		struct bpf_map *rows = i ? s->maps.rows_1 : s->maps.rows_0,
			       *names = i ? s->maps.names_1 : s->maps.names_0;

		bpf_map__set_key_size(rows, a->key_size);
		bpf_map__set_value_size(rows, a->row_size);
		bpf_map__set_max_entries(rows, a->map_rows);
		bpf_map__set_value_size(slots, a->row_size);
		bpf_map__set_max_entries(slots, a->slots_part ? a->ncpus * a->slots_part : 1);
		if (o->by & KSTAT_BY_NAMES)
			bpf_map__set_max_entries(names, a->map_rows);
	}
	choose_programs(a, o);
}

bool kstats__wanted(const struct selection *sel, uint32_t call)
{
	const struct abi *abi = call < SCT_NR_MAX ? abi__native() : abi__compat();

	return abi && select__has(sel, abi__row(abi, call % SCT_NR_MAX), abi);
}

static struct kstat_call call_make(uint32_t call, const struct kstats_want *v, unsigned n)
{
	const struct abi *abi = call < SCT_NR_MAX ? abi__native() : abi__compat();
	const struct sct_row *row = abi ? abi__row(abi, call % SCT_NR_MAX) : NULL;
	struct kstat_call c = row ? operands__names(row) : (struct kstat_call){};

	for (unsigned i = 0; i < n; i++)
		c.readers |= kstats__wanted(v[i].sel, call) ? v[i].bit : 0;
	c.on = c.readers != 0;
	return c;
}

static int calls_fill(struct kstats *a, const struct kstats_want *v, unsigned n)
{
	struct kstat_call calls[KSTAT_CALLS];
	uint32_t idx[KSTAT_CALLS];
	int err;

	for (uint32_t call = 0; call < KSTAT_CALLS; call++) {
		idx[call] = call;
		calls[call] = call_make(call, v, n);
		a->on[call] = calls[call].on;
	}
	err = bpf_load__fill(a->skel->maps.calls, idx, calls, KSTAT_CALLS);
	if (err)
		return errmsg__set(&a->errmsg, err, "cannot fill the statistics' table of calls: %s", strerror(-err));
	__atomic_store_n(&a->skel->bss->counted,
			 !n					? KSTAT_COUNT_NONE
			 : n == 1 && select__everything(v->sel) ? KSTAT_COUNT_ALL
								: KSTAT_COUNT_SOME,
			 __ATOMIC_RELEASE);
	return 0;
}

/*
 * Waits until every program running at this point has finished. If a CPU does not answer, it waits for a grace period
 * of RCU instead: by membarrier() if programs are never preempted, since that is not a map operation (see rows_made),
 * otherwise by an update of the map of maps. Returns 0 or -errno.
 */
static int quiesce(struct kstats *a)
{
	uint32_t zero = 0;

	if (epoch__wait(bpf_program__fd(a->skel->progs.interrupt_cpu), a->cpus, a->ncpus, ncells(a)))
		return 0;
	if (features__has(&a->features, FEAT_PERF_TP) && !syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0))
		return 0;
	return bpf_map_update_elem(bpf_map__fd(a->skel->maps.barrier), &zero, &a->barrier, BPF_ANY) ? -errno : 0;
}

static size_t slots_bytes(const struct kstats *a)
{
	return (size_t)a->ncpus * a->slots_part * a->row_size;
}

static int maps_create(struct kstats *a)
{
	void *cpus = mmap(NULL, ncells(a) * sizeof(*a->cpus), PROT_READ, MAP_SHARED, bpf_map__fd(a->skel->maps.cpus),
			  0);

	if (cpus == MAP_FAILED)
		return errmsg__set(&a->errmsg, -errno, "cannot map the rows: %s", strerror(errno));
	a->cpus = cpus;
	a->barrier = bpf_map_create(BPF_MAP_TYPE_ARRAY, "sctrace_barrier", 4, 4, 1, NULL);
	if (a->barrier < 0)
		return errmsg__set(&a->errmsg, a->barrier, "cannot set up the rows: %s", strerror(-a->barrier));
	for (int i = 0; i < 2 && a->slots_part; i++) {
		void *p = mmap(NULL, slots_bytes(a), PROT_READ | PROT_WRITE, MAP_SHARED,
			       bpf_map__fd(i ? a->skel->maps.slots_1 : a->skel->maps.slots_0), 0);

		if (p == MAP_FAILED)
			return errmsg__set(&a->errmsg, -errno, "cannot map the rows: %s", strerror(errno));
		a->slots[i] = p;
	}
	a->others = calloc(nothers(a), sizeof(*a->others));
	a->percpu = calloc(a->ncpus, sizeof(struct kstat_row));
	a->on = calloc(KSTAT_CALLS, 1);
	return a->others && a->percpu && a->on ? 0 : -ENOMEM;
}

struct opening {
	struct kstats *a;
	const struct kstats_opts *o;
};

static struct bpf_object_skeleton *open_skel(void *ctx, const struct bpf_object_open_opts *opts)
{
	struct opening *c = ctx;
	struct kstats *a = c->a;

	a->skel = kstats_bpf__open_opts(opts);
	if (!a->skel)
		return NULL;
	a->sees_calls = libbpf_probe_bpf_helper(BPF_PROG_TYPE_TRACING, BPF_FUNC_task_pt_regs, NULL) == 1;
	configure(a, c->o);
	return a->skel->skeleton;
}

static int load_object(struct kstats *a, const struct kstats_opts *o)
{
	struct load l = {
		.btf = o->btf,
		.without = o->without,
		.own_only = o->own_only,
		.errmsg = a->errmsg,
		.open = open_skel,
	};

	l.elf = kstats_bpf__elf_bytes(&l.elf_size);
	return bpf_load__object(&l, &a->features, &(struct opening){ a, o });
}

static int kstats_load(struct kstats *a, const struct kstats_opts *o)
{
	int err = load_object(a, o);

	if (!err)
		err = maps_create(a);
	if (!err)
		err = bpf_load__comms(bpf_map__fd(a->skel->maps.comm_filter), &o->scope);
	if (!err)
		err = calls_fill(a, &(struct kstats_want){ o->selection, 1 }, !o->shared);
	return err ? err : wakeup__open(&a->wakeup, bpf_map__fd(a->skel->maps.wakeup));
}

/*
 * Returns the number of slots per CPU, which share `rows`: at least 32 per CPU, and at most 65536 in all, as slots
 * have 16-bit numbers.
 */
static uint32_t slots_of_cpu(uint32_t rows, unsigned ncpus)
{
	uint32_t part = rows / ncpus;

	if (part * ncpus > 1u << 16)
		part = (1u << 16) / ncpus;
	return part < 32 ? 32 : part;
}

static int make_room(struct kstats *a, const struct kstats_opts *o)
{
	const struct kstats_room room = {
		.asked = o->map_rows,
		.key_size = a->key_size,
		.row_size = a->row_size,
		.names = o->by & KSTAT_BY_NAMES,
		.hist = o->hist,
		.grows = features__hashes_grow(),
		.free = kstats_room__free(a->proc),
	};

	return kstats_room__rows(&room, &a->map_rows, &a->errmsg);
}

int kstats__open(struct kstats **out, const struct kstats_opts *o)
{
	struct errmsg errmsg = { o->errmsg, o->why_size };
	int err, n = bpf_load__cpus(&errmsg);
	struct kstats *a;

	if (n < 0)
		return n;
	a = calloc(1, sizeof(*a));
	if (!a)
		return -ENOMEM;
	a->errmsg = errmsg;
	a->ncpus = (unsigned)n;
	a->barrier = -1;
	a->all = o->all;
	a->proc = o->proc;
	a->by = o->by;
	a->wakeup = (struct wakeup){ .attached = o->attached, .ctx = o->attached_ctx };
	a->hist = o->hist;
	a->key_size = !o->by		     ? sizeof(struct kstat_key)
		      : o->by & KSTAT_BY_RET ? sizeof(struct kstat_by_key)
					     : offsetof(struct kstat_by_key, ret);
	a->nprobes = o->nprobes;
	if (o->by && o->probe_args)
		a->key_size = sizeof(struct pcount_key);
	a->row_size = sizeof(struct kstat_row) + (o->hist ? KSTAT_BUCKETS * sizeof(uint64_t) : 0);
	if (!o->by && !o->total)
		a->slots_part = slots_of_cpu(o->hist ? SLOTS_HIST : SLOTS, a->ncpus);
	err = make_room(a, o);
	if (!err)
		err = kstats_load(a, o);
	if (!err && o->split && !features__has(&a->features, FEAT_ITER))
		err = errmsg__set(&errmsg, -EOPNOTSUPP,
				  "this kernel has no task iterator, which split needs: count without it");
	if (!err && !features__has(&a->features, FEAT_ITER) && a->proc < 0)
		err = errmsg__set(&errmsg, -ENOENT,
				  "needs /proc, which is not mounted, since this kernel has no task iterator");
	if (err) {
		kstats__close(a);
		return err;
	}
	*out = a;
	return 0;
}

void kstats__close(struct kstats *a)
{
	if (!a)
		return;
	wakeup__close(&a->wakeup);
	for (int i = 0; i < 2; i++)
		if (a->slots[i])
			munmap(a->slots[i], slots_bytes(a));
	if (a->cpus)
		munmap(a->cpus, ncells(a) * sizeof(*a->cpus));
	if (a->skel)
		kstats_bpf__destroy(a->skel);
	if (a->barrier >= 0)
		close(a->barrier);
	free(a->others);
	free(a->percpu);
	free(a->on);
	free(a->names);
	free(a->old_names);
	free(a);
}

bool kstats__gone_cgroup(const struct kstats *a, uint64_t id, struct kstat_cgroup *out)
{
	return a->skel->rodata->by & KSTAT_BY_CGROUP &&
	       !bpf_map_lookup_elem(bpf_map__fd(a->skel->maps.gone_cgroups), &id, out) && out->path[0] == '/' &&
	       memchr(out->path, '\0', sizeof(out->path));
}

/* ---- life ---- */

int kstats__target(struct kstats *a, pid_t tid, uint32_t flags)
{
	a->skel->data_scope->any_targets = 1;
	if (flags & SCT_T_TREE)
		a->skel->bss->any_trees = 1;
	return bpf_load__target(bpf_map__fd(a->skel->maps.targets), tid, flags);
}

int kstats__untarget(struct kstats *a, pid_t tid, uint32_t flags, struct buf *out)
{
	int err = kstats__target(a, tid, flags | SCT_T_UNTARGET);

	return err ? err
		   : bpf_load__withdraw(&a->features, a->skel->progs.enroll_tasks, bpf_map__fd(a->skel->maps.targets),
					out, &a->errmsg);
}

int kstats__wants(struct kstats *a, const struct kstats_want *v, unsigned n)
{
	int err = calls_fill(a, v, n);

	return err ? err : quiesce(a);
}

int kstats__select(struct kstats *a, const struct selection *sel, bool none)
{
	return kstats__wants(a, &(struct kstats_want){ sel, 1 }, !none);
}

bool kstats__share(struct kstats *a, struct kstats_share *out)
{
	if (!a->shared)
		return false;
	*out = (struct kstats_share){
		.features = &a->features,
		.enroll = a->skel->progs.enroll_shared,
		.targets = bpf_map__fd(a->skel->maps.targets),
		.sharers = bpf_map__fd(a->skel->maps.sharers),
		.not_enrolled = &a->skel->bss->not_enrolled,
		.sharing = (uint64_t *)&a->skel->bss->sharing,
		.errmsg = &a->errmsg,
	};
	return true;
}

void kstats__counting(struct kstats *a, struct uprobe_counting *out)
{
	const struct kstats_bpf *s = a->skel;

	*out = (struct uprobe_counting){
		.features = &a->features,
		.ncpus = a->ncpus,
		.key_size = a->key_size,
		.by = s->rodata->by,
		.by_cpu = s->rodata->by_cpu,
		.hist = a->hist,
		.all = a->all,
		.scope = s->rodata->scope,
		.rows_wakeup = s->rodata->rows_wakeup,
		.tasks = features__has(&a->features, FEAT_TASK_STORAGE) ? bpf_map__fd(s->maps.tasks) : -1,
		.maps = {
			{ "tasks_hash", bpf_map__fd(s->maps.tasks_hash) },
			{ "targets", bpf_map__fd(s->maps.targets) },
			{ "cgroups", a->skel->rodata->scope.cgroups ? bpf_map__fd(s->maps.cgroups) : -1 },
			{ "comm_filter", s->rodata->scope.comm_lanes ? bpf_map__fd(s->maps.comm_filter) : -1 },
			{ "rows_0", bpf_map__fd(s->maps.rows_0) },
			{ "rows_1", bpf_map__fd(s->maps.rows_1) },
			{ "cpus", bpf_map__fd(s->maps.cpus) },
			{ "others", bpf_map__fd(s->maps.others) },
			{ "wakeup", bpf_map__fd(s->maps.wakeup) },
			{ ".data.rows", bpf_map__fd(s->maps.data_rows) },
			{ ".data.tasks", bpf_map__fd(s->maps.data_tasks) },
			{ ".data.scope", bpf_map__fd(s->maps.data_scope) },
		},
	};
}

void kstats__keep(struct kstats *a, int proc)
{
	a->errmsg = (struct errmsg){};
	a->proc = proc;
}

int kstats__cgroup(struct kstats *a, int fd)
{
	return bpf_load__cgroup(bpf_map__fd(a->skel->maps.cgroups), &a->skel->data_scope->ncgroups, fd);
}

int kstats__attach(struct kstats *a)
{
	return bpf_load__attach(a->skel->skeleton, &a->errmsg);
}

int kstats__enroll(struct kstats *a)
{
	int targets = bpf_map__fd(a->skel->maps.targets);

	a->skel->bss->started = now_ns();
	if (a->all)
		return 0; /* the state of each task is created at its first call */
	return bpf_load__enroll(&a->features, a->skel->progs.enroll_tasks, &a->skel->bss->not_enrolled, targets,
				&a->errmsg);
}

void kstats__detach(struct kstats *a)
{
	footprint__object_runs(&a->ran, a->skel->skeleton);
	kstats_bpf__detach(a->skel);
}

int kstats__fd(const struct kstats *a)
{
	return wakeup__fd(&a->wakeup);
}

void kstats__hear(struct kstats *a)
{
	wakeup__hear(&a->wakeup, __atomic_load_n(&a->skel->bss->unreported, __ATOMIC_RELAXED));
}

/* ---- rows ---- */

static void key_widen(const struct kstats *a, const char *raw, struct pcount_key *key)
{
	const struct kstat_key *k = (const void *)raw;

	*key = (struct pcount_key){};
	if (!a->by)
		key->by = (struct kstat_by_key){
			.owner = k->owner,
			.call = k->call,
			.number = k->number,
			.err = k->err,
		};
	else if (a->key_size == sizeof(*key))
		memcpy(key, raw, sizeof(*key));
	else
		memcpy(&key->by, raw, a->key_size < sizeof(key->by) ? a->key_size : sizeof(key->by));
}

static int rows_deliver(const struct kstats *a, const char *keys, const char *rows, uint32_t n, kstats_row_fn *fn,
			void *ctx)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < n; i++) {
		const char *row = rows + (size_t)i * a->row_size;
		struct pcount_key key;

		key_widen(a, keys + (size_t)i * a->key_size, &key);
		err = fn(ctx, &key.by, (const void *)row,
			 a->hist ? (const void *)(row + sizeof(struct kstat_row)) : NULL);
	}
	return err;
}

/* ---- names ---- */

static int by_id(const void *a, const void *b)
{
	const struct kstats_name *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static int names_add(struct kstats *a, const struct kstat_name *names, const uint32_t *ids, uint32_t n)
{
	if (!GROW(a->names, a->names_cap, a->nnames + n))
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++)
		a->names[a->nnames++] = (struct kstats_name){ ids[i], names[i] };
	return 0;
}

static int names_read(struct kstats *a, int fd)
{
	struct kstat_name *names = calloc(BATCH, sizeof(*names));
	uint32_t *ids = calloc(BATCH, sizeof(*ids)), pos = 0;
	bool first = true;
	int err = names && ids ? 0 : -ENOMEM, end = 0;

	free(a->old_names);
	a->old_names = a->names;
	a->nold = a->nnames;
	a->names = NULL;
	a->nnames = a->names_cap = 0;
	while (!err && !end) {
		uint32_t n = BATCH;

		end = bpf_map_lookup_and_delete_batch(fd, first ? NULL : &pos, &pos, names, ids, &n, NULL) ? -errno : 0;
		err = end && end != -ENOENT ? end : n ? names_add(a, names, ids, n) : 0;
		first = false;
	}
	free(names);
	free(ids);
	if (!err && a->nnames)
		qsort(a->names, a->nnames, sizeof(*a->names), by_id);
	return err;
}

const struct kstat_name *kstats__name(const struct kstats *a, uint32_t id)
{
	struct kstats_name key = { .id = id }, *has;

	if (!id)
		return NULL;
	has = a->nnames ? bsearch(&key, a->names, a->nnames, sizeof(key), by_id) : NULL;
	if (!has && a->nold)
		has = bsearch(&key, a->old_names, a->nold, sizeof(key), by_id);
	return has ? &has->name : NULL;
}

/* ---- drain ---- */

/* Passes the rows of a map to which no program writes to fn, and empties the map. */
static int map_empty(const struct kstats *a, int fd, kstats_row_fn *fn, void *ctx)
{
	/*
	 * A whole bucket of the hash must fit, or the kernel returns ENOSPC. The buffers are zeroed because valgrind
	 * does not see what the kernel writes.
	 */
	uint32_t room = BATCH, n, pos = 0;
	char *keys = calloc(room, a->key_size), *rows = calloc(room, a->row_size);
	bool first = true;
	int err = keys && rows ? 0 : -ENOMEM, end = 0;

	while (!err && !end) {
		n = room;
		end = bpf_map_lookup_and_delete_batch(fd, first ? NULL : &pos, &pos, keys, rows, &n, NULL) ? -errno : 0;
		if (end && end != -ENOENT) {
			err = end;
			break;
		}
		first = false;
		err = rows_deliver(a, keys, rows, n, fn, ctx);
	}
	free(keys);
	free(rows);
	return err;
}

/* Passes the slots that were used to fn and empties them. */
static int slots_empty(const struct kstats *a, char *slots, kstats_row_fn *fn, void *ctx)
{
	int err = 0;

	for (unsigned cpu = 0; cpu < a->ncpus; cpu++)
		for (uint32_t i = 0; !err && i < a->slots_part; i++) {
			char *p = slots + ((size_t)cpu * a->slots_part + i) * a->row_size;
			struct kstat_row *r = (void *)p;

			if (!r->born)
				break;
			err = rows_deliver(a, (const char *)&r->key, p, 1, fn, ctx);
			memset(p, 0, a->row_size);
		}
	return err;
}

void kstats__split_merge(struct kstat_split *to, const struct kstat_split *s)
{
	to->system += s->system;
	to->user += s->user;
	to->runnable += s->runnable;
	to->blocked += s->blocked;
}

uint64_t kstats__split_sum(const struct kstat_split *s)
{
	return s->system + s->user + s->runnable + s->blocked;
}

void kstats__row_merge(struct kstat_row *to, const struct kstat_row *r)
{
	uint64_t lo = to->sq_lo + r->sq_lo;

	to->sq_hi += r->sq_hi + (lo < to->sq_lo);
	to->sq_lo = lo;
	to->calls += r->calls;
	to->total += r->total;
	to->errors += r->errors;
	to->untimed += r->untimed;
	to->gone += r->gone;
	to->begun += r->begun;
	to->bytes += r->bytes;
	kstats__split_merge(&to->split, &r->split);
	if (r->max > to->max)
		to->max = r->max;
	if (r->invmin > to->invmin)
		to->invmin = r->invmin;
}

/* Returns now - was, except for the shortest and the longest call, which are those since the start. */
static struct kstat_row row_since(const struct kstat_row *now, const struct kstat_row *was)
{
	struct kstat_row d = *now;

	d.calls -= was->calls;
	d.total -= was->total;
	d.errors -= was->errors;
	d.bytes -= was->bytes;
	d.untimed -= was->untimed;
	d.gone -= was->gone;
	d.begun -= was->begun;
	d.split.system -= was->split.system;
	d.split.user -= was->split.user;
	d.split.runnable -= was->split.runnable;
	d.split.blocked -= was->split.blocked;
	d.sq_hi -= was->sq_hi + (d.sq_lo < was->sq_lo);
	d.sq_lo -= was->sq_lo;
	return d;
}

static int others_read(struct kstats *a, kstats_row_fn *fn, void *ctx)
{
	int fd = bpf_map__fd(a->skel->maps.others), err = 0;

	if (!a->skel->data_rows->others_used)
		return 0;
	for (uint32_t call = 0; !err && call < nothers(a); call++) {
		struct pcount_key key = { .by.call = (uint16_t)call };
		struct kstat_row now = {}, d;

		if (bpf_map_lookup_elem(fd, &call, a->percpu))
			return -errno;
		for (unsigned i = 0; i < a->ncpus; i++)
			kstats__row_merge(&now, (struct kstat_row *)(void *)a->percpu + i);
		d = row_since(&now, &a->others[call]);
		if (!d.calls && !d.gone && !kstats__split_sum(&d.split))
			continue;
		a->others[call] = now;
		err = fn(ctx, &key.by, &d, NULL);
	}
	return err;
}

/* Passes the rows of one epoch to fn with their names, and empties their map. */
static int rows_read(struct kstats *a, bool odd, kstats_row_fn *fn, void *ctx)
{
	struct kstats_bpf *s = a->skel;
	int err = 0;

	if (s->rodata->by & KSTAT_BY_NAMES)
		err = names_read(a, bpf_map__fd(odd ? s->maps.names_1 : s->maps.names_0));
	if (err || !s->data_rows->rows_made[odd])
		return err;
	err = map_empty(a, bpf_map__fd(odd ? s->maps.rows_1 : s->maps.rows_0), fn, ctx);
	if (!err)
		s->data_rows->rows_made[odd] = 0;
	return err;
}

int kstats__drain(struct kstats *a, kstats_row_fn *fn, void *ctx)
{
	struct kstats_bpf *s = a->skel;
	bool odd = s->data_rows->rows_epoch & 1;
	int err;

	s->data_rows->rows_epoch++;
	err = quiesce(a);
	if (err)
		return errmsg__set(&a->errmsg, err, "cannot read the rows: %s", strerror(-err));
	s->data_rows->rows_used = 0;
	s->data_rows->wakeup_sent = 0;
	err = rows_read(a, odd, fn, ctx);
	if (!err && a->slots_part)
		err = slots_empty(a, a->slots[odd], fn, ctx);
	return err ? err : others_read(a, fn, ctx);
}

/* ---- costs ---- */

static uint64_t events_skipped(const struct kstats *a)
{
	const struct bpf_object_skeleton *s = a->skel->skeleton;
	uint64_t n = 0;

	for (int i = 0; i < s->prog_cnt; i++)
		n += footprint__skips(bpf_program__fd(*s->progs[i].prog));
	return n;
}

uint64_t kstats__missed(const struct kstats *a)
{
	return a->skel->bss->untracked + events_skipped(a);
}

void kstats__look(const struct kstats *a, int proc, struct footprint *cost, uint64_t *n)
{
	footprint__object(cost, a->skel->skeleton, proc);
	cost->runs += a->ran.runs;
	cost->run_ns += a->ran.run_ns;
	footprint__map(cost, a->barrier, 0, proc);
	cost->fds++; /* the epoll descriptor of the wakeup ring */
	*n = events_skipped(a);
}

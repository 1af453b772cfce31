// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "live/programs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "lookup/operands.h"
#include "load/footprint.h"
#include "load/features.h"
#include "live/incall.h"
#include "load/bpf_load.h"
#include "live/ring.h"
#include "sctrace.skel.h"

struct bpf {
	struct sctrace_bpf *skel;
	struct rings *rings;
	struct features features;
	struct beside beside; /* the large programs, until they are attached */
	int *ring_fds;
	unsigned ncpus;
	uint32_t ring_bytes;
	const struct programs_opts *opts; /* NULL after the programs are open */
	bool all;
	struct errmsg errmsg;
	struct buf stops; /* array of struct sct_stop */
	struct incall *incall;
	bool stops_read;
	skips_fn *also; /* counts skips of the programs of probes; NULL: none */
	const void *also_ctx;
	struct footprint ran; /* counters of the programs, saved when they are detached */
};

static uint32_t ring_size(const struct programs_opts *opts, unsigned ncpus)
{
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

	return opts->ring_bytes ? opts->ring_bytes : rings__size(opts->ring_total, memory, ncpus);
}

/* Chooses the programs to load: of each, the variant for this kernel, and only if it is needed. Returns 0 or -errno. */
static int choose_programs(struct bpf *b)
{
	/* prefault is useless with a result filter, as memory is read only when the call ends */
	bool sleepable = features__has(&b->features, FEAT_SLEEPABLE) && !b->opts->results.any;
	bool works = features__has(&b->features, FEAT_TASK_WORK);

	bpf_load__choose(b->skel->obj, &b->features);
	if (b->all) {
		bpf_program__set_autoload(b->skel->progs.task_fork, false);
		bpf_program__set_autoload(b->skel->progs.raw_task_fork, false);
		bpf_program__set_autoload(b->skel->progs.perf_task_fork, false);
	}
	bpf_program__set_autoload(b->skel->progs.enroll_tasks, features__has(&b->features, FEAT_ITER));
	bpf_program__set_autoload(b->skel->progs.stopped_tasks, features__has(&b->features, FEAT_ITER));
	bpf_program__set_autoload(b->skel->progs.kvm_left, b->opts->plan.kvm);
	bpf_program__set_autoload(b->skel->progs.prefault, sleepable);
	bpf_program__set_autoload(b->skel->progs.late_sys_exit, works);
	bpf_program__set_autoload(b->skel->progs.task_prepare_exec, features__prepares_exec(&b->features));
	if (works)
		bpf_program__set_autoload(b->skel->progs.sys_exit, false);
	bpf_map__set_autocreate(b->skel->maps.late_works, works);
	return sleepable ? bpf_program__set_flags(b->skel->progs.prefault, BPF_F_SLEEPABLE) : 0;
}

static int configure(struct bpf *b)
{
	bool storage = features__has(&b->features, FEAT_TASK_STORAGE);
	struct sctrace_bpf *s = b->skel;

	s->rodata->use_task_storage = storage;
	s->rodata->has_iter = features__has(&b->features, FEAT_ITER);
	s->rodata->preemptible = features__has(&b->features, FEAT_PREEMPT);
	s->rodata->perf_tp = features__has(&b->features, FEAT_PERF_TP);
	s->rodata->ptraceable_only = b->opts->own_only;
	s->rodata->detach_on_exec = b->opts->detach_on_exec;
	s->rodata->own_uid = getuid();
	s->rodata->own_gid = getgid();
	s->rodata->wake_bytes = b->ring_bytes / 4;
	s->rodata->stacks = b->opts->plan.stacks != NULL;
	s->rodata->ips = b->opts->plan.ips;
	s->rodata->comms = b->opts->plan.comms;
	s->rodata->owners = b->opts->plan.owners;
	s->rodata->processes = b->opts->plan.processes;
	s->rodata->labels = b->opts->sids.wanted;
	s->rodata->label_inode = b->opts->sids.inode;
	s->rodata->label_cred = b->opts->sids.cred;
	s->rodata->namespaces = b->opts->plan.namespaces;
	s->rodata->dumps = b->opts->plan.whole;
	s->rodata->kvm_exits = b->opts->plan.kvm;
	s->rodata->decode_fds = b->opts->plan.fds;
	s->rodata->has_cast = features__cast(&b->features);
	s->rodata->all_tasks = b->all;
	s->rodata->scope = b->opts->scope;
	s->rodata->result_filter = b->opts->results;
	s->rodata->operand_filter = b->opts->choice;
	bpf_map__set_autocreate(s->maps.cgroups, b->opts->scope.cgroups);
	bpf_map__set_autocreate(s->maps.comm_filter, b->opts->scope.comm_lanes);
	bpf_map__set_autocreate(s->maps.tasks, storage);
	if (storage)
		bpf_map__set_max_entries(s->maps.tasks_hash, 1);
	bpf_map__set_max_entries(s->maps.rings, b->ncpus);
	bpf_map__set_max_entries(s->maps.scratches, b->ncpus);
	bpf_map__set_max_entries(s->maps.cpus, b->ncpus);
	bpf_map__set_max_entries(s->maps.fd_tables, b->ncpus);
	bpf_map__set_autocreate(s->maps.fd_tables, b->opts->plan.fds || b->opts->plan.processes);
	bpf_map__set_autocreate(s->maps.fd_peers, b->opts->plan.fds & SCT_FDS_SOCKET);
	bpf_map__set_autocreate(s->maps.newborns, b->opts->plan.namespaces);
	return choose_programs(b);
}

static uint64_t skips_of(const struct bpf *b, const char *name)
{
	const struct bpf_object_skeleton *s = b->skel->skeleton;

	for (int i = 0; i < s->prog_cnt; i++)
		if (!strcmp(bpf_program__name(*s->progs[i].prog), name))
			return footprint__skips(bpf_program__fd(*s->progs[i].prog));
	return 0;
}

/*
 * Returns an upper bound of the events that the kernel skipped without the programs noticing; the kernel's count
 * includes tasks that are not traced. A skipped enter counts only if its exit may be skipped, too, as the exit program
 * makes up for it. prefault sends no events. known: skipped exits that the programs noticed.
 */
static uint64_t skipped(void *ctx, uint64_t known)
{
	static const char *const others[] = {
		"task_fork",	  "task_exec",	    "task_exit",      "signal_deliver",	    "signal_generate",
		"raw_task_fork",  "raw_task_exec",  "raw_task_exit",  "raw_signal_deliver", "raw_signal_generate",
		"perf_task_fork", "perf_task_exec", "perf_task_exit",
	};
	const struct bpf *b = ctx;
	uint64_t enters, exits, rest = b->also ? b->also(b->also_ctx) : 0;

	if (!features__has(&b->features, FEAT_PREEMPT))
		return rest;
	enters = skips_of(b, "sys_enter") + skips_of(b, "raw_sys_enter") + skips_of(b, "perf_sys_enter");
	exits = skips_of(b, "sys_exit") + skips_of(b, "late_sys_exit") + skips_of(b, "raw_sys_exit") +
		skips_of(b, "perf_sys_exit");
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		rest += skips_of(b, others[i]);
	exits -= known < exits ? known : exits;
	return exits + (enters < exits ? enters : exits) + rest;
}

/*
 * Puts the rings into the map. If possible (Linux 5.14), uses one operation for all, because each operation waits about
 * 10 ms until no program sees the old value. Returns 0 or -errno.
 */
static int rings_insert(struct bpf *b, uint32_t *idx)
{
	int outer = bpf_map__fd(b->skel->maps.rings);

	if (!bpf_load__fill(b->skel->maps.rings, idx, b->ring_fds, b->ncpus))
		return 0;
	for (unsigned i = 0; i < b->ncpus; i++)
		if (bpf_map_update_elem(outer, &i, &b->ring_fds[i], BPF_ANY))
			return errmsg__set(&b->errmsg, -errno, "cannot set up the rings: %s", strerror(errno));
	return 0;
}

static int rings_create(struct bpf *b)
{
	uint32_t *idx = calloc(b->ncpus, sizeof(*idx));
	int err = idx ? 0 : -ENOMEM;

	for (unsigned i = 0; !err && i < b->ncpus; i++) {
		int fd = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "sctrace_ring", 0, 0, b->ring_bytes, NULL);

		if (fd < 0)
			err = errmsg__set(
				&b->errmsg, fd,
				"cannot allocate a ring of %u bytes for each of %u CPUs: %s (a smaller ring size may help)",
				b->ring_bytes, b->ncpus, strerror(-fd));
		b->ring_fds[i] = fd;
		idx[i] = i;
	}
	if (!err)
		err = rings_insert(b, idx);
	free(idx);
	if (!err)
		err = rings__new(&b->rings, b->ring_fds, b->ncpus, b->ring_bytes, bpf_map__fd(b->skel->maps.cpus),
				 (volatile uint64_t *)&b->skel->data_wake->reader_idle);
	if (!err)
		rings__skipped(b->rings, skipped, b);
	return err;
}

/* ---- capture plans ---- */

/*
 * Contents of the maps of plans and variants. The maps have thousands of entries, so each is filled by one system call.
 */
struct plan_table {
	uint32_t idx[SCT_PLANS_MAX];
	struct sct_plan plan[SCT_PLANS_MAX];
	uint32_t n;
	struct sct_variant_key key[SCT_PLANS_MAX];
	uint32_t of_key[SCT_PLANS_MAX];
	uint32_t nkeys;
};

static int plan_add(struct plan_table *t, uint32_t idx, const struct abi *abi, const struct sct_row *row,
		    const struct programs_opts *opts, bool on)
{
	if (idx >= SCT_PLANS_MAX)
		return -E2BIG;
	t->idx[t->n] = idx;
	plan__make(&t->plan[t->n++], abi, row, &opts->plan, on);
	return 0;
}

/* Adds the plans of a call's variants, with indexes after those of all calls. Returns 0 or -E2BIG. */
static int variants_add(struct plan_table *t, uint32_t base_idx, const struct abi *abi, const struct sct_row *row,
			const struct programs_opts *opts)
{
	unsigned base = 1 + (unsigned)(row - sct_rows);

	for (const struct sct_row *v = row + 1; v < sct_rows + sct_nrows && v->base == base; v++) {
		uint32_t idx = SCT_NABIS * SCT_NR_MAX + t->nkeys;
		uint64_t k = row__key(v, abi);
		int err;

		if (k == ROW_NO_KEY)
			continue;
		err = plan_add(t, idx, abi, v, opts, true);
		if (err)
			return err;
		t->key[t->nkeys] = (struct sct_variant_key){ base_idx, { (uint32_t)k, k >> 32 } };
		t->of_key[t->nkeys++] = idx;
	}
	return 0;
}

/* Returns true if the call has an operand that -P or -e trace-fds= could match. */
static bool has_operands(const struct sct_row *row)
{
	return row && operands__any(operands__of_all(row));
}

/*
 * Makes the plans of all calls, selected or not. A flag in the plan turns a call on, so that the selection can change
 * later. Returns 0 or -E2BIG.
 */
static int table_make(struct plan_table *t, const struct programs_opts *opts, bool none)
{
	for (unsigned slot = 0; slot < SCT_NABIS; slot++) {
		const struct abi *abi = slot ? abi__compat() : abi__native();

		for (uint32_t nr = 0; abi && nr < SCT_NR_MAX; nr++) {
			const struct sct_row *row = abi__row(abi, nr);
			bool on = !none && select__has(opts->selection, row, abi) &&
				  (!opts->plan.by_touch || has_operands(row));
			uint32_t idx = slot * SCT_NR_MAX + nr;
			int err = plan_add(t, idx, abi, row, opts, on);

			if (!err && row)
				err = variants_add(t, idx, abi, row, opts);
			if (err)
				return err;
		}
	}
	return 0;
}

/*
 * Returns true for calls that change a task's state in the programs, which must therefore see them even if they are not
 * selected.
 */
static bool makes_tasks(const struct sct_row *row)
{
	static const char *const names[] = { "execve", "execveat", "clone", "clone3", "fork", "vfork" };

	for (size_t i = 0; row && i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(row->name, names[i]))
			return true;
	return false;
}

/*
 * Sets which calls of the native ABI the programs report. SCT_NR_ENDS is never cleared, because a call that was
 * selected may be in progress.
 */
static void numbers_fill(struct bpf *b, const struct selection *selection, bool none)
{
	for (uint32_t nr = 0; nr < SCT_NR_MAX; nr++) {
		const struct sct_row *row = abi__row(abi__native(), nr);
		bool on = (!none && select__has(selection, row, abi__native())) || makes_tasks(row);
		uint8_t ends = b->skel->bss->nr_on[nr] & SCT_NR_ENDS;

		__atomic_store_n(&b->skel->bss->nr_on[nr], on ? SCT_NR_BEGINS | SCT_NR_ENDS : ends, __ATOMIC_RELAXED);
	}
}

static int plans_fill(struct bpf *b, const struct programs_opts *opts, bool none)
{
	struct plan_table *t = calloc(1, sizeof(*t));
	int err = t ? table_make(t, opts, none) : -ENOMEM;

	numbers_fill(b, opts->selection, none);
	if (!err)
		err = bpf_load__fill(b->skel->maps.plans, t->idx, t->plan, t->n);
	if (!err)
		err = bpf_load__fill(b->skel->maps.variants, t->key, t->of_key, t->nkeys);
	free(t);
	return err ? errmsg__set(&b->errmsg, err, "cannot fill the capture plans: %s", strerror(-err)) : 0;
}

/* ---- life cycle ---- */

static struct bpf_object_skeleton *open_skel(void *ctx, const struct bpf_object_open_opts *opts)
{
	struct bpf *b = ctx;
	int err;

	b->skel = sctrace_bpf__open_opts(opts);
	if (!b->skel)
		return NULL;
	err = configure(b);
	if (err)
		errno = -err;
	return err ? NULL : b->skel->skeleton;
}

/*
 * Programs that the verifier takes about as long for as for all others together. sys_enter is as large, but is loaded
 * with the others while threads load these.
 */
static const char *const large[] = {
	"sys_exit", "late_sys_exit", "raw_sys_exit", "perf_sys_exit", "task_prepare_exec", NULL,
};

static int incall_new(struct bpf *b, const struct programs_opts *opts)
{
	const struct incall_opts o = {
		.fds = opts->plan.fds,
		.btf = opts->btf,
		.without = opts->without,
		.sids = opts->sids,
	};

	return incall__new(&b->incall, &o);
}

/* Makes what the programs need besides their maps, and fills the maps. Returns 0 or -errno with a message. */
static int fill(void *ctx)
{
	struct bpf *b = ctx;
	int err = bpf_load__comms(bpf_map__fd(b->skel->maps.comm_filter), &b->opts->scope);

	if (!err)
		err = rings_create(b);
	if (!err)
		err = plans_fill(b, b->opts, false);
	return err ? err : incall_new(b, b->opts);
}

static int load(struct bpf *b)
{
	const struct programs_opts *opts = b->opts;
	struct load l = {
		.btf = opts->btf,
		.without = opts->without,
		.own_only = opts->own_only,
		.errmsg = b->errmsg,
		.open = open_skel,
		.fill = fill,
		.beside = &b->beside,
	};

	l.elf = sctrace_bpf__elf_bytes(&l.elf_size);
	return bpf_load__object(&l, &b->features, b);
}

static int bpf_new(struct bpf **out, const struct programs_opts *opts)
{
	struct errmsg errmsg = { opts->errmsg, opts->errmsg ? opts->why_size : 0 };
	int n = bpf_load__cpus(&errmsg);
	struct bpf *b;

	if (n < 0)
		return n;
	b = calloc(1, sizeof(*b));
	if (!b)
		return -ENOMEM;
	b->errmsg = errmsg;
	b->beside.names = large;
	b->ncpus = (unsigned)n;
	b->ring_bytes = ring_size(opts, b->ncpus);
	b->opts = opts;
	b->all = opts->all;
	b->ring_fds = calloc(b->ncpus, sizeof(int));
	if (!b->ring_fds) {
		free(b);
		return -ENOMEM;
	}
	for (unsigned i = 0; i < b->ncpus; i++)
		b->ring_fds[i] = -1;
	*out = b;
	return 0;
}

int programs__open(struct bpf **out, const struct programs_opts *opts)
{
	struct bpf *b;
	int err = bpf_new(&b, opts);

	if (err)
		return err;
	err = load(b);
	b->opts = NULL;
	if (err) {
		programs__close(b);
		return err;
	}
	*out = b;
	return 0;
}

int programs__target(struct bpf *b, pid_t tid, uint32_t flags)
{
	b->skel->data_scope->any_targets = 1;
	if (flags & SCT_T_TREE)
		b->skel->bss->any_trees = 1;
	return bpf_load__target(bpf_map__fd(b->skel->maps.targets), tid, flags);
}

int programs__select(struct bpf *b, const struct decode_opts *plan, const struct selection *selection, bool none)
{
	const struct programs_opts opts = { .plan = *plan, .selection = selection };

	__atomic_store_n(&b->skel->data_wake->paused, none, __ATOMIC_RELAXED);
	return plans_fill(b, &opts, none);
}

int programs__untarget(struct bpf *b, pid_t tid, uint32_t flags, struct buf *out)
{
	int err = programs__target(b, tid, flags | SCT_T_UNTARGET);

	return err ? err
		   : bpf_load__withdraw(&b->features, b->skel->progs.enroll_tasks, bpf_map__fd(b->skel->maps.targets),
					out, &b->errmsg);
}

int programs__quiesce(struct bpf *b)
{
	return bpf_load__quiesce(bpf_map__fd(b->skel->maps.rings), b->ring_fds[0]);
}

int programs__cgroup(struct bpf *b, int fd)
{
	return bpf_load__cgroup(bpf_map__fd(b->skel->maps.cgroups), &b->skel->data_scope->ncgroups, fd);
}

int programs__cgroup_at(struct bpf *b, uint32_t at, int fd)
{
	int err = bpf_load__cgroup_at(bpf_map__fd(b->skel->maps.cgroups), &b->skel->data_scope->ncgroups, at, fd);

	if (!err)
		__atomic_fetch_add(&b->skel->bss->cgroups_epoch, 1, __ATOMIC_RELEASE);
	return err;
}

void programs__tell_owners(struct bpf *b)
{
	__atomic_fetch_add(&b->skel->data_scope->owners_epoch, 1, __ATOMIC_RELEASE);
}

void programs__cgroup_forget(struct bpf *b, uint32_t at)
{
	bpf_map_delete_elem(bpf_map__fd(b->skel->maps.cgroups), &at);
}

static void let_go(struct bpf *b)
{
	bpf_load__let_go(b->skel->skeleton);
	beside__close(&b->beside);
}

int programs__attach(struct bpf *b)
{
	int err = bpf_load__attach(b->skel->skeleton, &b->errmsg);

	/* attachments outlive their descriptors, which are needed by skipped() only, on preemptible kernels */
	if (!err && !features__has(&b->features, FEAT_PREEMPT))
		let_go(b);
	return err;
}

int programs__enroll(struct bpf *b)
{
	return bpf_load__enroll(&b->features, b->skel->progs.enroll_tasks, &b->skel->bss->not_enrolled,
				bpf_map__fd(b->skel->maps.targets), &b->errmsg);
}

int programs__files(void *bpf, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out)
{
	struct bpf *b = bpf;

	return incall__files(b->incall, tid, fds, n, out);
}

unsigned programs__stop_signal(struct bpf *b, uint32_t tid)
{
	if (!b->stops_read && features__has(&b->features, FEAT_ITER))
		bpf_load__iterate(b->skel->progs.stopped_tasks, &b->stops, &b->errmsg);
	b->stops_read = true;
	for (size_t i = 0; i + sizeof(struct sct_stop) <= b->stops.len; i += sizeof(struct sct_stop)) {
		struct sct_stop stop;

		memcpy(&stop, b->stops.p + i, sizeof(stop));
		if (stop.tid == tid)
			return stop.sig;
	}
	return 0;
}

void programs__stops_forget(struct bpf *b)
{
	buf__free(&b->stops);
	b->stops_read = false;
}

void programs__forget(struct bpf *b, uint32_t tid)
{
	int fd = bpf_map__fd(b->skel->maps.tasks_hash);
	uint32_t key, next, *prev = NULL;
	struct sct_task_state st;

	bpf_map_delete_elem(bpf_map__fd(b->skel->maps.targets), &tid);
	if (features__has(&b->features, FEAT_TASK_STORAGE))
		return;
	/* the keys are numbers of the initial PID namespace */
	for (; !bpf_map_get_next_key(fd, prev, &next); key = next, prev = &key)
		if (!bpf_map_lookup_elem(fd, &next, &st) && st.tid == tid) {
			bpf_map_delete_elem(fd, &next);
			return;
		}
}

struct bpf_share programs__share(const struct bpf *b)
{
	bool storage = features__has(&b->features, FEAT_TASK_STORAGE);

	return (struct bpf_share){
		.features = &b->features,
		.tasks = storage ? bpf_map__fd(b->skel->maps.tasks) : -1,
		.tasks_hash = bpf_map__fd(b->skel->maps.tasks_hash),
		.targets = bpf_map__fd(b->skel->maps.targets),
		.rings = bpf_map__fd(b->skel->maps.rings),
		.cpus = bpf_map__fd(b->skel->maps.cpus),
		.wake = bpf_map__fd(b->skel->maps.data_wake),
		.counts = bpf_map__fd(b->skel->maps.data_tasks),
		.cgroups = b->skel->rodata->scope.cgroups ? bpf_map__fd(b->skel->maps.cgroups) : -1,
		.comm_filter = b->skel->rodata->scope.comm_lanes ? bpf_map__fd(b->skel->maps.comm_filter) : -1,
		.scoped = bpf_map__fd(b->skel->maps.data_scope),
		.scope = b->skel->rodata->scope,
		.all = b->skel->rodata->all_tasks,
		.ncpus = b->ncpus,
		.wake_bytes = b->ring_bytes / 4,
	};
}

void programs__detach(struct bpf *b)
{
	footprint__object_runs(&b->ran, b->skel->skeleton);
	sctrace_bpf__detach(b->skel);
}

/* The rings have two more descriptors: epoll and timer. */
void programs__look(struct bpf *b, int proc, struct rings_state *rings, struct footprint *cost)
{
	rings__look(b->rings, rings);
	cost->runs += b->ran.runs;
	cost->run_ns += b->ran.run_ns;
	footprint__object(cost, b->skel->skeleton, proc);
	cost->fds += beside__fds(&b->beside);
	for (unsigned i = 0; i < b->ncpus; i++)
		footprint__map(cost, b->ring_fds[i], b->ring_bytes, proc);
	cost->fds += 2;
}

void programs__also_skipped(struct bpf *b, skips_fn *fn, const void *ctx)
{
	b->also = fn;
	b->also_ctx = ctx;
}

struct rings *programs__rings(struct bpf *b)
{
	return b->rings;
}

void programs__mute(struct bpf *b)
{
	b->errmsg = (struct errmsg){};
}

struct source *programs__source(struct bpf *b)
{
	return rings__source(b->rings);
}

void programs__close(struct bpf *b)
{
	if (!b)
		return;
	if (b->rings)
		rings__source(b->rings)->ops->free(rings__source(b->rings));
	beside__close(&b->beside);
	if (b->skel)
		sctrace_bpf__destroy(b->skel);
	for (unsigned i = 0; i < b->ncpus; i++)
		if (b->ring_fds[i] >= 0)
			close(b->ring_fds[i]);
	free(b->ring_fds);
	buf__free(&b->stops);
	incall__free(b->incall);
	free(b);
}

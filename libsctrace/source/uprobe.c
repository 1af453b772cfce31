// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A probe is attached to its file, for every process that runs it: the programs
 * look at traced tasks only. Three ways, by what the kernel has: all probes of a
 * file at once; a perf event each, whose cookie is the probe's number; or a perf
 * event each, whose own program says the number and then runs the common one.
 * Functions of the kernel likewise, those that have no programs of their own (source/fentry.h).
 */
#include "source/uprobe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include <bpf/bpf.h>

#include "source/cost.h"
#include "probe.skel.h"
#include "source/fentry.h"
#include "source/quiet.h"

#define TRACE_UPROBE_MULTI 48 /* enum bpf_attach_type */
#define TRACE_KPROBE_MULTI 42 /* enum bpf_attach_type */
#define MULTI_RETURN 1	      /* flags of their links */
#define MAP_LOOKUP 1	      /* enum bpf_func_id */
#define TAIL_CALL 12
#define KPROBES_MAX 64 /* attached one by one, each takes the kernel milliseconds to make, and more to take away */
#define TYPES "/sys/bus/event_source/devices/"

enum side { ENTRY, RETURN, SIDES };
enum where { PROGRAM, KERNEL, WHERES };

struct uprobes {
	struct probe_bpf *skel;
	const struct probes *probes;
	const struct bpf_share share;
	struct uprobe_opts opts;
	bool cookies, multi[WHERES];
	int jumps; /* without cookies: the common programs, by where and side */
	struct {
		uint32_t type; /* of perf's events for probes */
		uint32_t return_bit;
	} events[WHERES];
	struct features features;
	struct fentry *fentry; /* of functions of the kernel that have programs of their own */
	int *fds;	       /* what is attached: links, perf events */
	unsigned nfds;
	struct bpf_link **usdts; /* likewise, by libbpf */
	unsigned nusdts;
};

static bool is_usdt(const struct probe *p)
{
	return p->spec.kind == PROBE_USDT;
}

static bool is_tracepoint(const struct probe *p)
{
	return p->spec.kind == PROBE_TRACEPOINT;
}

static bool is_kfunc(const struct probe *p)
{
	return p->spec.kind == PROBE_KFUNC;
}

static bool is_in_program(const struct probe *p)
{
	return probe_kind__has_file(p->spec.kind);
}

static bool may_interrupt(const struct probe *p)
{
	return is_tracepoint(p) || is_kfunc(p);
}

static unsigned count_kfuncs(const struct uprobes *u)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < u->probes->n; i++)
		n += is_kfunc(u->probes->v[i]);
	return n;
}

static bool wants_fentry(const struct uprobes *u)
{
	unsigned n = count_kfuncs(u);

	return n && n <= FENTRY_MAX;
}

static enum where where_of(const struct probe *p)
{
	return is_kfunc(p) ? KERNEL : PROGRAM;
}

/* Is there one that is so? */
static bool any(const struct uprobes *u, bool (*is)(const struct probe *p))
{
	for (uint32_t i = 0; i < u->probes->n; i++)
		if (is(u->probes->v[i]))
			return true;
	return false;
}

static struct bpf_program *prog_of(const struct uprobes *u, enum where where, enum side side)
{
	struct bpf_program *progs[WHERES][SIDES] = {
		{ u->skel->progs.probe_entry, u->skel->progs.probe_return },
		{ u->skel->progs.probe_kentry, u->skel->progs.probe_kreturn },
	};

	return progs[where][side];
}

/* ---- loading ---- */

static int share_maps(struct uprobes *u)
{
	const struct bpf_share *sh = &u->share;
	struct probe_bpf *s = u->skel;
	struct {
		struct bpf_map *map;
		int fd;
	} maps[] = {
		{ s->maps.tasks, sh->tasks },	  { s->maps.tasks_hash, sh->tasks_hash },
		{ s->maps.targets, sh->targets }, { s->maps.rings, sh->rings },
		{ s->maps.cpus, sh->cpus },	  { s->maps.data_wake, sh->wake },
	};

	bpf_map__set_autocreate(s->maps.variants, false);
	bpf_map__set_autocreate(s->maps.fd_tables, any(u, is_kfunc));
	bpf_map__set_autocreate(s->maps.fd_peers, false);
	bpf_map__set_autocreate(s->maps.newborns, false);
	for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		int err = maps[i].fd < 0 ? bpf_map__set_autocreate(maps[i].map, false)
					 : bpf_map__reuse_fd(maps[i].map, maps[i].fd);

		if (err)
			return err;
	}
	bpf_map__set_max_entries(s->maps.scratches, sh->ncpus);
	bpf_map__set_max_entries(s->maps.fd_tables, sh->ncpus);
	bpf_map__set_max_entries(s->maps.events, u->probes->n);
	return bpf_map__set_max_entries(s->maps.plans, SIDES * u->probes->n);
}

/* libbpf keeps what each place's arguments are in a map. From 1.3 on it attaches to many places at once where it can. */
static int usdt_set_up(const struct uprobes *u)
{
	struct probe_bpf *s = u->skel;
	uint32_t places = 0;
	int err;

	for (uint32_t i = 0; i < u->probes->n; i++)
		places += u->probes->v[i]->places;
	bpf_program__set_autoload(s->progs.probe_usdt, places);
	bpf_map__set_autocreate(s->maps.__bpf_usdt_specs, places);
	bpf_map__set_autocreate(s->maps.__bpf_usdt_ip_to_spec_id, places);
	if (!places)
		return 0;
	if (u->share.features->present >> FEAT_UPROBE_MULTI & 1 &&
	    (libbpf_major_version() > 1 || libbpf_minor_version() >= 3))
		bpf_program__set_expected_attach_type(s->progs.probe_usdt, TRACE_UPROBE_MULTI);
	err = bpf_map__set_max_entries(s->maps.__bpf_usdt_specs, places + 1);
	/* that one is for kernels without cookies */
	return err ? err : bpf_map__set_max_entries(s->maps.__bpf_usdt_ip_to_spec_id, 1);
}

static void progs_set_up(const struct uprobes *u)
{
	static const enum bpf_attach_type types[WHERES] = { TRACE_UPROBE_MULTI, TRACE_KPROBE_MULTI };
	const bool wanted[WHERES] = { any(u, is_in_program), any(u, is_kfunc) };
	const bool fentry = wants_fentry(u) && features__has(&u->features, FEAT_FENTRY);

	for (enum where w = PROGRAM; w < WHERES; w++)
		for (enum side side = ENTRY; side < SIDES; side++) {
			bpf_program__set_autoload(prog_of(u, w, side), wanted[w]);
			if (u->multi[w])
				bpf_program__set_expected_attach_type(prog_of(u, w, side), types[w]);
		}
	bpf_program__set_autoload(u->skel->progs.probe_event, any(u, is_tracepoint));
	bpf_program__set_autoload(u->skel->progs.probe_fentry, fentry);
	bpf_program__set_autoload(u->skel->progs.probe_fexit, fentry);
}

static struct bpf_object_skeleton *open_skel(void *ctx, const struct bpf_object_open_opts *opts)
{
	struct uprobes *u = ctx;
	struct probe_bpf *s = u->skel = probe_bpf__open_opts(opts);
	const struct features *f = u->share.features;
	int err;

	if (!s)
		return NULL;
	s->rodata->use_task_storage = features__has(f, FEAT_TASK_STORAGE);
	s->rodata->has_iter = features__has(f, FEAT_ITER);
	/* where the kernel lacks the functions for it, typed.c takes their calls out */
	s->rodata->preemptible = !features__probes_preempted();
	s->rodata->shared = !s->rodata->preemptible || any(u, may_interrupt);
	s->rodata->decode_fds = any(u, is_kfunc) ? SCT_FDS_PATH : 0; /* of these, what files are called */
	s->rodata->has_cookies = u->cookies;
	s->rodata->own_only = u->opts.own_only;
	s->rodata->own_uid = getuid();
	s->rodata->own_gid = getgid();
	s->rodata->wake_bytes = u->share.wake_bytes;
	s->rodata->stacks = u->opts.plan.stacks != NULL;
	progs_set_up(u);
	err = share_maps(u);
	if (!err)
		err = usdt_set_up(u);
	if (err)
		errno = -err;
	return err ? NULL : s->skeleton;
}

/* What the program of a tracepoint is to send. */
static struct sct_event event_of(const struct probe_spec *s)
{
	struct sct_event e = { .size = SCT_EVENT_COMMON };
	unsigned n = 0;

	for (unsigned i = 0; i < s->nfields; i++) {
		const struct probe_field *f = &s->fields[i];

		if (f->off + f->size > e.size)
			e.size = f->off + f->size;
		if (f->kind >= EF_LOC && n < SCT_EVENT_LOCS)
			e.locs[n++] = f->off | (f->kind >= EF_REL ? SCT_EVENT_REL : 0);
	}
	return e;
}

static int events_fill(struct uprobes *u)
{
	int fd = bpf_map__fd(u->skel->maps.events);

	for (uint32_t i = 0; i < u->probes->n; i++) {
		struct sct_event e = event_of(&u->probes->v[i]->spec);

		if (is_tracepoint(u->probes->v[i]) && bpf_map_update_elem(fd, &i, &e, BPF_ANY))
			return -errno;
	}
	return 0;
}

static int plans_fill(struct uprobes *u)
{
	int fd = bpf_map__fd(u->skel->maps.plans);
	struct decode_opts plan = u->opts.plan;

	plan.abbrev = NULL; /* that is a set of calls */
	for (uint32_t i = 0; i < u->probes->n; i++) {
		const struct probe_spec *s = &u->probes->v[i]->spec;

		for (uint32_t side = ENTRY; side < SIDES; side++) {
			uint32_t key = SIDES * i + side;
			const struct sct_row *row = side ? &s->ret : &s->row;
			struct sct_plan p;

			plan__make(&p, abi__native(), row, &plan, true);
			p.nargs = row->nargs;
			if (probe_kind__calls(s->kind))
				p.flags |= SCT_PLAN_RETURNS;
			if (u->probes->v[i]->go)
				p.flags |= SCT_PLAN_GO;
			if (bpf_map_update_elem(fd, &key, &p, BPF_ANY))
				return -errno;
		}
	}
	return 0;
}

/* The programs that those of single probes go on with. */
static int jumps_make(struct uprobes *u)
{
	u->jumps = bpf_map_create(BPF_MAP_TYPE_PROG_ARRAY, "sctrace_jumps", 4, 4, WHERES * SIDES, NULL);
	if (u->jumps < 0)
		return -errno;
	for (uint32_t i = 0; i < WHERES * SIDES; i++) {
		const struct bpf_program *p = prog_of(u, i / SIDES, i % SIDES);
		int fd = bpf_program__fd(p);

		if (bpf_program__autoload(p) && bpf_map_update_elem(u->jumps, &i, &fd, BPF_ANY))
			return -errno;
	}
	return 0;
}

/* Those that the kernel refuses remain to be probed as others are. */
static void fentry_load(struct uprobes *u)
{
	int btf = bpf_object__btf_fd(u->skel->obj);

	for (uint32_t i = 0; i < u->probes->n; i++) {
		const struct probe *p = u->probes->v[i];

		if (is_kfunc(p) && p->btf_id)
			fentry__load(u->fentry, btf, p);
	}
}

static int load(struct uprobes *u)
{
	struct load l = {
		.btf = u->opts.btf,
		.without = u->opts.without,
		.own_only = u->opts.own_only,
		.fentry = wants_fentry(u),
		.each = u->fentry,
		.why = u->opts.why,
		.open = open_skel,
	};
	int err;

	l.elf = probe_bpf__elf_bytes(&l.elf_size);
	err = load__object(&l, &u->features, u);
	if (err)
		return err;
	err = plans_fill(u);
	if (!err)
		err = events_fill(u);
	if (!err && !u->cookies)
		err = jumps_make(u);
	if (!err && bpf_program__autoload(u->skel->progs.probe_fentry))
		fentry_load(u);
	bpf_program__unload(u->skel->progs.probe_fentry);
	bpf_program__unload(u->skel->progs.probe_fexit);
	return err ? why__set(&u->opts.why, err, "cannot set up the probes: %s", strerror(-err)) : 0;
}

static bool read_number(const char *path, const char *format, uint32_t *v)
{
	FILE *f = fopen(path, "re");
	bool ok = f && fscanf(f, format, v) == 1;

	if (f)
		fclose(f);
	return ok;
}

static int check_cookies(const struct uprobes *u)
{
	const char *what = any(u, is_usdt) ? "USDT probes" : any(u, is_tracepoint) ? "tracepoints" : NULL;

	if (u->cookies || !what)
		return 0;
	return why__set(&u->opts.why, -ENOTSUP, "%s take a kernel with probe_cookies (Linux 5.15; --features)", what);
}

static bool find_type(struct uprobes *u, enum where w)
{
	static const char *const types[WHERES] = { TYPES "uprobe/type", TYPES "kprobe/type" };
	static const char *const bits[WHERES] = { TYPES "uprobe/format/retprobe", TYPES "kprobe/format/retprobe" };

	return read_number(types[w], "%u", &u->events[w].type) &&
	       read_number(bits[w], "config:%u", &u->events[w].return_bit);
}

#define NO_KFUNCS "this kernel has no probes of its functions (kprobes of --features: CONFIG_KPROBE_EVENTS, and /sys)"

int uprobes__kfuncs_check(const struct features *f, bool own_only, const struct why *why)
{
	if (own_only)
		return why__set(why, -EPERM, "functions of the kernel take root: their arguments are the kernel's");
	return features__has(f, FEAT_KPROBES) ? 0 : why__set(why, -ENOTSUP, NO_KFUNCS);
}

/* How many there are of the kernel's functions, which are attached one by one? */
static int check_kfuncs(const struct uprobes *u)
{
	unsigned n = count_kfuncs(u);

	if (n <= KPROBES_MAX || u->multi[KERNEL])
		return 0;
	return why__set(
		&u->opts.why, -E2BIG,
		"these are %u functions of the kernel, and without kprobe_multi at most %d are probed (--features)", n,
		KPROBES_MAX);
}

static int find_types(struct uprobes *u)
{
	if (any(u, is_kfunc) && !find_type(u, KERNEL))
		return why__set(&u->opts.why, -ENOTSUP, NO_KFUNCS);
	if (!any(u, is_in_program) || (features__has(u->share.features, FEAT_UPROBES) && find_type(u, PROGRAM)))
		return 0;
	return why__set(&u->opts.why, -ENOTSUP,
			"this kernel has no probes of functions of programs (needs CONFIG_UPROBE_EVENTS, and /sys)");
}

int uprobes__open(struct uprobes **out, const struct uprobe_opts *opts, const struct bpf_share *share)
{
	struct uprobes init = { .probes = opts->probes, .share = *share, .opts = *opts, .jumps = -1 };
	struct uprobes *u = malloc(sizeof(*u));
	int err;

	if (!u)
		return -ENOMEM;
	memcpy(u, &init, sizeof(*u));
	u->cookies = features__has(share->features, FEAT_COOKIES);
	u->multi[PROGRAM] = features__has(share->features, FEAT_UPROBE_MULTI);
	u->multi[KERNEL] = features__has(share->features, FEAT_KPROBE_MULTI);
	u->fds = calloc(SIDES * opts->probes->n, sizeof(int));
	u->usdts = calloc(opts->probes->n, sizeof(*u->usdts));
	u->fentry = fentry__new();
	err = u->fds && u->usdts && u->fentry ? find_types(u) : -ENOMEM;
	if (!err)
		err = check_cookies(u);
	if (!err)
		err = check_kfuncs(u);
	if (!err)
		err = load(u);
	if (err) {
		uprobes__close(u);
		return err;
	}
	*out = u;
	return 0;
}

/* ---- attaching ---- */

static int refused(const struct uprobes *u, const struct probe *p, int err)
{
	if (err == -EMFILE)
		return why__set(&u->opts.why, err, "%u probes take as many descriptors (ulimit -n)", u->probes->n);
	return why__set(&u->opts.why, err, p->file ? "cannot probe '%s' of '%s': %s" : "cannot probe '%s' of %s: %s",
			p->spec.func, p->file ? p->file : "the kernel",
			err == -ENOTSUP ? "the kernel probes no such instruction" : strerror(-err));
}

/* A program that says which probe it is, and goes on with the common one. */
static int stub_load(const struct uprobes *u, const struct probe *p, enum side side)
{
	struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 6, .src_reg = 1 },
		{ .code = BPF_ST | BPF_MEM | BPF_W, .dst_reg = 10, .off = -4, .imm = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = 2, .src_reg = 10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = 2, .imm = -4 },
		{ .code = BPF_LD | BPF_DW | BPF_IMM,
		  .dst_reg = 1,
		  .src_reg = BPF_PSEUDO_MAP_FD,
		  .imm = bpf_map__fd(u->skel->maps.probe_now) },
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

/* A link, which closes the perf event with it. */
static int link_event(const struct bpf_program *prog, const struct probe *p, int event)
{
	LIBBPF_OPTS(bpf_link_create_opts, opts, .perf_event.bpf_cookie = p->id);
	int fd = bpf_link_create(bpf_program__fd(prog), event, BPF_PERF_EVENT, &opts);

	close(event);
	return fd;
}

/* The perf event goes with what attaches it: a link, or itself. */
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
		return refused(u, p, fd);
	u->fds[u->nfds++] = fd;
	return 0;
}

/* Is it a function's? */
static bool has_side(const struct probe *p, enum side side)
{
	if (probe_kind__has_provider(p->spec.kind))
		return false;
	return side == RETURN ? probe_kind__returns(p->spec.kind) : probe_kind__enters(p->spec.kind);
}

/* union bpf_attr of BPF_LINK_CREATE, which older headers do not have. */
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
		return refused(u, first, -errno);
	u->fds[u->nfds++] = fd;
	return 0;
}

/* Those of a side that lie in the same file as the first. */
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

/* Is it the first of the side in its file? */
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

/* Those of the kernel. */
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

		if (!is_kfunc(p) || fentry__has(u->fentry, p->id))
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
		return why__set(&u->opts.why, fd,
				"cannot probe %u functions of the kernel at once, '%s' and others: %s", n,
				first->spec.func, strerror(-fd));
	return fd >= 0 ? 0 : n ? refused(u, first, fd) : fd;
}

static int attach_each(struct uprobes *u, enum where where, enum side side)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < u->probes->n; i++)
		if (has_side(u->probes->v[i], side) && where_of(u->probes->v[i]) == where && !fentry__has(u->fentry, i))
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
	quiet__begin();
	link = bpf_program__attach_usdt(u->skel->progs.probe_usdt, -1, p->file, provider, name + 1, &opts);
	err = -errno;
	quiet__end();
	if (!link && err == -EINVAL)
		return why__set(&u->opts.why, err,
				"cannot probe '%s' of '%s': libbpf does not know where an argument is", p->spec.func,
				p->file);
	if (!link)
		return refused(u, p, err);
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

	fd = fd < 0 ? -errno : link_event(u->skel->progs.probe_event, p, fd);
	if (fd < 0)
		return refused(u, p, fd);
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

/* Returns first: one whose entry was not seen is left out, an entry without its return would stay unfinished. */
int uprobes__attach(struct uprobes *u)
{
	int err;

	fentry__attach(u->fentry);
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

void uprobes__cost(const struct uprobes *u, struct cost *cost)
{
	if (!u)
		return;
	cost__object(cost, u->skel->skeleton, -1);
	for (unsigned i = 0; i < WHERES * SIDES; i++)
		if (bpf_program__autoload(prog_of(u, i / SIDES, i % SIDES)))
			cost__runs(cost, bpf_program__fd(prog_of(u, i / SIDES, i % SIDES)));
	fentry__cost(u->fentry, cost);
	cost->fds += u->nfds + (u->jumps >= 0);
}

/* In the other order. */
void uprobes__detach(struct uprobes *u)
{
	while (u && u->nusdts)
		bpf_link__destroy(u->usdts[--u->nusdts]);
	while (u && u->nfds)
		close(u->fds[--u->nfds]);
	if (u)
		fentry__detach(u->fentry);
}

uint64_t uprobes__skips(const struct uprobes *u)
{
	return fentry__skips(u->fentry);
}

void uprobes__close(struct uprobes *u)
{
	if (!u)
		return;
	uprobes__detach(u);
	fentry__free(u->fentry);
	free(u->fds);
	free(u->usdts);
	if (u->jumps >= 0)
		close(u->jumps);
	if (u->skel)
		probe_bpf__destroy(u->skel);
	free(u);
}

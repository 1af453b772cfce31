// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/bpf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "source/ring.h"
#include "sctrace.skel.h"

#define RING_TOTAL (64u << 20) /* shared by all CPUs, unless the caller says otherwise */
#define RING_MIN (1u << 20)
#define RING_MAX (16u << 20)

struct bpf {
	struct sctrace_bpf *skel;
	struct rings *rings;
	int *ring_fds;
	unsigned ncpus;
	uint32_t ring_bytes;
	char *why;
	size_t why_size;
};

static int silent(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

__attribute__((format(printf, 3, 4))) static int fail(struct bpf *b, int err, const char *fmt, ...)
{
	va_list ap;

	if (b->why_size) {
		va_start(ap, fmt);
		vsnprintf(b->why, b->why_size, fmt, ap);
		va_end(ap);
	}
	return err;
}

static int load_failed(struct bpf *b, int err)
{
	if (err == -EPERM || err == -EACCES)
		return fail(b, err,
			    "needs CAP_BPF and CAP_PERFMON (run as root, or: setcap cap_bpf,cap_perfmon=ep on the binary)");
	if (access("/sys/kernel/btf/vmlinux", R_OK))
		return fail(b, err, "this kernel has no BTF (needs CONFIG_DEBUG_INFO_BTF; Linux 5.10 or newer)");
	return fail(b, err, "the kernel refused the BPF programs: %s", strerror(-err));
}

/* How many pid namespaces deep this process is. */
static unsigned own_ns_level(void)
{
	char line[256];
	unsigned n = 0;
	FILE *f = fopen("/proc/self/status", "re");

	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, "NSpid:", 6))
			continue;
		for (char *p = line + 6; *p; p++)
			n += *p == '\t';
		break;
	}
	if (f)
		fclose(f);
	return n ? n - 1 : 0;
}

static uint32_t ring_size(const struct bpf_opts *opts, unsigned ncpus)
{
	uint32_t want = opts->ring_bytes ? opts->ring_bytes : RING_TOTAL / ncpus;
	uint32_t min = opts->ring_bytes ? (uint32_t)sysconf(_SC_PAGESIZE) : RING_MIN, size = RING_MAX;

	if (opts->ring_bytes)
		size = 1u << 30;
	while (size > want && size > min)
		size /= 2;
	return size;
}

static int configure(struct bpf *b)
{
	struct sctrace_bpf *s = b->skel;
	bool storage = libbpf_probe_bpf_map_type(BPF_MAP_TYPE_TASK_STORAGE, NULL) == 1;

	s->rodata->use_task_storage = storage;
	s->rodata->ns_level = own_ns_level();
	s->rodata->wake_bytes = b->ring_bytes / 4;
	bpf_map__set_autocreate(s->maps.tasks, storage);
	if (storage)
		bpf_map__set_max_entries(s->maps.tasks_hash, 1);
	bpf_map__set_max_entries(s->maps.rings, b->ncpus);
	bpf_map__set_max_entries(s->maps.scratches, b->ncpus);
	return bpf_map__set_max_entries(s->maps.cpus, b->ncpus);
}

static int rings_create(struct bpf *b)
{
	int outer = bpf_map__fd(b->skel->maps.rings);

	for (unsigned i = 0; i < b->ncpus; i++)
		b->ring_fds[i] = -1;
	for (unsigned i = 0; i < b->ncpus; i++) {
		int fd = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "sctrace_ring", 0, 0, b->ring_bytes, NULL);

		if (fd < 0)
			return fail(b, fd, "cannot allocate %u bytes for each CPU's ring: %s (smaller: --ring-size)",
				    b->ring_bytes, strerror(-fd));
		b->ring_fds[i] = fd;
		if (bpf_map_update_elem(outer, &i, &fd, BPF_ANY))
			return fail(b, -errno, "cannot set up the rings: %s", strerror(errno));
	}
	return rings__new(&b->rings, b->ring_fds, b->ncpus, b->ring_bytes, bpf_map__fd(b->skel->maps.cpus),
			  (volatile uint64_t *)&b->skel->bss->reader_idle);
}

/* ---- capture plans ---- */

static int plan_put(struct bpf *b, uint32_t idx, const struct abi *abi, const struct sct_row *row,
		    const struct bpf_opts *opts, bool enabled)
{
	struct sct_plan p;

	plan__make(&p, abi, row, &opts->plan, enabled);
	return bpf_map_update_elem(bpf_map__fd(b->skel->maps.plans), &idx, &p, BPF_ANY) ? -errno : 0;
}

/* The variants of a call get plans behind those of all calls. */
static int variants_put(struct bpf *b, uint32_t base_idx, uint32_t *next, const struct abi *abi,
			const struct sct_row *row, const struct bpf_opts *opts, bool enabled)
{
	unsigned base = 1 + (unsigned)(row - sct_rows);

	for (const struct sct_row *v = row + 1; v < sct_rows + sct_nrows && v->base == base; v++) {
		struct sct_variant_key key = { base_idx, { (uint32_t)v->key, v->key >> 32 } };
		int err = plan_put(b, *next, abi, v, opts, enabled);

		if (err)
			return err;
		if (bpf_map_update_elem(bpf_map__fd(b->skel->maps.variants), &key, next, BPF_ANY))
			return -errno;
		++*next;
	}
	return 0;
}

static int plans_fill(struct bpf *b, const struct bpf_opts *opts)
{
	uint32_t next = SCT_NABIS * SCT_NR_MAX;

	for (unsigned slot = 0; slot < SCT_NABIS; slot++) {
		const struct abi *abi = slot ? abi__compat() : abi__native();

		for (uint32_t nr = 0; abi && nr < SCT_NR_MAX; nr++) {
			const struct sct_row *row = abi__row(abi, nr);
			bool on = row ? select__has(opts->selection, row) : opts->selection->all;
			uint32_t idx = slot * SCT_NR_MAX + nr;
			int err;

			if (!on)
				continue;
			err = plan_put(b, idx, abi, row, opts, on);
			if (!err && row)
				err = variants_put(b, idx, &next, abi, row, opts, on);
			if (err)
				return fail(b, err, "cannot fill the capture plans: %s", strerror(-err));
		}
	}
	return 0;
}

/* ---- life cycle ---- */

static int open_and_load(struct bpf *b)
{
	int err;

	b->skel = sctrace_bpf__open();
	if (!b->skel)
		return load_failed(b, -errno);
	err = configure(b);
	if (err)
		return err;
	err = sctrace_bpf__load(b->skel);
	return err ? load_failed(b, err) : 0;
}

int bpf__open(struct bpf **out, const struct bpf_opts *opts)
{
	libbpf_print_fn_t print;
	struct bpf *b = calloc(1, sizeof(*b));
	int err, n;

	if (!b)
		return -ENOMEM;
	b->why = opts->why;
	b->why_size = opts->why ? opts->why_size : 0;
	n = libbpf_num_possible_cpus();
	b->ncpus = n > 0 ? n : 1;
	b->ring_bytes = ring_size(opts, b->ncpus);
	b->ring_fds = calloc(b->ncpus, sizeof(int));
	if (!b->ring_fds) {
		free(b);
		return -ENOMEM;
	}
	/* libbpf's messages are no business of a library's stderr */
	print = libbpf_set_print(getenv("SCTRACE_DEBUG") ? NULL : silent);
	if (getenv("SCTRACE_DEBUG"))
		libbpf_set_print(print);
	err = open_and_load(b);
	libbpf_set_print(print);
	if (!err)
		err = rings_create(b);
	if (!err)
		err = plans_fill(b, opts);
	if (err) {
		bpf__close(b);
		return err;
	}
	*out = b;
	return 0;
}

int bpf__target(struct bpf *b, pid_t tid, uint32_t flags)
{
	uint32_t key = tid;

	return bpf_map_update_elem(bpf_map__fd(b->skel->maps.targets), &key, &flags, BPF_ANY) ? -errno : 0;
}

int bpf__attach(struct bpf *b)
{
	struct bpf_program *p;

	bpf_object__for_each_program(p, b->skel->obj) {
		struct bpf_link **slot = NULL;

		if (bpf_program__type(p) == BPF_PROG_TYPE_TRACING &&
		    bpf_program__expected_attach_type(p) == BPF_TRACE_ITER)
			continue;
		for (int i = 0; i < b->skel->skeleton->prog_cnt; i++)
			if (*b->skel->skeleton->progs[i].prog == p)
				slot = b->skel->skeleton->progs[i].link;
		if (!slot)
			continue;
		*slot = bpf_program__attach(p);
		if (!*slot)
			return fail(b, -errno, "cannot attach %s: %s", bpf_program__name(p), strerror(errno));
	}
	return 0;
}

int bpf__mark(struct bpf *b)
{
	struct bpf_link *link = bpf_program__attach_iter(b->skel->progs.mark_tasks, NULL);
	char sink[256];
	ssize_t n;
	int fd;

	if (!link)
		return fail(b, -errno, "cannot run the task iterator: %s", strerror(errno));
	fd = bpf_iter_create(bpf_link__fd(link));
	if (fd < 0) {
		bpf_link__destroy(link);
		return fail(b, fd, "cannot run the task iterator: %s", strerror(-fd));
	}
	do
		n = read(fd, sink, sizeof(sink));
	while (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)));
	close(fd);
	bpf_link__destroy(link);
	return 0;
}

void bpf__detach(struct bpf *b)
{
	sctrace_bpf__detach(b->skel);
}

struct source *bpf__source(struct bpf *b)
{
	return rings__source(b->rings);
}

void bpf__close(struct bpf *b)
{
	if (!b)
		return;
	if (b->rings)
		rings__source(b->rings)->ops->free(rings__source(b->rings));
	if (b->skel)
		sctrace_bpf__destroy(b->skel);
	for (unsigned i = 0; i < b->ncpus; i++)
		if (b->ring_fds[i] > 0)
			close(b->ring_fds[i]);
	free(b->ring_fds);
	free(b);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Loads the programs that count hits of probes in the rows of the statistics of calls (counts/kstats.h). */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>

#include "probe_bpf/uprobes.h"

/* after the headers that define the types of its variables */
#include "pcount.skel.h"

#define BATCH 1024

/* Does not create the maps that only the statistics of calls use. */
static void maps_unused(const struct pcount_bpf *s)
{
	struct bpf_map *const maps[] = {
		s->maps.slots_0, s->maps.slots_1, s->maps.names_0,   s->maps.names_1,
		s->maps.barrier, s->maps.calls,	  s->maps.scratches, s->maps.sharers,
	};

	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++)
		bpf_map__set_autocreate(maps[i], false);
}

static int map_share(struct bpf_object *obj, const char *name, int fd)
{
	struct bpf_map *m = bpf_object__find_map_by_name(obj, name);

	if (!m)
		return -ENOENT;
	return fd < 0 ? bpf_map__set_autocreate(m, false) : bpf_map__reuse_fd(m, fd);
}

static int maps_set_up(struct uprobes *u)
{
	const struct uprobe_counting *c = u->opts.count;
	struct pcount_bpf *s = u->counts;
	int err = map_share(s->obj, "tasks", c->tasks);
	bool calls = false;

	maps_unused(s);
	for (unsigned i = 0; !err && i < UPROBE_COUNTING_MAPS; i++)
		err = map_share(s->obj, c->maps[i].name, c->maps[i].fd);
	for (uint32_t i = 0; i < u->probes->n; i++)
		calls |= probe_kind__calls(u->probes->v[i]->spec.kind);
	if (!err && !calls)
		err = bpf_map__set_max_entries(s->maps.open, 1);
	return err ? err : bpf_map__set_max_entries(s->maps.probes, u->probes->n);
}

struct bpf_object_skeleton *uprobe_counts__open(struct uprobes *u, const struct bpf_object_open_opts *opts)
{
	const struct uprobe_counting *c = u->opts.count;
	struct pcount_bpf *s = u->counts = pcount_bpf__open_opts(opts);
	int err;

	if (!s)
		return NULL;
	s->rodata->use_task_storage = features__has(c->features, FEAT_TASK_STORAGE);
	s->rodata->has_iter = features__has(c->features, FEAT_ITER);
	s->rodata->preempted = features__probes_preempted();
	s->rodata->preemptible = !s->rodata->preempted;
	s->rodata->has_cookies = u->cookies;
	s->rodata->ptraceable_only = u->opts.own_only;
	s->rodata->own_uid = getuid();
	s->rodata->own_gid = getgid();
	s->rodata->all_tasks = c->all;
	s->rodata->scope = c->scope;
	s->rodata->by = c->by;
	s->rodata->by_cpu = c->by_cpu;
	s->rodata->with_hist = c->hist;
	s->rodata->ncpus = c->ncpus;
	s->rodata->rows_wakeup = c->rows_wakeup;
	memcpy((void *)s->rodata->key_args, c->args, sizeof(c->args));
	err = maps_set_up(u);
	if (err)
		errno = -err;
	return err ? NULL : s->skeleton;
}

int uprobe_counts__fill(struct uprobes *u)
{
	int fd = bpf_map__fd(u->counts->maps.probes);

	for (uint32_t i = 0; i < u->probes->n; i++) {
		const struct probe *p = u->probes->v[i];
		struct pcount_probe v = { .nargs = p->spec.row.nargs };

		if (probe_kind__calls(p->spec.kind))
			v.flags |= PCOUNT_RETURNS;
		if (p->go)
			v.flags |= PCOUNT_GO;
		if (bpf_map_update_elem(fd, &i, &v, BPF_ANY))
			return -errno;
	}
	return 0;
}

/* True if the thread that entered the function has ended, so that the function will not return. */
static bool has_ended(const struct pcount_entered *e)
{
	return e->tid && kill((pid_t)e->tid, 0) && errno == ESRCH;
}

static void forget_ended(struct uprobes *u)
{
	int fd = bpf_map__fd(u->counts->maps.open), end = 0;
	struct pcount_entered *values = calloc(BATCH, sizeof(*values));
	struct pcount_call *keys = calloc(BATCH, sizeof(*keys));
	uint32_t pos = 0, left = 0;
	bool first = true;

	while (values && keys && !end) {
		uint32_t n = BATCH;

		end = bpf_map_lookup_batch(fd, first ? NULL : &pos, &pos, keys, values, &n, NULL) ? -errno : 0;
		first = false;
		if (end && end != -ENOENT)
			break;
		for (uint32_t i = 0; i < n; i++)
			if (!has_ended(&values[i]) || bpf_map_delete_elem(fd, &keys[i]))
				left++;
	}
	if (end == -ENOENT)
		__atomic_store_n(&u->counts->bss->open_calls, left, __ATOMIC_RELAXED);
	free(values);
	free(keys);
}

uint64_t uprobes__hits_lost(struct uprobes *u)
{
	if (!u || !u->counts)
		return 0;
	if (__atomic_load_n(&u->counts->bss->open_calls, __ATOMIC_RELAXED) > PCOUNT_OPEN_MAX / 2)
		forget_ended(u);
	return __atomic_load_n(&u->counts->bss->hits_lost, __ATOMIC_RELAXED) + kernel_skips(u);
}

void uprobes__pause(struct uprobes *u, bool pause)
{
	if (u && u->counts)
		__atomic_store_n(&u->counts->bss->paused, pause, __ATOMIC_RELAXED);
}

const void *uprobe_counts__elf(size_t *size)
{
	return pcount_bpf__elf_bytes(size);
}

void uprobe_counts__destroy(struct uprobes *u)
{
	if (u->counts)
		pcount_bpf__destroy(u->counts);
}

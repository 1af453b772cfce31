// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Loads the programs that send hits of probes as records. */
#include <errno.h>
#include <unistd.h>

#include <bpf/bpf.h>

#include "probe_bpf/uprobes.h"

/* after the headers that define the types of its variables */
#include "probe.skel.h"

static int share_maps(struct uprobes *u)
{
	const struct bpf_share *sh = &u->share;
	struct probe_bpf *s = u->records;
	struct {
		struct bpf_map *map;
		int fd;
	} maps[] = {
		{ s->maps.tasks, sh->tasks },	    { s->maps.tasks_hash, sh->tasks_hash },
		{ s->maps.targets, sh->targets },   { s->maps.rings, sh->rings },
		{ s->maps.cpus, sh->cpus },	    { s->maps.data_wake, sh->wake },
		{ s->maps.data_tasks, sh->counts }, { s->maps.cgroups, sh->cgroups },
		{ s->maps.data_scope, sh->scoped }, { s->maps.comm_filter, sh->comm_filter },
	};

	bpf_map__set_autocreate(s->maps.variants, false);
	bpf_map__set_autocreate(s->maps.fd_tables, any(u, is_kfunc) || u->opts.plan.processes);
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

struct bpf_object_skeleton *uprobe_records__open(struct uprobes *u, const struct bpf_object_open_opts *opts)
{
	struct probe_bpf *s = u->records = probe_bpf__open_opts(opts);
	const struct features *f = u->share.features;
	int err;

	if (!s)
		return NULL;
	s->rodata->use_task_storage = features__has(f, FEAT_TASK_STORAGE);
	s->rodata->has_iter = features__has(f, FEAT_ITER);
	/* if the kernel lacks bpf_preempt_disable(), btf_load.c removes the calls of it */
	s->rodata->preemptible = !features__probes_preempted();
	s->rodata->shared = !s->rodata->preemptible || any(u, may_interrupt);
	/* files among the arguments are captured as paths */
	s->rodata->decode_fds = any(u, is_kfunc) ? SCT_FDS_PATH : 0;
	s->rodata->has_cookies = u->cookies;
	s->rodata->ptraceable_only = u->opts.own_only;
	s->rodata->own_uid = getuid();
	s->rodata->own_gid = getgid();
	s->rodata->all_tasks = u->share.all;
	s->rodata->scope = u->share.scope;
	s->rodata->wake_bytes = u->share.wake_bytes;
	s->rodata->stacks = u->opts.plan.stacks != NULL;
	s->rodata->owners = u->opts.plan.owners;
	s->rodata->processes = u->opts.plan.processes;
	err = share_maps(u);
	if (err)
		errno = -err;
	return err ? NULL : s->skeleton;
}

/* Returns what to capture of a tracepoint's event: its size, and the fields that locate variable-length data. */
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
	int fd = bpf_map__fd(u->records->maps.events);

	for (uint32_t i = 0; i < u->probes->n; i++) {
		struct sct_event e = event_of(&u->probes->v[i]->spec);

		if (is_tracepoint(u->probes->v[i]) && bpf_map_update_elem(fd, &i, &e, BPF_ANY))
			return -errno;
	}
	return 0;
}

static int plans_fill(struct uprobes *u)
{
	int fd = bpf_map__fd(u->records->maps.plans);
	struct decode_opts plan = u->opts.plan;

	plan.abbrev = NULL; /* abbrev is a set of system calls */
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

int uprobe_records__fill(struct uprobes *u)
{
	int err = plans_fill(u);

	return err ? err : events_fill(u);
}

const void *uprobe_records__elf(size_t *size)
{
	return probe_bpf__elf_bytes(size);
}

void uprobe_records__destroy(struct uprobes *u)
{
	if (u->records)
		probe_bpf__destroy(u->records);
}

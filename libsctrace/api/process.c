// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* sctrace_process() and sctrace_process_find(), which describe processes from the process cache. */
#include <errno.h>
#include <string.h>

#include "api/handle.h"
#include "enrich/processes.h"

static const char *text_of(const struct process_text *text)
{
	return text ? text->text : NULL;
}

static void fill(struct sctrace *t, const struct process *p, uint32_t pid, uint32_t tid)
{
	struct sctrace_process *o = &t->process;
	uint32_t args_len = p->args ? p->args->len : 0;

	_Static_assert(sizeof(o->namespaces) == sizeof(p->namespaces.inum), "one number for each");
	*o = (struct sctrace_process){
		.sz = sizeof(*o),
		.pid = pid,
		.tid = tid,
		.id = p->id,
		.start = p->start,
		.parent = p->owner.parent,
		.parent_id = p->parent_start ? process__id(p->parent_start, p->owner.parent) : 0,
		.comm = p->comm,
		.exe = text_of(p->exe.path),
		.exe_deleted = p->exe.flags & SCT_FILE_DELETED,
		.exe_memfd = p->exe.kind == SCT_FILE_NAMELESS,
		.exe_ino = p->exe.ino,
		.cwd = text_of(p->cwd.path),
		.cwd_deleted = p->cwd.flags & SCT_FILE_DELETED,
		.args = text_of(p->args),
		.args_len = args_len,
		.args_total = p->args_len > args_len ? p->args_len : args_len,
		.uid = p->owner.uid,
		.gid = p->gid,
		.euid = p->euid,
		.egid = p->egid,
		.session = p->session,
		.cgroup = p->owner.cgroup,
		.ended = p->ended,
	};
	memcpy(o->namespaces, p->namespaces.inum, sizeof(o->namespaces));
	if (o->cgroup && (t->bpf || cgroups__has(&t->cgroups, o->cgroup))) {
		t->cgroups.proc = t->bpf ? t->base.proc : -1;
		o->container = cgroups__container(&t->cgroups, o->cgroup);
		o->cgroup_path = cgroups__path(&t->cgroups, o->cgroup);
	}
}

int sctrace_process(struct sctrace *t, const struct sctrace_event *ev, const struct sctrace_process **p)
{
	const struct event *e = ev ? ev->priv : NULL;
	const struct process *of;

	if (!t || !ev || !p || !t->processes)
		return -EINVAL;
	*p = NULL;
	of = e && e->task ? processes__of(t->processes, e->task) : NULL;
	if (!of || !of->in)
		return -ENODATA;
	fill(t, of, ev->tgid, ev->tid);
	*p = &t->process;
	return 0;
}

int sctrace_process_find(struct sctrace *t, uint64_t id, const struct sctrace_process **p)
{
	const struct process *of;

	if (!t || !p || !t->processes)
		return -EINVAL;
	*p = NULL;
	of = processes__find(t->processes, id);
	if (!of)
		return -ENODATA;
	fill(t, of, of->tgid, of->tgid);
	*p = &t->process;
	return 0;
}

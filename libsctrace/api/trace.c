// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* A handle of events: opening, delivery of records, start and stop. */
#include "api/handle.h"
#include "api/memory.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "enrich/processes.h"
#include "enrich/task_names.h"
#include "enrich/seccontext/seccontext.h"
#include "api/deliver.h"
#include "api/event_keys.h"
#include "api/flight.h"
#include "api/opts_check.h"
#include "api/poll.h"
#include "api/probes.h"
#include "api/recording.h"
#include "api/replay.h"
#include "api/replay_scope.h"
#include "lookup/io_calls.h"
#include "api/scope.h"
#include "api/share.h"
#include "sink/text.h"
#include "recording/recorder.h"
#include "live/fd_refs.h"
#include "load/bpf_load.h"
#include "enrich/mmaps.h"
#include "enrich/netnames.h"
#include "attach/snapshot.h"
#include "stack/stack.h"
#include "api/trace_control.h"
#include "api/trace_health.h"
#include "util/caps.h"
#include "util/clock.h"
#include "util/procfs.h"

#define STRLEN_DEFAULT 32
#define RING_BYTES_MAX (1u << 30)

_Static_assert((int)SCTRACE_ABI_X86_64 == SCT_ABI_X86_64 && (int)SCTRACE_ABI_I386 == SCT_ABI_I386 &&
		       (int)SCTRACE_ABI_ARM64 == SCT_ABI_ARM64 && (int)SCTRACE_ABI_ARM == SCT_ABI_ARM &&
		       (int)SCTRACE_ABI_RISCV64 == SCT_ABI_RISCV64 && SCT_ABI_MAX == 5,
	       "the public ABIs are those of the tables");

/* ---- open ---- */

/* Sets which tasks are traced besides targets, and the filter by results. */
static int open_scope(struct sctrace *t, const struct sctrace_opts *o, struct programs_opts *bo)
{
	const struct scope_opts so = SCOPE_OPTS(o);
	int err = scope__make(&bo->scope, &so, share__wanted(o), &t->base.guard);

	bo->all = o->all_tasks;
	t->scope = bo->scope;
	err = err ? err : result_filter__of_events(&bo->results, t, o);
	t->by_result = bo->results.any;
	return err;
}

static int open_live(struct sctrace *t, const struct sctrace_opts *o)
{
	struct programs_opts bo = {
		.plan = share__plan(t, o),
		.selection = &t->base.selection,
		.ring_bytes = o->ring_bytes,
		.ring_total = o->ring_total,
		.btf = o->btf,
		.own_only = o->own_only,
		.detach_on_exec = o->detach_on_exec,
		.sids = seccontext__sids(t->decode.seccontext),
		.errmsg = t->base.guard.now,
		.why_size = sizeof(t->base.guard.now),
	};
	int err = session__without(&t->base, o->without, &bo.without);

	if (err)
		return err;
	if (o->ring_bytes & (o->ring_bytes - 1) || o->ring_bytes > RING_BYTES_MAX ||
	    (o->ring_bytes && o->ring_bytes < (uint32_t)sysconf(_SC_PAGESIZE)))
		return guard__fail(&t->base.guard, -EINVAL,
				   "a ring cannot have %u bytes: use a power of two, %ld to %u", o->ring_bytes,
				   sysconf(_SC_PAGESIZE), RING_BYTES_MAX);
	err = open_scope(t, o, &bo);
	if (bo.plan.by_touch)
		operand_filter__choice(&t->operand_filter, &bo.choice);
	if (!err)
		err = programs__open(&t->bpf, &bo);
	if (!err && (o->nprobes || o->probe_rows))
		err = probes__open(t, o, bo.without);
	if (err)
		return err;
	err = o->stacks ? mmaps__open(&t->mmaps) : 0;
	if (err)
		return guard__fail(&t->base.guard, err, "cannot watch mappings of processes (perf_event_open): %s",
				   strerror(-err));
	t->source = programs__source(t->bpf);
	return 0;
}

/* Opens what each live handle needs for itself, even if it shares programs. */
static int open_rest(struct sctrace *t, const struct sctrace_opts *o)
{
	t->base.proc = t->attach.proc = procfs__open();
	task_names__live(t->decode.tasks, t->base.proc);
	seccontext__live(t->decode.seccontext, t->base.proc);
	t->clock_offset = clock_offset_now(CLOCK_MONOTONIC);
	t->decode.boot_offset = clock_offset_now(CLOCK_BOOTTIME);
	return recording__open(t, o);
}

static int open_stacks(struct sctrace *t, const struct sctrace_opts *o)
{
	int err = stacks__new(&t->decode.stacks, pair__tasks(t->pair), o->stack_frames, o->stack_lines);

	return err == -ENOTSUP
		       ? guard__fail(&t->base.guard, err, "source lines of stacks: this was built without libdw")
		       : err;
}

/* Sets up the filters by descriptors and paths, for which the files of descriptors have to be captured. */
static int open_wanted(struct sctrace *t, const struct sctrace_opts *o)
{
	t->picks = true;
	t->decode.by_touch = true;
	t->decode.no_data = false;
	if (o->paths)
		t->decode.fds |= SCT_FDS_PATH;
	return operand_filter__init(&t->operand_filter, o->trace_fds, o->paths, t->base.guard.now,
				    sizeof(t->base.guard.now));
}

/* Parses a predicate, and makes the handle capture what it compares. */
static int open_matcher(struct sctrace *t, struct matcher **m, const char *predicate)
{
	const struct errmsg errmsg = { t->base.guard.now, sizeof(t->base.guard.now) };
	int err = matcher__new(m, predicate, &errmsg);
	unsigned needs = err ? 0 : matcher__needs(*m);

	if (needs & MATCHER_MEMORY)
		t->decode.no_data = false;
	if (needs & MATCHER_FILES)
		t->decode.fds |= SCT_FDS_PATH;
	if (needs & MATCHER_COMM)
		t->decode.comms = pair__tasks(t->pair)->comms = true;
	return err;
}

static int open_predicates(struct sctrace *t, const struct sctrace_opts *o)
{
	int err = o->predicate ? open_matcher(t, &t->predicate, o->predicate) : 0;

	if (!err && o->peers) {
		t->decode.no_data = false;
		t->decode.fds |= SCT_FDS_SOCKET;
		err = peer_filter__init(&t->peers, o->peers,
					&(struct errmsg){ t->base.guard.now, sizeof(t->base.guard.now) });
	}
	t->picks |= trace_decides_at_end(t);
	return !err && o->until ? open_matcher(t, &t->until, o->until) : err;
}

/* Checks that the arguments that the predicates name exist in selected calls. */
static int check_predicates(struct sctrace *t)
{
	const struct errmsg errmsg = { t->base.guard.now, sizeof(t->base.guard.now) };
	int err = t->predicate ? matcher__check(t->predicate, &t->base.selection, &errmsg) : 0;

	return !err && t->until ? matcher__check(t->until, &t->base.selection, &errmsg) : err;
}

static int open_pids(struct sctrace *t, const struct sctrace_opts *o)
{
	t->decode.pids = o->pids;
	t->decode.comms = o->pids & (PIDS_COMM | PIDS_KEEP);
	return task_names__new(&t->decode.tasks, pair__tasks(t->pair));
}

/* Sets up security contexts. Those of descriptors need the files of descriptors to be captured. */
static int open_labels(struct sctrace *t, const struct sctrace_opts *o)
{
	const struct errmsg errmsg = { t->base.guard.now, sizeof(t->base.guard.now) };
	int err;

	if (o->record || o->replay)
		return guard__fail(&t->base.guard, -EINVAL,
				   "a capture file has no security contexts: leave out secontext, or the capture file");
	err = bpf_load__allowed()
		      ? seccontext__new(&t->decode.seccontext, pair__tasks(t->pair), o->btf, o->secontext, &errmsg)
		      : 0;
	if (!err && t->decode.seccontext)
		t->decode.fds |= SCT_FDS_PATH;
	return err;
}

static int open_with(struct sctrace *t, const struct sctrace_opts *o)
{
	int err = pair__new(&t->pair, deliver__event, t);

	t->cgroups.proc = -1;
	t->base.own_only = o->own_only;
	t->base.unnamed = o->unnamed;
	t->base.all = o->all_tasks;
	t->base.by_cgroup = o->cgroups;
	t->base.replay = o->replay != NULL;
	t->event = o->event;
	t->ctx = o->ctx;
	t->decode.strlen_max = o->strlen_max || o->strlen_zero ? o->strlen_max : STRLEN_DEFAULT;
	t->decode.verbose = o->verbose;
	t->decode.no_data = o->no_data;
	t->decode.ips = o->ips;
	t->decode.namespaces = o->namespaces;
	t->decode.kvm = o->kvm && !o->no_data;
	t->decode.whole = (o->whole_reads ? TRANSFER_READ : 0) | (o->whole_writes ? TRANSFER_WRITE : 0);
	t->decode.fds = t->decode.fds_shown = o->no_data ? 0 : o->fds & SCT_FDS_ALL;
	t->decode.within = o->nprobes || o->probe_rows;
	t->decode.probes = &t->probes;
	t->decode.owners = o->record || o->processes;
	t->decode.processes = t->attach.processes = o->processes && !o->replay;
	if (!err && o->processes)
		err = processes__new(&t->processes, pair__tasks(t->pair), o->process_keep_ns);
	if (!err)
		err = netnames__new(&t->names);
	if (!err) {
		t->decode.interfaces = netnames__table(t->names, SCT_NAMES_INTERFACES);
		t->decode.families = netnames__table(t->names, SCT_NAMES_FAMILIES);
	}
	if (!err && o->pids)
		err = open_pids(t, o);
	if (!err && o->stacks)
		err = open_stacks(t, o);
	if (!err && o->secontext && !o->no_data)
		err = open_labels(t, o);
	if (!err && (o->trace_fds || o->paths))
		err = open_wanted(t, o);
	if (!err)
		err = open_predicates(t, o);
	if (!err && o->keys)
		err = event_keys__capture(t, o->keys);
	if (!err && t->decode.fds)
		err = fd_refs__new(&t->files);
	if (!err)
		err = session__choose(&t->base, o->trace, &t->base.selection);
	if (!err)
		err = check_predicates(t);
	if (!err && o->abbrev)
		err = session__parse(&t->base, o->abbrev, &t->abbrev);
	t->decode.abbrev = o->abbrev ? &t->abbrev : NULL;
	if (!err)
		err = o->replay ? replay__open(t, o) : share__open(t, o, open_live);
	if (!err && !o->replay)
		err = open_rest(t, o);
	return err;
}

/* ---- life ---- */

int sctrace_pending(struct sctrace *t, sctrace_event_fn *fn, void *ctx)
{
	int err = !t ? -EINVAL : !fn ? guard__invalid(&t->base.guard, "fn is NULL") : guard__enter(&t->base.guard);

	if (err)
		return err;
	t->pending = fn;
	t->pending_ctx = ctx;
	return guard__leave(&t->base.guard, pair__pending(t->pair, deliver__pending, t));
}

int sctrace_ended(struct sctrace *t, pid_t pid, int status)
{
	struct event ev = { .kind = EV_TASK_EXIT, .tid = (uint32_t)pid, .tgid = (uint32_t)pid, .ts = now_ns() };
	int err = !t	     ? -EINVAL
		  : pid <= 0 ? guard__invalid(&t->base.guard, "no process has this number")
			     : guard__enter(&t->base.guard);

	if (err)
		return err;
	ev.code = (uint32_t)status;
	if (!t->pulls)
		pair__resume(t->pair);
	err = pair__report(t->pair, &ev);
	return guard__leave(&t->base.guard, err || t->pulls ? err : pair__answer(t->pair));
}

/* ---- the session ---- */

static int start(struct session *s)
{
	struct sctrace *t = trace_of(s);
	int err;

	if (!t->bpf)
		return 0;
	t->reads_late = memory__is_read_late(t);
	err = share__attach(t);
	if (!err)
		err = trace_control__enroll(s);
	if (!err)
		err = probes__start(t, poll__record, t);
	if (err) {
		uprobes__detach(t->uprobes);
		share__detach(t);
		return err;
	}
	attach__settle(&t->attach);
	/* make the first poll look for what attach__settle() left */
	t->source->ops->kick(t->source);
	return 0;
}

static int stop(struct session *s)
{
	struct sctrace *t = trace_of(s);

	if (s->life != LIFE_STOPPED) {
		s->life = LIFE_STOPPED;
		t->ending = true;
		if (t->bpf) {
			uprobes__detach(t->uprobes);
			share__detach(t);
		}
	}
	/* with sctrace_next(), the caller takes the remaining events */
	return t->ending && !t->pulls ? poll__rest(t) : 0;
}

static const struct session_ops ops = {
	.verb = "traced",
	.target_in_callback = true,
	.target = trace_control__target,
	.enroll = trace_control__enroll,
	.cgroup = trace_control__cgroup,
	.untarget = trace_control__untarget,
	.left = trace_control__left,
	.select = trace_control__select,
	.changed = trace_control__changed,
	.start = start,
	.stop = stop,
	.look = trace_health__look,
};

int sctrace_open(struct sctrace **out, const struct sctrace_opts *opts)
{
	struct sctrace_opts o;
	struct sctrace *t;
	int err;

	if (!out || !opts)
		return -EINVAL;
	err = opts__take(OPTS_sctrace_opts, &o, opts, &(struct errmsg){ opts->why, opts->why_size });
	if (err)
		return err;
	o.stacks |= o.keys && event_keys__stacks(o.keys);
	o.own_only = o.own_only || (!o.any_owner && !o.replay && caps__own_only());
	t = calloc(1, sizeof(*t));
	if (!t)
		return -ENOMEM;
	session__init(&t->base, &ops);
	err = guard__end(&t->base.guard, open_with(t, &o));
	if (err) {
		guard__copy(&t->base.guard, o.why, o.why_size);
		sctrace_close(t);
		return err;
	}
	*out = t;
	return 0;
}

int sctrace_close(struct sctrace *t)
{
	int err = t ? guard__refuse(&t->base.guard) : 0;

	if (!t || err)
		return err;
	/* unwritten data must be written by one process only, which is the parent after a fork */
	if (guard__ours(&t->base.guard))
		recorder__close(t->recorder, 0);
	free(t->record);
	uprobes__close(t->uprobes);
	share__close(t);
	mmaps__close(t->mmaps);
	stacks__free(t->decode.stacks);
	cgroups__free(&t->cgroups);
	task_names__free(t->decode.tasks);
	seccontext__free(t->decode.seccontext);
	sink__free((struct sink *)t->text);
	while (t->sinks)
		sink__remove(t->sinks);
	attach__free(&t->attach);
	replay_scope__free(t->shown);
	processes__free(t->processes);
	pair__free(t->pair);
	netnames__free(t->names);
	fd_refs__free(t->files);
	probes__free(&t->probes);
	replay__free(t->replay);
	flight__free(t->flight);
	select__free(&t->abbrev);
	operand_filter__free(&t->operand_filter);
	peer_filter__free(&t->peers);
	matcher__free(t->predicate);
	matcher__free(t->until);
	session__free(&t->base);
	free(t);
	return 0;
}

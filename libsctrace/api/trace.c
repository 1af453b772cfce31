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

#include "enrich/task_names.h"
#include "enrich/seccontext/seccontext.h"
#include "api/deliver.h"
#include "api/event_keys.h"
#include "api/flight.h"
#include "api/opts_check.h"
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
#define REAP_NS 20000000 /* after a loss: time between two looks for tasks that have ended */
#define SETTLE_MS 1	 /* time between two looks at a target that was exiting when it was added */
#define RING_BYTES_MAX (1u << 30)
#define CLOCK_LOOK_NS 100000000 /* time between two looks at the wall clock */
#define CLOCK_STEP_NS 100000000 /* a larger change between two looks is a step, not slewing */
#define CLOCK_CHANGE_NS 1000000 /* smaller changes are ignored: a preempted reader measures no better */

_Static_assert((int)SCTRACE_ABI_X86_64 == SCT_ABI_X86_64 && (int)SCTRACE_ABI_I386 == SCT_ABI_I386 &&
		       (int)SCTRACE_ABI_ARM64 == SCT_ABI_ARM64 && (int)SCTRACE_ABI_ARM == SCT_ABI_ARM &&
		       (int)SCTRACE_ABI_RISCV64 == SCT_ABI_RISCV64 && SCT_ABI_MAX == 5,
	       "the public ABIs are those of the tables");

/* Sets the wall clock for what follows. A step of the clock is an event, slewing is not. */
static int clock_set(struct sctrace *t, const struct sct_clock *c)
{
	int64_t step = (int64_t)((uint64_t)c->offset - (uint64_t)t->clock_offset);

	t->clock_offset = c->offset;
	if ((step < CLOCK_STEP_NS && step > -CLOCK_STEP_NS) || !(t->event || t->chooses))
		return 0;
	return pair__clock(t->pair, c->rec.ts, step);
}

/* Takes the names in a record of a capture file. */
static void names_set(struct sctrace *t, const struct sct_rec *rec)
{
	uint32_t len;
	const uint8_t *data = record__data(rec, &len);

	if (((const struct sct_names *)rec)->kind == SCT_NAMES_CGROUPS)
		cgroups__parse(&t->cgroups, (const char *)data, len);
	else
		netnames__set(t->names, rec);
}

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct sctrace *t = ctx;
	int err = 0;

	/*
	 * Names of interfaces and families are read once a poll, when its first record is here: records are older than
	 * the names then.
	 */
	if (t->bpf && !t->looked && !t->decode.no_data) {
		t->looked = true;
		err = netnames__changed(t->names) ? netnames__read(t->names, on_record, t) : 0;
		if (err)
			return err;
	}
	if (t->bpf && t->decode.owners) {
		err = event_keys__record(t, rec, on_record, t);
		if (err)
			return err;
	}
	if (t->recorder) {
		err = recording__raw(t, rec, size);
		if (err || recording__only_keeps(t, rec))
			return err;
	}
	if (t->decode.stacks) {
		err = stacks__record(t->decode.stacks, rec);
		if (err)
			return err;
	}
	if (rec->type == SCT_REC_NAMES && !t->bpf)
		names_set(t, rec);
	if (rec->type == SCT_REC_CLOCK)
		return clock_set(t, (const void *)rec);
	if (rec->type == SCT_REC_MAP || rec->type == SCT_REC_NAMES)
		return 0;
	if (rec->type == SCT_REC_DEF)
		return probes__record(t, rec);
	/* a capture with a damaged beginning may lack the definition of the probe */
	if ((rec->type == SCT_REC_PROBE || rec->type == SCT_REC_RETURN) && !probes__known(t, rec))
		return 0;
	if (t->files) {
		rec = fd_refs__resolve(t->files, rec, &size);
		if (!rec)
			return -ENOMEM;
	}
	err = t->event || t->chooses ? pair__record(t->pair, rec, size) : 0;
	if (!err && t->recorder)
		err = recording__processed(t, rec, size);
	if (err == -E2BIG && !t->bpf)
		guard__fail(&t->base.guard, err,
			    "the capture file has more tasks and unfinished calls at a time than %u MB hold",
			    REPLAY_MAX >> 20);
	return err;
}

static bool map_wanted(void *ctx, uint32_t tgid)
{
	struct sctrace *t = ctx;

	return stacks__knows(t->decode.stacks, tgid);
}

/* Returns whether the record may be the first one of a process that ran before the start. */
static bool map_unknown(const struct sctrace *t, const struct sct_rec *rec)
{
	bool first = rec->type == SCT_REC_TARGET || ((t->base.all || t->base.by_cgroup) && rec->type == SCT_REC_ENTER);

	return first && (pid_t)rec->tgid != t->child;
}

/* Takes mappings that are older than the record; for a process that ran before the start, all its mappings. */
static int map_before(struct sctrace *t, const struct sct_rec *rec)
{
	bool known = stacks__knows(t->decode.stacks, rec->tgid);
	int err = 0;

	if (!t->mapped)
		err = mmaps__read(t->mmaps);
	t->mapped = true;
	if (!err)
		err = mmaps__before(t->mmaps, rec->ts, map_wanted, on_record, t);
	if (!err && !known && map_unknown(t, rec))
		err = mmaps__snapshot(t->base.proc, rec->tgid, rec->ts, on_record, t);
	return err;
}

static inline int attached_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct sctrace *t = ctx;
	int err = t->mmaps ? map_before(t, rec) : 0;

	if (!err && t->reads_late && rec->type == SCT_REC_EXIT)
		err = memory__before(t, rec, on_record);

	return err ? err : on_record(t, rec, size);
}

static int from_source(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct sctrace *t = ctx;
	int err = t->replay ? replay__record(t, rec) : 0;

	if (err)
		return err > 0 ? 0 : err;
	t->base.records++;
	t->base.bytes += size;
	err = attach__busy(&t->attach) ? attach__before(&t->attach, rec, attached_record, t) : 0;
	if (!err)
		err = attached_record(t, rec, size);
	/* a callback that stops delivery stops it between two records: remaining events of this record wait */
	return err ? err : pair__answer(t->pair);
}

static int on_gone(void *ctx, uint32_t tid)
{
	struct sctrace *t = ctx;

	programs__forget(t->bpf, tid);
	return t->event ? pair__forget(t->pair, tid) : 0;
}

/* Handles all records that the source has. Returns their number, or an error. */
static int drain(struct sctrace *t)
{
	const struct source_ops *ops = t->source->ops;
	int n = ops->drain(t->source, from_source, t), err = 0;

	if (n >= 0 && !pair__answer(t->pair) && attach__busy(&t->attach))
		err = attach__upto(&t->attach, ops->watermark(t->source), &n, attached_record, on_gone, t);
	return err ? err : n;
}

/* ---- open ---- */

/* Sets the scope: tasks whose calls are sent besides those of targets, and the filter by results. */
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

/* Opens what each live handle has for itself, even if it shares programs. */
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

/* Calls are chosen by descriptors and paths: the programs capture the files of descriptors for it. */
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

/* Parses a predicate, and has captured what it compares. */
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

/* Checks that calls which are selected have the arguments that the predicates name. */
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

/* Security contexts of descriptors need the files of descriptors to be captured. */
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

/* Returns whether the task has ended, reaped or not. Uses no /proc, which may be of another pid namespace. */
static bool gone(uint32_t tid)
{
	struct pollfd pfd = { .fd = (int)syscall(SYS_pidfd_open, tid, 0), .events = POLLIN };
	bool ended;

	/* pidfd_open() refuses threads that do not lead a group (EINVAL), and ESRCH means that the thread has ended */
	if (pfd.fd < 0)
		return errno == ESRCH;
	ended = poll(&pfd, 1, 0) == 1;
	close(pfd.fd);
	return ended;
}

/* After a loss, forgets tasks whose end was lost. Done now and then only, since it looks at every task. */
static int reap(struct sctrace *t)
{
	uint64_t now = now_ns();
	int err;

	if (!sctrace_lost(t) || now < t->reap_at)
		return 0;
	err = pair__reap(t->pair, gone);
	t->reap_at = now_ns() + REAP_NS + 9 * (now_ns() - now);
	return err;
}

/*
 * Looks whether the wall clock has moved against CLOCK_MONOTONIC: it is set and slewed, and runs during suspend. A
 * record, which captures have as well, says so: the records after it have the new offset.
 */
static int look_at_wall_clock(struct sctrace *t)
{
	struct sct_clock c = { .rec = { .type = SCT_REC_CLOCK, .cpu = SCT_CPU_NONE, .ts = now_ns() } };
	int64_t change;

	if (!t->bpf || c.rec.ts < t->clock_looked_at + CLOCK_LOOK_NS)
		return 0;
	t->clock_looked_at = c.rec.ts;
	c.offset = clock_offset_now(CLOCK_MONOTONIC);
	change = c.offset - t->clock_offset;
	return change > CLOCK_CHANGE_NS || change < -CLOCK_CHANGE_NS ? on_record(t, &c.rec, sizeof(c)) : 0;
}

/* Delivers the events that an earlier poll left, then what there is. Returns the number of records, or an error. */
static int deliver_more(struct sctrace *t)
{
	int left = pair__resume(t->pair), n;

	if (pair__answer(t->pair))
		return left;
	t->looked = t->mapped = false;
	n = t->replay ? replay__next_file(t) : look_at_wall_clock(t);
	if (!n && !pair__answer(t->pair))
		n = drain(t);
	if (!n && t->replay && t->source->ops->ended(t->source))
		n = replay__report_missing(t);
	if (n >= 0 && t->recorder)
		recording__flush(t);
	if (n || !t->event)
		return n ? n : left;
	/* the time of records, not the clock's, so that a replay gives the same lines */
	n = pair__time(t->pair, t->source->ops->watermark(t->source));
	if (!n && t->bpf)
		n = reap(t);
	return n ? n : left;
}

/* Returns the number of records, an error, or what the program's callback returned to stop it. */
static int deliver(struct sctrace *t)
{
	int n = deliver_more(t), answer = pair__answer(t->pair);

	/* keep the descriptor readable: there may be more */
	if (answer && t->bpf)
		t->source->ops->kick(t->source);
	return answer ? answer : n;
}

/* Waits for records, or until it is time to look again at a target that was exiting when it was added. */
static int wait_for(struct sctrace *t, int timeout_ms)
{
	const struct source_ops *ops = t->source->ops;

	if (attach__busy(&t->attach)) {
		if (!timeout_ms)
			ops->kick(t->source);
		else if (timeout_ms < 0 || timeout_ms > SETTLE_MS)
			timeout_ms = SETTLE_MS;
	}
	return ops->wait(t->source, timeout_ms);
}

static int poll_for(struct sctrace *t, int timeout_ms)
{
	uint64_t until = timeout_ms > 0 ? now_ns() + (uint64_t)timeout_ms * 1000000 : 0, now;
	int left = timeout_ms, n, err;

	for (;;) {
		n = t->base.life == LIFE_STOPPED ? 0 : deliver(t);
		if (n < 0 || pair__answer(t->pair) || (n && timeout_ms))
			return n;
		if (__atomic_exchange_n(&t->woken, 0, __ATOMIC_ACQ_REL))
			return n;
		if (!n && (t->base.life == LIFE_STOPPED || t->source->ops->ended(t->source)))
			return -ENODATA;
		if (timeout_ms > 0) {
			now = now_ns();
			if (now >= until)
				return 0;
			left = (int)((until - now + 999999) / 1000000);
		}
		err = wait_for(t, left);
		if (err || !timeout_ms)
			return err == -EINTR ? 0 : err ? err : n;
	}
}

static int poll_records(struct session *s, int timeout_ms)
{
	struct sctrace *t = trace_of(s);

	if (t->bpf && s->life == LIFE_OPEN)
		return guard__fail(&s->guard, -EINVAL, "not started yet");
	return poll_for(t, timeout_ms);
}

int sctrace_poll(struct sctrace *t, int timeout_ms)
{
	return session__take(trace_session(t), poll_records, timeout_ms);
}

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
	pair__resume(t->pair);
	err = pair__report(t->pair, &ev);
	return guard__leave(&t->base.guard, err ? err : pair__answer(t->pair));
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
		err = probes__start(t, on_record, t);
	if (err) {
		uprobes__detach(t->uprobes);
		share__detach(t);
		return err;
	}
	attach__settle(&t->attach);
	/* make the descriptor readable, so that the first poll takes what attach__settle() left */
	t->source->ops->kick(t->source);
	return 0;
}

/* Delivers what was published before the programs were detached. Returns 0 or an error. */
static int deliver_rest(struct sctrace *t)
{
	int n;

	pair__resume(t->pair);
	do
		n = pair__answer(t->pair) || !t->bpf ? 0 : drain(t);
	while (n > 0);
	if (!n && t->event && !pair__answer(t->pair))
		n = pair__end(t->pair, t->source->ops->lost(t->source));
	return n;
}

static int stop(struct session *s)
{
	struct sctrace *t = trace_of(s);
	int err, rerr;

	if (s->life != LIFE_STOPPED) {
		s->life = LIFE_STOPPED;
		t->ending = true;
		if (t->bpf) {
			uprobes__detach(t->uprobes);
			share__detach(t);
		}
	}
	if (!t->ending)
		return 0;
	err = deliver_rest(t);
	if (pair__answer(t->pair))
		return pair__answer(t->pair);
	t->ending = false;
	rerr = recording__close(t);
	return err ? err : rerr;
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
	/* a forked child has a copy of unwritten data, which only the parent may write */
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

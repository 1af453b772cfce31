// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "health.h"
#include "per_task.h"
#include "privileges.h"
#include "reap.h"
#include "sctrace.h"
#include "session.h"
#include "run_stats.h"
#include "tracees.h"

struct run {
	struct session s;
	struct sctrace *trace;
	struct sctrace_text *text;
	struct per_task *per_task;		 /* instead of text: -ff */
	struct sctrace_json *json;		 /* instead of text: --format=json */
	struct sctrace_event_stats *event_stats; /* from the events, when they are not all that is there */
	struct sctrace_stats *stats;		 /* the kernel's, next to the lines: -C */
	struct tracees tracees;
	uint64_t lost;
	uint64_t ended; /* calls whose end was printed */
	bool left;	/* the command goes on without us */
	bool replaced;	/* likewise, as a thread that was not traced: its end is still printed */
	bool limit;	/* --syscall-limit is reached: nothing else is printed */
};

/* ---- tracing ---- */

/* What a person should see by now. */
static int show(struct run *r, bool idle)
{
	if (r->per_task)
		return per_task__flush(r->per_task, idle);
	if (r->json)
		return idle ? sctrace_json_flush(r->json) : 0;
	return r->text ? sctrace_text_flush(r->text, idle) : 0;
}

/* The end, for whatever is traced: "Process N detached", and "<detached ...>" for calls in progress, or their JSON. */
static int leave(struct run *r)
{
	uint32_t open;
	int err = show(r, true);

	if (r->s.o->start.kill_on_exit) {
		tracees__kill(&r->tracees);
		return err;
	}
	open = r->text ? sctrace_text_open(r->text) : 0;
	if (open)
		tracees__detached(r->s.o, (pid_t)open);
	if (!err && r->per_task)
		err = per_task__detach(r->per_task);
	else if (!err && r->json)
		err = sctrace_json_detach(r->json);
	else if (!err && r->text)
		err = sctrace_text_detach(r->text);
	tracees__all_detached(&r->tracees, open);
	return err;
}

static void on_left(struct run *r, const struct sctrace_event *ev)
{
	/* -b execve: printed in the middle of the call's line */
	if (r->s.o->start.detach_on_exec) {
		r->left = r->left || ev->tgid == (uint32_t)r->s.child;
		show(r, true);
		tracees__detached(r->s.o, (pid_t)ev->tid);
		return;
	}
	if (r->s.child && ev->tgid == (uint32_t)r->s.child)
		r->left = true;
	if (!(r->s.o->quiet & SCTRACE_QUIET_ATTACH))
		complain(r->s.o, "Process %u runs a program that you may not trace: left", ev->tid);
}

/* Counts the calls that are printed. Not 0: there were as many as were asked for, and all is left alone. */
static int count_call(struct run *r, const struct sctrace_event *ev)
{
	const struct options *o = r->s.o;
	int err;

	if (ev->type != SCTRACE_EXIT || !options__wants(o, ev->ret < 0) || ++r->ended < o->start.syscall_limit)
		return 0;
	r->limit = true;
	err = show(r, true);
	if (tracees__announced(o))
		complain(o, "System call limit has been reached, detaching tracees");
	return err ? err : leave(r) ?: -ECANCELED;
}

static bool is_call(const struct sctrace_event *ev, enum sctrace_event_type type, const char *name)
{
	return name && ev->type == type && ev->name && !strcmp(ev->name, name);
}

static int to_sinks(struct run *r, const struct sctrace_event *ev);

/* The lines that are ready are shown, or not, before the others are not, or are. */
static int switch_lines(struct run *r, bool on)
{
	int err = 0;

	if (r->s.off != on)
		return 0;
	if (r->text)
		err = sctrace_text_flush(r->text, false);
	else if (r->json)
		err = sctrace_json_flush(r->json);
	session__switch(&r->s, on);
	return err;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	const struct scope_options *scope;
	struct run *r = ctx;
	int err = 0;

	if (r->limit)
		return 0;
	scope = &r->s.o->scope;
	if (is_call(ev, SCTRACE_ENTER, scope->off))
		err = switch_lines(r, false);
	if (!err)
		err = to_sinks(r, ev);
	if (!err && is_call(ev, SCTRACE_EXIT, scope->on))
		err = switch_lines(r, true);
	return err;
}

/* What is not of a call. */
static int on_task(struct run *r, const struct sctrace_event *ev)
{
	int err = tracees__event(&r->tracees, ev);

	if (err)
		return err;
	if (ev->type == SCTRACE_LOST)
		r->lost += ev->lost;
	if (ev->type == SCTRACE_GONE)
		session__miss(&r->s, (pid_t)ev->tid, -ESRCH);
	if (ev->type == SCTRACE_LEFT)
		on_left(r, ev);
	if (ev->type == SCTRACE_TASK_EXIT && ev->tid == (uint32_t)r->s.child) {
		err = show(r, true);
		session__refused(&r->s);
	}
	if (ev->type == SCTRACE_TASK_EXIT && ev->flags & SCTRACE_REPLACED)
		r->replaced = ev->tid == (uint32_t)r->s.child && !r->s.o->follow;
	return err;
}

/* Does strace's table count it? With -z, -Z and -e status= not what came to something else. */
static bool counted(const struct options *o, const struct sctrace_event *ev)
{
	return !o->stats.strace_table || ev->type != SCTRACE_EXIT || options__wants(o, ev->ret < 0);
}

static int to_sinks(struct run *r, const struct sctrace_event *ev)
{
	int serr = 0, err = ev->type == SCTRACE_ENTER || ev->type == SCTRACE_EXIT ? 0 : on_task(r, ev);

	if (err)
		return err;
	/* a sink must see each call's end, whatever became of the other one */
	if (r->event_stats && counted(r->s.o, ev))
		serr = sctrace_event_stats_add(r->event_stats, ev);
	if (r->per_task)
		err = per_task__event(r->per_task, ev);
	else if (r->json)
		err = sctrace_json_event(r->json, ev);
	else if (r->text)
		err = sctrace_text_event(r->text, ev);
	if (!err && r->s.o->start.syscall_limit)
		err = count_call(r, ev);
	return err ? err : serr;
}

/* Tasks that nobody named: what reads JSON or a capture of them wants to know whose a call is. */
static bool names_needed(const struct options *o)
{
	bool json = o->stats.json && !o->stats.on;

	return options__no_targets(o) && !o->replay && (json || o->record);
}

static int open_trace(struct run *r)
{
	const struct options *o = r->s.o;
	struct sctrace_opts opts = {
		.sz = sizeof(opts),
		.trace = o->trace,
		.unnamed = !o->stats.on || o->stats.strace_table,
		.strlen_max = o->format.strlen_max,
		.strlen_zero = o->format.strlen_set && !o->format.strlen_max,
		.verbose = o->format.verbose,
		.abbrev = o->format.abbrev,
		.fds = o->format.fds,
		.pids = o->format.pids | (names_needed(o) ? SCTRACE_PIDS_KEEP : 0),
		.secontext = o->stats.json ? 0 : o->format.secontext, /* of lines */
		.ips = o->format.instruction_pointer,
		.namespaces = o->format.namespaces,
		.kvm = o->format.kvm,
		.whole_reads = o->format.reads,
		.whole_writes = o->format.writes,
		.trace_fds = o->filter.fds,
		.paths = o->filter.paths,
		.no_data = o->stats.on && !o->record && !options__by_args(o),
		.ring_bytes = o->ring_bytes,
		.btf = o->btf,
		.without = o->without,
		.record = o->record,
		.status = o->record ? o->status : NULL,
		.detach_on_exec = o->start.detach_on_exec,
		.replay = o->replay,
		.own_only = !o->replay && privileges__own_only(),
		.stacks = o->format.stack,
		.stack_lines = o->format.stack > 1,
		.stack_frames = o->format.stack_frames,
		.all_tasks = options__no_targets(o) && !o->scope.ncgroups,
		.cgroups = o->scope.ncgroups,
		.uids = o->scope.uids,
		.nuids = o->scope.nuids,
		.comm = o->scope.comm,
		.skip = o->scope.skip,
		.nskip = o->scope.nskip,
		.failed = o->scope.failed,
		.errnos = o->scope.errnos,
		.min_ns = o->scope.min_ns,
		.probes = o->probes,
		.nprobes = o->nprobes,
		.probe_rows = o->probe_rows,
		.go_returns = o->go_returns,
		.probe_pid = o->npids ? o->pids[0] : 0,
		.probe_file = r->s.program,
		.event = on_event,
		.ctx = r,
		.why = r->s.why,
		.why_size = sizeof(r->s.why),
	};
	int err = sctrace_open(&r->trace, &opts);

	if (err)
		complain(o, "%s", *r->s.why ? r->s.why : strerror(-err));
	return err ? 1 : 0;
}

static int open_per_task(struct run *r, const struct sctrace_text_opts *to)
{
	const struct options *o = r->s.o;
	int err = per_task__new(&r->per_task, r->trace, to, o);

	if (!err && r->s.child)
		err = per_task__add(r->per_task, r->s.child);
	return err;
}

static int open_json(struct run *r)
{
	struct sctrace_json_opts jo = {
		.sz = sizeof(jo),
		.write = session__write,
		.ctx = &r->s,
		.status = r->s.o->status,
		.signals = r->s.o->signals,
		.quiet = r->s.o->calls_only ? SCTRACE_QUIET_EXIT : 0,
		.why = r->s.why,
		.why_size = sizeof(r->s.why),
	};

	return sctrace_json_new(&r->json, r->trace, &jo);
}

static int open_event_stats(struct run *r)
{
	const struct stats_options *st = &r->s.o->stats;
	int err = sctrace_event_stats_new(&r->event_stats, r->trace);

	return err ? err
		   : sctrace_event_stats_by(r->event_stats, r->trace, st->by, st->hist || st->percentiles, r->s.why,
					    sizeof(r->s.why));
}

static int open_sink(struct run *r)
{
	const struct options *o = r->s.o;
	enum sctrace_prefix prefix = SCTRACE_PREFIX_NONE;
	int err;

	if (o->follow || o->npids + !!o->command > 1 || o->format.show_pid || options__no_targets(o))
		prefix = o->output || o->format.show_pid || options__no_targets(o) ? SCTRACE_PREFIX_PID
										   : SCTRACE_PREFIX_BRACKETS;
	struct sctrace_text_opts to = {
		.sz = sizeof(to),
		.prefix = prefix,
		.timestamps = o->format.timestamps,
		.relative = o->format.relative,
		.durations = o->format.durations,
		.hex = o->format.hex,
		.column = o->format.column,
		.column_zero = o->format.column_set && !o->format.column,
		.consts = o->format.consts,
		.raw = o->format.raw,
		.verbose = o->format.deref,
		.read_fds = o->format.reads,
		.write_fds = o->format.writes,
		.instruction_pointer = o->format.instruction_pointer,
		.syscall_number = o->format.syscall_number,
		.arg_names = o->format.arg_names,
		.mark_late = o->format.mark_late,
		.timestamp_precision = o->format.timestamp_precision,
		.relative_precision = o->format.relative_precision,
		.duration_precision = o->format.duration_precision,
		.name = o->output ? NULL : o->name,
		/* strace is quiet about these, too, when the lines go to a file and a command is run; a replay, too */
		.quiet = (o->quiet & SCTRACE_QUIET_ALL) |
			 (o->output && (o->command || o->replay) ? SCTRACE_QUIET_PERSONALITY : 0) |
			 (o->calls_only ? SCTRACE_QUIET_EXIT : 0),
		.write = session__write_lines,
		.ctx = &r->s,
		.status = o->status,
		.signals = o->signals,
		.why = r->s.why,
		.why_size = sizeof(r->s.why),
	};
	*r->s.why = '\0';
	if (o->separate)
		err = open_per_task(r, &to);
	else if (o->stats.json && !o->stats.on)
		err = open_json(r);
	else
		err = o->stats.on ? 0 : sctrace_text_new(&r->text, r->trace, &to);
	if (!err && (o->stats.on || (o->stats.lines_too && options__from_events(o))))
		err = open_event_stats(r);
	if (err && err != -ECANCELED)
		complain(o, "%s", *r->s.why ? r->s.why : strerror(-err));
	if (!err && o->stats.lines_too && !r->event_stats)
		return run_stats__open(&r->s, &r->stats, NULL, NULL) ? 1 : 0;
	return err ? 1 : 0;
}

static int add_targets(struct run *r)
{
	const struct options *o = r->s.o;
	/* perf trace's table has the children in it */
	bool all = o->follow || (o->stats.on && !o->stats.strace_table);
	unsigned follow = all ? SCTRACE_FOLLOW : 0;
	int err = 0;

	if (r->s.child)
		err = sctrace_target(r->trace, r->s.child, follow | SCTRACE_WAIT_EXEC);
	/* as strace does: those that are there, if there is one */
	for (unsigned i = 0; !err && i < o->npids; i++) {
		int aerr = sctrace_target(r->trace, o->pids[i], follow | (all ? SCTRACE_THREADS : 0));

		if (aerr)
			session__miss(&r->s, o->pids[i], aerr);
		else
			tracees__count(&r->tracees, i);
	}
	for (size_t i = 0; !err && i < o->scope.ncgroups; i++)
		err = sctrace_target_cgroup(r->trace, o->scope.cgroups[i]);
	if (!session__any(&r->s))
		return 1;
	if (!err && r->stats && (run_stats__start(&r->s, r->stats) || !session__any(&r->s)))
		return 1;
	if (!err)
		err = sctrace_start(r->trace);
	/* who of them has ended before it was traced: nobody is told that it is attached to */
	if (!err)
		err = sctrace_poll(r->trace, 0);
	if (err < 0)
		complain(o, "%s", sctrace_error(r->trace));
	for (unsigned i = 0; err >= 0 && r->per_task && i < o->npids; i++)
		if (!r->s.missing[i])
			err = per_task__add(r->per_task, o->pids[i]);
	return err < 0 || !session__any(&r->s) ? 1 : 0;
}

static void say_attached(const struct run *r)
{
	const struct options *o = r->s.o;

	if (o->start.daemon)
		tracees__attached(o, r->s.child);
	for (unsigned i = 0; i < o->npids; i++)
		if (!r->s.missing[i])
			tracees__process_attached(&r->tracees, i);
}

/* The command is not traced any more, but its end is still ours. */
static void wait_untraced(const struct run *r, const sigset_t *mask)
{
	const struct timespec moment = { .tv_nsec = 100000000 };
	int status;

	/* the signal of its end ends the wait, but for one that comes right before it */
	while (r->s.child && !r->s.o->start.daemon && !caught && !reap__command(&status))
		ppoll(NULL, 0, &moment, mask);
}

/*
 * An execve of a thread that is not traced has ended the one that was: as the command's parent, strace sees its end all
 * the same.
 */
static int wait_replaced(struct run *r, const sigset_t *mask)
{
	int err = show(r, true), status;

	if (err || r->s.o->start.daemon)
		return err;
	wait_untraced(r, mask);
	return reap__command(&status) ? sctrace_ended(r->trace, r->s.child, status) : 0;
}

/* The reason of a function that failed: printed at the end. Returns err. */
static int keep_why(struct run *r, int err)
{
	if (err < 0)
		snprintf(r->s.why, sizeof(r->s.why), "%s", sctrace_error(r->trace));
	return err;
}

/* SIGUSR1: the table of -C so far. */
static int table_so_far(struct run *r)
{
	struct sctrace_table_opts t = run_stats__table(r->s.o, 0);
	int err;

	if (!table_wanted)
		return 0;
	table_wanted = 0;
	if (r->event_stats)
		return sctrace_event_stats_print(r->event_stats, &t, session__write, &r->s);
	if (!r->stats)
		return 0;
	err = sctrace_stats_read(r->stats);
	return err ? err : run_stats__print(&r->s, r->stats, 0);
}

/* Until all targets have ended, or a signal asks to stop. 0 or -errno. */
static int loop(struct run *r, const sigset_t *mask)
{
	struct pollfd pfd = { .fd = sctrace_fd(r->trace), .events = POLLIN };
	int64_t deadline = 0;

	for (;;) {
		int n = keep_why(r, sctrace_poll(r->trace, 0)), err = n < 0 ? n : show(r, n == 0);
		struct timespec limit = { .tv_nsec = (deadline ? 50 : 500) * 1000000 };

		if (r->limit)
			return 0;
		if (err)
			return err;
		if (r->s.full || (!options__no_targets(r->s.o) && !sctrace_tasks(r->trace)))
			return 0;
		if (caught && !deadline)
			deadline = now_ms() + (r->s.child && caught == SIGINT ? GRACE_MS : 0);
		if (deadline && now_ms() >= deadline)
			return 0;
		if (ppoll(&pfd, 1, &limit, mask) > 0)
			session__let_signals(mask);
		session__reopen(&r->s);
		session__others_ended(&r->s);
		err = table_so_far(r);
		if (err)
			return err;
	}
}

static int replay(struct run *r)
{
	int n;

	do {
		n = keep_why(r, sctrace_poll(r->trace, 0));
		if (n >= 0)
			n = show(r, false) ?: n;
	} while (n >= 0 && !r->s.full);
	return n == -ENODATA || n >= 0 ? 0 : n;
}

/* ---- the end ---- */

static int print_stats(struct run *r)
{
	struct sctrace_table_opts t = run_stats__table(r->s.o, 0);
	unsigned long long other;
	int err;

	if (r->event_stats) {
		err = sctrace_event_stats_print(r->event_stats, &t, session__write, &r->s);
		other = sctrace_event_stats_other(r->event_stats);
		if (other)
			complain(r->s.o, "%llu calls found no row of their own and are counted as other", other);
		return err;
	}
	if (!r->stats)
		return 0;
	err = sctrace_stats_stop(r->stats);
	if (!err)
		err = run_stats__print(&r->s, r->stats, 0);
	run_stats__warn(&r->s, r->stats);
	return err;
}

/* A recording that could not be written to its end is reported, and is no failure of the trace. Returns what remains of err. */
static int recording_ended(struct run *r, int err)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	if (err >= 0 || sctrace_health(r->trace, &h) || !h.record_errno)
		return err;
	complain(r->s.o, "cannot write '%s': %s: the recording ends before the trace does", r->s.o->record,
		 strerror((int)h.record_errno));
	r->s.write_err = (int)h.record_errno;
	return 0;
}

/* The beginning and the end of a call are two events. */
static void say_lost(const struct run *r)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	if (!sctrace_health(r->trace, &h) && h.lost_calls)
		complain(r->s.o,
			 "%llu events lost, beginnings and ends of %llu calls among them (more room: --ring-size)",
			 (unsigned long long)r->lost, (unsigned long long)h.lost_calls);
	else
		complain(r->s.o, "%llu events lost (more room: --ring-size)", (unsigned long long)r->lost);
}

static int finish(struct run *r, int err)
{
	const struct options *o = r->s.o;
	int serr;

	serr = recording_ended(r, sctrace_stop(r->trace));
	if (!err)
		err = keep_why(r, serr);
	serr = r->limit ? 0 : sctrace_tasks(r->trace) ? leave(r) : show(r, true);
	err = err ? err : serr;
	session__refused(&r->s);
	serr = print_stats(r);
	err = err ? err : serr;
	serr = health__events(&r->s, r->trace);
	err = err ? err : serr;
	if (o->start.debug)
		complain(o, "%llu events lost, %u threads left", (unsigned long long)r->lost, sctrace_tasks(r->trace));
	if (r->lost)
		say_lost(r);
	return err;
}

static void release(struct run *r)
{
	sctrace_text_free(r->text);
	sctrace_json_free(r->json);
	per_task__free(r->per_task);
	sctrace_event_stats_free(r->event_stats);
	sctrace_stats_close(r->stats);
	sctrace_close(r->trace);
	tracees__free(&r->tracees);
	session__release(&r->s);
}

static int debug_feature(void *o, const struct sctrace_feature *f)
{
	complain(o, "feature %s: %s", f->name, f->used ? "used" : f->instead ? f->instead : "missing");
	return 0;
}

static int start(struct run *r)
{
	/* -d: what the rest depends on */
	if (r->s.o->start.debug && !r->s.o->replay)
		sctrace_features(r->s.o->without, debug_feature, (void *)r->s.o);
	/* first, so that no output file is made for a command that does not exist */
	if (r->s.o->command && session__spawn(&r->s))
		return 1;
	if (session__begin(&r->s) || open_trace(r) || session__open_output(&r->s) || open_sink(r))
		return 1;
	session__cut(&r->s);
	if (r->s.o->replay)
		return 0;
	if (add_targets(r))
		return 1;
	say_attached(r);
	return privileges__drop(r->s.o);
}

int run(const struct options *o)
{
	struct run r = { .s = { .o = o, .out = -1, .go = -1, .refused = -1 }, .tracees = { .o = o } };
	sigset_t mask;
	int err, status;

	if (start(&r)) {
		session__abandon(&r.s);
		release(&r);
		return 1;
	}
	session__catch(&r.s, &mask);
	err = session__go(&r.s);
	if (!err)
		err = o->replay ? replay(&r) : loop(&r, &mask);
	if (!err && r.replaced)
		err = wait_replaced(&r, &mask);
	err = finish(&r, err);
	if (r.left)
		wait_untraced(&r, &mask);
	if (err && err != -ECANCELED && caught != SIGPIPE)
		complain(o, "%s", *r.s.why ? r.s.why : strerror(-err));
	release(&r);
	if (r.limit || (r.left && o->start.detach_on_exec))
		return err ? 1 : 0;
	if (caught && !r.s.child)
		session__die_by(caught, &mask);
	status = session__end_like(&r.s);
	if (caught && !status)
		session__die_by(caught, &mask);
	if (err || !session__any(&r.s) || (o->fail_on_loss && (r.lost || r.s.write_err)))
		return 1;
	return status;
}

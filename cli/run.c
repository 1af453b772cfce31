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
#include "privileges.h"
#include "reap.h"
#include "recording.h"
#include "sctrace.h"
#include "session.h"
#include "sinks.h"
#include "run_stats.h"
#include "top.h"
#include "tracees.h"
#include "when.h"

#define BEHIND_MS 10 /* ms between two looks at the free room in the kernel while a reader is slow */

struct run {
	struct session s;
	struct sctrace *trace;
	struct sinks sinks;
	struct sctrace_stats *stats; /* -C: the kernel's table in addition to lines */
	struct tracees tracees;
	struct when when;
	struct top *top; /* --top without a number, or NULL */
	bool early;	 /* the events so far are before --from */
	bool delayed;	 /* --delay is not over: events of calls go to no sink */
	uint64_t begun;	 /* when --delay was over: calls from before go to no sink */
	uint64_t lost;
	uint64_t ended; /* number of calls for --syscall-limit */
	bool execed;	/* the command's program has begun, or the command has ended before that */
	bool left;	/* the command is no longer traced, and goes on */
	bool replaced;	/* an untraced thread of the command has called execve: only the command's end is printed */
	bool limit;	/* --syscall-limit is reached: nothing more is printed */
	bool until;	/* the call of --until has ended: nothing more is printed */
	bool waits;	/* delivery stops while the reader of an output is slow, so that loop() can wait for it */
};

/* ---- tracing ---- */

/* Ends tracing before the tasks end: prints "Process N detached" and the calls in progress, or kills the tasks. */
static int leave(struct run *r)
{
	uint32_t open;
	int err = sinks__flush(&r->sinks, FLUSH_IDLE);

	if (r->s.o->start.kill_on_exit) {
		tracees__kill(&r->tracees);
		return err;
	}
	open = sinks__open_line(&r->sinks);
	if (open)
		tracees__detached(r->s.o, (pid_t)open);
	if (!err)
		err = sinks__detach(&r->sinks);
	tracees__all_detached(&r->tracees, open);
	return err;
}

static void on_left(struct run *r, const struct sctrace_event *ev)
{
	/* with -b execve the message comes in the middle of the call's line, as in strace */
	if (r->s.o->start.detach_on_exec) {
		r->left = r->left || ev->tgid == (uint32_t)r->s.child;
		sinks__flush(&r->sinks, FLUSH_IDLE);
		tracees__detached(r->s.o, (pid_t)ev->tid);
		return;
	}
	if (r->s.child && ev->tgid == (uint32_t)r->s.child)
		r->left = true;
	if (!(r->s.o->quiet & SCTRACE_QUIET_ATTACH))
		complain(r->s.o, "Process %u executes a program that you may not trace: detached", ev->tid);
}

/* Counts calls for --syscall-limit. At the limit, detaches from all tasks and returns -ECANCELED or another error. */
static int count_call(struct run *r, const struct sctrace_event *ev)
{
	const struct options *o = r->s.o;
	int err;

	if (ev->type != SCTRACE_EXIT || !options__wants(o, ev->ret < 0) || ++r->ended < o->start.syscall_limit)
		return 0;
	r->limit = true;
	err = sinks__flush(&r->sinks, FLUSH_IDLE);
	if (tracees__announced(o))
		complain(o, "System call limit has been reached, detaching tracees");
	return err ? err : leave(r) ?: -ECANCELED;
}

static bool is_call(const struct sctrace_event *ev, enum sctrace_event_type type, const char *name)
{
	return name && ev->type == type && ev->name && !strcmp(ev->name, name);
}

static int to_sinks(struct run *r, const struct sctrace_event *ev);

/* --switch-on, --switch-off: complete lines are flushed first, and so belong to the old state. */
static int switch_lines(struct run *r, bool on)
{
	int err = r->s.off == on ? sinks__flush(&r->sinks, FLUSH_WHOLE) : 0;

	session__switch(&r->s, on);
	return err;
}

/*
 * True for a call of the command before its execve, with --all-cpus: those are sctrace's own. Without it, the command is
 * a target with SCTRACE_WAIT_EXEC.
 */
static bool before_exec(struct run *r, const struct sctrace_event *ev)
{
	if (r->execed || !r->s.child || ev->tid != (uint32_t)r->s.child || !options__no_targets(r->s.o))
		return false;
	r->execed = ev->type == SCTRACE_EXEC || ev->type == SCTRACE_TASK_EXIT;
	return (ev->type == SCTRACE_ENTER || ev->type == SCTRACE_EXIT) && !(ev->name && !strcmp(ev->name, "execve"));
}

/* Returns whether --delay leaves the event out: the call began before the delay was over, or the signal came before. */
static bool is_early(const struct run *r, const struct sctrace_event *ev)
{
	return ev->enter_ts ? r->delayed || ev->enter_ts < r->begun : r->delayed && ev->type == SCTRACE_SIGNAL;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	const struct scope_options *scope;
	struct run *r = ctx;
	int err = 0;

	if (r->limit || r->until || before_exec(r, ev) || is_early(r, ev))
		return 0;
	scope = &r->s.o->scope;
	if (ev->flags & SCTRACE_EARLY)
		return sinks__early(&r->sinks, ev);
	if (r->early)
		err = switch_lines(r, !scope->on);
	r->early = false;
	if (r->delayed && ev->type == SCTRACE_RESUMED) {
		r->delayed = false;
		r->begun = ev->ts;
		err = switch_lines(r, !scope->on);
	}
	if (!err && is_call(ev, SCTRACE_ENTER, scope->off))
		err = switch_lines(r, false);
	if (!err)
		err = to_sinks(r, ev);
	if (!err && is_call(ev, SCTRACE_EXIT, scope->on))
		err = switch_lines(r, true);
	r->until = ev->flags & SCTRACE_UNTIL;
	/* delivery stops here; what is delivered when the handle is stopped is ignored */
	if (!err && r->until)
		err = switch_lines(r, false) ?: -ECANCELED;
	return !err && r->waits && session__behind(&r->s) ? -EAGAIN : err;
}

/* Handles an event that is not about a call. */
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
		err = sinks__flush(&r->sinks, FLUSH_IDLE);
		session__refused(&r->s);
	}
	if (ev->type == SCTRACE_TASK_EXIT && ev->flags & SCTRACE_REPLACED)
		r->replaced = ev->tid == (uint32_t)r->s.child && !r->s.o->follow;
	return err;
}

static int to_sinks(struct run *r, const struct sctrace_event *ev)
{
	int err = ev->type == SCTRACE_ENTER || ev->type == SCTRACE_EXIT ? 0 : on_task(r, ev);

	if (err)
		return err;
	err = sinks__event(&r->sinks, ev);
	if (!err && r->s.o->start.syscall_limit)
		err = count_call(r, ev);
	return err;
}

/* True if the names of tasks are needed: for JSON or a recording of the whole machine. */
static bool names_needed(const struct options *o)
{
	bool json = o->json || (o->stats.json && !o->stats.on);

	return options__no_targets(o) && !o->replay && (json || o->record);
}

/* Sets the options that choose calls by their descriptors, paths and results. */
static void choose_calls(const struct options *o, struct sctrace_opts *opts)
{
	opts->trace_fds = o->filter.fds;
	opts->paths = o->filter.paths;
	opts->peers = o->filter.peers;
	opts->predicate = o->filter.predicate;
	opts->until = o->filter.until;
	opts->failed = o->scope.failed;
	opts->errnos = o->scope.errnos;
	opts->min_ns = o->scope.min_ns;
}

static int open_trace(struct run *r)
{
	const struct options *o = r->s.o;
	struct sctrace_opts opts = {
		.sz = sizeof(opts),
		.trace = o->trace,
		.unnamed = !o->stats.on || o->stats.strace_table || o->lines || o->json,
		.strlen_max = o->format.strlen_max,
		.strlen_zero = o->format.strlen_set && !o->format.strlen_max,
		.verbose = o->format.verbose,
		.abbrev = o->format.abbrev,
		.fds = o->format.fds,
		.pids = o->format.pids | (names_needed(o) ? SCTRACE_PIDS_KEEP : 0),
		.secontext = o->stats.json && !o->lines ? 0 : o->format.secontext, /* only lines have them */
		.ips = o->format.instruction_pointer,
		.namespaces = o->format.namespaces,
		.kvm = o->format.kvm,
		.whole_reads = o->format.reads,
		.whole_writes = o->format.writes,
		.no_data = o->stats.on && !o->record && !o->lines && !o->json && !options__by_args(o),
		.keys = options__keys(o),
		.ring_bytes = o->ring_bytes,
		.btf = o->btf,
		.without = o->without,
		.detach_on_exec = o->start.detach_on_exec,
		.own_only = !o->replay && privileges__own_only(),
		.stacks = o->format.stack,
		.stack_lines = o->format.stack > 1,
		.stack_frames = o->format.stack_frames,
		.all_tasks = options__no_targets(o) && !o->scope.ncgroups,
		.cgroups = o->scope.ncgroups,
		.uids = o->scope.uids,
		.nuids = o->scope.nuids,
		.comm = o->scope.comms,
		.skip = o->scope.skip,
		.nskip = o->scope.nskip,
		.cpus = o->scope.cpus,
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
	int err;

	choose_calls(o, &opts);
	recording__options(o, &opts);
	err = sctrace_open(&r->trace, &opts);
	if (err)
		complain(o, "%s", *r->s.why ? r->s.why : strerror(-err));
	return err ? 1 : 0;
}

static int open_sinks(struct run *r)
{
	const struct options *o = r->s.o;
	int err;

	*r->s.why = '\0';
	err = sinks__open(&r->sinks, &r->s, r->trace);
	if (err && err != -ECANCELED)
		complain(o, "%s", *r->s.why ? r->s.why : strerror(-err));
	if (!err && o->stats.lines_too && !sinks__have_table(&r->sinks))
		err = run_stats__open(&r->s, &r->stats, NULL, NULL);
	return err ? 1 : 0;
}

/* Adds the processes of -p. Like strace, goes on if at least one of them exists. */
static void add_processes(struct run *r)
{
	const struct options *o = r->s.o;

	for (unsigned i = 0; i < o->npids; i++) {
		int err = sctrace_target(r->trace, o->pids[i], options__target_flags(o, i));

		if (err)
			session__miss(&r->s, o->pids[i], err);
		else if (!o->replay)
			tracees__count(&r->tracees, i);
	}
}

static int add_cgroups(struct run *r)
{
	const struct scope_options *s = &r->s.o->scope;
	int err = 0;

	for (size_t i = 0; !err && i < s->ncgroups; i++)
		err = s->cgroups[i].container ? sctrace_target_container(r->trace, s->cgroups[i].name)
					      : sctrace_target_cgroup(r->trace, s->cgroups[i].name);
	return err;
}

static int add_targets(struct run *r)
{
	const struct options *o = r->s.o;
	unsigned follow = options__children(o) ? SCTRACE_FOLLOW : 0;
	int err = 0;

	if (r->s.child && !options__no_targets(o))
		err = sctrace_target(r->trace, r->s.child, follow | SCTRACE_WAIT_EXEC);
	if (!err)
		add_processes(r);
	if (!err)
		err = add_cgroups(r);
	if (!session__any(&r->s))
		return 1;
	if (!err && r->stats && (run_stats__start(&r->s, r->stats) || !session__any(&r->s)))
		return 1;
	if (!err)
		err = sctrace_start(r->trace);
	/* finds processes that ended before they were traced, for which no message says "attached" */
	if (!err)
		err = sctrace_poll(r->trace, 0);
	/* the first events may already be as many as were asked for */
	if (err == -ECANCELED && (r->limit || r->until))
		err = 0;
	if (err < 0)
		complain(o, "%s", sctrace_error(r->trace));
	for (unsigned i = 0; err >= 0 && i < o->npids; i++)
		if (!r->s.missing[i])
			err = sinks__target(&r->sinks, o->pids[i]);
	return err < 0 || !session__any(&r->s) ? 1 : 0;
}

static void print_attached(const struct run *r)
{
	const struct options *o = r->s.o;

	if (o->start.daemon)
		tracees__attached(o, r->s.child);
	for (unsigned i = 0; i < o->npids; i++)
		if (!r->s.missing[i])
			tracees__process_attached(&r->tracees, i);
}

/* Waits for the end of a command that is no longer traced. */
static void wait_untraced(const struct run *r, const sigset_t *mask)
{
	const struct timespec moment = { .tv_nsec = 100000000 };
	int status;

	/* SIGCHLD ends the wait, unless it comes just before ppoll() */
	while (r->s.child && !r->s.o->start.daemon && !caught && !reap__command(&status))
		ppoll(NULL, 0, &moment, mask);
}

/*
 * An untraced thread of the command has called execve, which ended the traced thread. Waits for the end of the command
 * and prints it, as strace does, which is the parent of the command.
 */
static int wait_replaced(struct run *r, const sigset_t *mask)
{
	int err = sinks__flush(&r->sinks, FLUSH_IDLE), status;

	if (err || r->s.o->start.daemon)
		return err;
	wait_untraced(r, mask);
	return reap__command(&status) ? sctrace_ended(r->trace, r->s.child, status) : 0;
}

/* Keeps the message of a function that failed, to print it at the end. Returns err. */
static int keep_why(struct run *r, int err)
{
	if (err < 0)
		snprintf(r->s.why, sizeof(r->s.why), "%s", sctrace_error(r->trace));
	return err;
}

/* SIGUSR1: prints the table so far. */
static int table_so_far(struct run *r)
{
	int err;

	if (!table_wanted || r->top)
		return 0;
	table_wanted = 0;
	if (r->s.o->recording.on) {
		sctrace_flight_request(r->trace); /* refused if --on does not have usr1 */
		return 0;
	}
	if (!r->stats)
		return sinks__table(&r->sinks, false);
	err = sctrace_stats_read(r->stats);
	return err ? err : run_stats__print(&r->s, r->stats, 0);
}

/* Starts --delay: calls are neither sent nor counted until begin(). Returns 0 or -errno. */
static int delay(struct run *r)
{
	int err = r->s.o->when.delay_ns ? sctrace_pause(r->trace) : 0;

	if (!err && r->s.o->when.delay_ns) {
		r->delayed = true;
		switch_lines(r, false);
		err = r->stats ? sctrace_stats_pause(r->stats) : 0;
	}
	return err;
}

/* Called when --delay is over. Returns 0 or -errno. */
static int begin(struct run *r)
{
	int err = sctrace_resume(r->trace);

	return err || !r->stats ? err : sctrace_stats_resume(r->stats);
}

/* ---- the loop ---- */

/* Reads events, unless an output has to be waited for. Returns a number above 0 if there may be more, 0 or -errno. */
static int read_events(struct run *r)
{
	int n, err;

	if (session__behind(&r->s))
		return 0;
	n = sctrace_poll(r->trace, 0);
	if (n == -EAGAIN)
		return 1;
	if (keep_why(r, n) < 0)
		return n;
	err = sinks__flush(&r->sinks, n ? FLUSH_BATCH : FLUSH_IDLE);
	return err ? err : n;
}

/* True if the kernel will soon have no room for events. */
static bool rings_fill(const struct run *r)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	return !sctrace_health(r->trace, &h) && h.ring_fill > h.ring_bytes / 2;
}

/*
 * Waits for events, or for readers of outputs, at most ms milliseconds. While a reader is slow, events wait in the
 * kernel; when there is little room there, they are read, and lines are left out. Returns 0, 1 if the terminal of --top
 * is gone, or -errno.
 */
static int wait_for(struct run *r, int ms, const sigset_t *mask)
{
	struct pollfd fds[2 + OUTPUTS] = { { .fd = sctrace_fd(r->trace), .events = POLLIN } };
	bool behind = session__behind(&r->s);
	struct timespec limit;
	unsigned n;

	if (behind) {
		fds[0].fd = -1;
		ms = ms < BEHIND_MS ? ms : BEHIND_MS;
	}
	n = 1 + session__poll_outputs(&r->s, fds + 1);
	limit = (struct timespec){ .tv_nsec = ms * 1000000L };
	fds[n] = (struct pollfd){ .fd = r->top ? STDIN_FILENO : -1, .events = POLLIN };
	if (ppoll(fds, n + 1, &limit, mask) > 0)
		session__let_signals(mask);
	if (fds[n].revents & (POLLHUP | POLLERR))
		return 1;
	return n > 1 ? session__catch_up(&r->s, behind && rings_fill(r)) : 0;
}

/* Returns for how many milliseconds to wait at most. */
static int wait_ms(const struct run *r, int64_t deadline)
{
	int ms = deadline ? 50 : 500, next = r->top ? top__timeout(r->top) : ms;

	return next < ms ? next : ms;
}

/* Traces until the command or all targets have ended, or a signal ends sctrace. Returns 0 or -errno. */
static int loop(struct run *r, const sigset_t *mask)
{
	int64_t deadline = 0;

	for (;;) {
		int err = read_events(r);

		if (r->limit || r->until)
			return 0;
		if (err < 0)
			return err;
		if (session__full(&r->s) || session__command_ended(&r->s))
			return 0;
		if (!options__no_targets(r->s.o) && !sctrace_tasks(r->trace))
			return 0;
		if (caught && !deadline)
			deadline = now_ms() + (r->s.child && caught == SIGINT ? GRACE_MS : 0);
		if ((deadline && now_ms() >= deadline) || when__over(&r->when))
			return 0;
		err = when__begins(&r->when) ? keep_why(r, begin(r)) : 0;
		if (!err)
			err = wait_for(r, when__timeout(&r->when, wait_ms(r, deadline)), mask);
		if (!err && r->top)
			err = top__step(r->top);
		if (err)
			return err < 0 ? err : 0;
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
			n = sinks__flush(&r->sinks, FLUSH_BATCH) ?: n;
	} while (n >= 0 && !session__full(&r->s));
	return n == -ENODATA || n >= 0 || r->until ? 0 : n;
}

/* ---- the end ---- */

static int print_stats(struct run *r)
{
	int err;

	if (!r->stats)
		return sinks__table(&r->sinks, true);
	err = sctrace_stats_stop(r->stats);
	if (!err)
		err = run_stats__print(&r->s, r->stats, 0);
	run_stats__warn(&r->s, r->stats);
	return err;
}

/* Reports lost events. The beginning and the end of a call are two events. */
static void print_lost(const struct run *r)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	if (!sctrace_health(r->trace, &h) && h.lost_calls)
		complain(r->s.o,
			 "%llu events lost, among them beginnings or ends of %llu calls (--ring-size gives more room)",
			 (unsigned long long)r->lost, (unsigned long long)h.lost_calls);
	else
		complain(r->s.o, "%llu events lost (--ring-size gives more room)", (unsigned long long)r->lost);
}

/* Reports lines that are missing in outputs. */
static void print_left_out(const struct run *r)
{
	struct left_out left = session__left_out(&r->s);
	char text[256];
	FILE *f = left_out__any(&left) ? fmemopen(text, sizeof(text), "w") : NULL;

	if (!f)
		return;
	left_out__put(f, &left);
	if (!fclose(f))
		complain(r->s.o, "left out: %s", text);
}

static int finish(struct run *r, int err)
{
	const struct options *o = r->s.o;
	int serr;

	r->waits = false;
	session__ending(&r->s);
	serr = recording__ended(&r->s, r->trace, sctrace_stop(r->trace));
	if (!err)
		err = keep_why(r, serr);
	serr = r->limit ? 0 : sctrace_tasks(r->trace) ? leave(r) : sinks__flush(&r->sinks, FLUSH_IDLE);
	err = err ? err : serr;
	session__refused(&r->s);
	/* if no event is after --from, the table says so; a table after --until or --switch-off is printed, too */
	if (r->early || r->until || o->stats.lines_too)
		session__end_switch(&r->s);
	serr = print_stats(r);
	err = err ? err : serr;
	serr = session__drain(&r->s);
	err = err ? err : serr;
	if (!err && caught == SIGINT)
		err = sinks__closing(&r->sinks);
	serr = health__events(&r->s, r->trace);
	err = err ? err : serr;
	if (o->start.debug)
		complain(o, "%llu events lost, %u threads left", (unsigned long long)r->lost, sctrace_tasks(r->trace));
	if (r->lost)
		print_lost(r);
	print_left_out(r);
	return err;
}

static void release(struct run *r)
{
	sinks__free(&r->sinks);
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

/* -d: says which parts of --if the kernel decides. */
static void debug_predicate(const struct run *r)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	const char *by[] = { "", "", "" };

	if (!r->s.o->start.debug || !r->s.o->filter.predicate || sctrace_health(r->trace, &h))
		return;
	by[0] = h.predicate_ret ? " ret" : "";
	by[1] = h.predicate_errno ? " errno" : "";
	by[2] = h.predicate_duration ? " duration" : "";
	if (**by || *by[1] || *by[2])
		complain(r->s.o, "--if: the kernel decides by%s%s%s, sctrace by all", by[0], by[1], by[2]);
	else
		complain(r->s.o, "--if: sctrace decides, the kernel sends all calls");
}

static int start(struct run *r)
{
	/* -d: features come first, since all else depends on them */
	if (r->s.o->start.debug && !r->s.o->replay)
		sctrace_features(r->s.o->without, debug_feature, (void *)r->s.o);
	/* the command comes first, so that no output file is made if it does not exist */
	if (r->s.o->command && session__spawn(&r->s))
		return 1;
	if (session__begin(&r->s) || recording__prepare(r->s.o) || open_trace(r) || session__open_output(&r->s) ||
	    open_sinks(r))
		return 1;
	debug_predicate(r);
	if (!r->s.o->replay && !r->s.o->block_output)
		session__dont_wait(&r->s);
	session__cut(&r->s);
	r->early = r->s.o->from;
	if (r->s.o->replay) {
		recording__said(&r->s, r->trace);
		add_processes(r);
		return add_cgroups(r);
	}
	if (add_targets(r))
		return 1;
	if (keep_why(r, delay(r)) < 0) {
		complain(r->s.o, "%s", r->s.why);
		return 1;
	}
	print_attached(r);
	return privileges__drop(r->s.o);
}

int run(const struct options *o)
{
	struct run r = { .s = SESSION_INIT(o), .tracees = { .o = o } };
	sigset_t mask;
	int err, status;

	if (start(&r)) {
		session__abandon(&r.s);
		release(&r);
		return 1;
	}
	session__catch(&r.s, &mask);
	err = session__go(&r.s);
	when__start(&r.when, o);
	r.waits = true;
	if (!err && o->stats.live)
		err = top__open(&r.top, &r.s, &r.sinks);
	if (!err)
		err = o->replay ? replay(&r) : loop(&r, &mask);
	top__close(r.top);
	r.top = NULL;
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
	status = (when__over(&r.when) || r.until) && !caught ? session__status(&r.s) : session__end_like(&r.s);
	if (caught && !status)
		session__die_by(caught, &mask);
	if (err || !session__any(&r.s) || (o->fail_on_loss && (r.lost || session__incomplete(&r.s))))
		return 1;
	return status;
}

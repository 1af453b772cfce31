// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "run_stats.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "closing.h"
#include "health.h"
#include "metrics.h"
#include "privileges.h"
#include "sctrace.h"
#include "top.h"
#include "tracees.h"
#include "when.h"

#define CHECK_MS 100 /* interval of checks whether followed children have ended */

struct run {
	struct session s;
	struct sctrace_stats *stats;
	struct tracees tracees;	 /* only the numbers of threads, as there are no events of tasks */
	struct pollfd *fds;	 /* the wakeup ring, then a pidfd for each target; and that of metrics */
	unsigned nfds;		 /* without that of metrics */
	struct metrics *metrics; /* NULL without --openmetrics */
	bool followed;		 /* all targets have ended, their children may go on */
	bool early;		 /* all targets had ended when they were just enrolled */
	struct when when;
	int64_t next, last; /* when the next table is due; when the last one was printed, ms */
	unsigned tables;
	pid_t *kids; /* children with a message "attached"; some may have ended */
	size_t nkids, kids_cap;
};

/* ---- start ---- */

int run_stats__try(struct session *s, struct sctrace_stats **out, run_stats_attached_fn *attached, void *ctx)
{
	const struct options *o = s->o;
	struct sctrace_stats_opts so = {
		.sz = sizeof(so),
		.trace = o->trace,
		.group = o->stats.strace_table && !o->stats.by ? SCTRACE_GROUP_TOTAL : o->stats.group,
		.by = o->stats.by,
		.all_tasks = options__no_targets(o) && !o->scope.ncgroups,
		.cgroups = o->scope.ncgroups,
		.uids = o->scope.uids,
		.nuids = o->scope.nuids,
		.comm = o->scope.comms,
		.skip = o->scope.skip,
		.nskip = o->scope.nskip,
		.cpus = o->scope.cpus,
		.errnos = o->stats.errnos || (run_stats__closes(o) && !o->stats.by),
		.hist = o->stats.hist || o->stats.percentiles,
		/* probes have wall-clock time only, so calls next to them have it, too */
		.cpu_time = o->stats.strace_table && !o->stats.wall && !options__probes(o),
		.wall_too = o->stats.wall_too && !options__probes(o),
		.begun = o->npids,
		.attached = attached,
		.attached_ctx = ctx,
		.unnamed = o->stats.strace_table,
		.only_successful = !options__wants(o, true),
		.only_failed = o->scope.failed || !options__wants(o, false),
		.only_errnos = o->scope.errnos,
		.min_ns = o->scope.min_ns,
		.split = o->stats.split,
		.max_rows = o->stats.max_rows,
		.btf = o->btf,
		.without = o->without,
		.own_only = privileges__own_only(),
		.probes = o->probes,
		.nprobes = o->nprobes,
		.probe_rows = o->probe_rows,
		.go_returns = o->go_returns,
		.probe_pid = o->npids ? o->pids[0] : 0,
		.probe_file = s->program,
		.why = s->why,
		.why_size = sizeof(s->why),
	};

	return sctrace_stats_open(out, &so);
}

int run_stats__open(struct session *s, struct sctrace_stats **out, run_stats_attached_fn *attached, void *ctx)
{
	const struct options *o = s->o;
	int err = run_stats__try(s, out, attached, ctx);

	if (err == -EOPNOTSUPP && options__probes(o) && !o->metrics.place)
		return RUN_STATS_EVENTS;
	if (err)
		complain(o, "%s", *s->why ? s->why : strerror(-err));
	*s->why = '\0';
	return err ? 1 : 0;
}

int run_stats__start(struct session *s, struct sctrace_stats *stats)
{
	const struct options *o = s->o;
	unsigned follow = options__children(o) ? SCTRACE_FOLLOW : 0;
	int err = 0;

	if (s->child && !options__no_targets(o))
		err = sctrace_stats_target(stats, s->child, follow | SCTRACE_WAIT_EXEC);
	for (unsigned i = 0; !err && i < o->npids; i++) {
		int terr = s->missing[i] ? 0 : sctrace_stats_target(stats, o->pids[i], options__target_flags(o, i));

		if (terr)
			session__miss(s, o->pids[i], terr);
	}
	for (size_t i = 0; !err && i < o->scope.ncgroups; i++)
		err = o->scope.cgroups[i].container ? sctrace_stats_target_container(stats, o->scope.cgroups[i].name)
						    : sctrace_stats_target_cgroup(stats, o->scope.cgroups[i].name);
	if (!err && session__any(s))
		err = sctrace_stats_start(stats);
	if (err)
		complain(o, "%s", sctrace_stats_error(stats));
	return err ? 1 : 0;
}

static bool task_ended(int pidfd, pid_t pid)
{
	struct pollfd p = { .fd = pidfd, .events = POLLIN };

	return pidfd < 0 ? kill(pid, 0) && errno == ESRCH : poll(&p, 1, 0) == 1;
}

/* Opens a pidfd for each target. A thread has none: its end is found by the task iterator. */
static int watch_targets(struct run *r)
{
	const struct options *o = r->s.o;

	r->fds = calloc(o->npids + 3, sizeof(*r->fds));
	if (!r->fds) {
		complain(o, "%s", strerror(ENOMEM));
		return 1;
	}
	r->fds[r->nfds++] = (struct pollfd){ .fd = sctrace_stats_fd(r->stats), .events = POLLIN };
	if (r->s.child)
		r->fds[r->nfds++].fd = (int)syscall(SYS_pidfd_open, r->s.child, 0);
	r->early = !r->s.child && o->npids;
	for (unsigned i = 0; i < o->npids; i++) {
		r->fds[r->nfds].fd = (int)syscall(SYS_pidfd_open, o->pids[i], 0);
		r->early = r->early && task_ended(r->fds[r->nfds++].fd, o->pids[i]);
	}
	for (unsigned i = 1; i < r->nfds; i++) {
		r->fds[i].events = POLLIN;
		if (r->fds[i].fd < 0)
			r->followed = true;
	}
	return 0;
}

static bool task_exists(pid_t tid)
{
	return !kill(tid, 0) || errno == EPERM;
}

/* Keeps a child for print_detached(). Children that have ended make room. Without memory the child is left out. */
static void keep_kid(struct run *r, pid_t tid)
{
	size_t n = 0, cap = r->kids_cap ? 2 * r->kids_cap : 64;
	pid_t *p;

	if (r->nkids == r->kids_cap) {
		for (size_t i = 0; i < r->nkids; i++)
			if (task_exists(r->kids[i]))
				r->kids[n++] = r->kids[i];
		r->nkids = n;
	}
	if (2 * r->nkids >= r->kids_cap) {
		p = realloc(r->kids, cap * sizeof(*p));
		if (!p)
			return;
		r->kids = p;
		r->kids_cap = cap;
	}
	r->kids[r->nkids++] = tid;
}

/* Called for each followed task, with strace's table. */
static void on_attached(void *ctx, pid_t tid, uint64_t missed)
{
	struct run *r = ctx;

	if (missed) {
		complain(r->s.o, "%llu more processes attached, too many at once to name them",
			 (unsigned long long)missed);
		return;
	}
	tracees__attached(r->s.o, tid);
	keep_kid(r, tid);
}

static int open_stats(struct run *r)
{
	const struct options *o = r->s.o;
	bool tell = o->stats.strace_table && o->follow && !options__no_targets(o) && tracees__announced(o);

	return run_stats__open(&r->s, &r->stats, tell ? on_attached : NULL, r);
}

/* With strace's table, prints "attached" for the processes of -p. */
static void print_attached(struct run *r)
{
	const struct options *o = r->s.o;

	for (unsigned i = 0; o->stats.strace_table && i < o->npids; i++) {
		if (r->s.missing[i])
			continue;
		tracees__count(&r->tracees, i);
		tracees__process_attached(&r->tracees, i);
	}
}

/* True if the thread belongs to a process of -p, whose message includes it. */
static bool is_thread_of_target(const struct options *o, pid_t tid)
{
	char path[64];

	for (unsigned i = 0; i < o->npids; i++) {
		snprintf(path, sizeof(path), "/proc/%d/task/%d", (int)o->pids[i], (int)tid);
		if (!access(path, F_OK))
			return true;
	}
	return false;
}

static void print_detached(const struct run *r)
{
	const struct options *o = r->s.o;

	for (unsigned i = 0; o->stats.strace_table && i < o->npids; i++)
		if (!r->s.missing[i] && task_exists(o->pids[i]))
			tracees__process_detached(&r->tracees, i);
	for (size_t i = 0; i < r->nkids; i++)
		if (task_exists(r->kids[i]) && !is_thread_of_target(o, r->kids[i]))
			tracees__detached(o, r->kids[i]);
}

static int start(struct run *r)
{
	int err;

	if (r->s.o->metrics.place && metrics__open(&r->metrics, r->s.o))
		return 1;
	if (r->s.o->command && session__spawn(&r->s))
		return 1;
	if (session__begin(&r->s))
		return 1;
	err = open_stats(r);
	if (err || session__open_output(&r->s))
		return err ? err : 1;
	if (run_stats__start(&r->s, r->stats) || !session__any(&r->s))
		return 1;
	if (watch_targets(r))
		return 1;
	if (!r->early)
		print_attached(r);
	err = r->s.o->when.delay_ns ? sctrace_stats_pause(r->stats) : 0;
	if (err) {
		complain(r->s.o, "%s", sctrace_stats_error(r->stats));
		return 1;
	}
	return privileges__drop(r->s.o);
}

/* ---- tables ---- */

struct sctrace_table_opts run_stats__table(const struct options *o, double interval)
{
	const struct stats_options *st = &o->stats;

	return (struct sctrace_table_opts){
		.sz = sizeof(struct sctrace_table_opts),
		.table = st->by		    ? SCTRACE_TABLE_BY
			 : st->strace_table ? SCTRACE_TABLE_STRACE
					    : SCTRACE_TABLE_PERF,
		.json = st->json,
		.errnos = st->errnos,
		.percentiles = st->percentiles,
		.split = st->split,
		.hist = st->hist,
		.max = st->top ? st->top : st->max,
		.seconds = interval,
		.columns = st->columns,
		.sort = st->sort,
		.overhead = st->overhead,
	};
}

int run_stats__print(struct session *s, struct sctrace_stats *stats, double interval)
{
	struct sctrace_table_opts t = run_stats__table(s->o, interval);

	return sctrace_stats_print(stats, &t, output__write, &s->out);
}

bool run_stats__closes(const struct options *o)
{
	const struct stats_options *st = &o->stats;

	return st->on && !st->strace_table && !st->json && !st->live && st->interval <= 0 && !o->metrics.place &&
	       !o->output && !(o->quiet & SCTRACE_QUIET_ATTACH) && isatty(STDERR_FILENO);
}

int run_stats__closing(struct session *s, const struct closing *c, uint64_t traced)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int err;

	if (!f)
		return -ENOMEM;
	closing__put(c, traced, f);
	err = fclose(f) ? -ENOMEM : 0;
	/* other tables end with empty lines */
	if (!err && size && s->o->stats.by)
		err = output__write(&s->out, "\n", 1);
	if (!err && size)
		err = output__write(&s->out, text, size);
	free(text);
	return err;
}

/* Prints the sentence that follows the kernel's table. Returns 0 or -errno. */
static int print_closing(struct run *r)
{
	struct closing *c;
	int err;

	if (!run_stats__closes(r->s.o))
		return 0;
	c = closing__new(r->s.o->stats.by);
	if (!c)
		return -ENOMEM;
	sctrace_stats_each(r->stats, closing__row, c);
	err = run_stats__closing(&r->s, c, 0);
	closing__free(c);
	return err;
}

void run_stats__reset(struct session *s, struct sctrace_stats *stats)
{
	s->others += sctrace_stats_other(stats);
	sctrace_stats_reset(stats);
}

void run_stats__warn(const struct session *s, struct sctrace_stats *stats)
{
	unsigned long long other = s->others + sctrace_stats_other(stats), missed = sctrace_stats_missed(stats);

	if (other)
		complain(
			s->o,
			"%llu calls found no row of their own and are counted as \"other\" (--max-rows allows more rows)",
			other);
	if (missed)
		complain(s->o, "%llu events were skipped by the kernel: as many calls have no time, or are not counted",
			 missed);
}

/* SIGUSR1: prints the table so far, and goes on counting in it. */
static int table_so_far(struct run *r)
{
	int err;

	if (!table_wanted)
		return 0;
	table_wanted = 0;
	err = sctrace_stats_read(r->stats);
	if (r->metrics)
		return err ? err : metrics__write(r->metrics, r->stats);
	return err ? err
		   : run_stats__print(&r->s, r->stats,
				      r->s.o->stats.interval > 0 ? (double)(now_ms() - r->last) / 1e3 : 0);
}

int run_stats__print_time(struct session *s, time_t now)
{
	struct tm tm;
	char text[16];

	if (s->o->stats.json || !localtime_r(&now, &tm))
		return 0;
	return output__write(&s->out, text, strftime(text, sizeof(text), "%T\n", &tm));
}

/* Prints the table of the time since the last one, and counts from 0 again. */
static int interval_table(struct run *r, int64_t now)
{
	int err = run_stats__print_time(&r->s, time(NULL));

	if (!err)
		err = run_stats__print(&r->s, r->stats, (double)(now - r->last) / 1e3);
	run_stats__reset(&r->s, r->stats);
	return err;
}

/* Prints the table, or writes the file of metrics, if the interval is over. */
static int tick(struct run *r)
{
	const struct options *o = r->s.o;
	int64_t now = now_ms();
	int err;

	if (o->stats.interval <= 0 || now < r->next)
		return 0;
	err = sctrace_stats_read(r->stats);
	if (!err)
		err = r->metrics ? metrics__write(r->metrics, r->stats) : interval_table(r, now);
	r->last = now;
	while (r->next <= now)
		r->next += (int64_t)(o->stats.interval * 1e3);
	r->tables++;
	return err;
}

/* ---- the loop ---- */

/* Returns 1 if all targets and their descendants have ended, 0 if not, or -errno. */
static int targets_ended(struct run *r)
{
	unsigned ended = 0;
	int n;

	if (r->nfds == 1)
		return 0;
	for (unsigned i = 1; i < r->nfds; i++)
		ended += r->fds[i].fd < 0 || r->fds[i].revents != 0;
	if (ended < r->nfds - 1)
		return 0;
	r->followed = true;
	/* like perf trace, waits for the command only */
	if (r->s.child && !r->s.o->npids && (!r->s.o->follow || options__no_targets(r->s.o)))
		return 1;
	n = sctrace_stats_tasks(r->stats);
	return n < 0 ? n : !n;
}

static int timeout(const struct run *r, int64_t deadline)
{
	int64_t now = now_ms(), at = r->followed ? now + CHECK_MS : INT64_MAX;

	if (deadline && deadline < at)
		at = deadline;
	if (r->next && r->next < at)
		at = r->next;
	int ms = at == INT64_MAX ? -1 : at <= now ? 0 : at - now > 1000000 ? 1000000 : (int)(at - now);

	return when__timeout(&r->when, r->metrics ? metrics__timeout(r->metrics, ms) : ms);
}

static int wait_for(struct run *r, int ms, const sigset_t *mask)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000L };

	/* a task that has ended would end each further wait at once */
	for (unsigned i = 1; i < r->nfds; i++)
		if (r->fds[i].fd >= 0 && r->fds[i].revents) {
			close(r->fds[i].fd);
			r->fds[i].fd = -1;
		}
	if (r->metrics)
		r->fds[r->nfds] = (struct pollfd){ .fd = metrics__fd(r->metrics), .events = POLLIN };
	ms = ppoll(r->fds, r->nfds + !!r->metrics, ms < 0 ? NULL : &ts, mask);
	if (ms > 0)
		session__let_signals(mask);
	return ms;
}

/* Reads the rows if the kernel's map is half full, and answers HTTP requests for metrics. */
static int read_rows(struct run *r, int ready)
{
	int err = 0;

	if (ready > 0 && r->fds[0].revents) {
		err = sctrace_stats_read(r->stats);
		if (!err && r->metrics)
			err = metrics__take(r->metrics, r->stats);
	}
	return err || !r->metrics ? err : metrics__serve(r->metrics, r->stats);
}

/* Called when --delay is over: counts from here on. */
static int begin(struct run *r)
{
	r->last = now_ms();
	if (r->next)
		r->next = r->last + (int64_t)(r->s.o->stats.interval * 1e3);
	return sctrace_stats_resume(r->stats);
}

static int loop(struct run *r, const sigset_t *mask)
{
	const struct options *o = r->s.o;
	int64_t deadline = 0;

	r->last = now_ms();
	r->next = o->stats.interval > 0 ? r->last + (int64_t)(o->stats.interval * 1e3) : 0;
	for (;;) {
		int n = wait_for(r, timeout(r, deadline), mask), err = read_rows(r, n);

		if (!err)
			err = tick(r);
		session__reopen(&r->s);
		if (!err && when__begins(&r->when))
			err = begin(r);
		if (!err)
			err = table_so_far(r);
		if (!err)
			err = n < 0 ? 0 : targets_ended(r);
		if (err)
			return err < 0 ? err : 0;
		if (o->stats.count && r->tables >= o->stats.count)
			return 0;
		if (caught && !deadline)
			deadline = now_ms() + (r->s.child && caught == SIGINT ? GRACE_MS : 0);
		if ((deadline && now_ms() >= deadline) || when__over(&r->when))
			return 0;
	}
}

static int stop_at_row(void *ctx, const struct sctrace_stat *row)
{
	(void)ctx;
	(void)row;
	return 1;
}

/* Reports that the targets ended before they were traced, if nothing was counted. */
static void miss_early(struct run *r)
{
	if (!r->early || sctrace_stats_each(r->stats, stop_at_row, NULL))
		return;
	for (unsigned i = 0; i < r->s.o->npids; i++)
		session__miss(&r->s, r->s.o->pids[i], -ESRCH);
}

static int finish(struct run *r, int err)
{
	const struct options *o = r->s.o;
	int serr = sctrace_stats_stop(r->stats);

	if (!err)
		err = serr;
	miss_early(r);
	if (!session__any(&r->s))
		return -ESRCH;
	session__refused(&r->s);
	if (caught)
		print_detached(r);
	/* with --interval, prints the rest of the last interval, but not with --count */
	if (!err && r->metrics)
		err = metrics__write(r->metrics, r->stats);
	else if (!err && !o->stats.live && !(o->stats.count && r->tables >= o->stats.count))
		err = run_stats__print(&r->s, r->stats, o->stats.interval > 0 ? (double)(now_ms() - r->last) / 1e3 : 0);
	if (!err)
		err = print_closing(r);
	if (!err)
		err = health__stats(&r->s, r->stats);
	if (r->metrics)
		r->s.others += metrics__other(r->metrics);
	run_stats__warn(&r->s, r->stats);
	/* the messages of all errors but the library's are already printed */
	if (err && caught != SIGPIPE && *sctrace_stats_error(r->stats))
		complain(o, "%s", sctrace_stats_error(r->stats));
	return err;
}

static void release(struct run *r)
{
	sctrace_stats_close(r->stats);
	metrics__free(r->metrics);
	for (unsigned i = 1; i < r->nfds; i++)
		if (r->fds[i].fd >= 0)
			close(r->fds[i].fd);
	free(r->fds);
	free(r->kids);
	tracees__free(&r->tracees);
	session__release(&r->s);
}

int run_stats(const struct options *o)
{
	struct run r = { .s = SESSION_INIT(o), .tracees = { .o = o } };
	sigset_t mask;
	int err, status;

	err = start(&r);
	if (err) {
		session__abandon(&r.s);
		if (r.s.child > 0)
			waitpid(r.s.child, NULL, 0);
		release(&r);
		return err;
	}
	if (!o->command && !o->npids && !o->stats.live && isatty(STDERR_FILENO) && !(o->quiet & SCTRACE_QUIET_ATTACH))
		complain(o, "tracing the whole machine: ^C ends%s", r.metrics ? "" : " and prints the table");
	session__catch(&r.s, &mask);
	err = session__go(&r.s);
	when__start(&r.when, o);
	if (!err)
		err = o->stats.live ? top(&r.s, &r.stats, &r.when, &mask) : loop(&r, &mask);
	err = finish(&r, err);
	if (!err && o->fail_on_loss && (sctrace_stats_missed(r.stats) || r.s.out.write_err))
		err = -EIO;
	release(&r);
	status = when__over(&r.when) && !caught ? session__status(&r.s) : session__end_like(&r.s);
	/* ^C is the usual end of a summary of the whole machine, and no failure; with strace's table, do as strace does */
	if (caught && !status && (r.s.child || o->stats.strace_table || caught != SIGINT))
		session__die_by(caught, &mask);
	return err ? 1 : status;
}

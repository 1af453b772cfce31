// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sctrace.h"

#define GRACE_MS 200 /* a command that gets our ^C too may end by it */

struct run {
	const struct options *o;
	struct sctrace *trace;
	struct sctrace_text *text;
	struct sctrace_summary *summary;
	int out;
	pid_t child;	 /* the command, or 0 */
	int go;		 /* closing it lets the command run */
	uint64_t lost;
};

static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	caught = sig;
}

/* ---- output ---- */

static int write_all(void *ctx, const char *p, size_t n)
{
	int fd = ((struct run *)ctx)->out;

	while (n) {
		ssize_t w = write(fd, p, n);

		if (w < 0 && errno == EAGAIN) {
			struct pollfd pfd = { .fd = fd, .events = POLLOUT };

			poll(&pfd, 1, -1);
			continue;
		}
		if (w < 0 && errno != EINTR)
			return -errno;
		if (w > 0) {
			p += w;
			n -= (size_t)w;
		}
	}
	return 0;
}

static int open_output(struct run *r)
{
	if (!r->o->output) {
		r->out = STDERR_FILENO;
		return 0;
	}
	r->out = open(r->o->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (r->out < 0) {
		complain(r->o, "Can't fopen '%s': %s", r->o->output, strerror(errno));
		return 1;
	}
	return 0;
}

/* ---- the command ---- */

/* As a shell finds it. Returns malloc'd path, or NULL with errno. */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH"), *end;
	struct stat st;
	char *full;

	if (strchr(name, '/') || !path)
		return stat(name, &st) ? NULL : strdup(name);
	for (;; path = end + 1) {
		end = strchrnul(path, ':');
		if (asprintf(&full, "%.*s%s%s", (int)(end - path), path, end == path ? "" : "/", name) < 0)
			return NULL;
		if (!stat(full, &st) && S_ISREG(st.st_mode) && st.st_mode & 0111)
			return full;
		free(full);
		if (!*end)
			break;
	}
	errno = ENOENT;
	return NULL;
}

static void child_main(const struct run *r, const char *path, int go)
{
	char c;

	signal(SIGPIPE, SIG_DFL);
	/* until the parent has attached */
	while (read(go, &c, 1) < 0 && errno == EINTR)
		;
	execv(path, r->o->command);
	complain(r->o, "exec: %s", strerror(errno));
	_exit(1);
}

static int spawn(struct run *r)
{
	char *path = find_program(r->o->command[0]);
	int fds[2];

	if (!path) {
		complain(r->o, "Can't stat '%s': %s", r->o->command[0], strerror(errno));
		return 1;
	}
	if (pipe2(fds, O_CLOEXEC)) {
		complain(r->o, "pipe: %s", strerror(errno));
		free(path);
		return 1;
	}
	r->child = fork();
	if (!r->child) {
		close(fds[1]);
		child_main(r, path, fds[0]);
	}
	free(path);
	close(fds[0]);
	r->go = fds[1];
	if (r->child < 0) {
		complain(r->o, "fork: %s", strerror(errno));
		r->child = 0;
		return 1;
	}
	return 0;
}

/* ---- tracing ---- */

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct run *r = ctx;

	if (ev->type == SCTRACE_LOST)
		r->lost += ev->lost;
	if (r->summary)
		return sctrace_summary_event(r->summary, ev);
	return sctrace_text_event(r->text, ev);
}

static int open_trace(struct run *r)
{
	const struct options *o = r->o;
	char why[256] = "";
	struct sctrace_opts opts = {
		.sz = sizeof(opts),
		.trace = o->trace,
		.strlen_max = o->strlen_max,
		.strlen_zero = o->strlen_set && !o->strlen_max,
		.verbose = o->verbose,
		.no_data = o->summary && !o->record,
		.ring_bytes = o->ring_bytes,
		.record = o->record,
		.replay = o->replay,
		.event = on_event,
		.ctx = r,
		.why = why,
		.why_size = sizeof(why),
	};
	int err = sctrace_open(&r->trace, &opts);

	if (err)
		complain(o, "%s", *why ? why : strerror(-err));
	return err ? 1 : 0;
}

static int open_sink(struct run *r)
{
	const struct options *o = r->o;
	enum sctrace_prefix prefix = SCTRACE_PREFIX_NONE;
	int err;

	if (o->follow || o->npids > 1 || o->replay)
		prefix = o->output ? SCTRACE_PREFIX_PID : SCTRACE_PREFIX_BRACKETS;
	struct sctrace_text_opts to = {
		.sz = sizeof(to),
		.prefix = prefix,
		.timestamps = o->timestamps,
		.relative = o->relative,
		.durations = o->durations,
		.hex = o->hex,
		.column = o->column,
		.name = o->output || o->quiet ? NULL : o->name,
		.write = write_all,
		.ctx = r,
	};
	if (o->summary)
		err = sctrace_summary_new(&r->summary, r->trace);
	else
		err = sctrace_text_new(&r->text, r->trace, &to);
	if (err)
		complain(o, "%s", strerror(-err));
	return err ? 1 : 0;
}

static int add_targets(struct run *r)
{
	const struct options *o = r->o;
	unsigned follow = o->follow ? SCTRACE_FOLLOW : 0;
	int err = 0;

	if (r->child)
		err = sctrace_target(r->trace, r->child, follow | SCTRACE_WAIT_EXEC);
	for (unsigned i = 0; !err && i < o->npids; i++) {
		err = sctrace_target(r->trace, o->pids[i], follow | (o->follow ? SCTRACE_THREADS : 0));
		if (err) {
			complain(o, "attach: process %d: %s", (int)o->pids[i], strerror(-err));
			return 1;
		}
	}
	if (!err)
		err = sctrace_start(r->trace);
	if (err)
		complain(o, "%s", strerror(-err));
	return err ? 1 : 0;
}

static void say_attached(const struct run *r)
{
	const struct options *o = r->o;

	for (unsigned i = 0; !o->output && !o->quiet && i < o->npids; i++)
		complain(o, "Process %d attached", (int)o->pids[i]);
}

static void catch_signals(sigset_t *old)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction sa = { .sa_handler = on_signal };
	sigset_t block;

	sigemptyset(&block);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		struct sigaction was;

		sigaction(signals[i], NULL, &was);
		if (was.sa_handler == SIG_IGN)
			continue;
		sigaction(signals[i], &sa, NULL);
		sigaddset(&block, signals[i]);
	}
	signal(SIGPIPE, SIG_IGN);
	/* delivered only while waiting, so that none is missed */
	sigprocmask(SIG_BLOCK, &block, old);
}

/* What a person should see by now. */
static int show(struct run *r, bool idle)
{
	return r->text ? sctrace_text_flush(r->text, idle) : 0;
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

/* Until all targets have ended, or a signal says stop. 0 or -errno. */
static int loop(struct run *r, const sigset_t *mask)
{
	struct pollfd pfd = { .fd = sctrace_fd(r->trace), .events = POLLIN };
	int64_t deadline = 0;

	for (;;) {
		int n = sctrace_poll(r->trace, 0), err = n < 0 ? n : show(r, n == 0);
		struct timespec limit = { .tv_nsec = 50 * 1000000 };

		if (err)
			return err;
		if (!sctrace_tasks(r->trace))
			return 0;
		if (caught && !deadline)
			deadline = now_ms() + (r->child && caught == SIGINT ? GRACE_MS : 0);
		if (deadline && now_ms() >= deadline)
			return 0;
		ppoll(&pfd, 1, deadline ? &limit : NULL, mask);
	}
}

static int replay(struct run *r)
{
	int n;

	do {
		n = sctrace_poll(r->trace, 0);
		if (n >= 0)
			n = show(r, false) ?: n;
	} while (n >= 0);
	return n == -ENODATA ? 0 : n;
}

/* ---- the end ---- */

/* As the command ended: its status, or its signal. */
static int end_like(const struct run *r)
{
	struct rlimit no_core = { 0, 0 };
	int status, sig;

	if (!r->child)
		return 0;
	if (waitpid(r->child, &status, WNOHANG) <= 0)
		return 0; /* detached from it: it goes on */
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	sig = WTERMSIG(status);
	setrlimit(RLIMIT_CORE, &no_core);
	signal(sig, SIG_DFL);
	raise(sig);
	return 128 + sig;
}

static int finish(struct run *r, int err)
{
	const struct options *o = r->o;
	char why[8] = "";
	int serr;

	(void)why;
	serr = sctrace_stop(r->trace);
	if (!err)
		err = serr;
	if (r->text) {
		serr = sctrace_tasks(r->trace) ? sctrace_text_detach(r->text) : sctrace_text_flush(r->text, true);
		err = err ? err : serr;
	} else if (r->summary) {
		serr = sctrace_summary_print(r->summary, write_all, r);
		err = err ? err : serr;
	}
	if (r->lost)
		complain(o, "%llu events lost (more room: --ring-size)", (unsigned long long)r->lost);
	return err;
}

static void release(struct run *r)
{
	sctrace_text_free(r->text);
	sctrace_summary_free(r->summary);
	sctrace_close(r->trace);
	if (r->out > STDERR_FILENO)
		close(r->out);
}

static void die_by(int sig, const sigset_t *mask)
{
	signal(sig, SIG_DFL);
	raise(sig);
	sigprocmask(SIG_SETMASK, mask, NULL);
}

static int start(struct run *r)
{
	if (open_trace(r) || open_output(r) || open_sink(r))
		return 1;
	if (r->o->replay)
		return 0;
	if (r->o->command && spawn(r))
		return 1;
	if (add_targets(r))
		return 1;
	say_attached(r);
	return 0;
}

int run(const struct options *o)
{
	struct run r = { .o = o, .out = -1, .go = -1 };
	sigset_t mask;
	int err, status;

	if (start(&r)) {
		if (r.child)
			kill(r.child, SIGKILL);
		release(&r);
		return 1;
	}
	catch_signals(&mask);
	if (r.go >= 0)
		close(r.go);
	err = o->replay ? replay(&r) : loop(&r, &mask);
	err = finish(&r, err);
	if (err)
		complain(o, "%s", err == -EPIPE ? "output closed" : strerror(-err));
	release(&r);
	if (caught && !r.child)
		die_by(caught, &mask);
	status = end_like(&r);
	if (caught && !status)
		die_by(caught, &mask);
	if (err || (o->fail_on_loss && r.lost))
		return 1;
	return status;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rules of sctrace.h for the handle of events, checked as an agent uses it. api [TEST] */
#include "api.h"

#include <pthread.h>
#include <stddef.h>

#include <bpf/libbpf.h>

struct seen {
	unsigned enters, exits, targets, attached;
	uint64_t last_ts;
	int out_of_order;
	uint32_t tid; /* thread of the last event */
};

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct seen *s = ctx;

	s->enters += ev->type == SCTRACE_ENTER;
	s->exits += ev->type == SCTRACE_EXIT;
	s->targets += ev->type == SCTRACE_TARGET;
	s->attached += ev->type == SCTRACE_ATTACHED;
	s->out_of_order += ev->ts && ev->ts < s->last_ts;
	s->last_ts = ev->ts;
	s->tid = ev->tid;
	return 0;
}

static struct sctrace *opened_with(const char *trace, sctrace_event_fn *fn, void *ctx)
{
	return session((struct sctrace_opts){ .trace = trace, .event = fn, .ctx = ctx });
}

static struct sctrace *opened(struct seen *s)
{
	return opened_with("getppid", on_event, s);
}

/* ---- start and stop ---- */

static void start_twice(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	int fds = count_fds("");
	struct sctrace *t = opened(&s);

	is("target", sctrace_target(t, k.pid, 0), 0);
	is("nothing to wait for before the start", sctrace_poll(t, -1), -EINVAL);
	is("start", sctrace_start(t), 0);
	is("a second start is refused", sctrace_start(t), -EALREADY);
	kid_do(&k, 'c');
	read_all(t);
	is("each call begins once", s.enters, KID_CALLS);
	is("and ends once", s.exits, KID_CALLS);
	is("stop", sctrace_stop(t), 0);
	kid_do(&k, 'c');
	read_all(t);
	is("nothing after stop", s.exits, KID_CALLS);
	is("a second stop", sctrace_stop(t), 0);
	is("start after stop is refused", sctrace_start(t), -ESHUTDOWN);
	is("target after stop is refused", sctrace_target(t, k.pid, 0), -ESHUTDOWN);
	sctrace_close(t);
	is("descriptors after close", count_fds(""), fds);
	is("BPF descriptors after close", count_fds("bpf"), 0);
	kid_end(&k);
}

static void after_stop(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened(&s);
	long long from;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	sctrace_stop(t);
	from = now_ms();
	is("poll after stop", sctrace_poll(t, 2000), -ENODATA);
	check(now_ms() - from < 500, "it does not wait (%lld ms)", now_ms() - from);
	sctrace_close(t);
	kid_end(&k);
}

/* ---- the descriptor, and waiting ---- */

static void fd_after_start(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened(&s);
	int rounds = 0;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'c');
	check(readable(sctrace_fd(t), 2000), "readable after start, without a poll");
	/* as an epoll loop does it */
	while (s.exits < KID_CALLS && rounds++ < 100 && readable(sctrace_fd(t), 2000))
		sctrace_poll(t, 0);
	is("its events", s.exits, KID_CALLS);
	for (rounds = 0; rounds < 20 && readable(sctrace_fd(t), 100); rounds++)
		sctrace_poll(t, 0);
	check(rounds < 20, "quiet when nothing happens (%d rounds)", rounds);
	kid_do(&k, 'c');
	while (s.exits < 2 * KID_CALLS && rounds++ < 100 && readable(sctrace_fd(t), 2000))
		sctrace_poll(t, 0);
	is("and wakes again", s.exits, 2 * KID_CALLS);
	for (rounds = 0; rounds < 20 && readable(sctrace_fd(t), 100); rounds++)
		sctrace_poll(t, 0);
	s.targets = 0;
	sctrace_target(t, getpid(), 0);
	for (rounds = 0; !s.targets && rounds < 100 && readable(sctrace_fd(t), 2000); rounds++)
		sctrace_poll(t, 0);
	is("a new target makes it readable", s.targets, 1);
	sctrace_close(t);
	kid_end(&k);
}

static volatile sig_atomic_t alarms;

static void on_alarm(int sig)
{
	(void)sig;
	alarms++;
}

static void waits(void)
{
	struct sigaction sa = { .sa_handler = on_alarm };
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened(&s);
	long long from;
	int n;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	read_all(t);
	from = now_ms();
	is("a poll without events", sctrace_poll(t, 300), 0);
	check(now_ms() - from >= 295, "it waits its time (%lld ms)", now_ms() - from);
	kid_do(&k, 'c');
	from = now_ms();
	n = sctrace_poll(t, 2000);
	check(n > 0 && now_ms() - from < 1000, "a poll with events returns with them (%d, %lld ms)", n,
	      now_ms() - from);
	read_all(t);
	from = now_ms();
	is("2 ms", sctrace_poll(t, 2), 0);
	sigaction(SIGALRM, &sa, NULL);
	alarm(1);
	from = now_ms();
	n = sctrace_poll(t, -1);
	check(!n && alarms == 1 && now_ms() - from < 5000, "a signal handler ends it with 0 (%d)", n);
	sctrace_close(t);
	kid_end(&k);
}

/* ---- targets ---- */

static void target_is_silent(void)
{
	struct seen s = {};
	struct kid k = kid_new(), l = kid_new();
	struct sctrace *t = opened(&s);

	sctrace_target(t, k.pid, 0);
	is("target does not call back", s.targets, 0);
	is("it counts as a task", sctrace_tasks(t), 1);
	sctrace_start(t);
	is("nor does start", s.targets, 0);
	kid_do(&k, 'c');
	sleep_ms(20);
	sctrace_target(t, l.pid, 0);
	is("nor target after start", s.targets, 0);
	is("tasks", sctrace_tasks(t), 2);
	kid_do(&k, 'c');
	kid_do(&l, 'c');
	read_all(t);
	is("poll has the targets", s.targets, 2);
	is("and the calls", s.exits, 3 * KID_CALLS);
	is("in the order of time", s.out_of_order, 0);
	is("tasks, once they are known", sctrace_tasks(t), 2);
	sctrace_close(t);
	kid_end(&k);
	kid_end(&l);
}

static void follow_later(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened(&s);

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'f');
	read_all(t);
	is("children are not followed", s.exits, 0);
	is("the same target, now with FOLLOW", sctrace_target(t, k.pid, SCTRACE_FOLLOW), 0);
	kid_do(&k, 'f');
	kid_do(&k, 'c');
	read_all(t);
	is("children are followed", s.exits, 2 * KID_CALLS);
	sctrace_close(t);
	kid_end(&k);
}

/* A tid that is reused belongs to another task. */
static void reused(void)
{
	struct seen s = {};
	struct kid k = kid_new(), other = kid_new(), again;
	struct sctrace *t = opened(&s);
	pid_t pid = k.pid, early;

	sctrace_target(t, k.pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
	/* a process that ends before the start */
	again = kid_new();
	early = again.pid;
	sctrace_target(t, early, SCTRACE_FOLLOW | SCTRACE_THREADS);
	kid_end(&again);
	sctrace_start(t);
	kid_do(&k, 'c');
	kid_end(&k);
	read_all(t);
	is("the target's calls", s.exits, KID_CALLS);
	again = kid_new_as(pid);
	if (again.pid < 0) {
		check(errno == EPERM || errno == ENOSYS, "no process gets the number again here: %s", strerror(errno));
	} else {
		s = (struct seen){};
		sctrace_target(t, other.pid, 0); /* the handle looks up all targets again */
		kid_do(&again, 'c');
		kid_do(&again, 'f');
		read_all(t);
		is("the next task of that number is not traced", s.exits, 0);
		kid_end(&again);
		again = kid_new_as(early);
		check(again.pid == early, "the number of one that ended before the start");
		sctrace_target(t, other.pid, 0);
		kid_do(&again, 'c');
		kid_do(&again, 'f');
		read_all(t);
		is("is not traced either", s.exits, 0);
		kid_end(&again);
	}
	sctrace_close(t);
	kid_end(&other);
}

/* ---- the call in progress at attach ---- */

struct progress {
	unsigned reads, others;
	uint64_t ns;
	uint32_t flags, later_flags;
	uint64_t getppid_flags;
};

static int on_progress(void *ctx, const struct sctrace_event *ev)
{
	struct progress *p = ctx;

	if (ev->type == SCTRACE_TARGET)
		return 0;
	if (ev->name && !strcmp(ev->name, "read")) {
		p->reads++;
		p->flags |= ev->type == SCTRACE_ENTER ? ev->flags : 0;
		if (ev->type == SCTRACE_EXIT) {
			p->later_flags = ev->flags;
			p->ns = ev->ts - ev->enter_ts;
		}
	} else {
		p->others++;
		p->getppid_flags |= ev->flags;
	}
	return 0;
}

/* The process waits in read() for its next command. */
static void in_progress(void)
{
	struct progress p = {};
	struct kid k = kid_new();
	struct sctrace *t = opened_with("getppid", on_progress, &p);
	long long attached;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	read_all(t);
	is("a call that is not selected is not reported", p.reads, 0);
	kid_do(&k, 'c');
	kid_do(&k, 'c');
	read_all(t);
	is("nor its end", p.reads, 0);
	is("both ends of those that are selected", p.others, 4 * KID_CALLS);
	is("began in sight", (long long)p.getppid_flags, 0);
	sctrace_close(t);

	p = (struct progress){};
	t = opened_with("read", on_progress, &p);
	attached = now_us();
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	read_all(t);
	is("the call in progress", p.reads, 1);
	is("its beginning was not seen", p.flags, SCTRACE_BEGIN_UNSEEN);
	sleep_ms(100);
	kid_do(&k, 'c');
	attached = now_us() - attached;
	read_all(t);
	is("its end, and the next one's beginning", p.reads, 3);
	is("which knows that, too", p.later_flags, SCTRACE_BEGIN_UNSEEN);
	check(p.ns > 100000000 && p.ns < 1000 * (uint64_t)attached, "its time since the attach: %.3f s",
	      (double)p.ns / 1e9);
	sctrace_close(t);
	kid_end(&k);
}

/* ---- callbacks ---- */

struct nested {
	struct sctrace *t;
	struct kid *more;
	int poll, stop, start, close, pending, target;
	unsigned tasks, events;
	char error[128];
};

static int on_nothing(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	(void)ev;
	return 0;
}

static int on_nested(void *ctx, const struct sctrace_event *ev)
{
	struct nested *n = ctx;

	if (ev->type != SCTRACE_EXIT)
		return 0;
	n->events++;
	n->poll = sctrace_poll(n->t, 0);
	n->start = sctrace_start(n->t);
	n->stop = sctrace_stop(n->t);
	n->pending = sctrace_pending(n->t, on_nothing, NULL);
	n->close = sctrace_close(n->t);
	snprintf(n->error, sizeof(n->error), "%s", sctrace_error(n->t));
	if (n->more)
		n->target = sctrace_target(n->t, n->more->pid, 0);
	n->more = NULL;
	n->tasks = sctrace_tasks(n->t);
	return 0;
}

static void nested(void)
{
	struct nested n = {};
	struct kid k = kid_new(), l = kid_new();
	struct sctrace *t = n.t = opened_with("getppid", on_nested, &n);

	n.more = &l;
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'c');
	read_all(t);
	is("poll in a callback", n.poll, -EBUSY);
	is("start", n.start, -EBUSY);
	is("stop", n.stop, -EBUSY);
	is("pending", n.pending, -EBUSY);
	is("close", n.close, -EBUSY);
	check(strstr(n.error, "callback") != NULL, "the error says so: '%s'", n.error);
	is("target is allowed", n.target, 0);
	is("and tasks", n.tasks, 2);
	is("the session goes on", n.events, KID_CALLS);
	kid_do(&l, 'c');
	read_all(t);
	is("with the new target", n.events, 2 * KID_CALLS);
	is("close", sctrace_close(t), 0);
	kid_end(&k);
	kid_end(&l);
}

static int on_stop(void *ctx, const struct sctrace_event *ev)
{
	return ev->type == SCTRACE_EXIT ? *(int *)ctx : 0;
}

static void answers(void)
{
	struct kid k = kid_new();
	int answer = 4711;
	struct sctrace *t = opened_with("getppid", on_stop, &answer);

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'c');
	is("poll returns what the callback did", sctrace_poll(t, 1000), 4711);
	answer = -ECANCELED;
	is("or a negative one", sctrace_poll(t, 0), -ECANCELED);
	sctrace_close(t);
	kid_end(&k);
}

/* ---- threads, fork ---- */

static void *reads(void *t)
{
	read_all(t);
	return NULL;
}

/* One thread opens the handle, others read it, and the first one closes it. */
static void wanders(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened(&s);
	pthread_t thread;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	for (int i = 0; i < 3; i++) {
		kid_do(&k, 'c');
		pthread_create(&thread, NULL, reads, t);
		pthread_join(thread, NULL);
	}
	is("three threads, one after the other", s.exits, 3 * KID_CALLS);
	sctrace_close(t);
	kid_end(&k);
}

static int child_of(struct sctrace *t, struct sctrace_stats *st, pid_t target)
{
	struct seen s = {};
	struct sctrace *own;
	int bad = 0;

	bad |= (sctrace_poll(t, 0) != -EPERM) << 0;
	bad |= (sctrace_target(t, target, 0) != -EPERM) << 1;
	bad |= (sctrace_stop(t) != -EPERM) << 2;
	bad |= (sctrace_stats_read(st) != -EPERM || sctrace_fd(t) != -EPERM || sctrace_stats_fd(st) != -EPERM) << 3;
	bad |= !strstr(sctrace_error(t), "parent") << 4;
	bad |= (sctrace_close(t) || sctrace_stats_close(st)) << 5;
	own = opened(&s);
	sctrace_target(own, target, 0);
	bad |= sctrace_start(own) << 6;
	sctrace_close(own);
	return bad;
}

static void forks(void)
{
	char path[] = "/tmp/sctrace-api-XXXXXX";
	int file = mkstemp(path), status = -1;
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace_opts o = { .sz = sizeof(o), .trace = "getppid", .record = path, .event = on_event, .ctx = &s };
	struct sctrace_stats_opts so = { .sz = sizeof(so), .trace = "getppid" };
	struct sctrace_stats *st = NULL;
	struct sctrace *t = NULL;
	pid_t pid;

	is("open", sctrace_open(&t, &o) | sctrace_stats_open(&st, &so), 0);
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'c');
	sctrace_poll(t, 0); /* the recorder has records that are not written to the file yet */
	pid = fork();
	if (!pid)
		_exit(child_of(t, st, k.pid));
	waitpid(pid, &status, 0);
	is("a child can close handles, and open its own", status, 0);
	kid_do(&k, 'c');
	read_all(t);
	is("the parent's goes on", s.exits, 2 * KID_CALLS);
	is("stop", sctrace_stop(t), 0);
	sctrace_close(t);
	sctrace_stats_close(st);
	o.record = NULL;
	o.replay = path;
	s = (struct seen){};
	is("the capture file", sctrace_open(&t, &o), 0);
	while (sctrace_poll(t, 0) >= 0)
		;
	is("is whole", s.exits, 2 * KID_CALLS);
	sctrace_close(t);
	close(file);
	unlink(path);
	kid_end(&k);
}

static void versions(void)
{
	struct sctrace_opts o = SCTRACE_INIT(struct sctrace_opts);
	struct sctrace_event older = { .sz = offsetof(struct sctrace_event, flags) }, now = { .sz = sizeof(now) };
	char text[32];

	snprintf(text, sizeof(text), "%d.%d.%d", SCTRACE_VERSION_MAJOR, SCTRACE_VERSION_MINOR, SCTRACE_VERSION_PATCH);
	check(!strcmp(text, sctrace_version()), "the library's version is the header's: %s", sctrace_version());
	check(o.sz == sizeof(o) && !o.event && !o.why_size, "SCTRACE_INIT");
	check(SCTRACE_HAS(&now, flags) && SCTRACE_HAS(&now, lost), "SCTRACE_HAS: it is there");
	check(!SCTRACE_HAS(&older, flags) && SCTRACE_HAS(&older, priv), "SCTRACE_HAS: not in an older one");
}

static void nulls(void)
{
	struct sctrace *t = (void *)-1;

	is("open", sctrace_open(NULL, NULL) | sctrace_open(&t, NULL), -EINVAL);
	check(t == (void *)-1, "*out stays");
	is("target", sctrace_target(NULL, 1, 0), -EINVAL);
	is("start", sctrace_start(NULL), -EINVAL);
	is("fd", sctrace_fd(NULL), -EINVAL);
	is("poll", sctrace_poll(NULL, 0), -EINVAL);
	is("stop", sctrace_stop(NULL), -EINVAL);
	is("pending", sctrace_pending(NULL, on_nothing, NULL), -EINVAL);
	is("ended", sctrace_ended(NULL, 1, 0), -EINVAL);
	is("tasks", sctrace_tasks(NULL), 0);
	is("lost", (long long)sctrace_lost(NULL), 0);
	is("error", (long long)strlen(sctrace_error(NULL)), 0);
	is("close", sctrace_close(NULL), 0);
	is("features", sctrace_features(NULL, NULL, NULL), -EINVAL);
	is("text", sctrace_text_new(NULL, NULL, NULL), -EINVAL);
	is("its event", sctrace_text_event(NULL, NULL), -EINVAL);
	is("flush", sctrace_text_flush(NULL, true), -EINVAL);
	is("detach", sctrace_text_detach(NULL), -EINVAL);
	sctrace_text_free(NULL);
	is("JSON", sctrace_json_new(NULL, NULL, NULL), -EINVAL);
	is("its event", sctrace_json_event(NULL, NULL), -EINVAL);
	is("flush", sctrace_json_flush(NULL), -EINVAL);
	is("detach", sctrace_json_detach(NULL), -EINVAL);
	sctrace_json_free(NULL);
	is("values", sctrace_values(NULL, NULL, NULL, NULL), -EINVAL);
	is("an argument", sctrace_arg(NULL, NULL, NULL, NULL), -EINVAL);
	is("a line", sctrace_event_text(NULL, NULL, NULL, 0), -EINVAL);
	is("stats of events", sctrace_event_stats_new(NULL, NULL), -EINVAL);
	is("its event", sctrace_event_stats_add(NULL, NULL), -EINVAL);
	is("print", sctrace_event_stats_print(NULL, NULL, NULL, NULL), -EINVAL);
	sctrace_event_stats_free(NULL);
}

/* ---- what a session costs in descriptors and memory ---- */

static unsigned long mapped_kb(void)
{
	char line[256];
	unsigned long kb = 0;
	FILE *f = fopen("/proc/self/smaps", "re");
	int ring = 0;

	/* a ring's data is mapped twice in a row */
	while (f && fgets(line, sizeof(line), f)) {
		unsigned long size;

		if (strstr(line, "bpf-map") || strstr(line, "bpf_ringbuf"))
			ring = 1;
		else if (sscanf(line, "Size: %lu kB", &size) == 1) {
			kb += ring ? size : 0;
			ring = 0;
		}
	}
	if (f)
		fclose(f);
	return kb;
}

/*
 * Adds the descriptors of features in use to the limit: the kernel may skip programs of these, which takes descriptors
 * to count.
 */
static int on_feature(void *ctx, const struct sctrace_feature *f)
{
	if (!strcmp(f->name, "preempt_kfunc") && f->used)
		*(int *)ctx += 14;
	if (!strcmp(f->name, "task_work") && f->used)
		*(int *)ctx += 1;
	return 0;
}

static void cost(void)
{
	struct sctrace_opts o = { .sz = sizeof(o), .trace = "getppid", .ring_total = 4 << 20, .event = on_event };
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	struct sctrace *t = NULL;
	struct seen s = {};
	struct kid k = kid_new();
	int fds = count_fds(""), most = 28 + (int)cpus;

	o.ctx = &s;
	sctrace_features(NULL, on_feature, &most);
	is("open", sctrace_open(&t, &o), 0);
	if (!t)
		return;
	/* 8 kB more: two pages of variables that programs of probes share */
	check(mapped_kb() > 0 && mapped_kb() <= 2 * (4096 + 8 * (unsigned long)cpus) + 8,
	      "rings of 4 MiB for %ld CPUs, mapped twice: %lu kB", cpus, mapped_kb());
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	check(count_fds("") - fds <= most, "descriptors of a session: %d", count_fds("") - fds);
	kid_do(&k, 'c');
	read_all(t);
	is("it works", s.exits, KID_CALLS);
	sctrace_close(t);
	is("all are closed", count_fds(""), fds);
	for (int i = 0; i < 10; i++) {
		sctrace_open(&t, &o);
		sctrace_start(t);
		sctrace_close(t);
	}
	is("after ten sessions, too", count_fds(""), fds);
	is("mapped then", (long long)mapped_kb(), 0);
	kid_end(&k);
}

/* ---- texts ---- */

static void texts(void)
{
	struct {
		struct sctrace_opts o;
		int newer;
	} future = { .o.sz = sizeof(future), .newer = 1 };
	struct seen s = {};
	struct sctrace *t = NULL;
	char line[256] = "";
	int err;

	refused("ring of 5000 bytes", &(struct sctrace_opts){ .ring_bytes = 5000 }, -EINVAL, "power of two");
	refused("ring of 1024 bytes", &(struct sctrace_opts){ .ring_bytes = 1024 }, -EINVAL, "power of two");
	refused("ring of 2 GiB", &(struct sctrace_opts){ .ring_bytes = 1u << 31 }, -EINVAL, "power of two");
	refused("no such BTF file", &(struct sctrace_opts){ .btf = "/nonexistent", .without = "btf" }, -ENOENT,
		"'/nonexistent'");
	refused("no BTF file", &(struct sctrace_opts){ .btf = "/etc/passwd", .without = "btf" }, -EINVAL,
		"'/etc/passwd' has no BTF");
	refused("no feature", &(struct sctrace_opts){ .without = "iter,nonsense,ringbuf" }, -EINVAL,
		"'nonsense' (valid: btf");
	refused("no call", &(struct sctrace_opts){ .trace = "opne" }, -EINVAL, "'opne'");
	refused("no capture file", &(struct sctrace_opts){ .replay = "/etc/passwd" }, -EBADMSG, "not a capture file");
	future.o.why = line;
	future.o.why_size = sizeof(line);
	err = sctrace_open(&t, &future.o);
	check(err == -E2BIG && strstr(line, "older"), "options of a newer library: %d '%s'", err, line);
	t = opened(&s);
	is("no error yet", (long long)strlen(sctrace_error(t)), 0);
	is("a target that is not there", sctrace_target(t, 4194304, 0), -ESRCH);
	check(strstr(sctrace_error(t), "4194304") != NULL, "its text: '%s'", sctrace_error(t));
	is("unknown flags", sctrace_target(t, getpid(), 0x100), -EINVAL);
	check(strstr(sctrace_error(t), "0x100") != NULL, "its text: '%s'", sctrace_error(t));
	is("start", sctrace_start(t), 0);
	check(strstr(sctrace_error(t), "0x100") != NULL, "the last failure's text stays");
	is("again", sctrace_start(t), -EALREADY);
	check(strstr(sctrace_error(t), "already") != NULL, "its text: '%s'", sctrace_error(t));
	sctrace_close(t);
}

/* ---- the host's libbpf ---- */

static unsigned host_printed, host_overheard;
static __thread int host_thread;

static int host_print(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	__atomic_fetch_add(host_thread ? &host_printed : &host_overheard, 1, __ATOMIC_RELAXED);
	return 0;
}

static void *opens(void *arg)
{
	(void)arg;
	for (int i = 0; i < 4; i++) {
		struct sctrace_opts o = { .sz = sizeof(o), .trace = "getppid", .event = on_nothing };
		struct sctrace_stats_opts so = { .sz = sizeof(so), .trace = "getppid" };
		struct sctrace_stats *s = NULL;
		struct sctrace *t = NULL;
		int err = sctrace_open(&t, &o);

		if (!err)
			err = sctrace_start(t);
		if (!err)
			err = sctrace_stats_open(&s, &so);
		if (!err)
			err = sctrace_stats_read(s);
		if (err)
			check(0, "a session of a thread: %d", err);
		sctrace_close(t);
		sctrace_stats_close(s);
	}
	return NULL;
}

/* An agent has BPF objects of its own, and sessions in several threads. */
static void host_libbpf(void)
{
	libbpf_print_fn_t was = libbpf_set_print(host_print);
	pthread_t threads[3];

	host_thread = 1;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, opens, NULL);
	for (int i = 0; i < 200; i++) {
		if (bpf_object__open("/nonexistent.o"))
			check(0, "there is such a file");
		sleep_ms(1);
	}
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	check(host_printed >= 200, "the host's messages reach it while others open (%u)", host_printed);
	is("the library's do not", host_overheard, 0);
	check(libbpf_set_print(was) == host_print, "its callback is the host's again");
}

static unsigned threads_now(void)
{
	DIR *dir = opendir("/proc/self/task");
	unsigned n = 0;

	for (const struct dirent *e; dir && (e = readdir(dir));)
		n += *e->d_name != '.';
	if (dir)
		closedir(dir);
	return n;
}

/* Threads that load programs have ended when a handle is open: a host that has one thread may fork as before. */
static void threads_of_open(void)
{
	const unsigned opens = 5;
	unsigned alone = 0;

	for (unsigned i = 0; i < opens; i++) {
		struct sctrace *t = session((struct sctrace_opts){ .trace = "getppid" });

		alone += threads_now() == 1;
		sctrace_close(t);
	}
	is("openings that leave one thread", alone, opens);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "start_twice", start_twice },
		{ "after_stop", after_stop },
		{ "fd_after_start", fd_after_start },
		{ "waits", waits },
		{ "target_is_silent", target_is_silent },
		{ "follow_later", follow_later },
		{ "reused", reused },
		{ "in_progress", in_progress },
		{ "nested", nested },
		{ "answers", answers },
		{ "wanders", wanders },
		{ "forks", forks },
		{ "versions", versions },
		{ "nulls", nulls },
		{ "cost", cost },
		{ "texts", texts },
		{ "host_libbpf", host_libbpf },
		{ "threads_of_open", threads_of_open },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}

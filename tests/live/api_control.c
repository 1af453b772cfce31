// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Changes of a running handle: they lose no event and deliver none twice. api_control [TEST] */
#include "api.h"

#include <pthread.h>

struct seen {
	unsigned enters, exits, left, selected, paused, resumed, unseen, lost;
	unsigned exits_after; /* calls that returned after the last change */
	uint32_t left_tid;
	int out_of_order;
	uint64_t last_ts;
	uint32_t only;	   /* calls of this process are counted; 0: calls of all */
	bool pausing;	   /* the event was SCTRACE_PAUSED, and SCTRACE_RESUMED has not come */
	unsigned in_pause; /* calls that began during a pause */
};

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct seen *s = ctx;
	bool change = ev->type == SCTRACE_SELECTED || ev->type == SCTRACE_PAUSED || ev->type == SCTRACE_RESUMED;

	if (s->only && ev->tgid && ev->tgid != s->only)
		return 0;
	s->enters += ev->type == SCTRACE_ENTER;
	s->exits += ev->type == SCTRACE_EXIT;
	s->exits_after = change ? 0 : s->exits_after + (ev->type == SCTRACE_EXIT);
	s->pausing = (s->pausing || ev->type == SCTRACE_PAUSED) && ev->type != SCTRACE_RESUMED;
	s->in_pause += s->pausing && ev->type == SCTRACE_ENTER;
	s->left += ev->type == SCTRACE_LEFT;
	s->left_tid = ev->type == SCTRACE_LEFT ? ev->tid : s->left_tid;
	s->selected += ev->type == SCTRACE_SELECTED;
	s->paused += ev->type == SCTRACE_PAUSED;
	s->resumed += ev->type == SCTRACE_RESUMED;
	s->lost += ev->type == SCTRACE_LOST;
	s->unseen += ev->flags & SCTRACE_BEGIN_UNSEEN;
	s->out_of_order += change && ev->ts < s->last_ts;
	s->last_ts = ev->ts > s->last_ts ? ev->ts : s->last_ts;
	return 0;
}

static struct sctrace *opened(const char *trace, struct seen *s)
{
	return session((struct sctrace_opts){ .trace = trace, .event = on_event, .ctx = s });
}

static void untarget(void)
{
	struct seen s = {};
	struct kid k = kid_new(), l = kid_new();
	struct sctrace *t = opened("getppid", &s);

	sctrace_target(t, k.pid, SCTRACE_THREADS);
	sctrace_target(t, l.pid, 0);
	is("before the start", sctrace_untarget(t, k.pid, 0), 0);
	sctrace_target(t, k.pid, SCTRACE_THREADS | SCTRACE_FOLLOW);
	sctrace_start(t);
	kid_do(&k, 'c');
	kid_do(&l, 'c');
	is("not any more", sctrace_untarget(t, k.pid, SCTRACE_THREADS), 0);
	kid_do(&k, 'c');
	kid_do(&k, 'f');
	kid_do(&l, 'c');
	read_all(t);
	is("what it did before, and the other one", s.exits, 3 * KID_CALLS);
	is("their beginnings", s.enters, s.exits);
	is("it is an event", s.left, 1);
	is("of the task", s.left_tid, k.pid);
	is("tasks", sctrace_tasks(t), 1);
	is("a second time", sctrace_untarget(t, k.pid, 0), -ESRCH);
	check(strstr(sctrace_error(t), "not traced") != NULL, "its text: '%s'", sctrace_error(t));
	is("and traced again", sctrace_target(t, k.pid, 0), 0);
	kid_do(&k, 'c');
	read_all(t);
	is("what it does then", s.exits, 4 * KID_CALLS);
	is("tasks", sctrace_tasks(t), 2);
	sctrace_close(t);
	kid_end(&k);
	kid_end(&l);
}

static void selects(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened("openat", &s);

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'c');
	is("another selection", sctrace_select(t, "getppid"), 0);
	kid_do(&k, 'c');
	read_all(t);
	is("its calls", s.exits, KID_CALLS);
	is("it is an event", s.selected, 1);
	is("after which they come", s.exits_after, KID_CALLS);
	is("none", sctrace_select(t, "none"), 0);
	kid_do(&k, 'c');
	read_all(t);
	is("no calls", s.exits, KID_CALLS);
	is("no such call", sctrace_select(t, "getppid,opne"), -EINVAL);
	check(strstr(sctrace_error(t), "'opne'") != NULL, "its text: '%s'", sctrace_error(t));
	kid_do(&k, 'c');
	is("all", sctrace_select(t, NULL), 0);
	kid_do(&k, 'c');
	read_all(t);
	check(s.exits >= 2 * KID_CALLS && s.exits < 2 * KID_CALLS + 6, "all calls: %u", s.exits);
	is("in order", s.out_of_order, 0);
	is("changes", s.selected, 3);
	sctrace_close(t);
	kid_end(&k);
}

static void pauses(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened("getppid", &s);

	sctrace_target(t, k.pid, SCTRACE_FOLLOW);
	sctrace_start(t);
	kid_do(&k, 'c');
	is("pause", sctrace_pause(t), 0);
	is("twice", sctrace_pause(t), -EALREADY);
	kid_do(&k, 'c');
	kid_do(&k, 'f');
	read_all(t);
	is("calls before it", s.exits, KID_CALLS);
	is("it is an event", s.paused, 1);
	is("a selection meanwhile", sctrace_select(t, "getppid,getpid"), 0);
	kid_do(&k, 'c');
	is("go on", sctrace_resume(t), 0);
	is("twice", sctrace_resume(t), -EALREADY);
	kid_do(&k, 'c');
	kid_do(&k, 'f');
	read_all(t);
	is("calls after it", s.exits, 3 * KID_CALLS);
	is("their beginnings", s.enters, s.exits);
	is("it is an event", s.resumed, 1);
	is("after which they come", s.exits_after, 2 * KID_CALLS);
	is("nothing was lost", (long long)sctrace_lost(t), 0);
	sctrace_close(t);
	kid_end(&k);
}

/* No call of a busy process begins between the two events of a pause. */
static void pauses_storm(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = opened("getppid", &s);

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_storm_begin(&k);
	for (int i = 0; i < 30; i++) {
		sctrace_poll(t, 2);
		sctrace_pause(t);
		sctrace_poll(t, 0);
		sctrace_resume(t);
	}
	kid_storm_end(&k);
	read_all(t);
	is("pauses", s.paused, 30);
	is("each ended", s.resumed, 30);
	check(s.enters > 0, "calls outside of them");
	is("calls that began in one", s.in_pause, 0);
	sctrace_close(t);
	kid_end(&k);
}

/* A call in progress is reported to its end even if it is deselected. */
static void in_progress_of(bool all)
{
	struct kid k = kid_new();
	struct seen s = { .only = (uint32_t)k.pid };
	struct sctrace *t = session((struct sctrace_opts){
		.trace = "nanosleep,clock_nanosleep", .all_tasks = all, .event = on_event, .ctx = &s });
	char c = 's';

	if (!all)
		sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	is("it sleeps", write(k.ask, &c, 1), 1);
	for (long long until = now_ms() + 5000; now_ms() < until && !s.enters;)
		sctrace_poll(t, 10);
	is("which began", s.enters - s.exits, 1);
	is("calls that it makes afterwards", sctrace_select(t, "getppid"), 0);
	is("it has slept", read(k.answer, &c, 1), 1);
	kid_waits(&k);
	for (long long until = now_ms() + 5000; now_ms() < until && s.exits < 1 + KID_CALLS;)
		sctrace_poll(t, 10);
	is("its end, and those calls", s.exits, 1 + KID_CALLS);
	is("their beginnings", s.enters, s.exits);
	is("nothing was lost", s.lost, 0);
	sctrace_close(t);
	kid_end(&k);
}

static void in_progress(void)
{
	in_progress_of(false);
	in_progress_of(true);
}

/* A process makes calls all the time: each call is delivered once, except those during the pauses. */
static void hammered(void)
{
	static const char *const sets[] = { "getppid", "getppid,openat", "getppid,%file", "all" };
	struct seen s = {};
	struct sctrace *t = opened("getppid", &s);
	pid_t pid = fork();
	int status;

	if (!pid) {
		for (;;)
			syscall(SYS_getppid);
	}
	sctrace_target(t, pid, 0);
	sctrace_start(t);
	for (int i = 0; i < 40; i++) {
		if (sctrace_select(t, sets[i % 4]))
			check(0, "select: %s", sctrace_error(t));
		if (i % 8 == 7 && (sctrace_pause(t) || sctrace_resume(t)))
			check(0, "pause: %s", sctrace_error(t));
		while (sctrace_poll(t, 0) > 0 && s.exits < 20000u * (unsigned)i)
			;
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	sctrace_stop(t);
	check(s.exits > 1000, "calls: %u", s.exits);
	/* a call in which the process was killed has no end, and on a busy machine an end may be lost */
	check(llabs((long long)s.enters - s.exits) <= 1 + (long long)s.lost, "each has both ends: %u and %u, %llu lost",
	      s.enters, s.exits, (unsigned long long)s.lost);
	is("changes", s.selected + s.paused + s.resumed, 50);
	is("in order", s.out_of_order, 0);
	sctrace_close(t);
}

/* ---- wake ---- */

static struct sctrace *waker;

static void on_alarm(int sig)
{
	(void)sig;
	sctrace_wake(waker);
}

static void *wakes(void *t)
{
	sleep_ms(200);
	sctrace_wake(t);
	return NULL;
}

static void wake(void)
{
	struct seen s = {};
	struct kid k = kid_new();
	struct sctrace *t = waker = opened("getppid", &s);
	struct sigaction sa = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	long long began = now_ms();
	pthread_t thread;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	read_all(t);
	began = now_ms();
	pthread_create(&thread, NULL, wakes, t);
	is("another thread ends a wait without limit", sctrace_poll(t, -1), 0);
	check(now_ms() - began >= 150, "in its time: %lld ms", now_ms() - began);
	pthread_join(thread, NULL);
	sctrace_wake(t);
	began = now_ms();
	is("one before the wait", sctrace_poll(t, 5000), 0);
	check(now_ms() - began < 1000, "ends it at once: %lld ms", now_ms() - began);
	sigaction(SIGALRM, &sa, NULL);
	ualarm(200000, 0);
	is("a signal handler does", sctrace_poll(t, -1), 0);
	while (sctrace_poll(t, 50))
		;
	sctrace_poll(t, 0);
	readable(sctrace_fd(t), 0);
	sctrace_wake(t);
	check(readable(sctrace_fd(t), 1000), "the descriptor is readable");
	kid_do(&k, 'c');
	read_all(t);
	read_all(t);
	is("nothing is lost", s.exits, KID_CALLS);
	sctrace_wake(NULL);
	sctrace_close(t);
	kid_end(&k);
}

static void wrong(void)
{
	struct seen s = {};
	struct sctrace *t = opened("getppid", &s);

	is("pause before the start", sctrace_pause(t), -EINVAL);
	is("select before the start", sctrace_select(t, "openat"), 0);
	is("unknown flags", sctrace_untarget(t, getpid(), 0x100), -EINVAL);
	is("no target", sctrace_untarget(t, getpid(), 0), -ESRCH);
	sctrace_start(t);
	sctrace_stop(t);
	is("select after the end", sctrace_select(t, "openat"), -ESHUTDOWN);
	is("pause after the end", sctrace_pause(t), -ESHUTDOWN);
	is("untarget after the end", sctrace_untarget(t, getpid(), 0), -ESHUTDOWN);
	sctrace_close(t);
	is("NULL",
	   sctrace_select(NULL, NULL) | sctrace_pause(NULL) | sctrace_resume(NULL) | sctrace_untarget(NULL, 1, 0),
	   -EINVAL);
}

/* ---- a callback that stops delivery ---- */

struct stops {
	char *log;
	size_t len;
	FILE *to;
	int answer; /* what the callback returns for each event */
	struct sctrace **t;
	unsigned ends;
};

static int on_stops(void *ctx, const struct sctrace_event *ev)
{
	struct stops *s = ctx;
	char line[256] = "";

	sctrace_event_text(*s->t, ev, line, sizeof(line));
	fprintf(s->to, "%d %u %s\n", (int)ev->type, ev->tid, line);
	s->ends += ev->type == SCTRACE_TASK_EXIT;
	return s->answer;
}

/* Reads to the end, however often the callback stops. Returns what sctrace_tasks() says then. */
static unsigned read_stops(struct sctrace *t, bool live, int answer)
{
	int err = answer;
	unsigned tasks;

	while (err >= 0 && (!live || sctrace_tasks(t)))
		err = sctrace_poll(t, live ? 1000 : 0);
	tasks = sctrace_tasks(t);
	while ((err = sctrace_stop(t)) > 0)
		;
	is("the stop ends", err, 0);
	return tasks;
}

/* Returns a child that stops itself, makes calls, forks, and dies of SIGTERM. A child of it is killed in a call. */
static pid_t stops_subject(void)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	raise(SIGSTOP);
	for (int i = 0; i < 100; i++)
		syscall(SYS_getppid);
	for (int i = 0; i < 8; i++) {
		pid = fork();
		if (!pid && i == 7)
			pause();
		if (!pid && i & 1)
			execl("/bin/true", "true", NULL);
		if (!pid)
			_exit(i);
		if (i == 7)
			kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	open("/nonexistent/cold", O_RDONLY);
	kill(getpid(), SIGTERM);
	_exit(9);
}

static void stops_replay(const char *file, int answer, struct stops *s)
{
	struct sctrace_opts o = { .sz = sizeof(o), .replay = file, .event = on_stops, .ctx = s };
	struct sctrace *t = NULL;

	s->to = open_memstream(&s->log, &s->len);
	s->answer = answer;
	s->t = &t;
	is("replay", sctrace_open(&t, &o), 0);
	sctrace_start(t);
	read_stops(t, false, answer);
	sctrace_close(t);
	fclose(s->to);
}

/*
 * A callback that stops delivery after every event gets the same events as one that never does, live and in a replay.
 */
static void stops(void)
{
	struct stops live = {}, never = {}, replayed = {};
	char file[] = "/tmp/api_control.XXXXXX";
	struct sctrace_opts o = { .record = file, .event = on_stops, .ctx = &live };
	struct sctrace *t;
	int status, fd = mkstemp(file);
	pid_t pid = stops_subject();

	close(fd);
	waitpid(pid, &status, WUNTRACED);
	live.to = open_memstream(&live.log, &live.len);
	live.answer = 1;
	live.t = &t;
	t = session(o);
	sctrace_target(t, pid, SCTRACE_FOLLOW);
	sctrace_start(t);
	kill(pid, SIGCONT);
	is("no task is left", read_stops(t, true, 1), 0);
	is("the ends of all of them", live.ends, 9);
	is("none is lost", sctrace_lost(t), 0);
	sctrace_close(t);
	waitpid(pid, &status, 0);
	fclose(live.to);
	stops_replay(file, 0, &never);
	stops_replay(file, 1, &replayed);
	check(never.len == live.len && !memcmp(never.log, live.log, live.len), "live, as if it never stopped");
	check(never.len == replayed.len && !memcmp(never.log, replayed.log, never.len), "a replay has the same events");
	unlink(file);
	free(live.log);
	free(never.log);
	free(replayed.log);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "untarget", untarget },
		{ "selects", selects },
		{ "pauses", pauses },
		{ "in_progress", in_progress },
		{ "hammered", hammered },
		{ "wake", wake },
		{ "wrong", wrong },
		{ "stops", stops },
		{ "pauses_storm", pauses_storm },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}

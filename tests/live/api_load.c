// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Load on an agent that runs for years: it does not read for a while, opens and
 * closes handles, and traces many short processes and many threads. api_load [TEST]
 * LOAD=N in the environment: N times as long, as many. LOAD=full: 10 s without
 * reading, 1000 sessions of each kind, 100 000 processes; that takes half an hour.
 */
#include "api.h"

#include <pthread.h>

#include <bpf/bpf.h>

/* Returns how often a test repeats its work; full is the number with LOAD=full. */
static long load(long full)
{
	const char *n = getenv("LOAD");
	long v = !n ? 1 : !strcmp(n, "full") ? full : atol(n);

	return v > 0 ? v : 1;
}

static long status_kb(const char *what)
{
	char line[256], want[32];
	long kb = 0;
	FILE *f = fopen("/proc/self/status", "re");

	snprintf(want, sizeof(want), "%s: %%ld", what);
	while (f && fgets(line, sizeof(line), f))
		sscanf(line, want, &kb);
	if (f)
		fclose(f);
	return kb;
}

static unsigned mappings(void)
{
	FILE *f = fopen("/proc/self/maps", "re");
	unsigned n = 0;
	int c;

	while (f && (c = getc(f)) != EOF)
		n += c == '\n';
	if (f)
		fclose(f);
	return n;
}

struct seen {
	uint64_t exits, lost, tasks;
};

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct seen *s = ctx;

	s->exits += ev->type == SCTRACE_EXIT;
	s->lost += ev->type == SCTRACE_LOST ? ev->lost : 0;
	s->tasks += ev->type == SCTRACE_TASK_EXIT;
	return 0;
}

/* The agent does not read while a process makes calls: memory stays that of the rings, and each call is delivered or counted as lost. */
static void stops_reading(void)
{
	struct kid k = kid_new();
	struct seen s = {};
	struct sctrace *t = session(
		(struct sctrace_opts){ .trace = "getppid", .event = on_event, .ctx = &s, .ring_bytes = 1 << 20 });
	uint64_t calls, lost;
	long before, after;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	read_all(t);
	kid_do(&k, 'c');
	read_all(t);
	is("calls before it", (long long)s.exits, KID_CALLS);
	before = status_kb("RssAnon");
	kid_storm_begin(&k);
	sleep_ms(1000 * load(10));
	after = status_kb("RssAnon");
	check(after - before < 512, "memory while nothing is read: %ld kB more", after - before);
	for (int i = 0; i < 50; i++)
		sctrace_poll(t, 10);
	check(s.exits > 1000 && s.lost > 1000, "then it is read: %llu calls, %llu lost", (unsigned long long)s.exits,
	      (unsigned long long)s.lost);
	calls = kid_storm_end(&k);
	read_all(t);
	s.exits -= KID_CALLS;
	lost = sctrace_lost(t); /* s.lost lacks losses after the last record of a CPU */
	/* lost counts events, of which a call has two */
	check(2 * s.exits + lost == 2 * calls && s.lost <= lost,
	      "each event was delivered or counted: %llu + %llu of %llu", 2ull * s.exits, (unsigned long long)lost,
	      2ull * calls);
	s.exits = 0;
	kid_do(&k, 'c');
	read_all(t);
	is("it goes on", (long long)s.exits, KID_CALLS);
	check(status_kb("RssAnon") - before < 1024, "memory at the end: %ld kB more", status_kb("RssAnon") - before);
	sctrace_close(t);
	kid_end(&k);
}

/* Returns the number of BPF programs of the whole machine, or 0 if it cannot be read. */
static unsigned programs(void)
{
	uint32_t id = 0;
	unsigned n = 0;

	while (!bpf_prog_get_next_id(id, &id))
		n++;
	return n;
}

/* The kernel frees programs and maps a moment after they are closed. */
static void is_settled(const char *what, unsigned (*count)(void), unsigned want)
{
	for (int i = 0; i < 200 && count() > want; i++)
		sleep_ms(10);
	check(count() <= want, "%s: %u, before: %u", what, count(), want);
}

static void one_life(struct sctrace *with)
{
	struct seen s = {};
	struct sctrace *t = session((struct sctrace_opts){
		.trace = "getppid", .event = on_event, .ctx = &s, .share = with, .sharable = !with });

	if (sctrace_target(t, getpid(), SCTRACE_FOLLOW) || sctrace_start(t) || sctrace_poll(t, 0) < 0)
		check(0, "a session: %s", sctrace_error(t));
	sctrace_close(t);
}

static void one_stats(struct sctrace_stats *with)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o), .by = "syscall,comm", .share = with, .share_only = with };
	struct sctrace_stats *s = NULL;

	if (sctrace_stats_open(&s, &o) || sctrace_stats_target(s, getpid(), 0) || sctrace_stats_start(s) ||
	    sctrace_stats_read(s))
		check(0, "statistics: %s", sctrace_stats_error(s));
	sctrace_stats_close(s);
}

static void open_close(void)
{
	struct seen seen = {};
	struct sctrace *with;
	unsigned maps, progs;
	int fds;
	long rss;

	for (int i = 0; i < 3; i++) { /* memory that is allocated once and kept */
		one_life(NULL);
		one_stats(NULL);
	}
	fds = count_fds("");
	maps = mappings();
	progs = programs();
	rss = status_kb("RssAnon");
	for (long i = 0; i < 5 * load(200); i++) {
		one_life(NULL);
		one_stats(NULL);
	}
	is("descriptors", count_fds(""), fds);
	is_settled("mappings", mappings, maps + 2);
	is_settled("programs", programs, progs);
	check(status_kb("RssAnon") - rss < 1024, "memory: %ld kB more", status_kb("RssAnon") - rss);
	with = session((struct sctrace_opts){ .trace = "getppid", .event = on_event, .ctx = &seen, .sharable = true });
	sctrace_start(with);
	for (int i = 0; i < 10; i++)
		one_life(with);
	fds = count_fds("");
	rss = status_kb("RssAnon");
	for (long i = 0; i < 200 * load(5); i++)
		one_life(with);
	is("descriptors of those that share", count_fds(""), fds);
	check(status_kb("RssAnon") - rss < 512, "their memory: %ld kB more", status_kb("RssAnon") - rss);
	sctrace_close(with);
}

static void open_close_stats(void)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o), .by = "syscall,comm", .sharable = true, .share_only = true };
	struct sctrace_stats *with = NULL;
	unsigned maps, progs;
	long rss;
	int fds;

	is("open", sctrace_stats_open(&with, &o) | sctrace_stats_start(with), 0);
	for (int i = 0; i < 10; i++)
		one_stats(with);
	fds = count_fds("");
	maps = mappings();
	progs = programs();
	rss = status_kb("RssAnon");
	for (long i = 0; i < 200 * load(5); i++)
		one_stats(with);
	is("descriptors of those that share", count_fds(""), fds);
	is_settled("mappings", mappings, maps + 2);
	is_settled("programs", programs, progs);
	check(status_kb("RssAnon") - rss < 512, "their memory: %ld kB more", status_kb("RssAnon") - rss);
	sctrace_stats_close(with);
}

/* Traces many short-lived processes of the whole machine: memory for those that have ended is freed. */
static void short_lives(void)
{
	long n = 900 * load(112), rss = 0;
	struct seen seen = {};
	struct sctrace_stats_opts o = { .sz = sizeof(o), .all_tasks = true, .group = SCTRACE_GROUP_TOTAL };
	struct sctrace_stats *s = NULL;
	struct sctrace *t = session((struct sctrace_opts){
		.trace = "exit_group,getppid", .event = on_event, .ctx = &seen, .all_tasks = true, .no_data = true });

	is("open", sctrace_stats_open(&s, &o), 0);
	is("start", sctrace_start(t) | sctrace_stats_start(s), 0);
	for (long i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid) {
			syscall(SYS_getppid);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		if (i % 100 == 99 && (sctrace_poll(t, 0) < 0 || sctrace_stats_read(s)))
			check(0, "reading: %s", sctrace_error(t));
		if (i == n / 3)
			rss = status_kb("RssAnon");
	}
	sctrace_stop(t); /* other processes make calls all the time */
	check(2 * seen.exits + seen.lost >= 2 * (uint64_t)n, "a call of each, at least: %llu",
	      (unsigned long long)seen.exits);
	check(status_kb("RssAnon") - rss < 1024, "memory after a third of %ld lives and at the end: %ld kB more", n,
	      status_kb("RssAnon") - rss);
	sctrace_close(t);
	sctrace_stats_close(s);
}

/* ---- threads ---- */

static pthread_barrier_t barrier;

static void *thread(void *arg)
{
	pthread_barrier_wait(&barrier);
	syscall(SYS_getppid);
	pthread_barrier_wait(&barrier);
	return arg;
}

static void threads_main(unsigned n, int from, int to)
{
	pthread_t *t = calloc(n, sizeof(*t));
	unsigned made = 0;
	pthread_attr_t attr;
	char c = 'r';

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	pthread_barrier_init(&barrier, NULL, n + 1);
	while (t && made < n && !pthread_create(&t[made], &attr, thread, NULL))
		made++;
	if (made < n || write(to, &c, 1) != 1 || read(from, &c, 1) != 1)
		_exit(1);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	for (unsigned i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	_exit(0);
}

static void threads(void)
{
	enum { N = 3000 };
	struct seen s = {};
	struct sctrace *t;
	int ask[2], answer[2], status = -1;
	pid_t pid;
	char c;

	if (pipe(ask) || pipe(answer))
		return;
	pid = fork();
	if (!pid) {
		close(answer[0]);
		threads_main(N, ask[0], answer[1]);
	}
	close(answer[1]);
	if (read(answer[0], &c, 1) != 1) {
		check(0, "%d threads can be made here", N);
		return;
	}
	t = session((struct sctrace_opts){ .trace = "getppid", .event = on_event, .ctx = &s });
	is("target", sctrace_target(t, pid, SCTRACE_THREADS | SCTRACE_FOLLOW), 0);
	is("start", sctrace_start(t), 0);
	sctrace_poll(t, 0);
	is("tasks", sctrace_tasks(t), N + 1);
	is("go", write(ask[1], &c, 1), 1);
	while (sctrace_tasks(t) && sctrace_poll(t, 5000) > 0)
		;
	is("a call of each thread", (long long)(2 * s.exits + s.lost), 2 * N);
	is("the end of each", (long long)s.tasks, N + 1);
	waitpid(pid, &status, 0);
	is("it ended well", status, 0);
	sctrace_close(t);
	close(ask[0]);
	close(ask[1]);
	close(answer[0]);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "stops_reading", stops_reading },
		{ "open_close", open_close },
		{ "open_close_stats", open_close_stats },
		{ "short_lives", short_lives },
		{ "threads", threads },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Compares each number of sctrace_health() with one from another source. api_health [TEST] */
#include "api.h"

#include <stddef.h>

#include <bpf/bpf.h>

#define RINGBUF 27 /* BPF_MAP_TYPE_RINGBUF */

static struct sctrace_health health(struct sctrace *t)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	int err = sctrace_health(t, &h);

	if (err)
		check(0, "health: %s (%d)", sctrace_error(t), err);
	return h;
}

static void burn_ms(long long ms)
{
	struct timespec ts;
	long long end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	end = ts.tv_sec * 1000LL + ts.tv_nsec / 1000000 + ms;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	while (ts.tv_sec * 1000LL + ts.tv_nsec / 1000000 < end);
}

struct agent {
	struct sctrace *t;
	unsigned exits;
	long burn; /* CPU time that the callback uses for the first event, ms */
	int within;
};

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	struct agent *a = ctx;

	a->exits += ev->type == SCTRACE_EXIT;
	if (a->burn)
		burn_ms(a->burn);
	a->burn = 0;
	a->within = sctrace_health(a->t, &h);
	return 0;
}

static void opened(struct agent *a, uint32_t ring_bytes)
{
	a->t = session(
		(struct sctrace_opts){ .trace = "getppid", .ring_bytes = ring_bytes, .event = on_event, .ctx = a });
}

/* A child that runs on one CPU, so that all its records are in one ring. */
static struct kid kid_on_one_cpu(void)
{
	struct kid k = kid_new();
	cpu_set_t cpus;
	int cpu = 0;

	sched_getaffinity(0, sizeof(cpus), &cpus);
	while (!CPU_ISSET(cpu, &cpus))
		cpu++;
	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	sched_setaffinity(k.pid, sizeof(cpus), &cpus);
	return k;
}

/*
 * Reads from the kernel how much memory the open BPF maps of this process take. Old kernels leave out the data of
 * rings.
 */
static unsigned long long maps_memory(void)
{
	DIR *dir = opendir("/proc/self/fdinfo");
	unsigned long long sum = 0, v, room;
	struct dirent *d;

	while (dir && (d = readdir(dir))) {
		char path[300], line[256];
		int type = 0;
		FILE *f;

		snprintf(path, sizeof(path), "/proc/self/fdinfo/%s", d->d_name);
		f = fopen(path, "re");
		v = room = 0;
		while (f && fgets(line, sizeof(line), f)) {
			sscanf(line, "map_type: %d", &type);
			sscanf(line, "max_entries: %llu", &room);
			sscanf(line, "memlock: %llu", &v);
		}
		if (f)
			fclose(f);
		room = type == RINGBUF && room > 4096 ? room : 0; /* the map of statistics is a ring of one page */
		sum += !type ? 0 : v > room ? v : room;
	}
	if (dir)
		closedir(dir);
	return sum;
}

static void records(void)
{
	struct kid k = kid_on_one_cpu();
	struct sctrace_health a, b, c;
	struct agent agent = {};

	opened(&agent, 0);
	is("a target", sctrace_target(agent.t, k.pid, SCTRACE_FOLLOW), 0);
	is("it is one before the start", health(agent.t).targets, 1);
	is("start", sctrace_start(agent.t), 0);
	read_all(agent.t);
	a = health(agent.t);
	is("nothing is waiting", (long long)a.ring_fill, 0);
	is("nothing is old", (long long)a.lag, 0);
	kid_do(&k, 'c');
	sleep_ms(100);
	b = health(agent.t);
	check(b.ring_fill > 0, "what is not read is in the ring: %llu bytes", (unsigned long long)b.ring_fill);
	check(b.lag > 90000000 && b.lag < 20000000000, "and has an age: %llu ns", (unsigned long long)b.lag);
	is("no record was taken", (long long)b.records, (long long)a.records);
	kid_do(&k, 'c');
	c = health(agent.t);
	is("twice as many are twice as much", (long long)c.ring_fill, 2 * (long long)b.ring_fill);
	check(c.lag > b.lag, "the oldest one grows older: %llu ns", (unsigned long long)c.lag);
	read_all(agent.t);
	b = health(agent.t);
	is("as many events as calls", agent.exits, 2 * KID_CALLS);
	is("a record for each", (long long)(b.records - a.records), 2 * KID_CALLS);
	is("their bytes, and a head of 8 for each, were in the ring",
	   (long long)(b.bytes - a.bytes + 8 * (b.records - a.records)), (long long)c.ring_fill);
	is("the ring is empty", (long long)b.ring_fill, 0);
	is("it was as full as it was seen", (long long)b.ring_peak, (long long)c.ring_fill);
	is("nothing was lost", (long long)(b.lost + b.lost_ring_full + b.lost_skipped + b.lost_no_memory), 0);
	is("tasks", b.tasks, sctrace_tasks(agent.t));
	is("targets", b.targets, 1);
	is("within a callback", agent.within, -EBUSY);
	kid_end(&k);
	sleep_ms(50);
	read_all(agent.t);
	is("its end: targets", health(agent.t).targets, 0);
	sctrace_close(agent.t);
}

static void lost(void)
{
	struct kid k = kid_on_one_cpu();
	struct agent agent = {};
	struct sctrace_health h;

	opened(&agent, 4096);
	sctrace_target(agent.t, k.pid, 0);
	sctrace_start(agent.t);
	read_all(agent.t);
	for (int i = 0; i < 20; i++)
		kid_do(&k, 'c');
	h = health(agent.t);
	is("a ring's size", (long long)h.ring_bytes, 4096);
	is("rings", h.rings, sysconf(_SC_NPROCESSORS_CONF));
	check(h.ring_fill > 3900 && h.ring_fill <= 4096, "it is full: %llu bytes", (unsigned long long)h.ring_fill);
	check(h.lost_ring_full > 100, "lost for want of room: %llu", (unsigned long long)h.lost_ring_full);
	read_all(agent.t);
	sctrace_stop(agent.t);
	h = health(agent.t);
	is("lost: as sctrace_lost() has it", (long long)h.lost, (long long)sctrace_lost(agent.t));
	is("all of them for that", (long long)h.lost_ring_full, (long long)h.lost);
	is("what was made, beginnings and ends, was read or lost", (long long)(2 * agent.exits + h.lost),
	   2 * 20 * KID_CALLS);
	is("and so were the calls", (long long)(agent.exits + h.lost_calls), 20 * KID_CALLS);
	sctrace_close(agent.t);
	kid_end(&k);
}

static void costs(void)
{
	struct kid k = kid_new();
	unsigned long long memory = maps_memory();
	int fds = count_fds(""), stats = bpf_enable_stats(BPF_STATS_RUN_TIME);
	struct agent agent = { .burn = 60 };
	struct sctrace_health h, last;

	opened(&agent, 0);
	sctrace_target(agent.t, k.pid, 0);
	is("descriptors when it is open", health(agent.t).fds, count_fds("") - fds - (stats >= 0));
	sctrace_start(agent.t);
	kid_do(&k, 'c');
	read_all(agent.t);
	h = health(agent.t);
	is("descriptors at work", h.fds, count_fds("") - fds - (stats >= 0));
	is("memory, as /proc has it", (long long)h.memory, (long long)(maps_memory() - memory));
	check(h.memory > h.rings * h.ring_bytes, "the rings are in it: %llu", (unsigned long long)h.memory);
	check(h.cpu_ns > 58000000, "the callback's CPU time: %llu ns", (unsigned long long)h.cpu_ns);
	sctrace_poll(agent.t, 200);
	last = health(agent.t);
	check(last.cpu_ns - h.cpu_ns < 50000000, "waiting takes none: %llu ns",
	      (unsigned long long)(last.cpu_ns - h.cpu_ns));
	check(stats < 0 || (h.runs >= 2 * KID_CALLS && h.run_ns), "the programs ran %llu times, %llu ns",
	      (unsigned long long)h.runs, (unsigned long long)h.run_ns);
	sctrace_stop(agent.t);
	h = health(agent.t);
	check(h.runs >= last.runs, "what was counted stays: %llu", (unsigned long long)h.runs);
	is("descriptors after the end", h.fds, count_fds("") - fds - (stats >= 0));
	sctrace_close(agent.t);
	is("descriptors after close", count_fds("") - (stats >= 0), fds);
	if (stats >= 0)
		close(stats);
	kid_end(&k);
}

static int count_row(void *ctx, const struct sctrace_stat *row)
{
	*(unsigned *)ctx += row->calls > 0;
	return 0;
}

static void statistics(void)
{
	struct kid k = kid_new();
	unsigned long long memory = maps_memory();
	int fds = count_fds(""), stats = bpf_enable_stats(BPF_STATS_RUN_TIME);
	struct sctrace_stats_opts o = { .sz = sizeof(o), .trace = "getppid" };
	struct sctrace_health h = { .sz = sizeof(h) };
	struct sctrace_stats *s = NULL;
	unsigned rows = 0;

	is("open", sctrace_stats_open(&s, &o), 0);
	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	kid_do(&k, 'c');
	is("read", sctrace_stats_read(s), 0);
	is("health", sctrace_stats_health(s, &h), 0);
	sctrace_stats_each(s, count_row, &rows);
	is("rows that were taken", (long long)h.records, rows);
	is("nothing is missing", (long long)h.lost, 0);
	is("tasks", h.tasks, 1);
	is("descriptors", h.fds, count_fds("") - fds - (stats >= 0));
	is("memory", (long long)h.memory, (long long)(maps_memory() - memory));
	is("no rings", h.rings, 0);
	check(h.cpu_ns > 0, "CPU time: %llu ns", (unsigned long long)h.cpu_ns);
	check(stats < 0 || h.runs >= 2 * KID_CALLS, "the programs ran %llu times", (unsigned long long)h.runs);
	sctrace_stats_stop(s);
	is("after the end", sctrace_stats_health(s, &h), 0);
	check(stats < 0 || h.runs >= 2 * KID_CALLS, "what was counted stays: %llu", (unsigned long long)h.runs);
	sctrace_stats_close(s);
	if (stats >= 0)
		close(stats);
	kid_end(&k);
}

/* A program that was built with a shorter struct, or a longer one. */
static void sizes(void)
{
	struct {
		struct sctrace_health h;
		uint64_t more[4];
	} longer;
	struct agent agent = {};

	opened(&agent, 0);
	memset(&longer, 0x55, sizeof(longer));
	longer.h.sz = offsetof(struct sctrace_health, lost);
	is("a shorter one", sctrace_health(agent.t, &longer.h), 0);
	is("its size stays", (long long)longer.h.sz, offsetof(struct sctrace_health, lost));
	check(longer.h.lost == 0x5555555555555555, "nothing is written after it");
	longer.h.sz = sizeof(longer);
	is("a longer one", sctrace_health(agent.t, &longer.h), 0);
	is("as much as there is", (long long)longer.h.sz, sizeof(struct sctrace_health));
	check(longer.more[0] == 0x5555555555555555, "nothing is written after that");
	longer.h.sz = 0;
	is("none", sctrace_health(agent.t, &longer.h), -EINVAL);
	is("NULL", sctrace_health(agent.t, NULL), -EINVAL);
	is("no handle", sctrace_health(NULL, &longer.h) | sctrace_stats_health(NULL, &longer.h), -EINVAL);
	sctrace_close(agent.t);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "records", records },	      { "lost", lost },	  { "costs", costs },
		{ "statistics", statistics }, { "sizes", sizes },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}

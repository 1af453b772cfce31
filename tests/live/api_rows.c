// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Rows of statistics: keys of calls in progress, differences between two reads, percentiles. api_rows [TEST] */
#include "api_counts.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/utsname.h>

/* ---- calls in progress ---- */

/* A process that hangs in a read() of a FIFO, or in open() of one without a writer. */
static pid_t hangs(const char *fifo, int in_open, uid_t uid)
{
	pid_t pid = fork();
	char c;
	int fd;

	if (pid)
		return pid;
	fd = open(fifo, in_open ? O_RDONLY : O_RDWR);
	if (setresuid(uid, uid, uid) || read(fd, &c, 1) >= 0)
		_exit(1);
	_exit(0);
}

struct waits {
	unsigned rows, calls, others;
	struct sctrace_stat last;
	char name[32], file[256], comm[32], cgroup[256], peer[256], host[256];
	uint64_t oldest;
	const char *only; /* name of the call that is counted; NULL: any call */
};

static int on_wait(void *ctx, const struct sctrace_stat *row)
{
	struct waits *w = ctx;

	if (w->only && row->name && strcmp(row->name, w->only) != 0)
		return 0;
	w->rows++;
	w->calls += row->in_progress;
	w->others += !row->waiting || row->calls;
	if (!w->oldest)
		w->oldest = row->oldest;
	w->others += row->oldest > w->oldest; /* the oldest call must come first */
	w->last = *row;
	snprintf(w->name, sizeof(w->name), "%s", row->name ? row->name : "");
	snprintf(w->file, sizeof(w->file), "%s", row->file ? row->file : "");
	snprintf(w->comm, sizeof(w->comm), "%s", row->comm ? row->comm : "");
	snprintf(w->peer, sizeof(w->peer), "%s", row->peer ? row->peer : "");
	snprintf(w->host, sizeof(w->host), "%s", row->host ? row->host : "");
	snprintf(w->cgroup, sizeof(w->cgroup), "%s", row->cgroup ? row->cgroup : "");
	return 0;
}

static struct waits waits_of(struct sctrace_stats *s, const char *only)
{
	struct waits w = { .only = only };

	is("waits", sctrace_stats_waits(s, on_wait, &w), 0);
	return w;
}

/* Waits until so many calls are in progress, which may take the processes some time, and returns them. */
static struct waits waits_when(struct sctrace_stats *s, const char *only, unsigned calls)
{
	struct waits w = { .only = only };

	for (int i = 0; i < 1000 && !sctrace_stats_waits(s, on_wait, &w) && w.calls != calls; i++) {
		sleep_ms(10);
		w = (struct waits){ .only = only };
	}
	return waits_of(s, only);
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Reads the path of a process's cgroup of version 2 from /proc; "" if it has none. */
static void cgroup_of(pid_t pid, char *path, size_t size)
{
	char name[64], line[512];
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%d/cgroup", (int)pid);
	f = fopen(name, "re");
	*path = '\0';
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "0::", 3))
			snprintf(path, size, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
	if (f)
		fclose(f);
}

static void waits(void)
{
	char dir[] = "/tmp/sctrace-rows-XXXXXX", a[64], b[64];
	struct sctrace_stats *s;
	struct waits w;
	pid_t one, two, other;

	if (!mkdtemp(dir))
		return;
	snprintf(a, sizeof(a), "%s/a", dir);
	snprintf(b, sizeof(b), "%s/b", dir);
	if (mkfifo(a, 0666) || mkfifo(b, 0666))
		return;
	s = counting((struct sctrace_stats_opts){ .trace = "read,openat,open", .by = "syscall,file,uid" });
	is("before the start there are none", sctrace_stats_waits(s, on_wait, &w), 0);
	one = hangs(a, 0, 0);
	two = hangs(a, 0, 0);
	sctrace_stats_target(s, one, 0);
	sctrace_stats_target(s, two, 0);
	sctrace_stats_start(s); /* the processes need not hang yet */
	for (int i = 0; i < 100; i++) {
		sleep_ms(300);
		w = waits_of(s, "read");
		if (w.calls == 2 && w.last.oldest > 100000000)
			break;
	}
	is("two calls that are alike are a row", w.rows, 1);
	is("of two calls", w.calls, 2);
	is("that says so, in order", w.others, 0);
	check(!strcmp(w.file, a), "its file: '%s'", w.file);
	check(w.last.tid == (uint32_t)one || w.last.tid == (uint32_t)two, "the oldest one's thread: %u", w.last.tid);
	check(w.last.oldest > 100000000 && w.last.oldest < 60000000000, "its age: %.3f s", (double)w.last.oldest / 1e9);
	other = hangs(b, 0, 1234);
	sctrace_stats_target(s, other, 0);
	w = waits_when(s, "read", 3);
	is("another file, and user, is another row", w.rows, 2);
	is("in order", w.others, 0);
	check(!strcmp(w.file, b), "the youngest one is the last: '%s'", w.file);
	is("its user", w.last.uid, 1234);
	end(other);
	other = hangs(b, 1, 0);
	sctrace_stats_target(s, other, 0);
	w = waits_when(s, "openat", 1);
	check(w.rows == 1 && !strcmp(w.file, b), "a path that the call was given: '%s'", w.file);
	end(other);
	end(two);
	w = waits_of(s, NULL);
	is("those that have ended are not there", w.calls, 1);
	sctrace_stats_close(s);
	end(one);
	unlink(a);
	unlink(b);
	rmdir(dir);
}

/* A process waits for the other end of a connection: of TCP, of a Unix socket, or for the second one to be accepted. */
static pid_t waits_for(struct sockaddr *addr, socklen_t len)
{
	pid_t pid = fork();
	char c;
	int fd;

	if (pid)
		return pid;
	fd = socket(addr->sa_family, SOCK_STREAM, 0);
	if (connect(fd, addr, len) || read(fd, &c, 1) >= 0)
		_exit(1);
	_exit(0);
}

static void waits_peers(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	socklen_t len = sizeof(in);
	int tcp = socket(AF_INET, SOCK_STREAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
	struct sctrace_stats *s;
	struct waits w;
	pid_t pid[4];
	char want[300];

	snprintf(un.sun_path, sizeof(un.sun_path), "/tmp/sctrace-rows-%d", (int)getpid());
	if (bind(tcp, (void *)&in, sizeof(in)) || listen(tcp, 2) || getsockname(tcp, (void *)&in, &len) ||
	    bind(local, (void *)&un, sizeof(un)) || listen(local, 0)) {
		check(0, "sockets: %s", strerror(errno));
		return;
	}
	s = counting((struct sctrace_stats_opts){ .trace = "read,connect", .by = "syscall,peer,host" });
	pid[0] = waits_for((void *)&in, sizeof(in));
	pid[1] = waits_for((void *)&in, sizeof(in));
	for (int i = 0; i < 2; i++)
		sctrace_stats_target(s, pid[i], 0);
	sctrace_stats_start(s);
	w = waits_when(s, "read", 2);
	check(w.rows == 1 && w.calls == 2, "two that wait for one other end are a row: %u, %u", w.rows, w.calls);
	snprintf(want, sizeof(want), "127.0.0.1:%d", ntohs(in.sin_port));
	check(!strcmp(w.peer, want) && !strcmp(w.host, "127.0.0.1"), "its address: %s, %s", w.peer, w.host);
	/* one connection may wait to be accepted, so the second one waits in connect() */
	pid[2] = waits_for((void *)&un, sizeof(un));
	sctrace_stats_target(s, pid[2], 0);
	waits_when(s, "read", 3);
	pid[3] = waits_for((void *)&un, sizeof(un));
	sctrace_stats_target(s, pid[3], 0);
	snprintf(want, sizeof(want), "unix:%s", un.sun_path);
	w = waits_when(s, "connect", 1);
	check(w.rows == 1 && !strcmp(w.peer, want), "an address that the call was given: %s", w.peer);
	end(pid[0]);
	end(pid[1]);
	w = waits_of(s, "read");
	check(w.rows == 1 && !strcmp(w.peer, want) && !strcmp(w.host, want), "of a Unix socket: %s, %s", w.peer,
	      w.host);
	end(pid[2]);
	end(pid[3]);
	sctrace_stats_close(s);
	close(tcp);
	close(local);
	unlink(un.sun_path);
}

/* Without keys, and with cgroups. */
static void waits_groups(void)
{
	struct sctrace_stats *s = counting((struct sctrace_stats_opts){ .trace = "pause,rt_sigsuspend,ppoll" });
	char path[256];
	struct waits w;
	pid_t pid[2];

	for (int i = 0; i < 2; i++) {
		pid[i] = fork();
		if (!pid[i])
			for (;;)
				pause();
		sctrace_stats_target(s, pid[i], 0);
	}
	sctrace_stats_start(s);
	w = waits_when(s, NULL, 2);
	is("a row for each thread", w.rows, 2);
	check(w.last.tid == (uint32_t)pid[1] || w.last.tid == (uint32_t)pid[0], "its thread: %u", w.last.tid);
	is("its process", w.last.pid, w.last.tid);
	check(*w.comm && *w.name, "its name and call: %s %s", w.comm, w.name);
	sctrace_stats_stop(s);
	is("after the end there are none", waits_of(s, NULL).rows, 0);
	sctrace_stats_close(s);
	s = counting((struct sctrace_stats_opts){ .trace = "pause,rt_sigsuspend,ppoll", .by = "cgroup" });
	sctrace_stats_target(s, pid[0], 0);
	sctrace_stats_target(s, pid[1], 0);
	sctrace_stats_start(s);
	w = waits_when(s, NULL, 2);
	cgroup_of(pid[0], path, sizeof(path));
	is("one row for their cgroup", w.rows, 1);
	is("of both calls", w.calls, 2);
	is("the call is no key", (long long)strlen(w.name), 0);
	check(!strcmp(w.cgroup, path) || !*path, "the cgroup: '%s', /proc: '%s'", w.cgroup, path);
	sctrace_stats_close(s);
	end(pid[0]);
	end(pid[1]);
}

/* ---- differences, percentiles ---- */

struct tally {
	uint64_t calls, never, rows, max;
	uint64_t p[5];
	int stop;
};

static int on_row(void *ctx, const struct sctrace_stat *row)
{
	static const double q[] = { 0, 0.5, 0.99, 1 };
	struct tally *s = ctx;

	s->rows++;
	s->calls += row->calls;
	s->never += row->in_progress;
	s->max = row->max > s->max ? row->max : s->max;
	for (int i = 0; i < 4 && row->calls; i++)
		s->p[i] = sctrace_stat_percentile(row, q[i]);
	s->p[4] = sctrace_stat_percentile(row, 1.5) + sctrace_stat_percentile(row, -1) +
		  sctrace_stat_percentile(row, __builtin_nan(""));
	return s->stop;
}

static struct tally delta_of(struct sctrace_stats *s)
{
	struct tally sum = {};

	is("read", sctrace_stats_read(s), 0);
	is("delta", sctrace_stats_delta(s, on_row, &sum), 0);
	return sum;
}

static void deltas_by(const char *by)
{
	struct sctrace_stats *s = counting((struct sctrace_stats_opts){ .trace = "getppid", .by = by, .deltas = true });
	struct kid k = kid_new();
	struct tally d, total = {};

	sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW);
	sctrace_stats_start(s);
	kid_do(&k, 'c');
	d = delta_of(s);
	is("the first calls", (long long)d.calls, KID_CALLS);
	d = delta_of(s);
	is("nothing since", (long long)(d.calls + d.rows), 0);
	kid_do(&k, 'c');
	sctrace_stats_read(s);
	kid_do(&k, 'c');
	d = delta_of(s);
	is("two reads' together", (long long)d.calls, 2 * KID_CALLS);
	kid_do(&k, 'f');
	d = (struct tally){ .stop = 7 };
	sctrace_stats_read(s);
	is("what fn returns", sctrace_stats_delta(s, on_row, &d), 7);
	is("of a child that has ended; and again", (long long)delta_of(s).calls, KID_CALLS);
	is("each", sctrace_stats_each(s, on_row, &total), 0);
	is("the total stays", (long long)total.calls, 4 * KID_CALLS);
	kid_do(&k, 'c');
	sctrace_stats_read(s);
	sctrace_stats_reset(s);
	is("reset forgets it, too", (long long)delta_of(s).calls, 0);
	sctrace_stats_close(s);
	kid_end(&k);
}

static void deltas(void)
{
	struct sctrace_stats *s;
	struct tally sum = {};

	deltas_by(NULL);
	deltas_by("pid,syscall");
	s = counting((struct sctrace_stats_opts){ .trace = "getppid" });
	is("not asked for", sctrace_stats_delta(s, on_row, &sum), -EINVAL);
	sctrace_stats_close(s);
}

/* 99 calls that sleep for 1 ms, and one that does for 300. */
static void percentiles(void)
{
	struct sctrace_stats *s = counting((struct sctrace_stats_opts){
		.trace = "nanosleep,clock_nanosleep", .hist = true, .group = SCTRACE_GROUP_TOTAL, .deltas = true });
	struct timespec ms = { 0, 1000000 }, long_ms = { 0, 300000000 };
	pid_t pid = fork();
	struct tally sum = {};

	if (!pid) {
		raise(SIGSTOP);
		for (int i = 0; i < 99; i++)
			nanosleep(&ms, NULL);
		nanosleep(&long_ms, NULL);
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	sctrace_stats_target(s, pid, 0);
	sctrace_stats_start(s);
	kill(pid, SIGCONT);
	waitpid(pid, NULL, 0);
	sctrace_stats_read(s);
	sctrace_stats_each(s, on_row, &sum);
	is("calls", (long long)sum.calls, 100);
	check(sum.p[1] >= 1000000 && sum.p[1] < 100000000, "p50: %.3f ms", (double)sum.p[1] / 1e6);
	check(sum.p[2] >= sum.p[1] && sum.p[2] < 300000000, "p99, the longest of the short ones: %.3f ms",
	      (double)sum.p[2] / 1e6);
	is("p100 is the longest", (long long)sum.p[3], (long long)sum.max);
	check(sum.max >= 300000000, "which slept: %.3f ms", (double)sum.max / 1e6);
	check(sum.p[0] <= sum.p[1] && sum.p[0] >= 1000000, "p0 is the shortest: %.3f ms", (double)sum.p[0] / 1e6);
	is("what is no share", (long long)sum.p[4], 0);
	sum = (struct tally){};
	sctrace_stats_delta(s, on_row, &sum);
	check(sum.p[3] == sum.max && sum.max >= 300000000, "of a delta: %.3f ms", (double)sum.p[3] / 1e6);
	is("NULL", (long long)sctrace_stat_percentile(NULL, 0.5), 0);
	is("NULL",
	   sctrace_stats_waits(NULL, on_row, NULL) | sctrace_stats_delta(NULL, on_row, NULL) |
		   sctrace_stats_waits(s, NULL, NULL) | sctrace_stats_delta(s, NULL, NULL),
	   -EINVAL);
	sctrace_stats_close(s);
}

#define MANY 20000

static void open_many(void)
{
	char name[64];

	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "/nowhere/%d", i);
		if (open(name, O_RDONLY) >= 0)
			_exit(1);
	}
	_exit(0);
}

struct many {
	unsigned rows, other;
};

static int on_many(void *ctx, const struct sctrace_stat *row)
{
	struct many *m = ctx;

	m->rows += !row->waiting && !row->other;
	m->other += row->other;
	return 0;
}

/* Before Linux 6.1 the kernel takes the memory of all rows at once, so that there are fewer. */
static bool rows_grow(void)
{
	unsigned major = 0, minor = 0;
	struct utsname u;

	return !uname(&u) && sscanf(u.release, "%u.%u", &major, &minor) == 2 &&
	       (major > 6 || (major == 6 && minor > 0));
}

/* By default, there is room for as many rows as the header says, and rows that are not used take no memory. */
static void rows_by_default(void)
{
	struct sctrace_stats *s =
		counting((struct sctrace_stats_opts){ .trace = "open,openat", .by = "file", .hist = true });
	struct sctrace_health h = { .sz = sizeof(h) };
	struct many m = {};
	pid_t pid = fork();

	if (!pid) {
		raise(SIGSTOP);
		open_many();
	}
	waitpid(pid, NULL, WUNTRACED);
	sctrace_stats_target(s, pid, 0);
	sctrace_stats_start(s);
	sctrace_stats_health(s, &h);
	if (rows_grow())
		check(h.memory < 64 << 20, "memory before there is a row: %llu MB", (unsigned long long)h.memory >> 20);
	kill(pid, SIGCONT);
	waitpid(pid, NULL, 0);
	sctrace_stats_read(s);
	sctrace_stats_each(s, on_many, &m);
	if (rows_grow()) {
		is("rows", m.rows, MANY);
		is("calls in no row of their own", (long long)sctrace_stats_other(s), 0);
	} else {
		is("calls, in rows or other", (long long)(m.rows + sctrace_stats_other(s)), MANY);
	}
	sctrace_stats_close(s);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "waits", waits },   { "waits_peers", waits_peers }, { "waits_groups", waits_groups },
		{ "deltas", deltas }, { "percentiles", percentiles }, { "rows_by_default", rows_by_default },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}

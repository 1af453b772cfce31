// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Scopes: tasks that are traced besides targets, and calls that are selected by their results. api_scope [TEST] */
#include "api.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>

struct seen {
	struct sctrace *t;
	unsigned enters, exits, of_kid, others, own, unseen, unseen_of_kid;
	uint32_t pid; /* calls of the child */
	int64_t ret;
	uint64_t ns; /* duration of the shortest call, ns */
	char path[64];
	char line[128];
};

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct sctrace_value v;
	struct seen *s = ctx;

	s->enters += ev->type == SCTRACE_ENTER;
	if (ev->type != SCTRACE_EXIT)
		return 0;
	s->exits++;
	s->of_kid += ev->tgid == s->pid;
	s->others += ev->tgid != s->pid;
	s->own += ev->tgid == (uint32_t)getpid();
	s->unseen += ev->flags & SCTRACE_BEGIN_UNSEEN;
	s->unseen_of_kid += ev->tgid == s->pid && ev->flags & SCTRACE_BEGIN_UNSEEN;
	s->ret = ev->ret;
	if (!s->ns || ev->ts - ev->enter_ts < s->ns)
		s->ns = ev->ts - ev->enter_ts;
	if (!sctrace_arg(s->t, ev, "filename", &v) && v.kind == SCTRACE_KIND_STRING)
		snprintf(s->path, sizeof(s->path), "%.*s", (int)v.len, (const char *)v.bytes);
	sctrace_event_text(s->t, ev, s->line, sizeof(s->line));
	return 0;
}

/* The options of all tests, with those of this test. */
static struct sctrace *opened(const struct sctrace_opts *opts, struct seen *s)
{
	struct sctrace_opts o = *opts;

	*s = (struct seen){ .pid = s->pid };
	o.trace = o.trace ? o.trace : "getppid";
	o.event = on_event;
	o.ctx = s;
	s->t = session(o);
	return s->t;
}

/* ---- a child that makes calls on demand ---- */

/* Descriptors and a path that the child inherits. */
static int kid_fd, kid_pipe;
static char kid_path[64];

static void do_one(char c)
{
	struct timespec ms = { .tv_nsec = 1000000 }, half = { .tv_nsec = 500000000 };
	char *const args[] = { (char *)"/nonexistent/program", NULL };

	switch (c) {
	case 'g':
		for (int i = 0; i < KID_CALLS; i++)
			syscall(SYS_getppid);
		break;
	case 'l': /* the calls are made on a file, on a pipe, and on a bad descriptor */
		for (int i = 0; i < KID_CALLS; i++)
			if (lseek(kid_fd, 0, SEEK_CUR) < 0)
				_exit(1);
		if (lseek(kid_pipe, 0, SEEK_CUR) >= 0 || lseek(-1, 0, SEEK_CUR) >= 0)
			_exit(1);
		break;
	case 'a':
		if (access(kid_path, R_OK) && errno != ENOENT)
			_exit(1);
		break;
	case 'n':
		if (prctl(PR_SET_NAME, "api-named"))
			_exit(1);
		break;
	case 'N':
		if (prctl(PR_SET_NAME, "api-named-not"))
			_exit(1);
		break;
	case 'u':
		if (syscall(SYS_setresuid, 4711, 4711, 0))
			_exit(1);
		break;
	case 'U':
		if (syscall(SYS_setresuid, 0, 0, 0))
			_exit(1);
		break;
	case 'o': /* two calls of open() that fail, and one that succeeds */
		if (open("/nonexistent/file", O_RDONLY) >= 0 || open("/proc/self/comm/x", O_RDONLY) >= 0)
			_exit(1);
		close(open("/dev/null", O_RDONLY));
		break;
	case 's':
		nanosleep(&ms, NULL);
		nanosleep(&half, NULL);
		break;
	case 'x':
		execv(args[0], args);
		break;
	}
}

static struct kid kid_made(void)
{
	int ask[2], answer[2];
	struct kid k = { -1, -1, -1 };
	char c;

	if (pipe(ask) || pipe(answer))
		return k;
	k.pid = fork();
	if (!k.pid) {
		while (read(ask[0], &c, 1) == 1) {
			do_one(c);
			if (write(answer[1], &c, 1) != 1)
				break;
		}
		_exit(0);
	}
	k.ask = ask[1];
	k.answer = answer[0];
	return k;
}

/* ---- selected tasks ---- */

static void all_tasks(void)
{
	struct kid k = kid_made();
	struct seen s = { .pid = (uint32_t)k.pid };
	struct sctrace *t = opened(&(struct sctrace_opts){ .all_tasks = true }, &s);
	struct kid later;

	is("start", sctrace_start(t), 0);
	is("there are no targets", sctrace_target(t, k.pid, 0), -EINVAL);
	kid_do(&k, 'g');
	do_one('g');
	later = kid_made();
	kid_do(&later, 'g');
	kid_end(&later);
	read_all(t);
	is("calls of a process that is no target", s.of_kid, KID_CALLS);
	check(s.others >= KID_CALLS, "and of one that was made later: %u with those of others", s.others);
	is("none of this process", s.own, 0);
	/* calls of processes that other tests run may have begun before the start */
	is("their beginning was seen", s.unseen_of_kid, 0);
	is("the beginnings", s.enters, s.exits);
	sctrace_close(t);
	kid_end(&k);
}

static void users(void)
{
	const uint32_t uids[] = { 815, 4711 };
	struct kid k = kid_made();
	struct seen s = { .pid = (uint32_t)k.pid };
	struct sctrace *t = opened(&(struct sctrace_opts){ .all_tasks = true, .uids = uids, .nuids = 2 }, &s);

	sctrace_start(t);
	kid_do(&k, 'g');
	read_all(t);
	is("calls of another user", s.exits, 0);
	kid_do(&k, 'u');
	kid_do(&k, 'g');
	read_all(t);
	is("of this one", s.of_kid, KID_CALLS);
	kid_do(&k, 'U');
	kid_do(&k, 'g');
	read_all(t);
	is("of another again", s.of_kid, KID_CALLS);
	sctrace_close(t);

	t = opened(&(struct sctrace_opts){ .uids = uids, .nuids = 2 }, &s);
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'g');
	kid_do(&k, 'u');
	kid_do(&k, 'g');
	read_all(t);
	is("a target's, while it is this user's", s.exits, KID_CALLS);
	sctrace_close(t);
	kid_end(&k);
}

static void names(void)
{
	struct kid k = kid_made(), l = kid_made();
	struct seen s = { .pid = (uint32_t)k.pid };
	struct sctrace *t = opened(&(struct sctrace_opts){ .all_tasks = true, .comm = "api-named" }, &s);

	sctrace_start(t);
	kid_do(&k, 'g');
	kid_do(&k, 'n');
	kid_do(&k, 'g');
	kid_do(&l, 'N');
	kid_do(&l, 'g');
	read_all(t);
	is("calls of a task of the name", s.of_kid, KID_CALLS);
	is("one whose name begins so", s.others, 0);
	kid_do(&k, 'N');
	kid_do(&k, 'g');
	read_all(t);
	is("after it has changed it", s.of_kid, KID_CALLS);
	sctrace_close(t);
	kid_end(&k);
	kid_end(&l);
}

static void skipped(void)
{
	struct kid k = kid_made(), l = kid_made();
	struct seen s = { .pid = (uint32_t)k.pid };
	struct sctrace *t = opened(
		&(struct sctrace_opts){ .all_tasks = true, .comm = "api-named", .skip = &l.pid, .nskip = 1 }, &s);

	sctrace_start(t);
	kid_do(&k, 'n');
	kid_do(&l, 'n');
	kid_do(&k, 'g');
	kid_do(&l, 'g');
	read_all(t);
	is("calls of a task of the name", s.of_kid, KID_CALLS);
	is("but for one", s.others, 0);
	sctrace_close(t);
	kid_end(&k);
	kid_end(&l);
}

/* ---- cgroups ---- */

#define CGROUP2_MAGIC 0x63677270

static const char *cgroup_root(void)
{
	static const char *const roots[] = { "/sys/fs/cgroup/unified", "/sys/fs/cgroup" };
	struct statfs fs;

	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++)
		if (!statfs(roots[i], &fs) && fs.f_type == CGROUP2_MAGIC)
			return roots[i];
	return NULL;
}

static void enter(const char *dir, pid_t pid)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	f = fopen(path, "w");
	if (!f || fprintf(f, "%d\n", (int)pid) < 0 || fclose(f))
		check(0, "%d enters %s: %s", (int)pid, dir, strerror(errno));
}

static int on_row(void *ctx, const struct sctrace_stat *row)
{
	*(uint64_t *)ctx += row->calls;
	return 0;
}

static uint64_t counted(struct sctrace_stats *s)
{
	uint64_t n = 0;

	sctrace_stats_read(s);
	sctrace_stats_each(s, on_row, &n);
	return n;
}

static void cgroups(void)
{
	const char *root = cgroup_root();
	char dir[64], below[160], other[160], name[64];
	struct kid k = kid_made(), l = kid_made();
	struct seen s = { .pid = (uint32_t)k.pid };
	struct sctrace_stats_opts so = { .sz = sizeof(so), .trace = "getppid", .cgroups = true };
	struct sctrace_stats *st = NULL;
	struct sctrace *t;

	if (!root) {
		puts("ok    no cgroups of version 2 here");
		return;
	}
	snprintf(dir, sizeof(dir), "%s/api-%d", root, (int)getpid());
	snprintf(below, sizeof(below), "%s/below", dir);
	if (mkdir(dir, 0755) || mkdir(below, 0755))
		check(0, "mkdir %s: %s", below, strerror(errno));
	enter(dir, k.pid);
	t = opened(&(struct sctrace_opts){ .cgroups = true }, &s);
	is("stats", sctrace_stats_open(&st, &so), 0);
	is("no such cgroup", sctrace_target_cgroup(t, "/nonexistent"), -ENOENT);
	is("no cgroup", sctrace_target_cgroup(t, "/tmp"), -EBADF);
	check(strstr(sctrace_error(t), "'/tmp' is no cgroup") != NULL, "its text: '%s'", sctrace_error(t));
	snprintf(name, sizeof(name), "below-%d", (int)getpid());
	snprintf(below, sizeof(below), "%s/%s", dir, name);
	snprintf(other, sizeof(other), "%s/other", dir);
	if (mkdir(below, 0755) || mkdir(other, 0755))
		check(0, "mkdir %s: %s", below, strerror(errno));
	is("the end of a path", sctrace_target_cgroup(t, name), 0);
	snprintf(other, sizeof(other), "%s/other/%s", dir, name);
	if (mkdir(other, 0755))
		check(0, "mkdir %s: %s", other, strerror(errno));
	is("the end of two paths", sctrace_target_cgroup(t, name), -EEXIST);
	check(strstr(sctrace_error(t), "fits 2 cgroups: /api-") != NULL, "its text: '%s'", sctrace_error(t));
	rmdir(other);
	snprintf(other, sizeof(other), "%s/other", dir);
	rmdir(other);
	rmdir(below);
	snprintf(below, sizeof(below), "%s/lxc.payload.%s", dir, name);
	is("no container", sctrace_target_container(t, name), -ENOENT);
	is("no name of one", sctrace_target_container(t, NULL), -EINVAL);
	if (mkdir(below, 0755))
		check(0, "mkdir %s: %s", below, strerror(errno));
	is("a container", sctrace_target_container(t, name), 0);
	is("a container, for stats", sctrace_stats_target_container(st, name), 0);
	rmdir(below);
	snprintf(below, sizeof(below), "%s/below", dir);
	is("by path", sctrace_target_cgroup(t, dir), 0);
	is("by name, for stats", sctrace_stats_target_cgroup(st, dir + strlen(root)), 0);
	is("start", sctrace_start(t) | sctrace_stats_start(st), 0);
	kid_do(&k, 'g');
	kid_do(&l, 'g');
	read_all(t);
	is("what is in it", s.of_kid, KID_CALLS);
	is("and nobody else", s.others, 0);
	is("as the rows have it", (long long)counted(st), KID_CALLS);
	enter(below, l.pid);
	kid_do(&l, 'g');
	read_all(t);
	is("what enters it", s.others, KID_CALLS);
	is("as the rows have it", (long long)counted(st), 2 * KID_CALLS);
	enter(root, k.pid);
	kid_do(&k, 'g');
	read_all(t);
	is("what has left it", s.of_kid, KID_CALLS);
	is("as the rows have it", (long long)counted(st), 2 * KID_CALLS);
	is("a target besides", sctrace_target(t, k.pid, 0), 0);
	kid_do(&k, 'g');
	kid_do(&l, 'g');
	read_all(t);
	is("its calls", s.of_kid, 2 * KID_CALLS);
	is("and the cgroup's", s.others, 2 * KID_CALLS);
	sctrace_close(t);
	sctrace_stats_close(st);
	t = opened(&(struct sctrace_opts){ .failed = false }, &s);
	is("of a handle without cgroups", sctrace_target_cgroup(t, dir), -EINVAL);
	is("a container of one", sctrace_target_container(t, name), -EINVAL);
	sctrace_close(t);
	kid_end(&k);
	kid_end(&l);
	rmdir(below);
	is("the cgroup can go", rmdir(dir), 0);
}

/* Opens and starts a handle that shares programs with others, for a cgroup, or for none if it is NULL. */
static struct sctrace *sharing(struct seen *s, struct sctrace *with, const char *dir)
{
	struct sctrace *t = opened(
		&(struct sctrace_opts){ .cgroups = dir, .sharable = true, .share = with, .share_only = true }, s);

	if (dir)
		is("its cgroup", sctrace_target_cgroup(t, dir), 0);
	is("its start", dir ? sctrace_start(t) : 0, 0);
	return t;
}

/* Adds cgroups until there is no room, and one more. */
static void all_places(struct sctrace *t, const char *root, unsigned taken)
{
	char dir[80];
	int err = 0;
	unsigned n;

	for (n = 0; !err && n < 70; n++) {
		snprintf(dir, sizeof(dir), "%s/api-%d-%u", root, (int)getpid(), n);
		if (mkdir(dir, 0755))
			check(0, "mkdir %s: %s", dir, strerror(errno));
		err = sctrace_target_cgroup(t, dir);
	}
	is("places", taken + n - 1, 64);
	is("and no more", err, -E2BIG);
	check(strstr(sctrace_error(t), "at most 64") != NULL, "its text: '%s'", sctrace_error(t));
	while (n-- > 0) {
		snprintf(dir, sizeof(dir), "%s/api-%d-%u", root, (int)getpid(), n);
		rmdir(dir);
	}
}

/* Each of several sharing handles has its own cgroups, independent of the targets of the others. */
static void shared_cgroups(void)
{
	const char *root = cgroup_root();
	struct kid k = kid_made(), l = kid_made(), m = kid_made();
	struct seen a = { .pid = (uint32_t)k.pid }, b = { .pid = (uint32_t)k.pid }, c = { .pid = (uint32_t)m.pid },
		    d = { .pid = (uint32_t)k.pid }, e = { .pid = (uint32_t)m.pid };
	char dir[3][64];

	if (!root) {
		puts("ok    no cgroups of version 2 here");
		return;
	}
	for (int i = 0; i < 3; i++) {
		snprintf(dir[i], sizeof(dir[i]), "%s/share-%d-%d", root, (int)getpid(), i);
		if (mkdir(dir[i], 0755))
			check(0, "mkdir %s: %s", dir[i], strerror(errno));
	}
	enter(dir[0], k.pid);
	enter(dir[1], l.pid);
	sharing(&a, NULL, dir[0]);
	sharing(&b, a.t, dir[1]);
	sharing(&c, a.t, NULL);
	is("a handle with a target only", sctrace_target(c.t, m.pid, 0) | sctrace_start(c.t), 0);
	is("it has no cgroups", sctrace_target_cgroup(c.t, dir[0]), -EINVAL);
	kid_do(&k, 'g');
	kid_do(&l, 'g');
	kid_do(&m, 'g');
	read_all(c.t);
	read_all(b.t);
	read_all(a.t);
	is("the first one's cgroup", a.of_kid, KID_CALLS);
	is("nobody else", a.others, 0);
	is("the second one's", b.others, KID_CALLS);
	is("nobody else", b.of_kid, 0);
	is("the target", c.of_kid, KID_CALLS);
	is("nobody else", c.others, 0);

	enter(dir[1], k.pid);
	kid_do(&k, 'g');
	read_all(a.t);
	read_all(b.t);
	is("what has left it", a.of_kid, KID_CALLS);
	is("is the other one's", b.of_kid, KID_CALLS);
	sharing(&d, b.t, dir[0]);
	enter(dir[0], k.pid);
	kid_do(&k, 'g');
	read_all(a.t);
	read_all(b.t);
	read_all(d.t);
	is("what comes back", a.of_kid, 2 * KID_CALLS);
	is("is the other one's no more", b.of_kid, KID_CALLS);
	is("and another one's with the same cgroup", d.of_kid, KID_CALLS);

	sctrace_close(a.t);
	sctrace_close(d.t);
	sharing(&e, b.t, dir[2]); /* this handle takes the place of the first one */
	kid_do(&k, 'g');
	read_all(e.t);
	is("a cgroup that no handle has", e.exits, 0);
	enter(dir[2], m.pid);
	kid_do(&m, 'g');
	read_all(e.t);
	read_all(c.t);
	is("a target in a cgroup", e.of_kid, KID_CALLS);
	is("is both's", c.of_kid, 2 * KID_CALLS);
	is("not for long", sctrace_untarget(c.t, m.pid, 0), 0);
	kid_do(&m, 'g');
	read_all(e.t);
	read_all(c.t);
	is("then the cgroup's", e.of_kid, 2 * KID_CALLS);
	is("only", c.of_kid, 2 * KID_CALLS);
	is("calls of others", e.others + c.others + d.others + a.others, 0);
	is("unseen beginnings", a.unseen + b.unseen + c.unseen + d.unseen + e.unseen, 0);
	is("lost", (long long)(sctrace_lost(b.t) + sctrace_lost(c.t) + sctrace_lost(e.t)), 0);
	all_places(e.t, root, 2);
	sctrace_close(b.t);
	sctrace_close(c.t);
	sctrace_close(e.t);
	kid_end(&k);
	kid_end(&l);
	kid_end(&m);
	for (int i = 0; i < 3; i++)
		rmdir(dir[i]);
}

/* Rows of statistics for one user, and for one name. */
static void rows(void)
{
	const uint32_t uid = 4711;
	struct sctrace_stats_opts so = { .sz = sizeof(so), .trace = "getppid", .all_tasks = true };
	struct kid k = kid_made(), l = kid_made();
	struct sctrace_stats *of_user = NULL, *of_name = NULL;

	so.uids = &uid;
	so.nuids = 1;
	is("open", sctrace_stats_open(&of_user, &so), 0);
	so.nuids = 0;
	so.comm = "api-named";
	is("open", sctrace_stats_open(&of_name, &so), 0);
	is("start", sctrace_stats_start(of_user) | sctrace_stats_start(of_name), 0);
	kid_do(&k, 'g');
	kid_do(&k, 'n');
	kid_do(&k, 'u');
	kid_do(&k, 'g');
	kid_do(&l, 'n');
	kid_do(&l, 'g');
	is("rows of a user", (long long)counted(of_user), KID_CALLS);
	is("rows of a name", (long long)counted(of_name), 2 * KID_CALLS);
	sctrace_stats_close(of_user);
	sctrace_stats_close(of_name);
	kid_end(&k);
	kid_end(&l);
}

/* ---- selected results ---- */

static void of_target(const char *what, struct sctrace_opts o, char does, unsigned want, struct seen *s)
{
	struct kid k = kid_made();
	struct sctrace *t;

	s->pid = (uint32_t)k.pid;
	t = opened(&o, s);
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, does);
	read_all(t);
	is(what, s->exits, want);
	is("... their beginnings", s->enters, want);
	is("... lost", (long long)sctrace_lost(t), 0);
	sctrace_close(t);
	kid_end(&k);
}

static void results(void)
{
	struct seen s = {};

	of_target("calls that failed", (struct sctrace_opts){ .trace = "?open,openat,close", .failed = true }, 'o', 2,
		  &s);
	is("none without its beginning", s.unseen, 0);
	check(strstr(s.line, "\"/proc/self/comm/x\"") != NULL, "their arguments: %s", s.line);
	of_target("by errno", (struct sctrace_opts){ .trace = "?open,openat", .errnos = "ENOENT,EPERM" }, 'o', 1, &s);
	check(!strcmp(s.path, "/nonexistent/file"), "the one that is asked for: '%s'", s.path);
	of_target("not by errno", (struct sctrace_opts){ .trace = "?open,openat", .errnos = "!ENOENT" }, 'o', 1, &s);
	is("the other one", s.ret, -ENOTDIR);
	of_target("slower than 300 ms",
		  (struct sctrace_opts){ .trace = "nanosleep,clock_nanosleep", .min_ns = 300000000 }, 's', 1, &s);
	check(s.ns >= 500000000, "it took %.3f ms", (double)s.ns / 1e6);
	of_target("results in a range",
		  (struct sctrace_opts){ .trace = "?open,openat", .ret_range = true, .ret_max = 100 }, 'o', 1, &s);
	check(s.ret >= 0, "a descriptor: %lld", (long long)s.ret);
	of_target("calls without arguments", (struct sctrace_opts){ .failed = true }, 'g', 0, &s);
	of_target("these, by their result", (struct sctrace_opts){ .ret_range = true, .ret_max = INT64_MAX }, 'g',
		  KID_CALLS, &s);
	of_target("execve", (struct sctrace_opts){ .trace = "execve", .failed = true }, 'x', 1, &s);
	check(strstr(s.line, "execve(\"/nonexistent/program\", [\"/nonexistent/program\"]") != NULL, "it is: %s",
	      s.line);
}

/* When an execve has succeeded, the arguments of its beginning cannot be read any more. */
static void exec_held(void)
{
	struct sctrace_opts o = { .trace = "execve", .ret_range = true };
	struct seen s = {};
	struct sctrace *t = opened(&o, &s);
	int go[2], status;
	pid_t pid;
	char c;

	if (pipe(go))
		return;
	pid = fork();
	if (!pid) {
		if (read(go[0], &c, 1) == 1)
			execl("/bin/true", "true", "of api_scope", (char *)NULL);
		_exit(1);
	}
	sctrace_target(t, pid, 0);
	sctrace_start(t);
	is("go", write(go[1], "", 1), 1);
	waitpid(pid, &status, 0);
	read_all(t);
	is("an execve that succeeds", s.exits, 1);
	check(strstr(s.line, "execve(\"/bin/true\", [\"true\", \"of api_scope\"], 0x") == s.line, "its arguments: %s",
	      s.line);
	check(s.ns > 1000, "its time: %llu ns", (unsigned long long)s.ns);
	sctrace_close(t);
}

/* ---- selected descriptors and paths ---- */

/* Returns how many records the calls of a request make. */
static unsigned records_of(struct sctrace *t, const struct kid *k, char does)
{
	struct sctrace_health a = { .sz = sizeof(a) }, b = { .sz = sizeof(b) };

	read_all(t);
	sctrace_health(t, &a);
	kid_do(k, does);
	read_all(t);
	sctrace_health(t, &b);
	return (unsigned)(b.records - a.records);
}

static void by_path(const char *one, const char *two)
{
	struct seen s = {};
	char wanted[64];
	struct kid k;
	struct sctrace *t;

	snprintf(wanted, sizeof(wanted), "%s/file", two);
	snprintf(kid_path, sizeof(kid_path), "%s", wanted);
	k = kid_made();
	t = opened(&(struct sctrace_opts){ .trace = "lseek,?access,faccessat,fcntl",
					   .paths = (const char *const[]){ "/nowhere", wanted, NULL } },
		   &s);
	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	is("records of calls that match nothing", records_of(t, &k, 'l'), 0);
	is("... none in the second time", records_of(t, &k, 'l'), 0);
	is("renamed", rename(one, two), 0);
	is("of those that match, as their directory was renamed", records_of(t, &k, 'l'), 2 * KID_CALLS);
	is("events", s.exits, KID_CALLS);
	is("of a path that is given", records_of(t, &k, 'a'), 2);
	is("renamed", rename(two, one), 0);
	is("not so before, and after", records_of(t, &k, 'l'), 0);
	is("a path that is given need not be there", records_of(t, &k, 'a'), 2);
	check(strstr(s.line, "ENOENT") != NULL, "it is not: %s", s.line);
	is("lost", (long long)sctrace_lost(t), 0);
	sctrace_close(t);
	kid_end(&k);
}

/* want: number of selected calls; sent: number of calls in records */
static void by_descriptor(const char *fds, unsigned want, unsigned sent)
{
	struct seen s = {};
	struct kid k = kid_made();
	struct sctrace *t = opened(&(struct sctrace_opts){ .trace = "lseek", .trace_fds = fds }, &s);

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	is(fds, records_of(t, &k, 'l'), 2 * sent);
	is("... events", s.exits, want);
	sctrace_close(t);
	kid_end(&k);
}

static void chosen(void)
{
	char one[] = "/tmp/api-XXXXXX", two[32], file[64], set[32];
	int ends[2] = { -1, -1 };

	if (!mkdtemp(one) || pipe(ends))
		return;
	snprintf(two, sizeof(two), "%s-two", one);
	snprintf(file, sizeof(file), "%s/file", one);
	kid_fd = open(file, O_RDWR | O_CREAT, 0600);
	kid_pipe = ends[0];
	by_path(one, two);
	snprintf(set, sizeof(set), "%d", kid_fd);
	by_descriptor(set, KID_CALLS, KID_CALLS);
	/* a descriptor above those for which the programs have bits */
	is("more of them", setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 4096, 4096 }), 0);
	is("a high one", dup2(kid_fd, 1024), 1024);
	close(kid_fd);
	kid_fd = 1024;
	by_descriptor("1024", KID_CALLS, KID_CALLS);
	by_descriptor("!1024", 1, 1 + KID_CALLS);
	by_descriptor("1023,77", 0, 0);
	snprintf(set, sizeof(set), "%d", kid_pipe);
	by_descriptor(set, 1, 1);
	close(kid_fd);
	unlink(file);
	rmdir(one);
}

/* ---- refused options ---- */

static void texts(void)
{
	const uint32_t uids[17] = {};

	refused("17 users", &(struct sctrace_opts){ .uids = uids, .nuids = 17 }, -EINVAL, "at most 16");
	refused("a long name", &(struct sctrace_opts){ .comm = "sixteen-bytes-16" }, -EINVAL, "'sixteen-bytes-16'");
	refused("no errno", &(struct sctrace_opts){ .errnos = "ENOENT,ENOTHING" }, -EINVAL, "'ENOTHING'");
	refused("an empty one", &(struct sctrace_opts){ .errnos = "" }, -EINVAL, "''");
	refused("an empty range", &(struct sctrace_opts){ .ret_range = true, .ret_min = 1 }, -EINVAL,
		"between 1 and 0");
	refused("all of one's own", &(struct sctrace_opts){ .own_only = true, .all_tasks = true }, -EPERM, "root");
	refused("cgroups and all", &(struct sctrace_opts){ .cgroups = true, .all_tasks = true }, -EINVAL, "exclusive");
	refused("errnos of a file", &(struct sctrace_opts){ .replay = "/dev/null", .errnos = "ENOTHING" }, -EINVAL,
		"'ENOTHING'");
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "all_tasks", all_tasks }, { "users", users },	    { "names", names },
		{ "skipped", skipped },	    { "cgroups", cgroups }, { "shared_cgroups", shared_cgroups },
		{ "rows", rows },	    { "results", results }, { "exec_held", exec_held },
		{ "chosen", chosen },	    { "texts", texts },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What is known of processes, compared with what they know themselves. api_process [TEST] */
#include "api.h"

#include <sys/mman.h>
#include <sys/stat.h>

#define SHORT 200

static char dir[64]; /* directory of this test, whose name is in the paths below */

/* ---- a process that changes itself ---- */

/* What a process is after each step, as it sees it itself. In shared memory. */
struct step {
	uint32_t pid, parent, uid, gid, euid, egid, session, uts;
	char cwd[128], comm[16];
};

enum { STEP_BEGIN, STEP_CHDIR, STEP_SETSID, STEP_COMM, STEP_UTS, STEP_IDS, STEPS };

static struct step *steps;

static void look(struct step *s)
{
	struct stat st;
	FILE *f = fopen("/proc/self/comm", "re");

	s->pid = (uint32_t)getpid();
	s->parent = (uint32_t)getppid();
	s->uid = getuid();
	s->gid = getgid();
	s->euid = geteuid();
	s->egid = getegid();
	s->session = (uint32_t)getsid(0);
	s->uts = stat("/proc/self/ns/uts", &st) ? 0 : (uint32_t)st.st_ino;
	if (!getcwd(s->cwd, sizeof(s->cwd)) || !f || fscanf(f, "%15s", s->comm) != 1)
		_exit(9);
	fclose(f);
	syscall(SYS_getpriority, 7, s - steps); /* the event at which the parent compares */
}

static void changes(void)
{
	look(&steps[STEP_BEGIN]);
	if (chdir("sub"))
		_exit(9);
	look(&steps[STEP_CHDIR]);
	setsid();
	look(&steps[STEP_SETSID]);
	pthread_setname_np(pthread_self(), "renamed");
	look(&steps[STEP_COMM]);
	if (unshare(CLONE_NEWUTS))
		_exit(9);
	look(&steps[STEP_UTS]);
	if (setresgid(1001, 1002, 1002) || setresuid(1003, 1003, 1003))
		_exit(9);
	look(&steps[STEP_IDS]);
	_exit(0);
}

/* Creates a process that calls fn after it has read a byte from *go. */
static pid_t child(int *go, void (*fn)(void))
{
	int p[2];
	pid_t pid;
	char c;

	if (pipe2(p, O_CLOEXEC))
		exit(1);
	pid = fork();
	if (!pid) {
		if (chdir(dir) || read(p[0], &c, 1) != 1)
			_exit(9);
		fn();
		_exit(0);
	}
	close(p[0]);
	*go = p[1];
	return pid;
}

static bool is_text(const char *got, const char *want)
{
	return got && !strcmp(got, want);
}

static void compare(const struct sctrace_process *p, const struct step *s, unsigned i)
{
	bool ids = p->uid == s->uid && p->gid == s->gid && p->euid == s->euid && p->egid == s->egid;

	check(p->pid == s->pid && p->tid == s->pid && p->parent == s->parent && p->session == s->session,
	      "step %u: numbers: parent %u, session %u", i, p->parent, p->session);
	check(ids, "step %u: ids %u %u %u %u", i, p->uid, p->gid, p->euid, p->egid);
	check(is_text(p->cwd, s->cwd) && !p->cwd_deleted, "step %u: directory %s", i, p->cwd ?: "none");
	check(is_text(p->comm, s->comm), "step %u: name %s", i, p->comm);
	check(p->namespaces[SCTRACE_NAMESPACE_UTS] == s->uts, "step %u: namespace %u", i,
	      p->namespaces[SCTRACE_NAMESPACE_UTS]);
}

struct changed {
	struct sctrace *t;
	unsigned steps;
	uint64_t id;
	bool as_of, target, ended;
	char cwd[128];
};

static void on_changed(struct changed *c, const struct sctrace_event *ev)
{
	const struct sctrace_process *p = NULL;
	int err = sctrace_process(c->t, ev, &p);

	if (ev->type == SCTRACE_TARGET)
		c->target = !err && is_text(p->cwd, dir) && p->exe && p->args;
	if (ev->type == SCTRACE_TASK_EXIT)
		c->ended = !err && is_text(p->comm, "renamed") && p->uid == 1003;
	if (err || !ev->name)
		return;
	if (!strcmp(ev->name, "chdir") && ev->type == SCTRACE_ENTER)
		snprintf(c->cwd, sizeof(c->cwd), "%s", p->cwd);
	if (!strcmp(ev->name, "chdir") && ev->type == SCTRACE_EXIT)
		c->as_of = is_text(c->cwd, dir) && is_text(p->cwd, steps[STEP_CHDIR].cwd);
	if (!strcmp(ev->name, "getpriority") && ev->args[0] == 7 && ev->type == SCTRACE_ENTER && ev->args[1] < STEPS) {
		compare(p, &steps[ev->args[1]], (unsigned)ev->args[1]);
		check(!c->id || c->id == p->id, "the same id as before");
		c->id = p->id;
		c->steps++;
	}
}

/* Passes the events of a handle to fn until the task has ended, or the file. */
static void run(struct sctrace *t, pid_t pid, void (*fn)(struct changed *, const struct sctrace_event *),
		struct changed *c)
{
	const struct sctrace_event *ev;
	bool ended = false;

	c->t = t;
	while (!ended && sctrace_next(t, &ev, 10000) == 1) {
		fn(c, ev);
		ended = ev->type == SCTRACE_TASK_EXIT && ev->tid == (uint32_t)pid && !(ev->flags & SCTRACE_REPLACED);
	}
	check(ended, "the process has ended");
}

static void changed(const struct changed *c)
{
	is("steps", c->steps, STEPS);
	check(c->as_of, "chdir() begins in the old directory and ends in the new one: %s", c->cwd);
	check(c->target, "known when it became a target");
	check(c->ended, "known at its end");
}

/* Changes that are calls of the process, whether these are traced or not; then the same from a capture file. */
static void changing(void)
{
	struct changed live = {}, replayed = {};
	struct sctrace *t;
	char file[96];
	pid_t pid;
	int go;

	steps = mmap(NULL, STEPS * sizeof(*steps), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	snprintf(file, sizeof(file), "%s/capture", dir);
	pid = child(&go, changes);
	t = session((struct sctrace_opts){ .trace = "getpriority,chdir", .processes = true, .record = file });
	sctrace_target(t, pid, 0);
	sctrace_start(t);
	check(write(go, "g", 1) == 1, "go");
	run(t, pid, on_changed, &live);
	changed(&live);
	sctrace_stop(t);
	sctrace_close(t);
	waitpid(pid, NULL, 0);
	close(go);

	t = session((struct sctrace_opts){ .replay = file, .processes = true });
	run(t, pid, on_changed, &replayed);
	changed(&replayed);
	check(replayed.id == live.id && live.id, "the same id in the replay");
	sctrace_close(t);
}

/* ---- short processes ---- */

static int seen_short[SHORT];
static uint32_t maker;

/* Creates SHORT processes, each with a directory, a name of its own for the program, and arguments. */
static void makes_short(void)
{
	for (int i = 0; i < SHORT; i++) {
		char sub[32], number[16];
		pid_t pid;

		snprintf(sub, sizeof(sub), "short%d", i);
		snprintf(number, sizeof(number), "%d", i);
		pid = fork();
		if (!pid) {
			if (!mkdir(sub, 0700) && !chdir(sub))
				execl("../true", "true", number, "an argument", "", NULL);
			_exit(9);
		}
		waitpid(pid, NULL, 0);
	}
}

struct shorts {
	int whole, parents, found;
	uint64_t parent_id;
};

/* Returns the number of a short process whose entry is whole, or -1. */
static int short_number(const struct sctrace_process *p)
{
	char cwd[128], exe[128], args[64];
	int n, len;

	if (!p->args || strcmp(p->args, "true") || p->args_len < 8 || sscanf(p->args + 5, "%d", &n) != 1 || n < 0 ||
	    n >= SHORT)
		return -1;
	len = snprintf(args, sizeof(args), "true%c%d%can argument%c", 0, n, 0, 0) + 1;
	snprintf(cwd, sizeof(cwd), "%s/short%d", dir, n);
	snprintf(exe, sizeof(exe), "%s/true", dir);
	return p->args_len == (uint32_t)len && p->args_total == p->args_len && !memcmp(p->args, args, p->args_len) &&
			       is_text(p->cwd, cwd) && is_text(p->exe, exe) && is_text(p->comm, "true") &&
			       p->parent == maker && p->session == (uint32_t)getsid(0) && p->start && p->id &&
			       p->uid == getuid() && p->namespaces[SCTRACE_NAMESPACE_MNT]
		       ? n
		       : -1;
}

static int on_short(void *ctx, const struct sctrace_event *ev)
{
	const struct sctrace_process *p = NULL;
	struct shorts *s = ctx;
	struct sctrace *t = *(struct sctrace **)(s + 1);
	int n;

	if (!ev->name || strcmp(ev->name, "exit_group") || sctrace_process(t, ev, &p))
		return 0;
	n = p->pid == ev->tgid ? short_number(p) : -1;
	if (n < 0 || seen_short[n]++)
		return 0;
	s->whole++;
	s->parents += p->parent_id && (!s->parent_id || s->parent_id == p->parent_id);
	s->parent_id = p->parent_id;
	return 0;
}

static void shorts_by(bool all_tasks)
{
	struct {
		struct shorts s;
		struct sctrace *t;
	} x = {};
	const struct sctrace_process *p;
	struct sctrace_health h = SCTRACE_INIT(struct sctrace_health);
	char command[256];
	pid_t pid;
	int go;

	memset(seen_short, 0, sizeof(seen_short));
	snprintf(command, sizeof(command), "rm -rf %s/short*; cp -L /bin/true %s/true", dir, dir);
	check(!system(command), "set up");
	x.t = session((struct sctrace_opts){ .trace = "exit_group",
					     .event = on_short,
					     .ctx = &x,
					     .processes = true,
					     .all_tasks = all_tasks,
					     .process_keep_ns = 60000000000ull });
	pid = child(&go, makes_short);
	maker = (uint32_t)pid;
	if (!all_tasks)
		sctrace_target(x.t, pid, SCTRACE_FOLLOW);
	sctrace_start(x.t);
	check(write(go, "g", 1) == 1, "go");
	for (int i = 0; i < 3000 && kill(pid, 0) == 0; i++) {
		sctrace_poll(x.t, 20);
		waitpid(pid, NULL, WNOHANG);
	}
	sctrace_stop(x.t);
	is("short processes that are known as a whole", x.s.whole, SHORT);
	is("and the id of their parent", x.s.parents, SHORT);
	is("lost", (long long)sctrace_lost(x.t), 0);
	check(!sctrace_process_find(x.t, x.s.parent_id, &p) && p->pid == maker && p->ended && is_text(p->cwd, dir),
	      "their parent is found after its end");
	sctrace_health(x.t, &h);
	check(h.processes_ended > SHORT && h.process_bytes && !h.process_left_out, "%u ended, %llu bytes",
	      h.processes_ended, (unsigned long long)h.process_bytes);
	sctrace_close(x.t);
	close(go);
}

static void shorts(void)
{
	shorts_by(false);
}

static void shorts_of_all(void)
{
	shorts_by(true);
}

/* ---- threads, programs without a file ---- */

static void *exec_memfd(void *arg)
{
	char *argv[] = { "true", "in memory", NULL }, path[32];
	int fd = memfd_create("unnamed file", 0), from = open("/bin/true", O_RDONLY);
	char buf[65536];
	ssize_t n;

	while ((n = read(from, buf, sizeof(buf))) > 0)
		if (write(fd, buf, (size_t)n) != n)
			_exit(9);
	/* a file that is open for writing cannot be executed */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	from = open(path, O_RDONLY);
	close(fd);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", from);
	execv(path, argv);
	_exit(9);
	return arg;
}

/* A thread that is not the leader calls execve(). */
static void thread_execs(void)
{
	pthread_t id;

	pthread_create(&id, NULL, exec_memfd, NULL);
	pthread_join(id, NULL);
}

struct of_memfd {
	struct changed base;
	uint64_t before, after;
	int execs;
};

static void on_memfd(struct changed *c, const struct sctrace_event *ev)
{
	struct of_memfd *m = (struct of_memfd *)c;
	const struct sctrace_process *p;

	if (sctrace_process(c->t, ev, &p)) {
		check(ev->type == SCTRACE_ATTACHED, "event %d is of a known process", ev->type);
		return;
	}
	if (ev->type == SCTRACE_TARGET)
		m->before = p->id;
	if (ev->type == SCTRACE_EXEC) {
		m->execs++;
		check(p->exe_memfd && is_text(p->exe, "memfd:unnamed file"), "program %s", p->exe ?: "none");
		check(p->tid == p->pid && p->args_len == 15 && is_text(p->args, "true"), "arguments %s",
		      p->args ?: "none");
	}
	if (ev->type == SCTRACE_TASK_EXIT && ev->tid == ev->tgid)
		m->after = p->id;
}

static void memory(void)
{
	struct of_memfd m = {};
	const struct sctrace_process *p;
	struct sctrace *t;
	int go;
	pid_t pid = child(&go, thread_execs);

	t = session((struct sctrace_opts){ .trace = "none", .processes = true });
	sctrace_target(t, pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
	sctrace_start(t);
	check(write(go, "g", 1) == 1, "go");
	run(t, pid, on_memfd, &m.base);
	is("programs", m.execs, 1);
	check(m.before && m.before == m.after, "the same process");
	is("an unknown id", sctrace_process_find(t, 12345, &p), -ENODATA);
	sctrace_close(t);
	t = session((struct sctrace_opts){ .trace = "none" });
	is("without the option", sctrace_process_find(t, m.after, &p), -EINVAL);
	sctrace_close(t);
	waitpid(pid, NULL, 0);
	close(go);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "changing", changing },
		{ "memory", memory },
		{ "shorts", shorts },
		{ "shorts_of_all", shorts_of_all },
	};
	char command[256];
	int err;

	snprintf(dir, sizeof(dir), "/tmp/api_process.%d", (int)getpid());
	snprintf(command, sizeof(command), "mkdir -m 755 %s %s/sub && chmod 755 %s", dir, dir, dir);
	if (system(command))
		return 1;
	err = api_main(tests, sizeof(tests) / sizeof(*tests), argc, argv);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command) || err;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Compares what sctrace_process() says of processes with what they see themselves. api_process [TEST] */
#include "api.h"

#include <sys/mman.h>
#include <sys/stat.h>

#define SHORT 200

static char dir[64]; /* directory of this test, whose name is in the paths below */

/* ---- a process that changes itself ---- */

/* The ids and names that a process sees of itself after a step. It writes them to shared memory. */
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

/* Delivers events until all targets have ended. */
static void poll_to_end(struct sctrace *t)
{
	while (sctrace_tasks(t))
		if (sctrace_poll(t, 2000) < 0)
			break;
}

/* ---- many processes, several handles, probes, files ---- */

#define CHURN 5000

/* Creates CHURN processes, one after the other. */
static void makes_many(void)
{
	for (int i = 0; i < CHURN; i++) {
		pid_t pid = vfork();

		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
}

#define KEEP 200000000ull /* ns */

struct churned {
	struct sctrace *t;
	enum sctrace_event_type at; /* the event of a process at which it is counted */
	uint32_t maker, seen, whole;
	uint64_t ends[CHURN];
};

static int on_churn(void *ctx, const struct sctrace_event *ev)
{
	const struct sctrace_process *p;
	struct churned *c = ctx;

	if (ev->type != c->at || sctrace_process(c->t, ev, &p) || p->parent != c->maker || c->seen == CHURN)
		return 0;
	c->ends[c->seen++] = ev->ts;
	c->whole += p->parent_id && p->exe && p->cwd && p->start;
	return 0;
}

/* Returns how many of the processes ended at most KEEP before the last one did. */
static uint32_t ended_lately(const struct churned *c)
{
	uint32_t n = 0;

	while (n < c->seen && c->ends[c->seen - 1 - n] + KEEP >= c->ends[c->seen - 1])
		n++;
	return n;
}

/*
 * The cache has the tasks that live and the processes that ended lately, however many there have been. With all_tasks,
 * those of other programs are in it, too, so only its size for each of them is known.
 */
static void churn_by(bool all)
{
	static struct churned c;
	struct sctrace_health h = SCTRACE_INIT(struct sctrace_health);
	uint32_t before, kept = 0, looks = 0;
	int go, status;
	pid_t pid = child(&go, makes_many);
	bool flat = true;

	/* with all_tasks, ends of tasks are not delivered */
	c = (struct churned){ .at = all ? SCTRACE_ENTER : SCTRACE_TASK_EXIT, .maker = (uint32_t)pid };
	c.t = session((struct sctrace_opts){ .trace = "exit_group",
					     .event = on_churn,
					     .ctx = &c,
					     .processes = true,
					     .process_keep_ns = KEEP,
					     .all_tasks = all });
	if (!all)
		sctrace_target(c.t, pid, SCTRACE_FOLLOW);
	sctrace_start(c.t);
	check(write(go, "g", 1) == 1, "go");
	sctrace_health(c.t, &h);
	before = h.processes;
	while (all ? waitpid(pid, &status, WNOHANG) != pid : sctrace_tasks(c.t) != 0) {
		if (sctrace_poll(c.t, all ? 20 : 2000) < 0)
			break;
		sctrace_health(c.t, &h);
		looks++;
		flat &= (all || (h.processes <= 3 && h.processes_ended <= ended_lately(&c) + 1)) &&
			h.process_bytes <= 1000ull * (h.processes + h.processes_ended) + 8192;
		if (kept < h.processes_ended)
			kept = h.processes_ended;
		if (!flat)
			break;
	}
	check(flat && looks > 10, "memory does not grow: %u tasks, %u ended (%u lately), %llu bytes in look %u",
	      h.processes, h.processes_ended, ended_lately(&c), (unsigned long long)h.process_bytes, looks);
	check(kept > 10, "%u ended processes are kept at a time", kept);
	sctrace_stop(c.t);
	if (!all)
		waitpid(pid, &status, 0);
	sctrace_health(c.t, &h);
	is("lost", (long long)sctrace_lost(c.t), 0);
	is("processes that ended", c.seen, CHURN);
	is("and are known as a whole", c.whole, CHURN);
	check(h.processes < before + 100 && !h.process_left_out, "%u tasks before, %u after", before, h.processes);
	sctrace_close(c.t);
	close(go);
}

static void churn(void)
{
	churn_by(false);
}

static void churn_of_all(void)
{
	churn_by(true);
}

struct sharer {
	struct sctrace *t;
	uint32_t pid, events, known;
};

static int on_sharer(void *ctx, const struct sctrace_event *ev)
{
	const struct sctrace_process *p;
	struct sharer *s = ctx;

	if (ev->type != SCTRACE_ENTER)
		return 0;
	s->events++;
	s->known += !sctrace_process(s->t, ev, &p) && p->pid == s->pid && p->parent == (uint32_t)getpid() &&
		    is_text(p->cwd, dir) && p->exe && p->id;
	return 0;
}

static struct sctrace *shares(struct sharer *s, struct sctrace *with, bool processes)
{
	s->t = session((struct sctrace_opts){ .trace = "getpriority",
					      .event = on_sharer,
					      .ctx = s,
					      .processes = processes,
					      .sharable = !with,
					      .share = with });
	return s->t;
}

static void makes_calls(void)
{
	for (int i = 0; i < 10; i++)
		syscall(SYS_getpriority, 7, i);
}

/* Handles that share programs: two with processes, one without. The second one's target is added while the first runs. */
static void sharing(void)
{
	struct sharer s[3] = {};
	int go[3], i;
	pid_t pid[3];

	for (i = 0; i < 3; i++) {
		s[i].pid = (uint32_t)(pid[i] = child(&go[i], makes_calls));
		shares(&s[i], i ? s[0].t : NULL, i < 2);
		sctrace_target(s[i].t, pid[i], 0);
		sctrace_start(s[i].t);
	}
	for (i = 0; i < 3; i++) {
		check(write(go[i], "g", 1) == 1, "go");
		poll_to_end(s[i].t);
		is("events of a handle that shares", s[i].events, 10);
		is("of a known process", s[i].known, i < 2 ? 10 : 0);
		waitpid(pid[i], NULL, 0);
		close(go[i]);
	}
	for (i = 0; i < 3; i++)
		sctrace_close(s[i].t);
}

struct probed {
	struct sctrace *t;
	uint32_t pid, hits, known;
};

static int on_probe(void *ctx, const struct sctrace_event *ev)
{
	const struct sctrace_process *p;
	struct probed *c = ctx;

	if (ev->type != SCTRACE_FUNC_ENTER)
		return 0;
	c->hits++;
	c->known += !sctrace_process(c->t, ev, &p) && p->pid == c->pid && is_text(p->cwd, dir) && p->parent_id;
	return 0;
}

void api_process_probed(int n); /* global, so that it has a symbol and no other name */

__attribute__((noinline)) void api_process_probed(int n)
{
	__asm__ volatile("" : : "r"(n) : "memory");
}

static void makes_hits(void)
{
	for (int i = 0; i < 10; i++)
		api_process_probed(i);
}

/* The process of a probe's hit, without any system call before it. */
static void probed(void)
{
	static const char *const probes[] = { "ufunc=api_process_probed(n:int)" };
	struct probed c = {};
	int go;
	pid_t pid = child(&go, makes_hits);

	c.pid = (uint32_t)pid;
	c.t = session((struct sctrace_opts){ .trace = "none",
					     .event = on_probe,
					     .ctx = &c,
					     .processes = true,
					     .probes = probes,
					     .nprobes = 1,
					     .probe_pid = pid });
	sctrace_target(c.t, pid, 0);
	sctrace_start(c.t);
	check(write(go, "g", 1) == 1, "go");
	poll_to_end(c.t);
	is("hits", c.hits, 10);
	is("of a known process", c.known, 10);
	sctrace_close(c.t);
	waitpid(pid, NULL, 0);
	close(go);
}

/* Replays a file, and counts the events of pid with and without a known process. */
static void replay_of(const char *file, uint32_t pid, uint32_t *events, uint32_t *known)
{
	struct sctrace *t = session((struct sctrace_opts){ .replay = file, .processes = true });
	const struct sctrace_event *ev;
	const struct sctrace_process *p;

	while (sctrace_next(t, &ev, 1000) == 1) {
		if (ev->type != SCTRACE_ENTER || (pid && ev->tid != pid))
			continue;
		++*events;
		*known += !sctrace_process(t, ev, &p) &&
			  (!pid || (p->pid == pid && is_text(p->cwd, dir) && p->parent_id));
	}
	sctrace_close(t);
}

#define EVENTS 20000

/* With pauses, in which the reader keeps up on a slow machine, too. */
static void makes_events(void)
{
	for (int i = 0; i < EVENTS; i++) {
		syscall(SYS_getpriority, 7, i);
		if (i % 500 == 0)
			sleep_ms(5);
	}
}

/* With a callback, sctrace_tasks() counts the tasks of a recording. */
static int ignore(void *ctx, const struct sctrace_event *ev)
{
	return 0;
}

/* Each file of a recording in several files has the processes that ran when it began. */
static void rotated(void)
{
	char rotated[96], file[400];
	uint32_t events = 0, known = 0, files = 0;
	struct dirent *e;
	struct sctrace *t;
	int go;
	pid_t pid = child(&go, makes_events);
	DIR *d;

	snprintf(rotated, sizeof(rotated), "%s/rotated", dir);
	mkdir(rotated, 0700);
	t = session((struct sctrace_opts){
		.trace = "getpriority", .processes = true, .record = rotated, .event = ignore, .rotate_bytes = 8192 });
	sctrace_target(t, pid, 0);
	sctrace_start(t);
	check(write(go, "g", 1) == 1, "go");
	poll_to_end(t);
	sctrace_stop(t);
	sctrace_close(t);
	waitpid(pid, NULL, 0);
	close(go);
	for (d = opendir(rotated); d && (e = readdir(d));) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(file, sizeof(file), "%s/%s", rotated, e->d_name);
		replay_of(file, (uint32_t)pid, &events, &known);
		files++;
	}
	if (d)
		closedir(d);
	check(files > 1, "%u files", files);
	is("events in all files", events, EVENTS);
	is("of a known process", known, EVENTS);
}

/* A capture without records of processes. */
static void without(void)
{
	uint32_t events = 0, known = 0;
	struct sctrace *t;
	char file[96];
	int go;
	pid_t pid = child(&go, makes_calls);

	snprintf(file, sizeof(file), "%s/without", dir);
	t = session((struct sctrace_opts){ .trace = "getpriority", .record = file, .event = ignore });
	sctrace_target(t, pid, 0);
	sctrace_start(t);
	check(write(go, "g", 1) == 1, "go");
	poll_to_end(t);
	sctrace_stop(t);
	sctrace_close(t);
	waitpid(pid, NULL, 0);
	close(go);
	replay_of(file, (uint32_t)pid, &events, &known);
	is("events of a capture without processes", events, 10);
	is("and known processes", known, 0);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "changing", changing }, { "churn", churn },	{ "churn_of_all", churn_of_all },
		{ "memory", memory },	  { "probed", probed }, { "rotated", rotated },
		{ "sharing", sharing },	  { "shorts", shorts }, { "shorts_of_all", shorts_of_all },
		{ "without", without },
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

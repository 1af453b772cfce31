// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "daemon.h"
#include "reap.h"

#define GO 'g'

volatile sig_atomic_t caught, table_wanted;
static volatile sig_atomic_t reopen_wanted;

static void on_signal(int sig)
{
	caught = sig;
}

static void on_usr1(int sig)
{
	(void)sig;
	table_wanted = 1;
}

/* This process was started with SIGHUP ignored, as nohup(1) does: the end of the terminal does not end it. */
static bool keeps_running;

/* SIGHUP of a terminal that is closed ends this process; one sent by kill(2) asks to open the file of -o again. */
static void on_hup(int sig, siginfo_t *info, void *context)
{
	(void)context;
	if (info->si_code > 0)
		caught = keeps_running ? caught : sig;
	else
		reopen_wanted = 1;
}

/* True if SIGHUP opens outputs again by their names. In the background, it never ends this process. */
static bool reopens(const struct options *o)
{
	bool lines = o->output && *o->output != '|' && *o->output != '!' && !o->separate;

	return (lines || o->lines || o->json || o->when.background) && !o->replay;
}

/* A shell whose terminal is closed sends SIGHUP by kill(2), too, but then there is no controlling terminal any more. */
static bool have_terminal(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* ---- output ---- */

static int open_main(struct session *s)
{
	const char *path = s->o->output;

	s->out.o = s->o;
	s->out.json = s->o->stats.json;
	if (path && (*path == '|' || *path == '!'))
		return output__pipe(&s->out, path + 1);
	if (path && !s->o->separate)
		return output__file(&s->out, path, s->o->append);
	/* with a command, the standard output is the command's */
	output__standard(&s->out, s->out.json && !s->o->command ? STDOUT_FILENO : STDERR_FILENO);
	return 0;
}

int session__open_output(struct session *s)
{
	const char *const paths[EXTRAS] = { [EXTRA_LINES] = s->o->lines, [EXTRA_JSON] = s->o->json };
	int err = open_main(s);

	for (int i = 0; i < EXTRAS; i++) {
		s->extra[i].o = s->o;
		s->extra[i].json = i == EXTRA_JSON;
		if (!err && paths[i])
			err = output__file(&s->extra[i], paths[i], s->o->append);
	}
	return err;
}

void session__cut(struct session *s)
{
	const struct scope_options *scope = &s->o->scope;

	s->off = scope->on;
	s->calls_left = scope->max_events;
	if (!s->o->stats.on)
		output__cut(&s->out);
	for (int i = 0; i < EXTRAS; i++)
		output__cut(&s->extra[i]);
}

void session__switch(struct session *s, bool on)
{
	s->off = !on;
	if (!s->o->stats.on)
		output__switch(&s->out, on);
	for (int i = 0; i < EXTRAS; i++)
		output__switch(&s->extra[i], on);
}

bool session__counts(struct session *s)
{
	if (s->off || s->full)
		return false;
	s->full = s->calls_left && !--s->calls_left;
	return true;
}

bool session__full(const struct session *s)
{
	if (s->done)
		return true;
	for (int i = 0; i < EXTRAS; i++)
		if (s->extra[i].fd >= 0 && !s->extra[i].full)
			return false;
	return s->o->stats.on ? s->full : s->out.full;
}

/* Returns output i of OUTPUTS. */
static struct output *output(struct session *s, int i)
{
	return i ? &s->extra[i - 1] : &s->out;
}

static const struct output *output_const(const struct session *s, int i)
{
	return i ? &s->extra[i - 1] : &s->out;
}

bool session__incomplete(const struct session *s)
{
	struct left_out left = session__left_out(s);
	bool incomplete = left_out__any(&left);

	for (int i = 0; i < OUTPUTS; i++)
		incomplete = incomplete || output_const(s, i)->write_err;
	return incomplete;
}

void session__dont_wait(struct session *s)
{
	for (int i = 0; i < OUTPUTS; i++)
		output__dont_wait(output(s, i));
}

bool session__behind(const struct session *s)
{
	for (int i = 0; i < OUTPUTS; i++)
		if (output__behind(output_const(s, i)))
			return true;
	return false;
}

int session__catch_up(struct session *s, bool leave_out)
{
	int first = 0;

	for (int i = 0; i < OUTPUTS; i++) {
		int err = output__catch_up(output(s, i), leave_out);

		first = first ? first : err;
	}
	return first;
}

void session__ending(struct session *s)
{
	for (int i = 0; i < OUTPUTS; i++)
		output(s, i)->ending = true;
}

void session__end_switch(struct session *s)
{
	s->out.off &= ~(unsigned)OUTPUT_OFF_SWITCH;
	s->out.skip_rest = false;
}

int session__drain(struct session *s)
{
	int first = 0;

	for (int i = 0; i < OUTPUTS; i++) {
		int err = output__drain(output(s, i));

		first = first ? first : err;
	}
	return first;
}

unsigned session__poll_outputs(const struct session *s, struct pollfd *fds)
{
	unsigned n = 0;

	for (int i = 0; i < OUTPUTS; i++)
		if (output_const(s, i)->backlog.len)
			fds[n++] = (struct pollfd){ .fd = output_const(s, i)->fd, .events = POLLOUT };
	return n;
}

struct left_out session__left_out(const struct session *s)
{
	struct left_out left = {};

	for (int i = 0; i < OUTPUTS; i++)
		left_out__add(&left, &output_const(s, i)->left);
	return left;
}

void session__reopen(struct session *s)
{
	if (!reopen_wanted)
		return;
	reopen_wanted = 0;
	if (s->on_terminal && !keeps_running && !have_terminal()) {
		caught = SIGHUP;
		return;
	}
	output__reopen(&s->out);
	for (int i = 0; i < EXTRAS; i++)
		output__reopen(&s->extra[i]);
}

/* ---- the command ---- */

/*
 * Finds the program in PATH as strace does: an empty element, except the last one, is the current directory. Returns a
 * malloc'd path, or NULL with errno.
 */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH"), *end;
	struct stat st;
	char *full;

	if (strchr(name, '/') || !path)
		return stat(name, &st) ? NULL : strdup(name);
	for (; *path; path = *end ? end + 1 : end) {
		end = strchrnul(path, ':');
		if (asprintf(&full, "%.*s%s%s", (int)(end - path), path, end == path ? "" : "/", name) < 0)
			return NULL;
		if (!stat(full, &st) && S_ISREG(st.st_mode) && st.st_mode & 0111)
			return full;
		free(full);
	}
	errno = ENOENT;
	return NULL;
}

static void change_environment(const struct options *o)
{
	for (unsigned i = 0; i < o->nenv; i++) {
		if (strchr(o->env[i], '='))
			putenv((char *)o->env[i]);
		else
			unsetenv(o->env[i]);
	}
}

static int become_user(const struct options *o, const struct passwd *user)
{
	if (o->start.ids_given)
		return setgroups(0, NULL) || setregid(o->start.gid, o->start.gid) ||
		       setreuid(o->start.uid, o->start.uid);
	if (!user)
		return 0;
	return initgroups(user->pw_name, user->pw_gid) || setregid(user->pw_gid, user->pw_gid) ||
	       setreuid(user->pw_uid, user->pw_uid);
}

/* Waits until the parent has attached. If the parent ends before that, the command does not run. */
static void wait_go(const struct options *o, int go)
{
	ssize_t n;
	char c;

	/* with -D, the parent is not sctrace */
	if (!o->start.daemon)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	do /* returns end of file if the tracer has ended before the prctl() */
		n = read(go, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1 || c != GO)
		_exit(1);
	if (!o->start.daemon)
		prctl(PR_SET_PDEATHSIG, 0);
}

/*
 * refused: pipe that carries execve's errno to the parent, which prints it after the line of the call; -1: no parent
 * prints it
 */
static __attribute__((noreturn)) void child_main(const struct session *s, const char *path, const struct passwd *user,
						 int go, int refused)
{
	int why;

	wait_go(s->o, go);
	change_environment(s->o);
	if (become_user(s->o, user)) {
		complain(s->o, "cannot run as '%s': %s", s->o->user, strerror(errno));
		_exit(1);
	}
	/* after the change of ids, which clears PDEATHSIG */
	if (s->o->start.kill_on_exit && !s->o->start.daemon)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (s->o->start.argv0)
		s->o->command[0] = (char *)s->o->start.argv0;
	execv(path, s->o->command);
	why = errno;
	if (refused < 0 || write(refused, &why, sizeof(why)) != sizeof(why))
		complain(s->o, "exec: %s", strerror(why));
	_exit(1);
}

void session__refused(struct session *s)
{
	int why;

	if (s->refused < 0)
		return;
	if (read(s->refused, &why, sizeof(why)) == sizeof(why))
		complain(s->o, "exec: %s", strerror(why));
	close(s->refused);
	s->refused = -1;
}

/*
 * -D: this process becomes the command, and its grandchild, which init adopts, goes on as sctrace. Returns 0 in the
 * process that becomes the command, the command's id in the grandchild, or -1.
 */
static pid_t fork_daemon(const struct session *s)
{
	pid_t command = getpid(), pid = fork();
	int status;

	if (pid < 0)
		return -1;
	if (pid) {
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -1;
	}
	pid = fork();
	if (pid)
		_exit(pid < 0);
	if (s->o->start.daemon == DAEMON_PGROUP)
		setpgid(0, 0);
	if (s->o->start.daemon == DAEMON_SESSION)
		setsid();
	return command;
}

/* Looks up the user of -u NAME; *user stays NULL without one. Returns 0, or prints that there is none and returns 1. */
static int find_user(const struct session *s, const struct passwd **user)
{
	if (!s->o->user || s->o->start.ids_given)
		return 0;
	*user = getpwnam(s->o->user);
	if (!*user)
		complain(s->o, "Cannot find user '%s'", s->o->user);
	return !*user;
}

int session__spawn(struct session *s)
{
	int fds[2], refused[2] = { -1, -1 };
	const struct passwd *user = NULL;
	char *path;

	if (find_user(s, &user))
		return 1;
	path = find_program(s->o->command[0]);
	if (!path && !strchr(s->o->command[0], '/'))
		complain(s->o, "Cannot find executable '%s'", s->o->command[0]);
	else if (!path)
		complain(s->o, "Cannot stat '%s': %s", s->o->command[0], strerror(errno));
	if (!path)
		return 1;
	if (pipe2(fds, O_CLOEXEC) || (!s->o->start.daemon && pipe2(refused, O_CLOEXEC | O_NONBLOCK))) {
		complain(s->o, "pipe: %s", strerror(errno));
		free(path);
		return 1;
	}
	s->child = s->o->start.daemon ? fork_daemon(s) : fork();
	if (!s->child) {
		close(fds[1]);
		child_main(s, path, user, fds[0], refused[1]);
	}
	if (refused[1] >= 0)
		close(refused[1]);
	s->refused = refused[0];
	s->program = path;
	close(fds[0]);
	s->go = fds[1];
	if (s->child < 0) {
		complain(s->o, "fork: %s", strerror(errno));
		s->child = 0;
		return 1;
	}
	return 0;
}

void session__abandon(struct session *s)
{
	/* with -D, the command notices that the pipe to sctrace is closed */
	if (s->child && !s->o->start.daemon)
		kill(s->child, SIGKILL);
}

int session__go(struct session *s)
{
	char c = GO;
	ssize_t n;

	if (s->go < 0)
		return 0;
	n = write(s->go, &c, 1);
	close(s->go);
	s->go = -1;
	/* EPIPE: the command has been killed, and its end is traced like any other */
	return n == 1 || errno == EPIPE ? 0 : -errno;
}

/* ---- processes ---- */

void session__miss(struct session *s, pid_t pid, int err)
{
	for (unsigned i = 0; i < s->o->npids; i++) {
		if (s->o->pids[i] != pid || s->missing[i])
			continue;
		s->missing[i] = true;
		s->attached--;
		if (s->o->replay)
			complain(s->o, "%s has no thread or process %d",
				 s->o->from || s->o->to ? "this part of the recording" : "the recording", (int)pid);
		else if (err == -ESRCH && !kill(pid, 0))
			complain(s->o,
				 "attach: process %d: it has ended, and is a zombie until its parent waits for it",
				 (int)pid);
		else
			complain(s->o, "attach: process %d: %s", (int)pid, strerror(-err));
		return;
	}
}

bool session__any(const struct session *s)
{
	return s->child || s->attached || !s->o->npids;
}

bool session__command_ended(const struct session *s)
{
	int status;

	return s->child && options__no_targets(s->o) && reap__command(&status);
}

void session__release(struct session *s)
{
	output__close(&s->out);
	for (int i = 0; i < EXTRAS; i++)
		output__close(&s->extra[i]);
	if (s->refused >= 0)
		close(s->refused);
	free(s->missing);
	free(s->program);
}

/* ---- signals and the end ---- */

/* The signals that end strace. */
static const int fatal[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
#define NFATAL (sizeof(fatal) / sizeof(fatal[0]))

/* Handles SIGUSR1 and SIGHUP, which ask a running sctrace for something. */
static void take_requests(struct session *s)
{
	struct sigaction hup = { .sa_sigaction = on_hup, .sa_flags = SA_SIGINFO };

	if (s->o->stats.on || s->o->stats.lines_too || s->o->recording.on)
		signal(SIGUSR1, on_usr1);
	if (!reopens(s->o))
		return;
	s->on_terminal = have_terminal();
	sigaction(SIGHUP, &hup, NULL);
}

/*
 * Output beyond RLIMIT_FSIZE is reported as an error, and does not kill this process. The signal has a handler because
 * the command would inherit SIG_IGN.
 */
static void on_too_large(int sig)
{
	(void)sig;
}

/*
 * Restores default actions: a shell starts background jobs with SIGINT ignored, but scripts end them by it. strace does
 * the same. An ignored SIGHUP stays ignored: only nohup(1) and its like ignore it.
 */
static void take_signals(struct session *s)
{
	struct sigaction hup;
	sigset_t block;

	keeps_running = !sigaction(SIGHUP, NULL, &hup) && !(hup.sa_flags & SA_SIGINFO) && hup.sa_handler == SIG_IGN;
	signal(SIGXFSZ, on_too_large);
	signal(SIGCHLD, SIG_DFL); /* if it were ignored, the command's status would be lost */
	sigemptyset(&block);
	for (size_t i = 0; i < NFATAL; i++) {
		if (fatal[i] != SIGHUP || !keeps_running)
			signal(fatal[i], SIG_DFL);
		sigaddset(&block, fatal[i]);
	}
	if (s->o->start.interruptible == INTR_NEVER_TSTP || (s->o->start.daemon && !s->o->start.interruptible)) {
		sigaddset(&block, SIGTSTP);
	}
	if (reopens(s->o))
		sigdelset(&block, SIGHUP);
	if (options__deaf(s->o))
		sigprocmask(SIG_BLOCK, &block, NULL);
	take_requests(s);
}

/*
 * Raises the soft limit of descriptors to the hard one: each CPU and each place of a probe needs some. The command was
 * forked before, and output__pipe() sets the old limit for what it runs.
 */
static void raise_files_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= limit.rlim_max)
		return;
	output_files_limit = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		output_files_limit = 0;
}

int session__begin(struct session *s)
{
	const struct passwd *user;

	/* like strace, checks the user even without a command */
	if (!s->o->command && find_user(s, &user))
		return 1;
	take_signals(s);
	raise_files_limit();
	s->missing = calloc(s->o->npids + 1, sizeof(*s->missing));
	s->attached = s->o->npids;
	if (!s->missing)
		complain(s->o, "%s", strerror(ENOMEM));
	return s->missing ? 0 : 1;
}

void session__catch(const struct session *s, sigset_t *old)
{
	struct sigaction sa = { .sa_handler = on_signal };
	sigset_t block;

	sigemptyset(&block);
	/* with -I 1 they kill this process at once, nothing more is printed, and the command goes on */
	for (size_t i = 0; i < NFATAL && s->o->start.interruptible != INTR_ANYWHERE; i++) {
		sigaddset(&block, fatal[i]);
		if (fatal[i] != SIGHUP || (!reopens(s->o) && !keeps_running))
			sigaction(fatal[i], &sa, NULL);
	}
	sigaddset(&block, SIGUSR1);
	reap__begin(s->child);
	/* delivered only in waits, so that none is missed; a write to a closed pipe returns an error */
	sigprocmask(SIG_BLOCK, &block, old);
}

void session__others_ended(const struct session *s)
{
	pid_t pid;

	/* with a pipe, the child may be the reader of the output */
	while ((pid = reap__other()))
		if (!s->o->follow && s->child && !s->out.pipe)
			complain(s->o, "Exit of unknown pid %d ignored", (int)pid);
}

void session__let_signals(const sigset_t *mask)
{
	sigset_t blocked;

	sigprocmask(SIG_SETMASK, mask, &blocked);
	sigprocmask(SIG_SETMASK, &blocked, NULL);
}

int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

/* Kills this process with the signal, while other pending signals stay blocked. */
static void die_alone(int sig)
{
	sigset_t only;

	signal(sig, SIG_DFL);
	raise(sig);
	sigemptyset(&only);
	sigaddset(&only, sig);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
}

/* Sends the command the signal that ends this process, as strace does. SIGCONT is for a stopped command. */
static void pass_on(pid_t child, int sig)
{
	kill(child, SIGCONT);
	kill(child, sig);
}

int session__end_like(const struct session *s)
{
	struct rlimit no_core = { 0, 0 };
	struct timespec ms = { .tv_nsec = 1000000 };
	int status, sig;

	if (!s->child || s->o->start.daemon)
		return 0;
	/* the trace has the end of the command a moment before waitpid() does */
	for (int tries = 0; !reap__command(&status) && !caught && tries < 1000; tries++)
		nanosleep(&ms, NULL);
	if (!reap__command(&status)) {
		if (caught)
			pass_on(s->child, caught);
		return 0;
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	sig = WTERMSIG(status);
	setrlimit(RLIMIT_CORE, &no_core);
	die_alone(sig);
	return 128 + sig;
}

int session__status(const struct session *s)
{
	int status;

	return s->child && !s->o->start.daemon && reap__command(&status) ? session__end_like(s) : 0;
}

void session__die_by(int sig, const sigset_t *mask)
{
	daemon__end();
	signal(sig, SIG_DFL);
	raise(sig);
	sigprocmask(SIG_SETMASK, mask, NULL);
}

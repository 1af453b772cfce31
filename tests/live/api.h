/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Common parts of the programs that use libsctrace like an agent: checks, and a process that makes calls on demand. */
#ifndef API_H
#define API_H

#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sctrace.h>

static int failures;

__attribute__((format(printf, 2, 3))) static inline void check(int good, const char *fmt, ...)
{
	va_list ap;

	fputs(good ? "ok    " : "FAIL  ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	failures += !good;
}

static inline void is(const char *what, long long got, long long want)
{
	if (got == want)
		check(1, "%s", what);
	else
		check(0, "%s: %lld where %lld was expected", what, got, want);
}

static inline long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

static inline long long now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

static inline void sleep_ms(long ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

/* ---- a process that makes getppid() calls when it is told to ---- */

struct kid {
	pid_t pid;
	int ask, answer;
};

enum { KID_CALLS = 10 };

#define KID_STORM 1000 /* getppid() calls between two calls of poll() in a storm */

/* Makes calls until the next byte comes, then writes how many there were. */
static inline void kid_hammer(int from, int to)
{
	struct pollfd p = { .fd = from, .events = POLLIN };
	uint64_t n = 0;
	char c;

	while (!poll(&p, 1, 0))
		for (int i = 0; i < KID_STORM; i++, n++)
			syscall(SYS_getppid);
	if (read(from, &c, 1) != 1 || write(to, &c, 1) != 1 || write(to, &n, sizeof(n)) != sizeof(n))
		_exit(8);
}

/* Waits until the child has done its last command and is in read(), since a call in progress is counted, too. */
static inline void kid_waits(const struct kid *k)
{
	char path[32], state;

	snprintf(path, sizeof(path), "/proc/%d/stat", k->pid);
	for (int i = 0; i < 10000; i++) {
		FILE *f = fopen(path, "re");

		state = 'S';
		if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
			state = 'S';
		if (f)
			fclose(f);
		if (state == 'S')
			return;
		sleep_ms(1);
	}
	check(0, "the traced process waits for the next byte");
}

/* KID_CALLS of each: an open() that fails, and a write() of 64 bytes that does not. */
static inline void kid_files(void)
{
	static const char text[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.";
	int fd = open("/dev/null", O_WRONLY);

	for (int i = 0; i < KID_CALLS; i++)
		if (open("/nonexistent/file", O_RDONLY) >= 0 || write(fd, text, sizeof(text)) != sizeof(text))
			_exit(9);
	close(fd);
}

static inline void *kid_thread(void *arg)
{
	for (int i = 0; i < KID_CALLS; i++)
		syscall(SYS_getppid);
	return arg;
}

static inline void kid_serve(int from, int to)
{
	char c;

	while (read(from, &c, 1) == 1) {
		if (c == 'h') {
			kid_hammer(from, to);
			continue;
		}
		if (c == 'f') { /* the calls are made by a child of the child */
			pid_t pid = fork();

			if (!pid) {
				for (int i = 0; i < KID_CALLS; i++)
					syscall(SYS_getppid);
				_exit(0);
			}
			waitpid(pid, NULL, 0);
		} else if (c == 't') { /* the calls are made by a thread of the child */
			pthread_t id;

			if (pthread_create(&id, NULL, kid_thread, NULL) || pthread_join(id, NULL))
				_exit(8);
		} else if (c == 'e') {
			kid_files();
		} else {
			if (c == 's')
				sleep_ms(500);
			for (int i = 0; i < KID_CALLS; i++)
				syscall(SYS_getppid);
		}
		if (write(to, &c, 1) != 1)
			break;
	}
	_exit(7);
}

/* Creates a child, with tid by clone3() unless it is 0. */
static inline struct kid kid_new_as(pid_t tid)
{
	struct {
		uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid,
			set_tid_size;
	} args = { .exit_signal = SIGCHLD, .set_tid = (uint64_t)(uintptr_t)&tid, .set_tid_size = 1 };
	int ask[2], answer[2];
	struct kid k = { -1, -1, -1 };

	if (pipe(ask) || pipe(answer))
		return k;
	k.pid = tid ? (pid_t)syscall(435, &args, sizeof(args)) : fork();
	if (!k.pid) {
		close(ask[1]);
		close(answer[0]);
		kid_serve(ask[0], answer[1]);
	}
	close(ask[0]);
	close(answer[1]);
	k.ask = ask[1];
	k.answer = answer[0];
	kid_waits(&k);
	return k;
}

static inline struct kid kid_new(void)
{
	return kid_new_as(0);
}

/* 'c': makes KID_CALLS calls; 'f': a child of it does; 't': a new thread of it does; 's': sleeps half a second before; 'e': kid_files(). Returns when they have been made
 * and it waits for the next byte. */
static inline void kid_do(const struct kid *k, char what)
{
	char c;

	if (write(k->ask, &what, 1) != 1 || read(k->answer, &c, 1) != 1)
		check(0, "the traced process answers");
	kid_waits(k);
}

/* Lets the child make calls, one after the other. */
static inline void kid_storm_begin(const struct kid *k)
{
	check(write(k->ask, "h", 1) == 1, "calls are made");
}

/* Ends the storm. Returns the number of calls. */
static inline uint64_t kid_storm_end(const struct kid *k)
{
	uint64_t calls = 0;
	char c = 'h';

	check(write(k->ask, &c, 1) == 1 && read(k->answer, &c, 1) == 1 &&
		      read(k->answer, &calls, sizeof(calls)) == sizeof(calls),
	      "it has made them");
	return calls;
}

static inline void kid_end(struct kid *k)
{
	close(k->ask);
	close(k->answer);
	/* children that are made later inherit its pipes, so their end cannot be seen here */
	if (k->pid > 0 && !kill(k->pid, SIGKILL))
		waitpid(k->pid, NULL, 0);
	k->pid = -1;
}

/* ---- descriptors of this process ---- */

/* Returns the number of descriptors whose link contains what; "" counts all. */
static inline int count_fds(const char *what)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *d;
	int n = 0;

	while (dir && (d = readdir(dir))) {
		char path[300], link[256];
		ssize_t len;

		snprintf(path, sizeof(path), "/proc/self/fd/%s", d->d_name);
		len = readlink(path, link, sizeof(link) - 1);
		if (len < 0 || atoi(d->d_name) == dirfd(dir))
			continue;
		link[len] = '\0';
		n += strstr(link, what) != NULL;
	}
	if (dir)
		closedir(dir);
	return n;
}

static inline int readable(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, ms) == 1;
}

/* ---- sessions ---- */

/* Opens a handle with these options, or ends the program. */
static inline struct sctrace *session(struct sctrace_opts o)
{
	char why[256] = "";
	struct sctrace *t = NULL;
	int err;

	o.sz = sizeof(o);
	o.why = why;
	o.why_size = sizeof(why);
	err = sctrace_open(&t, &o);
	if (err) {
		check(0, "open: %s (%d)", why, err);
		exit(1);
	}
	return t;
}

/* Opening fails with this error and with a text that names no option of the command. */
static inline void refused(const char *what, const struct sctrace_opts *opts, int want, const char *text)
{
	struct sctrace_opts o = *opts;
	struct sctrace *t = NULL;
	char line[256] = "";
	int err;

	o.sz = sizeof(o);
	o.why = line;
	o.why_size = sizeof(line);
	err = sctrace_open(&t, &o);
	check(err == want && strstr(line, text) && !strstr(line, "--"), "%s: %d '%s'", what, err, line);
	if (!err)
		sctrace_close(t);
}

/* Reads events until none comes for a while. */
static inline void read_all(struct sctrace *t)
{
	while (sctrace_poll(t, 100) > 0)
		;
}

/* ---- the tests ---- */

struct api_test {
	const char *name;
	void (*run)(void);
};

/* Runs the test that the first argument names, or all tests without one. */
static inline int api_main(const struct api_test *tests, size_t n, int argc, char **argv)
{
	int ran = 0;

	for (size_t i = 0; i < n; i++) {
		if (argc > 1 && strcmp(argv[1], tests[i].name) != 0)
			continue;
		printf("-- %s\n", tests[i].name);
		fflush(stdout);
		tests[i].run();
		ran++;
	}
	if (!ran)
		fprintf(stderr, "%s: no such test\n", argv[0]);
	return failures || !ran;
}

#endif

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * loop FILES-PID NETWORK-PID: an event loop with two sessions and a timer. Counts the calls with files of one process
 * and those with sockets of another, prints both counts each second, and ends with the processes.
 * cc loop.c $(pkg-config --cflags --libs libsctrace)
 */
#include <sctrace.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct session {
	struct sctrace *trace;
	unsigned long calls, failed, lost;
};

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct session *s = ctx;

	if (ev->type == SCTRACE_LOST)
		s->lost += ev->lost;
	if (ev->type == SCTRACE_EXIT) {
		s->calls++;
		s->failed += ev->ret < 0;
	}
	return 0;
}

/* Only numbers are needed, so no memory of the process is captured. */
static int session_open(struct session *s, const char *calls, pid_t pid, int epoll)
{
	struct epoll_event ready = { .events = EPOLLIN, .data.ptr = s };
	struct sctrace_opts opts = { .sz = sizeof(opts), .trace = calls, .no_data = true, .event = on_event, .ctx = s };
	int err = sctrace_open(&s->trace, &opts);

	if (!err)
		err = sctrace_target(s->trace, pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
	if (!err)
		err = sctrace_start(s->trace);
	if (!err && epoll_ctl(epoll, EPOLL_CTL_ADD, sctrace_fd(s->trace), &ready))
		err = -errno;
	/* with timeout 0, this also makes the descriptor readable when the next event comes */
	return err ? err : sctrace_poll(s->trace, 0);
}

static void print(const char *what, const struct session *s)
{
	printf("%s: %lu calls, %lu failed, %lu events lost\n", what, s->calls, s->failed, s->lost);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct session s[2] = { 0 };
	struct itimerspec second = { { 1, 0 }, { 1, 0 } };
	int epoll = epoll_create1(EPOLL_CLOEXEC), timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	struct epoll_event tick = { .events = EPOLLIN }, ready;
	int err;

	if (argc != 3 || epoll < 0 || timer < 0 || timerfd_settime(timer, 0, &second, NULL))
		return 2;
	if (epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &tick))
		return 2;
	err = session_open(&s[0], "%file,%desc", atoi(argv[1]), epoll);
	if (err >= 0)
		err = session_open(&s[1], "%network", atoi(argv[2]), epoll);
	while (err >= 0 && (sctrace_tasks(s[0].trace) || sctrace_tasks(s[1].trace))) {
		unsigned long long ticks;
		struct session *of;

		if (epoll_wait(epoll, &ready, 1, -1) < 1)
			continue;
		of = ready.data.ptr;
		if (of) {
			err = sctrace_poll(of->trace, 0);
		} else if (read(timer, &ticks, sizeof(ticks)) == sizeof(ticks)) {
			print("files", &s[0]);
			print("network", &s[1]);
		}
	}
	print("files", &s[0]);
	print("network", &s[1]);
	if (err < 0)
		fprintf(stderr, "loop: %s\n", strerror(-err));
	sctrace_close(s[0].trace);
	sctrace_close(s[1].trace);
	return err < 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * connections PID: prints where a process and its descendants connect to: thread, 0 or -errno, address, port.
 * cc connections.c $(pkg-config --cflags --libs libsctrace)
 */
#include <arpa/inet.h>
#include <sctrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void print(struct sctrace *trace, const struct sctrace_event *ev)
{
	const struct sctrace_address *to = sctrace_event_address(trace, ev, "addr");
	char text[INET6_ADDRSTRLEN];

	if (ev->type != SCTRACE_EXIT || !to)
		return;
	printf("%u %lld ", ev->tid, (long long)ev->ret);
	if (to->family == AF_INET || to->family == AF_INET6)
		printf("%s %u\n", inet_ntop((int)to->family, to->bytes, text, sizeof(text)), to->port);
	else if (to->family == AF_UNIX)
		printf("unix:%s%.*s\n", to->abstract ? "@" : "", (int)to->path_len, (const char *)to->path);
	else
		printf("family %u\n", to->family);
}

int main(int argc, char **argv)
{
	struct sctrace *trace = NULL;
	struct sctrace_opts opts = { .sz = sizeof(opts), .trace = "connect" };
	const struct sctrace_event *ev;
	int err = sctrace_open(&trace, &opts);

	err = err ? err : sctrace_target(trace, argc > 1 ? atoi(argv[1]) : 0, SCTRACE_FOLLOW | SCTRACE_THREADS);
	err = err ? err : sctrace_start(trace);
	while (err >= 0 && sctrace_tasks(trace)) {
		err = sctrace_next(trace, &ev, -1);
		if (err > 0)
			print(trace, ev);
	}
	if (err < 0)
		fprintf(stderr, "connections: %s\n", strerror(-err));
	sctrace_close(trace);
	return err < 0;
}

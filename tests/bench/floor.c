// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* floor PROGRAM [ARGS]: runs the program with the BPF programs of floor.bpf.c attached. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "floor.skel.h"

static int fail(const char *what)
{
	fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
	return 1;
}

int main(int argc, char **argv)
{
	struct floor_bpf *skel;
	int go[2], status;
	char c = 0;
	pid_t pid;

	if (argc < 2 || pipe(go))
		return fail("usage: floor PROGRAM [ARGS]");
	pid = fork();
	if (!pid) {
		if (read(go[0], &c, 1) == 1)
			execvp(argv[1], argv + 1);
		_exit(127);
	}
	skel = floor_bpf__open();
	if (!skel)
		return fail("open");
	skel->rodata->target = (unsigned)pid;
	if (floor_bpf__load(skel) || floor_bpf__attach(skel))
		return fail("load");
	if (write(go[1], &c, 1) != 1 || waitpid(pid, &status, 0) < 0)
		return fail("run");
	fprintf(stderr, "floor: %llu calls\n", (unsigned long long)skel->bss->calls);
	floor_bpf__destroy(skel);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* sibling: makes a child of its own parent, which is the tracer, and ends once that has waited for it. */
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	struct timespec moment = { 0, 1000000 };
	/* the arguments stand in one order on x86 and another on arm64: all that follow the flags are 0 */
	long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);

	if (!pid)
		_exit(3);
	while (!kill((pid_t)pid, 0))
		nanosleep(&moment, NULL);
	return 42;
}

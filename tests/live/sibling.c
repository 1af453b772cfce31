// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* sibling: makes a child of its own parent, which is the tracer, and ends when that has waited for the child. */
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	struct timespec moment = { 0, 1000000 };
	/* x86 and arm64 have the arguments in different orders: all after the flags are 0 */
	long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);

	if (!pid)
		_exit(3);
	while (!kill((pid_t)pid, 0))
		nanosleep(&moment, NULL);
	return 42;
}

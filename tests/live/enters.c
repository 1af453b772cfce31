// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * enters: enters namespaces in every way there is, and prints for each what
 * /proc/self/ns has of the new ones: "CALL (ipc:[N], uts:[N])", or "CALL -".
 */
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x80
#endif

static const struct {
	const char *name;
	uint64_t flag;
} kinds[] = {
	{ "cgroup", CLONE_NEWCGROUP }, { "ipc", CLONE_NEWIPC },	  { "mnt", CLONE_NEWNS },    { "net", CLONE_NEWNET },
	{ "pid", CLONE_NEWPID },       { "time", CLONE_NEWTIME }, { "user", CLONE_NEWUSER }, { "uts", CLONE_NEWUTS },
};

/* Prints the links of the calling task's namespaces that flags name. */
static void tell(const char *call, uint64_t flags)
{
	char path[64], link[64], text[512];
	int n = snprintf(text, sizeof(text), "%s", call), at = n;

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		ssize_t len;

		snprintf(path, sizeof(path), "/proc/thread-self/ns/%s", kinds[i].name);
		len = flags & kinds[i].flag ? readlink(path, link, sizeof(link) - 1) : -1;
		if (len > 0)
			n += snprintf(text + n, sizeof(text) - (size_t)n, "%s%.*s", n == at ? " (" : ", ", (int)len,
				      link);
	}
	n += snprintf(text + n, sizeof(text) - (size_t)n, "%s\n", n == at ? " -" : ")");
	if (write(1, text, (size_t)n) != n)
		_exit(2);
}

static void by_unshare(uint64_t flags)
{
	if (!unshare((int)flags))
		tell("unshare", flags);
}

static int child(void *flags)
{
	tell("clone", *(uint64_t *)flags);
	return 0;
}

static void by_clone(uint64_t flags)
{
	static char stack[65536] __attribute__((aligned(64)));

	clone(child, stack + sizeof(stack), (int)flags | SIGCHLD, &flags);
	wait(NULL);
}

static void by_clone3(uint64_t flags)
{
	struct clone_args a = { .flags = flags, .exit_signal = SIGCHLD };

	if (!syscall(SYS_clone3, &a, sizeof(a))) {
		tell("clone3", flags);
		_exit(0);
	}
	wait(NULL);
}

static void by_setns(uint64_t flags)
{
	int fd = open("/proc/self/ns/uts", O_RDONLY);

	if (!setns(fd, (int)flags))
		tell("setns", flags);
	close(fd);
}

int main(void)
{
	by_clone(CLONE_NEWUTS);
	by_clone(CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET);
	by_clone(0);
	by_clone3(CLONE_NEWUTS | CLONE_NEWNS | CLONE_NEWCGROUP);
	by_clone3(CLONE_NEWUSER | CLONE_NEWTIME);
	by_clone3(0);
	by_unshare(CLONE_NEWUTS);
	by_setns(CLONE_NEWUTS);
	by_setns(0);
	by_unshare(CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWTIME);
	by_unshare(CLONE_FILES);
	by_unshare(CLONE_NEWPID); /* affects future children only */
	by_unshare(CLONE_NEWUSER | CLONE_NEWNET);
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * cpus		prints the numbers of two processors that it may run on; exit status 1 if there is only one
 * cpus A B	a child makes calls on the processors A and B: three getppid() on A; a read() of 11 bytes that begins on A
 *		and ends on B; three getuid() on B; a read() of 22 bytes that begins on B and ends on A; three getgid() on A.
 *		It calls on_a() and on_b() there, too.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int fds[2];

static void pin(pid_t pid, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(pid, sizeof(set), &set))
		abort();
}

/*
 * Probes are attached to these two functions. The empty asm keeps the compiler from making copies with constant
 * arguments.
 */
void on_a(long nr);
void on_b(void);

__attribute__((noinline)) void on_a(long nr)
{
	asm volatile("" : "+r"(nr));
	for (int i = 0; i < 3; i++)
		syscall(nr);
}

__attribute__((noinline)) void on_b(void)
{
	asm volatile("");
	for (int i = 0; i < 3; i++)
		syscall(SYS_getuid);
}

static void get(size_t n)
{
	char bytes[22];

	if (read(fds[0], bytes, n) != (ssize_t)n)
		abort();
}

static void child(int a)
{
	pin(0, a);
	on_a(SYS_getppid);
	get(11);
	on_b();
	get(22);
	on_a(SYS_getgid);
	_exit(0);
}

/* Waits until the child sleeps, which it does in read() only, moves it to another processor, and lets it go on. */
static void move(pid_t pid, int cpu, size_t n)
{
	char path[32], text[256] = "", bytes[22] = "";

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	for (;;) {
		int fd = open(path, O_RDONLY);
		ssize_t len = pread(fd, text, sizeof(text) - 1, 0);

		text[len > 0 ? len : 0] = '\0';
		close(fd);
		if (strstr(text, ") S "))
			break;
		usleep(1000);
	}
	pin(pid, cpu);
	if (write(fds[1], bytes, n) != (ssize_t)n)
		abort();
}

int main(int argc, char **argv)
{
	int cpus[2], n = 0, status;
	cpu_set_t set;
	pid_t pid;

	if (argc < 3) {
		if (sched_getaffinity(0, sizeof(set), &set))
			return 1;
		for (int i = 0; i < CPU_SETSIZE && n < 2; i++)
			if (CPU_ISSET(i, &set))
				cpus[n++] = i;
		return n == 2 ? printf("%d %d\n", cpus[0], cpus[1]) < 0 : 1;
	}
	if (pipe(fds))
		return 1;
	pid = fork();
	if (!pid)
		child(atoi(argv[1]));
	move(pid, atoi(argv[2]), 11);
	move(pid, atoi(argv[1]), 22);
	return pid < 0 || waitpid(pid, &status, 0) != pid || status;
}

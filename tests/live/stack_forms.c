// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls from stacks of unusual forms, for stacks.sh, which knows the functions' names. The program is not
 * position-independent: its addresses are those in the file.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;
static char alternate[1 << 16];

NOINLINE static void plain(void)
{
	sink += getppid();
	sink++;
}

/* Pages of the stack that were never written to; the frame of a caller is above them. */
NOINLINE static void hole(void)
{
	char room[24 << 10];

	__asm__ volatile("" : : "r"(room) : "memory");
	sink += getppid();
	sink++;
}

NOINLINE static void large_hole(void)
{
	char room[120 << 10];

	__asm__ volatile("" : : "r"(room) : "memory");
	sink += getppid();
	sink++;
}

NOINLINE static void holes(int n)
{
	char room[9 << 10];

	__asm__ volatile("" : : "r"(room) : "memory");
	if (n)
		holes(n - 1);
	else
		sink += getppid();
	sink++;
}

static void inner(int sig)
{
	sink += sig + getppid();
}

static void outer(int sig)
{
	raise(SIGUSR2);
	sink += sig;
}

NOINLINE static void interrupted(int sig)
{
	raise(sig);
	sink++;
}

static void set(int sig, void (*fn)(int))
{
	struct sigaction sa = { .sa_handler = fn, .sa_flags = SA_ONSTACK };

	sigaction(sig, &sa, NULL);
}

static void *thread(void *arg)
{
	static char own[1 << 16];
	stack_t ss = { .ss_sp = own, .ss_size = sizeof(own) };

	sigaltstack(&ss, NULL);
	interrupted(SIGUSR2);
	return arg;
}

static void map_again(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);

	mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 4096);
	close(fd);
}

int main(void)
{
	stack_t ss = { .ss_sp = alternate, .ss_size = sizeof(alternate) };
	pthread_t t;

	plain();
	map_again();
	plain();
	hole();
	large_hole();
	holes(8);
	set(SIGUSR1, outer);
	set(SIGUSR2, inner);
	sigaltstack(&ss, NULL);
	interrupted(SIGUSR2);
	interrupted(SIGUSR1);
	ss.ss_flags = (int)(1u << 31); /* SS_AUTODISARM */
	sigaltstack(&ss, NULL);
	interrupted(SIGUSR2);
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	plain();
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* leader HOW: the leader of the thread group ends first; the other thread decides how the process ends. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static char *self;

static void *other(void *how)
{
	struct timespec t = { 0, 100000000 };

	nanosleep(&t, NULL); /* the leader has ended by then */
	syscall(SYS_getppid);
	if (!strcmp(how, "exit"))
		exit(7);
	if (!strcmp(how, "kill"))
		kill(getpid(), SIGKILL);
	if (!strcmp(how, "term"))
		kill(getpid(), SIGTERM);
	if (!strcmp(how, "exec"))
		execl(self, self, "again", NULL);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	if (argc < 2 || !strcmp(argv[1], "again"))
		return 5;
	self = argv[0];
	pthread_create(&t, NULL, other, argv[1]);
	syscall(SYS_exit, 0); /* not pthread_exit(), which takes libgcc: the guests have none */
	return 1;
}

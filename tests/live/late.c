// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * late FIFO OTHER: opens FIFO, by a path on a page that is not resident. While the call waits for a writer, another
 * thread writes OTHER in place of the path, and opens the FIFO for writing.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096

static char *path;
static const char *fifo, *other;
static int opener;

/* Returns true if the thread sleeps. */
static int waits(void)
{
	char name[64], state = 0;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/self/task/%d/stat", opener);
	f = fopen(name, "r");
	if (!f)
		exit(2);
	if (fscanf(f, "%*d %*s %c", &state) != 1)
		state = 0;
	fclose(f);
	return state == 'S';
}

static void *overwrite(void *arg)
{
	while (!waits())
		usleep(1000);
	strcpy(path, other);
	close(open(fifo, O_WRONLY));
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int fd;

	if (argc != 3)
		return 2;
	fifo = argv[1];
	other = argv[2];
	opener = (int)syscall(SYS_gettid);
	fd = memfd_create("late", 0);
	if (fd < 0 || write(fd, fifo, strlen(fifo)) < 0 || ftruncate(fd, PAGE))
		return 2;
	path = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (path == MAP_FAILED || pthread_create(&thread, NULL, overwrite, NULL))
		return 2;
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
	pthread_join(thread, NULL);
	return fd < 0;
}

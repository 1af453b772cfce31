// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* An agent that waits for a file by looking for its directory, without a pause. */
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int has_work(const char *dir)
{
	struct stat st;

	return !syscall(SYS_lstat, dir, &st) && st.st_nlink > 2;
}

static int wait_for_work(const char *dir, int most)
{
	for (int i = 0; i < most; i++)
		if (has_work(dir))
			return 1;
	return 0;
}

static void *watcher(void *dir)
{
	pthread_setname_np(pthread_self(), "watcher");
	wait_for_work(dir, 1000000);
	return NULL;
}

int main(void)
{
	pthread_t t;

	mkdir("spool", 0755);
	pthread_create(&t, NULL, watcher, "spool");
	return pthread_join(t, NULL);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "attach/task_status.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "util/procfs.h"

#define PF_EXITING 0x4

/* Reads the state, the parent and the flags of /proc/TID/stat, proc(5). Returns false on failure. */
static bool read_stat(int proc, uint32_t tid, char *state, uint32_t *ppid, unsigned *flags)
{
	char text[512];
	const char *fields = procfs__stat(proc, (pid_t)tid, text, sizeof(text));

	return fields && sscanf(fields, " %c %u %*d %*d %*d %*d %u", state, ppid, flags) == 3;
}

struct task_status task_status__read(int proc, uint32_t tid)
{
	struct task_status l = { .life = TASK_GONE };
	unsigned flags = 0;
	char state = 0;

	if (!read_stat(proc, tid, &state, &l.ppid, &flags)) {
		/* without /proc, only whether the task exists is known */
		l.life = kill((pid_t)tid, 0) && errno == ESRCH ? TASK_GONE : TASK_ALIVE;
		return l;
	}
	if (state == 'Z' || state == 'X')
		return l;
	l.life = flags & PF_EXITING ? TASK_EXITING : TASK_ALIVE;
	l.traced = state == 't';
	l.stopped = state == 'T' || state == 't';
	return l;
}

pid_t task_status__process(int proc, pid_t tid)
{
	FILE *f = procfs__file(proc, "%d/status", (int)tid);
	char line[128];
	int tgid = tid;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Tgid: %d", &tgid) == 1)
			break;
	if (f)
		fclose(f);
	return tgid;
}

bool task_status__process_alive(int proc, uint32_t tgid)
{
	DIR *dir = procfs__dir(proc, "%u/task", tgid);
	struct dirent *d;
	bool alive = false;

	if (!dir)
		return task_status__read(proc, tgid).life != TASK_GONE;
	while (!alive && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			alive = task_status__read(proc, (uint32_t)atoi(d->d_name)).life != TASK_GONE;
	closedir(dir);
	return alive;
}

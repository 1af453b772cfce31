// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/kstats_proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lookup/abi.h"
#include "util/procfs.h"

/* The beginning of a file, as a string; closes it. */
static bool slurp(FILE *f, char *text, size_t size)
{
	size_t n = f ? fread(text, 1, size - 1, f) : 0;

	text[n] = '\0';
	if (f)
		fclose(f);
	return n > 0;
}

static int each_thread(int proc, uint32_t pid, proc_task_fn *fn, void *ctx)
{
	DIR *dir = procfs__dir(proc, "%u/task", pid);
	struct dirent *d;
	int err = 0;

	while (dir && !err && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			err = fn(ctx, (uint32_t)atoi(d->d_name), pid);
	if (dir)
		closedir(dir);
	return err;
}

int proc__each(int proc, proc_task_fn *fn, void *ctx)
{
	DIR *dir = procfs__dir(proc, ".");
	struct dirent *d;
	int err = 0;

	if (!dir)
		return -errno;
	while (!err && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			err = each_thread(proc, (uint32_t)atoi(d->d_name), fn, ctx);
	closedir(dir);
	return err;
}

#define PF_KTHREAD 0x00200000

/* proc(5): pid (comm) state ppid ..., the 9th is flags, the 22nd the start in ticks; comm may have anything in it. */
bool proc__describe(int proc, struct kstat_task *t)
{
	char text[1024], *open, *close;
	unsigned long long ticks;
	unsigned flags;
	char state;

	if (!slurp(procfs__file(proc, "%u/task/%u/stat", t->pid, t->tid), text, sizeof(text)))
		return false;
	open = strchr(text, '(');
	close = strrchr(text, ')');
	if (!open || !close || close < open ||
	    sscanf(close + 1, " %c %u %*d %*d %*d %*d %u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state,
		   &t->ppid, &flags, &ticks) != 4 ||
	    flags & PF_KTHREAD || state == 'Z' || state == 'X')
		return false;
	*close = '\0';
	strncpy(t->comm, open + 1, sizeof(t->comm) - 1);
	t->start = ticks * (1000000000u / (unsigned)sysconf(_SC_CLK_TCK));
	return true;
}

/* Of a 32-bit program calls are those of its ABI; the number alone does not say it. */
static bool is_compat(int proc, uint32_t tid)
{
	char elf[6];

	return abi__compat() && slurp(procfs__file(proc, "%u/exe", tid), elf, sizeof(elf)) &&
	       elf[4] == 1; /* ELFCLASS32 */
}

/* "running", or: number, six arguments, stack and program counter; the number is -1 outside of calls. */
int proc__call(int proc, uint32_t tid)
{
	char text[256];
	long nr;

	if (!slurp(procfs__file(proc, "%u/syscall", tid), text, sizeof(text)) || !isdigit((unsigned char)text[0]))
		return -1;
	nr = strtol(text, NULL, 10);
	if (nr >= SCT_NR_MAX)
		nr = KSTAT_NR_UNKNOWN;
	return (int)nr + (is_compat(proc, tid) ? SCT_NR_MAX : 0);
}

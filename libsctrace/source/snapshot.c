// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/snapshot.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "table/abi.h"

static uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* First line of /proc/TID/name. */
static bool proc_line(pid_t tid, const char *name, char *line, size_t size)
{
	char path[64];
	bool ok;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)tid, name);
	f = fopen(path, "re");
	if (!f)
		return false;
	ok = fgets(line, (int)size, f);
	fclose(f);
	line[ok ? strcspn(line, "\n") : 0] = '\0';
	return ok;
}

static pid_t tgid_of(pid_t tid)
{
	char path[64], line[128];
	int tgid = tid;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)tid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Tgid: %d", &tgid) == 1)
			break;
	if (f)
		fclose(f);
	return tgid;
}

static struct sct_rec head(pid_t tid, pid_t tgid, unsigned type, unsigned flags)
{
	return (struct sct_rec){
		.ts = clock_ns(),
		.tid = (uint32_t)tid,
		.tgid = (uint32_t)tgid,
		.type = (uint8_t)type,
		.flags = (uint8_t)flags,
	};
}

/* Of a 32-bit program calls are those of its ABI; what number a call had does not say it. */
static const struct abi *abi_of(pid_t tid)
{
	const struct abi *compat = abi__compat();
	char path[64], elf[5] = "";
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)tid);
	f = compat ? fopen(path, "re") : NULL;
	if (f && fread(elf, sizeof(elf), 1, f) != 1)
		elf[4] = 0;
	if (f)
		fclose(f);
	return elf[4] == 1 ? compat : abi__native(); /* ELFCLASS32 */
}

/* proc(5): /proc/PID/syscall is "running", or number, six arguments, stack and program counter. */
static int call_under_way(pid_t tid, pid_t tgid, record_fn *fn, void *ctx)
{
	struct sct_enter e = { .rec = head(tid, tgid, SCT_REC_ENTER, SCT_F_SNAPSHOT | SCT_F_LATE) };
	char line[256], *p = line;
	long nr;

	if (!proc_line(tid, "syscall", line, sizeof(line)) || !isdigit((unsigned char)line[0]))
		return 0;
	nr = strtol(p, &p, 10);
	if (nr < 0 || nr >= SCT_NR_MAX)
		return 0;
	e.nr = (uint16_t)nr;
	e.abi = abi_of(tid)->id;
	for (unsigned i = 0; i < SCT_NARGS; i++)
		e.args[i] = strtoull(p, &p, 16);
	return fn(ctx, &e.rec, sizeof(e));
}

static int one_task(pid_t tid, pid_t tgid, bool calls, record_fn *fn, void *ctx)
{
	struct sct_target t = { .rec = head(tid, tgid, SCT_REC_TARGET, 0) };
	char comm[64];
	int err;

	if (proc_line(tid, "comm", comm, sizeof(comm)))
		memcpy(t.comm, comm, strnlen(comm, sizeof(t.comm) - 1));
	err = fn(ctx, &t.rec, sizeof(t));
	return err || !calls ? err : call_under_way(tid, tgid, fn, ctx);
}

int snapshot__tasks(pid_t tid, bool threads, bool calls, record_fn *fn, void *ctx)
{
	pid_t tgid = tgid_of(tid);
	struct dirent *d;
	char path[64];
	int err = 0;
	DIR *dir;

	if (!threads)
		return one_task(tid, tgid, calls, fn, ctx);
	snprintf(path, sizeof(path), "/proc/%d/task", (int)tid);
	dir = opendir(path);
	if (!dir)
		return one_task(tid, tgid, calls, fn, ctx);
	while (!err && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			err = one_task(atoi(d->d_name), tgid, calls, fn, ctx);
	closedir(dir);
	return err;
}

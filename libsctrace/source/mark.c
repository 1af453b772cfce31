// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/mark.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <bpf/bpf.h>

#include "sctrace_abi.h"

/* The kernel's numbers are the keys; in a pid namespace of its own a reader cannot know them. */
static int mark_one(int hash_fd, uint32_t tid, uint32_t tgid, uint32_t flags)
{
	struct sct_task_state st = { .tid = tid, .tgid = tgid, .flags = flags };

	if (!bpf_map_update_elem(hash_fd, &tid, &st, BPF_NOEXIST) || errno == EEXIST)
		return 0;
	return -errno;
}

static uint32_t tgid_of(uint32_t tid)
{
	char path[64], line[128];
	unsigned tgid = tid;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%u/status", tid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Tgid: %u", &tgid) == 1)
			break;
	if (f)
		fclose(f);
	return tgid;
}

int mark__task(int hash_fd, uint32_t tid, uint32_t flags)
{
	struct dirent *d;
	char path[64];
	int err = 0;
	DIR *dir;

	if (!(flags & SCT_T_THREADS))
		return mark_one(hash_fd, tid, tgid_of(tid), flags);
	snprintf(path, sizeof(path), "/proc/%u/task", tid);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (!err && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			err = mark_one(hash_fd, (uint32_t)atoi(d->d_name), tid, flags);
	closedir(dir);
	return err;
}

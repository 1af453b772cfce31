// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/mark.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <bpf/bpf.h>

#include "sctrace_abi.h"

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

static int mark_task(uint32_t tid, uint32_t flags, mark_fn *fn, void *ctx)
{
	struct dirent *d;
	char path[64];
	int err = 0;
	DIR *dir;

	if (!(flags & SCT_T_THREADS))
		return fn(ctx, tid, tgid_of(tid), flags);
	snprintf(path, sizeof(path), "/proc/%u/task", tid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? 0 : -errno; /* ended meanwhile */
	while (!err && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			err = fn(ctx, (uint32_t)atoi(d->d_name), tid, flags);
	closedir(dir);
	return err;
}

void mark__done(int targets_fd)
{
	uint32_t key;

	while (!bpf_map_get_next_key(targets_fd, NULL, &key) && !bpf_map_delete_elem(targets_fd, &key))
		;
}

/* The kernel's numbers are the keys; in a pid namespace of its own a reader cannot know them. */
int mark__targets(int targets_fd, mark_fn *fn, void *ctx)
{
	uint32_t key, *prev = NULL;

	while (!bpf_map_get_next_key(targets_fd, prev, &key)) {
		uint32_t flags;
		int err = bpf_map_lookup_elem(targets_fd, &key, &flags) ? -errno : mark_task(key, flags, fn, ctx);

		if (err)
			return err;
		prev = &key;
	}
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The cgroup whose limit a task waits for, and who uses most of it. Cgroups of version 1 and 2. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/procfs.h"
#include "why/edges.h"

#define PATH_LEN 512
#define PIDS 256 /* processes of a cgroup that are looked at */

/* A cgroup of a task: the directory where its hierarchy is mounted, and its path there. */
struct place {
	bool v1;
	char dir[PATH_LEN], path[PATH_LEN];
};

/* True if a list "cpu,cpuacct" has the word. */
static bool list_has(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = strstr(list, word); p; p = strstr(p + 1, word))
		if ((p == list || p[-1] == ',') && (!p[n] || p[n] == ','))
			return true;
	return false;
}

/* Finds the directory where a hierarchy is mounted: of version 1 by its controller, or that of version 2. */
static bool mount_find(const struct why_look *l, const char *controller, struct place *p)
{
	FILE *f = procfs__file(l->proc, "self/mounts");
	char line[2048], type[32], options[512];
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f))
		if (sscanf(line, "%*s %511s %31s %511s", p->dir, type, options) == 3)
			found = p->v1 ? !strcmp(type, "cgroup") && list_has(options, controller)
				      : !strcmp(type, "cgroup2");
	if (f)
		fclose(f);
	return found;
}

/* Lines of /proc/TID/cgroup, cgroups(7): "4:cpu,cpuacct:/path", and "0::/path" of version 2. */
static bool place_find(const struct why_look *l, uint32_t tid, const char *controller, struct place *p)
{
	FILE *f = procfs__file(l->proc, "%u/cgroup", tid);
	char line[PATH_LEN + 128], *list, *path;
	bool found = false;

	while (f && !found && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		list = strchr(line, ':');
		path = list ? strchr(list + 1, ':') : NULL;
		if (!path)
			continue;
		*path = '\0';
		p->v1 = list[1];
		/* the line of version 2 is the last one */
		found = !p->v1 || list_has(list + 1, controller);
		snprintf(p->path, sizeof(p->path), "%s", strcmp(path + 1, "/") ? path + 1 : "");
	}
	if (f)
		fclose(f);
	return found && mount_find(l, controller, p);
}

/* Reads the first line of a file of the cgroup. */
static bool cg_read(const struct place *p, const char *file, char *text, size_t size)
{
	char path[2 * PATH_LEN + 64];
	FILE *f;
	bool any;

	snprintf(path, sizeof(path), "%s%s/%s", p->dir, p->path, file);
	f = fopen(path, "re");
	any = f && fgets(text, (int)size, f);
	if (f)
		fclose(f);
	if (any)
		text[strcspn(text, "\n")] = '\0';
	return any;
}

/* Goes to the parent. Returns false at the root. */
static bool cg_up(struct place *p)
{
	char *end = strrchr(p->path, '/');

	if (end)
		*end = '\0';
	return end;
}

/* ---- who uses most ---- */

static unsigned long long cpu_time(const struct why_look *l, unsigned pid)
{
	FILE *f = procfs__file(l->proc, "%u/stat", pid);
	unsigned long long user = 0, sys = 0;
	char line[1024], *p;

	if (f && fgets(line, sizeof(line), f) && (p = strrchr(line, ')')))
		sscanf(p + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &sys);
	if (f)
		fclose(f);
	return user + sys;
}

static unsigned long long memory_used(const struct why_look *l, unsigned pid)
{
	FILE *f = procfs__file(l->proc, "%u/statm", pid);
	unsigned long long pages = 0;

	if (f && fscanf(f, "%*u %llu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages;
}

/* Writes who of the cgroup's processes has used most, with what comes before it. */
static void most_text(const struct why_look *l, const struct place *p,
		      unsigned long long (*used)(const struct why_look *, unsigned), const char *before, char *text,
		      size_t size)
{
	char path[2 * PATH_LEN + 64];
	unsigned long long most = 0, one;
	unsigned pid, best = 0;
	uint32_t task;
	FILE *f;

	snprintf(path, sizeof(path), "%s%s/cgroup.procs", p->dir, p->path);
	f = fopen(path, "re");
	for (unsigned i = 0; f && i < PIDS && fscanf(f, "%u", &pid) == 1; i++) {
		one = used(l, pid);
		if (one > most) {
			most = one;
			best = pid;
		}
	}
	if (f)
		fclose(f);
	task = why_look__process(l, best);
	*text = '\0';
	if (task != WHY_NOBODY)
		snprintf(text, size, "; %s: %s %u", before, l->tasks[task].comm, best);
}

static const char *path_text(const struct place *p)
{
	return *p->path ? p->path : "/";
}

/* ---- limits ---- */

static bool cpu_limit(const struct place *p, char *text, size_t size)
{
	char quota[64], period[64];

	if (!p->v1 && cg_read(p, "cpu.max", quota, sizeof(quota)) && strncmp(quota, "max", 3)) {
		snprintf(text, size, "cpu.max %s us", quota);
		return true;
	}
	if (p->v1 && cg_read(p, "cpu.cfs_quota_us", quota, sizeof(quota)) && atoll(quota) > 0 &&
	    cg_read(p, "cpu.cfs_period_us", period, sizeof(period))) {
		snprintf(text, size, "cpu.cfs_quota_us %s of %s us", quota, period);
		return true;
	}
	return false;
}

void why_cgroup__throttled(struct why_look *l, uint32_t task)
{
	char limit[160], most[64];
	struct place p;

	why_look__say(l, task, "its cgroup has used up its CPU quota", NULL);
	if (!place_find(l, l->tasks[task].tid, "cpu", &p))
		return;
	do
		if (cpu_limit(&p, limit, sizeof(limit))) {
			most_text(l, &p, cpu_time, "most CPU time", most, sizeof(most));
			why_look__say(l, task, "its cgroup has used up its CPU quota", "cgroup %s, %s%s", path_text(&p),
				      limit, most);
			return;
		}
	while (cg_up(&p));
}

void why_cgroup__frozen(struct why_look *l, uint32_t task)
{
	const char *reason = l->found[task].reason ?: "its cgroup is frozen";
	char word[32];
	struct place p;

	why_look__say(l, task, reason, NULL);
	/* either hierarchy may have frozen it; no controller of version 1 is named - */
	for (unsigned v2 = 0; v2 < 2; v2++) {
		if (!place_find(l, l->tasks[task].tid, v2 ? "-" : "freezer", &p))
			continue;
		do
			if (cg_read(&p, p.v1 ? "freezer.self_freezing" : "cgroup.freeze", word, sizeof(word)) &&
			    *word == '1') {
				why_look__say(l, task, reason, "cgroup %s, %s", path_text(&p),
					      p.v1 ? "freezer.state" : "cgroup.freeze");
				return;
			}
		while (cg_up(&p));
	}
}

static bool memory_limit(const struct place *p, char *text, size_t size)
{
	static const char *const files[2][2] = { { "memory.high", "memory.max" }, { "memory.limit_in_bytes", NULL } };
	char limit[64], used[64] = "?";

	cg_read(p, p->v1 ? "memory.usage_in_bytes" : "memory.current", used, sizeof(used));
	for (unsigned i = 0; i < 2 && files[p->v1][i]; i++) {
		unsigned long long most;

		if (!cg_read(p, files[p->v1][i], limit, sizeof(limit)) || !strcmp(limit, "max"))
			continue;
		most = strtoull(limit, NULL, 10);
		/* reclaim may have brought it to somewhat below the limit */
		if (strtoull(used, NULL, 10) < most - most / 4)
			continue;
		snprintf(text, size, "%s %.1f MiB, used %.1f MiB", files[p->v1][i], (double)most / (1 << 20),
			 (double)strtoull(used, NULL, 10) / (1 << 20));
		return true;
	}
	return false;
}

void why_cgroup__memory(struct why_look *l, uint32_t task)
{
	const char *reason = l->found[task].reason;
	char limit[160], most[64];
	struct place p;

	if (!place_find(l, l->tasks[task].tid, "memory", &p))
		return;
	do
		if (memory_limit(&p, limit, sizeof(limit))) {
			most_text(l, &p, memory_used, "most memory", most, sizeof(most));
			why_look__say(l, task, reason, "cgroup %s, %s%s", path_text(&p), limit, most);
			return;
		}
	while (cg_up(&p));
}

/* Finds the device's line in a file "8:16 rbps=2097152 wiops=120". */
static bool line_find(const struct place *p, const char *file, const char *device, char *text, size_t size)
{
	char path[2 * PATH_LEN + 64], line[160];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s%s/%s", p->dir, p->path, file);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f))
		found = !strncmp(line, device, strlen(device));
	if (f)
		fclose(f);
	if (found) {
		line[strcspn(line, "\n")] = '\0';
		snprintf(text, size, ", cgroup %.60s: %s %s", path_text(p), file, line + strlen(device));
	}
	return found;
}

void why_cgroup__io(const struct why_look *l, uint32_t task, unsigned major, unsigned minor, char *text, size_t size)
{
	static const char *const files[2][5] = {
		{ "io.max" },
		{ "blkio.throttle.read_bps_device", "blkio.throttle.write_bps_device",
		  "blkio.throttle.read_iops_device", "blkio.throttle.write_iops_device" },
	};
	char device[32];
	struct place p;

	*text = '\0';
	snprintf(device, sizeof(device), "%u:%u ", major, minor);
	if (!place_find(l, l->tasks[task].tid, "blkio", &p))
		return;
	do
		for (unsigned i = 0; i < 5 && files[p.v1][i]; i++)
			if (line_find(&p, files[p.v1][i], device, text, size))
				return;
	while (cg_up(&p));
}

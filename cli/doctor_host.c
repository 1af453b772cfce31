// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "doctor_host.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <bpf/libbpf.h>
#include <linux/bpf.h>
#include <zlib.h>

#define INITIAL_PID_NS 0xeffffffcu /* inode of the first pid namespace, include/linux/proc_ns.h */

/* Replaces what is not printable, as some files are written by whoever started this process. */
static void printable(char *text)
{
	for (; *text; text++)
		if (!isprint((unsigned char)*text))
			*text = *text == '\n' && !text[1] ? '\0' : '?';
}

/* Reads the first line of a file. Returns 0 or the errno; text is empty then. */
static int line_read(const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "re");
	int err = f ? 0 : errno;

	text[0] = '\0';
	errno = 0;
	if (f && !fgets(text, (int)size, f)) {
		text[0] = '\0';
		err = errno;
	}
	if (f)
		fclose(f);
	printable(text);
	return err;
}

static int open_errno(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

/* ---- kernel ---- */

bool doctor_host__config(struct doctor_host *h, const char *line)
{
	static const char *const names[] = {
#define X(name, ...) "CONFIG_" #name "=",
		DOCTOR_CONFIGS(X)
#undef X
	};

	for (unsigned i = 0; i < DOCTOR_CONFIG_MAX; i++) {
		size_t n = strlen(names[i]);

		if (strncmp(line, names[i], n))
			continue;
		h->config[i] = line[n] == 'y' || line[n] == 'm';
		return true;
	}
	return false;
}

/* gzopen() reads files that are not compressed, too. */
static bool config_read(struct doctor_host *h, const char *path)
{
	gzFile f = gzopen(path, "re");
	char line[512];
	unsigned lines = 0;

	if (!f)
		return false;
	memset(h->config, 0, sizeof(h->config));
	while (gzgets(f, line, sizeof(line))) {
		doctor_host__config(h, line);
		lines++;
	}
	gzclose(f);
	if (lines)
		snprintf(h->config_file, sizeof(h->config_file), "%s", path);
	return lines;
}

static void kernel_read(struct doctor_host *h)
{
	struct utsname u;
	char path[128];

	if (uname(&u))
		return;
	snprintf(h->release, sizeof(h->release), "%.64s", u.release);
	snprintf(h->machine, sizeof(h->machine), "%.64s", u.machine);
	printable(h->release);
	if (sscanf(u.release, "%d.%d", &h->major, &h->minor) != 2)
		h->major = h->minor = 0;
	snprintf(path, sizeof(path), "/boot/config-%.64s", u.release);
	if (!config_read(h, "/proc/config.gz"))
		config_read(h, path);
	h->btf = open_errno("/sys/kernel/btf/vmlinux");
	snprintf(h->libbpf, sizeof(h->libbpf), "%s", libbpf_version_string());
}

static void sysctls_read(struct doctor_host *h)
{
	static const char *const paths[] = {
#define X(name, path) "/proc/sys/" path,
		DOCTOR_SYSCTLS(X)
#undef X
	};
	char text[32];

	for (unsigned i = 0; i < DOCTOR_SYSCTL_MAX; i++)
		if (line_read(paths[i], text, sizeof(text)) || sscanf(text, "%d", &h->sysctl[i]) != 1)
			h->sysctl[i] = DOCTOR_UNKNOWN;
}

/* ---- privileges ---- */

static void status_read(struct doctor_host *h)
{
	FILE *f = fopen("/proc/self/status", "re");
	char line[256];

	h->no_new_privs = h->seccomp = -1;
	h->proc = f;
	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "CapEff:", 7))
			h->effective = strtoull(line + 7, NULL, 16);
		else if (!strncmp(line, "CapPrm:", 7))
			h->permitted = strtoull(line + 7, NULL, 16);
		else if (!strncmp(line, "CapBnd:", 7))
			h->bounding = strtoull(line + 7, NULL, 16);
		else if (!strncmp(line, "NoNewPrivs:", 11))
			h->no_new_privs = atoi(line + 11);
		else if (!strncmp(line, "Seccomp:", 8))
			h->seccomp = atoi(line + 8);
	}
	if (f)
		fclose(f);
}

static bool inner_user_ns(void)
{
	char line[64];
	unsigned inside, outside, n;

	if (line_read("/proc/self/uid_map", line, sizeof(line)) || sscanf(line, "%u %u %u", &inside, &outside, &n) != 3)
		return false;
	return inside || outside || n != UINT32_MAX;
}

/* Calls bpf() and perf_event_open() in a way that fails, but not with EPERM if they are allowed. */
static void calls_try(struct doctor_host *h)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_fd = (uint32_t)-1;
	h->bpf = syscall(SYS_bpf, BPF_MAP_LOOKUP_ELEM, &attr, sizeof(attr)) < 0 ? errno : 0;
	h->perf = syscall(SYS_perf_event_open, NULL, -1, 0, -1, 0) < 0 ? errno : 0;
}

static void security_read(struct doctor_host *h)
{
	char line[128], *from, *to;

	h->securityfs = !line_read("/sys/kernel/security/lsm", h->lsm, sizeof(h->lsm)) ||
			!access("/sys/kernel/security/lockdown", F_OK);
	line_read("/sys/kernel/security/lockdown", line, sizeof(line));
	from = strchr(line, '[');
	to = from ? strchr(from, ']') : NULL;
	if (to)
		snprintf(h->lockdown, sizeof(h->lockdown), "%.*s", (int)(to - from - 1), from + 1);
	line_read("/proc/self/attr/current", h->label, sizeof(h->label));
	h->enforcing = !line_read("/sys/fs/selinux/enforce", line, sizeof(line)) && *line == '1';
}

/* ---- surroundings ---- */

static void mounts_read(struct doctor_host *h)
{
	FILE *f = setmntent("/proc/self/mounts", "re");
	struct mntent *m;

	while (f && (m = getmntent(f))) {
		h->cgroup1 |= !strcmp(m->mnt_type, "cgroup");
		h->cgroup2 |= !strcmp(m->mnt_type, "cgroup2");
	}
	if (f)
		endmntent(f);
}

static void container_read(struct doctor_host *h)
{
	static const char *const files[][2] = { { "/run/.containerenv", "podman" }, { "/.dockerenv", "docker" } };
	struct stat st;
	const char *runtime = getenv("container");

	h->inner_pid_ns = stat("/proc/self/ns/pid", &st) ? -1 : st.st_ino != INITIAL_PID_NS;
	for (unsigned i = 0; i < 2 && !runtime; i++)
		if (!access(files[i][0], F_OK))
			runtime = files[i][1];
	if (!runtime && !access("/var/run/secrets/kubernetes.io", F_OK))
		runtime = "kubernetes";
	snprintf(h->container, sizeof(h->container), "%s", runtime ? runtime : "");
	printable(h->container);
}

static int tracefs_errno(void)
{
	int err = open_errno("/sys/kernel/tracing/events/raw_syscalls/sys_enter/id");

	return err ? open_errno("/sys/kernel/debug/tracing/events/raw_syscalls/sys_enter/id") ? err : 0 : 0;
}

void doctor_host__read(struct doctor_host *h)
{
	struct rlimit limit = { 0, 0 };
	ssize_t n;

	memset(h, 0, sizeof(*h));
	n = readlink("/proc/self/exe", h->program, sizeof(h->program) - 1);
	h->program[n < 0 ? 0 : n] = '\0';
	printable(h->program);
	kernel_read(h);
	sysctls_read(h);
	status_read(h);
	h->inner_user_ns = inner_user_ns();
	calls_try(h);
	security_read(h);
	mounts_read(h);
	container_read(h);
	h->tracefs = tracefs_errno();
	if (!getrlimit(RLIMIT_MEMLOCK, &limit))
		h->memlock = limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

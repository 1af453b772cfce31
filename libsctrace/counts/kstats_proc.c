// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/kstats_proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "lookup/abi.h"
#include "lookup/operands.h"
#include "abi/kstats_abi.h"
#include "util/caps.h"
#include "util/procfs.h"

/* Reads the beginning of a file as a string, and closes the file. Returns false if it is empty. */
static bool file_read(FILE *f, char *text, size_t size)
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

/* proc(5): pid (comm) state ppid ...; field 9 is flags, field 22 the start in ticks. comm may have any characters. */
bool proc__describe(int proc, struct kstat_task *t)
{
	char text[1024], *open, *close;
	unsigned long long ticks;
	unsigned flags;
	char state;

	if (!file_read(procfs__file(proc, "%u/task/%u/stat", t->pid, t->tid), text, sizeof(text)))
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

/* True if the thread's program is 32-bit, so that the number of its call is one of the compat ABI. */
static bool is_compat(int proc, uint32_t tid)
{
	char elf[6];

	return abi__compat() && file_read(procfs__file(proc, "%u/exe", tid), elf, sizeof(elf)) &&
	       elf[4] == 1; /* ELFCLASS32 */
}

/*
 * /proc/TID/syscall is "running", or number, arguments, stack pointer and program counter; outside of calls it is
 * "-1".
 */
int proc__call(int proc, uint32_t tid)
{
	char text[256];
	long nr;

	if (!file_read(procfs__file(proc, "%u/syscall", tid), text, sizeof(text)) || !isdigit((unsigned char)text[0]))
		return -1;
	nr = strtol(text, NULL, 10);
	if (nr >= KSTAT_NR_USER)
		nr = KSTAT_NR_UNKNOWN;
	return (int)nr + (is_compat(proc, tid) ? SCT_NR_MAX : 0);
}

/* ---- files of calls in progress ---- */

/*
 * Returns the name that the BPF programs give a path, to be freed: of a long path, "..." and its end. Returns NULL for
 * an empty path.
 */
static char *path_name(const char *path)
{
	size_t len = strlen(path);
	char *name;

	if (len < KSTAT_NAME_MAX)
		return len ? strdup(path) : NULL;
	return asprintf(&name, "...%s", path + len - (KSTAT_NAME_MAX - 1)) < 0 ? NULL : name;
}

char *proc__exe(int proc, uint32_t pid)
{
	char path[32], text[KSTAT_PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "%u/exe", pid);
	n = caps__readlinkat(proc, path, text, sizeof(text) - 1);
	text[n > 0 ? n : 0] = '\0';
	return path_name(text);
}

/* Returns the name of the path at an address of the process, to be freed, or NULL if it is empty or cannot be read. */
static char *text_at(int proc, uint32_t pid, uint64_t at)
{
	char path[32], text[KSTAT_PATH_MAX];
	int fd;
	ssize_t n;

	snprintf(path, sizeof(path), "%u/mem", pid);
	fd = caps__openat(proc, path, O_RDONLY);
	if (fd < 0)
		return NULL;
	n = pread(fd, text, sizeof(text) - 1, (off_t)at);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	return path_name(text);
}

static char *link_at(int proc, uint32_t pid, uint32_t tid, int fd)
{
	char path[64], text[KSTAT_PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "%u/task/%u/fd/%d", pid, tid, fd);
	n = caps__readlinkat(proc, path, text, sizeof(text) - 1);
	text[n > 0 ? n : 0] = '\0';
	return path_name(text);
}

/* The arguments of a call in progress, and which of them are its file and its peer. */
struct in_call {
	struct kstat_call c;
	unsigned long long args[SCT_NARGS];
};

static bool call_look(int proc, uint32_t pid, uint32_t tid, unsigned call, struct in_call *in)
{
	const struct abi *abi = call < SCT_NR_MAX ? abi__native() : abi__compat();
	const struct sct_row *row = abi ? abi__row(abi, call % SCT_NR_MAX) : NULL;
	unsigned long long *a = in->args;
	char text[256];
	unsigned nr;

	if (!row || !file_read(procfs__file(proc, "%u/task/%u/syscall", pid, tid), text, sizeof(text)) ||
	    sscanf(text, "%u %llx %llx %llx %llx %llx %llx", &nr, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5]) != 7 ||
	    nr != call % SCT_NR_MAX)
		return false;
	in->c = operands__names(row);
	return true;
}

char *proc__call_file(int proc, uint32_t pid, uint32_t tid, unsigned call)
{
	struct in_call in;
	char *file = NULL;

	if (!call_look(proc, pid, tid, call, &in))
		return NULL;
	if (in.c.path)
		file = text_at(proc, pid, in.args[in.c.path - 1]);
	if (!file && in.c.fd && (int)in.args[in.c.fd - 1] >= 0)
		file = link_at(proc, pid, tid, (int)in.args[in.c.fd - 1]);
	return file;
}

/* ---- peers of calls in progress ---- */

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_un un;
	struct sockaddr_storage room;
};

static bool name_inet(sa_family_t family, const void *addr, size_t size, uint16_t port, bool host,
		      struct kstat_name *out)
{
	struct kstat_inet in = { .family = family, .port = host ? 0 : ntohs(port) };

	if (!port)
		return false;
	memcpy(in.addr, addr, size);
	out->type = host ? KSTAT_NAME_HOST : KSTAT_NAME_INET;
	memcpy(out->text, &in, sizeof(in));
	return true;
}

bool proc__address_name(const void *addr, size_t len, bool host, struct kstat_name *out)
{
	size_t head = offsetof(struct sockaddr_un, sun_path);
	union address copy = {}, *a = &copy;

	*out = (struct kstat_name){};
	memcpy(&copy, addr, len < sizeof(copy) ? len : sizeof(copy));
	if (len < head)
		return false;
	if (a->any.sa_family == AF_INET && len >= sizeof(a->in))
		return name_inet(AF_INET, &a->in.sin_addr, sizeof(a->in.sin_addr), a->in.sin_port, host, out);
	if (a->any.sa_family == AF_INET6 && len >= offsetof(struct sockaddr_in6, sin6_scope_id))
		return name_inet(AF_INET6, &a->in6.sin6_addr, sizeof(a->in6.sin6_addr), a->in6.sin6_port, host, out);
	if (a->any.sa_family != AF_UNIX || len == head)
		return false;
	len = len < sizeof(a->un) ? len - head : sizeof(a->un.sun_path);
	out->type = KSTAT_NAME_UNIX;
	out->len = (uint16_t)(a->un.sun_path[0] ? strnlen(a->un.sun_path, len) : len);
	memcpy(out->text, a->un.sun_path, out->len);
	return true;
}

static size_t address_given(int proc, uint32_t pid, uint64_t at, uint64_t len, union address *out)
{
	char path[32];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%u/mem", pid);
	fd = caps__openat(proc, path, O_RDONLY);
	if (fd < 0)
		return 0;
	n = pread(fd, out, len < sizeof(*out) ? len : sizeof(*out), (off_t)at);
	close(fd);
	return n > 0 ? (size_t)n : 0;
}

/* Writes the name of the peer. If a Unix socket's peer is a client, which has no name, it is the socket's own name. */
static bool socket_name(int fd, bool host, struct kstat_name *out)
{
	union address a = {};
	socklen_t len = sizeof(a);

	if (!getpeername(fd, &a.any, &len) && proc__address_name(&a, len, host, out))
		return true;
	len = sizeof(a);
	return !getsockname(fd, &a.any, &len) && a.any.sa_family == AF_UNIX && proc__address_name(&a, len, host, out);
}

/* Duplicates a socket of another process for a moment to get its name, which takes the rights of ptrace(2). */
static bool socket_of(uint32_t pid, int fd, bool host, struct kstat_name *out)
{
	int process = (int)syscall(SYS_pidfd_open, pid, 0), mine;
	bool has;

	if (process < 0)
		return false;
	mine = (int)syscall(SYS_pidfd_getfd, process, fd, 0);
	close(process);
	if (mine < 0)
		return false;
	has = socket_name(mine, host, out);
	close(mine);
	return has;
}

static bool is_socket(int proc, uint32_t pid, uint32_t tid, int fd)
{
	char path[64], text[16];
	ssize_t n;

	snprintf(path, sizeof(path), "%u/task/%u/fd/%d", pid, tid, fd);
	n = caps__readlinkat(proc, path, text, sizeof(text));
	return n > 7 && !memcmp(text, "socket:", 7);
}

bool proc__call_peer(int proc, uint32_t pid, uint32_t tid, unsigned call, bool host, struct kstat_name *out)
{
	union address a = {};
	struct in_call in;
	size_t len;

	if (!call_look(proc, pid, tid, call, &in))
		return false;
	if (in.c.addr) {
		len = address_given(proc, pid, in.args[in.c.addr - 1], in.args[in.c.addr_len - 1], &a);
		if (proc__address_name(&a, len, host, out))
			return true;
	}
	return in.c.fd && is_socket(proc, pid, tid, (int)in.args[in.c.fd - 1]) &&
	       socket_of(pid, (int)in.args[in.c.fd - 1], host, out);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/isolate.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/capability.h>

#include "util/caps.h"

#define OUTPUT_MAX (64u << 20)
#define CHILD_SECONDS 20	  /* of processor time */
#define CHILD_MEMORY (1ull << 30) /* bytes, in addition to what this process uses already */
/* descriptors of the child */
#define OUTPUT_FD 3
#define FILE_FD 4

/* The head of the child's output. */
struct result {
	int32_t err;
	char text[256];
};

static bool single_threaded(void)
{
	DIR *d = opendir("/proc/self/task");
	unsigned n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n == 3; /* ".", "..", and the thread */
}

bool isolate__can(void)
{
	return caps__effective() && single_threaded();
}

/* Moves the two descriptors to OUTPUT_FD and FILE_FD and closes all above. Returns 0 or -errno. */
static int keep_fds(int output, int file)
{
	struct rlimit limit;

	/* move both above FILE_FD first, so that neither dup2() closes the other descriptor */
	output = fcntl(output, F_DUPFD, FILE_FD + 1);
	file = fcntl(file, F_DUPFD, FILE_FD + 1);
	if (output < 0 || file < 0 || dup2(output, OUTPUT_FD) < 0 || dup2(file, FILE_FD) < 0)
		return -errno;
	if (!syscall(SYS_close_range, FILE_FD + 1, ~0u, 0))
		return 0;
	if (getrlimit(RLIMIT_NOFILE, &limit))
		return -errno;
	for (rlim_t i = FILE_FD + 1; i < limit.rlim_cur; i++)
		close((int)i);
	return 0;
}

/* Returns how many bytes RLIMIT_DATA counts for this process, 0 if not known. */
static uint64_t data_used(void)
{
	unsigned long size, resident, shared, text, library, data = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (f && fscanf(f, "%lu %lu %lu %lu %lu %lu", &size, &resident, &shared, &text, &library, &data) != 6)
		data = 0;
	if (f)
		fclose(f);
	return (uint64_t)data * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Gives up all privileges. Returns 0 or -errno. */
static int drop_all(uid_t uid, gid_t gid)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	const struct __user_cap_data_struct none[2] = {};
	const struct rlimit time = { CHILD_SECONDS, CHILD_SECONDS }, no = {};
	const rlim_t bytes = data_used() + CHILD_MEMORY;
	const struct rlimit memory = { bytes, bytes };

	setrlimit(RLIMIT_CPU, &time);
	setrlimit(RLIMIT_DATA, &memory);
	setrlimit(RLIMIT_CORE, &no);
	setrlimit(RLIMIT_FSIZE, &no);
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -errno;
	if (!geteuid() && uid && (setgroups(0, NULL) || setresgid(gid, gid, gid) || setresuid(uid, uid, uid)))
		return -errno;
	return syscall(SYS_capset, &head, none) ? -errno : 0;
}

static void write_all(const char *p, size_t n)
{
	ssize_t done;

	while (n && (done = write(OUTPUT_FD, p, n)) > 0) {
		p += done;
		n -= (size_t)done;
	}
}

static void child(int output, int file, isolate_fn *fn, void *ctx) __attribute__((noreturn));

static void child(int output, int file, isolate_fn *fn, void *ctx)
{
	struct result result = {};
	const struct errmsg errmsg = { result.text, sizeof(result.text) };
	struct buf out = {};
	struct stat owner;

	result.err = fstat(file, &owner) ? -errno : keep_fds(output, file);
	if (!result.err)
		result.err = drop_all(owner.st_uid, owner.st_gid);
	if (!result.err)
		result.err = fn(ctx, FILE_FD, &out, &errmsg);
	if (!result.err && out.failed)
		result.err = -ENOMEM;
	write_all((const char *)&result, sizeof(result));
	write_all(out.p, out.len);
	_exit(0);
}

static int read_all(int fd, struct buf *out)
{
	char part[65536];
	ssize_t n;

	while ((n = read(fd, part, sizeof(part))) > 0 || (n < 0 && errno == EINTR)) {
		if (n > 0)
			buf__mem(out, part, (size_t)n);
		if (out->failed || out->len > OUTPUT_MAX)
			return -E2BIG;
	}
	return n < 0 ? -errno : 0;
}

/* Splits the child's output into its result and the data for out. Returns what the child returned, or -EIO. */
static int take_result(const struct buf *all, struct buf *out, const struct errmsg *errmsg)
{
	struct result result;

	if (all->len < sizeof(result))
		return -EIO;
	memcpy(&result, all->p, sizeof(result));
	result.text[sizeof(result.text) - 1] = '\0';
	if (result.err > 0)
		return -EIO;
	if (result.err)
		return result.text[0] ? errmsg__set(errmsg, result.err, "%s", result.text) : result.err;
	buf__mem(out, all->p + sizeof(result), all->len - sizeof(result));
	return out->failed ? -ENOMEM : 0;
}

int isolate__run(const char *path, isolate_fn *fn, void *ctx, struct buf *out, const struct errmsg *errmsg)
{
	struct buf all = {};
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would block */
	int fds[2], err;
	pid_t pid;

	if (file < 0)
		return errmsg__set(errmsg, -errno, "cannot read '%s': %s", path, strerror(errno));
	if (pipe2(fds, O_CLOEXEC)) {
		err = -errno;
		close(file);
		return err;
	}
	/* fork(2) without SIGCHLD: the host's handlers and wait(2) do not see the child */
	pid = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
	if (!pid)
		child(fds[1], file, fn, ctx);
	err = pid < 0 ? -errno : 0;
	close(fds[1]);
	close(file);
	if (!err)
		err = read_all(fds[0], &all);
	close(fds[0]);
	if (pid > 0) {
		while (waitpid(pid, NULL, __WCLONE) < 0 && errno == EINTR)
			;
	}
	if (!err)
		err = take_result(&all, out, errmsg);
	buf__free(&all);
	if (err == -EIO)
		errmsg__set(errmsg, err, "cannot read '%s': the process that reads it for sctrace ended", path);
	return err;
}

bool isolate__string(struct isolate_reader *r, char **s)
{
	char *nul = memchr(r->p, '\0', (size_t)(r->end - r->p));

	if (!nul)
		return false;
	*s = r->p;
	r->p = nul + 1;
	return true;
}

bool isolate__bytes(struct isolate_reader *r, void *to, size_t n)
{
	if ((size_t)(r->end - r->p) < n)
		return false;
	memcpy(to, r->p, n);
	r->p += n;
	return true;
}

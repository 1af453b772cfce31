// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/caps.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/capability.h>

/* capget(2) and capset(2) act on the calling thread. */
struct caps {
	struct __user_cap_header_struct head;
	struct __user_cap_data_struct words[2];
};

static bool caps_get(struct caps *c)
{
	*c = (struct caps){ .head.version = _LINUX_CAPABILITY_VERSION_3 };
	return !syscall(SYS_capget, &c->head, c->words);
}

uint64_t caps__effective(void)
{
	struct caps c;

	return caps_get(&c) ? (uint64_t)c.words[1].effective << 32 | c.words[0].effective : 0;
}

bool caps__own_only(void)
{
	return getauxval(AT_SECURE) && getuid() && !(caps__effective() & CAP_BIT(CAP_SYS_PTRACE));
}

/* Makes CAP_DAC_READ_SEARCH effective. Returns false if it was already, or is not permitted. */
static bool raise_search(struct caps *c)
{
	const uint32_t bit = (uint32_t)CAP_BIT(CAP_DAC_READ_SEARCH);

	if (!caps_get(c) || !(c->words[0].permitted & bit) || c->words[0].effective & bit)
		return false;
	c->words[0].effective |= bit;
	return !syscall(SYS_capset, &c->head, c->words);
}

static void lower_search(struct caps *c)
{
	int err = errno;

	c->words[0].effective &= ~(uint32_t)CAP_BIT(CAP_DAC_READ_SEARCH);
	syscall(SYS_capset, &c->head, c->words);
	errno = err;
}

int caps__openat(int dir, const char *path, int flags)
{
	struct caps c;
	bool raised = raise_search(&c);
	int fd = openat(dir, path, flags | O_CLOEXEC);

	if (raised)
		lower_search(&c);
	return fd;
}

ssize_t caps__readlinkat(int dir, const char *path, char *buf, size_t size)
{
	struct caps c;
	bool raised = raise_search(&c);
	ssize_t n = readlinkat(dir, path, buf, size);

	if (raised)
		lower_search(&c);
	return n;
}

FILE *caps__fopen(const char *path)
{
	int fd = caps__openat(AT_FDCWD, path, O_RDONLY);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");

	if (fd >= 0 && !f)
		close(fd);
	return f;
}

DIR *caps__opendir(const char *path)
{
	int fd = caps__openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

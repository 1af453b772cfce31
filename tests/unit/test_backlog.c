// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The backlog keeps text that a slow reader has not taken, in order, and no write waits. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "backlog.h"

#define TEXTS 50000

/* Checks that the pipe has the texts from *next on. Each text is its number in eight bytes. */
static void read_texts(int fd, uint64_t *next)
{
	uint64_t got[512];
	ssize_t n = read(fd, got, sizeof(got));

	cr_assert(n > 0 && n % 8 == 0);
	for (ssize_t i = 0; i < n / 8; i++)
		cr_assert(got[i] == (*next)++);
}

static void in_order(bool shared)
{
	struct backlog b = {};
	uint64_t next = 0;
	int fds[2];

	cr_assert(!pipe(fds));
	backlog__init(&b, fds[1], shared);
	cr_assert(b.on);
	cr_assert(!(fcntl(fds[1], F_GETFL) & O_NONBLOCK) == shared);
	for (uint64_t i = 0; i < TEXTS; i++) {
		cr_assert(!backlog__write(&b, fds[1], (const char *)&i, sizeof(i)));
		if (i % 2000 == 0 && i > TEXTS / 2)
			read_texts(fds[0], &next);
	}
	cr_assert(b.len >= BACKLOG_FULL);
	while (next < TEXTS) {
		cr_assert(!backlog__write(&b, fds[1], "", 0));
		read_texts(fds[0], &next);
	}
	cr_assert(!b.len);

	/* without a reader, the text is dropped with an error */
	close(fds[0]);
	cr_assert(backlog__write(&b, fds[1], "text", 4) == -EPIPE);
	cr_assert(!b.len);
	close(fds[1]);
	backlog__free(&b);
}

Test(backlog, own_open_file)
{
	signal(SIGPIPE, SIG_IGN);
	in_order(false);
}

Test(backlog, shared_open_file)
{
	signal(SIGPIPE, SIG_IGN);
	in_order(true);
}

Test(backlog, a_file_has_no_slow_reader)
{
	char path[] = "/tmp/backlogXXXXXX";
	struct backlog b = {};
	int fd = mkstemp(path);

	cr_assert(fd >= 0 && !unlink(path));
	backlog__init(&b, fd, false);
	cr_assert(!b.on);
	close(fd);
}

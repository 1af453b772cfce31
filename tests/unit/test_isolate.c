// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Functions that parse other users' files run in a child without privileges. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <criterion/criterion.h>

#include "skip.h"
#include "util/caps.h"
#include "util/isolate.h"

#define NOBODY 65534

static char path[] = "/tmp/isolate-XXXXXX";
static char text[256];
static const struct errmsg errmsg = { text, sizeof(text) };
static volatile sig_atomic_t children;

/* Ids, capabilities and descriptors of the child. */
struct has {
	uid_t uid;
	gid_t gid;
	uint64_t caps;
	int fds;
	char first;
};

static void on_child(int sig)
{
	children++;
}

static void setup(void)
{
	int fd = mkstemp(path);

	cr_assert(fd >= 0 && write(fd, "content", 7) == 7 && !fchmod(fd, 0600));
	if (!geteuid())
		cr_assert_eq(fchown(fd, NOBODY, NOBODY), 0);
	close(fd);
	signal(SIGCHLD, on_child);
	if (!caps__effective())
		SKIP("no privileges to drop");
}

static void teardown(void)
{
	unlink(path);
}

TestSuite(isolate, .init = setup, .fini = teardown);

static int look(void *ctx, int fd, struct buf *out, const struct errmsg *w)
{
	struct has h = { .uid = getuid(), .gid = getegid(), .caps = caps__effective() };

	for (int i = 0; i < 1024; i++)
		h.fds += fcntl(i, F_GETFD) >= 0;
	if (read(fd, &h.first, 1) != 1)
		return -errno;
	buf__mem(out, &h, sizeof(h));
	return 0;
}

Test(isolate, has_no_privileges)
{
	int other = open("/dev/null", O_RDONLY), fds = 2; /* output and file */
	struct buf out = {};
	struct has h;

	for (int i = 0; i < 3; i++)
		fds += fcntl(i, F_GETFD) >= 0;
	cr_assert(other > 2);
	cr_assert_eq(isolate__run(path, look, NULL, &out, &errmsg), 0, "%s", text);
	cr_assert_eq(out.len, sizeof(h));
	memcpy(&h, out.p, sizeof(h));
	if (!geteuid())
		cr_expect(h.uid == NOBODY && h.gid == NOBODY);
	cr_expect_eq(h.caps, 0);
	cr_expect_eq(h.fds, fds);
	cr_expect_eq(h.first, 'c');
	cr_expect_eq(children, 0, "the host got SIGCHLD");
	cr_expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
	buf__free(&out);
	close(other);
}

static int fails(void *ctx, int fd, struct buf *out, const struct errmsg *w)
{
	buf__lit(out, "never seen");
	return errmsg__set(w, -ENOENT, "there is none");
}

static int dies(void *ctx, int fd, struct buf *out, const struct errmsg *w)
{
	kill(getpid(), SIGKILL);
	return 0;
}

Test(isolate, errors)
{
	struct buf out = {};

	cr_expect_eq(isolate__run(path, fails, NULL, &out, &errmsg), -ENOENT);
	cr_expect_str_eq(text, "there is none");
	cr_expect_eq(isolate__run(path, dies, NULL, &out, &errmsg), -EIO);
	cr_expect(strstr(text, path) && strstr(text, "ended"), "%s", text);
	cr_expect_eq(isolate__run("/nowhere", look, NULL, &out, &errmsg), -ENOENT);
	cr_expect_str_eq(text, "cannot read '/nowhere': No such file or directory");
	cr_expect_eq(out.len, 0);
	buf__free(&out);
}

Test(isolate, output_is_checked)
{
	char bytes[] = { 'a', 'b', 0, 1, 2, 'c' }, two[2], *s;
	struct isolate_reader r = { bytes, bytes + sizeof(bytes) };

	cr_expect(isolate__string(&r, &s) && !strcmp(s, "ab"));
	cr_expect(isolate__bytes(&r, two, 2) && two[1] == 2);
	cr_expect_not(isolate__string(&r, &s));
	cr_expect_not(isolate__bytes(&r, two, 2));
}

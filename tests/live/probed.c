// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Functions that are probed, called in ways whose entries and returns are hard to pair. The argument chooses one. */
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Functions that are neither inlined nor cloned; clang does not clone functions that other files may call. */
#ifdef __clang__
#define FUNC __attribute__((noinline, visibility("default"))) extern
#else
#define FUNC __attribute__((noinline, noclone, visibility("default"))) extern
#endif

static jmp_buf back;
static volatile int sink;

FUNC int handle(int fd, const char *path, size_t n, unsigned flags);
FUNC long deep(long n);
FUNC int jumps(int n);
FUNC int outer(int n);
FUNC const char *name_of(int n, const void *bytes, size_t len, int8_t small);
FUNC int tail_callee(int n);
FUNC int tail_caller(int n);
FUNC void never(void);

struct point {
	short x, y;
};

struct request {
	int fd;
	unsigned flags;
	const char *path;
	size_t len;
	const char *body;
	char tag[6];
	uint8_t kind;
	struct point at, *to;
	int ids[3];
	uint16_t npoints;
	struct point *points;
	struct request *next;
};

FUNC int serve(struct request *req, int n);
FUNC struct request *last_of(struct request *req);

int handle(int fd, const char *path, size_t n, unsigned flags)
{
	sink += (int)flags + (n ? path[0] : 0);
	if (fd == 1 && write(fd, path, n) < 0)
		return -1;
	return fd + (int)n;
}

long deep(long n)
{
	long r = n ? deep(n - 1) + n : 0;

	sink++;
	return r;
}

int jumps(int n)
{
	if (n == 0 && sink != INT_MAX)
		longjmp(back, 1);
	if (n < 0)
		return 0;
	return jumps(n - 1) + 1;
}

int outer(int n)
{
	volatile int r = n;

	if (!setjmp(back))
		r += jumps(2);
	handle(7, "after", 5, 0);
	return r;
}

const char *name_of(int n, const void *bytes, size_t len, int8_t small)
{
	sink += n + small + (len ? *(const char *)bytes : 0);
	return n ? "some name" : NULL;
}

int tail_callee(int n)
{
	sink += n;
	return n + 1;
}

int tail_caller(int n)
{
	sink += n;
	return tail_callee(n + 1);
}

void never(void)
{
	_exit(3);
}

int serve(struct request *req, int n)
{
	sink += req ? req->fd : n;
	return n + 1;
}

struct request *last_of(struct request *req)
{
	sink++;
	return req->next ? req->next : req;
}

static void structs(void)
{
	char path[] = "/etc/a rather long name of a file, not shortened", body[] = "body and more";
	struct point points[] = { { 1, -2 }, { 3, 4 } };
	struct request old = { .fd = 4, .path = path, .kind = 1 };
	struct request req = { .fd = 3,
			       .flags = 0x12,
			       .path = path,
			       .len = 4,
			       .body = body,
			       .tag = "ab\n",
			       .kind = 2,
			       .at = { 5, 6 },
			       .to = &points[1],
			       .ids = { 7, 8, -9 },
			       .npoints = 2,
			       .points = points,
			       .next = &old };

	/* all probed functions exist in the memory that is read from outside */
	asm volatile("" ::"r"(&req) : "memory");
	serve(&req, 1);
	serve(NULL, 2);
	last_of(&req);
}

static void *many(void *arg)
{
	long n = *(const long *)arg;

	for (long i = 0; i < n; i++)
		handle(2 + (int)(i & 1), "many", 4, 0);
	return NULL;
}

static void threads(long n)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, many, &n);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
}

/* Returns a string in a page that was never touched. */
static void cold(const char *file)
{
	FILE *f = fopen(file, "we");
	const char *p;

	if (!f || fputs("not yet read\n", f) < 0 || fclose(f))
		exit(1);
	f = fopen(file, "re");
	p = f ? mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fileno(f), 0) : MAP_FAILED;
	if (p == MAP_FAILED)
		exit(1);
	sink += handle(9, p, 0, 0);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 1;
	char path[] = "GET / HTTP/1.1";
	static const unsigned char bytes[] = { 1, 2, 'x', 0xff };

	/* the strings of a relocated program are touched here for the first time */
	sink += path[0] + bytes[0];
	if (!strcmp(what, "calls")) {
		handle(5, path, sizeof(path) - 1, 2);
		handle(1, path, 5, 0x10);
		name_of(1, bytes, sizeof(bytes), -2);
		name_of(0, bytes, 0, 2);
	} else if (!strcmp(what, "structs")) {
		structs();
	} else if (!strcmp(what, "deep")) {
		deep(n);
	} else if (!strcmp(what, "jumps")) {
		for (long i = 0; i < n; i++)
			outer(40);
	} else if (!strcmp(what, "tail")) {
		tail_caller(1);
	} else if (!strcmp(what, "never")) {
		never();
	} else if (!strcmp(what, "threads")) {
		threads(n);
	} else if (!strcmp(what, "many")) {
		many(&n);
	} else if (!strcmp(what, "cold")) {
		cold(argv[2]);
	} else if (!strcmp(what, "fork")) {
		if (!fork())
			_exit(handle(5, path, 3, 0) & 1);
		wait(NULL);
	} else if (!strcmp(what, "loop")) {
		for (;; usleep(10000))
			handle(5, path, 3, 0);
	} else if (!strcmp(what, "exec")) {
		handle(5, path, 3, 0);
		execl("/proc/self/exe", argv[0], "calls", NULL);
		return 1;
	}
	return 0;
}

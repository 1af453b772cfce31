// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * cold FILE [stay]: makes calls whose memory was never touched. The program fills FILE with what the calls take and
 * maps it anew for each call, so that no page of it is resident when the kernel enters the call. At the end it calls
 * execve with all arguments in such pages.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define BASE 0x200000000000ul
#define PAGE 4096

/* newer calls have the same number on all machines */
#define SYS_getxattrat_ 464
#define SYS_file_getattr_ 468

static int fd;

/* The content of a page. Each page has content of another kind, see fill(). */
struct page {
	char text[256];
	uint64_t words[8];
};

enum { PATH, TEXT, PROGRAM, ARG0, ARG1, ARGV, ENVP, IOV, TIME, NPAGES };

static const char *const texts[NPAGES] = {
	[PATH] = "/cold/path", [TEXT] = "cold text to be written\n",
	[PROGRAM] = "/bin/sh", [ARG0] = "sh",
	[ARG1] = "-c",	       [ENVP] = "COLD=1",
};

static void *at(unsigned page)
{
	return (void *)(BASE + (unsigned long)page * PAGE);
}

static void *words(unsigned page)
{
	return &((struct page *)at(page))->words;
}

static void fill(const char *path)
{
	struct page p;

	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
	if (fd < 0 || ftruncate(fd, NPAGES * PAGE))
		exit(2);
	for (unsigned i = 0; i < NPAGES; i++) {
		memset(&p, 0, sizeof(p));
		if (texts[i])
			strcpy(p.text, texts[i]);
		if (i == ARGV) {
			p.words[0] = (uint64_t)at(ARG0);
			p.words[1] = (uint64_t)at(ARG1);
			p.words[2] = (uint64_t)at(ENVP); /* sh -c COLD=1 */
		} else if (i == ENVP) {
			p.words[0] = (uint64_t)at(ENVP);
		} else if (i == IOV) {
			p.words[0] = (uint64_t)at(TEXT);
			p.words[1] = 9;
		} else if (i == TIME) {
			p.words[1] = 1000;
		}
		if (pwrite(fd, &p, sizeof(p), i * PAGE) != sizeof(p))
			exit(2);
	}
}

/* Maps the file again, so that none of its pages is resident. */
static void chill(void)
{
	munmap(at(0), NPAGES * PAGE);
	if (mmap(at(0), NPAGES * PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
		exit(2);
	madvise(at(0), NPAGES * PAGE, MADV_RANDOM); /* no read-ahead: a fault makes only one page resident */
}

int main(int argc, char **argv)
{
	int null = open("/dev/null", O_WRONLY);

	if (argc < 2 || null < 0)
		return 2;
	fill(argv[1]);
	chill();
	syscall(SYS_openat, AT_FDCWD, at(PATH), O_RDONLY, 0);
	chill();
	syscall(SYS_faccessat, AT_FDCWD, at(PATH), 0);
	chill();
	/* an empty string: the text of IOV */
	syscall(SYS_unlinkat, AT_FDCWD, at(IOV), 0);
	chill();
	/* writes to a file, because the kernel never reads what is written to /dev/null */
	syscall(SYS_pwrite64, fd, at(TEXT), 24, NPAGES * PAGE);
	lseek(fd, 0, SEEK_END);
	chill();
	syscall(SYS_writev, fd, words(IOV), 1);
	chill();
	syscall(SYS_nanosleep, words(TIME), NULL);
	chill();
	/* the kernel never reads this memory: only the address counts */
	syscall(SYS_write, null, at(TEXT), 24);
	/* there is no memory at this address */
	syscall(SYS_faccessat, AT_FDCWD, (void *)0x10, 0);
	chill();
	/* these fail before the kernel reads their strings */
	syscall(SYS_getxattrat_, -1, at(IOV), 0, at(PATH), at(TIME), 8);
	chill();
	syscall(SYS_file_getattr_, -1, at(IOV), at(TIME), 8, 0);
	chill();
	syscall(SYS_reboot, 1, 2, 0xa1b2c3d4, at(TEXT));
	syscall(SYS_reboot, 1, 2, 0xa1b2c3d4, (void *)0x10);
	if (argc > 2)
		sleep(1); /* a tracer that reads the memory from outside needs time for it */
	chill();
	syscall(SYS_execve, at(PATH), words(ARGV), words(ENVP));
	chill();
	syscall(SYS_execve, at(PROGRAM), words(ARGV), words(ENVP));
	return 3;
}

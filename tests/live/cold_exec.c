// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * cold_exec FILE HOW PROGRAM: an execve of PROGRAM whose memory was never touched: path, vectors, strings and environment
 * are each in a page of FILE that is not resident. HOW: path; empty: by a descriptor and an empty path; relative: to
 * descriptor 9, PROGRAM's directory; absolute: by execveat, with a descriptor that is not used.
 */
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BASE 0x200000000000ul

enum { PATH, ARGV, ENVP, STRINGS, NPAGES = STRINGS + 6 };

static const char *const strings[] = { "called", "one", "two words", "A=1", "B=second", "C=" };
static size_t page;

static char *at(unsigned n)
{
	return (char *)BASE + n * page;
}

static char *map(int fd)
{
	char *p;

	munmap(at(0), NPAGES * page);
	p = mmap(at(0), NPAGES * page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
	if (p == MAP_FAILED)
		exit(2);
	madvise(p, NPAGES * page, MADV_RANDOM); /* no read-ahead: a fault makes only one page resident */
	return p;
}

int main(int argc, char **argv)
{
	uint64_t *vector;
	bool at_fd, empty;
	int fd, dir;

	if (argc != 4)
		return 2;
	page = (size_t)sysconf(_SC_PAGESIZE);
	empty = !strcmp(argv[2], "empty");
	at_fd = empty || strcmp(argv[2], "path");
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0644);
	if (fd < 0 || ftruncate(fd, (off_t)(NPAGES * page)))
		return 2;
	map(fd);
	dir = empty ? open(argv[3], O_PATH) : open(dirname(strdup(argv[3])), O_PATH);
	if (dir < 0 || dup2(dir, 9) != 9)
		return 2;
	if (!empty)
		strcpy(at(PATH), strcmp(argv[2], "relative") ? argv[3] : basename(strdup(argv[3])));
	for (unsigned i = 0; i < 6; i++)
		strcpy(at(STRINGS + i), strings[i]);
	vector = (uint64_t *)at(ARGV);
	for (unsigned i = 0; i < 3; i++)
		vector[i] = (uint64_t)at(STRINGS + i);
	vector = (uint64_t *)at(ENVP);
	for (unsigned i = 0; i < 3; i++)
		vector[i] = (uint64_t)at(STRINGS + 3 + i);
	map(fd);
	if (at_fd)
		syscall(SYS_execveat, 9, at(PATH), at(ARGV), at(ENVP), empty ? 0x1000 : 0); /* AT_EMPTY_PATH */
	else
		syscall(SYS_execve, at(PATH), at(ARGV), at(ENVP));
	return 3;
}

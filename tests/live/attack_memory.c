// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Arguments that change, move and vanish while they are read. */
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define CALLERS 2

struct race {
	int null, sock[2], memfd;
	int uffd; /* of userfaultfd, or -1 */
	bool stop;
};

/* ---- threads that make calls ---- */

/* Closes a descriptor that a call has returned. */
static void drop(long fd)
{
	if (fd >= 0)
		syscall(SYS_close, fd);
}

static void call_file(const struct race *r)
{
	void *p = somewhere(), *q = somewhere();

	switch (rnd() >> 60) {
	case 0:
	case 1:
	case 2:
		drop(syscall(SYS_openat, AT_FDCWD, p, O_PATH | O_CLOEXEC));
		break;
	case 3:
		syscall(SYS_execve, p, q, somewhere());
		break;
	case 4:
		syscall(SYS_write, r->null, p, rnd() >> 48);
		break;
	case 5:
	case 6:
		syscall(SYS_writev, r->null, p, rnd() >> 60);
		break;
	case 7:
		syscall(SYS_readlinkat, AT_FDCWD, p, q, 100);
		break;
	case 8:
		syscall(SYS_statx, AT_FDCWD, p, 0, 0x7ff, q);
		break;
	case 9:
		syscall(SYS_renameat2, AT_FDCWD, p, AT_FDCWD, q, 0);
		break;
	case 10:
		syscall(SYS_fcntl, r->null, F_GETLK, p);
		break;
	case 11:
		syscall(SYS_process_vm_readv, getpid(), p, 2, q, 2, 0);
		break;
	case 12:
		drop(syscall(SYS_openat2, AT_FDCWD, p, q, 24));
		break;
	case 13:
		syscall(SYS_prctl, 15 /* PR_SET_NAME */, p);
		break;
	case 14:
		syscall(SYS_setxattr, p, q, somewhere(), 100, 0);
		break;
	case 15:
		syscall(SYS_uname, p);
		break;
	}
}

static void call_socket(const struct race *r)
{
	int fd = r->sock[rnd() >> 63];
	void *p = somewhere(), *q = somewhere();

	switch (rnd() >> 61) {
	case 0:
	case 1:
		syscall(SYS_sendmsg, fd, p, MSG_DONTWAIT | MSG_NOSIGNAL);
		break;
	case 2:
		syscall(SYS_recvmsg, fd, p, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
		break;
	case 3:
		syscall(SYS_sendmmsg, fd, p, 3, MSG_DONTWAIT | MSG_NOSIGNAL);
		break;
	case 4:
		syscall(SYS_connect, fd, p, rnd() >> 56);
		break;
	case 5:
		syscall(SYS_setsockopt, fd, (int)(rnd() >> 62), (int)(rnd() >> 58), p, rnd() >> 58);
		break;
	case 6:
		syscall(SYS_getsockname, fd, p, q);
		break;
	case 7:
		syscall(SYS_sendto, fd, p, 100, MSG_DONTWAIT | MSG_NOSIGNAL, q, 16);
		break;
	}
}

static void *caller(void *race)
{
	const struct race *r = race;

	for (unsigned i = 0; !over(); i++) {
		if (i % 16 == 0)
			counted();
		if (rnd() >> 63)
			call_socket(r);
		else
			call_file(r);
	}
	return NULL;
}

/* ---- threads that change the memory ---- */

static void cut_off(const struct race *r, char *page)
{
	mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, r->memfd, 0);
	ftruncate(r->memfd, 0);
	sched_yield();
	ftruncate(r->memfd, 4096);
}

static void change(const struct race *r)
{
	char *page = region + 4096 * (rnd() % (REGION / 4096));

	switch (rnd() >> 60) {
	case 0:
		mprotect(page, 4096, PROT_NONE);
		break;
	case 1:
		mprotect(page, 4096, PROT_READ);
		break;
	case 2:
	case 3:
		mprotect(page, 4096, PROT_READ | PROT_WRITE);
		break;
	case 4:
		munmap(page, 4096);
		break;
	case 5:
	case 6:
		mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		break;
	case 7:
		cut_off(r, page);
		break;
	case 8:
		madvise(page, 4096, MADV_DONTNEED);
		break;
	default:
		region_fill();
	}
}

static void *changer(void *race)
{
	const struct race *r = race;

	while (!over()) {
		if (r->uffd < 0)
			change(r);
		else if (rnd() >> 62)
			region_fill();
		else
			madvise(region + 4096 * (rnd() % (REGION / 4096)), 4096, MADV_DONTNEED);
	}
	return NULL;
}

/* ---- userfaultfd ---- */

static void hand_over(int uffd, uint64_t at)
{
	uint64_t words[512];

	for (unsigned i = 0; i < 512; i++)
		words[i] = value();
	if (rnd() >> 62) {
		struct uffdio_copy copy = { .dst = at & ~4095ull, .src = (uintptr_t)words, .len = 4096 };

		ioctl(uffd, UFFDIO_COPY, &copy);
	} else {
		struct uffdio_zeropage zero = { .range = { at & ~4095ull, 4096 } };

		ioctl(uffd, UFFDIO_ZEROPAGE, &zero);
	}
	/* UFFDIO_COPY fails if the page exists already, and then it does not wake the thread */
	ioctl(uffd, UFFDIO_WAKE, &(struct uffdio_range){ at & ~4095ull, 4096 });
}

static void *pager(void *race)
{
	const struct race *r = race;

	while (!__atomic_load_n(&r->stop, __ATOMIC_ACQUIRE)) {
		struct pollfd pfd = { .fd = r->uffd, .events = POLLIN };
		struct uffd_msg msg;

		if (poll(&pfd, 1, 20) <= 0 || read(r->uffd, &msg, sizeof(msg)) != sizeof(msg))
			continue;
		if (rnd() >> 62 == 0)
			usleep(rnd() >> 53);
		if (msg.event == UFFD_EVENT_PAGEFAULT)
			hand_over(r->uffd, msg.arg.pagefault.address);
	}
	return NULL;
}

static int uffd_new(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .range = { (uintptr_t)region, REGION }, .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || madvise(region, REGION, MADV_DONTNEED) ||
	    ioctl(fd, UFFDIO_REGISTER, &reg)) {
		fprintf(stderr, "attack: no userfaultfd here: %s\n", strerror(errno));
		return -1;
	}
	return fd;
}

/* ---- both kinds of threads ---- */

static int race(struct race *r)
{
	pthread_t callers[CALLERS], change_thread, pager_thread;

	r->null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	r->memfd = memfd_create("cut", MFD_CLOEXEC);
	if (r->null < 0 || r->memfd < 0 || socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, r->sock))
		return 1;
	become_nobody();
	if (r->uffd >= 0)
		pthread_create(&pager_thread, NULL, pager, r);
	pthread_create(&change_thread, NULL, changer, r);
	for (unsigned i = 0; i < CALLERS; i++)
		pthread_create(&callers[i], NULL, caller, r);
	for (unsigned i = 0; i < CALLERS; i++)
		pthread_join(callers[i], NULL);
	pthread_join(change_thread, NULL);
	__atomic_store_n(&r->stop, true, __ATOMIC_RELEASE);
	if (r->uffd >= 0)
		pthread_join(pager_thread, NULL);
	return 0;
}

int topic_memory(void)
{
	return race(&(struct race){ .uffd = -1 });
}

int topic_uffd(void)
{
	struct race r = { .uffd = uffd_new() };

	return r.uffd < 0 ? 0 : race(&r);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes io_uring_register calls that really happen, if a ring can be created; then calls with all kinds of arguments,
 * under a seccomp filter.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define REGISTER(op, arg, n) syscall(SYS_io_uring_register, ring, op, arg, n)

static int ring;
static int fds[] = { 1, 2, -1, -2, 0 };
static uint64_t tags[] = { 7, 8, 9, 10, 11 };
static struct iovec iovs[3];
static struct {
	uint8_t head[16], ops[256][8];
} probe;

/* Structs of linux/io_uring.h, which may be newer than the headers. */
struct update {
	uint32_t offset, resv;
	uint64_t data;
};
struct rsrc_register {
	uint32_t nr, flags;
	uint64_t resv2, data, tags;
	uint64_t more;
};
struct rsrc_update {
	uint32_t offset, resv;
	uint64_t data, tags;
	uint32_t nr, resv2;
	uint64_t more;
};
struct restriction {
	uint16_t opcode;
	uint8_t op, resv;
	uint32_t resv2[3];
};
struct buffers {
	uint64_t addr;
	uint32_t entries;
	uint16_t group, pad;
	uint64_t resv[3];
};

static void probes(void)
{
	static const unsigned rooms[] = { 0, 1, 2, 5, 32, 33, 64, 256 };
	static const uint8_t places[] = { 0, 1, 2, 4, 8, 12, 16, 17, 18, 20, 24 };

	for (size_t i = 0; i < COUNT(rooms); i++) {
		memset(&probe, 0, sizeof(probe));
		REGISTER(8, &probe, rooms[i]);
	}
	for (size_t i = 0; i < COUNT(places); i++) {
		memset(&probe, 0, sizeof(probe));
		((uint8_t *)&probe)[places[i]] = 3;
		REGISTER(8, &probe, 5);
		REGISTER(8, &probe, 1);
	}
	memset(&probe, 0, sizeof(probe));
	for (size_t i = 0; i < COUNT(probe.ops); i++)
		probe.ops[i][0] = i;
	for (unsigned len = 0; len < 70; len += 7) {
		probe.head[1] = len;
		REGISTER(8, &probe, len + 2);
		REGISTER(8, &probe, 3);
	}
}

static void resources(void)
{
	struct rsrc_register r = { .nr = 3, .tags = (uintptr_t)tags };
	struct rsrc_update u = { .offset = 3, .nr = 3, .tags = (uintptr_t)tags };
	struct update f = { 1, 0, (uintptr_t)fds };

	for (unsigned op = 13; op < 17; op++)
		for (unsigned i = 0; i < 4; i++) {
			r.data = u.data = op % 2 ? (op == 13 ? (uintptr_t)fds : (uintptr_t)iovs)
						 : (op == 14 ? (uintptr_t)fds : (uintptr_t)iovs);
			r.flags = i;
			r.resv2 = u.resv = u.resv2 = i / 2;
			r.more = u.more = i;
			for (unsigned size = 24; size <= 40; size += 8)
				REGISTER(op, op % 2 ? (void *)&r : (void *)&u, size);
		}
	r = (struct rsrc_register){ .data = (uintptr_t)fds };
	REGISTER(13, &r, 32);
	for (unsigned n = 0; n <= COUNT(fds); n++) {
		REGISTER(2, fds, n);
		REGISTER(6, &f, n);
	}
	f = (struct update){ 1, 5, 0 };
	REGISTER(6, &f, 2);
	REGISTER(3, 0, 0);
	REGISTER(0, iovs, COUNT(iovs));
	REGISTER(1, 0, 0);
}

static void restrictions(void)
{
	static struct restriction r[70];

	for (unsigned op = 0; op < 5; op++) {
		for (unsigned i = 0; i < COUNT(r); i++)
			r[i] = (struct restriction){ .opcode = op, .op = i };
		REGISTER(11, r, 30);
		REGISTER(11, r + 30, 30);
		for (unsigned i = 0; i < 8; i++)
			r[i] = (struct restriction){ op, 1 << i, i == 1, { i == 2, i == 3, i == 4 } };
		REGISTER(11, r, 8);
	}
}

static void others(void)
{
	static uint32_t limits[40] = { 3, 5, 7 };
	static uint64_t cpus[4] = { 5, 0, 1ull << 63, 3 };
	struct update u[2] = { { -1u, 0, ring }, { 3, 4, 5ull << 32 | 6 } };
	struct buffers b = { (uintptr_t)fds, 8, 1, 0, { 0, 0, 0 } };

	for (unsigned n = 0; n < COUNT(limits); n += n < 3 ? 1 : 18)
		REGISTER(19, limits, n);
	REGISTER(19, 0, 2);
	for (unsigned n = 0; n <= sizeof(cpus); n++)
		REGISTER(17, cpus, n);
	REGISTER(18, 0, 0);
	REGISTER(20, u, 1);
	REGISTER(21, u, 1);
	REGISTER(20, u, 2);
	REGISTER(21, u, 2);
	for (unsigned op = 22; op < 24; op++)
		for (unsigned i = 0; i < 4; i++) {
			b.pad = i == 1;
			b.resv[1] = i == 2;
			b.addr = i == 3 ? 0 : b.addr;
			REGISTER(op, &b, i);
		}
	for (unsigned op = 0; op < 26; op++) {
		REGISTER(op, NULL, 2);
		REGISTER(op, (void *)-1, 1);
	}
}

static void all(void)
{
	probes();
	resources();
	restrictions();
	others();
}

/* Lets each call return err. */
static int jailed(unsigned err)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_register, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog p = { COUNT(f), f };
	int status;
	pid_t pid = fork();

	if (!pid) {
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p))
			_exit(1);
		all();
		_exit(0);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid || status;
}

int main(void)
{
	static char buf[3][4096];
	uint32_t params[30] = { 0 };

	for (size_t i = 0; i < COUNT(iovs); i++)
		iovs[i] = (struct iovec){ buf[i], i * 100 };
	memset(&probe, 1, sizeof(probe));
	if (jailed(0) || jailed(1))
		return 1;
	ring = syscall(SYS_io_uring_setup, 8, params);
	if (ring >= 0)
		all();
	return 0;
}

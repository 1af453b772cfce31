// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Sends netlink messages with every attribute in many sizes. Nothing happens: the sockets are real, so that a tracer
 * knows their protocol, but a seccomp filter answers all calls that send with EPERM.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define PATTERN 512

static uint8_t pattern[PATTERN], ones[PATTERN], bits[PATTERN];

static int jail(void)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendto, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog p = { COUNT(f), f };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p);
}

/* ---- a message that grows ---- */

static struct {
	struct nlmsghdr head;
	uint8_t data[1024];
} msg;
static size_t used;
static int sock;

static void begin(unsigned type, unsigned flags)
{
	msg.head = (struct nlmsghdr){ .nlmsg_type = type, .nlmsg_flags = flags, .nlmsg_seq = 1 };
	used = 0;
}

static void put(const void *p, size_t n)
{
	if (p)
		memcpy(msg.data + used, p, n);
	else
		memset(msg.data + used, 0, n);
	used += n;
}

/* Adds an attribute within nested ones, whose types are in nest, which ends with -1. */
static void put_attr(const int *nest, unsigned type, const void *p, size_t n)
{
	size_t at[8], depth = 0;

	for (;; depth++) {
		at[depth] = used;
		put((uint16_t[]){ 0, nest[depth] < 0 ? type : (unsigned)nest[depth] }, 4);
		if (nest[depth] < 0)
			break;
	}
	put(p, n);
	for (size_t i = 0; i <= depth; i++) {
		uint16_t len = used - at[i];

		memcpy(msg.data + at[i], &len, sizeof(len));
	}
	put(NULL, -used & 3);
}

static void send_it(void)
{
	msg.head.nlmsg_len = sizeof(msg.head) + used;
	syscall(SYS_sendto, sock, &msg, msg.head.nlmsg_len, 0, NULL, 0);
}

/* ---- the variations ---- */

/* Sends messages with a family's struct of size bytes: cut to fewer bytes, and filled with values. */
static void heads(unsigned type, unsigned flags, uint8_t family, size_t size)
{
	for (size_t n = 0; n <= size + 4; n++) {
		begin(type, flags);
		put(&family, n > 0);
		put(pattern, n ? n - 1 : 0);
		send_it();
		begin(type, flags);
		put(&family, n > 0);
		put(NULL, n ? n - 1 : 0);
		send_it();
	}
	/* a bit that few sets of flags have */
	begin(type, flags);
	put(&family, 1);
	put(bits, size - 1);
	send_it();
}

static void attrs(unsigned type, unsigned flags, uint8_t family, size_t size, const int *nest, unsigned n)
{
	static const uint8_t sizes[] = {
		0,  1,	2,  3,	4,  5,	7,  8,	9,  12, 16,  20,  24,  28,  32,	 36,  40,  44,
		48, 60, 64, 72, 76, 80, 84, 88, 92, 96, 100, 104, 184, 192, 196, 200, 240, 248
	};

	for (unsigned attr = 0; attr < n; attr++)
		for (size_t i = 0; i < COUNT(sizes); i++)
			for (int k = 0; k < 2; k++) {
				begin(type, flags);
				put(&family, 1);
				put(NULL, size - 1);
				put_attr(nest, attr, k ? ones : pattern, sizes[i]);
				send_it();
			}
}

#define NEST(...) ((const int[]){ __VA_ARGS__, -1 })
#define FLAT ((const int[]){ -1 })

/* Nested attributes of links, bridges and virtual functions. */
static void links(void)
{
	attrs(16, 1, 0, 16, FLAT, 72);
	attrs(16, 1, 0, 16, NEST(22, 1), 15);
	attrs(16, 1, 0, 16, NEST(22, 1, 8), 10);
	attrs(16, 1, 0, 16, NEST(22, 1, 12), 3);
	attrs(16, 1, 0, 16, NEST(24, 1), 9);
	attrs(16, 1, 0, 16, NEST(25), 9);
	attrs(16, 1, 0, 16, NEST(26, 45), 4);
	attrs(16, 1, 0, 16, NEST(55), 4);
	attrs(16, 1, 7, 16, NEST(26), 9);
	attrs(16, 1, 7, 16, NEST(26, 3), 5);
	for (unsigned v = 0; v < 8; v++) {
		begin(16, 1);
		put(NULL, 16);
		put_attr(NEST(22, 1), 5, (uint32_t[]){ 1, v }, 8);
		put_attr(NEST(22, 1, 12), 1, (uint32_t[]){ 1, 2, 3, v << 8 | 0xa888 }, 16);
		send_it();
		begin(16, 1);
		put((uint8_t[]){ 7 }, 1);
		put(NULL, 15);
		put_attr(NEST(26), 0, &(uint16_t){ v }, 2);
		put_attr(NEST(26), 1, &(uint16_t){ v ? v : 0xffff }, 2);
		send_it();
	}
}

/* Multicast groups, their routing, statistics, actions. */
static void groups(void)
{
	static const uint16_t protos[] = { 0, 0x200, 0xa00, 0x1c00, 0x800 };

	attrs(84, 1, 7, 8, NEST(1, 1), 3);
	attrs(84, 1, 7, 8, NEST(2), 3);
	for (unsigned attr = 0; attr < 12; attr++)
		for (size_t i = 0; i < COUNT(protos); i++) {
			begin(84, 1);
			put((uint8_t[]){ 7 }, 1);
			put(NULL, 7);
			put((uint16_t[]){ 44 + 8, 1, 40 + 8, 1, 36 + 8, 1 }, 12);
			put((uint8_t[]){ 1, 0, 0, 0, i, 1u << attr, 3, 0 }, 8);
			put(pattern, 16);
			put((uint16_t[]){ protos[i], 1 }, 4);
			put_attr(FLAT, attr, pattern, 4 * (i & 1) + 4);
			msg.data[8] += 4 * (i & 1);
			msg.data[12] += 4 * (i & 1);
			msg.data[16] += 4 * (i & 1);
			send_it();
			begin(84, 1);
			put((uint8_t[]){ 7 }, 1);
			put(NULL, 7);
			put((uint16_t[]){ 20, 2, 16, 1, 1, 0, 8, attr, i, 0 }, 20);
			send_it();
		}
	attrs(48, 1, 0, 4, NEST(1, 1), 12);
	attrs(92, 1, 0, 12, NEST(2, 2, 1), 11);
	attrs(92, 1, 0, 12, NEST(5, 28), 3);
	attrs(96, 1, 128, 4, FLAT, 8);
	attrs(96, 1, 129, 4, FLAT, 7);
	for (unsigned v = 0; v < 8; v++)
		for (unsigned family = 128; family < 131; family++) {
			begin(96, 1);
			put((uint8_t[]){ family, 0, 0, 0 }, 4);
			put_attr(FLAT, 1, &(uint8_t){ v }, 1);
			send_it();
		}
	/* RTA_MULTIPATH is left out: strace does not return from next hops whose length is 0. */
	for (unsigned attr = 10; attr < 33; attr++)
		for (size_t n = 0; n < 36; n++) {
			begin(24, 1);
			put((uint8_t[]){ 2 }, 1);
			put(NULL, 11);
			put_attr(FLAT, attr, pattern, n);
			send_it();
		}
	attrs(28, 1, 2, 12, FLAT, 19);
	attrs(28, 1, 2, 12, NEST(14), 4);
	attrs(32, 1, 2, 12, FLAT, 32);
}

static void route(void)
{
	static const struct {
		uint8_t type, size, attrs;
	} kinds[] = {
		{ 36, 20, 17 }, { 48, 4, 6 }, { 64, 4, 11 }, { 72, 12, 4 }, { 78, 4, 18 },
		{ 80, 4, 10 },	{ 84, 8, 1 }, { 88, 4, 7 },  { 92, 12, 2 }, { 104, 8, 15 },
	};

	links();
	groups();
	for (unsigned type = 16; type < 120; type++) {
		if (type >= 52 && type < 56)
			continue;
		heads(type, 1, 2, 20);
	}
	for (size_t i = 0; i < COUNT(kinds); i++)
		for (unsigned f = 0; f < 3; f++)
			attrs(kinds[i].type, 1, "\2\12\7"[f], kinds[i].size, FLAT, kinds[i].attrs);
	attrs(36, 1, 0, 20, NEST(7), 10);
	attrs(36, 1, 0, 20, NEST(8), 4);
	attrs(64, 1, 0, 4, NEST(6), 21);
	for (unsigned bit = 0; bit < 32; bit++) {
		begin(64, 1);
		put(NULL, 4);
		put_attr(FLAT, 5, (uint32_t[]){ 1, 2, 3, 4, 5, 1u << bit, 7, 8 }, 32);
		send_it();
	}
	attrs(92, 1, 0, 12, NEST(4), 3);
	attrs(92, 1, 0, 12, NEST(2, 1), 6);
	attrs(104, 1, 0, 8, NEST(12), 6);
	attrs(104, 1, 0, 8, NEST(13), 5);
	attrs(16, 1, 10, 16, NEST(12), 11);
	attrs(16, 1, 7, 16, NEST(12), 47);
	for (unsigned family = 0; family < 46; family++)
		attrs(16, 1, family, 16, FLAT, 3);
}

/* Links whose kind is known. */
static void kinds(void)
{
	static const char *const names[] = { "bridge", "tun", "vlan", "tuna" };

	for (size_t i = 0; i < COUNT(names); i++)
		for (unsigned attr = 0; attr < 50; attr++)
			for (size_t n = 0; n < 24; n++) {
				uint16_t outer = 0;

				begin(16, 1);
				put(NULL, 16);
				put((uint16_t[]){ 0, 18 }, 4);
				put_attr(FLAT, 1, names[i], strlen(names[i]) + 1);
				put_attr(NEST(2), attr, pattern, n);
				outer = used - 16;
				memcpy(msg.data + 16, &outer, sizeof(outer));
				send_it();
			}
}

static void diag(void)
{
	static const struct {
		uint8_t family, size, attrs, request;
	} kinds[] = {
		{ 1, 16, 10, 24 }, { 2, 72, 25, 56 }, { 10, 72, 25, 56 }, { 16, 28, 7, 20 },
		{ 17, 16, 7, 20 }, { 43, 64, 8, 52 }, { 40, 8, 2, 8 },
	};

	for (size_t i = 0; i < COUNT(kinds); i++) {
		heads(20, 0, kinds[i].family, kinds[i].size);
		heads(20, 1, kinds[i].family, kinds[i].request);
		heads(18, 1, kinds[i].family, 60);
		attrs(20, 0, kinds[i].family, kinds[i].size, FLAT, kinds[i].attrs);
		attrs(20, 1, kinds[i].family, kinds[i].request, FLAT, 5);
	}
	attrs(20, 0, 2, 72, NEST(19), 5);
	attrs(20, 0, 2, 72, NEST(19, 2), 8);
	attrs(20, 0, 2, 72, NEST(19, 3), 13);
	attrs(20, 0, 2, 72, NEST(20), 3);
	attrs(20, 0, 2, 72, NEST(20, 1), 5);
}

/* Every state, mode and flag. */
static void diag_values(void)
{
	for (unsigned v = 0; v < 256; v++) {
		static const uint8_t families[] = { 1, 2, 16, 17, 43 };

		for (size_t i = 0; i < COUNT(families); i++) {
			begin(20, 0);
			put((uint8_t[]){ families[i], v, v, v }, 4);
			put(NULL, 68);
			send_it();
		}
		begin(20, 0);
		put((uint8_t[]){ 2 }, 1);
		put(NULL, 71);
		put_attr(FLAT, 8, &(uint8_t){ v }, 1);
		send_it();
		/* conditions of inet */
		begin(20, 1);
		put((uint8_t[]){ 2 }, 1);
		put(NULL, 55);
		put_attr(FLAT, 1, (uint8_t[]){ v % 16, 8, 20, 0, v / 16, 24, 0, 0, 80, 0, 0, 0, 1, 2, 3, 4 }, 16);
		send_it();
	}
	for (unsigned bit = 0; bit < 32; bit++)
		for (size_t i = 0; i < 3; i++) {
			begin(20, 1);
			put(&"\1\20\21"[i], 1);
			put(NULL, 3);
			put((uint32_t[]){ 1u << bit, 1u << bit, 1u << bit, 1, 2 }, 20);
			send_it();
		}
}

/* Messages of all types, flags and short lengths. */
static void types(unsigned from, unsigned to, size_t most)
{
	static const uint16_t flags[] = { 1, 0x301, 0xff00, 0x0f, 0xfff0 };

	for (unsigned type = from; type < to; type++)
		for (size_t i = 0; i < COUNT(flags); i++)
			for (size_t n = 0; n <= most; n += most < 4 || type < 40 ? 1 : most) {
				begin(type, flags[i]);
				put(pattern, n);
				send_it();
			}
}

static void filter(void)
{
	types(0, 20, 13);
	for (unsigned subsystem = 0; subsystem < 15; subsystem++) {
		types(subsystem << 8, (subsystem << 8) + 27, 0);
		types((subsystem << 8) + 255, (subsystem << 8) + 256, 0);
		attrs(subsystem << 8 | 1, 1, 2, 4, FLAT, 4);
		for (unsigned version = 0; version < 3; version++)
			for (unsigned id = 0; id < 14; id++) {
				begin(subsystem << 8 | 0x10, 1);
				put((uint8_t[]){ id, version, 0, id }, 4);
				send_it();
				begin(subsystem << 8 | 0x10, 1);
				put((uint8_t[]){ id, version, id, 0 }, 4);
				send_it();
			}
	}
}

/* Error messages that quote messages of any length, with and without the attributes that follow. */
static void errors(void)
{
	for (unsigned flags = 0; flags <= 0x300; flags += 0x100)
		for (uint32_t len = 0; len < 30; len++)
			for (size_t n = 16; n < 40; n += 3) {
				begin(2, flags);
				put(&(int){ -1 - (int)len }, 4);
				put(&(struct nlmsghdr){ .nlmsg_len = len, .nlmsg_type = 18, .nlmsg_flags = 1 }, 16);
				put(pattern, n - 16);
				send_it();
			}
}

static int netlink(int proto)
{
	struct sockaddr_nl a = { .nl_family = AF_NETLINK };
	int fd = socket(AF_NETLINK, SOCK_RAW, proto);

	return fd >= 0 && !bind(fd, (struct sockaddr *)&a, sizeof(a)) ? fd : -1;
}

/* The generic netlink controller: operations and groups of a family. */
static void generic(void)
{
	attrs(16, 1, 3, 4, NEST(6, 1), 3);
	attrs(16, 1, 3, 4, NEST(7, 1), 3);
	types(0, 60, 13);
}

/* Lengths that are shorter than the head, at each of three levels, and lists with an index. */
static void lengths(void)
{
	static const uint8_t outer[] = { 12, 18, 22, 26 };

	for (size_t i = 0; i < COUNT(outer); i++)
		for (unsigned n = 0; n < 9 * 9 * 9; n++) {
			uint16_t one = n / 81 < 8 ? n / 81 : 24, two = n / 9 % 9 < 8 ? n / 9 % 9 : 16;
			uint16_t three = n % 9;

			begin(16, 1);
			put(NULL, 16);
			put((uint16_t[]){ one, outer[i], two, 2, three, 1 }, 12);
			put(pattern, 4);
			put((uint16_t[]){ 8, 1 }, 4);
			put(pattern, 4);
			send_it();
		}
}

static void sweep(int proto)
{
	switch (proto) {
	case NETLINK_ROUTE:
		route();
		kinds();
		errors();
		lengths();
		break;
	case NETLINK_SOCK_DIAG:
		diag();
		diag_values();
		break;
	case NETLINK_NETFILTER:
		filter();
		break;
	case NETLINK_AUDIT:
		types(990, 1030, 4);
		types(1090, 1180, 0);
		types(1290, 1360, 0);
		types(1690, 1850, 0);
		types(1990, 2120, 0);
		break;
	case NETLINK_GENERIC:
		generic();
		break;
	default:
		types(0, 60, 13);
	}
}

int main(void)
{
	int socks[32];

	for (size_t i = 0; i < PATTERN; i++)
		pattern[i] = i * 37 + 1;
	ones[0] = 1;
	memset(bits, 0x20, sizeof(bits));
	for (size_t i = 0; i < COUNT(socks); i++)
		socks[i] = netlink(i);
	if (socks[NETLINK_ROUTE] < 0 || socks[NETLINK_SOCK_DIAG] < 0 || jail())
		return 1;
	for (size_t i = 0; i < COUNT(socks); i++) {
		sock = socks[i];
		if (sock >= 0)
			sweep(i);
	}
	return 0;
}

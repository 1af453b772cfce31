// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes every ioctl request whose struct is printed, with structs of all kinds. It runs under the oracle. The first run
 * is on a device that knows none of the requests; in the others a seccomp filter answers, with an error and with 0, so
 * that output arguments are decoded as well.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define AREA 65536
#define PAGE 4096
#define BAD 0x1234L

static int device;
static unsigned char *area;

static void call(unsigned cmd, const void *arg)
{
	syscall(SYS_ioctl, device, cmd, arg);
}

/* The number that a request with a struct of another size has when this program makes it. */
#ifdef __LP64__
#define SIZED_HERE(key, size) (key)
#else
#define SIZED_HERE(key, size) (((key) & ~(0x3fffu << 16)) | (size) << 16)
#endif

/* All requests; argument is NULL for those that are printed by name only. */
static const struct {
	unsigned number;
	const char *argument;
} all[] = {
#define REQUEST(names, number) { number, NULL },
#define IOCTL(name, number, ...) { number, #__VA_ARGS__ },
#define IOCTL_AS(name, names, number, ...) { number, #__VA_ARGS__ },
#define IOCTL_FD(name, number, ...) { number, #__VA_ARGS__ },
#define IOCTL_FD_AS(name, names, number, ...) { number, #__VA_ARGS__ },
#define IOCTL_AUX(name, number, aux, ...) { number, #__VA_ARGS__ },
#define SIZED(key, size) SIZED_HERE(key, size)
#define X86ONLY(key) key
#define WIDE(key) key
#define WIDE_ONLY(key) key
#include "../../libsctrace/tables/ioctl/all.def"
};

#define N_ALL (sizeof(all) / sizeof(all[0]))

static unsigned requests[N_ALL];
static size_t n_requests;

/* Returns true for requests whose struct is printed, false for those without an argument or with a number. */
static bool is_swept(const char *argument)
{
	return argument && strstr(argument, "STRUCT(") && !strstr(argument, "int32") && !strstr(argument, "long");
}

static void choose_requests(void)
{
	for (size_t i = 0; i < N_ALL; i++)
		if (is_swept(all[i].argument))
			requests[n_requests++] = all[i].number;
}

static void put(size_t off, size_t size, uint64_t v)
{
	memcpy(area + off, &v, size);
}

/* ---- patterns ------------------------------------------------------------------ */

static uint64_t seed = 1;

static uint32_t next_random(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 32;
}

enum pattern { ZERO, BYTES, ONES, SMALL, COUNT, POWERS, SPARSE, RANDOM, PATTERNS };

static void fill(enum pattern p)
{
	for (size_t i = 0; i < AREA; i++) {
		unsigned char v = 0;

		switch (p) {
		case BYTES:
			v = i + 1;
			break;
		case ONES:
			v = 0xff;
			break;
		case SMALL:
			v = i % 4 ? 0 : i / 4 % 5 + 1;
			break;
		case COUNT:
			v = i % 4 ? 0 : i / 4 % 90 + 1;
			break;
		case POWERS:
			v = i % 8 ? 0 : 1 << i / 8 % 8;
			break;
		case SPARSE:
			v = i % 3 ? 0 : i * 7;
			break;
		case RANDOM:
			v = next_random();
			break;
		default:
			break;
		}
		area[i] = v;
	}
}

#define KVM_GET_SUPPORTED_CPUID 0xc008ae05
#define KVM_GET_EMULATED_CPUID 0xc008ae09
#define KVM_SET_CPUID2 0x4008ae90
#define PERF_EVENT_IOC_QUERY_BPF 0xc008240a
#define BTRFS_IOC_TREE_SEARCH_V2 0xc0709411
#define BTRFS_IOC_SPACE_INFO 0xc0109414
#define FIDEDUPERANGE 0xc0189436
#define FS_IOC_FIEMAP 0xc020660b
#define UDMABUF_CREATE_LIST 0x40087543
#define KDGKBENT 0x4b46
#define KDSKBENT 0x4b47
#define KDGKBSENT 0x4b48
#define KDSKBSENT 0x4b49
#define GIO_UNISCRNMAP 0x4b69
#define PIO_UNISCRNMAP 0x4b6a

/* Limits the sizes in structs whose trailing data strace reads beyond the kernel's limits. */
static void sober(unsigned cmd)
{
	switch (cmd) {
	case KVM_GET_SUPPORTED_CPUID:
	case KVM_GET_EMULATED_CPUID:
	case KVM_SET_CPUID2:
		put(1, 3, 0);
		area[0] %= 200;
		break;
	case PERF_EVENT_IOC_QUERY_BPF:
		put(4, 4, area[4] % 64);
		break;
	case FIDEDUPERANGE:
		put(16, 2, area[16] % 128);
		break;
	case UDMABUF_CREATE_LIST:
		put(4, 4, area[4]);
		break;
	case FS_IOC_FIEMAP:
		put(20, 4, area[20] % 140);
		break;
	case BTRFS_IOC_SPACE_INFO:
		put(8, 8, area[8]);
		break;
	case BTRFS_IOC_TREE_SEARCH_V2:
		put(64, 4, 2);
		put(112 + 28, 4, area[112 + 28]);
		break;
	}
}

/* Returns true for requests that strace prints up to the end of mapped memory; sctrace reads a struct as a whole. */
static int in_pieces(unsigned cmd)
{
	return cmd == KDGKBENT || cmd == KDSKBENT || cmd == KDGKBSENT || cmd == KDSKBSENT || cmd == PIO_UNISCRNMAP ||
	       cmd == GIO_UNISCRNMAP;
}

static void patterns(void)
{
	for (enum pattern p = ZERO; p < PATTERNS; p++) {
		fill(p);
		for (size_t i = 0; i < n_requests; i++) {
			sober(requests[i]);
			call(requests[i], area);
		}
	}
	for (size_t i = 0; i < n_requests; i++) {
		call(requests[i], NULL);
		call(requests[i], (void *)BAD);
		call(requests[i], area + AREA); /* no memory is mapped */
		if (!in_pieces(requests[i]))
			call(requests[i], area + AREA - 2); /* two bytes are mapped */
	}
}

/*
 * With -v, the bytes of other requests are printed, as many as the size in the number says. strace decodes structs of
 * input devices and of device mapper that have no rows.
 */
static void others(void)
{
	fill(BYTES);
	for (size_t i = 0; i < N_ALL; i++) {
		unsigned cmd = all[i].number, size = cmd >> 16 & 0x3fff, kind = cmd >> 8 & 0xff;

		if (all[i].argument || !size || kind == 'E' || kind == 0xfd)
			continue;
		call(cmd, area);
		call(cmd, (void *)BAD);
		call(cmd, area + AREA - 2);
	}
}

/* ---- values of one field -------------------------------------------------------- */

static const struct field {
	unsigned cmd, off, size;
	int from, to; /* sets each bit, if both values are equal */
	unsigned with, with_size;
	uint64_t value; /* value of another field */
} fields[] = {
	{ 0x31f, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x2284, 0, 4, 0, 20, 0, 0, 0 },
	{ 0x4b33, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x4b46, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x4b72, 0, 4, 0, 30, 0, 0, 0 },
	{ 0x4b72, 4, 4, 0, 0, 0, 0, 0 },
	{ 0x40084f03, 4, 1, 0, 255, 0, 0, 0 },
	{ 0x40986f00, 16, 1, 0, 255, 0, 0, 0 },
	{ 0x40986f00, 17, 1, 0, 0, 0, 0, 0 },
	{ 0x40104f06, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x40045612, 0, 4, 0, 255, 0, 0, 0 },
	{ 0xc0145608, 8, 4, 0, 30, 0, 0, 0 },
	{ 0xc0d05605, 20, 4, 0, 30, 0, 4, 1 },
	{ 0xc0d05605, 32, 4, 0, 40, 0, 4, 1 },
	{ 0xc0205648, 0, 4, 0, 3, 0, 0, 0 },
	{ 0xc0445624, 4, 4, 0, 600, 0, 0, 0 },
	{ 0xc0445624, 56, 4, 0, 0, 0, 0, 0 },
	{ 0xc054561d, 36, 4, 0, 30, 0, 0, 0 },
	{ 0xc054561d, 40, 4, 0, 0, 0, 0, 0 },
	{ 0xc054561d, 52, 4, 0, 0, 0, 0, 0 },
	{ 0xc054561d, 56, 4, 0, 30, 0, 0, 0 },
	{ 0xc02c564a, 8, 4, 0, 30, 0, 0, 0 },
	{ 0xc034564b, 16, 4, 0, 30, 0, 0, 0 },
	{ 0xc0405602, 8, 4, 0, 0, 0, 0, 0 },
	{ 0xc0d05605, 40, 4, 0, 0, 0, 4, 4 },
	{ 0xc0d05605, 8, 2, 0, 0, 0, 4, 6 },
	{ 0x80685600, 84, 4, 0, 0, 0, 0, 0 },
	{ 0xc0cc5615, 8, 4, 0, 0, 0, 4, 1 },
	{ 0xc0cc5615, 4, 4, 0, 0, 0, 4, 1 },
	{ 0xc050561a, 36, 4, 0, 30, 0, 0, 0 },
	{ 0x40046911, 0, 4, 0, 255, 0, 0, 0 },
	{ 0x80046900, 0, 4, 0, 0, 0, 0, 0 },
	{ 0x40063e00, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x40063e00, 1, 1, 0, 255, 0, 0, 0 },
	{ 0x40063e00, 4, 1, 0, 255, 0, 0, 0 },
	{ 0x80044d0d, 0, 4, 0, 30, 0, 0, 0 },
	{ 0x80204d01, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x80204d01, 4, 4, 0, 0, 0, 0, 0 },
	{ 0x80c84d0a, 0, 4, 0, 30, 0, 0, 0 },
	{ 0xc0304d18, 40, 1, 0, 255, 0, 0, 0 },
	{ 0x4020ae46, 4, 4, 0, 0, 0, 0, 0 },
	{ 0x4008ae90, 16, 4, 0, 0, 0, 4, 1 },
	{ 0x40103d02, 4, 4, 0, 0, 0, 0, 0 },
	{ 0x40383d03, 36, 4, 0, 0, 0, 0, 0 },
	{ 0x40603d07, 68, 4, 0, 30, 0, 0, 0 },
	{ 0x40187014, 0, 8, 0, 30, 0, 0, 0 },
	{ 0x80047013, 0, 4, 0, 0, 0, 0, 0 },
	{ 0x800ca400, 0, 4, 0, 30, 0, 0, 0 },
	{ 0x800ca400, 8, 4, 0, 0, 0, 0, 0 },
	{ 0x800ca400, 4, 4, 0, 0, 0, 4, 1 },
	{ 0xc010a401, 8, 4, 0, 0, 0, 0, 0 },
	{ 0xc048b402, 4, 4, 0, 0, 0, 0, 0 },
	{ 0xc054b40a, 0, 4, 0, 0, 0, 0, 0 },
	{ 0xc030b404, 8, 4, 0, 8, 0, 0, 0 },
	{ 0xc110b40d, 0, 8, 0, 0, 0, 0, 0 },
	{ 0x40182103, 8, 4, 0, 0, 0, 0, 0 },
	{ 0x4008941a, 0, 8, 0, 0, 0, 0, 0 },
	{ 0x40309410, 16, 8, 0, 0, 0, 0, 0 },
	{ 0x40309410, 28, 4, 0, 30, 0, 0, 0 },
	{ 0x80189439, 0, 8, 0, 0, 0, 0, 0 },
	{ 0x80189439, 8, 8, 0, 0, 0, 0, 0 },
	{ 0x80189439, 16, 8, 0, 0, 0, 0, 0 },
	{ 0x40489426, 32, 8, 0, 0, 0, 0, 0 },
	{ 0x8030942b, 8, 8, 0, 0, 0, 0, 0 },
	{ 0xc0109428, 0, 8, 0, 30, 0, 0, 0 },
	{ 0x8400941f, 44, 2, 0, 30, 48, 8, 1 },
	{ 0x8400941f, 48, 8, 0, 0, 0, 0, 0 },
	{ 0x84009422, 0, 8, 0, 0, 0, 0, 0 },
	{ 0x84009422, 8, 8, 0, 0, 0, 0, 0 },
	{ 0x84009422, 16, 8, 0, 0, 0, 8, 1 },
	{ 0x84009422, 80, 8, 0, 0, 0, 8, 1 },
	{ 0xc400941b, 24, 8, 0, 0, 0, 0, 0 },
	{ 0xc4089434, 16, 8, 0, 0, 0, 0, 0 },
	{ 0xca289435, 0, 8, 0, 30, 0, 0, 0 },
	{ 0xca289435, 8, 8, 0, 30, 0, 0, 0 },
	{ 0xd0009411, 60, 4, 0, 255, 0, 0, 0 },
	{ 0xd0009411, 56, 4, 0, 255, 0, 0, 0 },
	{ 0xd0009411, 0, 8, 0, 255, 0, 0, 0 },
	{ 0xd0009411, 8, 8, 0, 255, 0, 0, 0 },
	{ 0xc0389424, 40, 8, 0, 0, 0, 0, 0 },
	{ 0xca289435, 16, 8, 0, 30, 0, 8, 1 },
	{ 0xca289435, 24, 8, 0, 5, 0, 0, 0 },
	{ 0x40187014, 8, 8, 0, 0, 0, 0, 0 },
	{ 0x40187014, 8, 8, 0, 6, 0, 8, 2 },
	{ 0xc0585611, 12, 4, 0, 0, 0, 0, 0 },
	{ 0xc0585611, 60, 4, 0, 9, 0, 0, 0 },
	{ 0xc0cc5616, 0, 4, 0, 20, 0, 0, 0 },
	{ 0xc0d05605, 0, 4, 0, 20, 0, 0, 0 },
	{ 0xc0d05604, 0, 4, 0, 20, 0, 0, 0 },
	{ 0x40383d0c, 36, 4, 0, 9, 0, 0, 0 },
	{ 0x4b33, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x4b31, 0, 1, 0, 0, 0, 0, 0 },
	{ 0x4b64, 0, 1, 0, 0, 0, 0, 0 },
	{ 0x4b3b, 0, 4, 0, 9, 0, 0, 0 },
	{ 0x4b44, 0, 4, 0, 9, 0, 0, 0 },
	{ 0x4b62, 0, 4, 0, 9, 0, 0, 0 },
	{ 0x30c, 0, 8, 0, 0, 0, 0, 0 },
	{ 0x31a, 0, 8, 0, 9, 0, 0, 0 },
	{ 0x2284, 0, 4, 250, 280, 0, 0, 0 },
	{ 0x4b48, 0, 1, 0, 255, 0, 0, 0 },
	{ 0x4b46, 2, 2, 0, 4400, 0, 0, 0 },
	{ 0xc250b407, 560, 4, 60, 66, 0, 0, 0 },
	{ 0xc100b405, 80, 4, 0, 9, 68, 4, 1 },
	{ 0xc110b40d, 32, 4, 0, 9, 8, 4, 1 },
	{ 0xd0009411, 0, 8, 250, 260, 0, 0, 0 },
	{ 0xd0009411, 8, 8, -260, -250, 0, 0, 0 },
	{ 0x40986f00, 18, 2, -2, 3, 24, 4, 0x414141 },
	{ 0x40986f00, 18, 2, 125, 130, 0, 0, 0 },
};

static void values_of(const struct field *f)
{
	uint64_t all = f->size == 8 ? UINT64_MAX : (1ull << 8 * f->size) - 1;

	memset(area, 0, PAGE);
	put(f->with, f->with_size, f->value);
	for (int64_t v = f->from; v < f->to; v++) {
		put(f->off, f->size, (uint64_t)v);
		call(f->cmd, area);
	}
	if (f->from != f->to)
		return;
	for (unsigned bit = 0; bit < 8 * f->size; bit++) {
		put(f->off, f->size, 1ull << bit);
		call(f->cmd, area);
		put(f->off, f->size, all & ~(1ull << bit));
		call(f->cmd, area);
	}
	put(f->off, f->size, all);
	call(f->cmd, area);
}

#define VIDIOC_S_CTRL 0xc008561c
#define VIDIOC_QUERYCTRL 0xc0445624
#define NOTIF_RECV 0xc0502100
#define BTRFS_IOC_TREE_SEARCH 0xd0009411

static void values(void)
{
	static const uint32_t archs[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, AUDIT_ARCH_ARM, AUDIT_ARCH_AARCH64, 0 };
	static const uint64_t ids[] = { 0, 1, 5, 255, 256, 257, -1, -2, -9, -255, -256, -257 };

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		values_of(&fields[i]);
	memset(area, 0, PAGE);
	for (uint32_t class = 0x970000; class < 0xb00000; class += 0x10000)
		for (uint32_t id = 0x8ff; id < 0xa10; id++) {
			put(0, 4, class + id);
			call(VIDIOC_S_CTRL, area);
		}
	for (unsigned flags = 1; flags < 4; flags++) {
		put(0, 4, (uint32_t)flags << 30 | 0x980900);
		call(VIDIOC_QUERYCTRL, area);
		put(0, 4, (uint32_t)flags << 30);
		call(VIDIOC_QUERYCTRL, area);
	}
	memset(area, 0, PAGE);
	for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); i++)
		for (unsigned nr = 0; nr < 330; nr += 7) {
			put(16, 4, nr);
			put(20, 4, archs[i]);
			call(NOTIF_RECV, area);
		}
	memset(area, 0, PAGE);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		for (unsigned off = 0; off < 64; off += 8)
			put(off, 8, ids[i]);
		call(BTRFS_IOC_TREE_SEARCH, area);
	}
}

/* ---- structs that point to others ------------------------------------------------ */

static void *at(size_t off)
{
	return area + off;
}

#define SNAP_CREATE_V2 0x50009417
#define BTRFS_IOC_SEND 0x40489426
#define BTRFS_IOC_INO_PATHS 0xc0389423
#define BTRFS_IOC_LOGICAL_INO 0xc0389424
#define DATA (2 * PAGE)

static void put_address(size_t off, size_t to)
{
	put(off, 8, (uint64_t)(uintptr_t)at(to));
}

static void put_words(size_t off, const uint64_t *words, size_t n)
{
	memcpy(area + off, words, n * sizeof(*words));
}

#define WORDS(off, ...)                                                                                                \
	put_words(off, (uint64_t[]){ __VA_ARGS__ }, sizeof((uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void btrfs(void)
{
	memset(area, 0, AREA);
	WORDS(0, 3, 0, 6, 88);
	put_address(32, DATA);
	memcpy(at(56), "name", 5);
	for (uint64_t n = 0; n < 4; n++) {
		WORDS(DATA, 1, n, 1, 0, 0x3f, 7, 8, 9, 10, 11, 12, 13, 14);
		call(SNAP_CREATE_V2, area);
	}
	put(32, 8, BAD);
	call(SNAP_CREATE_V2, area);
	/* without the room for the groups after it */
	put_address(32, AREA - 72);
	call(SNAP_CREATE_V2, area);
	memset(area, 0, AREA);
	WORDS(DATA, 5, 256, -1, 7);
	put_address(16, DATA);
	for (uint64_t n = 0; n < 5; n++) {
		put(8, 8, n);
		call(BTRFS_IOC_SEND, area);
	}
	memset(area, 0, AREA);
	WORDS(0, 3, 256);
	put_address(48, DATA);
	WORDS(DATA, 0x200000001, 0x300000002, 16, 20, 0x300000000414243, 0x434241);
	call(BTRFS_IOC_INO_PATHS, area);
	call(BTRFS_IOC_LOGICAL_INO, area);
	WORDS(DATA, 0x200000001, 0x300000006, 1, 256, -1, 4, 5, 6);
	call(BTRFS_IOC_LOGICAL_INO, area);
	put(48, 8, BAD);
	call(BTRFS_IOC_INO_PATHS, area);
	call(BTRFS_IOC_LOGICAL_INO, area);
}

#define VIDIOC_S_EXT_CTRLS 0xc0205648
#define VIDIOC_G_EXT_CTRLS 0xc0205647
#define VIDIOC_TRY_EXT_CTRLS 0xc0205649
#define VIDIOC_S_FMT 0xc0d05605
#define VIDIOC_G_FMT 0xc0d05604

static void video(void)
{
	memset(area, 0, AREA);
	put(0, 4, 0x980000);
	put(8, 4, 1);
	put_address(24, DATA);
	for (unsigned i = 0; i < 40; i++) {
		put(DATA + 20 * i, 4, 0x980900 + i);
		put(DATA + 20 * i + 12, 8, (uint64_t)-5 * i);
	}
	for (unsigned n = 0; n < 40; n += n < 4 ? 1 : 7) {
		put(4, 4, n);
		call(VIDIOC_S_EXT_CTRLS, area);
		call(VIDIOC_G_EXT_CTRLS, area);
		call(VIDIOC_TRY_EXT_CTRLS, area);
	}
	memset(area, 0, AREA);
	for (uint64_t n = 0; n < 3; n++) {
		WORDS(0, 3, 0x200000001, 0x400000003, 0x600000005, 0, n, 0, 7);
		put_address(32, DATA);
		put_address(48, DATA);
		WORDS(DATA, 0x200000001, 0x400000003, 0, 0x600000005, 0x800000007, 0);
		call(VIDIOC_S_FMT, area);
		call(VIDIOC_G_FMT, area);
	}
}

#define GIO_UNIMAP 0x4b66
#define PIO_UNIMAP 0x4b67
#define GIO_FONTX 0x4b6b
#define PIO_FONTX 0x4b6c
#define KDFONTOP 0x4b72

static void consoles(void)
{
	memset(area, 0, AREA);
	for (unsigned i = 0; i < 200; i++)
		area[DATA + i] = "font"[i % 4];
	put_address(8, DATA);
	for (unsigned n = 0; n < 40; n += n < 4 ? 1 : 7) {
		put(0, 2, n);
		put(2, 2, 8);
		call(GIO_UNIMAP, area);
		call(PIO_UNIMAP, area);
		call(GIO_FONTX, area);
		call(PIO_FONTX, area);
	}
	put(8, 8, BAD);
	call(GIO_UNIMAP, area);
	call(PIO_UNIMAP, area);
	call(GIO_FONTX, area);
	call(PIO_FONTX, area);
	for (uint64_t op = 0; op < 6; op++) {
		WORDS(0, 1ull << 32 | op, 0x1000000008, 3);
		put_address(24, DATA);
		call(KDFONTOP, area);
		put(16, 4, 0);
		call(KDFONTOP, area);
		put(16, 4, 3);
		put(24, 8, BAD);
		call(KDFONTOP, area);
		put(24, 8, 0);
		call(KDFONTOP, area);
	}
}

/* ---- the device mapper ------------------------------------------------------------ */

#define DM_HEAD 312
#define DM_REQUEST(n) (0xc138fd00u | (n))
#define DM_REQUESTS 17

/* Values that a request may have for its list or its string. */
static const struct {
	uint64_t words[5]; /* numbers at the beginning of an element; text follows them */
	unsigned n, next;  /* bytes of the numbers; bytes of an element */
} mapped[] = {
	{ { 1, 2, 56ull << 32 | 3, 0x7261656e696c, 0 }, 40, 56 }, /* targets */
	{ { 0x801, 24 }, 12, 24 },				  /* names, and the number of an event */
	{ { 1ull << 32 | 24, 3ull << 32 | 2 }, 16, 24 },	  /* versions of targets */
	{ { 2, 0x801, 0x802 }, 24, 40 },			  /* devices */
	{ { 77 }, 8, 40 },					  /* a message */
};

static void mapped_calls(unsigned char *at, unsigned char *payload, unsigned shape, unsigned size, unsigned flags)
{
	uint32_t head[] = { 4, 41, 0, size, (uint32_t)(payload - at), 2, 3, flags, 5, 0, 0x801, 0 };

	memset(at, 0, (size_t)(area + AREA - at));
	memcpy(at, head, sizeof(head));
	memcpy(at + sizeof(head), "name", 5);
	for (unsigned i = 0; i < 2 && payload + (i + 1) * mapped[shape].next <= area + AREA; i++) {
		unsigned char *element = payload + i * mapped[shape].next;

		memcpy(element, mapped[shape].words, mapped[shape].n);
		memcpy(element + mapped[shape].n, "text", 5);
	}
	for (unsigned n = 0; n < DM_REQUESTS; n++)
		call(DM_REQUEST(n), at);
}

static void mapper(void)
{
	static const unsigned sizes[] = { 4096, DM_HEAD + 56, DM_HEAD + 20, DM_HEAD + 3, DM_HEAD, 305, 304, 0 };
	static const unsigned ends[] = { DM_HEAD, DM_HEAD + 10, DM_HEAD + 30, DM_HEAD + 50, DM_HEAD + 100 };

	for (unsigned shape = 0; shape < sizeof(mapped) / sizeof(mapped[0]); shape++) {
		for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			mapped_calls(area, area + DM_HEAD, shape, sizes[i], i & 1 ? 0x10002 : 0);
		for (unsigned i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
			mapped_calls(area + AREA - ends[i], area + AREA - ends[i] + DM_HEAD, shape, 4096, 0);
	}
}

/* ---- the seccomp filter ---- */

static void close_door(unsigned err)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(f) / sizeof(f[0]), f };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		_exit(77);
}

/* err < 0: the kernel handles the calls. */
static void sweep(int err)
{
	area = mmap(NULL, AREA + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	device = open("/dev/null", O_RDWR);
	if (area == MAP_FAILED || device < 0 || munmap(area + AREA, PAGE))
		_exit(1);
	if (err >= 0)
		close_door((unsigned)err);
	patterns();
	others();
	if (err <= 0) /* calls that fail are printed as in the run without a filter */
		values();
	btrfs();
	video();
	consoles();
	mapper();
	_exit(0);
}

int main(void)
{
	choose_requests();
	static const int errs[] = { -1, EPERM, 0 };

	for (size_t i = 0; i < sizeof(errs) / sizeof(errs[0]); i++) {
		int status;
		pid_t pid = fork();

		if (!pid)
			sweep(errs[i]);
		if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
			return WEXITSTATUS(status) == 77 ? 77 : 1;
	}
	return 0;
}

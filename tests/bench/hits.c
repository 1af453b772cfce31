// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * hits WHAT N CPU: ns per hit of a function, or of a place as a USDT probe is.
 *
 *	function, place			as they are: for who traces it
 *	entry, return, usdt		with an empty program on them, attached as sctrace attaches its own
 */
#include <elf.h>
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>

#define UPROBE_MULTI 48 /* enum bpf_attach_type, which older headers do not have */

/* Begins with an instruction that the kernel need not step over: what a hit costs is the probe's. */
int hit_function(int id, const char *text);
asm(".text\n"
    ".globl hit_function\n"
    ".type hit_function, @function\n"
    "hit_function: nop\n"
    "ret\n"
    ".size hit_function, . - hit_function\n");

extern const char hit_usdt[];
__attribute__((noinline)) static void hit_place(int id, const char *text)
{
	asm volatile(".globl hit_usdt\n"
		     "hit_usdt: nop\n"
		     ".pushsection .note.stapsdt, \"\", \"note\"\n"
		     ".balign 4\n"
		     ".4byte 992f - 991f, 994f - 993f, 3\n"
		     "991: .asciz \"stapsdt\"\n"
		     "992: .balign 4\n"
		     "993: .8byte hit_usdt, 0, 0\n"
		     ".asciz \"bench\", \"hit\", \"-4@%0 8@%1\"\n"
		     "994: .balign 4\n"
		     ".popsection\n" ::"r"((long)id),
		     "r"(text));
}

/* Where the program's file begins in memory. */
static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X)
			*(uint64_t *)base = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr - info->dlpi_phdr[i].p_offset;
	return 1;
}

struct multi_attr {
	uint32_t prog, target, attach_type, link_flags;
	uint64_t path, offsets, refs, cookies;
	uint32_t n, flags, pid, pad;
};

static int attach(const void *at, int returned)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = UPROBE_MULTI);
	uint64_t base = 0, off;
	struct multi_attr attr = {
		.prog = (uint32_t)bpf_prog_load(BPF_PROG_TYPE_KPROBE, "empty", "GPL", insns, 2, &opts),
		.attach_type = UPROBE_MULTI,
		.path = (uintptr_t) "/proc/self/exe",
		.offsets = (uintptr_t)&off,
		.n = 1,
		.flags = (uint32_t)returned,
	};

	dl_iterate_phdr(first_object, &base);
	off = (uintptr_t)at - base;
	return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &attr, sizeof(attr));
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

int main(int argc, char **argv)
{
	const char *what = argc > 3 ? argv[1] : "";
	int place = !strcmp(what, "place") || !strcmp(what, "usdt"), link = 0, sum = 0;
	long n = argc > 3 ? atol(argv[2]) : 0;
	cpu_set_t cpus;
	double from;

	if (n <= 0)
		return 2;
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[3]), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	if (!strcmp(what, "entry") || !strcmp(what, "return"))
		link = attach((const void *)hit_function, *what == 'r');
	else if (!strcmp(what, "usdt"))
		link = attach(hit_usdt, 0);
	if (link < 0) {
		perror("hits: attaching takes Linux 6.6");
		return 1;
	}
	from = now();
	for (long i = 0; i < n; i++)
		if (place)
			hit_place((int)i, "SELECT 1");
		else
			sum += hit_function((int)i, "SELECT 1");
	printf("%.1f\n", (now() - from) / (double)n);
	return sum == -1;
}

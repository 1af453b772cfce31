// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * hits WHAT N CPU: ns per hit of a function, of a nop like that of a USDT probe, or of the kernel's vfs_read(). The
 * result is the median of bursts, because other processes disturb some of them.
 *
 *	function, place, kernel		without a probe of this program; a tracer may attach one
 *	entry, return, usdt		with an empty program on them, attached as sctrace attaches its own
 *	kprobe				with two empty programs on vfs_read(), at its entry and at its return
 *
 * With ALONE in the environment, the parent (the tracer) is stopped meanwhile: in a guest whose processors share one
 * thread of the host, the parent's time would be counted, too.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>

#define UPROBE_MULTI 48 /* enum bpf_attach_type, which older headers do not have */
#define KFUNC "vfs_read"
#define BURSTS 100

/* The function begins with an instruction that the kernel need not step over, so that only the probe costs time. */
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

/* Address in memory at which the program's file begins. */
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

static const struct bpf_insn insns[] = {
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
	{ .code = BPF_JMP | BPF_EXIT },
};

static int attach(const void *at, int returned)
{
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

static int attach_kprobe(int returned)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_KPROBE_MULTI);
	const char *name = KFUNC;
	LIBBPF_OPTS(bpf_link_create_opts, link, .kprobe_multi.flags = (uint32_t)returned, .kprobe_multi.cnt = 1,
		    .kprobe_multi.syms = &name);
	int prog = bpf_prog_load(BPF_PROG_TYPE_KPROBE, "empty", "GPL", insns, 2, &opts);

	return prog < 0 ? prog : bpf_link_create(prog, 0, BPF_TRACE_KPROBE_MULTI, &link);
}

/* Attaches the empty programs of a kind, if it has any. Returns a value below 0 on failure. */
static int attach_what(const char *what)
{
	int first;

	if (!strcmp(what, "entry") || !strcmp(what, "return"))
		return attach((const void *)hit_function, *what == 'r');
	if (!strcmp(what, "usdt"))
		return attach(hit_usdt, 0);
	if (strcmp(what, "kprobe") != 0)
		return 0;
	first = attach_kprobe(1);
	return first < 0 ? first : attach_kprobe(0);
}

enum what { FUNCTION, PLACE, KERNEL };

static enum what what_of(const char *word)
{
	if (!strcmp(word, "kernel") || !strcmp(word, "kprobe"))
		return KERNEL;
	return !strcmp(word, "place") || !strcmp(word, "usdt") ? PLACE : FUNCTION;
}

/* The sum of what the function returns, which is 0. */
static int hit(enum what what, long n)
{
	int sum = 0, zero = what == KERNEL ? open("/dev/zero", O_RDONLY) : -1;
	char c;

	for (long i = 0; i < n; i++)
		switch (what) {
		case FUNCTION:
			sum += hit_function((int)i, "SELECT 1");
			break;
		case PLACE:
			hit_place((int)i, "SELECT 1");
			break;
		case KERNEL:
			if (read(zero, &c, 1) != 1)
				exit(1);
		}
	if (zero >= 0)
		close(zero);
	return sum;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int main(int argc, char **argv)
{
	const char *what = argc > 3 ? argv[1] : "";
	long n = argc > 3 ? atol(argv[2]) : 0;
	double ns[BURSTS];
	cpu_set_t cpus;
	int sum = 0;

	if (n < BURSTS)
		return 2;
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[3]), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	if (attach_what(what) < 0) {
		fprintf(stderr, "hits: %s: %s (uprobes take Linux 6.6, kprobe 5.18)\n", what, strerror(errno));
		return 1;
	}
	if (getenv("ALONE"))
		kill(getppid(), SIGSTOP);
	for (int i = 0; i < BURSTS; i++) {
		double from = now();

		sum += hit(what_of(what), n / BURSTS);
		ns[i] = (now() - from) / (double)(n / BURSTS);
	}
	if (getenv("ALONE"))
		kill(getppid(), SIGCONT);
	qsort(ns, BURSTS, sizeof(*ns), by_size);
	printf("%.1f\n", ns[BURSTS / 2]);
	return sum == -1;
}

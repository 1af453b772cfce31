// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes bpf() calls that really happen: a map, a program, queries about them with many lengths, and instructions of all
 * kinds.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/bpf.h>
#include <linux/perf_event.h>

#define PAGE 4096

static long bpf(int cmd, union bpf_attr *a, unsigned size)
{
	return syscall(SYS_bpf, cmd, a, size);
}

static int map_new(unsigned type, const char *name, unsigned flags)
{
	union bpf_attr a = { .map_type = type, .key_size = 4, .value_size = 8, .max_entries = 3, .map_flags = flags };

	memcpy(a.map_name, name, strlen(name));
	return bpf(BPF_MAP_CREATE, &a, 72);
}

static int prog_new(const struct bpf_insn *insns, unsigned n, unsigned size)
{
	union bpf_attr a = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
		.insn_cnt = n,
		.insns = (uintptr_t)insns,
		.license = (uintptr_t) "GPL",
		.prog_name = "a_program",
	};

	return bpf(BPF_PROG_LOAD, &a, size);
}

static void info(int fd, void *p, unsigned len)
{
	union bpf_attr a = { .info = { .bpf_fd = fd, .info_len = len, .info = (uintptr_t)p } };

	bpf(BPF_OBJ_GET_INFO_BY_FD, &a, sizeof(a.info));
}

/* Asks for information in answers of many lengths. From 72 bytes on, the answer shows the kind of the object. */
static void lengths(int fd)
{
	static uint8_t p[512];

	for (unsigned len = 72; len <= sizeof(p); len += 4) {
		memset(p, 0, sizeof(p));
		info(fd, p, len);
	}
	info(fd, p, 0);
	info(fd, NULL, 80);
	info(fd, (void *)-1, 80);
	info(-1, p, 80);
	info(1, p, 80);
}

static struct bpf_prog_info answer;
static uint8_t jited[4096], xlated[4096];
static uint32_t ids[64];

/*
 * Asks with room for this many bytes of the program, before and after translation, and for this many ids of its maps.
 */
static void answer_with(int fd, void *code, unsigned jited_len, void *insns, unsigned xlated_len, void *maps,
			unsigned nr)
{
	memset(&answer, 0, sizeof(answer));
	answer.jited_prog_len = jited_len;
	answer.jited_prog_insns = (uintptr_t)code;
	answer.xlated_prog_len = xlated_len;
	answer.xlated_prog_insns = (uintptr_t)insns;
	answer.nr_map_ids = nr;
	answer.map_ids = (uintptr_t)maps;
	info(fd, &answer, sizeof(answer));
}

/* Asks with memory for the pointers in the answer: enough, too little, none. */
static void pointers(int fd)
{
	answer_with(fd, jited, sizeof(jited), xlated, sizeof(xlated), ids, 64);
	answer_with(fd, jited, 10, xlated, 16, ids, 1);
	answer_with(fd, jited, 10, xlated, 20, ids, 0);
	answer_with(fd, NULL, 0, NULL, 0, NULL, 0);
}

/* Instructions with every code, register and offset, and programs of several lengths. */
static void instructions(void)
{
	static struct bpf_insn insns[5000];

	for (int i = 0; i < 256; i++) {
		insns[i].code = i;
		insns[i].dst_reg = i % 16;
		insns[i].src_reg = i / 16;
		insns[i].off = i * 300 - 20000;
		insns[i].imm = i % 3 ? -i : i * 1000;
	}
	prog_new(insns, 256, 128);
	prog_new(insns, 0, 48);
	prog_new(NULL, 0, 48);
	prog_new(NULL, 1, 48);
	prog_new((void *)-1, 1, 48);
	prog_new(insns, 4096, 48);
	prog_new(insns, 4097, 48);
	for (unsigned size = 8; size < 48; size += 4)
		prog_new(insns, 2, size);
}

/* Asks for the name of what a link is attached to, with buffers that are large enough and too small. */
static void queries(const struct bpf_insn *insns)
{
	union bpf_attr load = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT,
		.insn_cnt = 2,
		.insns = (uintptr_t)insns,
		.license = (uintptr_t) "GPL",
	};
	union bpf_attr a = { .raw_tracepoint = { .name = (uintptr_t) "sched_switch",
						 .prog_fd = (uint32_t)bpf(BPF_PROG_LOAD, &load, 48) } };
	int fd = bpf(BPF_RAW_TRACEPOINT_OPEN, &a, 16);
	char name[32];

	for (unsigned len = 0; len < sizeof(name); len++) {
		memset(&a, 0, sizeof(a));
		memset(name, 'x', sizeof(name));
		a.task_fd_query.pid = getpid();
		a.task_fd_query.fd = fd;
		a.task_fd_query.buf_len = len;
		a.task_fd_query.buf = (uintptr_t)(len == 20 ? NULL : name);
		bpf(BPF_TASK_FD_QUERY, &a, sizeof(a.task_fd_query));
	}
}

/* Returns an event of the tracepoint with the program attached, or -1 if there is none. */
static int event_with(int prog, unsigned long tracepoint)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .config = tracepoint };
	int event = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);

	ioctl(event, PERF_EVENT_IOC_SET_BPF, prog);
	return event;
}

/* Asks for the programs of an event, into a list that ends at each byte of the memory in turn. */
static void programs_of(int event)
{
	char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(page + PAGE, PAGE);
	for (unsigned len = 0; len < 5; len++) {
		for (unsigned room = 3; room <= 21; room++) {
			char *at = page + PAGE - room;

			memset(page, 0x11, PAGE);
			memcpy(at, &len, room < sizeof(len) ? room : sizeof(len));
			ioctl(event, PERF_EVENT_IOC_QUERY_BPF, at);
		}
	}
}

static void events(const struct bpf_insn *insns)
{
	union bpf_attr a = { .prog_type = BPF_PROG_TYPE_TRACEPOINT,
			     .insn_cnt = 2,
			     .insns = (uintptr_t)insns,
			     .license = (uintptr_t) "GPL" };
	int prog = (int)bpf(BPF_PROG_LOAD, &a, 48);
	int id = open("/sys/kernel/tracing/events/sched/sched_process_fork/id", O_RDONLY);
	char text[16] = "";
	int event;

	if (read(id, text, sizeof(text) - 1) <= 0)
		return;
	event = event_with(prog, strtoul(text, NULL, 10));
	event_with(prog, strtoul(text, NULL, 10));
	programs_of(event);
}

int main(void)
{
	int map = map_new(BPF_MAP_TYPE_HASH, "a_map.x", BPF_F_NO_PREALLOC), prog;
	struct bpf_insn insns[] = {
		{ .code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = map },
		{ 0 },
		{ .code = BPF_ALU64 | BPF_K | BPF_MOV, .dst_reg = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};

	lengths(map);
	lengths(map_new(BPF_MAP_TYPE_ARRAY, "", BPF_F_RDONLY_PROG));
	lengths(map_new(BPF_MAP_TYPE_ARRAY, "fifteen_letters", 0));
	prog = prog_new(insns, 4, 128);
	lengths(prog);
	pointers(prog);
	pointers(map);
	instructions();
	queries(insns + 2);
	events(insns + 2);
	return 0;
}

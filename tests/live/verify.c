// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Has the kernel verify and compile a fixed BPF program several times. Its CPU time is the unit for the CPU time of a
 * start of sctrace, which is spent in the same parts of the kernel, so that the ratio does not depend on the machine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/bpf.h>

#define BLOCKS 300
#define TIMES 5

#define CODE(...)                                                                                                      \
	(struct bpf_insn)                                                                                              \
	{                                                                                                              \
		__VA_ARGS__                                                                                            \
	}

/* Appends a block: a call, a number that is kept on the stack, and two branches that meet again. Returns its end. */
static struct bpf_insn *block(struct bpf_insn *p, int i)
{
	short slot = (short)(-8 * (1 + i % 32));

	*p++ = CODE(BPF_JMP | BPF_CALL, .imm = BPF_FUNC_get_prandom_u32);
	*p++ = CODE(BPF_ALU64 | BPF_AND | BPF_K, .dst_reg = 0, .imm = 0xffff);
	*p++ = CODE(BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 10, .src_reg = 0, .off = slot);
	*p++ = CODE(BPF_JMP | BPF_JGT | BPF_K, .dst_reg = 0, .off = 2, .imm = i);
	*p++ = CODE(BPF_ALU64 | BPF_ADD | BPF_X, .dst_reg = 6, .src_reg = 0);
	*p++ = CODE(BPF_ALU64 | BPF_AND | BPF_K, .dst_reg = 6, .imm = 0xffff);
	*p++ = CODE(BPF_LDX | BPF_MEM | BPF_DW, .dst_reg = 1, .src_reg = 10, .off = slot);
	*p++ = CODE(BPF_JMP | BPF_JLT | BPF_K, .dst_reg = 1, .off = 1, .imm = i + 7);
	*p++ = CODE(BPF_ALU64 | BPF_XOR | BPF_X, .dst_reg = 6, .src_reg = 1);
	return p;
}

int main(void)
{
	static struct bpf_insn code[9 * BLOCKS + 3];
	struct bpf_insn *p = code;
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
		.insns = (unsigned long)code,
		.license = (unsigned long)"Dual BSD/GPL",
	};

	*p++ = CODE(BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 6);
	for (int i = 0; i < BLOCKS; i++)
		p = block(p, i);
	*p++ = CODE(BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0);
	*p++ = CODE(BPF_JMP | BPF_EXIT);
	attr.insn_cnt = (unsigned)(p - code);
	for (int i = 0; i < TIMES; i++) {
		long fd = syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));

		if (fd < 0) {
			perror("verify");
			return 1;
		}
		close((int)fd);
	}
	return 0;
}

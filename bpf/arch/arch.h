/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What differs between machines on the kernel side: registers of a system
 * call, in bpf/arch/, one file each. struct pt_regs begins with what is user
 * ABI and has not changed after it, so its layout needs no relocation.
 *
 * All machines here are little-endian, in user memory as in records and
 * capture files. The size of a word (struct sct_plan.word, struct abi.word)
 * and the alignment of 64-bit members (struct abi.align64) are the ABI's.
 *
 * To add one, as riscv64 was:
 *  1. bpf/arch/riscv.h: the numbers of execve, execveat and rt_sigreturn; struct
 *     pt_regs; REGS_NR, REGS_SP, REGS_SP_AT, EXIT_BEGINS_WITH_NR; regs_args(); regs_nr() and regs_ret(), which
 *     change nothing; sigframe_mask(); its 32-bit ABI, if its kernel serves one.
 *  2. enum sct_abi_id in libsctrace/lookup/abi.h, and the same here.
 *  3. libsctrace/tables/nr/riscv64.def from asm/unistd.h (tests/check/numbers.py
 *     compares). What it has and others have not gets a row in tables/syscalls/.
 *  4. libsctrace/lookup/abi.c: its line in abis[], abi__native(), abi__compat(),
 *     a table of struct sizes (riscv64's are arm64's), and its own values of
 *     constants, if any (riscv64 has the generic ones, without x86's MAP_32BIT).
 *  5. bpf_arch in bpf/meson.build; scripts/build-cross.sh: Debian's name of the
 *     architecture, its triplet, and fetch_sysroot() in scripts/apt.sh: the suite
 *     that has its libraries (riscv64's are in Debian from 13 on).
 *  6. decode/: AUDIT_ARCH_* in signal.c; registers of ptrace() in ptrace.c.
 *  7. tests/vm/: kernel and tools by Debian's name of the architecture.
 */
#ifndef ARCH_H
#define ARCH_H

#include "common/kernel.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* enum sct_abi_id of libsctrace/lookup/abi.h */
enum { ABI_X86_64, ABI_I386, ABI_ARM64, ABI_ARM, ABI_RISCV64 };

#if defined(__TARGET_ARCH_x86)
#include "arch/x86.h"
#elif defined(__TARGET_ARCH_arm64)
#include "arch/arm64.h"
#elif defined(__TARGET_ARCH_riscv)
#include "arch/riscv.h"
#else
#error "no register file for this architecture"
#endif

static __always_inline bool nr_is_execveat(__u32 nr)
{
	return nr == NR_execveat || nr == NR_COMPAT_execveat;
}

#endif

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Registers of a system call. bpf/arch/ has a file for each architecture. struct pt_regs begins with user ABI and has
 * not changed after it, so its layout needs no relocation.
 *
 * All of these architectures are little-endian, in user memory as in records and capture files. The size of a word
 * (struct sct_plan.word, struct abi.word) and the alignment of 64-bit members (struct abi.align64) depend on the ABI.
 *
 * docs/adding.md lists what a new architecture takes.
 */
#ifndef ARCH_H
#define ARCH_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

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

static __always_inline bool nr_is_exec(__u32 nr, bool compat)
{
	if (compat)
		return nr == NR_COMPAT_execve || nr == NR_COMPAT_execveat;
	return nr == NR_execve || nr == NR_execveat;
}

#endif

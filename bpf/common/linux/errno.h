/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* For bpf/usdt.bpf.h: that of the kernel's headers goes on to one in asm/, which the bpf target does not have. */
#include <asm-generic/errno.h>

/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* For bpf/usdt.bpf.h. The kernel's linux/errno.h includes a file of asm/ that the bpf target does not have. */
#include <asm-generic/errno.h>

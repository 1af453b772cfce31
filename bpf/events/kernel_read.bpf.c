// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Copies a piece of kernel memory when the reader runs it. The program is never attached. */
#include "common/kernel.h"
#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

#define READ_MAX 512 /* bytes of a read */

__u8 read_data[READ_MAX] = {};

/* args: address; number of bytes, or 0 to read a string. Returns 0 if the memory was read. */
SEC("raw_tp")
int read_kernel(__u64 *args)
{
	__u64 addr = args[0], len = args[1];

	if (!len)
		return bpf_probe_read_kernel_str(read_data, READ_MAX, (void *)addr) < 0;
	if (len > READ_MAX)
		return 1;
	return bpf_probe_read_kernel(read_data, len, (void *)addr) != 0;
}

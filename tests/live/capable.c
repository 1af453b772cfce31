// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* capable FILE: gives FILE CAP_BPF and CAP_PERFMON, as setcap(8) does, which guests lack. */
#include <linux/capability.h>
#include <stdio.h>
#include <sys/xattr.h>

/* Sets the bits for "permitted" and "effective" both; the two capabilities are in the second word. */
#define HIGH(cap) (1u << ((cap)-32))

int main(int argc, char **argv)
{
	struct vfs_cap_data caps = { .magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE };

	if (argc != 2)
		return 2;
	caps.data[1].permitted = HIGH(CAP_PERFMON) | HIGH(CAP_BPF);
	if (setxattr(argv[1], "security.capability", &caps, sizeof(caps), 0)) {
		perror(argv[1]);
		return 1;
	}
	return 0;
}

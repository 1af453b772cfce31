// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/caps.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/capability.h>

uint64_t caps__effective(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct words[2] = {};

	if (syscall(SYS_capget, &head, words))
		return 0;
	return (uint64_t)words[1].effective << 32 | words[0].effective;
}

bool caps__own_only(void)
{
	return getauxval(AT_SECURE) && getuid() && !(caps__effective() & CAP_BIT(CAP_SYS_PTRACE));
}

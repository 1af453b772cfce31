// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/denied.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/capability.h>
#include <linux/seccomp.h>

#include "load/features.h"

#define THOUGH "CAP_BPF and CAP_PERFMON are there, but "

static bool has(const struct __user_cap_data_struct *caps, unsigned cap)
{
	return caps[cap / 32].effective >> cap % 32 & 1;
}

/*
 * True if the process has the capabilities in the initial user namespace; bpf() does not accept those of other
 * namespaces.
 */
static bool capable(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[2] = {};
	unsigned inside = 0, outside = 0, n = UINT32_MAX;
	FILE *f;

	if (syscall(SYS_capget, &head, caps))
		return false;
	/* before Linux 5.8, CAP_SYS_ADMIN is needed instead of CAP_BPF and CAP_PERFMON */
	if (!has(caps, CAP_SYS_ADMIN) && !(has(caps, CAP_BPF) && has(caps, CAP_PERFMON)))
		return false;
	f = fopen("/proc/self/uid_map", "re");
	if (f && fscanf(f, "%u %u %u", &inside, &outside, &n) != 3)
		n = UINT32_MAX;
	if (f)
		fclose(f);
	return !inside && !outside && n == UINT32_MAX;
}

static bool is_filtered(void)
{
	return prctl(PR_GET_SECCOMP) == SECCOMP_MODE_FILTER;
}

static bool is_locked_down(void)
{
	FILE *f = fopen("/sys/kernel/security/lockdown", "re");
	char line[128] = "";
	bool yes = f && fgets(line, sizeof(line), f) && strstr(line, "[confidentiality]");

	if (f)
		fclose(f);
	return yes;
}

int denied__why(const struct errmsg *w, int err)
{
	bool filtered = is_filtered();

	if (err == -ENOSYS && !filtered)
		return errmsg__set(w, err, "this kernel has no bpf() (needs CONFIG_BPF_SYSCALL)");
	if (filtered && (err == -ENOSYS || capable()))
		return errmsg__set(
			w, err,
			"a seccomp filter refuses bpf() (%s): the container or service that sctrace runs in must "
			"allow it",
			strerror(-err));
	if (capable() && is_locked_down())
		return errmsg__set(w, err, THOUGH "the kernel is locked down (lockdown=confidentiality)");
	if (capable())
		return errmsg__set(w, err, THOUGH "bpf() is refused (%s): by a security module of the kernel?",
				   strerror(-err));
	if (!geteuid())
		return errmsg__set(
			w, err, "needs CAP_BPF and CAP_PERFMON, which root of a user namespace or container may lack");
	return errmsg__set(w, err,
			   "needs CAP_BPF and CAP_PERFMON%s (run as root, or: setcap cap_bpf,cap_perfmon%s=ep on the "
			   "binary lets every user who may run it trace their own processes)",
			   features__memlock() ? " and CAP_SYS_RESOURCE" : "",
			   features__memlock() ? ",cap_sys_resource" : "");
}

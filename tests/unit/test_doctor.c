// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What --doctor says of hosts that this machine is not. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <linux/capability.h>

#include "doctor_checks.h"

#define BIT(cap) (1ull << (cap))

/* The check that is looked for, copied. */
struct found {
	const char *name;
	unsigned n, all, bad;
	enum doctor_state state;
	char what[512], costs[512], mend[512];
};

static void find(void *ctx, const struct doctor_check *c)
{
	struct found *f = ctx;

	f->all++;
	f->bad += c->state != DOCTOR_OK;
	/* what is not right costs something, and there is something to do about it */
	cr_assert(c->state == DOCTOR_OK ? !c->costs && !c->mend : c->costs && c->mend, "%s", c->name);
	cr_assert(*c->what, "%s", c->name);
	if (strcmp(c->name, f->name))
		return;
	f->n++;
	f->state = c->state;
	snprintf(f->what, sizeof(f->what), "%s", c->what);
	snprintf(f->costs, sizeof(f->costs), "%s", c->costs ? c->costs : "");
	snprintf(f->mend, sizeof(f->mend), "%s", c->mend ? c->mend : "");
}

static struct found look(const struct doctor_host *h, const char *name)
{
	struct found f = { .name = name };

	doctor_checks(h, find, &f);
	cr_assert_eq(f.n, 1, "%s: %u", name, f.n);
	return f;
}

/* Nothing is missing here. */
static struct doctor_host sound(void)
{
	struct doctor_host h = { .release = "6.12.1",
				 .machine = "x86_64",
				 .program = "/usr/bin/sctrace",
				 .major = 6,
				 .minor = 12,
				 .config_file = "/boot/config-6.12.1",
				 .effective = UINT64_MAX,
				 .permitted = UINT64_MAX,
				 .bounding = UINT64_MAX,
				 .bpf = EBADF,
				 .perf = EFAULT,
				 .securityfs = true,
				 .lockdown = "none",
				 .lsm = "capability",
				 .cgroup2 = true,
				 .proc = true,
				 .memlock = 8 << 20 };

	memset(h.config, 1, sizeof(h.config));
	h.sysctl[SYSCTL_UNPRIVILEGED_BPF] = 2;
	h.sysctl[SYSCTL_PERF_PARANOID] = 3;
	h.sysctl[SYSCTL_KPTR_RESTRICT] = 1;
	h.sysctl[SYSCTL_BPF_JIT] = 1;
	return h;
}

Test(doctor, nothing_is_missing)
{
	struct doctor_host h = sound();
	struct found f = look(&h, "release");

	cr_assert_eq(f.bad, 0);
	cr_assert_gt(f.all, 25);
	cr_assert_str_eq(f.what, "Linux 6.12.1, x86_64");
}

Test(doctor, nothing_is_known)
{
	struct doctor_host h = { .no_new_privs = -1, .seccomp = -1, .inner_pid_ns = -1 };

	for (unsigned i = 0; i < DOCTOR_SYSCTL_MAX; i++)
		h.sysctl[i] = DOCTOR_UNKNOWN;
	cr_assert_eq(look(&h, "release").state, DOCTOR_UNKNOWN_STATE);
	cr_assert_eq(look(&h, "capabilities").state, DOCTOR_UNKNOWN_STATE);
	cr_assert_eq(look(&h, "seccomp").state, DOCTOR_UNKNOWN_STATE);
	cr_assert_eq(look(&h, "bpf_jit_enable").state, DOCTOR_UNKNOWN_STATE);
	cr_assert_eq(look(&h, "config").state, DOCTOR_UNKNOWN_STATE);
}

Test(doctor, kernels)
{
	struct doctor_host h = sound();

	h.major = 5, h.minor = 9;
	cr_assert_eq(look(&h, "release").state, DOCTOR_MISSING);
	h.minor = 10;
	cr_assert_eq(look(&h, "release").state, DOCTOR_OK);
	/* maps count as locked memory until 5.10, and CAP_SYS_RESOURCE raises the limit */
	cr_assert_eq(look(&h, "RLIMIT_MEMLOCK").state, DOCTOR_OK);
	h.effective = BIT(CAP_BPF) | BIT(CAP_PERFMON);
	cr_assert_eq(look(&h, "RLIMIT_MEMLOCK").state, DOCTOR_MISSING);
	cr_assert_str_eq(look(&h, "RLIMIT_MEMLOCK").what, "8192 KiB, for all maps");
	h.minor = 11;
	cr_assert_eq(look(&h, "RLIMIT_MEMLOCK").state, DOCTOR_OK);
	h.btf = ENOENT;
	cr_assert(strstr(look(&h, "types").mend, "CONFIG_DEBUG_INFO_BTF"));
	h.btf = EACCES;
	cr_assert(strstr(look(&h, "types").mend, "allow this container"));
	strcpy(h.lockdown, "confidentiality");
	cr_assert_eq(look(&h, "lockdown").state, DOCTOR_MISSING);
	strcpy(h.lockdown, "integrity");
	cr_assert_eq(look(&h, "lockdown").state, DOCTOR_OK);
	h.config[CONFIG_KPROBE_EVENTS] = 0;
	cr_assert_str_eq(look(&h, "CONFIG_KPROBE_EVENTS").mend, "boot a kernel with CONFIG_KPROBE_EVENTS=y");
}

Test(doctor, capabilities)
{
	struct doctor_host h = sound();

	h.effective = h.permitted = BIT(CAP_BPF);
	cr_assert_eq(look(&h, "capabilities").state, DOCTOR_MISSING);
	cr_assert(strstr(look(&h, "capabilities").mend, "setcap cap_bpf,cap_perfmon=ep /usr/bin/sctrace"));
	cr_assert_eq(look(&h, "no_new_privs").state, DOCTOR_OK);
	h.no_new_privs = 1;
	cr_assert_eq(look(&h, "no_new_privs").state, DOCTOR_MISSING);
	h.bounding = BIT(CAP_BPF);
	cr_assert(strstr(look(&h, "capabilities").mend, "--cap-add=PERFMON"));
	cr_assert_eq(look(&h, "bounding_set").state, DOCTOR_MISSING);
	h.effective |= BIT(CAP_PERFMON);
	cr_assert_eq(look(&h, "capabilities").state, DOCTOR_OK);
	cr_assert_eq(look(&h, "no_new_privs").state, DOCTOR_OK);
	/* Debian's 3 demands CAP_SYS_ADMIN, which is not there */
	cr_assert_eq(look(&h, "perf_event_paranoid").state, DOCTOR_MISSING);
	cr_assert_eq(look(&h, "kptr_restrict").state, DOCTOR_MISSING);
	cr_assert_eq(look(&h, "CAP_SYS_PTRACE").state, DOCTOR_MISSING);
	h.inner_user_ns = true;
	cr_assert_eq(look(&h, "user_namespace").state, DOCTOR_MISSING);
}

Test(doctor, who_refuses_bpf)
{
	struct doctor_host h = sound();

	h.seccomp = 2;
	cr_assert_eq(look(&h, "seccomp").state, DOCTOR_OK);
	h.perf = EPERM;
	cr_assert_eq(look(&h, "seccomp").state, DOCTOR_MISSING);
	cr_assert(strstr(look(&h, "seccomp").costs, "uprobe="));
	h.bpf = EPERM;
	cr_assert_str_eq(look(&h, "seccomp").costs, "all tracing");
	cr_assert_eq(look(&h, "security_modules").state, DOCTOR_OK);
	/* without capabilities it may be the kernel itself */
	h.effective = 0;
	cr_assert_eq(look(&h, "seccomp").state, DOCTOR_UNKNOWN_STATE);
	h.bpf = ENOSYS;
	cr_assert_eq(look(&h, "seccomp").state, DOCTOR_MISSING);
	/* no filter */
	h = sound();
	h.bpf = EPERM;
	strcpy(h.label, "docker-default (enforce)");
	cr_assert_eq(look(&h, "security_modules").state, DOCTOR_MISSING);
	cr_assert_str_eq(look(&h, "security_modules").what,
			 "capability, confined by docker-default (enforce): bpf() is refused");
	h.enforcing = true;
	cr_assert(strstr(look(&h, "security_modules").mend, "audit2allow"));
}

Test(doctor, surroundings)
{
	struct doctor_host h = sound();

	h.cgroup2 = false;
	cr_assert_str_eq(look(&h, "cgroup").mend, "mount -t cgroup2 cgroup2 /sys/fs/cgroup");
	h.cgroup1 = true;
	cr_assert_str_eq(look(&h, "cgroup").what, "version 1 only");
	h.inner_pid_ns = 1;
	strcpy(h.container, "podman");
	cr_assert_str_eq(look(&h, "pid_namespace").what, "not the host's, container: podman");
	h.tracefs = ENOENT;
	cr_assert_str_eq(look(&h, "tracefs").mend, "mount -t tracefs tracefs /sys/kernel/tracing");
	h.tracefs = EACCES;
	cr_assert_eq(look(&h, "tracefs").state, DOCTOR_OK); /* CAP_DAC_READ_SEARCH */
	h.permitted = 0;
	cr_assert(strstr(look(&h, "tracefs").mend, "CAP_DAC_READ_SEARCH"));
	h.sysctl[SYSCTL_BPF_JIT] = 0;
	cr_assert_str_eq(look(&h, "bpf_jit_enable").what, "0: programs are interpreted");
}

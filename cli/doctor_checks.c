// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "doctor_checks.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <linux/capability.h>

#define BIT(cap) (1ull << (cap))
#define ALL "all tracing"
#define LEAST_MEMLOCK (64ull << 20) /* bytes: more than the maps of a small machine take */

struct checks {
	const struct doctor_host *h;
	doctor_check_fn *fn;
	void *ctx;
	const char *group;
};

/* The mend of a check may contain a number or a path: fmt is formatted. */
__attribute__((format(printf, 6, 7))) static void check_print(const struct checks *c, const char *name,
							      enum doctor_state state, const char *what,
							      const char *costs, const char *fmt, ...)
{
	char mend[512];
	struct doctor_check found = { c->group, name, state, what, NULL, NULL, NULL };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(mend, sizeof(mend), fmt, ap);
	va_end(ap);
	if (state != DOCTOR_OK) {
		found.costs = costs;
		found.mend = *mend ? mend : NULL;
	}
	c->fn(c->ctx, &found);
}

static void check_ok(const struct checks *c, const char *name, const char *what)
{
	check_print(c, name, DOCTOR_OK, what, NULL, "%s", "");
}

static bool older_than(const struct doctor_host *h, int major, int minor)
{
	return h->major < major || (h->major == major && h->minor < minor);
}

static bool has(uint64_t caps, unsigned cap)
{
	return caps >> cap & 1;
}

/* True if the capabilities are those that bpf() needs; before Linux 5.8 that was CAP_SYS_ADMIN. */
static bool may_trace(const struct doctor_host *h, uint64_t caps)
{
	return has(caps, CAP_SYS_ADMIN) || (!older_than(h, 5, 8) && has(caps, CAP_BPF) && has(caps, CAP_PERFMON));
}

/* ---- kernel ---- */

static void kernel_release(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	char text[160];

	snprintf(text, sizeof(text), "Linux %s, %s", h->release, h->machine);
	check_print(c, "release",
		    !h->major		   ? DOCTOR_UNKNOWN_STATE
		    : older_than(h, 5, 10) ? DOCTOR_MISSING
					   : DOCTOR_OK,
		    text, ALL, "boot Linux 5.10 or newer");
}

static void kernel_btf(const struct checks *c)
{
	if (!c->h->btf)
		check_ok(c, "types", "/sys/kernel/btf/vmlinux can be read");
	else if (c->h->btf == EACCES || c->h->btf == EPERM)
		check_print(c, "types", DOCTOR_MISSING, "/sys/kernel/btf/vmlinux may not be read", ALL,
			    "allow this container or service to read /sys/kernel/btf/vmlinux");
	else
		check_print(c, "types", DOCTOR_MISSING, "there is no /sys/kernel/btf/vmlinux", ALL,
			    "mount -t sysfs sysfs /sys, if it is not mounted; else boot a kernel with "
			    "CONFIG_DEBUG_INFO_BTF=y, or give a file with this kernel's types: --btf FILE");
}

static void kernel_config(const struct checks *c)
{
	static const struct {
		const char *name;
		bool needed;
		const char *costs;
	} rows[] = {
#define X(name, needed, costs) { "CONFIG_" #name, needed, costs },
		DOCTOR_CONFIGS(X)
#undef X
	};

	if (!*c->h->config_file) {
		check_print(c, "config", DOCTOR_UNKNOWN_STATE,
			    "neither /proc/config.gz nor /boot/config-RELEASE can be read", "nothing but this check",
			    "modprobe configs");
		return;
	}
	check_ok(c, "config", c->h->config_file);
	for (unsigned i = 0; i < DOCTOR_CONFIG_MAX; i++)
		check_print(c, rows[i].name, c->h->config[i] ? DOCTOR_OK : DOCTOR_MISSING,
			    c->h->config[i] ? "set" : "not set", rows[i].costs, "boot a kernel with %s=y",
			    rows[i].name);
}

static void kernel_lockdown(const struct checks *c)
{
	const struct doctor_host *h = c->h;

	if (!strcmp(h->lockdown, "confidentiality"))
		check_print(c, "lockdown", DOCTOR_MISSING, "confidentiality: programs may not read memory", ALL,
			    "boot with lockdown=integrity instead of lockdown=confidentiality");
	else if (*h->lockdown)
		check_ok(c, "lockdown", h->lockdown);
	else if (h->securityfs)
		check_ok(c, "lockdown", "the kernel has none");
	else
		check_print(c, "lockdown", DOCTOR_UNKNOWN_STATE, "there is no /sys/kernel/security/lockdown",
			    "nothing but this check", "mount -t securityfs securityfs /sys/kernel/security");
}

/* ---- sysctls ---- */

/* Writes the value of a sysctl, and a text that explains it. Returns buf. */
static const char *value_text(char *buf, size_t size, int32_t value, const char *text)
{
	if (value == DOCTOR_UNKNOWN)
		snprintf(buf, size, "cannot be read");
	else
		snprintf(buf, size, "%d%s%s", (int)value, *text ? ": " : "", text);
	return buf;
}

static void sysctl_paranoid(const struct checks *c)
{
	const int32_t value = c->h->sysctl[SYSCTL_PERF_PARANOID];
	const bool strict = value > 2 && !has(c->h->effective, CAP_SYS_ADMIN);
	char text[128];

	value_text(text, sizeof(text), value,
		   strict ? "some kernels then demand CAP_SYS_ADMIN for perf_event_open()" : "");
	check_print(c, "perf_event_paranoid",
		    value == DOCTOR_UNKNOWN ? DOCTOR_UNKNOWN_STATE
		    : strict		    ? DOCTOR_MISSING
					    : DOCTOR_OK,
		    text, "-e uprobe=, ufunc=, usdt=, kfunc=; from Linux 7 on, programs that the kernel never skips",
		    "sysctl -w kernel.perf_event_paranoid=2");
}

static void sysctl_kptr(const struct checks *c)
{
	const int32_t value = c->h->sysctl[SYSCTL_KPTR_RESTRICT];
	const bool hidden = value > 1 || (value == 1 && !has(c->h->effective, CAP_SYSLOG));
	char text[128];

	value_text(text, sizeof(text), value, hidden && value >= 0 ? "addresses of the kernel are hidden" : "");
	check_print(c, "kptr_restrict",
		    value == DOCTOR_UNKNOWN ? DOCTOR_UNKNOWN_STATE
		    : hidden		    ? DOCTOR_MISSING
					    : DOCTOR_OK,
		    text, "--secontext with SELinux",
		    value > 1 ? "sysctl -w kernel.kptr_restrict=1" : "run sctrace as root, or with CAP_SYSLOG");
}

static void sysctl_jit(const struct checks *c)
{
	const int32_t value = c->h->sysctl[SYSCTL_BPF_JIT];
	char text[128];

	value_text(text, sizeof(text), value, value == 0 ? "programs are interpreted" : "");
	check_print(c, "bpf_jit_enable",
		    value == DOCTOR_UNKNOWN ? DOCTOR_UNKNOWN_STATE
		    : value == 0	    ? DOCTOR_MISSING
					    : DOCTOR_OK,
		    text, "speed: a call costs several times as much", "%s",
		    value == DOCTOR_UNKNOWN ? "as root, in the host's network namespace: sysctl net.core.bpf_jit_enable"
					    : "sysctl -w net.core.bpf_jit_enable=1");
}

static void sysctl_unprivileged(const struct checks *c)
{
	const int32_t value = c->h->sysctl[SYSCTL_UNPRIVILEGED_BPF];
	char text[128];

	/* sctrace uses capabilities in any case, so each value is right */
	value_text(text, sizeof(text), value,
		   value > 0 && older_than(c->h, 5, 19) ? "sctrace keeps CAP_BPF to read its maps" : "");
	check_ok(c, "unprivileged_bpf_disabled", text);
}

/* ---- privileges ---- */

static void privilege_caps(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	const char *program = *h->program ? h->program : "sctrace";
	const char *names = older_than(h, 5, 8)	   ? "cap_sys_admin"
			    : older_than(h, 5, 11) ? "cap_bpf,cap_perfmon,cap_sys_resource"
						   : "cap_bpf,cap_perfmon";
	const char *what = "neither CAP_BPF and CAP_PERFMON nor CAP_SYS_ADMIN is in effect";

	if (!h->proc)
		check_print(c, "capabilities", DOCTOR_UNKNOWN_STATE, "/proc is not mounted", ALL,
			    "mount -t proc proc /proc");
	else if (may_trace(h, h->effective))
		check_ok(c, "capabilities",
			 has(h->effective, CAP_SYS_ADMIN) ? "CAP_SYS_ADMIN" : "CAP_BPF, CAP_PERFMON");
	else if (!may_trace(h, h->bounding))
		check_print(c, "capabilities", DOCTOR_MISSING, what, ALL,
			    "give them to the container (docker run --cap-add=BPF --cap-add=PERFMON; "
			    "securityContext.capabilities.add: [BPF, PERFMON]) or to the service "
			    "(CapabilityBoundingSet=CAP_BPF CAP_PERFMON)");
	else
		check_print(
			c, "capabilities", DOCTOR_MISSING, what, ALL,
			"sudo %s ..., or, to let every user who may run it trace their own processes: sudo setcap %s=ep %s",
			program, names, program);
}

static void privilege_bounding(const struct checks *c)
{
	const struct doctor_host *h = c->h;

	if (!h->proc)
		return;
	check_print(c, "bounding_set", may_trace(h, h->bounding) ? DOCTOR_OK : DOCTOR_MISSING,
		    may_trace(h, h->bounding) ? "has the capabilities" : "lacks CAP_BPF and CAP_PERFMON", ALL,
		    "start sctrace where the bounding set has them: neither sudo nor setcap adds them here");
}

/* Capabilities without which something is left out. */
static void privilege_others(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	const bool ptrace = has(h->permitted, CAP_SYS_PTRACE), search = has(h->permitted, CAP_DAC_READ_SEARCH);

	if (!h->proc)
		return;
	check_print(c, "CAP_SYS_PTRACE", ptrace ? DOCTOR_OK : DOCTOR_MISSING, ptrace ? "there" : "not there",
		    "processes that ptrace could not attach to: those of other users", "sudo %s ...",
		    *h->program ? h->program : "sctrace");
	check_print(c, "CAP_DAC_READ_SEARCH", search ? DOCTOR_OK : DOCTOR_MISSING, search ? "there" : "not there",
		    "the state of other users' threads in /proc, and tracefs if only root may read it", "sudo %s ...",
		    *h->program ? h->program : "sctrace");
}

static void privilege_user_ns(const struct checks *c)
{
	check_print(
		c, "user_namespace", c->h->inner_user_ns ? DOCTOR_MISSING : DOCTOR_OK,
		c->h->inner_user_ns ? "not the initial one: the kernel ignores its capabilities for bpf()"
				    : "the initial one",
		ALL,
		"run sctrace in the host's user namespace (docker run --userns=host; podman as root; hostUsers: true)");
}

static void privilege_nnp(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	const bool in_the_way = h->no_new_privs > 0 && !may_trace(h, h->effective);

	if (h->no_new_privs < 0)
		check_print(c, "no_new_privs", DOCTOR_UNKNOWN_STATE, "/proc does not say", ALL,
			    "mount -t proc proc /proc");
	else
		check_print(c, "no_new_privs", in_the_way ? DOCTOR_MISSING : DOCTOR_OK,
			    h->no_new_privs ? "set: no program that is started here gets capabilities" : "not set", ALL,
			    "start sctrace where no_new_privs is not set, or with the capabilities already "
			    "(AmbientCapabilities=CAP_BPF CAP_PERFMON; allowPrivilegeEscalation: true)");
}

static const char *seccomp_text(const struct doctor_host *h, bool bpf, bool perf)
{
	if (h->seccomp == 0)
		return "no filter";
	if (bpf && perf)
		return "a filter, which allows bpf() and perf_event_open()";
	return bpf ? "a filter, which refuses perf_event_open()" : "a filter, which refuses bpf()";
}

static void privilege_seccomp(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	/* without the capabilities, the kernel itself may answer EPERM */
	const bool known = may_trace(h, h->effective) && !h->inner_user_ns;
	const bool bpf = h->bpf != EPERM && h->bpf != ENOSYS, perf = h->perf != EPERM && h->perf != ENOSYS;
	enum doctor_state state = DOCTOR_OK;

	if (h->seccomp < 0 || (h->seccomp > 0 && !(bpf && perf) && !known && h->bpf != ENOSYS))
		state = DOCTOR_UNKNOWN_STATE;
	else if (h->seccomp > 0 && !(bpf && perf))
		state = DOCTOR_MISSING;
	check_print(
		c, "seccomp", state,
		h->seccomp < 0 ? "/proc does not say"
		: state == DOCTOR_UNKNOWN_STATE
			? "a filter, and bpf() or perf_event_open() is refused, by it or for want of capabilities"
			: seccomp_text(h, bpf, perf),
		bpf ? "-e uprobe=, ufunc=, usdt=, kfunc=" : ALL,
		"allow bpf and perf_event_open in the filter (docker run --security-opt seccomp=PROFILE or unconfined; "
		"SystemCallFilter=@system-service bpf perf_event_open; seccompProfile: {type: Unconfined})");
}

/* A security module is to blame if nothing else refuses bpf(). */
static void privilege_lsm(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	const bool refused = h->bpf == EACCES ||
			     (h->bpf == EPERM && h->seccomp == 0 && may_trace(h, h->effective) && !h->inner_user_ns);
	const bool confined = *h->label && strncmp(h->label, "unconfined", 10);
	char text[320];

	snprintf(text, sizeof(text), "%s%s%s%s%s", *h->lsm ? h->lsm : "names are not known",
		 confined ? ", confined by " : "", confined ? h->label : "",
		 h->enforcing ? ", SELinux is enforcing" : "", refused ? ": bpf() is refused" : "");
	check_print(c, "security_modules", refused ? DOCTOR_MISSING : DOCTOR_OK, text, ALL, "%s",
		    h->enforcing ? "allow it in the policy: ausearch -m avc -ts recent | audit2allow -M sctrace"
				 : "run sctrace unconfined (docker run --security-opt apparmor=unconfined), or allow "
				   "capability bpf and perfmon in the profile");
}

/* Before Linux 5.11, maps count as locked memory; sctrace raises the limit if it may. */
static void privilege_memlock(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	const bool enough = h->memlock >= LEAST_MEMLOCK || has(h->effective, CAP_SYS_RESOURCE) || !older_than(h, 5, 11);
	char text[128];

	if (!older_than(h, 5, 11))
		snprintf(text, sizeof(text), "maps do not count as locked memory on this kernel");
	else if (h->memlock == UINT64_MAX || has(h->effective, CAP_SYS_RESOURCE))
		snprintf(text, sizeof(text), "no limit, or one that sctrace may raise");
	else
		snprintf(text, sizeof(text), "%llu KiB, for all maps", (unsigned long long)h->memlock / 1024);
	check_print(c, "RLIMIT_MEMLOCK", enough ? DOCTOR_OK : DOCTOR_MISSING, text, ALL,
		    "ulimit -l unlimited, LimitMEMLOCK=infinity, or CAP_SYS_RESOURCE");
}

/* ---- surroundings ---- */

static void host_cgroup(const struct checks *c)
{
	const struct doctor_host *h = c->h;

	check_print(c, "cgroup", h->cgroup2 ? DOCTOR_OK : DOCTOR_MISSING,
		    h->cgroup2 && h->cgroup1 ? "version 2 beside version 1"
		    : h->cgroup2	     ? "version 2"
		    : h->cgroup1	     ? "version 1 only"
					     : "no hierarchy is mounted",
		    "--cgroup, --container, and names of --by=cgroup,container", "%s",
		    h->cgroup1 ? "mkdir -p /sys/fs/cgroup/unified && mount -t cgroup2 cgroup2 /sys/fs/cgroup/unified"
			       : "mount -t cgroup2 cgroup2 /sys/fs/cgroup");
}

static void host_pid_ns(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	char text[128];

	snprintf(text, sizeof(text), "%s%s%s",
		 h->inner_pid_ns < 0 ? "/proc does not say"
		 : h->inner_pid_ns   ? "not the host's"
				     : "the host's",
		 *h->container ? ", container: " : "", h->container);
	check_print(c, "pid_namespace",
		    h->inner_pid_ns < 0 ? DOCTOR_UNKNOWN_STATE
		    : h->inner_pid_ns	? DOCTOR_MISSING
					: DOCTOR_OK,
		    text, "processes outside of this pid namespace: they have no id in it, and are left out", "%s",
		    h->inner_pid_ns < 0 ? "mount -t proc proc /proc" : "docker run --pid=host; hostPID: true");
}

static void host_tracefs(const struct checks *c)
{
	const struct doctor_host *h = c->h;
	const bool denied = h->tracefs == EACCES || h->tracefs == EPERM;

	if (!h->tracefs || (denied && has(h->permitted, CAP_DAC_READ_SEARCH)))
		check_ok(c, "tracefs", "can be read");
	else
		check_print(c, "tracefs", DOCTOR_MISSING, denied ? "may not be read" : "is not mounted",
			    "-e tracepoint=, kfunc=; from Linux 7 on, programs that the kernel never skips", "%s",
			    denied ? "run sctrace as root, or with CAP_DAC_READ_SEARCH"
				   : "mount -t tracefs tracefs /sys/kernel/tracing");
}

void doctor_checks(const struct doctor_host *h, doctor_check_fn *fn, void *ctx)
{
	static const struct {
		const char *group;
		void (*check)(const struct checks *c);
	} all[] = {
		{ "kernel", kernel_release },
		{ "kernel", kernel_btf },
		{ "kernel", kernel_config },
		{ "kernel", kernel_lockdown },
		{ "sysctl", sysctl_unprivileged },
		{ "sysctl", sysctl_paranoid },
		{ "sysctl", sysctl_kptr },
		{ "sysctl", sysctl_jit },
		{ "privileges", privilege_caps },
		{ "privileges", privilege_bounding },
		{ "privileges", privilege_others },
		{ "privileges", privilege_user_ns },
		{ "privileges", privilege_nnp },
		{ "privileges", privilege_seccomp },
		{ "privileges", privilege_lsm },
		{ "privileges", privilege_memlock },
		{ "host", host_cgroup },
		{ "host", host_pid_ns },
		{ "host", host_tracefs },
	};
	struct checks c = { h, fn, ctx, NULL };

	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++) {
		c.group = all[i].group;
		all[i].check(&c);
	}
}

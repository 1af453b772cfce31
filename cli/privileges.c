// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "privileges.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/bpf.h>
#include <linux/capability.h>

#define BIT(cap) (1ull << (cap))

/* The sets as capset(2) takes them, in two words of 32 bits. */
struct caps {
	struct __user_cap_data_struct word[2];
};

static uint64_t effective_caps(const struct caps *c)
{
	return (uint64_t)c->word[1].effective << 32 | c->word[0].effective;
}

static uint64_t permitted_caps(const struct caps *c)
{
	return (uint64_t)c->word[1].permitted << 32 | c->word[0].permitted;
}

static int caps_read(struct caps *c)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };

	memset(c, 0, sizeof(*c));
	return (int)syscall(SYS_capget, &head, c->word);
}

static int caps_write(uint64_t permitted, uint64_t effective)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct caps c = { { { (uint32_t)effective, (uint32_t)permitted, 0 },
			    { (uint32_t)(effective >> 32), (uint32_t)(permitted >> 32), 0 } } };

	return (int)syscall(SYS_capset, &head, c.word);
}

/* True if the capabilities come from the file that was executed, not from the user. */
static bool caps_from_file(void)
{
	return getauxval(AT_SECURE) && getuid();
}

void privileges__begin(void)
{
	const uint64_t files = BIT(CAP_DAC_OVERRIDE) | BIT(CAP_DAC_READ_SEARCH);
	struct caps c;

	prctl(PR_SET_DUMPABLE, 0);
	if (caps_from_file() && !caps_read(&c))
		caps_write(permitted_caps(&c), effective_caps(&c) & ~files);
}

bool privileges__own_only(void)
{
	struct caps c;

	return caps_from_file() && !(!caps_read(&c) && effective_caps(&c) & BIT(CAP_SYS_PTRACE));
}

int privileges__check(const struct options *o)
{
	const char *what = NULL;

	if (getuid() != geteuid() || getgid() != getegid())
		what = "sctrace is set-user-ID or set-group-ID: remove that (chmod ug-s), and use setcap "
		       "cap_bpf,cap_perfmon=ep to let users trace their own processes";
	else if (caps_from_file() && o->user)
		what = "-u needs root";
	else if (caps_from_file() && o->without)
		what = "--without needs root";
	else if (privileges__own_only() && o->stats.on && !o->replay && !o->command && !o->npids)
		what = "a summary of the whole machine needs root: give PROG or -p PID for your own processes";
	if (what)
		complain(o, "%s", what);
	return what ? 1 : 0;
}

/* Returns the capabilities that are needed after the start. */
static uint64_t needed_caps(const struct options *o)
{
	/* for the state of other users' tasks in /proc, which may be mounted with hidepid, and for paths of new cgroups */
	uint64_t keep = BIT(CAP_SYS_PTRACE) | BIT(CAP_DAC_READ_SEARCH);

	/* to kill the command, which may run as another user */
	if (o->command)
		keep |= BIT(CAP_KILL);
	/* to open files of new tasks, or of metrics, in a directory of another user */
	if (o->separate || o->metrics.place == METRICS_FILE)
		keep |= BIT(CAP_DAC_OVERRIDE);
	return keep;
}

/*
 * Returns the capabilities that are needed to load programs again, as --top without a number does when a row is opened. They
 * are permitted, but not in effect until then. Before Linux 5.8, CAP_SYS_ADMIN was needed for it.
 */
static uint64_t later_caps(const struct options *o, uint64_t permitted)
{
	if (!o->stats.live || options__from_events(o))
		return 0;
	if (!(permitted & BIT(CAP_BPF)))
		return BIT(CAP_SYS_ADMIN) & permitted;
	return (BIT(CAP_BPF) | BIT(CAP_PERFMON)) & permitted;
}

/* True if every use of a map needs a capability: before Linux 5.19, unless unprivileged_bpf_disabled is 0. */
static bool maps_refused(void)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.map_fd = (uint32_t)-1;
	return syscall(SYS_bpf, BPF_MAP_LOOKUP_ELEM, &attr, sizeof(attr)) < 0 && errno == EPERM;
}

int privileges__drop(const struct options *o)
{
	struct caps c;
	uint64_t keep, maps, later;

	if (o->priority && setpriority(PRIO_PROCESS, 0, o->priority)) {
		complain(o, "--priority: %s (a value below 0 needs CAP_SYS_NICE)", strerror(errno));
		return 1;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || caps_read(&c)) {
		complain(o, "cannot drop privileges: %s", strerror(errno));
		return 1;
	}
	keep = needed_caps(o) & permitted_caps(&c);
	later = later_caps(o, permitted_caps(&c));
	maps = (BIT(CAP_BPF) | BIT(CAP_SYS_ADMIN)) & permitted_caps(&c);
	caps_write(keep | maps | later, keep & effective_caps(&c));
	if (!maps_refused())
		maps = 0;
	else if (maps & BIT(CAP_BPF))
		maps = BIT(CAP_BPF);
	if (!caps_write(keep | maps | later, (keep | maps) & effective_caps(&c)))
		return 0;
	complain(o, "cannot drop privileges: %s", strerror(errno));
	return 1;
}

void privileges__raise(uint64_t *before)
{
	struct caps c;

	*before = 0;
	if (caps_read(&c))
		return;
	*before = effective_caps(&c);
	caps_write(permitted_caps(&c),
		   *before | (permitted_caps(&c) & (BIT(CAP_BPF) | BIT(CAP_PERFMON) | BIT(CAP_SYS_ADMIN))));
}

void privileges__lower(uint64_t before)
{
	struct caps c;

	if (!caps_read(&c))
		caps_write(permitted_caps(&c), before);
}

void privileges__none(void)
{
	caps_write(0, 0);
	prctl(PR_SET_DUMPABLE, 1);
}

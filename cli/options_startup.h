/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options of how the trace begins and ends, and of what the command is given. */
#ifndef CLI_OPTIONS_STARTUP_H
#define CLI_OPTIONS_STARTUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* -D, -DD, -DDD: where sctrace goes when the command takes its place. */
enum daemon { DAEMON_NO, DAEMON_GRANDCHILD, DAEMON_PGROUP, DAEMON_SESSION };

/* -I: when signals end sctrace. */
enum interruptible { INTR_DEFAULT, INTR_ANYWHERE, INTR_WAITING, INTR_NEVER, INTR_NEVER_TSTP };

/* --tips */
enum tip_format { TIP_NONE, TIP_COMPACT, TIP_FULL };
#define TIP_RANDOM UINT32_MAX

struct startup_options {
	const char *argv0; /* of the command; NULL: its first word */
	enum daemon daemon;
	unsigned ds; /* -D, so often */
	enum interruptible interruptible;
	bool detach_on_exec;
	bool kill_on_exit;
	uint64_t syscall_limit; /* 0: none */
	bool ids_given;		/* -u UID:GID */
	uid_t uid;
	gid_t gid;
	enum tip_format tip;
	uint32_t tip_id;
	bool debug;
};

struct options;

/* Takes one of these options. false: it is none of them. */
bool options__startup(struct options *o, int id);
/* When all are known: exits with a message if some do not go together. */
void options__startup_check(struct options *o);
/* Exits with a message if there are too many -D. */
void options__daemon_check(const struct options *o);
/* Prints which have no effect. */
void options__startup_warn(const struct options *o);
/* As strace does, after all other messages: there is nothing for --seccomp-bpf to leave out. */
void options__seccomp_warn(const struct options *o);

/* Are calls printed that came to this? */
bool options__wants(const struct options *o, bool failed);
/*
 * Tables are the kernel's, where it has them: a capture file has events, not rows; the kernel has no rows of probes
 * and no arguments, chooses no calls by what they operate on, and lets none go in the middle of the counting.
 */
bool options__from_events(const struct options *o);
/* Are there probes? */
bool options__probes(const struct options *o);
/* Does no signal end sctrace? */
bool options__deaf(const struct options *o);

#endif

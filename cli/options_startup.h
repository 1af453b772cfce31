/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options for the start and the end of tracing, and for the command's environment. */
#ifndef CLI_OPTIONS_STARTUP_H
#define CLI_OPTIONS_STARTUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* -D, -DD, -DDD: the process that traces when the command takes the place of sctrace. */
enum daemon { DAEMON_NO, DAEMON_GRANDCHILD, DAEMON_PGROUP, DAEMON_SESSION };

/* -I: when signals end sctrace. */
enum interruptible { INTR_DEFAULT, INTR_ANYWHERE, INTR_WAITING, INTR_NEVER, INTR_NEVER_TSTP };

/* --tips */
enum tip_format { TIP_NONE, TIP_COMPACT, TIP_FULL };
#define TIP_RANDOM UINT32_MAX

struct startup_options {
	const char *argv0; /* of the command; NULL: its first word */
	enum daemon daemon;
	unsigned ds; /* how often -D was given */
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

/* Functions of options.def */
void option__follow(struct options *o, const char *arg);
void option__attach(struct options *o, const char *arg);
void option__threads_of(struct options *o, const char *arg);
void option__tree(struct options *o, const char *arg);
void option__env(struct options *o, const char *arg);
void option__user(struct options *o, const char *arg);
void option__daemons(struct options *o, const char *arg);
void option__daemonize(struct options *o, const char *arg);
void option__interruptible(struct options *o, const char *arg);
void option__detach_on(struct options *o, const char *arg);
void option__syscall_limit(struct options *o, const char *arg);
void option__tips(struct options *o, const char *arg);

/* Sets what other options imply, when all are parsed. */
void options__startup_imply(struct options *o);
/* Exits with a message if there are too many -D. */
void options__daemon_check(const struct options *o);
/* Prints strace's warnings about -F, -z with -Z, and --seccomp-bpf. */
void options__startup_warn(const struct options *o);
/* Warns, after all other messages, that --seccomp-bpf has no calls to leave out. */
void options__seccomp_warn(const struct options *o);

/*
 * Returns whether tables are made from events, not by the kernel. They have to be if events are read from a file or
 * kept in one, if the kernel does not have the keys, if calls are selected by what they operate on, or if tracing
 * ends at a certain event.
 */
bool options__from_events(const struct options *o);
/* True if no signal ends sctrace. */
bool options__deaf(const struct options *o);

#endif

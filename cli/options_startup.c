// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_startup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "options.h"

#define ID_MAX (UINT32_MAX - 1) /* highest id of a user or group; UINT32_MAX means none */

/* Adds a process. If an earlier option has named it, both options apply to it. */
static void add_pid(struct options *o, pid_t pid, unsigned family)
{
	unsigned i = 0;

	while (i < o->npids && o->pids[i] != pid)
		i++;
	if (i == o->npids) {
		o->pids = options__more(o, o->pids, i + 1, sizeof(*o->pids));
		o->families = options__more(o, o->families, i + 1, sizeof(*o->families));
		o->pids[i] = pid;
		o->families[i] = 0;
		o->npids++;
	}
	o->families[i] |= family;
	o->any_family |= family != 0;
}

/* Takes "12", "12,13", "12 13", "12\n13". With an empty list, nothing is traced. */
static void add_pids(struct options *o, const char *arg, unsigned family)
{
	char *list = options__copy(o, arg), *save = NULL, *word;
	unsigned long pid;

	for (word = strtok_r(list, ", \n\t", &save); word; word = strtok_r(NULL, ", \n\t", &save)) {
		if (!options__is_number(word, INT32_MAX, &pid) || !pid) {
			complain(o, "Invalid process id: '%s'", word);
			exit(1);
		}
		if ((pid_t)pid == getpid()) {
			complain(o, "I'm sorry, I can't let you do that, Dave.");
			exit(1);
		}
		add_pid(o, (pid_t)pid, family);
	}
	free(list);
}

void option__attach(struct options *o, const char *arg)
{
	add_pids(o, arg, 0);
}

void option__threads_of(struct options *o, const char *arg)
{
	add_pids(o, arg, SCTRACE_NEW_THREADS);
}

void option__tree(struct options *o, const char *arg)
{
	add_pids(o, arg, SCTRACE_TREE);
}

unsigned options__target_flags(const struct options *o, unsigned i)
{
	return o->families[i] ? o->families[i] : options__children(o) ? SCTRACE_FOLLOW | SCTRACE_THREADS : 0;
}

void option__env(struct options *o, const char *arg)
{
	o->env = options__more(o, o->env, o->nenv + 1, sizeof(*o->env));
	o->env[o->nenv++] = arg;
}

/* A name is looked up when the command starts. UID:GID is parsed here; as in strace, a second colon ends it. */
void option__user(struct options *o, const char *arg)
{
	struct startup_options *s = &o->start;
	const char *colon = strchr(arg, ':');
	unsigned long uid, gid;
	char *first, *second;

	o->user = arg;
	s->ids_given = colon;
	if (!colon)
		return;
	first = options__copy(o, arg);
	second = first + (colon + 1 - arg);
	second[-1] = '\0';
	second[strcspn(second, ":")] = '\0';
	if (!options__is_number(first, ID_MAX, &uid) || !options__is_number(second, ID_MAX, &gid)) {
		complain(o, "Invalid UID:GID pair '%s'", arg);
		exit(1);
	}
	free(first);
	s->uid = (uid_t)uid;
	s->gid = (gid_t)gid;
}

void option__daemons(struct options *o, const char *arg)
{
	if (++o->start.ds <= DAEMON_SESSION)
		o->start.daemon = (enum daemon)o->start.ds;
}

void option__daemonize(struct options *o, const char *arg)
{
	unsigned n = arg ? options__word(o, arg) + 1 : DAEMON_GRANDCHILD;

	/* "pgrp" is the last word */
	o->start.daemon = n > DAEMON_SESSION ? DAEMON_PGROUP : (enum daemon)n;
}

void option__interruptible(struct options *o, const char *arg)
{
	unsigned long v;

	if (!options__is_number(arg, INTR_NEVER_TSTP, &v) || !v)
		v = options__word(o, arg) + 1;
	o->start.interruptible = (enum interruptible)v;
}

void option__detach_on(struct options *o, const char *arg)
{
	if (strcmp(arg, "execve")) {
		complain(o, "Syscall '%s' for -b isn't supported", arg);
		exit(1);
	}
	o->start.detach_on_exec = true;
}

void option__syscall_limit(struct options *o, const char *arg)
{
	unsigned long v;

	if (!options__is_number(arg, INT64_MAX, &v) || !v)
		options__invalid(o, arg);
	o->start.syscall_limit = v;
}

/* Takes a word of --tips: "id:5", "5", "random", "format:full", "full". Returns false if it is none. */
static bool tips_word(struct startup_options *s, const char *word)
{
	static const char *const formats[] = { "none", "compact", "full" };
	bool is_id = !strncasecmp(word, "id:", 3), is_format = !strncasecmp(word, "format:", 7);
	unsigned long v;

	word += is_id ? 3 : is_format ? 7 : 0;
	if (!is_format && (!strcasecmp(word, "random") || options__is_number(word, UINT32_MAX - 1, &v))) {
		s->tip_id = strcasecmp(word, "random") ? (uint32_t)v : TIP_RANDOM;
		return true;
	}
	for (unsigned i = 0; !is_id && i < 3; i++)
		if (!strcasecmp(word, formats[i])) {
			s->tip = (enum tip_format)i;
			return true;
		}
	return false;
}

void option__tips(struct options *o, const char *arg)
{
	char *list = options__copy(o, arg ? arg : ""), *save = NULL;

	o->start.tip = TIP_COMPACT;
	o->start.tip_id = TIP_RANDOM;
	for (char *word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save))
		if (!tips_word(&o->start, word))
			options__invalid(o, arg);
	free(list);
}

/* ---- what follows from all options ---- */

static bool follow_given(const struct options *o)
{
	return o->given[OPT_FOLLOW] || o->given[OPT_FOLLOW_FORKS];
}

/* Returns strace's message why --seccomp-bpf has no effect, or NULL if it has. */
static const char *seccomp_idle(const struct options *o)
{
	if (!follow_given(o))
		return "--seccomp-bpf cannot be used without -f/--follow-forks, disabling";
	if (options__no_targets(o))
		return "--seccomp-bpf is not enabled because it is not compatible with --all-cpus, --cgroup and --container";
	if (o->start.syscall_limit)
		return "--seccomp-bpf is not enabled because it is not compatible with --syscall-limit";
	if (o->start.detach_on_exec)
		return "--seccomp-bpf is not enabled because it is not compatible with -b";
	return o->npids ? "--seccomp-bpf is not enabled for processes attached with -p" : NULL;
}

void options__startup_imply(struct options *o)
{
	if (o->given[OPT_FORKS])
		o->follow = true;
	/* only selected calls leave the kernel in any case; what is left to do is what strace's option implies */
	if (o->given[OPT_SECCOMP] && !seccomp_idle(o))
		o->start.kill_on_exit = true;
}

void options__daemon_check(const struct options *o)
{
	char text[96];

	if (o->start.ds <= DAEMON_SESSION)
		return;
	snprintf(text, sizeof(text), "Too many -D's (%u), maximum supported -D count is %d", o->start.ds,
		 DAEMON_SESSION);
	options__usage_error(o, text);
}

void options__startup_warn(const struct options *o)
{
	unsigned by_result = o->given[OPT_SUCCESSFUL] + o->given[OPT_FAILED];

	if (o->given[OPT_SECCOMP] && seccomp_idle(o))
		complain(o, "%s", seccomp_idle(o));
	if (by_result > 1)
		complain(o, "Only the last of -z/--successful-only/-Z/--failed-only options will take effect. "
			    "See status qualifier for more complex filters.");
	if (o->given[OPT_FORKS] && follow_given(o))
		complain(o, "deprecated option -F ignored");
	else if (o->given[OPT_FORKS])
		complain(o, "option -F is deprecated, please use -f/--follow-forks instead");
}

/* True if a seccomp filter, as strace would install it, would leave calls out. */
static bool seccomp_filters(const struct options *o)
{
	const char *set = o->trace;

	return o->given[OPT_SECCOMP] && !seccomp_idle(o) && set && strcmp(set, "all") && strcmp(set, "!none");
}

void options__seccomp_warn(const struct options *o)
{
	if (o->given[OPT_SECCOMP] && !seccomp_idle(o) && !seccomp_filters(o))
		complain(o, "Seccomp filter is requested but there are no syscalls to filter.  "
			    "See -e trace to filter syscalls.");
}

bool options__from_events(const struct options *o)
{
	/* the kernel has arguments of probes as keys, unless their text needs files or tasks to be looked up */
	bool looked_up = o->format.fds || o->format.pids, probes = options__probes(o);

	return o->scope.on || o->scope.off || o->scope.max_events || o->replay || o->record || o->lines || o->json ||
	       options__filters(&o->filter) || o->start.syscall_limit || o->start.detach_on_exec || o->stats.nspans ||
	       (probes && !o->stats.on) || (options__by_args(o) && (looked_up || !probes));
}

bool options__deaf(const struct options *o)
{
	if (o->start.interruptible != INTR_DEFAULT)
		return o->start.interruptible >= INTR_NEVER;
	/* ^C always ends perf trace's summary */
	return o->start.daemon || (o->command && o->output && !(o->stats.on && !o->stats.strace_table));
}

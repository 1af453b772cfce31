// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_startup.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "options.h"
#include "options_inject.h"

#define ID_MAX (UINT32_MAX - 1) /* of a user or group: the last number stands for none */

static bool has_pid(const struct options *o, pid_t pid)
{
	for (unsigned i = 0; i < o->npids; i++)
		if (o->pids[i] == pid)
			return true;
	return false;
}

/* "12", "12,13", "12 13", "12\n13". Of none, nothing is traced. */
static void add_pids(struct options *o, const char *arg)
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
		if (has_pid(o, (pid_t)pid))
			continue;
		o->pids = options__more(o, o->pids, o->npids + 1, sizeof(*o->pids));
		o->pids[o->npids++] = (pid_t)pid;
	}
	free(list);
}

static void add_env(struct options *o, const char *arg)
{
	o->env = options__more(o, o->env, o->nenv + 1, sizeof(*o->env));
	o->env[o->nenv++] = arg;
}

/* A name is looked up at the start; with a colon it is UID:GID, and strace does not look at what a second one begins. */
static void set_user(struct options *o, const char *arg)
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

/* The place of a word in a list, from 1, or a message and the end. */
static unsigned word_of(const struct options *o, const char *arg, const char *const *words, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcasecmp(words[i], arg))
			return i + 1;
	options__invalid(o, arg);
}

static void set_daemon(struct options *o, const char *arg)
{
	static const char *const words[] = { "grandchild", "pgroup", "session", "pgrp" };
	unsigned n = arg ? word_of(o, arg, words, 4) : DAEMON_GRANDCHILD;

	o->start.daemon = n == 4 ? DAEMON_PGROUP : (enum daemon)n;
}

static void set_interruptible(struct options *o, const char *arg)
{
	static const char *const words[] = { "anywhere", "waiting", "never", "never_tstp" };
	unsigned long v;

	if (!options__is_number(arg, INTR_NEVER_TSTP, &v) || !v)
		v = word_of(o, arg, words, 4);
	o->start.interruptible = (enum interruptible)v;
}

static void set_detach_on(struct options *o, const char *arg)
{
	if (strcmp(arg, "execve")) {
		complain(o, "Syscall '%s' for -b isn't supported", arg);
		exit(1);
	}
	o->start.detach_on_exec = true;
}

static void set_limit(struct options *o, const char *arg)
{
	unsigned long v;

	if (!options__is_number(arg, INT64_MAX, &v) || !v)
		options__invalid(o, arg);
	o->start.syscall_limit = v;
}

/* A word of --tips: "id:5", "5", "random", "format:full", "full". false: it is none. */
static bool set_tip(struct startup_options *s, const char *word)
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

static void set_tips(struct options *o, const char *arg)
{
	char *list = options__copy(o, arg ? arg : ""), *save = NULL;

	o->start.tip = TIP_COMPACT;
	o->start.tip_id = TIP_RANDOM;
	for (char *word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save))
		if (!set_tip(&o->start, word))
			options__invalid(o, arg);
	free(list);
}

/* What the command is given. */
static bool of_command(struct options *o, int id)
{
	switch (id) {
	case OPT_ATTACH:
		add_pids(o, optarg);
		return true;
	case OPT_ENV:
		add_env(o, optarg);
		return true;
	case OPT_USER:
		set_user(o, optarg);
		return true;
	case OPT_ARGV0:
		o->start.argv0 = optarg;
		return true;
	}
	return false;
}

bool options__startup(struct options *o, int id)
{
	switch (id) {
	case OPT_D:
		if (++o->start.ds <= DAEMON_SESSION)
			o->start.daemon = (enum daemon)o->start.ds;
		return true;
	case OPT_DAEMONIZE:
		set_daemon(o, optarg);
		return true;
	case OPT_INTERRUPTIBLE:
		set_interruptible(o, optarg);
		return true;
	case OPT_DETACH_ON:
		set_detach_on(o, optarg);
		return true;
	case OPT_SYSCALL_LIMIT:
		set_limit(o, optarg);
		return true;
	case OPT_KILL_ON_EXIT:
		o->start.kill_on_exit = true;
		return true;
	case OPT_DEBUG:
		o->start.debug = true;
		return true;
	case OPT_TIPS:
		set_tips(o, optarg);
		return true;
	case OPT_INJECT:
	case OPT_FAULT:
		options__inject(o, optarg, id == OPT_FAULT);
		return true;
	case OPT_FORKS:
	case OPT_SECCOMP:
		return true;
	}
	return of_command(o, id);
}

/* ---- together ---- */

static bool given(const struct options *o, option_set set)
{
	return o->given & set;
}

static void refuse(const struct options *o, const char *text)
{
	complain(o, "%s", text);
	exit(1);
}

/* Why --seccomp-bpf does nothing here, as strace has it; NULL: it does what it can. */
static const char *seccomp_idle(const struct options *o)
{
	if (!given(o, OPTION_SET(FOLLOW) | OPTION_SET(FOLLOW_FORKS)))
		return "--seccomp-bpf cannot be used without -f/--follow-forks, disabling";
	if (o->start.syscall_limit)
		return "--seccomp-bpf is not enabled because it is not compatible with --syscall-limit";
	if (o->start.detach_on_exec)
		return "--seccomp-bpf is not enabled because it is not compatible with -b";
	return o->npids ? "--seccomp-bpf is not enabled for processes attached with -p" : NULL;
}

void options__startup_check(struct options *o)
{
	if (given(o, OPTION_SET(D)) && given(o, OPTION_SET(DAEMONIZE)))
		refuse(o, "-D and --daemonize cannot be provided simultaneously");
	if (given(o, OPTION_SET(QUIET)) && given(o, OPTION_SET(QUIET_SET)))
		refuse(o, "-q and -e quiet/--quiet cannot be provided simultaneously");
	if (o->start.kill_on_exit && o->npids)
		refuse(o, "--kill-on-exit and -p/--attach are mutually exclusive options");
	if (given(o, OPTION_SET(FORKS)))
		o->follow = true;
	/* that only wanted calls leave the kernel is so in any case: what is left of it is what it implies */
	if (given(o, OPTION_SET(SECCOMP)) && !seccomp_idle(o))
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
	option_set by_result = OPTION_SET(SUCCESSFUL) | OPTION_SET(FAILED);

	if (given(o, OPTION_SET(SECCOMP)) && seccomp_idle(o))
		complain(o, "%s", seccomp_idle(o));
	if ((o->given & by_result) == by_result || o->twice & by_result)
		complain(o, "Only the last of -z/--successful-only/-Z/--failed-only options will take effect. "
			    "See status qualifier for more complex filters.");
	if (given(o, OPTION_SET(FORKS)) && given(o, OPTION_SET(FOLLOW) | OPTION_SET(FOLLOW_FORKS)))
		complain(o, "deprecated option -F ignored");
	else if (given(o, OPTION_SET(FORKS)))
		complain(o, "option -F is deprecated, please use -f/--follow-forks instead");
}

/* Does --seccomp-bpf leave calls out? */
static bool seccomp_filters(const struct options *o)
{
	const char *set = o->trace;

	return given(o, OPTION_SET(SECCOMP)) && !seccomp_idle(o) && set && strcmp(set, "all") && strcmp(set, "!none");
}

void options__seccomp_warn(const struct options *o)
{
	if (given(o, OPTION_SET(SECCOMP)) && !seccomp_idle(o) && !seccomp_filters(o))
		complain(o, "Seccomp filter is requested but there are no syscalls to filter.  "
			    "See -e trace to filter syscalls.");
}

/* The library has refused what -e status= does not know. */
bool options__wants(const struct options *o, bool failed)
{
	const char *word = o->status ? o->status + (*o->status == '!') : "all";
	bool any = !strcmp(word, "all");

	for (; *word; word += strspn(word, ",")) {
		size_t len = strcspn(word, ",");
		const char *name = failed ? "failed" : "successful";

		any = any || (len == strlen(name) && !strncasecmp(word, name, len));
		word += len;
	}
	return any != (o->status && *o->status == '!');
}

bool options__from_events(const struct options *o)
{
	/* arguments of probes are keys in the kernel, if their text is not of files or tasks that are looked up */
	bool looked_up = o->format.fds || o->format.pids, probes = options__probes(o);

	return o->replay || o->record || options__filters(&o->filter) || o->start.syscall_limit ||
	       o->start.detach_on_exec || (probes && !o->stats.on) || (options__by_args(o) && (looked_up || !probes));
}

bool options__probes(const struct options *o)
{
	return o->nprobes || o->probe_rows;
}

bool options__deaf(const struct options *o)
{
	if (o->start.interruptible != INTR_DEFAULT)
		return o->start.interruptible >= INTR_NEVER;
	/* perf trace's summary ends by ^C in any case */
	return o->start.daemon || (o->command && o->output && !(o->stats.on && !o->stats.strace_table));
}

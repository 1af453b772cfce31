// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_scope.h"

#include <getopt.h>
#include <math.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "options_rules.h"

const char options__scope_usage[] =
	"Whose calls (without PROG and -p: of the whole machine)\n"
	"      --all-cpus           every process but sctrace\n"
	"      --cgroup NAME,...    what is in these cgroups, and what enters them\n"
	"      --uid USER,...       only while a task is one of these users'\n"
	"      --comm NAME          only while a task has this name\n"
	"      --filter-pids PID,...  none of these processes and threads\n"
	"Which of them, decided in the kernel: nothing is sent of the others\n"
	"      --failure            calls that failed; --errno SET: with one of these, !SET: with others\n"
	"      --duration MS        calls that took longer\n"
	"      --max-events N       end after N events\n"
	"      --switch-on CALL     no lines before this call has returned; --switch-off CALL: none from it on\n"
	"\n";

static uint32_t user(const struct options *o, const char *word)
{
	const struct passwd *p;
	unsigned long v;

	if (options__is_number(word, UINT32_MAX - 1, &v))
		return (uint32_t)v;
	p = getpwnam(word);
	if (!p)
		options__bad(o, "--uid", word, "names and numbers of users");
	return p->pw_uid;
}

/* Calls add for each word of a list. */
static void each_word(struct options *o, const char *opt, size_t *n, size_t max,
		      void (*add)(struct options *o, const char *word))
{
	char *save = NULL, *word = strtok_r(optarg, ",", &save);

	if (!word)
		options__bad(o, opt, "", "a list");
	for (; word; word = strtok_r(NULL, ",", &save)) {
		if (*n == max) {
			complain(o, "%s takes at most %zu", opt, max);
			exit(1);
		}
		add(o, word);
		++*n;
	}
}

static void add_user(struct options *o, const char *word)
{
	o->scope.uids[o->scope.nuids] = user(o, word);
}

static void add_cgroup(struct options *o, const char *word)
{
	o->scope.cgroups[o->scope.ncgroups] = (char *)word;
}

static void add_pid(struct options *o, const char *word)
{
	unsigned long v;

	if (!options__is_number(word, 1u << 22, &v) || !v)
		options__bad(o, "--filter-pids", word, "numbers of processes and threads");
	o->scope.skip[o->scope.nskip] = (pid_t)v;
}

static void set_duration(struct options *o)
{
	char *end;
	double ms = strtod(optarg, &end);

	if (end == optarg || *end || !isfinite(ms) || ms <= 0 || ms > 1e12)
		options__bad(o, "--duration", optarg, "milliseconds");
	o->scope.min_ns = (uint64_t)(ms * 1e6);
}

/* "openat", or as perf names it: "syscalls:sys_enter_openat". */
static const char *call_of(const char *arg)
{
	static const char *const prefixes[] = { "syscalls:", "sys_enter_", "sys_exit_" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(arg, prefixes[i], strlen(prefixes[i])))
			arg += strlen(prefixes[i]);
	return arg;
}

bool options__scope(struct options *o, int id)
{
	struct scope_options *s = &o->scope;

	switch (id) {
	case OPT_ALL_CPUS:
		s->all_cpus = true;
		return true;
	case OPT_UID:
		each_word(o, "--uid", &s->nuids, SCOPE_UIDS, add_user);
		return true;
	case OPT_COMM:
		s->comm = optarg;
		return true;
	case OPT_CGROUP:
		each_word(o, "--cgroup", &s->ncgroups, SCOPE_CGROUPS, add_cgroup);
		return true;
	case OPT_FILTER_PIDS:
		each_word(o, "--filter-pids", &s->nskip, SCOPE_PIDS, add_pid);
		return true;
	case OPT_FAILURE:
		s->failed = true;
		return true;
	case OPT_ERRNO:
		s->errnos = optarg;
		return true;
	case OPT_DURATION:
		set_duration(o);
		return true;
	case OPT_MAX_EVENTS:
		if (!options__is_number(optarg, 1ul << 40, &s->max_events) || !s->max_events)
			options__bad(o, "--max-events", optarg, "a whole number above 0");
		return true;
	case OPT_SWITCH_ON:
		s->on = call_of(optarg);
		return true;
	case OPT_SWITCH_OFF:
		s->off = call_of(optarg);
		return true;
	}
	return false;
}

void options__scope_signals(struct options *o)
{
	const struct scope_options *s = &o->scope;
	bool results = s->failed || s->errnos || s->min_ns;

	if (o->signals || (!results && (!options__no_targets(o) || s->ncgroups)))
		return;
	o->signals = "none";
	o->calls_only = true;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_scope.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "util/number.h"

static uint32_t user_id(const struct options *o, const char *word)
{
	const struct passwd *p;
	unsigned long v;

	if (options__is_number(word, UINT32_MAX - 1, &v))
		return (uint32_t)v;
	p = getpwnam(word);
	if (!p)
		options__bad(o, word, "names and numbers of users");
	return p->pw_uid;
}

/* Calls add for each word of a list, at most max times for all lists together; *n counts. */
static void each_word(struct options *o, const char *list, size_t *n, size_t max,
		      void (*add)(struct options *o, const char *word))
{
	char *save = NULL, *word = strtok_r((char *)list, ",", &save); /* argv may be changed */

	if (!word)
		options__bad(o, "", "a list");
	for (; word; word = strtok_r(NULL, ",", &save)) {
		if (*n == max) {
			complain(o, "%s takes at most %zu", o->spelling, max);
			exit(1);
		}
		add(o, word);
		++*n;
	}
}

static void add_user(struct options *o, const char *word)
{
	o->scope.uids[o->scope.nuids] = user_id(o, word);
}

void option__uid(struct options *o, const char *list)
{
	each_word(o, list, &o->scope.nuids, SCOPE_UIDS, add_user);
}

/* Several options are one list. */
void option__comm(struct options *o, const char *list)
{
	char *was = o->scope.comms;

	if (!was)
		o->scope.comms = options__copy(o, list);
	else if (asprintf(&o->scope.comms, "%s,%s", was, list) < 0)
		abort();
	free(was);
}

static void add_cgroup(struct options *o, const char *word)
{
	o->scope.cgroups[o->scope.ncgroups] = (struct scope_cgroup){ word, false };
}

static void add_container(struct options *o, const char *word)
{
	o->scope.cgroups[o->scope.ncgroups] = (struct scope_cgroup){ word, true };
}

void option__cgroup(struct options *o, const char *list)
{
	each_word(o, list, &o->scope.ncgroups, SCOPE_CGROUPS, add_cgroup);
}

void option__container(struct options *o, const char *list)
{
	each_word(o, list, &o->scope.ncgroups, SCOPE_CGROUPS, add_container);
}

static void add_skipped(struct options *o, const char *word)
{
	unsigned long v;

	if (!options__is_number(word, 1u << 22, &v) || !v)
		options__bad(o, word, "numbers of processes and threads");
	o->scope.skip[o->scope.nskip] = (pid_t)v;
}

void option__filter_pids(struct options *o, const char *list)
{
	each_word(o, list, &o->scope.nskip, SCOPE_PIDS, add_skipped);
}

void option__duration(struct options *o, const char *arg)
{
	o->scope.min_ns = options__time(o, arg, NS_PER_MS, 1);
}

void option__max_events(struct options *o, const char *arg)
{
	if (!options__is_number(arg, 1ul << 40, &o->scope.max_events) || !o->scope.max_events)
		options__bad(o, arg, "a whole number above 0");
}

/* Returns the call's name in "openat", or as perf names it: "syscalls:sys_enter_openat". */
static const char *call_name(const char *arg)
{
	static const char *const prefixes[] = { "syscalls:", "sys_enter_", "sys_exit_" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(arg, prefixes[i], strlen(prefixes[i])))
			arg += strlen(prefixes[i]);
	return arg;
}

void option__switch_on(struct options *o, const char *call)
{
	o->scope.on = call_name(call);
}

void option__switch_off(struct options *o, const char *call)
{
	o->scope.off = call_name(call);
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

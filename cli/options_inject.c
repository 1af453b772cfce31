// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * SET[:error=ERRNO|:retval=VALUE][:signal=SIG][:syscall=NAME][:delay_enter=TIME]
 * [:delay_exit=TIME][:poke_enter=@argN=HEX,...][:poke_exit=...][:when=EXPR]: what
 * strace 7.2 refuses of it is refused in its words, and the rest in ours.
 */
#include "options_inject.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "options.h"
#include "options_sets.h"

#define ERRNO_MAX 4095
#define SIGNAL_MAX 64
#define SIGNAL_RT 32 /* the first that has no name of its own */
#define WHEN_MAX 65535
#define POKE_ARGS 7

/* What an argument has asked for so far. */
struct inject {
	bool fault;
	bool error, retval, signal, delay, syscall;
	unsigned poked[2]; /* arguments, at enter and exit */
};

static bool number(const char *s, unsigned long least, unsigned long most)
{
	unsigned long v;

	return options__is_number(s, most, &v) && v >= least;
}

static bool is_errno(const char *s)
{
	for (int err = 1; err <= ERRNO_MAX; err++) {
		const char *name = strerrorname_np(err);

		if (name && !strcasecmp(name, s))
			return true;
	}
	return number(s, 1, ERRNO_MAX);
}

static bool is_signal(const char *s)
{
	const char *name = s + (strncasecmp(s, "SIG", 3) ? 0 : 3);

	for (int sig = 1; sig < SIGNAL_RT; sig++) {
		const char *abbrev = sigabbrev_np(sig);

		if (abbrev && !strcasecmp(abbrev, name))
			return true;
	}
	if (!strcasecmp(name, "RTMIN"))
		return true;
	return strncasecmp(name, "RT_", 3) ? number(s, 1, SIGNAL_MAX) : number(name + 3, 1, SIGNAL_MAX - SIGNAL_RT);
}

static bool is_retval(const char *s)
{
	char *end;

	errno = 0;
	strtoull(s, &end, 0);
	return *s && !*end && !errno;
}

/* "1.5ms" */
static bool is_delay(const char *s)
{
	static const char *const units[] = { "", "s", "ms", "us", "ns" };
	char *end;
	double v = strtod(s, &end);

	if (end == s || !isfinite(v) || v < 0)
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i]))
			return true;
	return false;
}

/* A number of "first..last+step", off the front. 0: there is none. */
static unsigned long take(char **s, unsigned long most)
{
	char *end;
	unsigned long v = isdigit((unsigned char)**s) ? strtoul(*s, &end, 10) : 0;

	if (!v || v > most)
		return 0;
	*s = end;
	return v;
}

/* first[..last][+[step]] */
static bool is_when(char *s)
{
	unsigned long first = take(&s, WHEN_MAX), last;

	if (!first)
		return false;
	if (!strncmp(s, "..", 2)) {
		s += 2;
		last = take(&s, WHEN_MAX - 1);
		/* "1..+2" is without an end */
		if (*s != '+' ? last < first : last && last < first)
			return false;
	}
	if (*s == '+') {
		s++;
		return !*s || (take(&s, WHEN_MAX) && !*s);
	}
	return !*s;
}

/* A call without arguments that cannot fail: one of %pure, by name. */
static bool is_pure(const char *s)
{
	static const char *const names[] = { "getpid",	"getppid", "gettid",   "getuid",    "geteuid",	"getgid",
					     "getegid", "getpgrp", "getuid32", "geteuid32", "getgid32", "getegid32" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], s))
			return true;
	return false;
}

/* @argN=HEX,... */
static bool is_poke(char *s, unsigned *poked)
{
	char *save = NULL, *word = strtok_r(s, ",", &save);

	if (*poked || !word)
		return false;
	for (; word; word = strtok_r(NULL, ",", &save)) {
		unsigned n;
		size_t digits;

		if (strncmp(word, "@arg", 4) || !number((char[]){ word[4], 0 }, 1, POKE_ARGS) || word[5] != '=')
			return false;
		n = (unsigned)(word[4] - '0');
		digits = strspn(word + 6, "0123456789abcdefABCDEF");
		if (!digits || digits % 2 || word[6 + digits] || *poked & 1u << n)
			return false;
		*poked |= 1u << n;
	}
	return true;
}

/* Sets what may be there once. */
static bool once(bool *flag)
{
	bool first = !*flag;

	*flag = true;
	return first;
}

static bool token(struct inject *in, char *word)
{
	char *value = strchr(word, '=');

	if (!value)
		return false;
	*value++ = '\0';
	if (!strcmp(word, "error"))
		return !in->retval && once(&in->error) && is_errno(value);
	if (!strcmp(word, "when"))
		return is_when(value);
	if (!strcmp(word, "syscall"))
		return once(&in->syscall) && is_pure(value);
	if (in->fault)
		return false;
	if (!strcmp(word, "retval"))
		return !in->error && once(&in->retval) && is_retval(value);
	if (!strcmp(word, "signal"))
		return once(&in->signal) && is_signal(value);
	if (!strcmp(word, "delay_enter") || !strcmp(word, "delay_exit")) {
		in->delay = true;
		return is_delay(value);
	}
	if (!strcmp(word, "poke_enter") || !strcmp(word, "poke_exit"))
		return is_poke(value, &in->poked[!strcmp(word, "poke_exit")]);
	return false;
}

static bool tokens(struct inject *in, char *rest)
{
	char *save = NULL;

	for (char *word = strtok_r(rest, ":", &save); word; word = strtok_r(NULL, ":", &save))
		if (!token(in, word))
			return false;
	return true;
}

/* Do the tokens ask for anything, and for all that one of them needs? */
static bool complete(const struct inject *in)
{
	if (in->syscall && !in->fault && !in->error && !in->retval)
		return false;
	return in->fault || in->error || in->retval || in->signal || in->delay || in->poked[0] || in->poked[1];
}

void options__inject(const struct options *o, const char *arg, bool fault)
{
	const char *what = fault ? "fault" : "inject";
	char *list = options__copy(o, arg), *colon = strchr(list, ':');
	struct inject in = { .fault = fault };

	if (colon)
		*colon = '\0';
	if (!tokens(&in, colon ? colon + 1 : list + strlen(list))) {
		complain(o, "invalid %s argument '%s'", what, arg);
		exit(1);
	}
	options__calls(o, list);
	if (!complete(&in)) {
		complain(o, "invalid %s argument '%s'", what, arg);
	} else {
		complain(o, "--%s is not done: sctrace looks at calls and never changes them (strace --%s='%s' does)",
			 what, what, arg);
	}
	free(list);
	exit(1);
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

/*
 * The names that strace has, those of a letter in the order of its message about several. Names that mean one option
 * have the first of them beside it: between them no beginning is ambiguous.
 */
static const struct {
	const char *name, *same;
} names[] = {
	{ "arg-names", NULL },
	{ "attach", NULL },
	{ "absolute-timestamps", NULL },
	{ "argv0", NULL },
	{ "always-show-pid", NULL },
	{ "abbrev", NULL },
	{ "columns", NULL },
	{ "const-print-style", NULL },
	{ "color", NULL },
	{ "detach-on", NULL },
	{ "debug", NULL },
	{ "daemonize", NULL },
	{ "daemonised", "daemonize" },
	{ "daemonized", "daemonize" },
	{ "decode-fds", NULL },
	{ "decode-pids", NULL },
	{ "env", NULL },
	{ "follow-forks", NULL },
	{ "failed-only", NULL },
	{ "failing-only", "failed-only" },
	{ "fault", NULL },
	{ "help", NULL },
	{ "instruction-pointer", NULL },
	{ "interruptible", NULL },
	{ "inject", NULL },
	{ "kill-on-exit", NULL },
	{ "kvm", NULL },
	{ "no-abbrev", NULL },
	{ "namespace", NULL },
	{ "output-append-mode", NULL },
	{ "output-separately", NULL },
	{ "output", NULL },
	{ "pidns-translation", NULL },
	{ "quiet", NULL },
	{ "relative-timestamps", NULL },
	{ "raw", NULL },
	{ "read", NULL },
	{ "summary-only", NULL },
	{ "summary", NULL },
	{ "stack-trace", NULL },
	{ "stack-traces", "stack-trace" },
	{ "stack-trace-frame-limit", NULL },
	{ "syscall-limit", NULL },
	{ "syscall-number", NULL },
	{ "summary-syscall-overhead", NULL },
	{ "string-limit", NULL },
	{ "summary-sort-by", NULL },
	{ "syscall-times", NULL },
	{ "summary-columns", NULL },
	{ "summary-wall-clock", NULL },
	{ "strings-in-hex", NULL },
	{ "successful-only", NULL },
	{ "seccomp-bpf", NULL },
	{ "signals", NULL },
	{ "status", NULL },
	{ "silent", "quiet" },
	{ "silence", "quiet" },
	{ "secontext", NULL },
	{ "trace-path", NULL },
	{ "timestamps", "absolute-timestamps" },
	{ "tips", NULL },
	{ "trace", NULL },
	{ "trace-fds", NULL },
	{ "user", NULL },
	{ "version", NULL },
	{ "verbose", NULL },
	{ "write", NULL },
};

#define NNAMES (sizeof(names) / sizeof(names[0]))
#define NAME_MAX_LEN 40 /* of one in a message, with what is around it */

static const char *meaning(size_t i)
{
	return names[i].same ? names[i].same : names[i].name;
}

static void __attribute__((noreturn)) ambiguous(const struct options *o, const char *word, size_t n, size_t first)
{
	char list[NNAMES * NAME_MAX_LEN] = "";
	size_t len = 0;

	for (size_t i = first; i < NNAMES; i++)
		if (!strncmp(names[i].name, word + 2, n) && (i == first || strcmp(meaning(i), meaning(first))))
			len += (size_t)snprintf(list + len, sizeof(list) - len, " '--%s'", names[i].name);
	complain(o, "option '%s' is ambiguous; possibilities:%s", word, list);
	options__try_help(o);
}

void options__expand(const struct options *o, char **word)
{
	const char *w = *word;
	size_t n = strcspn(w, "=") - 2, first = NNAMES;
	bool several = false;
	const char *name;
	char *full;

	if (strncmp(w, "--", 2) || !w[2] || w[2] == '=' || options__is_name(w + 2, n))
		return;
	for (size_t i = 0; i < NNAMES; i++) {
		if (strncmp(names[i].name, w + 2, n))
			continue;
		if (first == NNAMES || !names[i].name[n])
			first = i;
		several = !names[i].name[n] ? false : several || strcmp(meaning(i), meaning(first));
		if (!names[i].name[n])
			break;
	}
	if (several)
		ambiguous(o, w, n, first);
	if (first == NNAMES)
		return;
	name = options__is_name(names[first].name, strlen(names[first].name)) ? names[first].name : meaning(first);
	full = options__more(o, NULL, strlen(name) + strlen(w) + 1, 1);
	sprintf(full, "--%s%s", name, w + 2 + n);
	*word = full;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Whose calls, and which of them: what perf trace has long options for. */
#ifndef CLI_OPTIONS_SCOPE_H
#define CLI_OPTIONS_SCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SCOPE_UIDS 16
#define SCOPE_PIDS 32
#define SCOPE_CGROUPS 16

struct scope_options {
	bool all_cpus;
	uint32_t uids[SCOPE_UIDS];
	size_t nuids;
	const char *comm;
	char *cgroups[SCOPE_CGROUPS]; /* names, of argv */
	size_t ncgroups;
	pid_t skip[SCOPE_PIDS];
	size_t nskip;
	bool failed;
	const char *errnos;
	uint64_t min_ns;
	unsigned long max_events; /* 0: any number */
	const char *on, *off;	  /* names of calls */
};

struct options;

/* Takes an option with its argument (optarg). false: it is none of these. */
bool options__scope(struct options *o, int id);
/* Lines of a whole machine, and of calls by their results, have no signals and no ends unless -e signal= asks for them. */
void options__scope_signals(struct options *o);
extern const char options__scope_usage[];

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options that select tasks, and calls by their results, as perf trace's long options do. */
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
	char *comms; /* patterns, separated by commas */
	struct scope_cgroup {
		const char *name; /* in argv */
		bool container;	  /* the name is that of a container */
	} cgroups[SCOPE_CGROUPS];
	size_t ncgroups;
	pid_t skip[SCOPE_PIDS];
	size_t nskip;
	const char *cpus;
	bool failed;
	const char *errnos;
	uint64_t min_ns;
	unsigned long max_events; /* 0: any number */
	const char *on, *off;	  /* names of the calls that switch lines on and off */
};

struct options;

/* Functions of options.def */
void option__uid(struct options *o, const char *list);
void option__comm(struct options *o, const char *list);
void option__cgroup(struct options *o, const char *list);
void option__container(struct options *o, const char *list);
void option__filter_pids(struct options *o, const char *list);
void option__duration(struct options *o, const char *arg);
void option__max_events(struct options *o, const char *arg);
void option__switch_on(struct options *o, const char *call);
void option__switch_off(struct options *o, const char *call);

/*
 * Switches off lines of signals and of ends of tasks if the whole machine is traced, or calls are selected by their
 * results, unless -e signal= asks for them.
 */
void options__scope_signals(struct options *o);

#endif

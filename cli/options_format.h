/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What lines look like: strace's "Output format". */
#ifndef CLI_OPTIONS_FORMAT_H
#define CLI_OPTIONS_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "color.h"
#include "sctrace.h"

struct format_options {
	unsigned timestamps; /* -t -tt -ttt */
	enum sctrace_precision timestamp_precision, relative_precision, duration_precision;
	bool relative, durations, verbose;
	unsigned hex, column;
	bool column_set;
	uint32_t strlen_max;
	bool strlen_set;
	enum sctrace_consts consts;
	const char *abbrev, *deref, *raw; /* sets of calls */
	bool instruction_pointer;
	bool namespaces;
	bool kvm;
	bool syscall_number, arg_names, show_pid, mark_late;
	enum color_when color;
	unsigned stack, stack_frames; /* 1: -k, 2: -kk */
	unsigned fds;		      /* SCTRACE_FDS_* */
	unsigned pids;		      /* SCTRACE_PIDS_* */
	unsigned secontext;	      /* SCTRACE_SECONTEXT_* */
	const char *reads, *writes;   /* descriptors whose bytes are dumped */
};

struct options;

extern const char options__format_usage[];

/* Takes the option of this id, its argument in optarg; false: it is none of these. */
bool options__format(struct options *o, int id);

#endif

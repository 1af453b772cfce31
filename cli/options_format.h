/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options for the format of lines: strace's "Output format". */
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
	const char *reads, *writes;   /* sets of descriptors whose bytes are dumped */
};

struct options;

/* Functions of options.def */
void option__time(struct options *o, const char *arg);
void option__timestamps(struct options *o, const char *arg);
void option__relative(struct options *o, const char *arg);
void option__durations(struct options *o, const char *arg);
void option__stack(struct options *o, const char *arg);
void option__stack_trace(struct options *o, const char *arg);
void option__stack_limit(struct options *o, const char *arg);
void option__strlen(struct options *o, const char *arg);
void option__verbose(struct options *o, const char *arg);
void option__abbrev(struct options *o, const char *set);
void option__deref(struct options *o, const char *set);
void option__raw(struct options *o, const char *set);
void option__consts(struct options *o, const char *arg);
void option__hex(struct options *o, const char *arg);
void option__strings_in_hex(struct options *o, const char *arg);
void option__read(struct options *o, const char *set);
void option__write(struct options *o, const char *set);
void option__kvm(struct options *o, const char *arg);
void option__namespace(struct options *o, const char *arg);
void option__column(struct options *o, const char *arg);
void option__color(struct options *o, const char *arg);

#endif

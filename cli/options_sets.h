/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options whose argument is a set, as strace has them: "a,b", "none" or "all" alone, or a "!" and what is left out. */
#ifndef CLI_OPTIONS_SETS_H
#define CLI_OPTIONS_SETS_H

#include "sctrace.h"

/* -e quiet=path-resolution: a message of the command's own. */
#define QUIET_PATHS 0x100
#define QUIET_ALL (SCTRACE_QUIET_ALL | QUIET_PATHS)

struct options;

/* Functions of options.def. They exit with a message if the argument is no such set. */
void option__decode_fds(struct options *o, const char *set);
void option__decode_fds_more(struct options *o, const char *arg);
void option__decode_pids(struct options *o, const char *set);
void option__decode_pids_comm(struct options *o, const char *arg);
void option__decode_pids_ns(struct options *o, const char *arg);
void option__secontext(struct options *o, const char *set);
void option__quiet(struct options *o, const char *set);
void option__quieter(struct options *o, const char *arg);

/*
 * Returns the bits of a set of words: of .words of the option that is parsed, "all none" and others, each of which has a
 * bit. Exits with a message if a word is unknown, or if there is none.
 */
unsigned options__parse_set(const struct options *o, const char *set, const unsigned *bits);
/* Exits with a message if set is not a set of calls, as -e trace= takes it. */
void options__check_calls(const struct options *o, const char *set);
/* Exits with a message if set is not a set of descriptors. */
void options__check_descriptors(const struct options *o, const char *set);

#endif

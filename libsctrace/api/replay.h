/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A capture file as the source of a handle, and the part of it that is shown. */
#ifndef SCT_API_REPLAY_H
#define SCT_API_REPLAY_H

#include "api/handle.h"

#define REPLAY_MAX (256u << 20) /* bytes for the tasks of a file, since a small file can name any number of tasks */

struct replay;

/* Opens the capture file. Options can limit what it shows, not add what was not recorded. Returns 0 or -errno. */
int replay__open(struct sctrace *t, const struct sctrace_opts *o);
/*
 * Looks at the time of a record before it is handled. Returns 1 if it is after the part that is shown: nothing more is
 * read. Otherwise returns 0, or -errno with a message.
 */
int replay__record(struct sctrace *t, const struct sct_rec *rec);
/*
 * Before records are taken from the source: if another file begins with which the one before does not go on, forgets all
 * tasks. Returns 0 or -errno.
 */
int replay__next_file(struct sctrace *t);
/* Returns the number of places so far where records are missing between two files. */
unsigned replay__gaps(const struct sctrace *t);
/* Returns whether the record being handled tells what came before the first record that is read: report no events. */
bool replay__in_state(const struct sctrace *t);
/* Returns whether the record being handled is before opts.from. */
bool replay__is_early(const struct sctrace *t);
/* Adds a target, before any record is read. Returns 0 or -errno with a message. */
int replay__target(struct sctrace *t, pid_t tid, unsigned flags);
/* Adds a cgroup or a container, before any record is read. Returns 0 or -errno with a message. */
int replay__cgroup(struct sctrace *t, const char *name, bool container);
/*
 * At the end of the file: reports each target that it does not have as gone. Returns their number or, if the file lacks a
 * cgroup or has no users and cgroups, -errno with a message.
 */
int replay__report_missing(struct sctrace *t);
void replay__free(struct replay *r);

#endif

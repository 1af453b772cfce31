/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A capture file as the source of a handle, and the part of it that is shown. */
#ifndef SCT_API_REPLAY_H
#define SCT_API_REPLAY_H

#include "api/handle.h"

#define REPLAY_MAX (256u << 20) /* bytes for the tasks of a file, since a small file can name any number of tasks */

struct replay;

/* Opens the capture file or directory. Options can only narrow what it shows. Returns 0, or -errno with a message. */
int replay__open(struct sctrace *t, const struct sctrace_opts *o);
/*
 * Call it before a record is handled. Returns 1 if the record is after the part that is shown: no more records follow.
 * Otherwise returns 0, or -errno with a message.
 */
int replay__record(struct sctrace *t, const struct sct_rec *rec);
/*
 * Call it before records are taken from the source. If another file was begun that does not continue the one before,
 * forgets all tasks. Returns 0 or -errno.
 */
int replay__next_file(struct sctrace *t);
/* Returns the number of places so far where records are missing between two files. */
unsigned replay__gaps(const struct sctrace *t);
/* Returns whether the record being handled is of a stored state, which describes what was before: report no events. */
bool replay__in_state(const struct sctrace *t);
/* Returns whether the record being handled is before opts.from. */
bool replay__is_early(const struct sctrace *t);
/* Adds a target; call it before any record is read. Returns 0 or -errno with a message. */
int replay__target(struct sctrace *t, pid_t tid, unsigned flags);
/* Adds a cgroup or a container; call it before any record is read. Returns 0 or -errno with a message. */
int replay__cgroup(struct sctrace *t, const char *name, bool container);
/*
 * Call it at the end of the file: reports as gone each target that the file does not have. Returns their number; or, if
 * the file lacks a cgroup that was asked for, or any users and cgroups, -errno with a message.
 */
int replay__report_missing(struct sctrace *t);
void replay__free(struct replay *r);

#endif

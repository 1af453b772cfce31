/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Operations of a handle of events that work differently if it shares programs and rings. */
#ifndef SCT_API_SHARE_H
#define SCT_API_SHARE_H

#include "api/handle.h"

/*
 * Opens a live handle: joins the programs of o->share, or calls open(). If the handle is sharable, others may join it.
 */
int share__open(struct sctrace *t, const struct sctrace_opts *o,
		int (*open)(struct sctrace *t, const struct sctrace_opts *o));
/*
 * Returns what the programs have to capture. Shared programs capture structs of all calls in full, since abbrev may
 * differ.
 */
struct decode_opts share__plan(const struct sctrace *t, const struct sctrace_opts *o);
/* Returns whether the options ask for sharing and do not prevent it. */
bool share__wanted(const struct sctrace_opts *o);
/* Call it after attach__target(). Does nothing if the handle does not share. */
int share__target(struct sctrace *t, pid_t tid, unsigned flags);
/* These work whether the handle shares or not. */
int share__select(struct sctrace *t, const struct selection *calls, bool paused);
int share__untarget(struct sctrace *t, pid_t tid, bool threads, struct buf *out);
int share__cgroup(struct sctrace *t, int fd);
/* Removes a target before the start. */
void share__forget(struct sctrace *t, pid_t tid, bool threads);
int share__attach(struct sctrace *t);
void share__detach(struct sctrace *t);
/* Frees the source. The last handle of those that share also frees the programs. */
void share__close(struct sctrace *t);

#endif

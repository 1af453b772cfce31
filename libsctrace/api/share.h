/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Operations of a handle of events that differ if it shares programs and rings. */
#ifndef SCT_API_SHARE_H
#define SCT_API_SHARE_H

#include "api/handle.h"

/* Opens a live handle: joins the programs of o->share, or calls open(); others may join these if it is sharable. */
int share__open(struct sctrace *t, const struct sctrace_opts *o,
		int (*open)(struct sctrace *t, const struct sctrace_opts *o));
/* Returns what the programs have to capture. Programs that are shared capture all of each call, since abbrev may differ. */
struct decode_opts share__plan(const struct sctrace *t, const struct sctrace_opts *o);
/* Returns whether the options allow and ask for sharing. */
bool share__wanted(const struct sctrace_opts *o);
/* Called after attach__target(); does nothing without sharing. */
int share__target(struct sctrace *t, pid_t tid, unsigned flags);
/* These work with or without sharing. */
int share__select(struct sctrace *t, const struct selection *calls, bool paused);
int share__untarget(struct sctrace *t, pid_t tid, bool threads, struct buf *out);
int share__cgroup(struct sctrace *t, int fd);
/* Removes a target before the start. */
void share__forget(struct sctrace *t, pid_t tid, bool threads);
int share__attach(struct sctrace *t);
void share__detach(struct sctrace *t);
/* Frees the source; the last handle that shares the programs frees these as well. */
void share__close(struct sctrace *t);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What differs for a handle that shares programs and rings with others. */
#ifndef SCT_API_SHARE_H
#define SCT_API_SHARE_H

#include "api/handle.h"

/* Opens a live handle: joins the programs of o->share, or opens its own by open(), which others may join if it is sharable. */
int share__open(struct sctrace *t, const struct sctrace_opts *o,
		int (*open)(struct sctrace *t, const struct sctrace_opts *o));
/* What the programs capture: of a handle that others may share, what each call shows in full, as abbrev may differ. */
struct decode_opts share__plan(const struct sctrace *t, const struct sctrace_opts *o);
/* Are these options of programs that others may share? */
bool share__wanted(const struct sctrace_opts *o);
/* After attach__target(). Without sharing there is nothing to do. */
int share__target(struct sctrace *t, pid_t tid, unsigned flags);
/* These, with or without sharing. */
int share__select(struct sctrace *t, const struct selection *calls, bool paused);
int share__untarget(struct sctrace *t, pid_t tid, bool threads, struct buf *out);
int share__cgroup(struct sctrace *t, int fd);
/* Before the start: the task is asked for no more. */
void share__forget(struct sctrace *t, pid_t tid, bool threads);
int share__attach(struct sctrace *t);
void share__detach(struct sctrace *t);
/* Frees the source, and its programs with the last one that has them. */
void share__close(struct sctrace *t);

#endif

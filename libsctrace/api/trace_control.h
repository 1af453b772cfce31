/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Operations of a handle of events that change what is traced (api/session.h). A change is made in the kernel first.
 * When no program is running that may have seen the old state, a record of the change is queued among those of the
 * rings: later records are by the new state.
 */
#ifndef SCT_API_TRACE_CONTROL_H
#define SCT_API_TRACE_CONTROL_H

#include "api/handle.h"

int trace_control__target(struct session *s, pid_t tid, unsigned flags, uint32_t bits);
int trace_control__enroll(struct session *s);
int trace_control__cgroup(struct session *s, int fd);
int trace_control__untarget(struct session *s, pid_t tid, bool threads, struct buf *tids);
int trace_control__left(struct session *s, const struct buf *tids);
int trace_control__select(struct session *s, const struct selection *calls, bool none);
int trace_control__changed(struct session *s, enum sct_change_kind kind, uint64_t since);

#endif

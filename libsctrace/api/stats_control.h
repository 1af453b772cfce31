/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Operations of a handle of statistics that change what is counted (api/session.h). A call is counted if it was wanted
 * when it began.
 */
#ifndef SCT_API_STATS_CONTROL_H
#define SCT_API_STATS_CONTROL_H

#include "api/stats_share.h"

int stats_control__target(struct session *s, pid_t tid, unsigned flags, uint32_t bits);
int stats_control__enroll(struct session *s);
int stats_control__cgroup(struct session *s, int fd);
int stats_control__untarget(struct session *s, pid_t tid, bool threads, struct buf *tids);
int stats_control__select(struct session *s, const struct selection *calls, bool none);
int stats_control__changed(struct session *s, enum sct_change_kind kind, uint64_t since);
int stats_control__start(struct session *s);

#endif

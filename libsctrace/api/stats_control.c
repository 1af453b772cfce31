// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/stats_control.h"

#include <errno.h>

#include "api/stats_probes.h"
#include "enrich/container_find.h"

int stats_control__target(struct session *s, pid_t tid, unsigned flags, uint32_t bits)
{
	return stats_share__target(stats_of(s), tid, bits);
}

int stats_control__enroll(struct session *s)
{
	int err = session__descendants(s);

	return err ? err : stats_share__mark(stats_of(s));
}

int stats_control__cgroup(struct session *s, int fd)
{
	return kstats__cgroup(stats_of(s)->kstats, fd);
}

int stats_control__untarget(struct session *s, pid_t tid, bool threads, struct buf *tids)
{
	if (s->life == LIFE_OPEN)
		return guard__fail(&s->guard, -EINVAL, "not started yet");
	return stats_share__untarget(stats_of(s), tid, threads ? SCT_T_THREADS : 0, tids);
}

int stats_control__select(struct session *s, const struct selection *calls, bool none)
{
	return stats_share__select(stats_of(s), calls, none);
}

int stats_control__changed(struct session *s, enum sct_change_kind kind, uint64_t since)
{
	if (kind != SCT_CHANGE_SELECTED)
		stats_probes__pause(stats_of(s), kind == SCT_CHANGE_PAUSED);
	return 0;
}

int stats_control__start(struct session *s)
{
	return stats_share__start(stats_of(s));
}

/* ---- the public functions ---- */

int sctrace_stats_target(struct sctrace_stats *s, pid_t tid, unsigned flags)
{
	return session__target(stats_session(s), tid, flags);
}

int sctrace_stats_target_cgroup(struct sctrace_stats *s, const char *path)
{
	return session__target_cgroup(stats_session(s), path, cgroupfs__open);
}

int sctrace_stats_target_container(struct sctrace_stats *s, const char *name)
{
	return session__target_cgroup(stats_session(s), name, container_find__open_here);
}

int sctrace_stats_untarget(struct sctrace_stats *s, pid_t tid, unsigned flags)
{
	return session__untarget(stats_session(s), tid, flags);
}

int sctrace_stats_select(struct sctrace_stats *s, const char *trace)
{
	return session__select(stats_session(s), trace);
}

int sctrace_stats_pause(struct sctrace_stats *s)
{
	return session__pause(stats_session(s), true);
}

int sctrace_stats_resume(struct sctrace_stats *s)
{
	return session__pause(stats_session(s), false);
}

int sctrace_stats_start(struct sctrace_stats *s)
{
	return session__start(stats_session(s));
}

int sctrace_stats_stop(struct sctrace_stats *s)
{
	return session__stop(stats_session(s));
}

int sctrace_stats_health(struct sctrace_stats *s, struct sctrace_health *h)
{
	return session__health(stats_session(s), h);
}

const char *sctrace_stats_error(const struct sctrace_stats *s)
{
	return s ? session__error(&s->base) : "";
}

int sctrace_stats_fd(struct sctrace_stats *s)
{
	int err = s ? guard__begin(&s->base.guard) : -EINVAL;

	return err ? err : kstats__fd(s->kstats);
}

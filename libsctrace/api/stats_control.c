// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What changes while statistics are made: a call counts if it was wanted when it began. */
#include "api/stats_share.h"

#include <errno.h>

#include "api/stats_probes.h"
#include "api/target.h"
#include "util/buf.h"

static int changeable(struct sctrace_stats *s)
{
	return guard__alive(&s->guard, s->life);
}

static int select_calls(struct sctrace_stats *s, const char *trace)
{
	struct selection sel = {};
	int err = changeable(s);

	if (!err)
		err = stats_handle__select(s, trace, &sel);
	if (!err)
		err = stats_share__select(s, &sel, s->paused);
	if (err) {
		select__free(&sel);
		return err;
	}
	select__free(&s->selection);
	s->selection = sel;
	return 0;
}

int sctrace_stats_select(struct sctrace_stats *s, const char *trace)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, select_calls(s, trace));
}

static int set_paused(struct sctrace_stats *s, bool paused)
{
	int err = changeable(s);

	if (err)
		return err;
	if (s->life == LIFE_OPEN)
		return guard__fail(&s->guard, -EINVAL, "not started yet");
	if (s->paused == paused)
		return guard__fail(&s->guard, -EALREADY, paused ? "paused already" : "not paused");
	err = stats_share__select(s, &s->selection, paused);
	if (!err)
		stats_probes__pause(s, paused);
	if (!err)
		s->paused = paused;
	return err;
}

int sctrace_stats_pause(struct sctrace_stats *s)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, set_paused(s, true));
}

int sctrace_stats_resume(struct sctrace_stats *s)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, set_paused(s, false));
}

static int untarget(struct sctrace_stats *s, pid_t tid, unsigned flags)
{
	struct buf tids = {};
	int err = changeable(s);

	if (err)
		return err;
	if (s->all)
		return guard__fail(&s->guard, -EINVAL, "all tasks are counted: there are no targets");
	if (s->life == LIFE_OPEN)
		return guard__fail(&s->guard, -EINVAL, "not started yet");
	if (flags & ~(unsigned)SCTRACE_THREADS || tid <= 0)
		return target__fail(&s->guard, -EINVAL, tid, flags);
	err = stats_share__untarget(s, tid, flags & SCTRACE_THREADS ? SCT_T_THREADS : 0, &tids);
	if (!err && !tids.len)
		err = guard__fail(&s->guard, -ESRCH, "%d is not counted", (int)tid);
	buf__free(&tids);
	return err;
}

int sctrace_stats_untarget(struct sctrace_stats *s, pid_t tid, unsigned flags)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, untarget(s, tid, flags));
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/replay_scope.h"
#include "api/scope.h"
#include "recording/series.h"
#include "util/number.h"

#define SECOND ((int64_t)NS_PER_S)
#define HALF_DAY (12 * 3600 * SECOND)

struct replay {
	struct series *series;
	char *from, *to;	 /* texts of sctrace_opts.from and to, or NULL */
	bool is_timed;		 /* the times below are set: from and to were parsed */
	bool early;		 /* no record at or after from_ts was read yet */
	uint64_t from_ts, to_ts; /* the times to compare with those of records */
	int64_t first, last;	 /* times of the first and last record, wall clock, ns; last 0: unknown */
	int64_t from_at, to_at;	 /* from and to as wall-clock times, ns */
};

/* ---- times ---- */

/* Parses ".DIGITS", a part of a second, and moves *s behind it. Returns ns. */
static int64_t fraction_parse(const char **s)
{
	int64_t unit = SECOND / 10, ns = 0;

	if (**s != '.')
		return 0;
	for ((*s)++; **s >= '0' && **s <= '9'; (*s)++, unit /= 10)
		ns += (**s - '0') * unit;
	return ns;
}

/*
 * Converts *tm and ns to a wall-clock time, ns. Without a date, it is on the day on which the recording began, or the
 * next.
 */
static int64_t day_time(const struct replay *r, struct tm *tm, bool has_date, int64_t ns)
{
	time_t begin = (time_t)(r->first / SECOND);
	struct tm day;
	int64_t at;

	if (!has_date) {
		localtime_r(&begin, &day);
		tm->tm_year = day.tm_year;
		tm->tm_mon = day.tm_mon;
		tm->tm_mday = day.tm_mday;
	}
	tm->tm_isdst = -1;
	at = (int64_t)mktime(tm) * SECOND + ns;
	if (has_date || at >= r->first)
		return at;
	/* before the recording began: perhaps the next day is meant */
	tm->tm_mday++;
	tm->tm_isdst = -1;
	ns += (int64_t)mktime(tm) * SECOND;
	return (r->last ? ns <= r->last : r->first - at > HALF_DAY) ? ns : at;
}

/* Parses [YYYY-MM-DD ]HH:MM[:SS[.FRACTION]]. Returns false if it is something else. */
static bool clock_parse(const struct replay *r, const char *s, int64_t *wall)
{
	struct tm tm = {};
	const char *rest = strptime(s, "%Y-%m-%d", &tm);
	bool has_date = rest && (*rest == ' ' || *rest == 'T');
	int64_t ns;

	if (has_date)
		s = rest + 1;
	rest = strptime(s, "%H:%M", &tm);
	if (rest && *rest == ':')
		rest = strptime(rest, ":%S", &tm);
	if (!rest)
		return false;
	ns = fraction_parse(&rest);
	if (*rest)
		return false;
	*wall = day_time(r, &tm, has_date, ns);
	return true;
}

/* Parses sctrace_opts.from or to into a wall-clock time, ns. Returns 0, or -EINVAL with a message. */
static int time_parse(struct sctrace *t, const char *s, int64_t *wall)
{
	const struct replay *r = t->replay;
	uint64_t ns;

	if ((*s == '+' || *s == '-') && number__time(s + 1, SECOND, &ns)) {
		if (*s == '-' && !r->last)
			return guard__fail(
				&t->base.guard, -EINVAL,
				"'%s' counts from the end of the recording, which this file does not tell: use "
				"'+TIME' or a time of day",
				s);
		*wall = *s == '+' ? r->first + (int64_t)ns : r->last - (int64_t)ns;
		return 0;
	}
	if (clock_parse(r, s, wall))
		return 0;
	return guard__fail(
		&t->base.guard, -EINVAL,
		"'%s' is not a time: use HH:MM:SS[.FRACTION], 'YYYY-MM-DD HH:MM:SS', +TIME from the beginning, or "
		"-TIME from the end, as in +10s",
		s);
}

static uint64_t record_time(const struct replay *r, int64_t wall)
{
	int64_t offset = series__clock_offset(r->series);

	return wall > offset ? (uint64_t)(wall - offset) : 0;
}

/* Computes from_ts and to_ts by the clock of the file that is being read. */
static void clock_apply(struct replay *r)
{
	if (!r->is_timed)
		return;
	r->from_ts = r->from ? record_time(r, r->from_at) : 0;
	r->to_ts = r->to ? record_time(r, r->to_at) : UINT64_MAX;
}

/* Parses from and to, once the times of the first and last record are known. last 0: unknown */
static int times_set(struct sctrace *t, int64_t first, int64_t last)
{
	struct replay *r = t->replay;
	int err;

	r->first = first;
	r->last = last;
	err = r->from ? time_parse(t, r->from, &r->from_at) : 0;
	if (!err && r->to)
		err = time_parse(t, r->to, &r->to_at);
	if (err)
		return err;
	r->is_timed = true;
	clock_apply(r);
	if (r->from && r->to && r->to_at < r->from_at)
		return guard__fail(&t->base.guard, -EINVAL, "the time '%s' is before '%s': nothing is between them",
				   r->to, r->from);
	return 0;
}

/* Seeks to the beginning of the part that is shown. A file that cannot be searched is read from its beginning. */
static int part_open(struct sctrace *t, const struct sctrace_opts *o)
{
	struct replay *r = t->replay;
	int64_t first, last;
	int err;

	r->from = o->from ? strdup(o->from) : NULL;
	r->to = o->to ? strdup(o->to) : NULL;
	if ((o->from && !r->from) || (o->to && !r->to))
		return -ENOMEM;
	r->early = o->from;
	err = series__span(r->series, &first, &last);
	if (err || !first)
		return err == -ESPIPE ? 0 : err;
	err = times_set(t, first, last);
	if (!err && o->to)
		series__until(r->series, r->to_at);
	/* needed without from, too: the last file was opened to find the end */
	if (!err)
		err = series__seek(r->series, o->from ? r->from_at : first);
	clock_apply(r);
	return err;
}

/* ---- tasks ---- */

static int open_scope(struct sctrace *t, const struct sctrace_opts *o)
{
	struct scope_opts so = SCOPE_OPTS(o);
	int err;

	so.elsewhere = true;
	err = scope__make(&t->scope, &so, false, &t->base.guard);
	if (err || !(t->scope.narrows || o->cgroups))
		return err;
	if (o->comm)
		pair__tasks(t->pair)->comms = true;
	return replay_scope__new(&t->shown, pair__tasks(t->pair), &t->scope, &t->cgroups);
}

static int may_choose(struct sctrace *t)
{
	return t->base.records ? guard__fail(&t->base.guard, -EBUSY,
					     "what a replay shows is chosen before its first record is read")
			       : 0;
}

int replay__target(struct sctrace *t, pid_t tid, unsigned flags)
{
	bool threads = flags & (SCTRACE_THREADS | SCTRACE_NEW_THREADS | SCTRACE_TREE);
	bool follow = flags & (SCTRACE_FOLLOW | SCTRACE_TREE);
	int err = may_choose(t);

	if (tid <= 0 || flags & ~(unsigned)(SCTRACE_FOLLOW | SCTRACE_THREADS | SCTRACE_NEW_THREADS | SCTRACE_TREE))
		return -EINVAL;
	if (!err && !t->shown)
		err = replay_scope__new(&t->shown, pair__tasks(t->pair), &t->scope, &t->cgroups);
	return err ? err : replay_scope__target(t->shown, (uint32_t)tid, threads, follow, flags & SCTRACE_TREE);
}

int replay__cgroup(struct sctrace *t, const char *name, bool container)
{
	int err = may_choose(t);

	if (!err && !t->base.by_cgroup)
		err = guard__fail(&t->base.guard, -EINVAL, "this handle was opened without opts.cgroups");
	return err ? err : replay_scope__place(t->shown, name, container);
}

/* Called at the end if no target was missing: says why nothing was shown. Returns 0, or an error with a message. */
static int check_shown(struct sctrace *t)
{
	const char *empty = replay_scope__empty_place(t->shown);
	char list[160] = "";
	size_t len = 0;

	if (replay_scope__lacks_owners(t->shown))
		return guard__fail(
			&t->base.guard, -EOPNOTSUPP,
			"this recording does not have users and cgroups of tasks, as it was made by an older "
			"version: choose by process or name, -p or --comm");
	if (!empty)
		return 0;
	for (size_t i = 0; i < t->cgroups.n && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s", i ? ", " : "",
					cgroups__container(&t->cgroups, t->cgroups.p[i].id) ?: t->cgroups.p[i].path);
	return guard__fail(&t->base.guard, -ENOENT, "no task that was replayed is in '%s'; there are %s%s", empty, list,
			   len < sizeof(list) ? "" : "...");
}

int replay__report_missing(struct sctrace *t)
{
	struct event ev = { .kind = EV_GONE };
	int n = 0, err = 0;

	while (!err && t->shown && (ev.tid = replay_scope__missing(t->shown))) {
		ev.tgid = ev.tid;
		err = pair__report(t->pair, &ev);
		n++;
	}
	if (!err && !n && t->shown)
		err = check_shown(t);
	return err ? err : n;
}

/* ---- the source ---- */

int replay__record(struct sctrace *t, const struct sct_rec *rec)
{
	struct replay *r = t->replay;
	int err = 0;

	if (series__in_state(r->series) || !(r->from || r->to))
		return 0;
	/* the time of a record that the reader made may be later than that of the next records */
	if (!r->is_timed && rec->cpu != SCT_CPU_NONE)
		err = times_set(t, (int64_t)rec->ts + series__clock_offset(r->series), 0);
	if (err || !r->is_timed)
		return err;
	if (rec->ts > r->to_ts) {
		series__end(r->series);
		return 1;
	}
	r->early = r->early && rec->ts < r->from_ts;
	return 0;
}

int replay__next_file(struct sctrace *t)
{
	struct replay *r = t->replay;
	enum series_joint joint = series__joint(r->series);

	if (joint == SERIES_SAME)
		return 0;
	t->clock_offset = series__clock_offset(r->series);
	clock_apply(r);
	if (joint == SERIES_GOES_ON)
		return 0;
	t->decode.boot_offset = t->clock_offset;
	return pair__restart(t->pair, joint == SERIES_ANOTHER);
}

unsigned replay__gaps(const struct sctrace *t)
{
	return t->replay ? series__gaps(t->replay->series) : 0;
}

bool replay__in_state(const struct sctrace *t)
{
	return t->replay && series__in_state(t->replay->series);
}

bool replay__is_early(const struct sctrace *t)
{
	return t->replay && t->replay->early;
}

int replay__open(struct sctrace *t, const struct sctrace_opts *o)
{
	struct capture_info info;
	int err;

	if (o->share_only)
		return guard__fail(&t->base.guard, -EINVAL,
				   "a capture file has no programs to share: leave out share_only");
	t->replay = calloc(1, sizeof(*t->replay));
	if (!t->replay)
		return -ENOMEM;
	err = open_scope(t, o);
	if (!err)
		err = result_filter__of_events(&t->results, t, o);
	if (err)
		return err;
	err = series__open(&t->replay->series, o->replay, &info, t->base.guard.now, sizeof(t->base.guard.now));
	if (err)
		return err;
	t->source = series__source(t->replay->series);
	t->picks = t->picks || t->results.any || !select__everything(&t->base.selection);
	pair__limit(t->pair, REPLAY_MAX);
	t->clock_offset = info.clock_offset;
	t->decode.boot_offset =
		info.clock_offset; /* off by the time that the machine was suspended, which a capture does not record */
	if (!o->strlen_max && !o->strlen_zero)
		t->decode.strlen_max = info.decode.strlen_max;
	return o->from || o->to ? part_open(t, o) : 0;
}

const char *sctrace_record_note(struct sctrace *t)
{
	return t && t->replay ? series__note(t->replay->series) : NULL;
}

void replay__free(struct replay *r)
{
	if (!r)
		return;
	free(r->from);
	free(r->to);
	free(r);
}

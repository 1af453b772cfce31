// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/deadline.h"

#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lookup/abi.h"
#include "why/memory.h"

#define NS 1000000000

/* What the argument of a timeout is: milliseconds, or the address of a struct timespec or timeval. */
enum timeout { MILLISECONDS, TIMESPEC, TIMEVAL };

static const struct {
	const char *name;
	uint8_t arg, kind;
} calls[] = {
	{ "poll", 2, MILLISECONDS },	 { "ppoll", 2, TIMESPEC },	     { "select", 4, TIMEVAL },
	{ "pselect6", 4, TIMESPEC },	 { "epoll_wait", 3, MILLISECONDS },  { "epoll_pwait", 3, MILLISECONDS },
	{ "epoll_pwait2", 3, TIMESPEC }, { "nanosleep", 0, TIMESPEC },	     { "clock_nanosleep", 2, TIMESPEC },
	{ "futex", 3, TIMESPEC },	 { "rt_sigtimedwait", 2, TIMESPEC }, { "semtimedop", 3, TIMESPEC },
	{ "io_getevents", 4, TIMESPEC }, { "io_pgetevents", 4, TIMESPEC },   { "mq_timedreceive", 4, TIMESPEC },
	{ "mq_timedsend", 4, TIMESPEC },
};

/* True if the timeout is a time of the clock, not a length of time. */
static bool is_absolute(const struct sct_why_task *t, const char *name, clockid_t *clock)
{
	uint32_t op = (uint32_t)t->args[1];

	if (!strcmp(name, "clock_nanosleep")) {
		*clock = (clockid_t)t->args[0];
		return op & TIMER_ABSTIME;
	}
	if (!strcmp(name, "futex")) {
		bool real = op & FUTEX_CLOCK_REALTIME || (op & FUTEX_CMD_MASK) == FUTEX_LOCK_PI;

		*clock = real ? CLOCK_REALTIME : CLOCK_MONOTONIC;
		return (op & FUTEX_CMD_MASK) != FUTEX_WAIT;
	}
	*clock = CLOCK_REALTIME;
	return !strncmp(name, "mq_", 3);
}

/* Reads a timeout. Returns false if the call has none. */
static bool timeout_read(const struct sct_why_task *t, unsigned arg, enum timeout kind, int64_t *ns)
{
	int64_t v[2];

	if (kind == MILLISECONDS) {
		*ns = (int64_t)(int32_t)t->args[arg] * 1000000;
		return *ns >= 0;
	}
	if (!why_memory__read(t, t->args[arg], v, sizeof(v)) || v[0] < 0 || v[0] > INT64_MAX / NS / 2)
		return false;
	*ns = v[0] * NS + (kind == TIMEVAL ? v[1] * 1000 : v[1]);
	return true;
}

uint64_t why_deadline__left(const struct why_look *l, const struct sct_why_task *t)
{
	bool known = why_look__state(t) == STATE_BLOCKED && t->nr >= 0 && !(t->flags & SCT_WHY_COMPAT);
	const char *name = known ? abi__call_name(abi__native(), (uint32_t)t->nr) : NULL;
	uint64_t age = why_look__age(l, t);
	struct timespec now;
	clockid_t clock;
	int64_t left;

	for (size_t i = 0; name && i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (strcmp(name, calls[i].name))
			continue;
		if (!timeout_read(t, calls[i].arg, calls[i].kind, &left))
			break;
		if (is_absolute(t, name, &clock)) {
			if (clock_gettime(clock, &now))
				break;
			left -= now.tv_sec * NS + now.tv_nsec;
		} else if (age != UINT64_MAX) {
			left -= (int64_t)age;
		}
		return left > 0 ? (uint64_t)left : 0;
	}
	return UINT64_MAX;
}

bool why_deadline__text(const struct why_look *l, const struct sct_why_task *t, const char *before, char *text,
			size_t size)
{
	uint64_t left = why_deadline__left(l, t);

	*text = '\0';
	if (left != UINT64_MAX)
		snprintf(text, size, "%s%.1f s", before, (double)left / NS);
	return left != UINT64_MAX;
}

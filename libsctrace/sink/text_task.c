// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What -Y and --decode-pids add to the number of a task. Apart from text_out.c: descriptors of processes have it, too. */
#include <string.h>

#include "decode/core/comms.h"
#include "sink/quote.h"
#include "sink/text_out.h"

void text_out__comm(struct text_out *t, uint32_t tid, bool now)
{
	char name[COMM_LEN];

	if (!t->tasks || !(t->pids & PIDS_COMM) || !comms__name(t->tasks, tid, now, name))
		return;
	buf__char(t->b, '<');
	quote__path(t->b, name, strlen(name), t->hex);
	buf__char(t->b, '>');
}

void text_out__pid(struct text_out *t, int64_t pid)
{
	uint32_t number;

	if (!t->tasks || t->groups || pid <= 0)
		return;
	number = comms__number(t->tasks, t->task, (uint32_t)pid);
	if (!number)
		return;
	text_out__comm(t, number, number != t->task);
	if (t->pids & PIDS_NS && number != (uint32_t)pid)
		buf__printf(t->b, " /* %u in strace's PID NS */", number);
}

/* A wait returns the number of a task that has none any more, unless that has only stopped. */
static bool has_reaped(const struct text_out *t, const struct call *c)
{
	return comms__waits(c->row) && comms__ended(t->tasks, comms__number(t->tasks, c->tid, (uint32_t)c->ret));
}

void text_out__returned(struct text_out *t, const struct call *c)
{
	if (t->tasks && quirk__returns_pid(c) && !has_reaped(t, c))
		text_out__pid(t, c->ret);
}

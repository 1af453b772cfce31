// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Names that -Y and --decode-pids add to the number of a task, also in pidfds. */
#include <string.h>

#include "decode/core/call.h"
#include "enrich/task_names.h"
#include "sctrace.h"
#include "util/marks.h"
#include "util/quote.h"
#include "sink/text_out.h"

void text_out__comm(struct text_out *t, uint32_t tid, bool now)
{
	char name[COMM_LEN];

	if (!t->tasks || !(t->pids & PIDS_COMM) || !task_names__name(t->tasks, tid, now, name))
		return;
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, '<');
	mark(t->b, SCTRACE_ROLE_TASK);
	quote__path(t->b, name, strlen(name), t->hex);
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, '>');
}

void text_out__whose(struct text_out *t, const struct call *c, unsigned arg)
{
	bool out = c->done && c->row->args[arg].dir == OUT;

	t->groups = !c->probe && quirk__is_group(c, arg);
	t->reaped = out && task_names__reaps(c->row, c->args[3]);
}

void text_out__pid(struct text_out *t, int64_t pid)
{
	uint32_t number;

	if (!t->tasks || t->groups || pid <= 0)
		return;
	number = task_names__number(t->tasks, t->task, (uint32_t)pid);
	if (!number || (t->reaped && task_names__ended(t->tasks, number)))
		return;
	text_out__comm(t, number, number != t->task);
	if (t->pids & PIDS_NS && number != (uint32_t)pid) {
		mark(t->b, SCTRACE_ROLE_COMMENT);
		buf__printf(t->b, " /* %u in strace's PID NS */", number);
	}
}

void text_out__returned(struct text_out *t, const struct call *c)
{
	if (!t->tasks || !quirk__returns_pid(c))
		return;
	t->reaped = task_names__reaps(c->row, c->args[3]);
	text_out__pid(t, c->ret);
	t->reaped = false;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The text of the call that a task is blocked in. */
#include <string.h>

#include "api/why.h"
#include "attach/snapshot.h"
#include "lookup/abi.h"
#include "sink/text.h"

#define STRLEN 32
#define CALL_MAX 1024 /* bytes of a call's text */

int why_call__init(struct sctrace_look *w, uint32_t strlen_max)
{
	const struct sctrace_text_opts opts = SCTRACE_INIT(struct sctrace_text_opts);

	w->decode = (struct decode_opts){
		.strlen_max = strlen_max ? strlen_max : STRLEN,
		.fds = SCTRACE_FDS_PATH,
		.fds_shown = SCTRACE_FDS_PATH,
	};
	return select__all(&w->all) ?: text__new(&w->text, &opts, &w->decode, &w->clock_offset);
}

void why_call__free(struct sctrace_look *w)
{
	if (w->text)
		sctrace_text_free(w->text);
	select__free(&w->all);
}

struct call_text {
	struct sctrace_look *w;
	struct buf *out;
};

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	const struct event ev = {
		.kind = EV_ENTER,
		.tid = rec->tid,
		.tgid = rec->tgid,
		.ts = rec->ts,
		.enter = (const struct sct_enter *)rec,
	};
	struct call_text *t = ctx;
	char text[CALL_MAX];
	ssize_t n = text__one(t->w->text, &ev, text, sizeof(text));
	struct call c;

	(void)size;
	if (n <= 0)
		return 0;
	buf__str(t->out, text);
	call__init(&c, &ev, &t->w->decode);
	if ((size_t)n >= sizeof(text))
		buf__lit(t->out, "...");
	else if (call__split(&c, false) < call__nargs(&c))
		buf__str(t->out, n > 1 && !strcmp(text + n - 2, ", ") ? "..." : ", ...");
	buf__char(t->out, ')');
	return 0;
}

void why_call__text(struct sctrace_look *w, const struct sct_why_task *t, struct buf *out)
{
	const struct snapshot s = { .proc = w->proc, .opts = &w->decode, .selection = &w->all };
	struct call_text text = { w, out };
	size_t before = out->len;

	snapshot__call(&s, (pid_t)t->tid, (pid_t)t->tgid, on_record, &text);
	if (out->len != before || t->nr < 0 || t->flags & SCT_WHY_COMPAT)
		return;
	/* the task has gone on, or /proc/TID/syscall cannot be read */
	if (abi__call_name(abi__native(), (uint32_t)t->nr)) {
		buf__str(out, abi__call_name(abi__native(), (uint32_t)t->nr));
		buf__lit(out, "(...)");
	}
}

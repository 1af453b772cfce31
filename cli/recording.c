// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int recording__prepare(const struct options *o)
{
	if (!o->recording.rotate_bytes && !o->recording.rotate_ns && !o->recording.keep)
		return 0;
	if (!mkdir(o->record, 0700) || errno == EEXIST)
		return 0;
	complain(o, "cannot make the directory '%s': %s", o->record, strerror(errno));
	return 1;
}

void recording__options(const struct options *o, struct sctrace_opts *opts)
{
	opts->record = o->record;
	opts->status = o->record ? o->status : NULL;
	opts->rotate_bytes = o->recording.rotate_bytes;
	opts->rotate_ns = o->recording.rotate_ns;
	opts->record_keep = o->recording.keep;
	opts->flight_on = o->recording.on;
	opts->flight_bytes = o->recording.flight_bytes;
	opts->flight_ns = o->recording.flight_ns;
	opts->flight_after_ns = o->recording.after_ns;
	opts->record_note = o->recording.note;
	opts->replay = o->replay;
	opts->from = o->from;
	opts->to = o->to;
}

void recording__said(struct session *s, struct sctrace *trace)
{
	const char *note = s->o->health || s->o->start.debug ? sctrace_record_note(trace) : NULL;
	char *text = note ? strdup(note) : NULL;

	/* the file may be anybody's */
	for (char *p = text; p && *p; p++)
		if (iscntrl((unsigned char)*p))
			*p = '?';
	if (text)
		complain(s->o, "recorded by %s", text);
	free(text);
}

int recording__ended(struct session *s, struct sctrace *trace, int err)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	if (sctrace_health(trace, &h))
		return err;
	if (s->o->recording.on && !(s->o->quiet & SCTRACE_QUIET_ALL))
		complain(s->o, "a condition of --on held %u times: see '%s'", h.captures, s->o->record);
	if (h.gaps && !(s->o->quiet & SCTRACE_QUIET_ALL))
		complain(s->o,
			 "'%s': the recording has %u gap%s: files are missing, or nothing was recorded between them",
			 s->o->replay, h.gaps, h.gaps > 1 ? "s" : "");
	if (err >= 0 || !h.record_errno)
		return err;
	complain(s->o, "cannot write '%s': %s: the recording ends before the trace does", s->o->record,
		 strerror((int)h.record_errno));
	s->out.write_err = (int)h.record_errno;
	return 0;
}

// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording.h"

#include <string.h>

void recording__options(const struct options *o, struct sctrace_opts *opts)
{
	opts->record = o->record;
	opts->status = o->record ? o->status : NULL;
	opts->replay = o->replay;
	opts->from = o->from;
	opts->to = o->to;
}

int recording__ended(struct session *s, struct sctrace *trace, int err)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	if (err >= 0 || sctrace_health(trace, &h) || !h.record_errno)
		return err;
	complain(s->o, "cannot write '%s': %s: the recording ends before the trace does", s->o->record,
		 strerror((int)h.record_errno));
	s->out.write_err = (int)h.record_errno;
	return 0;
}

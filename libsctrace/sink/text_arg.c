// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_arg.h"

#include "decode/core/decode.h"
#include "sink/text_out.h"

void text_arg__put(struct buf *b, const struct event *ev, unsigned arg, const struct decode_opts *opts)
{
	struct text_out out;
	struct call c;

	call__init(&c, ev, opts);
	if (ev->exit)
		call__end(&c, ev);
	if (arg >= call__nargs(&c) || (c.probe && !probe_kind__enters(c.probe->spec.kind)))
		return;
	text_out__init(&out, b, QUOTE_OCTAL, opts);
	out.labels = NULL; /* a key, not a line */
	text_out__begin(&out);
	out.task = c.tid;
	call__value(&out.out, &c, arg);
}

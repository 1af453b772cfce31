/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Writes one argument of a call or a probe as the text sink prints it. */
#ifndef SCT_TEXT_ARG_H
#define SCT_TEXT_ARG_H

#include "event/pair.h"
#include "lookup/opts.h"
#include "util/buf.h"

#define TEXT_ARG_RET SCT_NARGS /* stands for the return value where an argument's number is expected */

/* Writes argument `arg`, or nothing if the event has none. */
void text_arg__put(struct buf *b, const struct event *ev, unsigned arg, const struct decode_opts *opts);
/* Writes the argument with this name, a kernel's or strace's, or nothing if the event has none. */
void text_arg__named(struct buf *b, const struct event *ev, const char *name, const struct decode_opts *opts);
/* Writes an argument of a probe of which only the register is known. */
void text_arg__value(struct buf *b, uint32_t probe, unsigned arg, uint64_t v, const struct decode_opts *opts);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Decoding as sinks use it: from an event to a call, from a call to values. */
#ifndef SCT_DECODE_H
#define SCT_DECODE_H

#include "decode/core/call.h"
#include "event/pair.h"

/* c points into ev's records afterwards. */
/* Was memory not resident when the call began? */
bool call__lacks_memory(const struct call *c);
/* Of a call in progress: chunks of memory that was read since. */
void call__has_more(struct call *c, const void *chunks, size_t len);
void call__init(struct call *c, const struct event *ev, const struct decode_opts *opts);
/* The call that was begun is at its end. */
void call__end(struct call *c, const struct event *ev);

/*
 * Arguments are decoded by position: [0, call__split) are known when the
 * call begins, the rest when it has ended.
 */
unsigned call__split(const struct call *c);
/* Is nothing of it read when the call has ended? */
bool call__known_at_entry(const struct sct_arg *a);
/* Does its end have more than what it returns? */
bool call__ends_later(const struct call *c);
/* Is this argument printed at all? */
bool call__shows(const struct call *c, unsigned i);
/* How many there are: those of the row, or the fields of a tracepoint. */
unsigned call__nargs(const struct call *c);
const char *call__arg_name(const struct call *c, unsigned i);
/* NULL: of a row. */
const struct probe_field *call__field(const struct call *c, unsigned i);
void call__arg(struct out *o, const struct call *c, unsigned i);
/* Likewise without the name that some arguments are printed with. */
void call__value(struct out *o, const struct call *c, unsigned i);
/* Of a probed function that returned: its return value as the one argument, if it has a type. */
struct call call__returned(const struct call *c);
/* What stands in parentheses after the return value. */
bool call__aux(struct out *o, const struct call *c);

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The sinks' interface to the decoders: makes a call from an event, and emits the values of a call. */
#ifndef SCT_DECODE_H
#define SCT_DECODE_H

#include "decode/core/call.h"
#include "event/pair.h"
#include "lookup/select.h"

/* Returns true if some of the call's memory was not resident when it began. */
bool call__lacks_memory(const struct call *c);
/* Adds chunks of memory that was read later to a call in progress. */
void call__has_more(struct call *c, const void *chunks, size_t len);
/* Fills in c with the call of an event. c points into ev's records. */
void call__init(struct call *c, const struct event *ev, const struct decode_opts *opts);
/* Adds the results of ev to a call that call__init() made from its beginning. */
void call__end(struct call *c, const struct event *ev);

/*
 * Returns n: arguments [0, n) are printed when the call begins, the others when it has ended. full: -v, memory is not
 * abbreviated.
 */
unsigned call__split(const struct call *c, bool full);
/* Returns true if all of the argument is known when the call begins. */
bool call__known_at_entry(const struct sct_arg *a);
/* Returns true if more than the return value is printed when the call has ended. */
bool call__ends_later(const struct call *c, bool full);
/* Returns true if this argument is printed. */
bool call__shows(const struct call *c, unsigned i);
/* Returns the number of arguments: those of the row, or the fields of a tracepoint. */
unsigned call__nargs(const struct call *c);
/* Calls fn for each selected call and its variants, until fn returns true. Returns whether it did. */
bool call__any_selected(const struct selection *selected, bool (*fn)(void *ctx, const struct call *c), void *ctx);
/* Returns the name of argument i. */
const char *call__arg_name(const struct call *c, unsigned i);
/* Returns field i of a tracepoint, or NULL for an argument of a row. */
const struct probe_field *call__field(const struct call *c, unsigned i);
/* Emits argument i, after its name if it is printed with one. */
void call__arg(struct out *o, const struct call *c, unsigned i);
/* Like call__arg(), but without a name. */
void call__value(struct out *o, const struct call *c, unsigned i);
/*
 * Returns a call whose only argument is the return value of a probed function, by its declared type. It has no
 * arguments if the type is not known.
 */
struct call call__returned(const struct call *c);
/* Emits the text in parentheses after the return value. Returns false if there is none. */
bool call__aux(struct out *o, const struct call *c);

#endif
